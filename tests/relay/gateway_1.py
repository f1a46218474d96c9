"""A gateway on SDK 1.x: ``python -m tests.relay.gateway_1 SECONDS UPSTREAM_URL``, which gives people SECONDS.

A low-level server with a relay; prints its port twice on the first line, as `gateway` does.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from mcp_elicit import Relay, enable


def low_level(relay: Relay) -> Any:
    """Forwards everything."""
    server: Any = import_module("mcp.server.lowlevel").Server("gateway")
    enable(server)
    relay.serve(server)
    manager: Any = import_module("mcp.server.streamable_http_manager").StreamableHTTPSessionManager(
        app=server
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Starlette(routes=[Mount("/mcp", app=manager.handle_request)], lifespan=lifespan)


async def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    print(port, port, flush=True)
    async with Relay(sys.argv[2], timeout=float(sys.argv[1])) as relay:
        web = uvicorn.Server(uvicorn.Config(low_level(relay), log_level="error"))
        await web.serve(sockets=[listening])


if __name__ == "__main__":
    asyncio.run(main())
