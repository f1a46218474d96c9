"""What is given up in the very moment in which it is done costs nobody the session.

Moments are turns of the event loop, of which one is the one: on SDK 1.x a session ended in it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from anyio.lowlevel import checkpoint

from mcp_elicit import AsyncServerExchange, ClientElicitation, ElicitRequest, ElicitResult, enable

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


if not SDK_2:
    # The handlers of SDK 1.x stand in a public dict, from which anybody may take one.
    types: Any = importlib.import_module("mcp.types")
    PROMPTS: Any = types.ListPromptsRequest(method="prompts/list")

    async def prompts() -> list[Any]:
        return []

    async def test_a_call_that_serves_another_request_by_hand_can_still_be_cancelled() -> None:
        """Ours: its own request is not over when the other is."""
        server: Any = low_level()
        ended, waiting = [], anyio.Event()

        async def call(name: str, arguments: Any) -> list[Any]:
            await server.request_handlers.get(types.ListPromptsRequest)(PROMPTS)
            waiting.set()
            try:
                await anyio.sleep(10)
            except anyio.get_cancelled_exc_class():
                ended.append("cancelled")
                raise
            return []

        server.list_prompts()(prompts)
        server.call_tool()(call)
        enable(server)
        async with connected(server) as client, anyio.create_task_group() as tasks:

            async def called() -> None:
                with pytest.raises(Exception, match="cancelled"):
                    await client.call_tool("call", {})

            tasks.start_soon(called)
            await waiting.wait()
            params = types.CancelledNotificationParams(requestId=client._request_id - 1)
            cancelled = types.CancelledNotification(method="notifications/cancelled", params=params)
            await client.send_notification(types.ClientNotification(cancelled))
        assert ["cancelled"] == ended

    async def test_a_handler_serves_outside_of_a_request_too() -> None:
        """Ours: as it did before the server was prepared."""
        server: Any = low_level()
        server.list_prompts()(prompts)
        enable(server)
        served_by_hand = await server.request_handlers.get(types.ListPromptsRequest)(PROMPTS)
        assert [] == served_by_hand.root.prompts

    def low_level() -> Any:
        lowlevel: Any = importlib.import_module("mcp.server.lowlevel")
        return lowlevel.Server("by hand")

    def connected(server: Any) -> Any:
        memory: Any = importlib.import_module("mcp.shared.memory")
        return memory.create_connected_server_and_client_session(server)
