"""Fifty hosts with fifty calls each through one relay, and what the relay adds to one call.

Every call asks its own question; the answer repeats it. Measured numbers are printed (`-s`).
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, ElicitRequest, ElicitResult, Relay
from mcp_elicit.testing import Person, connect

from .servers import Upstream, gateway

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(280), pytest.mark.no_cover]

WHO = {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}
HOSTS = CALLS = 50
"""Hosts, and the parallel calls of each: 2500 questions, which take some 15 s."""
MOST_ADDED = 0.25
"""Seconds that a relay may add to one call on a busy machine; it takes some milliseconds."""


async def asks_who(ctx: Any, given: dict[str, Any]) -> str:
    exchange = AsyncServerExchange.from_context(ctx)
    reply = await exchange.create_elicitation(ElicitRequest.for_form(f"{given['who']}?", WHO))
    return str((reply.content or {})["who"])


class Echo(Person):
    """Answers with the question, and fails on one that is another's."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    async def answer(self, request: ElicitRequest) -> ElicitResult:
        self.requests.append(request)
        who = request.message.rstrip("?")
        assert who.startswith(f"{self.name} ")
        return ElicitResult.accept({"who": who})


@pytest.mark.parametrize(
    ("version", "host"),
    [
        ("2025-11-25", "2026-07-28"),  # the hard pair: every call is parked
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2026-07-28", "2026-07-28"),
    ],
)
async def test_no_answer_crosses_between_fifty_hosts(version: str, host: str) -> None:
    """Ours: and nothing is left over, of calls, of connections, of tasks."""
    upstream = Upstream(asks_who)
    tasks = asyncio.all_tasks()
    async with Relay(upstream.server, protocol_version=version) as relay:
        server = gateway(relay)

        async def visit(name: str) -> None:
            async with connect(server, Echo(name), protocol_version=host) as client:
                mine = [f"{name} {i}" for i in range(CALLS)]
                replies = await asyncio.gather(*(client.call_tool("work", {"who": who}) for who in mine))
                assert mine == [reply.text for reply in replies]

        before = time.perf_counter()
        await asyncio.gather(*(visit(f"host{i}") for i in range(HOSTS)))
        seconds = time.perf_counter() - before
    rounds = 1 if version == "2025-11-25" else 2
    assert rounds * HOSTS * CALLS == upstream.calls
    assert (0, 0) == (len(relay._parking), len(relay._hosts))
    assert tasks == asyncio.all_tasks()
    each = seconds / HOSTS / CALLS * 1e3
    print(f"\n{version} -> {host}: {HOSTS * CALLS} calls in {seconds:.1f} s, {each:.1f} ms each")


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
async def test_a_relay_adds_little_to_a_call(host: str) -> None:
    """Ours: measured against the same call without it."""
    upstream = Upstream(asks_who)

    async def timed(server: Any) -> float:
        async with connect(server, Echo("host"), protocol_version=host) as client:
            await client.call_tool("work", {"who": "host 0"})
            gc.collect()
            took = []
            for i in range(50):
                before = time.perf_counter()
                await client.call_tool("work", {"who": f"host {i}"})
                took.append(time.perf_counter() - before)
            return sorted(took)[len(took) // 2]

    direct = await timed(upstream.server)
    async with Relay(upstream.server, protocol_version="2025-11-25") as relay:
        through = await timed(gateway(relay))
    print(f"\n{host}: {direct * 1e3:.1f} ms direct, {through * 1e3:.1f} ms through the relay")
    assert through - direct < MOST_ADDED
