"""URL questions: consent first, completion apart from it."""

from __future__ import annotations

import asyncio

import pytest

from mcp_elicit.broker import Broker, ForeignUserError, MemoryQuestionStore, NotOpenError
from mcp_elicit.errors import (
    ElicitError,
    QuestionExpiredError,
    QuestionWithdrawnError,
    RefusedError,
    RequestError,
)
from mcp_elicit.result import ElicitResult

from .asking import put
from .clock import Clock
from .questions import PAGE

pytestmark = pytest.mark.anyio

YES = ElicitResult.accept()


async def wait(broker: Broker, *, timeout: float | None = None) -> asyncio.Task[None]:
    waiting = broker.wait_completed("page-1", user="ann", timeout=timeout)
    task = asyncio.get_running_loop().create_task(waiting)
    await asyncio.sleep(0)  # gives way, until it waits
    return task


async def test_consent_answers_and_completion_comes_later(broker: Broker, store: MemoryQuestionStore) -> None:
    """The specification's: accept "does not mean that the interaction is complete"."""
    task, seen = await put(broker, PAGE)
    waiting = await wait(broker)
    broker.answer(seen.id, YES, user="ann")
    assert YES == await task
    assert broker.pending() == ()
    assert not waiting.done()
    assert 1 == len(store)
    broker.complete("page-1", user="ann")
    await waiting
    assert 0 == len(store)


async def test_a_page_that_was_done_first_still_waits_for_consent(
    broker: Broker, store: MemoryQuestionStore
) -> None:
    """Ours: the person had the full URL before them; what they did there is not lost, nor taken for a yes."""
    task, seen = await put(broker, PAGE)
    waiting = await wait(broker)
    broker.complete("page-1", user="ann")
    broker.complete("page-1", user="ann")
    (still,) = broker.pending("ann")
    assert still.page_done
    await asyncio.sleep(0)  # the bell has rung; nobody may take it for the end
    assert not task.done()
    assert not waiting.done()
    broker.answer(seen.id, YES, user="ann")
    await waiting
    assert YES == await task
    assert 0 == len(store)


async def test_a_page_completed_once_may_be_completed_again(broker: Broker) -> None:
    """Ours: people reload pages. Nobody else may, and a page that is asked anew starts anew."""
    task, seen = await put(broker, PAGE)
    broker.answer(seen.id, YES, user="ann")
    await task
    for _ in range(3):
        broker.complete("page-1", user="ann")
        await broker.wait_completed("page-1", user="ann")
    with pytest.raises(NotOpenError):
        broker.complete("page-1", user="bob")
    task, seen = await put(broker, PAGE)
    waiting = await wait(broker)
    assert not waiting.done()
    broker.answer(seen.id, ElicitResult.cancel(), user="ann")
    with pytest.raises(RefusedError):
        await waiting


async def test_two_users_with_one_id_complete_their_own(broker: Broker) -> None:
    """Ours: whoever mints ids badly must not let one user finish for another."""
    ann, of_ann = await put(broker, PAGE, user="ann")
    bob, of_bob = await put(broker, PAGE, user="bob")
    broker.answer(of_ann.id, YES, user="ann")
    broker.answer(of_bob.id, YES, user="bob")
    waiting = await wait(broker)
    broker.complete("page-1", user="bob")
    assert [True, False, False] == [broker.is_open("page-1", user=user) for user in ("ann", "bob", "eve")]
    await asyncio.sleep(0)
    assert not waiting.done()
    with pytest.raises(ForeignUserError):
        broker.complete("page-1", user="eve")
    broker.complete("page-1", user="ann")
    await waiting
    assert (YES, YES) == (await ann, await bob)


async def test_two_calls_that_ask_for_one_page_are_done_together(
    broker: Broker, store: MemoryQuestionStore
) -> None:
    """Ours: the same question from two calls of one user is one page."""
    first, one = await put(broker, PAGE)
    second, two = await put(broker, PAGE)
    waiting = await wait(broker)
    broker.answer(one.id, YES, user="ann")
    broker.complete("page-1", user="ann")
    broker.answer(two.id, YES, user="ann")
    await waiting
    assert (YES, YES) == (await first, await second)
    assert 0 == len(store)


