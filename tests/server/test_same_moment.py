"""What is given up in the very moment in which it is done costs nobody the session.

Moments are turns of the event loop, of which one is the one: on SDK 1.x a session ended in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio
import pytest
from anyio.lowlevel import checkpoint

from mcp_elicit import AsyncServerExchange, ClientElicitation, ElicitRequest, ElicitResult

from .servers import KINDS, SDK_2, build

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60)]

TURNS = 40
"""More than an answer takes from one end of a connection in memory to the other."""


async def after(turns: int, answered: anyio.Event, give_up: Callable[[], None]) -> None:
    await answered.wait()
    for _ in range(turns):
        await checkpoint()
    give_up()


def served(body: Callable[[Any], Any]) -> Any:
    server = build(KINDS[0], tool=body).server
    return server if SDK_2 else server._mcp_server


def answers(answered: list[anyio.Event]) -> ClientElicitation:
    async def accept(request: ElicitRequest) -> ElicitResult:
        answered[-1].set()
        return ElicitResult.accept({"confirm": True})

    return ClientElicitation(accept, max_questions_per_minute=None)


async def test_an_answer_in_the_moment_of_its_withdrawal_ends_no_session() -> None:
    """Ours: SDK 1.x takes it for the end of the connection, and ends every other call of the client."""
    answered: list[anyio.Event] = []

    async def body(ctx: Any) -> str:
        turns = len(answered)
        answered.append(anyio.Event())
        said = "withdrawn"
        async with anyio.create_task_group() as tasks:
            with anyio.CancelScope() as asking:
                tasks.start_soon(after, turns, answered[-1], asking.cancel)
                said = str(await AsyncServerExchange.from_context(ctx).confirm("Sure?"))
        return said

    person = answers(answered)
    async with person.connect(served(body), protocol_version="2025-11-25") as client:
        said = [(await client.call_tool("tool")).content[0].text for _ in range(TURNS)]
    # The moment lies between: earlier it is withdrawn, later it was answered.
    assert ("withdrawn", "True") == (said[0], said[-1])
    assert {"withdrawn", "True"} == set(said)


async def test_a_result_in_the_moment_of_its_cancellation_ends_no_session() -> None:
    """Ours: a relay cancels the calls of hosts that leave, and its own hosts cancel theirs."""
    answered: list[anyio.Event] = []

    async def body(ctx: Any) -> str:
        answered[-1].set()
        return "done"

    person = answers(answered)
    said = []
    async with person.connect(served(body), protocol_version="2025-11-25") as client:
        for turns in range(TURNS):
            answered.append(anyio.Event())
            said.append("cancelled")
            async with anyio.create_task_group() as tasks:
                with anyio.CancelScope() as calling:
                    tasks.start_soon(after, turns, answered[-1], calling.cancel)
                    said[-1] = (await client.call_tool("tool")).content[0].text
    assert ("cancelled", "done") == (said[0], said[-1])
    assert {"cancelled", "done"} == set(said)


async def test_a_call_that_is_done_in_the_moment_of_its_cancellation_ends_no_session() -> None:
    """Ours: its end was on its way when it was cancelled, and the client is answered once."""
    begun: list[anyio.Event] = []
    done: list[anyio.Event] = []

    async def body(ctx: Any) -> str:
        begun[-1].set()
        await done[-1].wait()
        return "done"

    async with answers([]).connect(served(body), protocol_version="2025-11-25") as client:
        for turns in range(TURNS):
            begun.append(anyio.Event())
            done.append(anyio.Event())
            async with anyio.create_task_group() as tasks:
                with anyio.CancelScope() as calling:
                    tasks.start_soon(after, 0, begun[-1], calling.cancel)
                    tasks.start_soon(after, turns, begun[-1], done[-1].set)
                    await client.call_tool("tool")
        begun.append(anyio.Event())
        done[-1].set()
        assert "done" == (await client.call_tool("tool")).content[0].text
