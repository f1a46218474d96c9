"""The relay's promises, one by one, with both ends in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from mcp_elicit import AsyncServerExchange, Broker, ElicitRequest, ElicitResult, Relay
from mcp_elicit.relay import hosts
from mcp_elicit.sdk.server_v2_calls import ElicitationMiddleware
from mcp_elicit.server.rounds import Conversation
from mcp_elicit.testing import DECLINE, NEVER, CallError, Person, connect

from .servers import Upstream, gateway, piped, relayed, streams

pytestmark = pytest.mark.anyio

UPSTREAMS = ("2025-11-25", "2026-07-28")
HOSTS = ("2025-06-18", "2025-11-25", "2026-07-28")
NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
SEVERAL = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}},
}
ANN = {"name": "Ann"}


def asks(message: str = "Name?", schema: dict[str, Any] = NAME) -> Any:
    """A body that asks one form."""

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        reply = await exchange.create_elicitation(ElicitRequest.for_form(message, schema))
        return f"{reply.action} {reply.content}"

    return body


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("version", UPSTREAMS)
@pytest.mark.parametrize("method", ["tools/call", "prompts/get", "resources/read"])
async def test_every_kind_of_call_asks_through_the_relay(method: str, version: str, host: str) -> None:
    """The specification's: the three requests that may ask."""
    params = {"uri": "memo://x"} if method == "resources/read" else {"name": "work", "arguments": {}}
    async with (
        relayed(Upstream(asks()), version) as server,
        connect(server, Person({"Name?": ANN}), protocol_version=host) as client,
    ):
        reply = await client.call(method, params)
    assert "accept {'name': 'Ann'}" == reply.text


async def test_a_resource_that_was_asked_for_is_not_for_a_cache() -> None:
    """The specification's: results produced by retrying must not be cached."""
    upstream = Upstream(asks())
    async with (
        relayed(upstream, "2026-07-28") as server,
        connect(server, Person({"Name?": ANN}), protocol_version="2026-07-28") as client,
    ):
        asked = await client.read_resource("memo://x")
        upstream.body = says_hello
        plain = await client.read_resource("memo://x")
    assert (0, "private") == (asked.result["ttlMs"], asked.result["cacheScope"])
    assert (60_000, "public") == (plain.result["ttlMs"], plain.result["cacheScope"])


async def says_hello(ctx: Any, given: dict[str, Any]) -> str:
    return "hello"


@pytest.mark.parametrize("modes", [(), ("form",), ("url",), ("form", "url")])
@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("version", UPSTREAMS)
async def test_upstream_sees_what_this_host_declared(version: str, host: str, modes: Any) -> None:
    """Ours: a relay does not lie about what the host can do."""
    upstream = Upstream(says_hello)
    async with (
        relayed(upstream, version) as server,
        connect(server, Person(), protocol_version=host, modes=modes) as client,
    ):
        await client.call_tool("work")
    said: Any = {(): None, ("form",): {}, ("url",): {"url": {}}, ("form", "url"): {"form": {}, "url": {}}}
    assert [said[modes]] == upstream.declared


@pytest.mark.parametrize("version", UPSTREAMS)
async def test_upstream_sees_form_and_url_where_a_broker_stands_behind_them(version: str) -> None:
    """Ours: what the host cannot show, the broker can."""
    upstream = Upstream(says_hello)
    async with (
        relayed(upstream, version, broker=Broker()) as server,
        connect(server, Person(), protocol_version="2025-06-18", modes=()) as client,
    ):
        await client.call_tool("work")
    assert [{"form": {}, "url": {}}] == upstream.declared


