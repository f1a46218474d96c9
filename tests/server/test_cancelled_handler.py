"""A handler that raises CancelledError by itself: an error that says so, and no endless round."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from mcp_elicit import (
    AsyncServerExchange,
    ClientElicitation,
    ElicitRequest,
    ElicitResult,
    PeerError,
    UnansweredError,
)

from .servers import KINDS, SDK_2, build

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(20)]


async def cancelled_later(request: ElicitRequest) -> ElicitResult:
    raise asyncio.CancelledError


def cancelled(request: ElicitRequest) -> ElicitResult:
    raise asyncio.CancelledError


async def confirm(ctx: Any) -> str:
    try:
        return str(await AsyncServerExchange.from_context(ctx).confirm("Sure?"))
    except PeerError as error:
        return error.sentence


@pytest.mark.parametrize("handler", [cancelled, cancelled_later])
async def test_on_2025_11_25_the_server_gets_an_error(handler: Callable[..., Any]) -> None:
    """Ours: neither a decline nor a hang."""
    person = ClientElicitation(handler)
    server = build(KINDS[0], tool=confirm).server
    target = server if SDK_2 else server._mcp_server
    async with person.connect(target, protocol_version="2025-11-25") as client:
        result = await person.call_tool(client, "tool")
    assert "the client answered the question with error -32603" in result.content[0].text


@pytest.mark.skipif(not SDK_2, reason="SDK 1.x does not speak 2026-07-28")
@pytest.mark.parametrize("handler", [cancelled, cancelled_later])
async def test_on_2026_07_28_the_call_fails_with_what_happened(handler: Callable[..., Any]) -> None:
    """Ours: not after ten rounds, and not with advice about rounds."""
    person = ClientElicitation(handler)
    server = build(KINDS[0], tool=confirm).server
    async with person.connect(server, protocol_version="2026-07-28") as client:
        with pytest.raises(UnansweredError) as failed:
            await person.call_tool(client, "tool")
    assert "the handler raised CancelledError" == failed.value.reason
