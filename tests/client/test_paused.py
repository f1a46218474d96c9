"""A call that waits for its answers outside the process: stored as one document, resumed elsewhere."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from mcp_elicit.client import Call, ClientElicitation, PausedCall
from mcp_elicit.errors import ElicitError, InvalidAnswerError, PeerError, RequestError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

from .answering_program import FORM, ROUND_PAGE, roots_of
from .programs import served

CALL = Call("tools/call", "ask")
ARGUMENTS = {"rounds": [{"q": FORM, "p": ROUND_PAGE}, "state only", {"again": FORM}]}


async def nobody(request: ElicitRequest) -> ElicitResult:
    raise AssertionError("nobody is asked while a call is paused")


PERSON = ClientElicitation(nobody, modes=("form", "url"), apply_defaults=True)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served("asking_server") as url:
        yield url


@asynccontextmanager
async def connected(url: str, kind: str, **arguments: Any) -> AsyncIterator[Any]:
    async with PERSON.connect(url, client=kind, protocol_version="2026-07-28", **arguments) as client:
        yield client


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["mcp", "mcp-session", "fastmcp"])
async def test_a_call_is_paused_stored_and_resumed_on_another_connection(kind: str, url: str) -> None:
    """Spec: the requests of each round "are completely independent" (2026-07-28, basic/patterns/mrtr)."""
    async with connected(url, kind) as client:
        stored = (await PERSON.start(client, CALL, ARGUMENTS)).to_json()

    paused = PausedCall.from_json(stored)
    assert (CALL, ["q", "p"], ARGUMENTS) == (paused.call, list(paused.questions), paused.arguments)
    assert (True, True) == (paused.questions["q"].is_form, paused.questions["p"].is_url)

    async with connected(url, kind) as client:
        answers = {"q": ElicitResult.accept({"name": "Ada"}), "p": ElicitResult.decline()}
        second = await PERSON.resume(client, paused, answers)
        assert list(second.questions) == ["again"]
        result = await PERSON.resume(client, second, {"again": ElicitResult.cancel()})

    first = {"action": "accept", "content": {"name": "Ada", "age": 30, "news": True}}
    assert [{"q": first, "p": {"action": "decline"}}, {"again": {"action": "cancel"}}] == json.loads(
        result.content[0].text
    )


@pytest.mark.anyio
async def test_what_is_no_question_is_answered_at_once_and_kept(url: str) -> None:
    """Ours: the application's own callbacks answer sampling and roots, paused or not."""
    arguments = {"rounds": [{"q": FORM, "r": {"roots": True}}]}
    async with connected(url, "mcp", **roots_of("mcp")) as client:
        paused = PausedCall.from_json((await PERSON.start(client, CALL, arguments)).to_json())
        assert {"r": {"roots": [{"uri": "file:///here"}]}} == paused.other_responses
        result = await PERSON.resume(client, paused, {"q": ElicitResult.decline()})
    assert {"action": "decline"} == json.loads(result.content[0].text)[0]["q"]


@pytest.mark.anyio
async def test_a_call_that_asks_nothing_just_returns(url: str) -> None:
    """Ours: there is nothing to pause."""
    async with connected(url, "mcp") as client:
        assert "nothing" == (await PERSON.start(client, Call("tools/call", "nothing"))).content[0].text


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("answers", "error", "text"),
    [
        ({}, RequestError, "q: this question has no answer"),
        ({"q": ElicitResult.decline(), "x": ElicitResult.decline()}, RequestError, "x: no such question"),
        ({"q": ElicitResult.accept({"name": 7})}, InvalidAnswerError, "expected string, got integer"),
    ],
)
async def test_wrong_answers_are_told_before_anything_is_sent(
    answers: dict[str, ElicitResult], error: type[ElicitError], text: str, url: str
) -> None:
    """Ours: the paused call stays as it is, and can be answered better."""
    async with connected(url, "mcp") as client:
        paused = await PERSON.start(client, CALL, {"rounds": [{"q": FORM}]})
        with pytest.raises(error, match=text):
            await PERSON.resume(client, paused, answers)


@pytest.mark.anyio
async def test_an_older_version_cannot_pause(url: str) -> None:
    """Ours: there the server waits with the call open."""
    async with PERSON.connect(url, protocol_version="2025-11-25") as client:
        with pytest.raises(RequestError, match="2025-11-25 cannot pause"):
            await PERSON.start(client, CALL, ARGUMENTS)


GOOD = PausedCall(CALL, {"q": ElicitRequest.from_wire(FORM)}, {"a": 1}, "state").to_json()


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (b"no json", "not JSON"),
        (b"[]", "format: expected mcp-elicit.paused-call/1"),
        (GOOD.replace(b"paused-call/1", b"paused-call/2"), "format: expected mcp-elicit.paused-call/1"),
        (GOOD.replace(b"tools/call", b"tools/list"), "method: expected one of"),
        (GOOD.replace(b'"name":"ask"', b'"name":5'), "name: expected string, got integer"),
        (
            GOOD.replace(b'"requestState":"state"', b'"requestState":[]'),
            "requestState: expected string or null",
        ),
        (GOOD.replace(b'"questions":{', b'"questions":5,"x":{'), "questions: expected object"),
        (GOOD.replace(b'"message":"Who is it?"', b'"message":5'), "message: expected string"),
    ],
)
def test_a_document_that_is_none_is_told_in_one_error(document: bytes, text: str) -> None:
    """Ours: it comes back from a store, and may be anything."""
    with pytest.raises(PeerError, match=text):
        PausedCall.from_json(document)


def test_a_document_has_a_limit_both_ways() -> None:
    """Ours: a server's state is as long as the server likes."""
    with pytest.raises(PeerError, match="longer than"):
        PausedCall.from_json(GOOD, max_bytes=10)
    with pytest.raises(PeerError, match="larger than"):
        PausedCall(CALL, {}, None, "s" * 2_000_000).to_json()


def test_a_paused_call_shows_neither_arguments_nor_state() -> None:
    """Ours: a repr may be logged."""
    assert "secret" not in repr(PausedCall(CALL, {}, {"a": "secret"}, "secret", {"r": "secret"}))
