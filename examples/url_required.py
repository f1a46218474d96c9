"""The error -32042 and its way round: no channel for a question, so the call is made once more.

A server over HTTP with JSON responses can only answer; look at the two calls it serves for one. Run it:
`python examples/url_required.py` (needs the MCP Python SDK 2.x).
"""

from __future__ import annotations

import asyncio
import socket
import threading

import uvicorn
from mcp.client import Client
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError

from mcp_elicit import AsyncServerExchange, ClientElicitation, ElicitRequest, ElicitResult, enable

server = MCPServer("calendar", log_level="ERROR")
elicitation = enable(server)
connected: set[str] = set()


@server.tool()
async def agenda(ctx: Context) -> str:
    """Read the calendar, once it is connected."""
    print("  the server is called")
    exchange = AsyncServerExchange.from_context(ctx)
    page = ElicitRequest.for_url("Please connect it.", "https://calendar.example/connect", "page-1")
    await exchange.require_url(page, done=lambda: "calendar" in connected)
    return "lunch at noon"


def web_callback() -> None:
    """What the page does when the person is through with it."""
    connected.add("calendar")
    elicitation.complete("page-1")


async def person(request: ElicitRequest) -> ElicitResult:
    """Show the address, ask for consent, and only then open it."""
    print("  the person opens", request.url)
    threading.Timer(0.2, web_callback).start()
    return ElicitResult.accept()


async def main() -> None:
    """Call the tool without the circuit, and with it."""
    listening = socket.create_server(("127.0.0.1", 0))
    app = server.streamable_http_app(json_response=True)
    http = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    serving = asyncio.create_task(http.serve(sockets=[listening]))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"

    elicit = ClientElicitation(
        person,
        modes=("form", "url"),
        elicitation_complete_consumers=[lambda complete: print("  completed:", complete.elicitation_id)],
    )
    async with elicit.connect(url, client=Client, protocol_version="2025-11-25") as client:
        print("client.call_tool:")
        try:
            await client.call_tool("agenda", {})
        except MCPError as error:
            print("  error", error.error.code, error.error.data)
        print("ClientElicitation.call_tool:")
        result = await elicit.call_tool(client, "agenda", {})
        print(" ", *(block.text for block in result.content if block.type == "text"))
    http.should_exit = True
    await serving


if __name__ == "__main__":
    asyncio.run(main())