@pytest.mark.parametrize("given_to", ["relay", "server"])
@pytest.mark.parametrize("version", UPSTREAMS)
async def test_a_question_that_the_host_cannot_show_goes_to_the_broker(version: str, given_to: str) -> None:
    """Ours: decision 6; the person is told who asks, and for which call."""
    broker = Broker()
    given: dict[str, Any] = {"broker": broker} if given_to == "relay" else {"enabling": {"broker": broker}}
    async with (
        relayed(Upstream(asks("Tags?", SEVERAL)), version, **given) as server,
        connect(server, Person(), protocol_version="2025-06-18") as client,
    ):
        news = broker.subscribe()
        calling = asyncio.create_task(client.call_tool("work"))
        await anext(news)
        (question,) = broker.pending()
        broker.answer(question.id, ElicitResult.accept({"tags": ["b"]}), user=None)
        reply = await calling
    assert ("work", "upstream") == (question.call, question.asked_by)
    assert "accept {'tags': ['b']}" == reply.text


@pytest.mark.parametrize("version", UPSTREAMS)
async def test_a_question_that_nobody_can_show_is_refused_with_the_reason(version: str) -> None:
    """Ours: never a hang, and never another question in its place."""
    person = Person()
    async with (
        relayed(Upstream(asks("Tags?", SEVERAL)), version) as server,
        connect(server, person, protocol_version="2025-06-18") as client,
    ):
        reply = await client.call_tool("work")
    assert reply.is_error
    assert [] == person.asked


@pytest.mark.parametrize("host", ["2025-06-18", "2025-11-25"])
async def test_a_host_that_cancels_cancels_the_call_upstream(host: str) -> None:
    """The specification's: a cancelled request is not worked on, and its question is taken back."""
    asked = asyncio.Event()

    def never(request: ElicitRequest) -> str:
        asked.set()
        return NEVER

    upstream, person = Upstream(asks()), Person({"Name?": never})
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, person, protocol_version=host) as client,
    ):
        calling = asyncio.create_task(client.call_tool("work"))
        await asked.wait()
        calling.cancel()
        await asyncio.wait_for(upstream.cancelled.wait(), 10)
    assert ["Name?"] == person.withdrawn


async def test_a_host_that_cancels_a_round_cancels_the_parked_call() -> None:
    """Ours: a round that is cancelled gives the call up."""
    working = asyncio.Event()

    async def works(ctx: Any, given: dict[str, Any]) -> str:
        working.set()
        await asyncio.Event().wait()
        return "never"

    upstream = Upstream(works)
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, Person(), protocol_version="2026-07-28") as client,
    ):
        calling = asyncio.create_task(client.call_tool("work"))
        await working.wait()
        calling.cancel()
        await asyncio.wait_for(upstream.cancelled.wait(), 10)


async def test_an_expired_parked_call_is_cancelled_upstream() -> None:
    """Ours: nobody came back for it."""
    upstream = Upstream(asks())
    async with (
        relayed(upstream, "2025-11-25", timeout=0.2) as server,
        connect(server, Person({"Name?": NEVER}), protocol_version="2026-07-28") as client,
    ):
        first = await client.request("tools/call", {"name": "work", "arguments": {}})
        await asyncio.wait_for(upstream.cancelled.wait(), 10)
        answer = {key: {"action": "accept", "content": ANN} for key in first["inputRequests"]}
        late = {"requestState": first["requestState"], "inputResponses": answer}
        reply = await client.request("tools/call", {"name": "work", "arguments": {}, **late})
    assert reply["isError"] is True
    assert 1 == upstream.calls


async def test_a_round_sent_twice_gives_the_same_result_and_calls_upstream_once() -> None:
    """Ours: an answer may get lost on its way to the host."""
    upstream = Upstream(asks())
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, Person(), protocol_version="2026-07-28") as client,
    ):
        first = await client.request("tools/call", {"name": "work", "arguments": {}})
        answer = {key: {"action": "accept", "content": ANN} for key in first["inputRequests"]}
        again = {"requestState": first["requestState"], "inputResponses": answer}
        params = {"name": "work", "arguments": {}, **again}
        replies = await asyncio.gather(*(client.request("tools/call", params) for _ in range(3)))
        replies.append(await client.request("tools/call", params))
    assert 1 == upstream.calls
    assert {"accept {'name': 'Ann'}"} == {reply["content"][0]["text"] for reply in replies}


