"""What a command cannot start with: said in one sentence, and the exit code is 2."""

from __future__ import annotations

from typing import Final

__all__ = ["FAILED", "FINE", "INTERRUPTED", "NO_CONNECTION", "WRONG_CALL", "UnreadableError"]

FINE: Final = 0
FAILED: Final = 1
"""``check``: something is not sendable or not valid. ``host``: the call failed."""
WRONG_CALL: Final = 2
"""Wrong options (argparse says the same), or an input that cannot be read."""
NO_CONNECTION: Final = 3
"""``host``: the server did not start, is silent, died, or speaks another version."""
INTERRUPTED: Final = 130
"""Ctrl-C: 128 and the number of the signal, as shells say it."""


class UnreadableError(Exception):
    """An input that is no message, no model or no answer: the reason, and what to give instead."""

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(reason, remedy)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}" if self.remedy else self.reason
