"""One timer of an event loop for all who wait there for a person: nearly all of them are answered in time.

A timer for each question is set and taken back again, and is three objects more that an answer has to fetch,
among very many from memory that no cache holds. Here an answer touches nothing: who does not wait any more is
passed over when the time comes.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Collection
from heapq import heapify, heappop, heappush
from math import inf
from typing import Final, Generic, TypeVar

__all__ = ["Alarms"]

K = TypeVar("K", bound="int | str")

SLACK: Final = 64
"""Ends kept of those who do not wait any more, however few wait; else at most as many as wait."""


class Alarms(Generic[K]):
    """When time is up for each who waits on one of asyncio's event loops.

    Those who wait are known by an id. Whose id is in *waiting* still waits; of those, *late* is told on their
    loop, with the seconds that they had.
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

    def set(self, loop: asyncio.AbstractEventLoop, who: K, seconds: float) -> None:
        until = loop.time() + seconds
        heappush(self._ends, (until, who, seconds))
        if until < self._rings_at:
            self._ring_at(loop, until)
        elif len(self._ends) > 2 * len(self._waiting) + SLACK:
            self._ends = [end for end in self._ends if end[1] in self._waiting]
            heapify(self._ends)

    def _ring_at(self, loop: asyncio.AbstractEventLoop, until: float) -> None:
        # The timer is not kept: it holds its loop, which may be closed and forgotten before it rings.
        self._rings_at = until
        loop.call_at(until, self._ring, loop, until)

    def _ring(self, loop: asyncio.AbstractEventLoop, until: float) -> None:
        if until != self._rings_at:  # it was set again since, for somebody whose time was up sooner
            return
        self._rings_at = inf
        ends, now = self._ends, loop.time()
        over = []
        while ends and (ends[0][0] <= now or ends[0][1] not in self._waiting):
            over.append(heappop(ends))
        if ends:
            self._ring_at(loop, ends[0][0])
        for _, who, seconds in over:
            if who in self._waiting:
                self._late(who, seconds)
