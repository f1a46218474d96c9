"""One timer for all who wait on an event loop: each is told of at its time, and nobody else is."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

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


async def test_one_timer_stands_however_often_it_was_set_anew() -> None:
    """Ours: beside a question of a day, each of a moment would leave a timer of a day."""
    waiting = Waiting()
    timers: list[asyncio.TimerHandle] = []
    loop = asyncio.get_running_loop()
    call_at = loop.call_at

    def noted(*arguments: Any, **options: Any) -> asyncio.TimerHandle:
        timers.append(call_at(*arguments, **options))
        return timers[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "call_at", noted)
        waiting.add("long", LONG)
        for number in range(20):
            waiting.add(str(number), 0.001)
            await asyncio.wait_for(waiting.ended.get(), 10)
            waiting.names.remove(str(number))
            if number % 2:  # the first that stands there is answered long before its time
                waiting.add("answered", LONG / 2)
                waiting.names.remove("answered")
        at_work = [timer for timer in timers if not timer.cancelled() and timer.when() > loop.time()]
    assert 1 == len(at_work)


async def test_those_who_are_left_are_told_of_when_others_are_forgotten() -> None:
    """Ours: in the order of their times, in which they did not come."""
    waiting = Waiting()
    left = [f"left {number}" for number in range(20)]
    for number, name in enumerate(left):
        for more in range(10 * SLACK // len(left)):
            waiting.add(f"{number} {more}", LONG - 7 * number - more)
            waiting.names.remove(f"{number} {more}")
        waiting.add(name, 0.3 - 0.01 * number)
    assert left[::-1] == [(await asyncio.wait_for(waiting.ended.get(), 10))[0] for _ in left]


async def test_nobody_is_told_of_in_the_context_of_another() -> None:
    """Ours: one timer rings for many, and what a store logs is not another person's."""
    whose: contextvars.ContextVar[str] = contextvars.ContextVar("whose", default="nobody's")
    names, heard = {"a", "b"}, []
    alarms = Alarms(names, lambda name, _: heard.append((name, whose.get())))

    async def wait(name: str) -> None:
        whose.set(name)
        alarms.set(asyncio.get_running_loop(), name, 0.01)

    await asyncio.gather(wait("a"), wait("b"))
    await asyncio.sleep(0.1)
    assert [("a", "nobody's"), ("b", "nobody's")] == heard


async def test_one_who_cannot_be_told_keeps_nobody_else_waiting() -> None:
    """Ours: a store of the user's may raise anything."""
    names, ended = {"a", "b", "c"}, asyncio.Queue[str]()
    told: list[BaseException | None] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context.get("exception")))

    def late(name: str, _: float) -> None:
        names.discard(name)
        if name == "a":
            raise asyncio.CancelledError
        ended.put_nowait(name)

    alarms = Alarms(names, late)
    for name in ("a", "b", "c"):
        alarms.set(asyncio.get_running_loop(), name, 0.01)
    assert ["b", "c"] == [await asyncio.wait_for(ended.get(), 10) for _ in "bc"]
    assert [asyncio.CancelledError] == [type(failure) for failure in told]


async def test_who_is_no_longer_there_is_not_held_by_a_timer() -> None:
    """Ours: a broker that nobody uses is let go before the ten minutes of its last question are over."""
    waiting = Waiting()
    waiting.add("answered", LONG)
    gone = weakref.ref(waiting.alarms)
    del waiting
    gc.collect()
    assert None is gone()


def test_each_is_told_of_on_its_own_loop() -> None:
    """Ours: two at once, in two threads."""
    names: set[str] = set()
    told: list[tuple[str, str]] = []
    alarms = Alarms(names, lambda name, _: told.append((name, threading.current_thread().name)))
    both = threading.Barrier(2)

    async def wait(name: str, seconds: float) -> None:
        names.add(name)
        both.wait(10)
        alarms.set(asyncio.get_running_loop(), name, seconds)
        await asyncio.to_thread(both.wait, 10)
        await asyncio.sleep(0.1)

    threads = [
        threading.Thread(target=lambda name=name, late=late: asyncio.run(wait(name, late)), name=name)
        for name, late in (("a", 0.05), ("b", 0.02))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert [("a", "a"), ("b", "b")] == sorted(told)


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

    gone = [asyncio.run(wait("a", LONG)), asyncio.run(wait("b", 0.0)), asyncio.run(wait("a", LONG))]
    assert ["b"] == late
    gc.collect()
    assert [None, None, None] == [loop() for loop in gone]
