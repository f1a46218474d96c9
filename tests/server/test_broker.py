"""Questions that the client cannot be asked go to a broker, and to nobody else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, Broker, ElicitRequest, ElicitResult
from mcp_elicit.testing import Person, connect

from .servers import CELLS, KINDS, build

pytestmark = pytest.mark.anyio

YES = ElicitResult.accept({"confirm": True})


async def answer_all(broker: Broker, answers: dict[str, ElicitResult], user: str | None = None) -> None:
    """Sit at the desk and answer what comes, until every answer is given."""
    left = dict(answers)
    while left:
        for question in broker.pending(user):
            if question.request.message in left:
                broker.answer(question.id, left.pop(question.request.message), user=user)
        await asyncio.sleep(0)


async def confirm_twice(ctx: Any) -> str:
    exchange = AsyncServerExchange.from_context(ctx)
    return f"{await exchange.confirm('One?')} {await exchange.confirm('Two?')}"


@pytest.mark.parametrize(("kind", "version"), [*CELLS, (KINDS[0], "2025-03-26")])
async def test_a_broker_asks_where_the_client_cannot(kind: str, version: str) -> None:
    """Ours: a client without elicitation, or a version without it."""
    broker = Broker()
    built = build(kind, tool=confirm_twice, broker=broker)
    desk = asyncio.ensure_future(answer_all(broker, {"One?": YES, "Two?": ElicitResult.decline()}))
    person = Person()
    async with connect(built.server, person, protocol_version=version, modes=()) as client:
        reply = await client.call_tool("tool")
    await desk
    assert "True False" == reply.text
    assert [] == person.asked


@pytest.mark.parametrize("kind", KINDS)
async def test_the_person_is_told_which_server_asks_and_in_which_call(kind: str) -> None:
    """The specification's: a person must see which server asks."""
    broker = Broker()
    built = build(kind, tool=confirm_twice, broker=broker)
    news = broker.subscribe()
    async with connect(built.server, Person(), protocol_version="2025-11-25", modes=()) as client:
        calling = asyncio.create_task(client.call_tool("tool"))
        await anext(news)
        (question,) = broker.pending()
        broker.answer(question.id, ElicitResult.decline(), user=None)
        await answer_all(broker, {"Two?": YES})
        await calling
    assert (built.server.name, "tool") == (question.asked_by, question.call)
    assert question.asked_by


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_a_client_that_can_be_asked_is_asked(kind: str, version: str) -> None:
    """Ours: the broker sees nothing of it."""
    broker = Broker()
    built = build(kind, tool=confirm_twice, broker=broker)
    person = Person(otherwise=YES)
    async with connect(built.server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "True True" == reply.text
    assert [] == list(broker.pending(None))


@pytest.mark.parametrize("kind", [kind for kind, version in CELLS if version == "2026-07-28"])
async def test_what_a_broker_answered_is_not_asked_again_on_the_next_replay(kind: str) -> None:
    """Ours: one question goes to the desk, the other to the client, and each is put once."""
    broker = Broker()
    asked: list[str] = []

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        page = ElicitRequest.for_url("Open it", "https://a.example", "one")
        opened = await exchange.create_elicitation(page)
        return f"{opened.action} {await exchange.confirm('Sure?')}"

    async def desk() -> None:
        while not asked:
            for question in broker.pending(None):
                asked.append(question.request.message)
                broker.answer(question.id, ElicitResult.accept(), user=None)
            await asyncio.sleep(0)

    sitting = asyncio.ensure_future(desk())
    person = Person({"Sure?": YES})
    built = build(kind, tool=body, broker=broker)
    async with connect(built.server, person, protocol_version="2026-07-28", modes=("form",)) as client:
        reply = await client.call_tool("tool")
    await sitting
    assert "accept True" == reply.text
    assert ["Open it"] == asked
    assert ["Sure?"] == person.asked
