"""What an application may give as a handler, and where questions go when no one is there."""

from __future__ import annotations

import functools
import pickle
import socket
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError

from mcp_elicit.client import Asker, ClientElicitation, UnansweredError
from mcp_elicit.client.circuit import Blocked, Failed
from mcp_elicit.client.given import runs_in_thread, wants_asker
from mcp_elicit.errors import QuestionExpiredError, RequestError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult
from mcp_elicit.sdk.client_drive import _both_kinds
from mcp_elicit.sdk.client_wait import waker
from mcp_elicit.url_required import UrlElicitationRequiredError


class Plain:
    def __call__(self, request: ElicitRequest) -> ElicitResult:
        return ElicitResult.accept()


class Awaited:
    async def __call__(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        return ElicitResult.accept()

    async def method(self, request: ElicitRequest) -> ElicitResult:
        return ElicitResult.accept()


async def one(request: ElicitRequest) -> ElicitResult:
    return ElicitResult.accept()


def two(request: ElicitRequest, asker: Asker | None = None) -> ElicitResult:
    return ElicitResult.accept()


async def bound(screen: Any, request: ElicitRequest, asker: Asker) -> ElicitResult:
    return ElicitResult.accept()


def optioned(request: ElicitRequest, width: int = 80) -> ElicitResult:
    return ElicitResult.accept()


def anything(*arguments: Any) -> ElicitResult:
    return ElicitResult.accept()


@pytest.mark.parametrize(
    ("handler", "in_thread", "asker"),
    [
        (one, False, False),
        (two, True, True),
        (functools.partial(bound, "screen"), False, True),
        (optioned, True, False),
        (anything, True, True),
        (lambda request: ElicitResult.accept(), True, False),
        (Plain(), True, False),
        (Awaited(), False, True),
        (Awaited().method, False, False),
        (print, True, True),
    ],
)
def test_every_shape_of_a_handler_is_called_as_it_wants(handler: Any, in_thread: bool, asker: bool) -> None:
    """Ours: plain or awaited, with or without who asks."""
    assert (in_thread, asker) == (runs_in_thread(handler), wants_asker(handler))


def anything_of_one(request: Any) -> ElicitResult:
    return ElicitResult.accept()


def required(request: ElicitRequest, *, screen: Any) -> ElicitResult:
    return ElicitResult.accept()


@pytest.mark.parametrize(
    ("handler", "got"),
    [
        (lambda: None, "0 parameters"),
        (lambda request, asker, more: None, "3 parameters"),
        (functools.partial(anything_of_one, "request"), "0 parameters"),
        (Awaited.method, None),
        (Awaited, "0 parameters"),
        (required, "2 parameters"),
        (lambda request, asker, more=1: None, None),
        (lambda *arguments, **named: None, None),
        (lambda *, request: None, "1 parameter"),
        (dict.fromkeys, None),
    ],
)
def test_a_handler_of_other_parameters_is_refused_when_it_is_given(handler: Any, got: str | None) -> None:
    """Ours: at once, and not when the first question comes."""
    if got is None:
        assert ClientElicitation(handler).modes
        return
    with pytest.raises(RequestError) as refused:
        ClientElicitation(handler)
    (fault,) = refused.value.faults
    reason = f"takes the request, or the request and the asker; got {got}"
    assert ("handler", reason) == (fault.path, fault.reason)


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("elicitation_complete_consumers", print),
        ("elicitation_complete_consumers", [5]),
        ("page_consumers", print),
        ("page_consumers", "page"),
        ("schemes", "myapp"),
        ("schemes", [5]),
        ("schemes", None),
        ("page_timeout", -1),
        ("page_timeout", 0),
        ("page_timeout", float("nan")),
        ("page_timeout", "600"),
        ("page_timeout", True),
        ("max_questions_per_minute", 0),
    ],
)
def test_a_bad_setting_is_refused_when_it_is_given(path: str, given: Any) -> None:
    """Ours: at once, by its name."""
    keywords: dict[str, Any] = {path: given}
    with pytest.raises(RequestError) as refused:
        ClientElicitation(one, **keywords)
    assert [path] == [fault.path for fault in refused.value.faults]


@pytest.mark.parametrize(
    "target",
    [5, None, b"x", {"url": "x"}, ["python"], "./server.py", "python x.py", "http://", "file:///x", print],
)
@pytest.mark.parametrize("client", ["mcp", "mcp-session"])
def test_a_target_that_nothing_connects_to_is_refused(target: Any, client: str) -> None:
    """Ours: before the connection is entered, and in words of what is meant."""
    with pytest.raises(RequestError, match="expected a URL, stdio parameters, a server, or a transport, got"):
        ClientElicitation(one).connect(target, client=client)


