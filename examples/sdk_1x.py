"""SDK 1.x, both ends: its FastMCP server, and its client with a handler of ours.

The tool reads as it does on SDK 2.x, but for the imports. Run it: `python examples/sdk_1x.py`, where one of
`mcp` 1.22 to 1.30 is installed.
"""

from __future__ import annotations

import asyncio

from mcp import ClientSession
from mcp.server.fastmcp import Context, FastMCP
from mcp.server.session import ServerSession
from pydantic import BaseModel, Field

from mcp_elicit import (
    Accepted,
    Asker,
    AsyncServerExchange,
    ClientElicitation,
    ElicitRequest,
    ElicitResult,
    enable,
)

server = FastMCP("holiday-desk", log_level="ERROR")
enable(server)


class Trip(BaseModel):
    """What the user is asked."""

    city: str
    nights: int = Field(default=3, ge=1, le=14)


@server.tool()
async def book(ctx: Context[ServerSession, None]) -> str:
    """Book a trip."""
    exchange = AsyncServerExchange.from_context(ctx)
    trip = await exchange.ask("Where to?", Trip)
    if not isinstance(trip, Accepted):
        return "another time"
    if not await exchange.confirm(f"Book {trip.data.city}?"):
        return "not booked"
    return f"{trip.data.nights} nights in {trip.data.city}, asked on {exchange.protocol_version}"


async def answer(request: ElicitRequest, asker: Asker) -> ElicitResult:
    """A person would be asked here; the SDK's session stays awake meanwhile."""
    print(f"{asker} asks: {request.message}")
    return ElicitResult.accept({"city": "Rome"} if "Where" in request.message else {"confirm": True})


async def main() -> None:
    """Call the tool as two hosts: the newest that SDK 1.x can be, and an old one."""
    person = ClientElicitation(answer)
    for version in ("2025-06-18", "2025-11-25"):
        async with person.connect(server, client=ClientSession, protocol_version=version) as client:
            result = await person.call_tool(client, "book", {})
        print("->", *(block.text for block in result.content if block.type == "text"))


if __name__ == "__main__":
    asyncio.run(main())
