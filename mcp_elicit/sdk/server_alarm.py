"""One timer of an event loop for all who wait for a person, as nearly all of them are answered in time.

A timer for each question was set and taken back again: 4 % of one asking in memory. Here a question that
is answered in time only stands in a table; the one timer rings when the first of those that stood there
would be late, and is then set for the first that still stands there.
"""

from __future__ import annotations

import asyncio
import weakref
from math import inf
from typing import Protocol

__all__ = ["Alarm", "alarm_here"]


class Cancels(Protocol):
    """A scope of anyio's."""

    def cancel(self) -> None:
        """End what runs in it."""


class Alarm:
    """Who waits on one event loop, and until when; used on that loop alone."""

    def __init__(self) -> None:
        self._waiting: dict[Cancels, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = inf

    def set(self, scope: Cancels, seconds: float) -> None:
        """Cancel *scope* in *seconds*, unless it is dropped before."""
        until = asyncio.get_running_loop().time() + seconds
        self._waiting[scope] = until
        if until < self._rings_at:
            self._ring_at(until)

    def drop(self, scope: Cancels) -> None:
        """Nobody waits in *scope* any more."""
        self._waiting.pop(scope, None)

    def _ring_at(self, until: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._rings_at = until
        self._timer = asyncio.get_running_loop().call_at(until, self._ring)

    def _ring(self) -> None:
        self._timer, self._rings_at = None, inf
        now = asyncio.get_running_loop().time()
        for scope in [scope for scope, until in self._waiting.items() if until <= now]:
            del self._waiting[scope]
            scope.cancel()
        if self._waiting:
            self._ring_at(min(self._waiting.values()))


_alarms: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Alarm] = weakref.WeakKeyDictionary()


def alarm_here() -> Alarm | None:
    """The alarm of the event loop that runs here; None where it is not one of asyncio's."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return None
    alarm = _alarms.get(loop)
    if alarm is None:
        alarm = _alarms[loop] = Alarm()
    return alarm