async def test_a_parked_call_is_not_for_another_user() -> None:
    """Ours: bound to who made it, also where the seal names no principal."""
    users = ["ann"]
    upstream = Upstream(asks())
    async with (
        relayed(upstream, "2025-11-25", enabling={"user_of": lambda ctx: users[0]}) as server,
        connect(server, Person(), protocol_version="2026-07-28") as client,
    ):
        first = await client.request("tools/call", {"name": "work", "arguments": {}})
        answer = {key: {"action": "accept", "content": ANN} for key in first["inputRequests"]}
        params = {"name": "work", "arguments": {}, "requestState": first["requestState"]}
        params["inputResponses"] = answer
        users[0] = "bob"
        stolen = await client.request("tools/call", params)
        users[0] = "ann"
        mine = await client.request("tools/call", params)
    assert stolen["isError"] is True
    assert "accept {'name': 'Ann'}" == mine["content"][0]["text"]


async def test_the_state_that_travels_names_the_call_and_holds_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ours: an answer that was handed on does not travel back and forth."""
    seen: list[str] = []

    async def twice(ctx: Any, given: dict[str, Any]) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        for message in ("One?", "Two?"):
            await exchange.create_elicitation(ElicitRequest.for_form(message, NAME))
        return "done"

    upstream = Upstream(twice)
    async with relayed(upstream, "2025-11-25") as server:
        (middleware,) = [one for one in server.middleware if isinstance(one, ElicitationMiddleware)]
        close = middleware._end_round

        def noting(conversation: Conversation, ctx: Any) -> Any:
            seen.append(conversation.round_result()["requestState"])
            return close(conversation, ctx)

        monkeypatch.setattr(middleware, "_end_round", noting)
        person = Person({"One?": {"name": "hunter2"}, "Two?": ANN})
        async with connect(server, person, protocol_version="2026-07-28") as client:
            reply = await client.call_tool("work")
    assert ("done", 2) == (reply.text, reply.rounds)
    assert 2 == len(seen)
    assert [] == [state for state in seen if "hunter2" in state]


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
async def test_questions_asked_side_by_side_reach_the_host_together(host: str) -> None:
    """Ours: one round for questions that are asked at once."""

    async def both(ctx: Any, given: dict[str, Any]) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        asked = {key: ElicitRequest.for_form(f"{key}?", NAME) for key in ("one", "two")}
        replies = await exchange.create_elicitations(asked)
        return " ".join(str((reply.content or {})["name"]) for reply in replies.values())

    for version in UPSTREAMS:
        person = Person({"one?": {"name": "1"}, "two?": {"name": "2"}})
        async with (
            relayed(Upstream(both), version) as server,
            connect(server, person, protocol_version=host) as client,
        ):
            reply = await client.call_tool("work")
        assert "1 2" == reply.text
        assert (1 if host == "2026-07-28" else 0) == reply.rounds


# ---- pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
async def test_a_blocked_call_is_made_once_more_when_its_page_is_done(host: str) -> None:
    """Ours: decision 10, at the relay."""
    upstream = Upstream(says_hello)
    upstream.block(1)
    person = Person()
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, person, protocol_version=host) as client,
    ):
        reply = await client.call_tool("work")
        completed = list(client.completed)
    assert "paid" == reply.text
    assert ["Pay"] == person.asked
    assert (2, 1 if host == "2025-11-25" else 0) == (upstream.calls, len(completed))


async def test_a_call_that_is_blocked_again_surfaces_under_ids_of_the_relay() -> None:
    """Ours: decision 10, a second -32042 is an error; an upstream id leaves the gateway never."""
    upstream = Upstream(says_hello)
    upstream.block(9)
    person = Person()
    async with relayed(upstream, "2025-11-25") as server:
        async with connect(server, person) as client:
            with pytest.raises(CallError) as caught:
                await client.call_tool("work")
        async with connect(server, Person(), protocol_version="2026-07-28") as client:
            reply = await client.call_tool("work")
    assert -32042 == caught.value.code
    assert reply.is_error
    assert 4 == upstream.calls


async def test_without_a_channel_the_error_itself_reaches_the_host_and_its_page_completes() -> None:
    """The specification's: -32042 on 2025-11-25, for a client that declared url."""
    upstream = Upstream(says_hello)
    upstream.block(1)
    person = Person()
    async with relayed(upstream, "2025-11-25") as server, connect(server, person, channel=False) as client:
        with pytest.raises(CallError) as caught:
            await client.call_tool("work")
        assert 1 == upstream.calls
        await asyncio.wait_for(client.open_pages(caught.value), 10)
        reply = await client.call_tool("work")
    assert ("paid", 2) == (reply.text, upstream.calls)


