"""Events instead of polling: in order, bounded, for one user or all, and without answers."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

import pytest

from mcp_elicit.broker import (
    EVERYBODY,
    Broker,
    Event,
    EventsMissed,
    PageCompleted,
    QuestionAnswered,
    QuestionAsked,
    QuestionExpired,
    QuestionWithdrawn,
    Subscription,
    UserFilter,
)
from mcp_elicit.errors import RequestError
from mcp_elicit.result import ElicitResult

from .asking import put
from .clock import Clock
from .questions import AGE, PAGE

pytestmark = pytest.mark.anyio


async def all_of(subscription: Subscription) -> list[Event]:
    subscription.close()
    return [event async for event in subscription]


async def test_every_change_is_an_event() -> None:
    """Ours."""
    clock = Clock()
    broker = Broker(clock=clock)
    events = broker.subscribe()
    first, form = await put(broker, AGE)
    second, page = await put(broker, PAGE)
    third, early = await put(broker, PAGE)
    fourth, late = await put(broker, AGE, timeout=1.0)
    broker.answer(form.id, ElicitResult.accept({"age": 44}), user="ann")
    broker.answer(page.id, ElicitResult.accept(), user="ann")
    broker.complete("page-1", user="ann")
    broker.answer(early.id, ElicitResult.decline(), user="ann")
    clock.now += 1.0
    broker.expire()
    fifth, taken = await put(broker, AGE)
    broker.withdraw(taken.id, "enough")
    await asyncio.wait([first, second, third, fourth, fifth])
    assert [False, True, True] == [task.exception() is not None for task in (third, fourth, fifth)]
    seen = await all_of(events)
    opened = seen[5].question  # type: ignore[union-attr]  # the table below says what it is
    done_early = seen[7].question  # type: ignore[union-attr]  # as above
    assert (True, True) == (opened.consented, done_early.page_done)
    assert [
        QuestionAsked(form),
        QuestionAsked(page),
        QuestionAsked(early),
        QuestionAsked(late),
        QuestionAnswered(form, "accept"),
        QuestionAnswered(opened, "accept"),
        PageCompleted(opened),
        PageCompleted(done_early),
        QuestionAnswered(done_early, "decline"),
        QuestionExpired(late),
        QuestionAsked(taken),
        QuestionWithdrawn(taken, "enough"),
    ] == seen


@pytest.mark.parametrize(
    ("user", "heard"), [("ann", ["ann"]), ("bob", ["bob"]), (None, [None]), (EVERYBODY, ["ann", "bob", None])]
)
async def test_a_user_hears_of_their_own_questions(user: UserFilter, heard: list[str | None]) -> None:
    """Ours."""
    broker = Broker()
    events = broker.subscribe(user)
    tasks = [(await put(broker, user=owner))[0] for owner in ("ann", "bob", None)]
    asked = [event for event in await all_of(events) if isinstance(event, QuestionAsked)]
    assert heard == [event.question.user for event in asked]
    for task in tasks:
        task.cancel()


async def test_a_slow_subscriber_loses_the_oldest_and_holds_up_nobody() -> None:
    """Ours: it learns how many it lost, and lists the pending questions anew."""
    broker = Broker()
    slow, quick = broker.subscribe(max_unread=3), broker.subscribe()
    put_ = [await put(broker) for _ in range(10)]
    assert 10 == len(await all_of(quick))
    seen = [question for _, question in put_]
    assert [EventsMissed(7), *map(QuestionAsked, seen[-3:])] == await all_of(slow)
    for task, _ in put_:
        task.cancel()
    with pytest.raises(RequestError):
        broker.subscribe(max_unread=0)


async def test_a_waiting_subscriber_is_woken_from_any_thread() -> None:
    """Ours: a web callback runs on a thread of its own."""
    broker = Broker()
    events = broker.subscribe("ann")
    coming = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0)
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(broker.ask_blocking, AGE, user="ann")
        event = await coming
        assert isinstance(event, QuestionAsked)
        broker.answer(event.question.id, ElicitResult.decline(), user="ann")
        assert QuestionAnswered(event.question, "decline") == await anext(events)
        assert ElicitResult.decline() == await asyncio.wrap_future(asking)


async def test_one_subscription_has_one_reader() -> None:
    """Ours: two readers would each see half of the events. A reader that gave up does not count."""
    broker = Broker()
    events = broker.subscribe()
    reader = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0)
    with pytest.raises(RequestError):
        await anext(events)
    reader.cancel()
    await asyncio.wait([reader])
    next_reader = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0)
    task, question = await put(broker)
    assert QuestionAsked(question) == await next_reader
    task.cancel()


async def test_closing_ends_the_iteration() -> None:
    """Ours: what came before is still read, what comes later is not."""
    broker = Broker()
    async with aclosing(broker.subscribe()) as events:
        reader = asyncio.ensure_future(all_that_comes(events))
        task, question = await put(broker)
    assert [QuestionAsked(question)] == await reader
    task.cancel()
    await asyncio.wait([task])
    assert [] == await all_of(events)


async def all_that_comes(events: Subscription) -> list[Event]:
    return [event async for event in events]


async def test_a_subscription_that_is_dropped_costs_nothing() -> None:
    """Ours: leaving the loop is enough."""
    broker = Broker()
    task, _ = await put(broker)
    events: Subscription | None = broker.subscribe()
    assert 1 == len(broker._audience._subscriptions)
    del events
    gc.collect()
    assert 0 == len(broker._audience._subscriptions)
    task.cancel()
