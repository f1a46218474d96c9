"""What must not be left over in a relay, or hang in it, when one of its sides does the unusual."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

from mcp_elicit import AsyncServerExchange, ElicitRequest, Relay
from mcp_elicit.relay import hosts, parking
from mcp_elicit.server.once import MemoryOnceStore
from mcp_elicit.testing import NEVER, CallError, Person, connect

from .raw import Answer, Raw
from .servers import Upstream, gateway, piped, relayed, streams

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60)]

SOON = 20
"""Seconds within which something must have happened; it takes some milliseconds."""
NAME: dict[str, Any] = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
WORK: dict[str, Any] = {"name": "work", "arguments": {}}
SAMPLING = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Say hello"}}],
    "maxTokens": 5,
}


async def asks(ctx: Any, given: dict[str, Any]) -> str:
    exchange = AsyncServerExchange.from_context(ctx)
    reply = await exchange.create_elicitation(ElicitRequest.for_form("Name?", NAME))
    return str((reply.content or {})["name"])


async def says_hello(ctx: Any, given: dict[str, Any]) -> str:
    return "hello"


async def soon(true: Any) -> None:
    """Give way until it is true."""

    async def waits() -> None:
        while not true():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(waits(), SOON)


def answered(first: Any) -> dict[str, Any]:
    """The round after *first*: everything is answered."""
    answers = {key: {"action": "accept", "content": {"name": "Ann"}} for key in first["inputRequests"]}
    return {**WORK, "requestState": first["requestState"], "inputResponses": answers}


async def ask_raw(ctx: Any, method: str, params: Any, *, related: bool) -> Any:
    """Ask on the stream of a call, or on the session's own."""
    asked: Any = Raw({"method": method, "params": params})
    metadata = ServerMessageMetadata(related_request_id=ctx.request_id) if related else None
    try:
        return (await ctx.session.send_request(asked, Answer, metadata=metadata)).root
    except MCPError as error:
        return error


# ---- a call that is over ------------------------------------------------------------------------


async def test_a_call_that_is_over_keeps_its_result_and_no_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ours: the result is kept for a host that lost it; upstream's process or socket is not."""
    monkeypatch.setattr("mcp_elicit.sdk.relay_host.connection_of", lambda call: None)  # as over HTTP
    monkeypatch.setattr("mcp_elicit.relay.parking.connection_of", lambda call: None)
    upstream = Upstream(asks)
    closed = asyncio.Event()

    @asynccontextmanager
    async def noted() -> AsyncIterator[Any]:
        async with streams(upstream.server) as (read, write):
            yield read, write
        closed.set()

    async with (
        Relay(lambda ctx: noted(), protocol_version="2025-11-25") as relay,
        connect(gateway(relay), Person(), protocol_version="2026-07-28") as client,
    ):
        params = answered(await client.request("tools/call", WORK))
        one = await client.request("tools/call", params)
        await asyncio.wait_for(closed.wait(), SOON)
        other = await client.request("tools/call", params)
        assert (1, 0) == (len(relay._parking), len(relay._hosts))
    assert ["Ann", "Ann"] == [reply["content"][0]["text"] for reply in (one, other)]
    assert 1 == upstream.calls


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("pipe", [streams, piped])
async def test_an_upstream_that_asks_after_its_call_ended_gets_an_error(pipe: Any, host: str) -> None:
    """Ours: nobody would come back for the question; it reaches no other host and hangs nowhere."""
    heard: list[Any] = []
    later: list[asyncio.Task[None]] = []
    over = asyncio.Event()

    async def asks_later(ctx: Any) -> None:
        await over.wait()
        asked = {"message": "Late?", "requestedSchema": NAME}
        heard.append(await ask_raw(ctx, "elicitation/create", asked, related=False))

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        if given.get("waits"):
            return await asks(ctx, given)
        later.append(asyncio.create_task(asks_later(ctx)))
        return "done"

    upstream = Upstream(body)
    ann, bob = Person(), Person({"Name?": NEVER})
    async with (
        Relay(lambda ctx: pipe(upstream.server), protocol_version="2025-11-25") as relay,
        connect(gateway(relay), ann, protocol_version=host) as anns,
        connect(gateway(relay), bob, protocol_version=host) as bobs,
    ):
        waiting = asyncio.create_task(bobs.call_tool("work", {"waits": True}))
        await soon(lambda: bob.asked)
        assert "done" == (await anns.call_tool("work")).text
        over.set()
        await soon(lambda: heard)
        waiting.cancel()
    assert [True] == [isinstance(one, MCPError) for one in heard]
    assert ([], ["Name?"]) == (ann.asked, bob.asked)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("pipe", [streams, piped])