@pytest.mark.parametrize("host", HOSTS)
async def test_a_blocked_call_is_an_error_for_a_host_that_declared_no_url(host: str) -> None:
    """Ours: -32042 is relayed to nobody who did not declare url."""
    raw = Upstream(raises_raw)
    async with (
        relayed(raw, "2025-11-25") as server,
        connect(server, Person(), protocol_version=host, modes=("form",)) as client,
    ):
        if host == "2026-07-28":
            with pytest.raises(CallError) as caught:
                await client.call_tool("work")
            assert -32021 == caught.value.code
        else:
            assert (await client.call_tool("work")).is_error
    assert 1 == raw.calls


async def raises_raw(ctx: Any, given: dict[str, Any]) -> str:
    from mcp.shared.exceptions import MCPError

    page = {"mode": "url", "message": "Pay", "url": "https://pay.example/x", "elicitationId": "up"}
    ctx.session.client_capabilities.elicitation.url = (
        types.UrlElicitationCapability()
    )  # this server asks whatever was declared
    raise MCPError(-32042, "Pay first", {"elicitations": [page]})


@pytest.mark.parametrize("host", HOSTS)
async def test_an_error_of_the_same_code_that_is_not_ours_passes_untouched(host: str) -> None:
    """Ours: decision 10; the code also exists as "payment required"."""

    async def payment(ctx: Any, given: dict[str, Any]) -> str:
        from mcp.shared.exceptions import MCPError

        raise MCPError(-32042, "payment required", {"challenges": [{"amount": 5}]})

    async with (
        relayed(Upstream(payment), "2025-11-25") as server,
        connect(server, Person(), protocol_version=host) as client,
    ):
        with pytest.raises(CallError) as caught:
            await client.call_tool("work")
    assert (-32042, {"challenges": [{"amount": 5}]}) == (caught.value.code, caught.value.data)


# ---- several hosts ----------------------------------------------------------------------------


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("version", UPSTREAMS)
async def test_two_hosts_never_see_each_others_questions(version: str, host: str) -> None:
    """Ours: one upstream connection per host."""

    async def asks_who(ctx: Any, given: dict[str, Any]) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        reply = await exchange.create_elicitation(ElicitRequest.for_form(f"For {given['who']}?", NAME))
        return str((reply.content or {})["name"])

    people = {who: Person({f"For {who}?": {"name": who}}) for who in ("ann", "bob")}
    async with relayed(Upstream(asks_who), version) as server:

        async def visit(who: str) -> list[str]:
            async with connect(server, people[who], protocol_version=host) as client:
                calls = [client.call_tool("work", {"who": who}) for _ in range(5)]
                return [reply.text for reply in await asyncio.gather(*calls)]

        said = await asyncio.gather(*map(visit, people))
    assert [["ann"] * 5, ["bob"] * 5] == list(said)
    assert {who: {f"For {who}?"} for who in people} == {
        who: set(person.asked) for who, person in people.items()
    }