@pytest.mark.anyio
@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("client", ["mcp", "mcp-session"])
async def test_a_url_that_nobody_serves_is_one_error_that_names_the_host(client: str, version: str) -> None:
    """Ours: no group of errors, and no query, which may hold a secret."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    person = ClientElicitation(one)
    with pytest.raises(RequestError, match=f"cannot connect to 127.0.0.1:{port} ") as refused:
        async with person.connect(
            f"http://127.0.0.1:{port}/mcp?key=hunter2", client=client, protocol_version=version
        ) as connected:
            await person.call_tool(connected, "ask")
    assert "hunter2" not in str(refused.value)


@pytest.mark.anyio
async def test_a_handler_that_calls_us_wrongly_is_told_its_own_line(caplog: pytest.LogCaptureFixture) -> None:
    """Ours: an error of ours holds no answer, so its sentence helps; the server hears nothing of it."""

    async def mistaken(request: ElicitRequest) -> ElicitResult:
        wrong: Any = SimpleNamespace(n="hunter2")
        return ElicitResult.accept(wrong)

    person = ClientElicitation(mistaken)
    async with person.connect(server(), protocol_version="2025-11-25") as client:
        result: Any = await person.call_tool(client, "ask")
    assert "-32603" == result.content[0].text
    (record,) = [one for one in caplog.records if one.levelname == "ERROR"]
    with pytest.raises(RequestError) as refused:
        ElicitResult.accept(SimpleNamespace(n="hunter2"))  # type: ignore[arg-type]  # what a newcomer writes
    line = mistaken.__code__.co_firstlineno + 2
    assert f"{__file__}, line {line}, in mistaken: {refused.value.sentence}" in record.getMessage()
    assert "hunter2" not in caplog.text


class Parked:
    """A broker that keeps what it was told."""

    def __init__(self, answer: ElicitResult | Exception) -> None:
        self.answer = answer
        self.told: list[Any] = []

    async def ask(self, request: ElicitRequest, **told: Any) -> ElicitResult:
        self.told.append({"message": request.message, **told})
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


async def nobody(request: ElicitRequest) -> ElicitResult:
    raise UnansweredError("no one is there")


def server() -> MCPServer:
    made = MCPServer("asking")

    @made.tool()
    async def ask(ctx: Context) -> str:
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        try:
            answered = await ctx.session.elicit_form("n?", schema, related_request_id=ctx.request_id)
        except MCPError as error:
            return f"{error.code}"
        return f"{answered.action} {answered.content}"

    return made


@pytest.mark.anyio
@pytest.mark.parametrize("handler", [nobody, None])
async def test_a_broker_takes_the_questions_when_no_one_is_there(handler: Any) -> None:
    """Ours: who asks, and for which call, goes along."""
    broker = Parked(ElicitResult.accept({"n": 3}))
    person = ClientElicitation(handler, broker=broker, page_timeout=7.0)
    async with person.connect(server(), protocol_version="2025-11-25") as client:
        result: Any = await person.call_tool(client, "ask")
    assert "accept {'n': 3}" == result.content[0].text
    assert [{"message": "n?", "call": "ask", "asked_by": "asking", "timeout": 7.0}] == broker.told


@pytest.mark.anyio
async def test_a_broker_that_gets_no_answer_is_an_error_and_no_decline() -> None:
    """Ours: nobody refused."""
    person = ClientElicitation(nobody, broker=Parked(QuestionExpiredError(1.0)))
    async with person.connect(server(), protocol_version="2025-11-25") as client:
        result: Any = await person.call_tool(client, "ask")
    assert "-32603" == result.content[0].text


def test_the_error_of_both_kinds_can_be_pickled() -> None:
    """Ours: it comes back as ours."""
    request = ElicitRequest.for_url("Sign in", "https://auth.example/", "id-1")
    again = UrlElicitationRequiredError([request], "blocked")
    raised = _both_kinds(Blocked(again, Failed(MCPError(-32042, "blocked"), again.to_error())))
    assert isinstance(raised, MCPError)
    copied = pickle.loads(pickle.dumps(raised))
    assert (UrlElicitationRequiredError, (request,)) == (type(copied), copied.elicitations)


class Token:
    def __init__(self, over: bool) -> None:
        self.over = over

    def run_sync_soon(self, work: Any) -> None:
        if self.over:
            raise RunFinishedError
        work()


class RunFinishedError(Exception):
    pass


class Event:
    is_set = False

    def set(self) -> None:
        self.is_set = True


@pytest.mark.parametrize("over", [False, True])
def test_a_waiter_on_trio_is_woken_by_its_own_loop(over: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours: the SDKs' clients run there too. A loop that is gone needs no waking."""
    lowlevel = SimpleNamespace(current_trio_token=lambda: Token(over))
    monkeypatch.setitem(
        sys.modules, "trio", SimpleNamespace(lowlevel=lowlevel, RunFinishedError=RunFinishedError)
    )
    event: Any = Event()
    waker(event)()
    assert (not over) == event.is_set
