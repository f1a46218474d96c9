"""Whatever races, with real threads: one answer, one winner, nobody left waiting."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial

import pytest

from mcp_elicit.broker import (
    Broker,
    Change,
    MemoryQuestionStore,
    NotOpenError,
    OpenQuestion,
    QuestionAsked,
)
from mcp_elicit.errors import QuestionExpiredError, QuestionWithdrawnError, RequestError
from mcp_elicit.result import ElicitResult

from .asking import interrupt_waiting, put
from .clock import Clock
from .questions import AGE, PAGE

pytestmark = pytest.mark.anyio

THREADS = 8


def outcomes(attempts: list[Callable[[], object]]) -> list[object]:
    """Start all at once, each on its thread; a refusal is an outcome."""
    start = threading.Barrier(len(attempts))

    def run(attempt: Callable[[], object]) -> object:
        start.wait()
        return attempt()

    with ThreadPoolExecutor(len(attempts)) as pool:
        runs = [pool.submit(run, attempt) for attempt in attempts]
    return [run.exception() or run.result() for run in runs]


@pytest.mark.parametrize("round_", range(10))
async def test_of_many_answers_at_once_one_counts(round_: int) -> None:
    """Ours: the others are told that somebody was faster, and the asker gets the winner's."""
    broker = Broker()
    task, seen = await put(broker)
    given = [ElicitResult.accept({"age": 20 + n}) for n in range(THREADS)]
    attempts = [partial(broker.answer, seen.id, result, user="ann") for result in given]
    came = await asyncio.to_thread(outcomes, list(attempts))
    (winner,) = (index for index, each in enumerate(came) if each is None)
    losers = [each for each in came if each is not None]
    assert ["answered"] * (THREADS - 1) == [each.ended for each in losers if isinstance(each, NotOpenError)]
    assert given[winner] == await task


@pytest.mark.parametrize("round_", range(10))
async def test_answers_withdrawals_and_cancels_have_one_winner(round_: int) -> None:
    """Ours: the asker's own outcome is the one that won."""
    store = MemoryQuestionStore()
    broker = Broker(store)
    task, seen = await put(broker, PAGE)
    attempts: list[Callable[[], object]] = [
        partial(broker.answer, seen.id, ElicitResult.decline(), user="ann"),
        partial(broker.withdraw, seen.id, "enough"),
        partial(broker._run_out, seen.id, 600.0),
    ]
    came = await asyncio.to_thread(outcomes, attempts)
    await asyncio.wait([task])
    if came[0] is None:
        assert ElicitResult.decline() == task.result()
    else:
        expected = QuestionWithdrawnError if came[1] is None else QuestionExpiredError
        assert isinstance(task.exception(), expected)
    assert 1 >= sum(each is None for each in came[:2])
    assert 0 == len(store)


@pytest.mark.parametrize("round_", range(10))
async def test_consent_and_completion_at_once_lose_neither(round_: int) -> None:
    """Ours: in either order the page is done and agreed to."""
    store = MemoryQuestionStore()
    broker = Broker(store)
    task, seen = await put(broker, PAGE)
    waiting = asyncio.ensure_future(broker.wait_completed("page-1", user="ann", timeout=None))
    attempts: list[Callable[[], object]] = [partial(broker.complete, "page-1", user="ann") for _ in range(3)]
    attempts.append(partial(broker.answer, seen.id, ElicitResult.accept(), user="ann"))
    assert [None] * 4 == await asyncio.to_thread(outcomes, attempts)
    assert ElicitResult.accept() == await task
    await waiting
    assert 0 == len(store)


def test_threads_ask_and_other_threads_answer() -> None:
    """Ours: every asker gets the answer to its own question, and nothing is left over."""
    store = MemoryQuestionStore()
    broker = Broker(store)
    ages = list(range(20, 220))

    def asks(age: int) -> tuple[int, ElicitResult]:
        return age, broker.ask_blocking(AGE, user=f"user {age % 7}", call=str(age))

    async def answers() -> None:
        left = len(ages)
        events = broker.subscribe()
        with ThreadPoolExecutor(THREADS) as pool:
            asking = [pool.submit(asks, age) for age in ages]
            loop = asyncio.get_running_loop()
            async for event in events:
                if isinstance(event, QuestionAsked):
                    question = event.question
                    result = ElicitResult.accept({"age": int(question.call or "0")})
                    answer = partial(broker.answer, question.id, result, user=question.user)
                    await loop.run_in_executor(None, answer)
                    left -= 1
                if not left:
                    break
            for each in asking:
                age, result = await asyncio.wrap_future(each)
                assert {"age": age} == result.content

    asyncio.run(answers())
    assert 0 == len(store)
    assert {} == broker._audience.askers


async def test_a_thousand_calls_at_once_each_get_their_own_answer() -> None:
    """Ours."""
    store = MemoryQuestionStore()
    broker = Broker(store)
    tasks = [asyncio.ensure_future(broker.ask(AGE, user="ann", call=str(n))) for n in range(20, 1020)]
    await asyncio.sleep(0)

    def answer_all() -> None:
        for question in reversed(broker.pending("ann")):
            age = int(question.call or "0")
            broker.answer(question.id, ElicitResult.accept({"age": age}), user="ann")

    await asyncio.to_thread(answer_all)
    came = await asyncio.gather(*tasks)
    assert [{"age": n} for n in range(20, 1020)] == [result.content for result in came]
    assert 0 == len(store)


