"""Show messages: as they pass through a tapped transport, and as JSON in columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from ..command.tap import Direction

__all__ = ["Printed", "indented", "side_by_side"]


class Printed:
    """Prints every message of a tapped transport."""

    def message(self, direction: Direction, message: dict[str, Any]) -> None:
        """Print one message, with the direction that it travels in."""
        arrow = "client -> server " if direction == "sent" else "server -> client "
        print(f"{arrow} {json.dumps(message, ensure_ascii=False)}", flush=True)

    def garbage(self, failure: Exception) -> None:
        """Nothing: the demo's server writes none."""

    def ended(self) -> None:
        """Nothing: the demo ends with it."""


def indented(value: Mapping[str, Any]) -> str:
    """JSON over several lines."""
    return json.dumps(value, indent=1, ensure_ascii=False)


def side_by_side(columns: Mapping[str, str]) -> str:
    """Lay texts beside each other under their names."""
    texts = [[name, "", *text.splitlines()] for name, text in columns.items()]
    widths = [max(map(len, lines)) for lines in texts]
    rows = zip_longest(*texts, fillvalue="")
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
