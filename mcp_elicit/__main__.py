"""``python -m mcp_elicit``: one sub-command a module, imported when it is called."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a sub-command; the exit code is 0 for success, 1 for a failure, 2 for a wrong call."""
    parser = argparse.ArgumentParser(
        prog="mcp-elicit", description="Elicitation for MCP, on every protocol version."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser(
        "demo", help="a real server asks a real client; see what travels, and for which version"
    )
    chosen = parser.parse_args(arguments)
    if chosen.command == "demo":
        from .demo import run

        return run()
    raise AssertionError(chosen.command)


if __name__ == "__main__":
    sys.exit(main())
