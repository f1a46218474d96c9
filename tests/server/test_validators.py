"""Validators of the author's that fail in their own ways: the answer is asked for again, and told nowhere."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from pydantic import BaseModel, field_validator

from mcp_elicit import AsyncServerExchange, InvalidAnswerError
from mcp_elicit.testing import Person, connect

from .servers import KINDS, VERSIONS, build

pytestmark = pytest.mark.anyio

ROOMS = {"101": "sea"}
SECRET = "what the person typed"


class Stay(BaseModel):
    room: str
    share: int = 1

    @field_validator("room")
    @classmethod
    def known(cls, room: str) -> str:
        return ROOMS[room] and room

    @field_validator("share")
    @classmethod
    def dividable(cls, share: int) -> int:
        return 100 // share


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("content", [{"room": SECRET}, {"room": "101", "share": 0}])
async def test_a_validator_that_raises_something_else_refuses_the_answer(
    version: str, content: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: no traceback holds the answer; the log names the class of what was raised."""
    caught: list[InvalidAnswerError] = []

    async def body(ctx: Any) -> str:
        with pytest.raises(InvalidAnswerError) as invalid:
            await AsyncServerExchange.from_context(ctx).ask("Which room?", Stay)
        caught.append(invalid.value)
        return "refused"

    caplog.set_level(logging.DEBUG)
    person = Person({"Which room?": content})
    async with connect(build(KINDS[0], tool=body).server, person, protocol_version=version) as client:
        assert "refused" == (await client.call_tool("tool")).text
    error = caught[-1]
    assert ["$: expected a value that Stay accepts, got object"] == [str(p) for p in error.problems]
    assert (None, None) == (error.__cause__, error.__context__)
    assert 3 == len(person.asked)
    ours = [record.getMessage() for record in caplog.records if record.name == "mcp_elicit"]
    assert {"a validator of Stay raised KeyError", "a validator of Stay raised ZeroDivisionError"} >= set(
        ours
    )
    assert not [line for line in ours if SECRET in line]


async def test_a_second_answer_that_fits_is_taken() -> None:
    """Ours."""

    async def body(ctx: Any) -> str:
        outcome = await AsyncServerExchange.from_context(ctx).ask("Which room?", Stay)
        return str(outcome.action)

    person = Person({"Which room?": [{"room": SECRET}, {"room": "101"}]})
    async with connect(build(KINDS[0], tool=body).server, person) as client:
        assert "accept" == (await client.call_tool("tool")).text
    assert "Stay accepts" in person.requests[1].message
