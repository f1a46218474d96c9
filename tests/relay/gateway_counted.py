"""A gateway that counts what it holds: ``python -m tests.relay.gateway_counted UPSTREAM_URL``.

On the SDK of its environment, 1.x or 2.x; a result is kept for a second. ``GET /left`` tells of the process:
upstream connections, parked calls, tasks, descriptors, and the most that it ever had of descriptors and of
memory, in MB. Prints its port on the first line.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import socket
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import uvicorn
from starlette.responses import JSONResponse
from starlette.routing import Route

from mcp_elicit import Relay
from mcp_elicit.relay import parking

KEPT = 1.0
"""Seconds that a result is kept here, in place of a minute."""
LOOK = 0.1
"""Seconds between two looks at the descriptors."""


def descriptors() -> int:
    return len(os.listdir("/dev/fd"))


async def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    parking.REPLAY = KEPT  # type: ignore[misc]  # a constant everywhere else
    kind: Any = import_module("tests.relay.gateway" if find_spec("mcp_types") else "tests.relay.gateway_1")
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(listening.getsockname()[1], flush=True)
    most_open = 0

    async def looks() -> None:
        nonlocal most_open
        while True:
            most_open = max(most_open, descriptors())
            await asyncio.sleep(LOOK)

    looking = asyncio.create_task(looks())
    async with Relay(sys.argv[1], protocol_version="2025-11-25") as relay:

        async def left(request: Any) -> JSONResponse:
            gc.collect()
            return JSONResponse(
                {
                    "links": len(relay._hosts),
                    "parked": len(relay._parking),
                    "tasks": len(asyncio.all_tasks()),
                    "descriptors": descriptors(),
                    "most descriptors": most_open,
                    "most memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
                }
            )

        app = kind.low_level(relay)
        app.router.routes.insert(0, Route("/left", left))
        await uvicorn.Server(uvicorn.Config(app, log_level="error")).serve(sockets=[listening])
    looking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
