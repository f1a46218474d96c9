"""A choice with titles: what a person reads is the title, what the tool gets is the value.

Look at how the same choice travels on two versions, and that the answer needs no translation back.
Run it: `python examples/titled_choice.py` (needs the MCP Python SDK 2.x).
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Literal

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel, Field

from mcp_elicit import Accepted, AsyncServerExchange, Titles, enable
from mcp_elicit.testing import Person, connect

server = MCPServer("paint-shop")
enable(server)

COLOURS = {"#c1440e": "Terracotta", "#f4c430": "Saffron", "#0f4c81": "Classic blue"}
Finish = Annotated[Literal["m", "g"], Titles({"m": "Matt", "g": "Gloss"})]


class Paint(BaseModel):
    """A choice among other fields; `Titles` stands beside the values."""

    finish: Finish = Field(default="m", title="Which finish?")
    litres: int = Field(ge=1, le=20)


@server.tool()
async def order(ctx: Context) -> str:
    """Order paint."""
    exchange = AsyncServerExchange.from_context(ctx)
    colour = await exchange.choose("Which colour?", COLOURS)
    if not isinstance(colour, Accepted):
        return "no paint"
    paint = await exchange.ask("How much of it?", Paint)
    if not isinstance(paint, Accepted):
        return "no paint"
    return f"{paint.data.litres} litres of {COLOURS[colour.data]} ({colour.data}), finish {paint.data.finish}"


async def main() -> None:
    """Call the tool as an old host and as a new one would."""
    for version in ("2025-06-18", "2025-11-25"):
        person = Person(
            {"Which colour?": {"value": "#f4c430"}, "How much of it?": {"finish": "g", "litres": 5}}
        )
        async with connect(server, person, protocol_version=version) as client:
            reply = await client.call_tool("order")
        form = person.requests[0].to_wire(version)["requestedSchema"]
        print(version, json.dumps(form["properties"]["value"]))
        print(version, "->", reply.text)


if __name__ == "__main__":
    asyncio.run(main())
