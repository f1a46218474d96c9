"""How many questions a server may put to a person.

Counts, and reads no clock: the caller says when it is.
"""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["MOST_PER_MINUTE", "WINDOW", "Pace"]

WINDOW: Final = 60.0
"""Seconds over which questions are counted."""

MOST_PER_MINUTE: Final = 600
"""Unless the application says otherwise. A hundred calls side by side that ask a few questions each pass;
a server that asks in a loop, as fast as a handler without a person answers, is stopped."""


class Pace:
    """Let *most* questions through in any minute; None lets all through."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self._asked: deque[float] = deque()

    def admits(self, now: float) -> bool:
        """Count one question at *now*, in seconds; False, and not counted, when it is one too many."""
        if self.most is None:
            return True
        while self._asked and now - self._asked[0] >= WINDOW:
            self._asked.popleft()
        if len(self._asked) >= self.most:
            return False
        self._asked.append(now)
        return True
