"""A store that fails: whoever asks hears of their question's end, in time, and not of the store."""

from __future__ import annotations

import asyncio

import pytest

from mcp_elicit.broker import Broker, Change, MemoryQuestionStore, NotOpenError, OpenQuestion
from mcp_elicit.errors import QuestionExpiredError
from mcp_elicit.result import ElicitResult

from .asking import interrupt_waiting, put
from .clock import Clock
from .questions import AGE

pytestmark = pytest.mark.anyio

LOGGED = ["a question could not be ended: the store raised OSError"]


class Failing(MemoryQuestionStore):
    """A store whose methods in *broken* fail, with an error that quotes what nobody may read."""

    def __init__(self) -> None:
        super().__init__()
        self.broken: frozenset[str] = frozenset()

    def _work(self, method: str) -> None:
        if method in self.broken:
            raise OSError("the disk with s3cr3t on it is gone")

    def add(self, question: OpenQuestion) -> None:
        self._work("add")
        super().add(question)

    def get(self, question_id: str) -> OpenQuestion | None:
        self._work("get")
        return super().get(question_id)

    def change(self, seen: OpenQuestion, to: OpenQuestion | None, change: Change) -> bool:
        self._work("change")
        return super().change(seen, to, change)


class Forgetful(MemoryQuestionStore):
    """A store that loses its questions, and tells nobody."""

    def get(self, question_id: str) -> OpenQuestion | None:
        return None


@pytest.fixture
def store() -> Failing:
    return Failing()


@pytest.mark.parametrize("method", ["get", "change"])
async def test_time_runs_out_also_while_the_store_is_down(
    broker: Broker, store: Failing, clock: Clock, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: the asker waits no longer, the log names the kind of failure, and the sweep takes the rest."""
    task, seen = await put(broker, timeout=0.01)
    store.broken = frozenset({method})
    with pytest.raises(QuestionExpiredError) as expired:
        await asyncio.wait_for(task, 20)
    assert (0.01, None) == (expired.value.seconds, expired.value.__context__)
    assert LOGGED == caplog.messages
    assert "s3cr3t" not in caplog.text
    assert {} == broker._audience.askers
    assert 1 == len(store)
    store.broken = frozenset()
    clock.now += 0.01
    with pytest.raises(NotOpenError) as late:
        broker.answer(seen.id, ElicitResult.accept({"age": 44}), user="ann")
    assert "expired" == late.value.ended
    assert 0 == len(store)


async def test_time_runs_out_also_where_the_store_has_lost_the_question() -> None:
    """Ours: nobody told the asker of an end, so this is one."""
    broker = Broker(Forgetful())
    asking = broker.ask(AGE, user="ann", timeout=0.01)
    with pytest.raises(QuestionExpiredError):
        await asyncio.wait_for(asking, 20)


@pytest.mark.parametrize("method", ["get", "change"])
def test_a_blocking_wait_runs_out_also_while_the_store_is_down(
    broker: Broker, store: Failing, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: as for who awaits."""
    store.broken = frozenset({method})
    with pytest.raises(QuestionExpiredError) as expired:
        broker.ask_blocking(AGE, user="ann", timeout=0.01)
    assert (0.01, None) == (expired.value.seconds, expired.value.__context__)
    assert LOGGED == caplog.messages
    assert "s3cr3t" not in caplog.text
    assert {} == broker._audience.askers


@pytest.mark.parametrize("method", ["get", "change"])
async def test_a_call_is_cancelled_also_while_the_store_is_down(
    broker: Broker, store: Failing, clock: Clock, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: whoever cancels it sees it cancelled; the question stays until its time is up."""
    task, _ = await put(broker)
    store.broken = frozenset({method})
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert LOGGED == caplog.messages
    assert "s3cr3t" not in caplog.text
    assert {} == broker._audience.askers
    store.broken = frozenset()
    clock.now += 600.0
    assert () == broker.pending()


def test_a_blocking_wait_is_interrupted_also_while_the_store_is_down(
    broker: Broker, store: Failing, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours: from the keyboard, say."""
    interrupt_waiting(monkeypatch)
    store.broken = frozenset({"get"})
    with pytest.raises(KeyboardInterrupt):
        broker.ask_blocking(AGE, user="ann")
    assert LOGGED == caplog.messages
    assert {} == broker._audience.askers


async def test_a_question_that_the_store_does_not_take_is_not_put(
    broker: Broker, store: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: the store's own error, at once, and nobody waits."""
    store.broken = frozenset({"add"})
    with pytest.raises(OSError, match="the disk"):
        await broker.ask(AGE, user="ann")
    with pytest.raises(OSError, match="the disk"):
        await asyncio.to_thread(broker.ask_blocking, AGE, user="ann")
    assert [] == caplog.messages
    assert {} == broker._audience.askers
    store.broken = frozenset()
    assert () == broker.pending()
