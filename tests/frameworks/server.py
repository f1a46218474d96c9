"""The server that every framework's client is measured against; on SDK 1.x and 2.x.

    python -m tests.frameworks.server stream    streamable HTTP; prints its URL
    python -m tests.frameworks.server json      the same with JSON responses: no channel for questions

Its pages are real: a small web server beside it, which completes the page that somebody opens.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import uvicorn

from mcp_elicit import AsyncServerExchange, ElicitRequest, enable

if find_spec("mcp_types") is None:  # SDK 1.x
    sdk: Any = import_module("mcp.server.fastmcp")
    server: Any = sdk.FastMCP("desk", log_level="ERROR")
else:
    sdk = import_module("mcp.server.mcpserver")
    server = sdk.MCPServer("desk", log_level="ERROR")

elicitation = enable(server)
done: set[str] = set()


class Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        identity = self.path.rpartition("/")[2]
        done.add(identity)
        elicitation.complete(identity)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments: Any) -> None:
        """The console is the server's own: its stdout speaks MCP."""


pages = ThreadingHTTPServer(("127.0.0.1", 0), Pages)


def page_of(run: str) -> ElicitRequest:
    url = f"http://127.0.0.1:{pages.server_port}/connect/{run}"
    return ElicitRequest.builder("Connect").url(url).elicitation_id(run).build()


async def form(ctx: Any) -> str:
    """Ask for an age, and tell what the client said of itself."""
    exchange = AsyncServerExchange.from_context(ctx)
    declared = exchange.client_capability
    outcome = await exchange.ask("How old?", int) if exchange.supports("form") else "cannot ask"
    return json.dumps(
        {
            "version": exchange.protocol_version,
            "declared": [mode for mode in ("form", "url") if declared and declared.supports(mode)],
            "form": repr(outcome),
        }
    )


async def connect(ctx: Any, run: str) -> str:
    """Wait for a page."""
    await AsyncServerExchange.from_context(ctx).require_url(page_of(run), done=lambda: run in done)
    return "connected"


for tool in (form, connect):
    tool.__annotations__["ctx"] = sdk.Context
    server.tool()(tool)


def main(transport: str) -> None:
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", flush=True)
    if sdk.__name__ == "mcp.server.fastmcp":
        server.settings.json_response = transport == "json"
        app = server.streamable_http_app()
    else:
        app = server.streamable_http_app(json_response=transport == "json")
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
