"""A client in a terminal: the person reads who asks and what, answers, reviews, and sends or declines.

The server is a process of its own, this file again. Run it and answer: `python examples/terminal_client.py`
(needs the MCP Python SDK 2.x).
"""

from __future__ import annotations

import asyncio
import os
import sys

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel, Field

from mcp_elicit import (
    Accepted,
    AsyncServerExchange,
    ClientElicitation,
    ElicitRequest,
    TerminalHandler,
    enable,
)

# ---- the server: `python examples/terminal_client.py server` ---------------------------------

server = MCPServer("holiday-desk", log_level="ERROR")
enable(server)


class Trip(BaseModel):
    """What the person is asked."""

    city: str = Field(title="Where to?", min_length=2)
    nights: int = Field(default=3, ge=1, le=14)


@server.tool()
async def book(ctx: Context) -> str:
    """Book a trip."""
    exchange = AsyncServerExchange.from_context(ctx)
    trip = await exchange.ask("Let us plan your trip.", Trip)
    if not isinstance(trip, Accepted):
        return f"no trip: {trip.action}"
    map_page = ElicitRequest.for_url("The way to your hotel.", "https://maps.example/hotel")
    shown = await exchange.create_elicitation(map_page)
    return f"{trip.data.nights} nights in {trip.data.city}; map: {shown.action}"


# ---- the client ------------------------------------------------------------------------------


async def main() -> None:
    """Call the tool, and let whoever sits here answer."""
    terminal = TerminalHandler()  # opens pages in the system's browser, after consent only
    person = ClientElicitation(terminal, modes=("form", "url"), page_consumers=[terminal.controls])
    command = StdioServerParameters(command=sys.executable, args=[__file__, "server"], env=dict(os.environ))
    async with person.connect(command, client=Client) as client:
        result = await person.call_tool(client, "book", {})
    print("\nThe tool returned:", *(block.text for block in result.content if block.type == "text"))


if __name__ == "__main__":
    if sys.argv[1:] == ["server"]:
        server.run("stdio")
    else:
        asyncio.run(main())
