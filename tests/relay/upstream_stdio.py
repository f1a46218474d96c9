"""An upstream server over stdio, on SDK 2.x alone: ``python -m tests.relay.upstream_stdio``.

Its tool `work` gives the number of its process; with ``{"dies": true}`` the process ends instead.
"""

from __future__ import annotations

import os

from mcp.server.mcpserver import MCPServer

server = MCPServer("upstream")


@server.tool()
def work(dies: bool = False) -> str:
    if dies:
        os._exit(1)
    return str(os.getpid())


if __name__ == "__main__":
    server.run("stdio")
