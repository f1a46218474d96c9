"""A gateway that starts its upstream: ``python -m tests.relay.gateway_stdio SECONDS COMMAND...``.

On the SDK of its environment, 1.x or 2.x. It is there twice, patient, and giving people SECONDS; prints the
ports of both on the first line.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import uvicorn

from mcp_elicit import Relay
from tests.environments import ROOT, variables


async def main() -> None:
    kind: Any = import_module("tests.relay.gateway" if find_spec("mcp_types") else "tests.relay.gateway_1")
    seconds, command, *arguments = sys.argv[1:]
    upstream = import_module("mcp.client.stdio").StdioServerParameters(
        command=command, args=arguments, env=variables(), cwd=ROOT
    )
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    print(*(listening.getsockname()[1] for listening in sockets), flush=True)
    async with AsyncExitStack() as stack:
        webs = []
        for timeout, listening in zip((600.0, float(seconds)), sockets, strict=True):
            relay = Relay(upstream, protocol_version="2025-11-25", timeout=timeout)
            app = kind.low_level(await stack.enter_async_context(relay))
            web = uvicorn.Server(uvicorn.Config(app, log_level="error"))
            webs.append(web.serve(sockets=[listening]))
        await asyncio.gather(*webs)


if __name__ == "__main__":
    asyncio.run(main())