async def test_a_sampling_whose_call_ended_is_taken_back(pipe: Any, mode: str) -> None:
    """Ours: as a question is; upstream gets an error, and the host is not left with a request of nobody."""
    heard: list[Any] = []
    later: list[asyncio.Task[None]] = []
    goes_on, taken_back = asyncio.Event(), asyncio.Event()

    async def samples(ctx: Any) -> None:
        heard.append(await ask_raw(ctx, "sampling/createMessage", SAMPLING, related=True))

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        later.append(asyncio.create_task(samples(ctx)))
        await goes_on.wait()
        return "done"

    async def thinks(context: Any, params: Any) -> Any:
        goes_on.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            taken_back.set()
            raise

    upstream = Upstream(body)
    async with AsyncExitStack() as stack:
        relay = Relay(lambda ctx: pipe(upstream.server), protocol_version="2025-11-25")
        server = gateway(await stack.enter_async_context(relay))
        client = await stack.enter_async_context(
            Client(streams(server), mode=mode, sampling_callback=thinks, raise_exceptions=False)
        )
        if mode == "legacy":
            result = await asyncio.wait_for(client.call_tool("work", {}), SOON)
            assert not result.is_error
            await asyncio.wait_for(taken_back.wait(), SOON)
        else:
            calling = asyncio.create_task(client.call_tool("work", {}))
            await asyncio.wait_for(goes_on.wait(), SOON)  # in a round: the call ends while its host thinks
            await soon(lambda: heard)
            calling.cancel()
        await soon(lambda: heard)
    assert [True] == [isinstance(one, MCPError) for one in heard]


# ---- rounds -------------------------------------------------------------------------------------


async def test_of_two_rounds_at_once_one_that_is_given_up_leaves_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ours: a host that lost its stream asks again before anybody notices that the first is gone.

    Progress goes to the round that is still there.
    """
    goes_on, delivered = asyncio.Event(), asyncio.Event()

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        name = await asks(ctx, given)
        delivered.set()
        await goes_on.wait()
        await ctx.session.report_progress(1, 2, "half")
        return name

    served: list[Any] = []
    serve = parking._round

    async def noted(*given: Any) -> None:
        served.append(given)
        await serve(*given)

    told: list[Any] = []

    async def report(call: Any, token: Any, *progress: Any) -> None:
        told.append((token, *progress))

    monkeypatch.setattr(parking, "_round", noted)
    monkeypatch.setattr("mcp_elicit.relay.forwarded.report", report)
    upstream = Upstream(body)
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, Person(), protocol_version="2026-07-28") as client,
    ):
        first = await client.request("tools/call", {**WORK, "_meta": {"progressToken": 6}})
        params = answered(first)
        kept = asyncio.create_task(client.request("tools/call", {**params, "_meta": {"progressToken": 7}}))
        await asyncio.wait_for(delivered.wait(), SOON)
        lost = asyncio.create_task(client.request("tools/call", {**params, "_meta": {"progressToken": 8}}))
        await soon(lambda: len(served) == 3)
        lost.cancel()
        await asyncio.wait((lost,))
        goes_on.set()
        reply = await asyncio.wait_for(kept, SOON)
    assert "Ann" == reply["content"][0]["text"]
    assert [(7, 1, 2, "half")] == told
    assert not upstream.cancelled.is_set()


async def test_a_call_that_cannot_be_named_in_the_state_is_not_left_waiting() -> None:
    """Ours: a store of the gateway that fails when the call was made already."""

    class Fails(MemoryOnceStore):
        async def record(self, *given: Any) -> None:
            raise ConnectionError

    upstream = Upstream(asks)
    async with Relay(upstream.server, protocol_version="2025-11-25") as relay:
        server = gateway(relay, once_store=Fails())
        async with connect(server, Person(), protocol_version="2026-07-28") as client:
            with pytest.raises(CallError):
                await client.request("tools/call", WORK)
            assert 0 == len(relay._parking)
            await soon(lambda: not any(link.calls for link in relay._hosts._links.values()))


async def test_a_call_that_is_being_served_is_not_given_up_for_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ours: where too many are parked, the one that waits longest for its host goes."""
    monkeypatch.setattr(parking, "MAX_PARKED", 2)
    working, goes_on = asyncio.Event(), asyncio.Event()

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        if given.get("works"):
            working.set()
            await goes_on.wait()
            return "worked"
        return await asks(ctx, given)

    async with (
        relayed(Upstream(body), "2025-11-25") as server,
        connect(server, Person(), protocol_version="2026-07-28") as client,
    ):
        works = asyncio.create_task(client.call_tool("work", {"works": True}))
        await asyncio.wait_for(working.wait(), SOON)
        parked = [await client.request("tools/call", WORK) for _ in range(2)]
        first, second = [await client.request("tools/call", answered(one)) for one in parked]
        goes_on.set()
        reply = await asyncio.wait_for(works, SOON)
    assert "worked" == reply.text
    assert (True, "Ann") == (first["isError"], second["content"][0]["text"])


