"""One tool, three protocol versions: a form, a consent, a page, and work that is done once.

Look at the body: nothing in it names a version. Run it: `python examples/one_tool.py` (SDK 2.x).
"""

from __future__ import annotations

import asyncio

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel, Field

from mcp_elicit import Accepted, AsyncServerExchange, ElicitRequest, ElicitResult, RefusedError, enable
from mcp_elicit.testing import Person, connect

server = MCPServer("holiday-desk")
enable(server)
connected: set[str] = set()


class Trip(BaseModel):
    """What the user is asked."""

    city: str
    nights: int = Field(default=3, ge=1, le=14)


def payment_page() -> ElicitRequest:
    """Made once per conversation, so that a replay does not make another."""
    return ElicitRequest.for_url("Please connect your bank.", "https://bank.example/connect")


async def place_order() -> str:
    """What must not happen twice."""
    return "order 1"


@server.tool()
async def book(ctx: Context) -> str:
    """Book a trip."""
    exchange = AsyncServerExchange.from_context(ctx)
    trip = await exchange.ask("Where to?", Trip)
    if not isinstance(trip, Accepted):
        return "another time"
    if not await exchange.confirm(f"Book {trip.data.city} for {trip.data.nights} nights?"):
        return "not booked"
    try:
        if exchange.supports("url"):
            await exchange.require_url(payment_page, done=lambda: "bank" in connected)
    except RefusedError as refusal:
        return f"not booked: {refusal.sentence}"
    return f"{await exchange.once('order', place_order)}: {trip.data.city}"


def open_page(request: ElicitRequest) -> ElicitResult:
    """The person agrees; the page connects the bank, and says that it is done."""
    connected.add("bank")
    return ElicitResult.accept()


async def main() -> None:
    """Call the tool as three hosts would."""
    for version in ("2025-06-18", "2025-11-25", "2026-07-28"):
        connected.clear()
        person = Person(
            {
                "Where to?": {"city": "Rome"},
                "Book Rome for 3 nights?": {"confirm": True},
                "Please connect your bank.": open_page,
            }
        )
        async with connect(server, person, protocol_version=version) as client:
            reply = await client.call_tool("book", {})
        print(version, "|", reply.text, "|", len(person.asked), "questions")


if __name__ == "__main__":
    asyncio.run(main())
