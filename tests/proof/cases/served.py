"""The server of the rows that need one: SDK 2.x, each tool asks once."""

from __future__ import annotations

import json

import pytest
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError

from mcp_elicit import (
    AsyncServerExchange,
    CapabilityError,
    ElicitError,
    ElicitRequest,
    SyncServerExchange,
    UrlElicitationRequiredError,
    enable,
)

from .talks import PAGE, WHO

__all__ = ["server"]

server = MCPServer("cases")


def asked_for(mode: str) -> ElicitRequest:
    return ElicitRequest.from_wire(PAGE) if mode == "url" else ElicitRequest.for_form("m", WHO)


def ended(error: ElicitError, version: str) -> str:
    """The name of the error; on 2026-07-28 a missing capability reaches the client, as -32021."""
    if isinstance(error, CapabilityError) and version == "2026-07-28":
        raise error
    return type(error).__name__


@server.tool()
async def ask(mode: str, timeout: float, ctx: Context) -> str:
    """Ask once."""
    exchange = AsyncServerExchange.from_context(ctx)
    try:
        result = await exchange.create_elicitation(asked_for(mode), timeout=timeout)
    except ElicitError as error:
        return ended(error, exchange.protocol_version)
    return f"{result.action} {result.content and dict(result.content)}"


@server.tool()
def ask_blocking(mode: str, timeout: float, ctx: Context) -> str:
    """Ask once, in a plain function."""
    exchange = SyncServerExchange.from_context(ctx)
    try:
        result = exchange.create_elicitation(asked_for(mode), timeout=timeout)
    except ElicitError as error:
        return ended(error, exchange.protocol_version)
    return f"{result.action} {result.content and dict(result.content)}"


PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "sure": {"type": "boolean", "default": True},
        "kind": {"type": "string", "enum": ["low", "high"], "default": "low"},
    },
}


@server.tool()
async def ask_with_defaults(ctx: Context) -> str:
    """Ask once; what came back as JSON."""
    request = ElicitRequest.for_form("m", PERSON)
    result = await AsyncServerExchange.from_context(ctx).create_elicitation(request)
    meta = {} if result.meta is None else {"_meta": dict(result.meta)}
    return json.dumps(None if result.content is None else {**result.content, **meta})


@server.tool()
async def completed(ctx: Context) -> str:
    """Ask for a page, and say that it is done."""
    exchange = AsyncServerExchange.from_context(ctx)
    await exchange.create_elicitation(asked_for("url"))
    await exchange.send_elicitation_complete(PAGE["elicitationId"])
    return "said"


@server.tool()
async def blocked() -> str:
    """End with -32042, as code without this package does."""
    raise UrlElicitationRequiredError([asked_for("url")])


@server.tool()
async def undeclared(ctx: Context) -> str:
    """Ask for a page by the SDK's own means, whatever the client declared; the code of its error."""
    with pytest.raises(MCPError) as refused:
        await ctx.session.elicit_url("m", PAGE["url"], PAGE["elicitationId"], ctx.request_id)
    return str(refused.value.error.code)


@server.tool()
async def declared(ctx: Context) -> str:
    """The modes that may be asked in."""
    exchange = AsyncServerExchange.from_context(ctx)
    return " ".join(mode for mode in ("form", "url") if exchange.supports(mode))


enable(server)
