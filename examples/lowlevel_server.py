"""A low-level server of SDK 2.x: the exchange is made of its request context.

Look at the boundary: on 2026-07-28 what was answered travels through the client, sealed; without a seal the
exchange refuses to ask. Run it: `python examples/lowlevel_server.py` (needs the MCP Python SDK 2.x).
"""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

from mcp_elicit import Accepted, AsyncServerExchange, enable
from mcp_elicit.testing import Person, connect

PRESS = types.Tool(name="press", description="Press a juice.", input_schema={"type": "object"})


async def list_tools(
    ctx: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[PRESS])


async def call_tool(
    ctx: ServerRequestContext[Any], params: types.CallToolRequestParams
) -> types.CallToolResult:
    exchange = AsyncServerExchange.from_context(ctx)
    fruit = await exchange.choose("Which fruit?", {"o": "Orange", "a": "Apple"})
    glasses = await exchange.ask("How many glasses?", int)
    said = "nothing"
    if isinstance(fruit, Accepted) and isinstance(glasses, Accepted):
        said = f"{glasses.data} glasses of {fruit.data}"
    return types.CallToolResult(content=[types.TextContent(type="text", text=said)])


server: Server[Any] = Server("juice-bar", on_list_tools=list_tools, on_call_tool=call_tool)
# One process and no restarts: an ephemeral key is enough. More of them share keys of yours.
server.middleware.append(
    RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience="juice-bar")
)
enable(server)  # after the boundary, which must stand outside


async def main() -> None:
    """Call the tool on three versions."""
    answers = {"Which fruit?": {"value": "o"}, "How many glasses?": {"value": 2}}
    for version in ("2025-06-18", "2025-11-25", "2026-07-28"):
        async with connect(server, Person(answers), protocol_version=version) as client:
            reply = await client.call_tool("press")
        print(f"{version} -> {reply.text} ({reply.rounds} rounds)")


if __name__ == "__main__":
    asyncio.run(main())
