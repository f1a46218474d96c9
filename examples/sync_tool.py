"""A plain `def` tool: the same questions without `await`; each call waits on a worker thread.

Look at the two questions asked side by side, and at the consent that is no consent. Run it:
`python examples/sync_tool.py` (needs the MCP Python SDK 2.x).
"""

from __future__ import annotations

import asyncio

from mcp.server.mcpserver import Context, MCPServer

from mcp_elicit import Accepted, ElicitRequest, RequestedSchema, SyncServerExchange, enable
from mcp_elicit.testing import DECLINE, Person, connect

server = MCPServer("files")
enable(server)
ONE_NUMBER = RequestedSchema.from_wire(
    {"type": "object", "properties": {"days": {"type": "integer", "minimum": 1}}, "required": ["days"]}
)


@server.tool()
def clean_up(ctx: Context) -> str:
    """Remove old files."""
    exchange = SyncServerExchange.from_context(ctx)
    folder = exchange.ask("Which folder?", str)
    if not isinstance(folder, Accepted):
        return "nothing removed"
    ages = exchange.create_elicitations(
        {
            "logs": ElicitRequest.for_form("Keep logs for how many days?", ONE_NUMBER),
            "backups": ElicitRequest.for_form("Keep backups for how many days?", ONE_NUMBER),
        }
    )
    days = {name: (age.content or {}).get("days", "all") for name, age in ages.items()}
    if not exchange.confirm(f"Remove from {folder.data} what is older?"):
        return f"nothing removed ({days})"
    return exchange.once("removal", lambda: f"removed from {folder.data} ({days})")


async def main() -> None:
    """Call the tool on three versions; the last person does not agree."""
    answers = {
        "Which folder?": {"value": "/srv"},
        "Keep logs for how many days?": {"days": 7},
        "Keep backups for how many days?": DECLINE,
        "Remove from /srv what is older?": [{"confirm": True}, {"confirm": True}, {"confirm": False}],
    }
    person = Person(answers)
    for version in ("2025-06-18", "2025-11-25", "2026-07-28"):
        async with connect(server, person, protocol_version=version) as client:
            print(version, "->", (await client.call_tool("clean_up")).text)


if __name__ == "__main__":
    asyncio.run(main())
