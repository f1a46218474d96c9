"""Several of many: a set of choices, its limits, and what to do with a host that has no lists.

Look at the old host: the question is refused before anything is sent, with the reason, and the tool
asks in another way. Run it: `python examples/multi_select.py` (needs the MCP Python SDK 2.x).
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel, Field

from mcp_elicit import Accepted, AsyncServerExchange, NotSendableError, Titles, enable
from mcp_elicit.testing import Person, connect

server = MCPServer("newsletter")
enable(server)

Topic = Annotated[
    Literal["food", "music", "sea"], Titles({"food": "Food", "music": "Music", "sea": "The sea"})
]


class Topics(BaseModel):
    """At most two; a list answer is checked like every other."""

    topics: list[Topic] = Field(title="What do you like?", min_length=1, max_length=2)


class OneByOne(BaseModel):
    """The same for a host of 2025-06-18, which knows no lists."""

    food: bool = False
    music: bool = False
    sea: bool = Field(default=False, title="The sea")


@server.tool()
async def subscribe(ctx: Context) -> str:
    """Subscribe to topics."""
    exchange = AsyncServerExchange.from_context(ctx)
    try:
        several = await exchange.ask("Your topics, please.", Topics)
        chosen: list[str] = [*several.data.topics] if isinstance(several, Accepted) else []
    except NotSendableError as refusal:
        print("refused:", *(reason for _, reason in refusal.reasons))
        each = await exchange.ask("Tick what you like.", OneByOne)
        ticked = each.data.model_dump() if isinstance(each, Accepted) else {}
        chosen = [topic for topic, yes in ticked.items() if yes]
    return ", ".join(chosen) or "nothing"


async def main() -> None:
    """Call the tool as two hosts would; the second person first ticks one too many."""
    too_many = {"topics": ["food", "music", "sea"]}
    for version in ("2025-06-18", "2025-11-25"):
        person = Person(
            {
                "Tick what you like.": {"food": True, "sea": True},
                "Your topics, please.": [too_many, {"topics": ["sea", "food"]}],
            }
        )
        async with connect(server, person, protocol_version=version) as client:
            reply = await client.call_tool("subscribe")
        print(version, "->", reply.text)
        print(version, "asked:", *(" / ".join(request.message.splitlines()) for request in person.requests))


if __name__ == "__main__":
    asyncio.run(main())
