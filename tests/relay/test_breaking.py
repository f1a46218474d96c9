"""Attempts to break a relay: what one side must never get from another, and what must not be done twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, ElicitRequest, Relay, UrlElicitationRequiredError
from mcp_elicit.testing import DECLINE, Person, connect
from tests.server.servers import build

from .servers import Upstream, relayed

pytestmark = pytest.mark.anyio

NAME: dict[str, Any] = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ANN = {"name": "Ann"}


async def asks_name(ctx: Any, given: dict[str, Any]) -> str:
    exchange = AsyncServerExchange.from_context(ctx)
    reply = await exchange.create_elicitation(ElicitRequest.for_form("Name?", NAME))
    return str((reply.content or {})["name"])


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("said", [("accept", "decline"), ("decline", "accept")])
async def test_of_two_pages_one_declined_ends_the_call(said: tuple[str, str], host: str) -> None:
    """Ours: decision 10; both are needed, so the call is not made again, and the error says who refused."""

    async def blocks(ctx: Any, given: dict[str, Any]) -> str:
        raise UrlElicitationRequiredError(
            [ElicitRequest.for_url(f"Page {n}", f"https://pay.example/{n}") for n in (1, 2)]
        )

    person = Person({f"Page {n}": DECLINE for n in (1, 2) if said[n - 1] == "decline"})
    upstream = Upstream(blocks)
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, person, protocol_version=host) as client,
    ):
        reply = await client.call_tool("work")
    assert reply.is_error
    assert "declined" in reply.text
    assert 1 == upstream.calls
    assert "Page 1" == person.asked[0]


async def test_ids_of_two_upstreams_that_collide_are_two_pages_at_the_host() -> None:
    """Ours: minted anew, so that one upstream completes its own page alone."""
    goes_on = asyncio.Event()

    async def pays(ctx: Any, given: dict[str, Any]) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.create_elicitation(ElicitRequest.for_url("Pay", "https://pay.example/", "the same id"))
        if given.get("completes"):
            await exchange.send_elicitation_complete("the same id")
        else:
            await goes_on.wait()
        return "done"

    first, second = Upstream(pays), Upstream(pays)
    async with (
        Relay(first.server, protocol_version="2025-11-25") as one,
        Relay(second.server, protocol_version="2025-11-25") as other,
    ):
        relays = {"one": one, "other": other}

        async def tool(ctx: Any) -> str:
            waits, completes = (
                asyncio.create_task(relays["one"].call_tool(ctx, "work", {})),
                relays["other"].call_tool(ctx, "work", {"completes": True}),
            )
            await completes
            goes_on.set()
            await waits
            return "both"

        server = build("mcpserver", tool=tool).server
        person = Person()
        async with connect(server, person) as client:
            reply = await client.call_tool("tool")
            completed = list(client.completed)
    ids = [request.elicitation_id for request in person.requests]
    assert "both" == reply.text
    assert 2 == len(set(ids))
    assert "the same id" not in ids
    assert 1 == len(completed)
    assert set(completed) < set(ids)


async def test_a_completion_of_an_id_that_upstream_never_named_reaches_nobody() -> None:
    """The specification's: unknown ids are ignored; another server's id is unknown here."""
    named: list[str] = []

    async def names(ctx: Any, given: dict[str, Any]) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        page = ElicitRequest.for_url("Pay", "https://pay.example/")
        named.append(page.elicitation_id or "")
        await exchange.create_elicitation(page)
        return "named"

    async def completes_foreign(ctx: Any, given: dict[str, Any]) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        for identity in (*named, *(request.elicitation_id for request in ann.requests), "made up"):
            await exchange.send_elicitation_complete(str(identity))
        return "told"

    upstream = Upstream(names)
    ann, bob = Person(), Person()
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, ann) as anns,
        connect(server, bob) as bobs,
    ):
        await anns.call_tool("work")
        upstream.body = completes_foreign
        # Bob's upstream connection names Ann's page: by upstream's id, by hers, and by one of nobody.
        await bobs.call_tool("work")
        assert ([], []) == (anns.completed, bobs.completed)


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
async def test_a_completion_that_overtakes_its_block_ends_the_call_in_time(host: str) -> None:
    """The specification's: its id is unknown yet, and ignored. Ours: no other is waited for for ever."""

    async def done_too_soon(ctx: Any, given: dict[str, Any]) -> str:
        page = ElicitRequest.for_url("Pay", "https://pay.example/")
        await ctx.session.send_elicit_complete(str(page.elicitation_id))
        raise UrlElicitationRequiredError([page])

    upstream, person = Upstream(done_too_soon), Person()
    async with (
        relayed(upstream, "2025-11-25", timeout=0.3) as server,
        connect(server, person, protocol_version=host) as client,
    ):
        reply = await client.call_tool("work")
    assert reply.is_error
    assert reply.text.startswith("the page was not done within 0.3 seconds")
    assert (["Pay"], 1) == (person.asked, upstream.calls)


async def test_a_state_is_good_for_the_host_that_it_was_given_to() -> None:
    """Ours: also where nobody signs in, as far as a connection tells who is there."""
    async with (
        relayed(Upstream(asks_name), "2025-11-25") as server,
        connect(server, Person(), protocol_version="2026-07-28") as mine,
        connect(server, Person(), protocol_version="2026-07-28") as another,
    ):
        first = await mine.request("tools/call", {"name": "work", "arguments": {}})
        answers = {key: {"action": "accept", "content": ANN} for key in first["inputRequests"]}
        params = {"name": "work", "arguments": {}, "requestState": first["requestState"]}
        params["inputResponses"] = answers
        stolen = await another.request("tools/call", params)
        found = await mine.request("tools/call", params)
    assert stolen["isError"] is True
    assert "another host" in stolen["content"][0]["text"]
    assert "Ann" == found["content"][0]["text"]


async def test_a_state_of_one_call_does_not_carry_the_answers_of_another() -> None:
    """Ours: a host that mixes up two of its own calls hurts neither."""
    upstream = Upstream(asks_name)
    async with (
        relayed(upstream, "2025-11-25") as server,
        connect(server, Person(), protocol_version="2026-07-28") as client,
    ):
        params = {"name": "work", "arguments": {}}
        one, other = [await client.request("tools/call", params) for _ in range(2)]
        assert one["requestState"] != other["requestState"]
        replies = []
        for first, name in ((other, "Bob"), (one, "Ann")):
            answers = {key: {"action": "accept", "content": {"name": name}} for key in first["inputRequests"]}
            again = {**params, "requestState": first["requestState"], "inputResponses": answers}
            replies.append(await client.request("tools/call", again))
    assert ["Bob", "Ann"] == [reply["content"][0]["text"] for reply in replies]
    assert 2 == upstream.calls


@pytest.mark.parametrize("host", ["2025-06-18", "2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
async def test_a_wrong_answer_is_asked_for_again_with_the_reason(version: str, host: str) -> None:
    """Ours: decision 11; upstream gets the answer that fits and never the other."""
    given = iter([{"name": 5}, ANN])
    person = Person(otherwise=lambda request: next(given))
    async with (
        relayed(Upstream(asks_name), version) as server,
        connect(server, person, protocol_version=host) as client,
    ):
        reply = await client.call_tool("work")
    assert "Ann" == reply.text
    first, second = (request.message for request in person.requests)
    assert "Name?" == first
    assert second.startswith("Name?")
    assert "$.name: expected string, got integer" in second
