"""The SDKs' own constructors with our callbacks: all but the honest capability and the awake 1.x session."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any
from uuid import uuid4

import anyio
import pytest
from fastmcp import Client as FastMcpClient
from mcp import Client, ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError

from mcp_elicit.client import Asker, ClientElicitation, UnansweredError
from mcp_elicit.errors import QuestionWithdrawnError, RefusedError, RequestError, UnknownProtocolVersionError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitationCompleteNotification, ElicitResult

from .answering_program import FORM, ROUND_PAGE
from .programs import served

Plain = Callable[[ClientElicitation, str, str], AbstractAsyncContextManager[Any]]


@pytest.fixture(scope="module")
def asking() -> Iterator[str]:
    with served("asking_server") as url:
        yield url


@pytest.fixture(scope="module")
def blocking() -> Iterator[str]:
    with served("blocking_server") as url:
        yield url


def plain_client(person: ClientElicitation, url: str, mode: str) -> AbstractAsyncContextManager[Any]:
    return Client(
        url,
        mode=mode,
        elicitation_callback=person.elicitation_callback,
        message_handler=person.message_handler,
    )


def plain_fastmcp(person: ClientElicitation, url: str, mode: str) -> AbstractAsyncContextManager[Any]:
    return FastMcpClient(
        url, mode=mode, elicitation_handler=person.elicitation_handler, message_handler=person.message_handler
    )


@asynccontextmanager
async def plain_session(person: ClientElicitation, url: str, mode: str) -> AsyncIterator[Any]:
    async with (
        streamable_http_client(url) as (read, write),
        ClientSession(
            read,
            write,
            elicitation_callback=person.elicitation_callback,
            message_handler=person.message_handler,
        ) as session,
    ):
        await (session.initialize() if mode == "legacy" else session.discover())
        yield session


each_client = pytest.mark.parametrize("plain", [plain_client, plain_session, plain_fastmcp])


@each_client
@pytest.mark.anyio
async def test_a_question_is_answered(plain: Plain, asking: str) -> None:
    """Ours: two lines in an application that has its client already."""

    def answer(request: ElicitRequest) -> ElicitResult:
        return ElicitResult.accept({"name": "Ada"})

    person = ClientElicitation(answer, apply_defaults=True)
    async with plain(person, asking, "legacy") as client:
        result = await person.call_tool(client, "ask", {"questions": [FORM]})
    assert [{"action": "accept", "content": {"name": "Ada", "age": 30, "news": True}}] == json.loads(
        result.content[0].text
    )


@each_client
@pytest.mark.anyio
async def test_the_circuit_closes(plain: Plain, blocking: str) -> None:
    """Ours: completion arrives through `message_handler`."""
    told: list[ElicitationCompleteNotification] = []

    async def answer(request: ElicitRequest) -> ElicitResult:
        return ElicitResult.accept()

    person = ClientElicitation(answer, modes=("form", "url"), elicitation_complete_consumers=[told.append])
    async with plain(person, blocking, "legacy") as client:
        result = await person.call_tool(client, "work", {"case": "after", "run": f"plain-{plain.__name__}"})
    assert ('{"tool": "ok"}', 1, ()) == (result.content[0].text, len(told), person.pages)


@each_client
@pytest.mark.anyio
async def test_rounds_reach_the_handler_and_a_failure_is_ours(plain: Plain, asking: str) -> None:
    """Ours: the SDK's own rounds go through the same handler."""

    async def answer(request: ElicitRequest) -> ElicitResult:
        if request.is_url:
            raise ValueError("hunter2")
        return ElicitResult.accept({"name": "Ada"})

    person = ClientElicitation(answer, modes=("form", "url"))
    async with plain(person, asking, "2026-07-28") as client:
        result = await person.call_tool(client, "ask", {"rounds": [{"q": FORM}]})
        assert [{"q": {"action": "accept", "content": {"name": "Ada"}}}] == json.loads(result.content[0].text)
        with pytest.raises(UnansweredError, match=r"the handler raised ValueError ") as failed:
            await person.call_tool(client, "ask", {"rounds": [{"p": ROUND_PAGE}]})
        assert isinstance(failed.value.__cause__, ValueError)


@pytest.mark.anyio
async def test_a_call_that_does_not_go_through_us_still_asks(asking: str) -> None:
    """Ours: then the failure is the SDK's own error, without the exception's text."""
    person = ClientElicitation(lambda request: ElicitResult.accept({"name": 5}))
    async with person.connect(asking, protocol_version="2026-07-28") as client:
        with pytest.raises(MCPError) as failed:
            await client.call_tool("ask", {"rounds": [{"q": FORM}]})
    assert -32603 == failed.value.code


# ---- connections -----------------------------------------------------------------------------------


