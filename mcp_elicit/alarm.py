"""One timer of an event loop for all who wait there for a person: nearly all of them are answered in time.

A timer for each question is set and taken back again, and is three objects more that an answer has to fetch,
among very many from memory that no cache holds. Here an answer touches nothing: who does not wait any more is
passed over when the time comes.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Collection
from contextvars import Context
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any, Final, Generic, TypeVar

__all__ = ["Alarms"]

K = TypeVar("K", bound="int | str")

SLACK: Final = 64
"""Ends kept in any case of those who do not wait any more. More are forgotten when somebody is added, once
they are as many as all who wait, here and on other loops."""


class Alarms(Generic[K]):
    """When time is up for each who waits on one of asyncio's event loops.

    Those who wait are known by an id. Whose id is in *waiting* still waits; of those, *late* is told on their
    loop, with the seconds that they had, and in nobody's context: it would be that of another.
    """

    def __init__(self, waiting: Collection[K], late: Callable[[K, float], None]) -> None:
        self._waiting = waiting
        self._late = late
        self._of: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Alarm[K]] = (
            weakref.WeakKeyDictionary()
        )
        # The loop that was asked last, which mostly is the only one: a look into that table takes 0.3 us.
        self._last: tuple[Callable[[], object], _Alarm[K]] = (lambda: None, _Alarm(waiting, late))

    def set(self, loop: asyncio.AbstractEventLoop, who: K, seconds: float) -> None:
        """Tell of *who* in *seconds*, if it is still waiting then; on *loop*, which runs here."""
        last, alarm = self._last
        if last() is not loop:
            alarm = self._of.setdefault(loop, _Alarm(self._waiting, self._late))
            self._last = weakref.ref(loop), alarm
        alarm.set(loop, who, seconds)


class _Alarm(Generic[K]):
    """That of one event loop; used on it alone."""

    def __init__(self, waiting: Collection[K], late: Callable[[K, float], None]) -> None:
        self._waiting = waiting
        self._late = late
        self._ends: list[tuple[float, K, float]] = []
        self._rings_at = inf
        self._timer: Callable[[], asyncio.TimerHandle | None] = lambda: None

    def set(self, loop: asyncio.AbstractEventLoop, who: K, seconds: float) -> None:
        until = loop.time() + seconds
        heappush(self._ends, (until, who, seconds))
        if len(self._ends) > 2 * len(self._waiting) + SLACK:
            self._ends = [end for end in self._ends if end[1] in self._waiting]
            heapify(self._ends)
        if until < self._rings_at:
            self._ring_at(loop, until)

    def ring(self, loop: asyncio.AbstractEventLoop, until: float) -> None:
        self._rings_at = inf
        now = max(until, loop.time())  # a coarse clock rings before its time
        try:
            while (ends := self._ends) and (ends[0][0] <= now or ends[0][1] not in self._waiting):
                _, who, seconds = heappop(ends)
                if who in self._waiting:
                    self._late(who, seconds)
        finally:
            if self._ends:
                self._ring_at(loop, self._ends[0][0])

    def _ring_at(self, loop: asyncio.AbstractEventLoop, until: float) -> None:
        before = self._timer()
        if before is not None:
            before.cancel()
        self._rings_at = until
        # Weakly both ways: a timer holds its loop, and the loop would hold whoever is to be told.
        timer = loop.call_at(until, _ring, weakref.ref(self), loop, until, context=Context())
        self._timer = weakref.ref(timer)


def _ring(alarm: Callable[[], _Alarm[Any] | None], loop: asyncio.AbstractEventLoop, until: float) -> None:
    held = alarm()
    if held is not None:
        held.ring(loop, until)
