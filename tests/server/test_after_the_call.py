"""An exchange that outlives its call asks nobody, and says so."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, CapabilityError, ElicitRequest
from mcp_elicit.testing import Person, connect

from .servers import MODERN, SDK_2, build

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not SDK_2, reason="SDK 1.x does not say when a stream closed"),
]

FORM = {"type": "object", "properties": {"name": {"type": "string"}}}


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("kind", MODERN)
async def test_a_question_after_the_call_is_refused_at_once(kind: str, version: str) -> None:
    """Ours: its stream is closed, so the question would wait for ever."""
    kept: list[AsyncServerExchange] = []

    async def body(ctx: Any) -> str:
        kept.append(AsyncServerExchange.from_context(ctx))
        return "done"

    person = Person()
    async with connect(build(kind, tool=body).server, person, protocol_version=version) as client:
        await client.call_tool("tool")
        with pytest.raises(CapabilityError):
            await kept[0].create_elicitation(ElicitRequest.for_form("Too late?", FORM))
        assert not kept[0].supports("form")
    assert [] == person.asked
