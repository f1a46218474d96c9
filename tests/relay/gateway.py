"""A gateway: ``python -m tests.relay.gateway UPSTREAM_URL UPSTREAM_VERSION [IMPATIENT_SECONDS]``.

A low-level server of SDK 2.x with a relay, twice: one patient, and one that gives people little time.
Prints their ports on the first line.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import AsyncExitStack
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

from mcp_elicit import Relay, enable


def gateway(relay: Relay) -> Server[Any]:
    """A server that forwards everything."""
    server: Server[Any] = Server("gateway")
    security = RequestStateSecurity.ephemeral()
    server.middleware.append(RequestStateBoundary(security, default_audience="gateway"))
    enable(server)
    relay.serve(server)
    return server


async def main() -> None:
    url, version, *seconds = sys.argv[1:]
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    print(*(listening.getsockname()[1] for listening in sockets), flush=True)
    async with AsyncExitStack() as stack:
        webs = []
        for listening, timeout in zip(sockets, (600.0, float(seconds[0]) if seconds else 1.5), strict=True):
            relay = await stack.enter_async_context(Relay(url, protocol_version=version, timeout=timeout))
            app = gateway(relay).streamable_http_app()
            web = uvicorn.Server(uvicorn.Config(app, log_level="error"))
            webs.append(web.serve(sockets=[listening]))
        await asyncio.gather(*webs)


if __name__ == "__main__":
    asyncio.run(main())