@pytest.mark.parametrize("host", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("version", UPSTREAMS)
async def test_progress_reaches_the_host_that_asked_for_it(version: str, host: str) -> None:
    """The specification's: progress belongs to the request that named the token."""

    async def reports(ctx: Any, given: dict[str, Any]) -> str:
        await ctx.session.report_progress(1, 2, "half")
        return "done"

    heard: list[Any] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with relayed(Upstream(reports), version) as server, Client(streams(server), mode=host) as client:
        await client.call_tool("work", {}, progress_callback=hear)
    assert [(1, 2, "half")] == heard


async def test_members_that_nobody_knows_pass() -> None:
    """Ours: a gateway loses nothing of a call, but what belongs to one connection."""
    seen: list[Any] = []

    async def notes(ctx: Any, given: dict[str, Any]) -> str:
        seen.append(dict(ctx.params))
        return "done"

    async with relayed(Upstream(notes), "2025-11-25") as server, connect(server, Person()) as client:
        meta = {"progressToken": 7, "vendor/trace": "t"}
        await client.call("tools/call", {"name": "work", "arguments": {"a": [1]}, "_meta": meta})
    (params,) = seen
    assert ({"a": [1]}, "t") == (params["arguments"], params["_meta"]["vendor/trace"])
    assert 7 != params["_meta"].get("progressToken")


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("version", UPSTREAMS)
async def test_unknown_members_of_a_question_reach_the_host(version: str, host: str) -> None:
    """Ours: a gateway loses nothing."""
    asked = ElicitRequest.from_wire({"message": "Name?", "requestedSchema": NAME, "vendor/hint": {"a": 1}})

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        reply = await AsyncServerExchange.from_context(ctx).create_elicitation(asked)
        return str(reply.content)

    person = Person({"Name?": ANN})
    async with (
        relayed(Upstream(body), version) as server,
        connect(server, person, protocol_version=host) as client,
    ):
        await client.call_tool("work")
    assert [{"vendor/hint": {"a": 1}}] == [request.model_extra for request in person.requests]


async def test_an_upstream_that_goes_away_is_an_error_and_the_next_call_connects_anew() -> None:
    """Ours: never a hang."""
    upstream = Upstream(says_hello)
    gone: list[asyncio.Event] = []

    @asynccontextmanager
    async def cut() -> AsyncIterator[Any]:
        gone.append(asyncio.Event())
        async with streams(upstream.server) as (read, write):
            yield read, write

    async def leaves(ctx: Any, given: dict[str, Any]) -> str:
        await ctx.session._connection.outbound._write_stream.aclose()
        return "nobody hears this"

    async with (
        Relay(lambda ctx: cut(), protocol_version="2025-11-25") as relay,
        connect(gateway(relay), Person()) as client,
    ):
        upstream.body = leaves
        first = await asyncio.wait_for(client.call_tool("work"), 20)
        upstream.body = says_hello
        second = await asyncio.wait_for(client.call_tool("work"), 20)
    assert (True, "hello", 2) == (first.is_error, second.text, len(gone))


# ---- when things take long, or end early --------------------------------------------------------


async def test_a_round_does_not_hold_a_host_for_a_page_that_takes_long() -> None:
    """Ours: it ends without a question, below the time after which many clients give up."""
    upstream = Upstream(says_hello)
    upstream.block(1, seconds=0.5)
    person = Person()
    async with (
        relayed(upstream, "2025-11-25", enabling={"hold": 0.1}) as server,
        connect(server, person, protocol_version="2026-07-28") as client,
    ):
        reply = await client.call_tool("work")
    assert "paid" == reply.text
    assert ["Pay"] == person.asked
    assert reply.rounds > 1


async def test_a_blocked_call_of_an_old_host_goes_through_the_broker() -> None:
    """Ours: the broker opens the page that the host cannot, and the call is made once more."""
    broker = Broker()
    upstream = Upstream(says_hello)
    upstream.block(1)
    async with (
        relayed(upstream, "2025-11-25", broker=broker) as server,
        connect(server, Person(), protocol_version="2025-06-18") as client,
    ):
        news = broker.subscribe()
        calling = asyncio.create_task(client.call_tool("work"))
        await anext(news)
        (question,) = broker.pending()
        assert question.for_person_only
        broker.answer(question.id, ElicitResult.accept(), user=None)
        reply = await calling
    assert ("paid", 2) == (reply.text, upstream.calls)


async def test_a_page_that_is_refused_ends_the_blocked_call() -> None:
    """Ours: decision 10, decline surfaces as an error."""
    for host in ("2025-11-25", "2026-07-28"):
        upstream = Upstream(says_hello)
        upstream.block(9)
        async with (
            relayed(upstream, "2025-11-25") as server,
            connect(server, Person({"Pay": DECLINE}), protocol_version=host) as client,
        ):
            reply = await client.call_tool("work")
        assert reply.is_error
        assert 1 == upstream.calls


async def test_a_question_that_its_own_call_does_not_carry_moves_to_another() -> None:
    """Ours: a handshake version does not say which call asks; the host's person is the same."""
    second = asyncio.Event()
    asked: list[str] = []

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        if given["name"] == "quick":
            second.set()
            await carried.wait()
            return "quick"
        await second.wait()
        reply = await AsyncServerExchange.from_context(ctx).create_elicitation(
            ElicitRequest.for_form("Name?", NAME)
        )
        return str((reply.content or {})["name"])

    carried = asyncio.Event()

    def answer(request: ElicitRequest) -> Any:
        asked.append(request.message)
        carried.set()  # the call that carries it ends, and takes it back
        return NEVER if len(asked) == 1 else ANN

    upstream = Upstream(body)
    async with (
        Relay(lambda ctx: piped(upstream.server), protocol_version="2025-11-25") as relay,
        connect(gateway(relay), Person({"Name?": answer})) as client,
    ):
        slow = asyncio.create_task(client.call_tool("work", {"name": "slow"}))
        quick = asyncio.create_task(client.call_tool("work", {"name": "quick"}))
        replies = await asyncio.wait_for(asyncio.gather(slow, quick), 20)
    assert ["Ann", "quick"] == [reply.text for reply in replies]
    assert ["Name?", "Name?"] == asked


async def test_closing_the_relay_ends_what_is_on_its_way() -> None:
    """Ours: no task is left behind."""
    upstream = Upstream(asks())
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, Person(), protocol_version="2026-07-28") as client,
    ):
        first = await client.request("tools/call", {"name": "work", "arguments": {}})
    assert "input_required" == first["resultType"]
    await asyncio.wait_for(upstream.cancelled.wait(), 10)


