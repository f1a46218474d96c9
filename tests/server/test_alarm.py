"""One timer for all who wait on an event loop: each is ended at its time, and nobody else is."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from mcp_elicit.sdk.server_alarm import Alarm, alarm_here

pytestmark = pytest.mark.anyio

LONG = 600.0


class Waiting:
    """Somebody who waits, until it is cancelled."""

    def __init__(self, name: str, ended: asyncio.Queue[str]) -> None:
        self.name = name
        self.ended = ended

    def cancel(self) -> None:
        self.ended.put_nowait(self.name)


@pytest.mark.parametrize(
    "waiting",
    [
        {"long": LONG, "later": 0.04, "soon": 0.01},
        {"soon": 0.01, "later": 0.04, "long": LONG},
        {"later": 0.04, "soon": 0.01, "at once": 0.0},
    ],
)
async def test_each_is_ended_at_its_own_time(waiting: dict[str, float]) -> None:
    """Ours: however many came before, and for however long."""
    alarm, ended = Alarm(), asyncio.Queue[str]()
    for name, seconds in waiting.items():
        alarm.set(Waiting(name, ended), seconds)
    due = sorted((name for name in waiting if waiting[name] < LONG), key=waiting.__getitem__)
    assert due == [await ended.get() for _ in due]


async def test_who_was_answered_is_not_ended_and_not_kept() -> None:
    """Ours: a timer that still runs holds on to nobody."""
    alarm, ended = Alarm(), asyncio.Queue[str]()
    answered, waiting = Waiting("answered", ended), Waiting("waiting", ended)
    alarm.set(answered, 0.01)
    alarm.set(waiting, 0.03)
    alarm.drop(answered)
    alarm.drop(answered)
    gone = weakref.ref(answered)
    del answered
    gc.collect()
    assert None is gone()
    assert "waiting" == await ended.get()
    assert ended.empty()


async def test_who_comes_after_it_rang_is_ended_too() -> None:
    """Ours: the timer is set again when somebody needs it."""
    alarm, ended = Alarm(), asyncio.Queue[str]()
    for name in ("first", "second"):
        alarm.set(Waiting(name, ended), 0.01)
        assert name == await ended.get()


def test_every_event_loop_has_its_own() -> None:
    """Ours: a server that is run once more does not wait for the timer of a loop that has ended."""

    async def here() -> tuple[Alarm | None, Alarm | None]:
        return alarm_here(), alarm_here()

    first, again = asyncio.run(here())
    other, _ = asyncio.run(here())
    assert None is not first is again
    assert other not in (None, first)
    assert None is alarm_here()
