"""The same body on every kind of server and every version: what the person sees, what the author gets."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from mcp_elicit import Accepted, AsyncServerExchange, Cancelled, Declined, ElicitRequest, SyncServerExchange
from mcp_elicit.testing import CANCEL, DECLINE, CallError, Person, connect

from .servers import CELLS, HANDSHAKE, KINDS, SDK_2, build

pytestmark = pytest.mark.anyio


class Trip(BaseModel):
    city: str
    nights: int


async def book(ctx: Any) -> str:
    exchange = AsyncServerExchange.from_context(ctx)
    trip = await exchange.ask("Where to?", Trip)
    if not isinstance(trip, Accepted):
        return "another time"
    seat = await exchange.choose("Which class?", {"e": "Economy", "b": "Business"})
    if not isinstance(seat, Accepted):
        return type(seat).__name__
    if not await exchange.confirm(f"Book {trip.data.city}?"):
        return "not booked"
    return f"{trip.data.nights} nights in {trip.data.city}, {seat.data}"


def book_plainly(ctx: Any) -> str:
    exchange = SyncServerExchange.from_context(ctx)
    trip = exchange.ask("Where to?", Trip)
    if not isinstance(trip, Accepted):
        return "another time"
    seat = exchange.choose("Which class?", {"e": "Economy", "b": "Business"})
    if not isinstance(seat, Accepted):
        return type(seat).__name__
    if not exchange.confirm(f"Book {trip.data.city}?"):
        return "not booked"
    return f"{trip.data.nights} nights in {trip.data.city}, {seat.data}"


async def book_in_a_thread(ctx: Any) -> str:
    return await asyncio.to_thread(book_plainly, ctx)


BODIES = [
    book,
    book_in_a_thread,
    pytest.param(
        book_plainly,
        marks=pytest.mark.skipif(not SDK_2, reason="SDK 1.x runs plain tools on the loop's thread"),
    ),
]
ROME = {"city": "Rome", "nights": 3}
YES = {"confirm": True}
QUESTIONS = ["Where to?", "Which class?", "Book Rome?"]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_a_person_is_asked_step_by_step(kind: str, version: str, body: Any) -> None:
    """Ours: the author writes it once."""
    if kind.startswith("lowlevel") and body is book_plainly:
        pytest.skip("a low-level handler is async")
    person = Person({"Where to?": ROME, "Which class?": {"value": "b"}, "Book Rome?": YES})
    async with connect(build(kind, tool=body).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "3 nights in Rome, b" == reply.text
    assert QUESTIONS == person.asked


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_prompts_and_resources_ask_too(kind: str, version: str) -> None:
    """The specification's: the three requests that may need input."""
    person = Person({"Where to?": ROME, "Which class?": {"value": "b"}, "Book Rome?": YES})
    built = build(kind, prompt=book, resource=book)
    async with connect(built.server, person, protocol_version=version) as client:
        prompt = await client.get_prompt("prompt")
        resource = await client.read_resource("test://resource/1")
    assert "3 nights in Rome, b" in prompt.text
    assert "3 nights in Rome, b" in resource.text
    assert [*QUESTIONS, *QUESTIONS] == person.asked