async def test_a_connection_is_closed_when_nobody_uses_it_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ours: requests that ask nothing use it too, and may take longer than a connection is kept."""
    monkeypatch.setattr(hosts, "IDLE", 0.05)
    monkeypatch.setattr("mcp_elicit.sdk.relay_host.connection_of", lambda call: None)  # as over HTTP
    upstream = Upstream(says_hello)
    looked, closed = asyncio.Event(), asyncio.Event()
    connections: list[Any] = []
    look = hosts.Hosts._close_if_idle

    def looks(self: hosts.Hosts, link: Any) -> None:
        look(self, link)
        looked.set()

    monkeypatch.setattr(hosts.Hosts, "_close_if_idle", looks)

    @asynccontextmanager
    async def noted() -> AsyncIterator[Any]:
        async with streams(upstream.server) as (read, write):
            connections.append((read, write))
            yield read, write
        closed.set()

    async def slow(ctx: Any, params: Any) -> types.ListToolsResult:
        if params.cursor == "slow":
            await looked.wait()
        return types.ListToolsResult(tools=[])

    upstream.server.add_request_handler("tools/list", types.PaginatedRequestParams, slow)
    async with Relay(lambda ctx: noted(), protocol_version="2025-11-25") as relay:
        server = gateway(relay, user_of=lambda ctx: "ann")
        async with connect(server, Person(), protocol_version="2026-07-28") as client:
            listing = asyncio.create_task(client.request("tools/list", {"cursor": "slow"}))
            await client.request("tools/list", {})
            assert [] == (await asyncio.wait_for(listing, 20))["tools"]
            assert not closed.is_set()
            await asyncio.wait_for(closed.wait(), 20)
    assert 1 == len(connections)
