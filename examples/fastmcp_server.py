"""A FastMCP 4 server: a tool, a prompt and a resource that ask, on every version.

`enable` takes the FastMCP object; its own `Context` makes the exchange. Run it:
`python examples/fastmcp_server.py` (needs FastMCP 4: `pip install 'mcp-elicit[fastmcp]'`).
"""

from __future__ import annotations

import asyncio

from fastmcp import Context, FastMCP
from pydantic import BaseModel, Field

from mcp_elicit import Accepted, AsyncServerExchange, enable
from mcp_elicit.testing import Person, connect

server: FastMCP[None] = FastMCP("kitchen")
enable(server)


class Table(BaseModel):
    """What a guest is asked."""

    guests: int = Field(ge=1, le=12)
    outside: bool = False


@server.tool
async def reserve(ctx: Context) -> str:
    """Reserve a table."""
    table = await AsyncServerExchange.from_context(ctx).ask("A table for how many?", Table)
    if not isinstance(table, Accepted):
        return "no table"
    return f"a table for {table.data.guests}, {'outside' if table.data.outside else 'inside'}"


@server.prompt
async def recipe(ctx: Context) -> str:
    """Ask for a recipe."""
    diet = await AsyncServerExchange.from_context(ctx).choose("Which diet?", ["vegan", "fish", "all"])
    return f"Write a recipe ({diet.data})." if isinstance(diet, Accepted) else "Write a recipe."


@server.resource("kitchen://menu")
async def menu(ctx: Context) -> str:
    """Read the menu."""
    prices = await AsyncServerExchange.from_context(ctx).confirm("Show prices?")
    return "soup 5, stew 11" if prices else "soup, stew"


async def main() -> None:
    """Ask through all three on three versions."""
    answers = {
        "A table for how many?": {"guests": 4, "outside": True},
        "Which diet?": {"value": "vegan"},
        "Show prices?": {"confirm": True},
    }
    for version in ("2025-06-18", "2025-11-25", "2026-07-28"):
        async with connect(server, Person(answers), protocol_version=version) as client:
            tool = await client.call_tool("reserve")
            prompt = await client.get_prompt("recipe")
            resource = await client.read_resource("kitchen://menu")
        print(version, "|", tool.text, "|", prompt.text, "|", resource.text)


if __name__ == "__main__":
    asyncio.run(main())