@pytest.mark.parametrize(("kind", "version"), CELLS)
@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ({"Where to?": DECLINE}, "another time"),
        ({"Where to?": CANCEL}, "another time"),
        ({"Where to?": ROME, "Which class?": DECLINE}, Declined.__name__),
        ({"Where to?": ROME, "Which class?": CANCEL}, Cancelled.__name__),
        ({"Where to?": ROME, "Which class?": {"value": "b"}, "Book Rome?": {"confirm": False}}, "not booked"),
        ({"Where to?": ROME, "Which class?": {"value": "b"}, "Book Rome?": {}}, "not booked"),
        ({"Where to?": ROME, "Which class?": {"value": "b"}, "Book Rome?": DECLINE}, "not booked"),
    ],
)
async def test_a_refusal_is_an_answer_and_is_final(
    kind: str, version: str, answers: dict[str, Any], outcome: str
) -> None:
    """Ours: decline and cancel are outcomes; only an accepted true is a yes."""
    person = Person(answers)
    async with connect(build(kind, tool=book).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert outcome == reply.text
    assert list(answers) == person.asked


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_an_answer_that_does_not_fit_is_asked_again_with_the_reason(kind: str, version: str) -> None:
    """Ours: on every version; the reason names the field and never the answer."""
    person = Person(
        {
            "Where to?": [{"city": "Rome", "nights": "7 or 8"}, ROME],
            "Which class?": {"value": "b"},
            "Book Rome?": YES,
        }
    )
    async with connect(build(kind, tool=book).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "3 nights in Rome, b" == reply.text
    assert ["Where to?", *QUESTIONS] == person.asked
    assert "$.nights" in person.requests[1].message
    assert "7 or 8" not in person.requests[1].message


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_the_third_wrong_answer_is_an_error_that_names_the_fields(kind: str, version: str) -> None:
    """Ours: a host that accepts with nothing, again and again, does not keep the call for ever."""
    person = Person({"Where to?": {}})
    async with connect(build(kind, tool=book).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "$.city" in reply.text
    assert ["Where to?"] * 3 == person.asked


@pytest.mark.parametrize("version", ["2025-03-26", "2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("kind", KINDS)
async def test_a_client_without_elicitation_is_an_error_and_never_a_yes(kind: str, version: str) -> None:
    """The specification's: never ask what was not declared; ours: the model is told why."""
    person = Person()
    async with connect(build(kind, tool=book).server, person, protocol_version=version, modes=()) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "elicitation" in reply.text
    assert [] == person.asked


@pytest.mark.skipif(not SDK_2, reason="SDK 1.x does not speak 2026-07-28")
@pytest.mark.parametrize("kind", KINDS)
async def test_on_2026_07_28_the_client_learns_which_capability_is_missing(kind: str) -> None:
    """The specification's: -32021 with requiredCapabilities."""
    built = build(kind, tool=book, prompt=book, resource=book)
    async with connect(built.server, Person(), protocol_version="2026-07-28", modes=()) as client:
        with pytest.raises(CallError) as in_tool:
            await client.call_tool("tool")
        with pytest.raises(CallError) as in_prompt:
            await client.get_prompt("prompt")
        with pytest.raises(CallError) as in_resource:
            await client.read_resource("test://resource/1")
    # An empty object means form alone.
    expected: tuple[int, Any] = (-32021, {"requiredCapabilities": {"elicitation": {}}})
    assert [expected] * 3 == [(e.value.code, e.value.data) for e in (in_tool, in_prompt, in_resource)]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_question_that_fits_no_field_of_an_old_version_is_refused_by_name(kind: str) -> None:
    """Ours: a multi-select has no form on 2025-06-18; nothing is sent."""

    async def pick(ctx: Any) -> str:
        field = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}
        form = {"type": "object", "properties": {"tags": field}}
        result = await AsyncServerExchange.from_context(ctx).create_elicitation(
            ElicitRequest.for_form("Which?", form)
        )
        return str(result.action)

    person = Person()
    async with connect(build(kind, tool=pick).server, person, protocol_version="2025-06-18") as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "requestedSchema.properties.tags" in reply.text
    assert [] == person.asked


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_an_unawaited_confirm_is_no_yes(kind: str, version: str) -> None:
    """Ours: a coroutine is true in Python, and a forgotten await must not delete anything."""

    async def forgetful(ctx: Any) -> str:
        if AsyncServerExchange.from_context(ctx).confirm("Delete all?"):  # type: ignore[truthy-bool]  # the point
            return "deleted"
        return "kept"

    person = Person({"Delete all?": YES})
    async with connect(build(kind, tool=forgetful).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "await" in reply.text
    assert [] == person.asked


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_several_questions_are_asked_side_by_side(kind: str, version: str) -> None:
    """Ours: the keys are the author's, and every answer is checked."""

    async def several(ctx: Any) -> str:
        form = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        answers = await AsyncServerExchange.from_context(ctx).create_elicitations(
            {"left": ElicitRequest.for_form("Left?", form), "right": ElicitRequest.for_form("Right?", form)}
        )
        return " ".join(
            f"{key}={answer.content['name']}" for key, answer in answers.items() if answer.content
        )

    person = Person({"Left?": {"name": "l"}, "Right?": {"name": "r"}})
    async with connect(build(kind, tool=several).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "left=l right=r" == reply.text
    assert ["Left?", "Right?"] == sorted(person.asked)


@pytest.mark.parametrize("kind", KINDS)
async def test_on_the_loop_a_plain_body_is_told_what_to_do(kind: str) -> None:
    """Ours: an error at once instead of a deadlock."""

    async def wrong(ctx: Any) -> str:
        return book_plainly(ctx)

    async with connect(build(kind, tool=wrong).server, Person()) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "AsyncServerExchange" in reply.text


@pytest.mark.parametrize("version", HANDSHAKE)
@pytest.mark.parametrize("kind", KINDS)
async def test_handshake_versions_need_no_enable(kind: str, version: str) -> None:
    """Ours: where the server may send requests, an exchange is all there is to it."""
    person = Person({"Where to?": ROME, "Which class?": {"value": "b"}, "Book Rome?": YES})
    built = build(kind, tool=book, enabled=False)
    async with connect(built.server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "3 nights in Rome, b" == reply.text


@pytest.mark.skipif(not SDK_2, reason="SDK 1.x does not speak 2026-07-28")
@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_that_was_not_enabled_says_so_where_it_matters(kind: str) -> None:
    """Ours: the error names the line to add."""

    async def careful(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        with pytest.raises(Exception, match="enable"):
            await exchange.confirm("Sure?")
        return str(exchange.supports("form"))

    built = build(kind, tool=careful, enabled=False)
    async with connect(built.server, Person(), protocol_version="2026-07-28") as client:
        reply = await client.call_tool("tool")
    assert "False" == reply.text
