"""One person with two devices, in front of an upstream that does not say whose call a question belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, Relay
from mcp_elicit.testing import NEVER, Person, TestClient, connect

from .servers import Upstream, gateway, piped

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60)]


async def asks_its_host(ctx: Any, given: dict[str, Any]) -> str:
    sure = await AsyncServerExchange.from_context(ctx).confirm(f"For {given['who']}?", key=given["who"])
    return f"{given['who']}: {sure}"


@pytest.fixture
def over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing ties the requests of a host together but its user."""
    monkeypatch.setattr("mcp_elicit.sdk.relay_host.connection_of", lambda call: None)
    monkeypatch.setattr("mcp_elicit.relay.parking.connection_of", lambda call: None)


@asynccontextmanager
async def two_hosts(laptop: Person, phone: Person) -> AsyncIterator[tuple[TestClient, TestClient]]:
    """Ada's laptop and her phone, in front of a gateway to a process."""
    upstream = Upstream(asks_its_host)
    async with Relay(lambda ctx: piped(upstream.server), protocol_version="2025-11-25") as relay:
        server = gateway(relay, user_of=lambda ctx: "ada")
        async with (
            connect(server, laptop, protocol_version="2026-07-28") as here,
            connect(server, phone, protocol_version="2026-07-28") as there,
        ):
            yield here, there


@pytest.mark.usefixtures("over_http")
async def test_two_hosts_of_one_user_see_their_own_questions_alone() -> None:
    """Ours: "two hosts never see each other's questions", though one person signed in on both."""
    laptop, phone = (Person(otherwise={"confirm": True}) for _ in range(2))
    async with two_hosts(laptop, phone) as (here, there):
        calls = [
            client.call_tool("work", {"who": who})
            for number in range(4)
            for client, who in ((here, f"laptop {number}"), (there, f"phone {number}"))
        ]
        said = [reply.text for reply in await asyncio.wait_for(asyncio.gather(*calls), 30)]
    assert [f"{who} {number}: True" for number in range(4) for who in ("laptop", "phone")] == said
    assert {"For laptop 0?", "For laptop 1?", "For laptop 2?", "For laptop 3?"} == set(laptop.asked)
    assert {"For phone 0?", "For phone 1?", "For phone 2?", "For phone 3?"} == set(phone.asked)


@pytest.mark.usefixtures("over_http")
async def test_a_host_that_does_not_answer_holds_up_no_other_of_its_user() -> None:
    """Ours: nor is the other one asked in its place."""
    laptop, phone = Person(otherwise=NEVER), Person(otherwise={"confirm": True})
    async with two_hosts(laptop, phone) as (here, there):
        waiting = asyncio.create_task(here.call_tool("work", {"who": "laptop"}))
        while not laptop.asked:
            await asyncio.sleep(0.01)
        reply = await asyncio.wait_for(there.call_tool("work", {"who": "phone"}), 20)
        assert "phone: True" == reply.text
        waiting.cancel()
        await asyncio.wait((waiting,))
    assert (["For laptop?"], ["For phone?"]) == (laptop.asked, phone.asked)
