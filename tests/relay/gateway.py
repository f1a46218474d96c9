"""Gateways, several in this process: ``python -m tests.relay.gateway SECONDS JOB``.

Job: a list of {kind, upstream, version}. Each gateway is there twice: patient, and one that gives people
SECONDS. It is a low-level server that forwards everything, or a server of MCPServer or FastMCP 4 with
a tool that calls the relay. Prints the ports on the first line, two for each.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp_types import CallToolResult

from mcp_elicit import Relay, enable

KEY = "every gateway of these tests seals with the same key"


def sealed(server: Server[Any]) -> None:
    security = RequestStateSecurity(keys=[KEY])
    server.middleware.append(RequestStateBoundary(security, default_audience="gateway"))


def low_level(relay: Relay) -> Any:
    """Forwards everything."""
    server: Server[Any] = Server("gateway")
    sealed(server)
    enable(server)
    relay.serve(server)
    return server.streamable_http_app()


def of_mcpserver(relay: Relay) -> Any:
    """Has a tool of its own, which calls upstream's."""
    server = MCPServer("gateway")
    enable(server)

    @server.tool()
    async def work(ctx: Context, case: str, run: str) -> CallToolResult:
        result: CallToolResult = await relay.call_tool(ctx, "work", {"case": case, "run": run})
        return result

    return server.streamable_http_app()


def of_fastmcp(relay: Relay) -> Any:
    """The same, in FastMCP 4."""
    import fastmcp
    from fastmcp.tools import ToolResult

    async def work(ctx: fastmcp.Context, case: str, run: str) -> ToolResult:
        result = await relay.call_tool(ctx, "work", {"case": case, "run": run})
        return ToolResult(content=result.content, structured_content=result.structured_content)

    work.__annotations__["ctx"] = fastmcp.Context  # a local name, of a package that not every Python has
    work.__annotations__["return"] = ToolResult
    server: Any = fastmcp.FastMCP("gateway")
    sealed(server._mcp_server)
    enable(server)
    server.tool(work)
    return server.http_app(path="/mcp")


KINDS: Mapping[str, Callable[[Relay], Any]] = {
    "low-level": low_level,
    "MCPServer": of_mcpserver,
    "FastMCP 4": of_fastmcp,
}


async def main() -> None:
    seconds, job = float(sys.argv[1]), json.loads(sys.argv[2])
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2 * len(job))]
    print(*(listening.getsockname()[1] for listening in sockets), flush=True)
    places = iter(sockets)
    async with AsyncExitStack() as stack:
        webs = []
        for one in job:
            for timeout in (600.0, seconds):
                relay = Relay(one["upstream"], protocol_version=one["version"], timeout=timeout)
                app = KINDS[one["kind"]](await stack.enter_async_context(relay))
                web = uvicorn.Server(uvicorn.Config(app, log_level="error"))
                webs.append(web.serve(sockets=[next(places)]))
        await asyncio.gather(*webs)


if __name__ == "__main__":
    asyncio.run(main())
