"""Wrong arguments to an exchange: the same words on every version, and nobody is asked."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, ElicitRequest, RequestError, SyncServerExchange
from mcp_elicit.broker import Broker
from mcp_elicit.testing import Person, connect

from .servers import KINDS, VERSIONS, build

pytestmark = pytest.mark.anyio

FORM = ElicitRequest.for_form("Who?", {"type": "object", "properties": {"name": {"type": "string"}}})
PAGE = ElicitRequest.for_url("Connect", "https://a.example/x", "id-1")


def yes() -> bool:
    return True


WRONG: list[tuple[str, tuple[Any, ...], dict[str, Any], str]] = [
    ("create_elicitations", ([],), {}, "requests"),
    ("create_elicitations", ([FORM],), {}, "requests"),
    ("create_elicitations", ({5: FORM},), {}, "requests"),
    ("create_elicitations", ({"a": "Who?"},), {}, "requests['a']"),
    ("create_elicitation", ({"message": "Who?"},), {}, "request"),
    ("create_elicitation", (None,), {}, "request"),
    ("create_elicitation", (FORM,), {"timeout": "x"}, "timeout"),
    ("create_elicitation", (FORM,), {"timeout": True}, "timeout"),
    ("create_elicitation", (FORM,), {"timeout": float("nan")}, "timeout"),
    ("create_elicitation", (FORM,), {"timeout": float("inf")}, "timeout"),
    ("create_elicitation", (FORM,), {"key": 5}, "key"),
    ("confirm", ("Sure?",), {"key": 5}, "key"),
    ("confirm", ("Sure?",), {"timeout": "x"}, "timeout"),
    ("confirm", (5,), {}, "message"),
    ("ask", ("Who?", str), {"key": b"a"}, "key"),
    ("ask", ("Who?", str), {"timeout": -1}, "timeout"),
    ("ask", (None, str), {}, "message"),
    ("ask", (str, "Who?"), {}, "response_type"),
    ("choose", ("Which?", 5), {}, "options"),
    ("choose", ("Which?", None), {}, "options"),
    ("choose", ("Which?", "abc"), {}, "options"),
    ("choose", ("Which?", {"a", "b"}), {}, "options"),
    ("choose", ("Which?", []), {}, "options"),
    ("choose", ("Which?", ["a", "a"]), {}, "options"),
    ("choose", ("Which?", [1, 2]), {}, "options[0]"),
    ("choose", ("Which?", [[], []]), {}, "options[0]"),
    ("choose", ("Which?", {"a": 5}), {}, "options['a']"),
    ("choose", ("Which?", {"a": "Red", "b": "Red"}), {}, "options"),
    ("choose", (["a"], "Which?"), {}, "options"),
    ("once", (5, yes), {}, "key"),
    ("once", (None, yes), {}, "key"),
    ("once", ("k", 5), {}, "fn"),
    ("require_url", (PAGE,), {"done": None}, "done"),
    ("require_url", (PAGE,), {"done": True}, "done"),
    ("require_url", (None,), {"done": yes}, "request"),
    ("require_url", ("https://a.example",), {"done": yes}, "request"),
    ("require_url", (PAGE,), {"done": yes, "timeout": "x"}, "timeout"),
    ("require_url", (PAGE,), {"done": yes, "key": 5}, "key"),
    ("send_elicitation_complete", (5,), {}, "elicitation_id"),
    ("send_elicitation_complete", (None,), {}, "elicitation_id"),
]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("colour", [AsyncServerExchange, SyncServerExchange])
async def test_a_wrong_argument_is_named_with_what_to_give_instead(version: str, colour: Any) -> None:
    """Ours: a request error with its field and a remedy, before anybody is asked."""
    told: list[tuple[str, str, bool]] = []

    async def body(ctx: Any) -> str:
        exchange = colour.from_context(ctx)
        for name, arguments, keywords, _ in WRONG:
            with pytest.raises(RequestError) as refused:
                await called(getattr(exchange, name), *arguments, **keywords)
            fault = refused.value.faults[0]
            told.append((name, fault.path, bool(fault.remedy)))
        return "told"

    person = Person()
    async with connect(build(KINDS[0], tool=body).server, person, protocol_version=version) as client:
        assert "told" == (await client.call_tool("tool")).text
    assert [(name, field, True) for name, _, _, field in WRONG] == told
    assert [] == person.asked


async def called(method: Any, *arguments: Any, **keywords: Any) -> None:
    given = method(*arguments, **keywords)
    if inspect.isawaitable(given):
        await given


async def later(ctx: Any) -> str:
    return "ada"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_rounds", "x"),
        ("max_rounds", 0),
        ("max_state_bytes", 1.5),
        ("settle", None),
        ("hold", -1),
        ("look_again", float("nan")),
        ("settle", float("inf")),
        ("user_of", "ada"),
        ("user_of", later),
        ("broker", 5),
    ],
)
def test_a_wrong_setting_is_named_at_start_up(name: str, value: Any) -> None:
    """Ours: not in the first call that needs it."""
    with pytest.raises(RequestError) as refused:
        build(KINDS[0], **{name: value})
    assert (name, True) == (refused.value.faults[0].path, bool(refused.value.faults[0].remedy))


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_user_that_is_no_name_is_told_to_the_author(version: str) -> None:
    """Ours: and is not taken for somebody."""

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx, broker=Broker())
        with pytest.raises(RequestError) as refused:
            await exchange.confirm("Sure?")
        return refused.value.faults[0].path

    server = build(KINDS[0], tool=body, user_of=lambda ctx: 5).server
    async with connect(server, Person(), protocol_version=version, modes=()) as client:
        assert "user_of" == (await client.call_tool("tool")).text


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_broker_that_cannot_ask_is_named(version: str) -> None:
    """Ours."""

    async def body(ctx: Any) -> str:
        with pytest.raises(RequestError) as refused:
            AsyncServerExchange.from_context(ctx, broker=5)  # type: ignore[arg-type]  # the point
        return refused.value.faults[0].path

    async with connect(build(KINDS[0], tool=body).server, Person(), protocol_version=version) as client:
        assert "broker" == (await client.call_tool("tool")).text
