"""Time several ways of doing the same thing, side by side.

Machines are noisy, so nothing is timed alone: the ways take turns in short slices of processor time, round
after round, and what is told is the median over the rounds, of the time and of the ratio within one round.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter, thread_time
from typing import Final

__all__ = ["Times", "side_by_side"]

SLICE: Final = 0.0005
"""Seconds that one way runs before the next one's turn: short, so that all meet the same noise."""


class Times:
    """Seconds per call of each way, one number a round."""

    def __init__(self, taken: Mapping[str, list[float]]) -> None:
        self.taken = taken

    def __getitem__(self, way: str) -> float:
        """The median time of one call, in seconds."""
        return median(self.taken[way])

    def ratio(self, way: str, to: str) -> float:
        """How many times the time of *to* the time of *way* is: the median over the rounds."""
        return median(one / other for one, other in zip(self.taken[way], self.taken[to], strict=True))


def side_by_side(ways: Mapping[str, Callable[[], object]], *, seconds: float = 3.0) -> Times:
    """Let *ways* take turns for about *seconds* in all. The collector is off, as in timeit."""
    numbers = {way: _number(call) for way, call in ways.items()}
    taken: dict[str, list[float]] = {way: [] for way in ways}
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        end = perf_counter() + seconds
        order = list(ways)
        while perf_counter() < end or len(taken[order[0]]) < 5:
            for way in order:
                taken[way].append(_time(ways[way], numbers[way]) / numbers[way])
            # Who comes first changes, so that nobody always pays for the caches of the same neighbour.
            order.append(order.pop(0))
            gc.collect(0)
    finally:
        if was_on:
            gc.enable()
    return Times(taken)


def _time(call: Callable[[], object], number: int) -> float:
    turns = [None] * number
    start = thread_time()
    for _ in turns:
        call()
    return thread_time() - start


def _number(call: Callable[[], object]) -> int:
    """How many calls fill a slice."""
    number = 1
    while (took := _time(call, number)) < SLICE / 2:
        number *= 2
    return max(1, round(number * SLICE / took))
