"""2026-07-28: one conversation over many rounds, on every server that speaks it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import BaseModel

from mcp_elicit import AsyncServerExchange, ElicitRequest, SyncServerExchange
from mcp_elicit.testing import CallError, Person, TestClient, connect

from .servers import MODERN, SDK_2, build, unsealed

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not SDK_2, reason="SDK 1.x does not speak 2026-07-28"),
]

VERSION = "2026-07-28"
YES = {"confirm": True}
NO = {"confirm": False}


@asynccontextmanager
async def client_of(
    kind: str, body: Callable[[Any], Any], person: Person, **options: Any
) -> AsyncIterator[TestClient]:
    built = build(kind, tool=body, **options)
    async with connect(built.server, person, protocol_version=VERSION) as client:
        yield client


def call(given: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"name": "tool", "arguments": {}, **(given or {})}


async def gathered(exchange: AsyncServerExchange) -> list[bool]:
    return list(await asyncio.gather(exchange.confirm("A?"), exchange.confirm("B?"), exchange.confirm("C?")))


async def in_a_group(exchange: AsyncServerExchange) -> list[bool]:
    async with asyncio.TaskGroup() as group:  # type: ignore[attr-defined,unused-ignore]  # Python 3.11
        tasks = [group.create_task(exchange.confirm(message)) for message in ("A?", "B?", "C?")]
    return [task.result() for task in tasks]


async def one_a_little_later(exchange: AsyncServerExchange) -> list[bool]:
    async def later() -> bool:
        await asyncio.sleep(0.01)
        return await exchange.confirm("C?")

    return list(await asyncio.gather(exchange.confirm("A?"), exchange.confirm("B?"), later()))


SIDE_BY_SIDE = [
    gathered,
    one_a_little_later,
    pytest.param(
        in_a_group, marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="asyncio.TaskGroup is 3.11")
    ),
]


@pytest.mark.parametrize("ask", SIDE_BY_SIDE)
@pytest.mark.parametrize("kind", MODERN)
async def test_questions_asked_side_by_side_join_one_round(kind: str, ask: Any) -> None:
    """Ours: a person sees them together, and the client pays one round."""

    async def body(ctx: Any) -> str:
        return str(await ask(AsyncServerExchange.from_context(ctx)))

    person = Person({"A?": YES, "B?": NO, "C?": YES})
    async with client_of(kind, body, person) as client:
        reply = await client.call_tool("tool")
    assert "[True, False, True]" == reply.text
    assert 1 == reply.rounds
    assert ["A?", "B?", "C?"] == sorted(person.asked)


async def swallowed(exchange: AsyncServerExchange) -> str:
    try:
        return str(await exchange.confirm("Sure?"))
    except BaseException:
        return "swallowed"


async def caught(exchange: AsyncServerExchange) -> str:
    try:
        return str(await exchange.confirm("Sure?"))
    except Exception:
        return "caught"


async def broken(exchange: AsyncServerExchange) -> str:
    try:
        return str(await exchange.confirm("Sure?"))
    finally:
        if not exchange.supports("form"):
            raise ValueError("something else went wrong on the way out")


async def forgotten(exchange: AsyncServerExchange) -> str:
    task = asyncio.ensure_future(exchange.confirm("Sure?"))
    await asyncio.sleep(0.005)
    return str(task.result()) if task.done() else "did not wait"


@pytest.mark.parametrize("body_of", [swallowed, caught, broken, forgotten])
@pytest.mark.parametrize("kind", MODERN)
async def test_the_round_decides_however_the_body_ends(kind: str, body_of: Any) -> None:
    """Ours: an open question is never lost to an except clause or a return."""

    async def body(ctx: Any) -> str:
        return str(await body_of(AsyncServerExchange.from_context(ctx)))

    person = Person({"Sure?": YES})
    async with client_of(kind, body, person) as client:
        reply = await client.call_tool("tool")
    assert "True" == reply.text
    assert ["Sure?"] == person.asked


@pytest.mark.parametrize("kind", MODERN)
async def test_work_in_a_finally_clause_waits_for_the_answer(kind: str) -> None:
    """Ours: a body that only unwinds asks nothing and does nothing."""
    done: list[str] = []

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        try:
            return str(await exchange.confirm("Sure?"))
        finally:
            await exchange.once("clean", lambda: done.append("cleaned"))

    person = Person({"Sure?": YES})
    async with client_of(kind, body, person) as client:
        assert "True" == (await client.call_tool("tool")).text
    assert ["cleaned"] == done


@pytest.mark.parametrize("kind", MODERN)
async def test_two_questions_that_read_the_same_are_two(kind: str) -> None:
    """Ours: by occurrence in a row, by key side by side."""

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        first = [await exchange.confirm("Again?"), await exchange.confirm("Again?")]
        pair = await asyncio.gather(
            exchange.confirm("Sure?", key="right"), exchange.confirm("Sure?", key="left")
        )
        return f"{first} {list(pair)}"

    person = Person({"Again?": [YES, NO], "Sure?": [YES, NO]})
    async with client_of(kind, body, person) as client:
        reply = await client.call_tool("tool")
    assert "[True, False] [True, False]" == reply.text
    assert ["Again?", "Again?", "Sure?", "Sure?"] == person.asked


@pytest.mark.parametrize("kind", MODERN)
async def test_the_keys_of_several_questions_are_the_keys_on_the_wire(kind: str) -> None:
    """Ours."""

    async def body(ctx: Any) -> str:
        pages = {name: ElicitRequest.for_url(name, f"https://{name}.example") for name in ("left", "right")}
        return str(len(await AsyncServerExchange.from_context(ctx).create_elicitations(pages)))

    async with client_of(kind, body, Person()) as client:
        result = await client.request("tools/call", call())
    assert {"left", "right"} == set(result["inputRequests"])
    assert "elicitationId" not in result["inputRequests"]["left"]["params"]


@pytest.mark.parametrize("kind", MODERN)
async def test_a_question_that_changed_is_asked_again(kind: str) -> None:
    """Ours: an answer counts for the wording it was given to."""
    price = iter([10, 20, 20, 20])

    async def body(ctx: Any) -> str:
        amount = next(price)
        return f"{amount} {await AsyncServerExchange.from_context(ctx).confirm(f'Pay {amount}?')}"

    person = Person({"Pay 10?": YES, "Pay 20?": NO})
    async with client_of(kind, body, person) as client:
        reply = await client.call_tool("tool")
    assert "20 False" == reply.text
    assert ["Pay 10?", "Pay 20?"] == person.asked


@pytest.mark.parametrize("kind", MODERN)
async def test_a_body_that_asks_something_new_every_time_ends_with_an_error(kind: str) -> None:
    """Ours: after two such rounds, not after the client's ten."""

    async def body(ctx: Any) -> str:
        return str(await AsyncServerExchange.from_context(ctx).confirm(f"It is {time.monotonic_ns()}. Sure?"))

    person = Person(otherwise=YES)
    async with client_of(kind, body, person) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "different question" in reply.text
    assert 2 == len(person.asked)


