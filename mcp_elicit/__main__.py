"""``python -m mcp_elicit`` and ``mcp-elicit``: dispatches, and nothing else."""

from __future__ import annotations

import sys

from .command.entry import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
