"""One timer for all who wait on an event loop: each is told of at its time, and nobody else is."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable

import pytest

from mcp_elicit.alarm import SLACK, Alarms

pytestmark = pytest.mark.anyio

LONG = 600.0


class Waiting:
    """Some who wait, by name, and in which order their time was up."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.ended: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
        self.alarms = Alarms(self.names, lambda name, seconds: self.ended.put_nowait((name, seconds)))

    def add(self, name: str, seconds: float) -> None:
        self.names.add(name)
        self.alarms.set(asyncio.get_running_loop(), name, seconds)


@pytest.mark.parametrize(
    "times",
    [
        {"long": LONG, "later": 0.04, "soon": 0.01},
        {"soon": 0.01, "later": 0.04, "long": LONG},
        {"later": 0.04, "soon": 0.01, "at once": 0.0},
        {"one": 0.01, "another": 0.01, "long": LONG},
    ],
)
async def test_each_is_told_of_at_its_own_time(times: dict[str, float]) -> None:
    """Ours: however many came before, and for however long."""
    waiting = Waiting()
    start = asyncio.get_running_loop().time()
    for name, seconds in times.items():
        waiting.add(name, seconds)
    due = [name for name in times if times[name] < LONG]
    for name, seconds in sorted(((name, times[name]) for name in due), key=lambda each: each[1]):
        assert (name, seconds) == await asyncio.wait_for(waiting.ended.get(), 10)
        assert seconds - 0.001 <= asyncio.get_running_loop().time() - start


async def test_who_was_answered_is_passed_over() -> None:
    """Ours: also where the timer was set for that one, or its time comes together with another's."""
    waiting = Waiting()
    for name, seconds in {"answered": 0.01, "answered too": 0.03, "waiting": 0.03}.items():
        waiting.add(name, seconds)
    waiting.names -= {"answered", "answered too"}
    assert "waiting" == (await asyncio.wait_for(waiting.ended.get(), 10))[0]
    assert waiting.ended.empty()


async def test_who_is_answered_as_another_is_told_of_is_passed_over() -> None:
    """Ours: both were late, and the end of one was the end of the other."""
    names, ended = {"a", "b"}, []

    def late(name: str, _: float) -> None:
        ended.append(name)
        names.clear()

    alarms = Alarms(names, late)
    for name in ("a", "b"):
        alarms.set(asyncio.get_running_loop(), name, 0.01)
    await asyncio.sleep(0.05)
    assert ["a"] == ended


async def test_who_comes_after_it_rang_is_told_of_too() -> None:
    """Ours: the timer is set again when somebody needs it."""
    waiting = Waiting()
    for name in ("first", "second"):
        waiting.add(name, 0.01)
        assert name == (await asyncio.wait_for(waiting.ended.get(), 10))[0]
        waiting.names.remove(name)


async def test_those_who_were_answered_are_forgotten_long_before_their_time() -> None:
    """Ours: a server that is asked very much would else keep an end for every question of ten minutes."""
    waiting = Waiting()
    for number in range(10 * SLACK):
        waiting.add(str(number), LONG + number % 7)
        if number % 2:
            waiting.names.remove(str(number))
    for number in range(0, 10 * SLACK, 2):
        waiting.names.remove(str(number))
    for number in range(2 * SLACK):
        waiting.add(f"new {number}", LONG)
        waiting.names.remove(f"new {number}")
    waiting.add("waiting", 0.01)
    assert SLACK + 2 >= len(waiting.alarms._of[asyncio.get_running_loop()]._ends)
    assert "waiting" == (await asyncio.wait_for(waiting.ended.get(), 10))[0]


def test_every_event_loop_has_its_own_and_is_forgotten_with_it() -> None:
    """Ours: a server that is run once more does not wait for the timer of a loop that has ended."""
    waiting = {"a", "b"}
    late: list[str] = []
    alarms = Alarms(waiting, lambda name, _: late.append(name))

    async def wait(name: str, seconds: float) -> Callable[[], object]:
        loop = asyncio.get_running_loop()
        alarms.set(loop, name, seconds)
        await asyncio.sleep(0.02)
        return weakref.ref(loop)

    gone = asyncio.run(wait("a", LONG))
    asyncio.run(wait("b", 0.0))
    assert ["b"] == late
    gc.collect()
    assert None is gone()
