"""What is said of an argument that is none, in every part of the package alike.

By its name, what is wrong with it, and what to give instead; never by its value, which may be what somebody
answered.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from .errors import Fault, RequestError

__all__ = ["seconds_given", "wrong_kind"]


def wrong_kind(name: str, expected: str, given: object, remedy: str = "") -> RequestError:
    """The error for an argument of another type."""
    got = "None" if given is None else type(given).__name__
    return RequestError(Fault(name, f"expected {expected}, got {got}", remedy))


def seconds_given(timeout: Any) -> float | None:
    """The seconds that a question may take; None for ever.

    Raises:
        RequestError: No span of time.
    """
    if timeout is None:
        return None
    remedy = "None waits for ever"
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        raise wrong_kind("timeout", "a number of seconds", timeout, remedy)
    if not (timeout > 0 and isfinite(timeout)):
        raise RequestError(Fault("timeout", "is not a positive number of seconds", remedy))
    return timeout
