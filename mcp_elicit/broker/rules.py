"""How long a question may wait: a rule without a state. What makes an answer fit stands in fit.py."""

from __future__ import annotations

from math import isfinite

from ..errors import Fault, RequestError

__all__ = ["checked_timeout"]


def checked_timeout(timeout: float) -> float:
    """Let *timeout* through, in seconds.

    Raises:
        RequestError: It is no span of time.
    """
    given: object = timeout
    if not isinstance(given, (int, float)) or isinstance(given, bool):
        reason = f"expected a number of seconds, got {type(given).__name__}"
        raise RequestError(Fault("timeout", reason, "None waits for ever"))
    if not (timeout > 0 and isfinite(timeout)):
        raise RequestError(Fault("timeout", "is not a positive number of seconds", "None waits for ever"))
    return timeout
