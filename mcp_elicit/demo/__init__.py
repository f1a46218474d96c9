"""The demo: a real server in its own process, a real client, and what travels between them.

An application of this package, not a part of it: it uses public names only, and the command line's
tap on a transport; it alone may name SDK 2.x outside of `mcp_elicit.sdk`.
"""

from __future__ import annotations

import sys

__all__ = ["run"]


def run() -> int:
    """Run the demo and print it; 1 where SDK 2.x is not installed."""
    try:
        from mcp.client import Client  # noqa: F401  # SDK 1.x has no such name
    except ImportError:
        print(
            "The demo talks to a real server and needs the MCP Python SDK 2.x:\n"
            "    pip install 'mcp-elicit[sdk]'",
            file=sys.stderr,
        )
        return 1
    from .host import main

    return main()
