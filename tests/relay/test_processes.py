"""A gateway of two processes that share a key, and an upstream process that dies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from mcp_elicit import ClientElicitation, ElicitRequest, ElicitResult
from mcp_elicit.client import Call

from .programs import IMPATIENT, Program, seen_by

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(200)]

Gateways = tuple[Program, Program, Program]


@pytest.fixture(scope="module")
def running() -> Iterator[Gateways]:
    """The upstream server and two gateways to it."""
    with ExitStack() as stack:
        server = Program(stack, "tests.relay.upstream")
        url = f"http://127.0.0.1:{server.ports[0]}/mcp"
        job = json.dumps([{"kind": "low-level", "upstream": url, "version": "2025-11-25"}])
        one, other = (Program(stack, "tests.relay.gateway", str(IMPATIENT), job) for _ in range(2))
        yield server, one, other


def url_of(gateway: Program) -> str:
    return f"http://127.0.0.1:{gateway.ports[0]}/mcp"


async def nobody(request: ElicitRequest) -> ElicitResult:
    raise AssertionError("paused calls ask nobody")


async def test_a_parked_call_is_lost_in_another_process_and_the_error_says_so(running: Gateways) -> None:
    """Ours: a call lives in one process; the state is good everywhere, and names a call that is not there."""
    server, one, other = running
    person = ClientElicitation(nobody)
    arguments = {"case": "titled choice", "run": "two processes"}
    async with (
        person.connect(url_of(one), protocol_version="2026-07-28") as here,
        person.connect(url_of(other), protocol_version="2026-07-28") as there,
    ):
        paused = await person.start(here, Call("tools/call", "work"), arguments)
        answers = {key: ElicitResult.accept({"seat": "a"}) for key in paused.questions}
        lost: Any = await person.resume(there, paused, answers)
        found: Any = await person.resume(here, paused, answers)
    assert lost.is_error
    assert "parked in another process" in lost.content[0].text
    assert "sticky" in lost.content[0].text
    assert {"action": "accept", "content": {"seat": "a"}} == json.loads(found.content[0].text)
    assert 2 == len(seen_by(server.ports[0])["two processes"])  # made once, answered once


async def test_an_upstream_process_that_dies_while_it_asks_is_an_error(running: Gateways) -> None:
    """Ours: never a hang, on any version; the answers go nowhere. The last test here: it ends the server."""
    server, one, _ = running
    asked: list[str] = []
    dead = asyncio.Event()

    async def visit(mode: str) -> Any:
        async def answers(context: Any, params: Any) -> Any:
            asked.append(mode)
            if len(asked) == 2:
                server.kill()
                dead.set()
            await dead.wait()
            return types.ElicitResult(action="accept", content={"seat": "a"})

        async with Client(url_of(one), mode=mode, elicitation_callback=answers) as client:
            arguments = {"case": "titled choice", "run": f"dies {mode}"}
            return await asyncio.wait_for(client.call_tool("work", arguments), 100)

    results = await asyncio.gather(visit("legacy"), visit("2026-07-28"))
    assert [True, True] == [result.is_error for result in results]
