"""A question that the gateway's own application takes back: upstream learns it, with the reason."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from mcp_elicit import Broker
from mcp_elicit.broker import QuestionAsked
from mcp_elicit.testing import Person, connect

from .servers import Upstream, relayed

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60)]

WITHDRAWN = "the question was not answered: it was withdrawn: desk closed"
FORM: dict[str, Any] = {"type": "object", "properties": {"name": {"type": "string"}}}


async def close_the_desk(broker: Broker) -> None:
    async for event in broker.subscribe():
        if isinstance(event, QuestionAsked):
            broker.withdraw(event.question.id, "desk closed")
            return


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
async def test_upstream_reads_that_the_question_was_withdrawn_and_why(host: str) -> None:
    """Ours: the reason is the gateway's own text; the host, which declared nothing, is still there."""
    read: list[str] = []

    async def asks(ctx: Any, given: dict[str, Any]) -> str:
        with pytest.raises(MCPError) as refused:  # the SDK's own way of asking keeps the error's text
            await ctx.session.elicit_form("Name?", FORM)
        read.append(refused.value.error.message)
        return refused.value.error.message

    broker = Broker()
    async with (
        relayed(Upstream(asks), "2025-11-25", enabling={"broker": broker}) as server,
        connect(server, Person(), protocol_version=host, modes=()) as client,
    ):
        desk = asyncio.create_task(close_the_desk(broker))
        reply = await client.call_tool("work")
        await desk
    assert [WITHDRAWN] == read
    assert WITHDRAWN == reply.text
