"""Colours for people at a terminal, and for nobody else.

NO_COLOR (no-color.org) wins over FORCE_COLOR (force-color.org), and both over what the stream is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, Literal, TextIO

__all__ = ["Colour", "Paint", "wants_colour"]

Colour = Literal["good", "bad", "warning", "strong", "faint"]

_CODES: Final[Mapping[Colour, str]] = {
    "good": "32",
    "bad": "31",
    "warning": "33",
    "strong": "1",
    "faint": "2",
}


def wants_colour(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether *stream* shows colours, and its reader wants them."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return stream.isatty() and environment.get("TERM") != "dumb"


class Paint:
    """Colours text for one stream, or leaves it as it is."""

    def __init__(self, stream: TextIO, environment: Mapping[str, str] = os.environ) -> None:
        self._on = wants_colour(stream, environment)

    def __call__(self, colour: Colour, text: str) -> str:
        """Colour *text*."""
        return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if self._on and text else text
