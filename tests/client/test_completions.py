"""Completions on their way to the consumers, and the arguments of calls on their way to the SDK."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_types as types
import pytest
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import UrlElicitationRequiredError

from mcp_elicit.broker import Broker
from mcp_elicit.client import ClientElicitation
from mcp_elicit.errors import QuestionExpiredError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitationCompleteNotification, ElicitResult


def completion(identity: str) -> types.ElicitCompleteNotification:
    return types.ElicitCompleteNotification.model_validate({"params": {"elicitationId": identity}})


async def answer(request: ElicitRequest) -> ElicitResult:
    return ElicitResult.accept()


@pytest.mark.anyio
async def test_one_failing_consumer_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    """Ours: each is told once, plain or awaited; what failed is logged by its class alone."""
    told: list[Any] = []

    def fails(notification: ElicitationCompleteNotification) -> None:
        raise ValueError("hunter2")

    async def awaited(notification: ElicitationCompleteNotification) -> None:
        told.append(("awaited", notification))

    def plain(notification: ElicitationCompleteNotification) -> None:
        told.append(("plain", notification))

    person = ClientElicitation(answer, modes=("url",), elicitation_complete_consumers=[fails, awaited, plain])
    person._shared.ledger.know(ElicitRequest.for_url("Sign in", "https://auth.example/", "id-1"))
    for identity in ("id-1", "id-1", "unknown"):
        await person.message_handler(completion(identity))
    expected = ElicitationCompleteNotification(elicitation_id="id-1")
    assert [("awaited", expected), ("plain", expected)] == told
    assert ["a consumer raised ValueError"] == [record.getMessage() for record in caplog.records]


@pytest.mark.anyio
@pytest.mark.parametrize("message", [ValueError("broken stream"), types.ToolListChangedNotification(), None])
async def test_what_is_no_completion_is_left_alone(message: Any) -> None:
    """Ours: the same handler hears everything."""
    told: list[Any] = []
    person = ClientElicitation(answer, elicitation_complete_consumers=[told.append])
    await person.message_handler(message)
    assert [] == told


def pages_server() -> MCPServer:
    """A server that asks for a page, always under one id, and says on demand that it is done."""
    server = MCPServer("pages")

    @server.tool()
    async def ask(ctx: Context) -> str:
        await ctx.session.elicit_url("?", "https://auth.example/", "id-1", related_request_id=ctx.request_id)
        return "asked"

    @server.tool()
    async def complete(ctx: Context) -> str:
        await ctx.session.send_elicit_complete("id-1", related_request_id=ctx.request_id)
        return "completed"

    return server


@pytest.mark.anyio
async def test_an_id_of_one_connection_is_a_foreign_id_on_another() -> None:
    """Spec: a completion is for "the client that initiated the elicitation request"."""
    told: list[Any] = []
    person = ClientElicitation(answer, modes=("url",), elicitation_complete_consumers=[told.append])
    server = pages_server()

    async with (
        person.connect(server, protocol_version="2025-11-25") as one,
        person.connect(server, protocol_version="2025-11-25") as other,
    ):
        await person.call_tool(one, "ask")
        await person.call_tool(other, "complete")
        await other.list_tools()
        assert [] == told
        await person.call_tool(one, "complete")
        await one.list_tools()
    assert ["id-1"] == [notification.elicitation_id for notification in told]


@pytest.mark.anyio
async def test_a_completion_reaches_the_question_that_waits_at_the_broker_and_no_other() -> None:
    """Ours: the page of another server that chose the same id is still to be done."""
    broker = Broker()
    person = ClientElicitation(None, modes=("url",), broker=broker)
    server = pages_server()

    news = broker.subscribe()

    async def agreed(client: Any) -> str:
        calling = asyncio.create_task(person.call_tool(client, "ask"))
        await anext(news)
        (question,) = broker.pending()
        broker.answer(question.id, ElicitResult.accept(), user=None)
        await calling
        await anext(news)
        assert question.elicitation_id is not None
        return question.elicitation_id

    async with (
        person.connect(server, protocol_version="2025-11-25") as one,
        person.connect(server, protocol_version="2025-11-25") as other,
    ):
        mine, theirs = await agreed(one), await agreed(other)
        await person.call_tool(one, "complete")
        await asyncio.wait_for(broker.wait_completed(mine), 20)
        with pytest.raises(QuestionExpiredError):
            await broker.wait_completed(theirs, timeout=0.05)


@pytest.mark.anyio
@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
async def test_the_arguments_of_the_sdks_own_method_pass_through(version: str) -> None:
    """Ours: progress, metadata and timeouts too."""
    progress: list[float] = []
    server = MCPServer("working")

    @server.tool()
    async def work(size: int, ctx: Context) -> str:
        await ctx.report_progress(1, size)
        return str((ctx.request_context.meta or {}).get("x/trace"))

    async def on_progress(done: float, total: float | None, message: str | None) -> None:
        progress.append(done)

    person = ClientElicitation(answer)
    async with person.connect(server, protocol_version=version) as client:
        result: Any = await person.call_tool(
            client, "work", {"size": 5}, 20.0, progress_callback=on_progress, meta={"x/trace": "t"}
        )
    assert ([1.0], "t") == (progress, result.content[0].text)


@pytest.mark.anyio
async def test_a_completion_that_was_told_already_is_not_waited_for() -> None:
    """Ours: consent is still asked once, and the call is repeated at once."""
    asked: list[str | None] = []
    calls = 0
    page = types.ElicitRequestURLParams(message="Sign in", url="https://auth.example/", elicitation_id="id-1")
    server = MCPServer("pages")

    @server.tool()
    async def work(ctx: Context) -> str:
        nonlocal calls
        calls += 1
        if calls % 2:
            raise UrlElicitationRequiredError([page])
        return "worked"

    async def consents(request: ElicitRequest) -> ElicitResult:
        asked.append(request.url)
        (connection,) = person._connections.values()
        connection.ledger.complete("id-1")
        return ElicitResult.accept()

    person = ClientElicitation(consents, modes=("url",), page_timeout=5.0)
    async with person.connect(server, protocol_version="2025-11-25") as client:
        for _ in range(2):
            result: Any = await person.call_tool(client, "work")
            assert "worked" == result.content[0].text
    assert (4, ["https://auth.example/"]) == (calls, asked)