# ---- connections --------------------------------------------------------------------------------


@asynccontextmanager
async def cut(upstream: Upstream) -> AsyncIterator[Any]:
    async with streams(upstream.server) as (read, write):
        yield read, write


async def leaves(ctx: Any, given: dict[str, Any]) -> str:
    await ctx.session._connection.outbound._write_stream.aclose()
    return "nobody hears this"


@pytest.mark.parametrize("over_http", [True, False])
async def test_a_connection_that_upstream_ended_is_forgotten_with_its_host(
    over_http: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours: also where the host never comes again, and where a connection took its place."""
    monkeypatch.setattr(hosts, "IDLE", 0.05)
    if over_http:
        monkeypatch.setattr("mcp_elicit.sdk.relay_host.connection_of", lambda call: None)
        monkeypatch.setattr("mcp_elicit.relay.parking.connection_of", lambda call: None)
    monkeypatch.setattr(parking, "REPLAY", 0.05)
    upstream = Upstream(leaves)
    async with Relay(lambda ctx: cut(upstream), protocol_version="2025-11-25") as relay:
        server = gateway(relay, user_of=lambda ctx: "ann")
        async with connect(server, Person(), protocol_version="2026-07-28") as client:
            assert (await client.call_tool("work")).is_error
            if not over_http:
                upstream.body = says_hello
                assert "hello" == (await client.call_tool("work")).text
            await soon(lambda: not len(relay._hosts))


async def test_a_page_completes_at_the_server_that_asked_where_two_share_a_relay() -> None:
    """Ours: one relay may stand behind two servers of a gateway."""
    paid, asked = asyncio.Event(), asyncio.Event()

    async def body(ctx: Any, given: dict[str, Any]) -> str:
        if not given.get("pays"):
            return "hello"
        exchange = AsyncServerExchange.from_context(ctx)
        page = ElicitRequest.for_url("Pay", "https://pay.example/")
        await exchange.create_elicitation(page)
        asked.set()
        await paid.wait()
        await exchange.send_elicitation_complete(str(page.elicitation_id))
        return "paid"

    person = Person()
    async with Relay(Upstream(body).server, protocol_version="2025-11-25") as relay:
        one, other = gateway(relay), gateway(relay)
        async with connect(one, person) as here, connect(other, Person()) as there:
            paying = asyncio.create_task(here.call_tool("work", {"pays": True}))
            await asyncio.wait_for(asked.wait(), SOON)
            assert "hello" == (await there.call_tool("work")).text
            paid.set()
            assert "paid" == (await asyncio.wait_for(paying, SOON)).text
            (request,) = person.requests
            await soon(lambda: here.completed)
            assert [request.elicitation_id] == here.completed
            assert [] == there.completed


async def test_users_of_two_servers_that_share_a_relay_share_no_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ours: who makes a request is what its own server says."""
    monkeypatch.setattr("mcp_elicit.sdk.relay_host.connection_of", lambda call: None)  # as over HTTP
    async with Relay(Upstream(says_hello).server, protocol_version="2025-11-25") as relay:
        one, other = (gateway(relay, user_of=lambda ctx, who=who: who) for who in ("ann", "bob"))
        async with (
            connect(one, Person(), protocol_version="2026-07-28") as ann,
            connect(other, Person(), protocol_version="2026-07-28") as bob,
        ):
            for client in (ann, bob):
                await client.request("tools/list", {})
        owners = [key[0] for key in relay._hosts._links]
    assert [("user", "ann"), ("user", "bob")] == owners