def test_blocking_waits_end_as_the_others_do() -> None:
    """Ours: answered, taken back, too late."""
    broker = Broker()
    with pytest.raises(QuestionExpiredError) as expired:
        broker.ask_blocking(AGE, user="ann", timeout=0.01)
    assert 0.01 == expired.value.seconds
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(broker.ask_blocking, AGE, user="ann", timeout=None)
        event = asyncio.run(first_asked(broker))
        broker.withdraw(event, "enough")
        with pytest.raises(QuestionWithdrawnError):
            asking.result()
    assert broker.pending() == ()


async def first_asked(broker: Broker) -> str:
    """The first question of this broker, which may have come already."""
    events = broker.subscribe()
    for question in broker.pending():
        return question.id
    event = await anext(events)
    assert isinstance(event, QuestionAsked)
    return event.question.id


class Meddled(MemoryQuestionStore):
    """A store in which something else happens just before the next change."""

    def __init__(self) -> None:
        super().__init__()
        self.first: Callable[[], object] | None = None

    def change(self, seen: OpenQuestion, to: OpenQuestion | None, change: Change) -> bool:
        first, self.first = self.first, None
        if first is not None:
            first()
        return super().change(seen, to, change)


COMPLETE = "complete"
CONSENT = "consent"
DECLINE = "decline"
WITHDRAW = "withdraw"


@pytest.mark.parametrize(
    ("first", "second", "refused", "left"),
    [
        (COMPLETE, CONSENT, False, 0),
        (COMPLETE, DECLINE, False, 0),
        (COMPLETE, COMPLETE, False, 1),
        (COMPLETE, WITHDRAW, False, 0),
        (CONSENT, COMPLETE, False, 0),
        (CONSENT, CONSENT, True, 1),
        (CONSENT, DECLINE, True, 1),
        (CONSENT, WITHDRAW, False, 0),
        (DECLINE, COMPLETE, False, 0),
        (DECLINE, CONSENT, True, 0),
        (DECLINE, WITHDRAW, True, 0),
        (WITHDRAW, COMPLETE, False, 0),
        (WITHDRAW, CONSENT, True, 0),
        (WITHDRAW, WITHDRAW, True, 0),
    ],
)
async def test_what_comes_between_looking_and_changing_counts(
    first: str, second: str, refused: bool, left: int
) -> None:
    """Ours: the second looks again, and goes on or is refused as if it had come later."""
    store = Meddled()
    broker = Broker(store)
    task, seen = await put(broker, PAGE)
    does: dict[str, Callable[[], None]] = {
        COMPLETE: partial(broker.complete, "page-1", user="ann"),
        CONSENT: partial(broker.answer, seen.id, ElicitResult.accept(), user="ann"),
        DECLINE: partial(broker.answer, seen.id, ElicitResult.decline(), user="ann"),
        WITHDRAW: partial(broker.withdraw, seen.id, "enough"),
    }
    store.first = does[first]
    with pytest.raises(NotOpenError) if refused else nullcontext():
        does[second]()
    assert left == len(store)
    task.cancel()
    await asyncio.wait([task])


async def test_a_question_that_changes_while_it_is_swept_is_swept_once() -> None:
    """Ours."""
    store, clock = Meddled(), Clock()
    broker = Broker(store, clock=clock)
    task, _ = await put(broker)
    clock.now += 600.0
    store.first = broker.expire
    assert 0 == broker.expire()
    with pytest.raises(QuestionExpiredError):
        await task


async def test_blocking_is_refused_where_it_would_hang() -> None:
    """Ours: on an event loop's thread nobody could bring the answer."""
    broker = Broker()
    with pytest.raises(RequestError):
        broker.ask_blocking(AGE, user="ann")
    assert broker.pending() == ()


def test_a_blocking_wait_that_is_interrupted_takes_its_question_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours: from the keyboard, say."""
    interrupt_waiting(monkeypatch)
    broker = Broker()
    with pytest.raises(KeyboardInterrupt):
        broker.ask_blocking(AGE, user="ann")
    assert broker.pending() == ()
    assert {} == broker._audience.askers


def test_a_blocking_wait_may_be_longer_than_any_lock_can_wait() -> None:
    """Ours: `ask` takes such a time, too."""
    broker = Broker()
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(broker.ask_blocking, AGE, user="ann", timeout=1e300)
        while not (asked := broker.pending()):
            assert not asking.done()
        broker.answer(asked[0].id, ElicitResult.decline(), user="ann")
        assert ElicitResult.decline() == asking.result(10)


def test_an_asker_that_is_closed_takes_its_question_back() -> None:
    """Ours: so is a task that is left when its event loop is closed."""
    broker = Broker()

    async def begin() -> None:
        asking = broker.ask(AGE, user="ann", timeout=None)
        asking.send(None)
        assert 1 == len(broker.pending())
        asking.close()

    asyncio.run(begin())
    assert () == broker.pending()
    assert {} == broker._audience.askers


def test_an_answer_to_a_loop_that_is_gone_breaks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Ours: the asker's event loop was closed under it."""
    broker = Broker()
    loop = asyncio.new_event_loop()
    asking = broker.ask(AGE, user="ann")
    task = loop.create_task(asking)
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    (question,) = broker.pending()
    broker.answer(question.id, ElicitResult.decline(), user="ann")
    assert broker.pending() == ()
    asking.close()
    del task
    gc.collect()
    assert "was destroyed" in caplog.text  # said here, and not in some other test
