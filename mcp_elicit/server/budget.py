"""How long an asking may take, its repeats and rounds in it included."""

from __future__ import annotations

import time
from typing import Literal

from ..errors import QuestionExpiredError
from ..given import seconds_given

__all__ = ["Budget"]


class Budget:
    """How long an asking may take, from now on."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds_given(seconds)
        self._until = None if seconds is None else time.monotonic() + seconds

    def left(self, awaited: Literal["answer", "page"] = "answer") -> float | None:
        """Seconds that are left to wait for what is *awaited*; None when there is no end.

        Raises:
            QuestionExpiredError: None are left.
        """
        if self._until is None or self.seconds is None:
            return None
        left = self._until - time.monotonic()
        if left <= 0:
            raise QuestionExpiredError(self.seconds, awaited)
        return left