@pytest.mark.parametrize(
    ("ended", "error"),
    [
        ("decline", RefusedError("decline")),
        ("cancel", RefusedError("cancel")),
        ("withdraw", QuestionWithdrawnError("enough")),
        ("withdraw opened", QuestionWithdrawnError("enough")),
        ("expire", QuestionExpiredError(600.0)),
        ("expire opened", QuestionExpiredError(3600.0, "page")),
    ],
)
async def test_who_waits_for_a_page_hears_how_it_ended(
    broker: Broker, clock: Clock, ended: str, error: ElicitError
) -> None:
    """Ours: those who wait and those who come later hear the same; completing it is too late."""
    task, seen = await put(broker, PAGE)
    waiting = await wait(broker)
    if ended.endswith("opened"):
        broker.answer(seen.id, YES, user="ann")
    if ended in ("decline", "cancel"):
        broker.answer(seen.id, ElicitResult(action=error.action), user="ann")  # type: ignore[attr-defined]  # is RefusedError
    elif ended.startswith("withdraw"):
        broker.withdraw(seen.id, "enough")
    else:
        clock.now += 3600.0 if ended.endswith("opened") else 600.0
        assert 1 == broker.expire()
    for waits in (waiting, broker.wait_completed("page-1", user="ann")):
        with pytest.raises(type(error)) as raised:
            await waits
        assert error.args == raised.value.args
    with pytest.raises(NotOpenError):
        broker.complete("page-1", user="ann")
    await asyncio.wait([task])
    assert ended in ("decline", "cancel", "withdraw opened", "expire opened") or task.exception() is not None


async def test_waiting_for_a_page_ends_in_time_and_the_page_does_not(broker: Broker) -> None:
    """Ours: a person who is slow has lost nothing."""
    task, seen = await put(broker, PAGE)
    broker.answer(seen.id, YES, user="ann")
    await task
    with pytest.raises(QuestionExpiredError) as expired:
        await broker.wait_completed("page-1", user="ann", timeout=0.01)
    assert 0.01 == expired.value.seconds
    broker.complete("page-1", user="ann")
    await broker.wait_completed("page-1", user="ann", timeout=0.01)
    assert {} == broker._audience._bells
    with pytest.raises(RequestError):
        await broker.wait_completed("page-1", user="ann", timeout=0)


@pytest.mark.parametrize("agreed", [False, True])
async def test_who_waits_in_vain_for_a_page_is_not_told_that_it_was_withdrawn(
    broker: Broker, agreed: bool
) -> None:
    """Ours: the question stays open until the person agrees, and the page until it is done."""
    task, seen = await put(broker, PAGE)
    if agreed:
        broker.answer(seen.id, YES, user="ann")
    with pytest.raises(QuestionExpiredError) as expired:
        await broker.wait_completed("page-1", user="ann", timeout=0.01)
    assert "the page was not done within 0.01 seconds" == expired.value.sentence
    assert broker.is_open("page-1", user="ann")
    task.cancel()


async def test_nobody_waits_for_a_page_that_was_never_asked(broker: Broker) -> None:
    """Ours: an error at once, never a hang."""
    with pytest.raises(NotOpenError):
        await broker.wait_completed("page-1", user="ann", timeout=None)
    task, _ = await put(broker, PAGE, user="bob")
    with pytest.raises(NotOpenError):
        await broker.wait_completed("page-1", user="ann", timeout=None)
    task.cancel()


async def test_an_opened_page_outlives_the_call_that_asked(broker: Broker, clock: Clock) -> None:
    """Ours: its own life begins with the consent; the asker's timer does not end it."""
    task, seen = await put(broker, PAGE, timeout=60.0)
    broker.answer(seen.id, YES, user="ann")
    task.cancel()
    await asyncio.wait([task])
    broker._run_out(seen.id, 60.0)
    broker._give_up(seen.id)
    clock.now += 3599.0
    broker.complete("page-1", user="ann")
    await broker.wait_completed("page-1", user="ann")