def server_in_this_process() -> MCPServer:
    server = MCPServer("in process")

    @server.tool()
    async def ask(ctx: Context) -> str:
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        answered = await ctx.session.elicit_form("n?", schema, related_request_id=ctx.request_id)
        return str(answered.content)

    @server.tool()
    async def modes(ctx: Context) -> str:
        declared = ctx.session.client_params
        return str(declared and declared.capabilities.elicitation)

    return server


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["mcp", "fastmcp"])
async def test_a_server_in_this_process_is_a_target_too(kind: str) -> None:
    """Ours: whatever the SDK's own client takes."""
    person = ClientElicitation(lambda request: ElicitResult.accept({"n": 3}))
    async with person.connect(server_in_this_process(), client=kind, protocol_version="2025-11-25") as client:
        assert "{'n': 3}" == (await person.call_tool(client, "ask")).content[0].text


@pytest.mark.parametrize("kind", ["mcp", "mcp-session", "fastmcp"])
@pytest.mark.anyio
async def test_a_server_without_a_handshake_is_known_by_its_results(kind: str, asking: str) -> None:
    """Spec: "clear which server is requesting information"; a pinned 2026-07-28 need not discover."""
    who: list[str | None] = []

    def answer(request: ElicitRequest, asker: Asker) -> ElicitResult:
        who.append(asker.server)
        return ElicitResult.decline()

    person = ClientElicitation(answer)
    async with person.connect(asking, client=kind, protocol_version="2026-07-28") as client:
        await person.call_tool(client, "ask", {"rounds": [{"q": FORM}]})
    assert ["asking server"] == who


@pytest.mark.anyio
async def test_the_clients_own_arguments_pass_through(asking: str) -> None:
    """Ours: a message handler of the application is called beside ours."""
    heard: list[Any] = []

    async def hear(message: Any) -> None:
        heard.append(message)

    person = ClientElicitation(lambda request: ElicitResult.accept(), modes=("form", "url"))
    question = {"mode": "url", "message": "?", "url": "https://auth.example/", "elicitationId": "heard"}
    async with person.connect(asking, protocol_version="2025-11-25", message_handler=hear) as client:
        await person.call_tool(client, "ask", {"questions": [question], "complete": True})
        with anyio.fail_after(20):
            while not heard:
                await anyio.lowlevel.checkpoint()
    assert "heard" == heard[0].params.elicitation_id


@pytest.mark.parametrize("argument", ["elicitation_callback", "elicitation_handler"])
@pytest.mark.anyio
async def test_a_second_handler_is_refused(argument: str, asking: str) -> None:
    """Ours: one of the two would never be asked."""
    arguments: dict[str, Any] = {argument: print}
    person = ClientElicitation(lambda request: ElicitResult.accept())
    with pytest.raises(RequestError, match=argument):
        async with person.connect(asking, **arguments):
            pass


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"client": "other"}, RequestError),
        ({"client": dict}, RequestError),
        ({"protocol_version": "2030-01-01"}, UnknownProtocolVersionError),
    ],
)
def test_a_connection_that_cannot_be_is_refused_at_once(arguments: Any, error: type[RequestError]) -> None:
    """Ours: before anything is opened."""
    with pytest.raises(error):
        ClientElicitation(lambda request: ElicitResult.accept()).connect("http://127.0.0.1/", **arguments)


@pytest.mark.parametrize(
    ("chosen", "made"), [(Client, Client), (ClientSession, ClientSession), (FastMcpClient, FastMcpClient)]
)
@pytest.mark.anyio
async def test_the_client_is_chosen_by_its_class(chosen: type[Any], made: type[Any], asking: str) -> None:
    """Ours: where two SDKs are installed."""
    person = ClientElicitation(lambda request: ElicitResult.accept())
    async with person.connect(asking, client=chosen) as client:
        assert isinstance(client, made)


@pytest.mark.anyio
async def test_a_lost_hook_of_the_sdk_fails_loudly(monkeypatch: pytest.MonkeyPatch, asking: str) -> None:
    """Ours: never a silent lie about what this client can do."""

    class Bare(Client):
        def __getattribute__(self, name: str) -> Any:
            if name == "_connect":
                raise AttributeError(name)
            return super().__getattribute__(name)

    monkeypatch.setattr("mcp.Client", Bare)
    person = ClientElicitation(lambda request: ElicitResult.accept())
    with pytest.raises(RequestError, match="no place to say what is declared"):
        async with person.connect(asking, client="mcp"):
            pass


@pytest.mark.anyio
async def test_a_hook_that_the_sdk_no_longer_calls_fails_loudly(
    monkeypatch: pytest.MonkeyPatch, asking: str
) -> None:
    """Ours: it is there, but what is declared does not pass through it."""

    class Deaf(Client):
        def __setattr__(self, name: str, value: Any) -> None:
            if name != "_connect" or "_connect" not in vars(self):
                super().__setattr__(name, value)

    monkeypatch.setattr("mcp.Client", Deaf)
    person = ClientElicitation(lambda request: ElicitResult.accept())
    with pytest.raises(RequestError, match="no place to say what is declared"):
        async with person.connect(asking, client="mcp"):
            pass


