"""Fifty hosts with parallel calls through a gateway process, over HTTP: what is left in it afterwards.

The same with both ends in this process, and more calls, is test_many. Measured numbers are printed (`-s`).
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from contextlib import ExitStack
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from .programs import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(280), pytest.mark.no_cover]

HOSTS = 50
SETTLING = 60.0
"""Seconds in which connections that were left are closed; it takes one or two."""
QUIET = 8
"""Looks without a change, four a second, after which nothing more happens by itself."""


def told_by(gateway: Program) -> dict[str, int]:
    """What the gateway's process holds, and the most that it held."""
    with urllib.request.urlopen(f"http://127.0.0.1:{gateway.ports[0]}/left", timeout=60) as answer:
        left: dict[str, int] = json.load(answer)
    return left


async def left_in(gateway: Program) -> dict[str, int]:
    """What the gateway's process holds, once that does not change any more."""
    until, looks = time.monotonic() + SETTLING, [dict[str, int]()]
    while time.monotonic() < until and (len(looks) < QUIET or looks[-QUIET:] != QUIET * [looks[-1]]):
        told = await asyncio.to_thread(told_by, gateway)
        looks.append({name: count for name, count in told.items() if not name.startswith("most")})
        await asyncio.sleep(0.25)
    return looks[-1]


async def visit(url: str, mode: str, name: str, calls: int) -> None:
    """Be a host, and answer every question with what it asks."""

    async def answer(context: Any, params: Any) -> Any:
        assert params.message.startswith(f"{name} ")
        return types.ElicitResult(action="accept", content={"who": params.message})

    async with Client(url, mode=mode, elicitation_callback=answer) as client:
        mine = [f"{name} {i}" for i in range(calls)]
        results = await asyncio.gather(
            *(client.call_tool("work", {"case": "load", "run": who}) for who in mine)
        )
        assert mine == [getattr(result.content[0], "text", None) for result in results]


@pytest.mark.parametrize(
    ("environment", "mode", "calls"),
    [
        ("main", "legacy", 4),
        ("main", "2026-07-28", 2),  # nobody signed in: every call has an upstream connection of its own
        ("mcp-1.30", "legacy", 4),
    ],
)
async def test_nothing_is_left_in_a_gateway_after_fifty_hosts(
    environment: str, mode: str, calls: int
) -> None:
    """Ours: links, parked calls, tasks and descriptors are those of a gateway that served one host."""
    with ExitStack() as stack:
        upstream = Program(stack, "tests.relay.upstream")
        target = f"http://127.0.0.1:{upstream.ports[0]}/mcp"
        gateway = Program(stack, "tests.relay.gateway_counted", target, environment=environment)
        url = f"http://127.0.0.1:{gateway.ports[0]}/mcp{'/' if environment != 'main' else ''}"
        await visit(url, mode, "first", 1)
        before = await left_in(gateway)
        began = time.perf_counter()
        await asyncio.gather(*(visit(url, mode, f"host{i}", calls) for i in range(HOSTS)))
        seconds = time.perf_counter() - began
        after, told = await left_in(gateway), told_by(gateway)
    print(
        f"\n{environment}, {mode}: {HOSTS * calls} calls in {seconds:.1f} s, at most"
        f" {told['most descriptors']} descriptors and {told['most memory']} MB; afterwards {after}"
    )
    assert before == after
    assert 0 == after["parked"]
    # Requests that ask nothing share one connection where nobody signed in; it is kept for a minute.
    assert (1 if mode == "2026-07-28" else 0) == after["links"]
