"""The high-level server of whichever SDK is installed here, under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["SDK_2", "Context", "Server"]

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context
    from mcp.server.mcpserver import MCPServer as Server

    SDK_2: bool
else:
    try:
        from mcp.server.mcpserver import Context
        from mcp.server.mcpserver import MCPServer as Server

        SDK_2 = True
    except ImportError:
        from mcp.server.fastmcp import Context
        from mcp.server.fastmcp import FastMCP as Server

        SDK_2 = False