@pytest.mark.parametrize("kind", ["mcp", "mcp-session", "fastmcp"])
@pytest.mark.anyio
async def test_an_error_leaves_the_connection_as_it_is(kind: str, blocking: str) -> None:
    """Ours: the SDKs' task groups would wrap it."""
    person = ClientElicitation(lambda request: ElicitResult.decline(), modes=("form", "url"))
    with pytest.raises(RefusedError):
        async with person.connect(blocking, client=kind, protocol_version="2025-11-25") as client:
            await person.call_tool(client, "work", {"case": "decline", "run": f"leaves-{kind}"})
    assert ((), {}) == (person.pages, person._connections)


@pytest.mark.anyio
async def test_a_session_that_cannot_reach_its_target_says_so() -> None:
    """Ours: SDK 2.x connects servers of this process through its `Client` alone."""
    person = ClientElicitation(lambda request: ElicitResult.accept())
    with pytest.raises(RequestError, match="use client='mcp'"):
        async with person.connect(server_in_this_process(), client="mcp-session"):
            pass


@pytest.mark.anyio
async def test_a_client_that_disconnects_in_the_middle_leaves_nothing_behind(blocking: str) -> None:
    """Ours: no page, no call, no connection, and no thread that waits."""
    shown = anyio.Event()

    async def answer(request: ElicitRequest) -> ElicitResult:
        shown.set()
        await anyio.sleep_forever()
        raise AssertionError

    person = ClientElicitation(answer, modes=("form", "url"))
    async with anyio.create_task_group() as tasks:

        async def use() -> None:
            async with person.connect(blocking, protocol_version="2025-11-25") as client:
                await person.call_tool(client, "work", {"case": "never", "run": "disconnects"})

        tasks.start_soon(use)
        await shown.wait()
        assert 1 == len(person.pages)
        tasks.cancel_scope.cancel()
    assert ((), {}) == (person.pages, person._connections)


@pytest.mark.parametrize(
    ("served_by", "version", "arguments"),
    [
        ("asking", "2026-07-28", {"rounds": [{"q": FORM}]}),
        ("asking", "2026-07-28", {"rounds": [{"p": ROUND_PAGE}]}),
        ("blocking", "2025-11-25", {"case": "never"}),
    ],
    ids=["form in a round", "page in a round", "blocked call"],
)
@pytest.mark.parametrize("kind", ["mcp", "fastmcp"])
@pytest.mark.parametrize("in_thread", [False, True])
@pytest.mark.anyio
async def test_a_connection_that_closes_withdraws_what_is_asked_from_within_a_call(
    served_by: str, version: str, arguments: Any, kind: str, in_thread: bool, request: pytest.FixtureRequest
) -> None:
    """Ours: the handler is cancelled, or told, and the call ends at once with an error that says why."""
    askers: list[Asker] = []
    shown = anyio.Event()

    async def answer(request: ElicitRequest, asker: Asker) -> ElicitResult:
        askers.append(asker)
        shown.set()
        await anyio.sleep_forever()
        raise AssertionError

    def answer_in_a_thread(request: ElicitRequest, asker: Asker) -> ElicitResult:
        askers.append(asker)
        loop.call_soon_threadsafe(shown.set)
        asker.withdrawn.wait(20)
        return ElicitResult.accept()

    loop = asyncio.get_running_loop()
    url = request.getfixturevalue(served_by)
    person = ClientElicitation(answer_in_a_thread if in_thread else answer, modes=("form", "url"))

    async def call(client: Any) -> None:
        tool = "ask" if served_by == "asking" else "work"
        with pytest.raises(QuestionWithdrawnError, match="the connection was closed"):
            await person.call_tool(client, tool, {**arguments, "run": uuid4().hex})

    async def use(tasks: Any) -> None:
        async with person.connect(url, client=kind, protocol_version=version) as client:
            tasks.start_soon(call, client)
            await shown.wait()

    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            await use(tasks)
    assert ([True], ()) == ([asker.withdrawn.is_set() for asker in askers], person.pages)


@pytest.mark.anyio
async def test_a_call_that_is_cancelled_hands_its_question_to_the_next(blocking: str) -> None:
    """Ours: of two calls blocked on one page, the one that asked may go away."""
    asked = 0
    shown = anyio.Event()

    async def answer(request: ElicitRequest) -> ElicitResult:
        nonlocal asked
        asked += 1
        if asked == 1:
            shown.set()
            await anyio.sleep_forever()
        return ElicitResult.decline()

    person = ClientElicitation(answer, modes=("form", "url"))
    arguments = {"case": "many", "run": "handed-on", "of": 99}
    async with (
        person.connect(blocking, protocol_version="2025-11-25") as client,
        anyio.create_task_group() as tasks,
    ):
        first = anyio.CancelScope()

        async def make_first() -> None:
            with first:
                await person.call_tool(client, "work", {**arguments, "number": 1})

        async def make_second() -> None:
            with pytest.raises(RefusedError):
                await person.call_tool(client, "work", {**arguments, "number": 2})

        tasks.start_soon(make_first)
        await shown.wait()
        tasks.start_soon(make_second)
        with anyio.fail_after(20):
            while person.pages[0].waiting < 2:
                await anyio.lowlevel.checkpoint()
        first.cancel()
    assert (2, ()) == (asked, person.pages)
