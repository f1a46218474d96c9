"""What is said of an argument that is none, in every part of the package alike.

By its name, what is wrong with it, and what to give instead; never by its value, which may be what somebody
answered.
"""

from __future__ import annotations

from sys import float_info
from typing import Any, Final

from .errors import Fault, RequestError

__all__ = ["MOST", "seconds_given", "span_given", "wrong_kind"]

MOST: Final = float_info.max
"""Where numbers end: a whole number may be greater, but no time can be reckoned with it."""


def wrong_kind(name: str, expected: str, given: object, remedy: str = "") -> RequestError:
    """The error for an argument of another type."""
    got = "None" if given is None else type(given).__name__
    return RequestError(Fault(name, f"expected {expected}, got {got}", remedy))


def seconds_given(timeout: Any) -> float | None:
    """The seconds that a question may take; None for ever.

    Raises:
        RequestError: No span of time.
    """
    return None if timeout is None else span_given("timeout", timeout, "None waits for ever")


def span_given(name: str, seconds: Any, remedy: str) -> float:
    """A span of time, in seconds.

    Raises:
        RequestError: No number, none above 0, or none that ends.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise wrong_kind(name, "a number of seconds", seconds, remedy)
    if not 0 < seconds <= MOST:
        reason = "is too long" if seconds > MOST else "is not a positive number of seconds"
        raise RequestError(Fault(name, reason, remedy))
    return seconds
