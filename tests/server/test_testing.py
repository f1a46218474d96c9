"""The testing kit, as its users see it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, ElicitResult, PeerError, RequestError
from mcp_elicit.testing import DECLINE, NEVER, After, CallError, Person, connect

from .servers import KINDS, SDK_2, VERSIONS, build

pytestmark = pytest.mark.anyio

YES = {"confirm": True}


async def confirm(ctx: Any) -> str:
    return str(await AsyncServerExchange.from_context(ctx).confirm("Sure?"))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (YES, "True"),
        (ElicitResult.accept(YES), "True"),
        (DECLINE, "False"),
        (After(0.001, YES), "True"),
        (lambda request: YES if request.is_form else DECLINE, "True"),
        ([YES, DECLINE], "True"),
    ],
)
async def test_a_person_answers_as_scripted(version: str, answer: Any, text: str) -> None:
    """Ours."""
    person = Person({"Sure?": answer})
    async with connect(build(KINDS[0], tool=confirm).server, person, protocol_version=version) as client:
        assert text == (await client.call_tool("tool")).text
    assert ["Sure?"] == person.asked


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_call_that_waits_for_nobody_can_be_given_up(version: str) -> None:
    """Ours: a test of patience does not hang."""
    person = Person({"Sure?": NEVER})
    async with connect(build(KINDS[0], tool=confirm).server, person, protocol_version=version) as client:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(client.call_tool("tool"), 0.1)
    assert ["Sure?"] == person.withdrawn


@pytest.mark.skipif(SDK_2, reason="SDK 2.x speaks every version")
async def test_a_version_the_server_does_not_speak_is_named() -> None:
    """Ours."""
    with pytest.raises((PeerError, CallError)):
        async with connect(
            build(KINDS[0], tool=confirm).server, Person(), protocol_version="2026-07-28"
        ) as client:
            await client.call_tool("tool")


class Broken(Exception):
    """What a script of somebody's test raises."""


def broken(request: Any) -> Any:
    raise Broken


async def broken_later(request: Any) -> Any:
    await asyncio.sleep(0)
    raise Broken


@pytest.mark.timeout(10)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("answer", [broken, broken_later, After(0.001, broken)])
async def test_what_a_script_raises_fails_the_call_of_the_test(version: str, answer: Any) -> None:
    """Ours: at once, and as it is."""
    person = Person({"Sure?": answer})
    async with connect(build(KINDS[0], tool=confirm).server, person, protocol_version=version) as client:
        with pytest.raises(Broken):
            await client.call_tool("tool")


def cancelled(request: Any) -> Any:
    raise asyncio.CancelledError


@pytest.mark.timeout(10)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (3, "int is no answer"),
        (object(), "object is no answer"),
        (b"yes", "bytes is no answer"),
        (float("nan"), "float is no answer"),
        ("yes", "str is no answer"),
        (cancelled, "the function raised CancelledError"),
        ({"confirm": float("nan")}, "expected a finite number"),
    ],
)
async def test_what_is_no_answer_says_so_to_the_test(version: str, answer: Any, reason: str) -> None:
    """Ours: a typo in a script is no decline, and no error of the server."""
    person = Person({"Sure?": answer})
    async with connect(build(KINDS[0], tool=confirm).server, person, protocol_version=version) as client:
        with pytest.raises(RequestError) as refused:
            await client.call_tool("tool")
    assert reason == refused.value.faults[0].reason


@pytest.mark.parametrize("version", VERSIONS)
async def test_an_async_function_answers_too(version: str) -> None:
    """Ours."""

    async def agree(request: Any) -> Any:
        return YES

    person = Person({"Sure?": agree})
    async with connect(build(KINDS[0], tool=confirm).server, person, protocol_version=version) as client:
        assert "True" == (await client.call_tool("tool")).text
