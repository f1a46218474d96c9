"""The testing kit, as its users see it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, ElicitResult, PeerError
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


async def test_what_is_no_answer_is_refused() -> None:
    """Ours: a typo in a script is no decline."""
    person = Person({"Sure?": 3})
    async with connect(build(KINDS[0], tool=confirm).server, person) as client:
        assert (await client.call_tool("tool")).is_error