async def confirm_twice(ctx: Any) -> str:
    exchange = AsyncServerExchange.from_context(ctx)
    return f"{await exchange.confirm('One?')} {await exchange.confirm('Two?')}"


def answered(result: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    responses = {key: {"action": "accept", "content": content} for key in result["inputRequests"]}
    return call({"inputResponses": responses, "requestState": result["requestState"]})


@pytest.mark.parametrize("kind", MODERN)
async def test_what_the_client_did_not_answer_is_asked_again(kind: str) -> None:
    """The specification's: SHOULD request the missing information again."""
    async with client_of(kind, confirm_twice, Person()) as client:
        first = await client.request("tools/call", call())
        again = await client.request("tools/call", call({"requestState": first["requestState"]}))
    assert first["inputRequests"] == again["inputRequests"]


@pytest.mark.parametrize("kind", MODERN)
async def test_answers_that_nobody_asked_for_are_ignored(kind: str) -> None:
    """Ours, stricter than the specification: on the first round too, so nobody answers before reading."""
    async with client_of(kind, confirm_twice, Person()) as client:
        asked = await client.request("tools/call", call())
        unasked = answered(asked, YES)
        del unasked["requestState"]
        first = await client.request("tools/call", unasked)
        second = await client.request("tools/call", answered(first, YES))
        foreign = answered(second, YES)
        foreign["inputResponses"]["somebody-else"] = {"action": "accept", "content": {"confirm": False}}
        last = await client.request("tools/call", foreign)
    assert asked["inputRequests"] == first["inputRequests"]
    assert "True True" == last["content"][0]["text"]


@pytest.mark.parametrize("kind", MODERN)
@pytest.mark.parametrize("spoil", ["tampered", "other arguments"])
async def test_state_that_does_not_belong_here_gets_the_sdks_own_error(kind: str, spoil: str) -> None:
    """The specification's: MUST reject state that fails verification."""
    async with client_of(kind, confirm_twice, Person()) as client:
        given = answered(await client.request("tools/call", call()), YES)
        if spoil == "tampered":
            state = given["requestState"]
            given["requestState"] = state[:-4] + ("AAAA" if state[-4:] != "AAAA" else "BBBB")
        else:
            given["arguments"] = {"other": "thing"}
        with pytest.raises(CallError) as refused:
            await client.request("tools/call", given)
    assert -32602 == refused.value.code


async def test_state_expires_with_the_sdks_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The specification's: a short expiry; the seal's life is the budget of a question."""
    async with client_of("mcpserver", confirm_twice, Person()) as client:
        given = answered(await client.request("tools/call", call()), YES)
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + 601)
        with pytest.raises(CallError) as refused:
            await client.request("tools/call", given)
    assert -32602 == refused.value.code


async def test_a_server_without_a_seal_is_told_the_line_to_add() -> None:
    """Ours: `enable` invents no key, and no state of ours leaves unsealed."""
    from mcp_elicit import enable

    server = unsealed(confirm_twice)
    enable(server)
    async with connect(server, Person(), protocol_version=VERSION) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "RequestStateBoundary" in reply.text


async def test_state_that_nobody_verified_is_not_read() -> None:
    """The specification's: attacker-controlled input; ours: a forged value of `once` is no value."""
    import json

    from mcp_elicit import enable

    async def body(ctx: Any) -> str:
        return str(await AsyncServerExchange.from_context(ctx).once("price", lambda: 100))

    server = unsealed(body)
    enable(server)
    forged = {"mcp_elicit": 1, "c": "c", "n": 1, "q": {}, "v": {"price": 0}}
    async with connect(server, Person(), protocol_version=VERSION) as client:
        result = await client.request("tools/call", call({"requestState": json.dumps(forged)}))
    assert "100" == result["content"][0]["text"]


@pytest.mark.parametrize("kind", MODERN)
async def test_a_call_may_take_as_many_rounds_as_stock_clients_give(kind: str) -> None:
    """Ours: ten rounds pass, and the eleventh is an error of ours before the client's own."""

    async def body(ctx: Any, questions: int = 10) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        return str([await exchange.confirm(f"{number}?") for number in range(questions)])

    async def body_of_eleven(ctx: Any) -> str:
        return await body(ctx, 11)

    person = Person(otherwise=YES)
    async with client_of(kind, body, person) as client:
        enough = await client.call_tool("tool")
    async with client_of(kind, body_of_eleven, person) as client:
        too_many = await client.call_tool("tool")
    assert 10 == enough.rounds
    assert too_many.is_error
    assert "10 rounds" in too_many.text


@pytest.mark.parametrize("kind", MODERN)
async def test_state_may_grow_to_its_limit(kind: str) -> None:
    """Ours: a large value belongs on the server."""

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.once("large", lambda: "x" * 5000)
        return str(await exchange.confirm("Sure?"))

    async with client_of(kind, body, Person(otherwise=YES)) as client:
        assert "True" == (await client.call_tool("tool")).text
    async with client_of(kind, body, Person(otherwise=YES), max_state_bytes=5000) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "5000 bytes" in reply.text


async def test_an_sdk_resolver_and_questions_of_the_body_share_one_call() -> None:
    """Ours: state that is not ours is handed on untouched."""
    from typing import Annotated

    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.resolve import Elicit, Resolve

    from mcp_elicit import enable

    class Name(BaseModel):
        name: str

    async def who() -> Elicit[Name]:
        return Elicit("Who?", Name)

    server = MCPServer("test")

    async def tool(name: Name, ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        sure = await exchange.confirm(f"Sure, {name.name}?")
        return f"{name.name} {sure} {await exchange.confirm('Really?')}"

    tool.__annotations__ = {"name": Annotated[Name, Resolve(who)], "ctx": Context, "return": str}
    who.__annotations__ = {"return": Elicit[Name]}
    server.tool(name="tool")(tool)
    enable(server)
    person = Person({"Who?": {"name": "Ada"}, "Sure, Ada?": YES, "Really?": NO})
    async with connect(server, person, protocol_version=VERSION) as client:
        reply = await client.call_tool("tool")
    assert "Ada True False" == reply.text
    assert ["Who?", "Sure, Ada?", "Really?"] == person.asked


async def test_rounds_written_by_hand_and_questions_of_the_body_share_one_call() -> None:
    """Ours: what we must remember travels around the author's own state."""
    import mcp_types as types
    from mcp.server.mcpserver import Context, MCPServer

    from mcp_elicit import enable

    server = MCPServer("test")
    seen: list[Any] = []

    async def tool(ctx: Any) -> Any:
        seen.append((ctx.request_state, bool(ctx.input_responses)))
        first = await AsyncServerExchange.from_context(ctx).confirm("Ours?")
        if ctx.request_state is None:
            form = {"type": "object", "properties": {"confirm": {"type": "boolean"}}}
            params = types.ElicitRequestFormParams(message="By hand?", requested_schema=form)
            return types.InputRequiredResult(
                input_requests={"hand": types.ElicitRequest(params=params)}, request_state="mine"
            )
        second = ctx.input_responses["hand"].content["confirm"]
        return f"{first} {second} {await AsyncServerExchange.from_context(ctx).confirm('Ours too?')}"

    tool.__annotations__ = {"ctx": Context, "return": Any}
    server.tool(name="tool", structured_output=False)(tool)
    enable(server)
    person = Person({"Ours?": YES, "By hand?": NO, "Ours too?": YES})
    async with connect(server, person, protocol_version=VERSION) as client:
        reply = await client.call_tool("tool")
    assert "True False True" == reply.text
    assert ["Ours?", "By hand?", "Ours too?"] == person.asked
    assert [(None, False), (None, False), ("mine", True), ("mine", True)] == seen


@pytest.mark.parametrize("kind", MODERN)
async def test_enabling_twice_is_enabling_once(kind: str) -> None:
    """Ours: a plug-in and its host may both do it."""
    from mcp_elicit import enable

    built = build(kind, tool=confirm_twice)
    enable(built.server)
    person = Person(otherwise=YES)
    async with connect(built.server, person, protocol_version=VERSION) as client:
        assert "True True" == (await client.call_tool("tool")).text
    assert ["One?", "Two?"] == person.asked


@pytest.mark.parametrize("kind", [kind for kind in MODERN if not kind.startswith("lowlevel")])
async def test_a_plain_body_may_ask_side_by_side_from_its_own_threads(kind: str) -> None:
    """Ours: threads that know their exchange ask like tasks do."""
    from concurrent.futures import ThreadPoolExecutor

    def body(ctx: Any) -> str:
        exchange = SyncServerExchange.from_context(ctx)
        with ThreadPoolExecutor(2) as pool:
            return str(list(pool.map(exchange.confirm, ["A?", "B?"])))

    person = Person({"A?": YES, "B?": NO})
    async with client_of(kind, body, person) as client:
        reply = await client.call_tool("tool")
    assert "[True, False]" == reply.text
    assert 1 == reply.rounds
