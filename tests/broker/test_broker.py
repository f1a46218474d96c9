"""Who may answer what, and what the asker gets."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable
from functools import partial

import pytest

from mcp_elicit.broker import (
    EVERYBODY,
    Broker,
    ForeignUserError,
    MemoryQuestionStore,
    NotOpenError,
    OpenQuestion,
    UserFilter,
)
from mcp_elicit.broker import endings as endings_module
from mcp_elicit.client.connection import Parking
from mcp_elicit.errors import (
    InvalidAnswerError,
    QuestionExpiredError,
    QuestionWithdrawnError,
    RequestError,
)
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult
from mcp_elicit.server.serving import Asks

from .asking import put
from .clock import Clock
from .questions import AGE, PAGE, SURE, question

pytestmark = pytest.mark.anyio

ADULT = ElicitResult.accept({"age": 44})


async def test_a_person_sees_who_asks_what_and_until_when(broker: Broker, clock: Clock) -> None:
    """The specification's: which server asks, and why, is clear; the full URL is shown."""
    form, seen = await put(broker, AGE, call="deploy", asked_by="Build server", timeout=60.0)
    assert ("ann", "deploy", "Build server") == (seen.user, seen.call, seen.asked_by)
    assert "How old are you?" == seen.message
    assert AGE.requested_schema == seen.requested_schema
    assert (None, None, ()) == (seen.url, seen.elicitation_id, seen.findings)
    assert (clock.now, clock.now + 60.0, 60.0) == (seen.asked_at, seen.expires_at, seen.seconds)
    page, seen = await put(broker, PAGE, timeout=None)
    assert "https://auth.example/connect?state=s3cr3t" == seen.url
    assert "page-1" == seen.elicitation_id
    assert ["host"] == [finding.kind for finding in seen.findings]
    assert (None, None, None) == (seen.requested_schema, seen.expires_at, seen.seconds)
    for task in (form, page):
        task.cancel()


def form_of(**fields: str) -> ElicitRequest:
    properties = {name: {"type": kind} for name, kind in fields.items()}
    return ElicitRequest.from_wire(
        {"message": "?", "requestedSchema": {"type": "object", "properties": properties}}
    )


@pytest.mark.parametrize(
    ("request_", "said", "kind", "for_person_only"),
    [
        (AGE, None, "form", False),
        (AGE, "confirm", "confirm", True),
        (AGE, "credential", "credential", True),
        (SURE, None, "confirm", True),
        (SURE, "credential", "credential", True),
        (PAGE, None, "url", True),
        (PAGE, "confirm", "url", True),
        (form_of(agree="boolean", news="boolean"), None, "confirm", True),
        (form_of(), None, "confirm", True),
        (form_of(agree="boolean", why="string"), None, "form", False),
        (form_of(user="string", password="string"), None, "credential", True),
        (form_of(password="string"), "confirm", "credential", True),
    ],
)
async def test_consents_and_credentials_are_for_a_person_only(
    broker: Broker, request_: ElicitRequest, said: str | None, kind: str, for_person_only: bool
) -> None:
    """Ours: the asker may say that a question is stricter than its form, never that it is milder."""
    task, seen = await put(broker, request_, kind=said)
    assert (kind, for_person_only) == (seen.kind, seen.for_person_only)
    task.cancel()


@pytest.mark.parametrize(
    ("request_", "given", "got"),
    [
        (AGE, ADULT, ADULT),
        (AGE, ElicitResult.decline(), ElicitResult.decline()),
        (AGE, ElicitResult.cancel(), ElicitResult.cancel()),
        (SURE, ElicitResult.accept({"confirm": False}), ElicitResult.accept({"confirm": False})),
        (form_of(), ElicitResult.accept(), ElicitResult.accept({})),
        (form_of(name="string"), ElicitResult.accept({"name": None}), ElicitResult.accept({"name": None})),
        (PAGE, ElicitResult.accept(), ElicitResult.accept()),
        (PAGE, ElicitResult.accept({"x": 1}), ElicitResult.accept()),
        (PAGE, ElicitResult.decline(), ElicitResult.decline()),
    ],
)
async def test_the_asker_gets_the_answer(
    broker: Broker, request_: ElicitRequest, given: ElicitResult, got: ElicitResult
) -> None:
    """Ours: no content where none belongs, and {} where an accept brought none."""
    task, seen = await put(broker, request_)
    broker.answer(seen.id, given, user="ann")
    assert got == await task
    assert broker.pending() == ()


async def test_an_answer_that_does_not_fit_leaves_the_question_open(broker: Broker) -> None:
    """Ours: the person is told, and tries again."""
    task, seen = await put(broker)
    for content in ({"age": 17}, {"age": "44"}, {}, None):
        with pytest.raises(InvalidAnswerError):
            broker.answer(seen.id, ElicitResult.accept(content), user="ann")
    assert (seen,) == broker.pending()
    broker.answer(seen.id, ADULT, user="ann")
    assert ADULT == await task


@pytest.mark.parametrize(("owner", "other"), [("ann", "bob"), ("ann", None), (None, "ann"), (None, "")])
async def test_another_user_can_neither_answer_nor_complete(
    broker: Broker, owner: str | None, other: str | None
) -> None:
    """The specification's: questions are bound to the user, who alone completes them."""
    task, seen = await put(broker, PAGE, user=owner)
    with pytest.raises(ForeignUserError):
        broker.answer(seen.id, ElicitResult.accept(), user=other)
    with pytest.raises(ForeignUserError):
        broker.complete("page-1", user=other)
    assert (seen,) == broker.pending()
    broker.answer(seen.id, ElicitResult.accept(), user=owner)
    for _ in range(2):
        with pytest.raises(ForeignUserError):
            broker.answer(seen.id, ElicitResult.decline(), user=other)
        broker.complete("page-1", user=owner)
    assert ElicitResult.accept() == await task


@pytest.mark.parametrize(
    ("user", "mine"),
    [("ann", ["ann"]), ("bob", ["bob"]), (None, [None]), ("eve", []), (EVERYBODY, ["ann", "bob", None])],
)
async def test_each_user_sees_their_own_questions(
    broker: Broker, user: UserFilter, mine: list[str | None]
) -> None:
    """Ours; None is no wildcard, so that a visitor who is not signed in sees nothing of anybody."""
    tasks = [(await put(broker, user=owner))[0] for owner in ("ann", "bob", None)]
    assert mine == [each.user for each in broker.pending(user)]
    for task in tasks:
        task.cancel()


async def test_a_long_list_is_read_in_pages(broker: Broker) -> None:
    """Ours: a page goes on behind the last question of the page before, answered meanwhile or not."""
    put_ = [await put(broker) for _ in range(5)]
    ids = [seen.id for _, seen in put_]
    first = broker.pending("ann", limit=2)
    assert ids[:2] == [each.id for each in first]
    broker.answer(first[-1].id, ElicitResult.decline(), user="ann")
    assert ids[2:4] == [each.id for each in broker.pending("ann", limit=2, after=first[-1].id)]
    assert ids[4:] == [each.id for each in broker.pending("ann", limit=2, after=ids[3])]
    with pytest.raises(RequestError):
        broker.pending(limit=0)
    for task, _ in put_:
        task.cancel()


def how(ended: str, broker: Broker, seen: OpenQuestion, clock: Clock) -> None:
    if ended == "answered":
        broker.answer(seen.id, ElicitResult.decline(), user="ann")
    elif ended == "withdrawn":
        broker.withdraw(seen.id, "enough")
    else:
        clock.now += 600.0


@pytest.mark.parametrize("ended", ["answered", "withdrawn", "expired"])
async def test_who_comes_second_hears_why(broker: Broker, clock: Clock, ended: str) -> None:
    """Ours: a question is answered exactly once, and the loser is told."""
    task, seen = await put(broker)
    how(ended, broker, seen, clock)
    with pytest.raises(NotOpenError) as late:
        broker.answer(seen.id, ADULT, user="ann")
    assert (seen.id, ended) == (late.value.id, late.value.ended)
    with pytest.raises(NotOpenError) as late:
        broker.withdraw(seen.id, "too late")
    assert ended == late.value.ended
    with pytest.raises(ForeignUserError):
        broker.answer(seen.id, ADULT, user="bob")
    task.cancel()


async def test_an_id_that_nobody_knows_is_not_open(broker: Broker) -> None:
    """Ours."""
    attempts: list[Callable[[], None]] = [
        partial(broker.answer, "never", ADULT, user="ann"),
        partial(broker.complete, "never", user="ann"),
        partial(broker.withdraw, "never", "why not"),
    ]
    for attempt in attempts:
        with pytest.raises(NotOpenError) as unknown:
            attempt()
        assert unknown.value.ended is None


async def test_what_ended_long_ago_is_forgotten(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours: memory is bounded; the answer is still refused."""
    monkeypatch.setattr(endings_module, "REMEMBERED", 2)
    seen_ = []
    for _ in range(3):
        task, seen = await put(broker)
        seen_.append(seen)
        broker.answer(seen.id, ElicitResult.decline(), user="ann")
        await task
    ended = []
    for seen in seen_:
        with pytest.raises(NotOpenError) as late:
            broker.answer(seen.id, ADULT, user="ann")
        ended.append(late.value.ended)
    assert [None, "answered", "answered"] == ended


async def test_a_question_that_was_taken_back_tells_its_asker_why(broker: Broker) -> None:
    """Ours."""
    task, seen = await put(broker)
    broker.withdraw(seen.id, "the deployment is over")
    with pytest.raises(QuestionWithdrawnError) as withdrawn:
        await task
    assert "the deployment is over" == withdrawn.value.reason


async def test_time_runs_out_by_itself() -> None:
    """Ours: nobody has to call expire."""
    broker = Broker()
    with pytest.raises(QuestionExpiredError) as expired:
        await broker.ask(AGE, user="ann", timeout=0.01)
    assert 0.01 == expired.value.seconds
    assert broker.pending() == ()


async def test_what_is_overdue_is_swept_once(broker: Broker, clock: Clock) -> None:
    """Ours: the sweep and the asker's own timer may both come."""
    short = [await put(broker, timeout=60.0) for _ in range(3)]
    long, _ = await put(broker, timeout=61.0)
    ever, _ = await put(broker, timeout=None)
    assert 0 == broker.expire()
    clock.now += 60.0
    assert 3 == broker.expire()
    assert 0 == broker.expire()
    assert 2 == len(broker.pending())
    for task, _ in short:
        with pytest.raises(QuestionExpiredError) as expired:
            await task
        assert 60.0 == expired.value.seconds
    long.cancel()
    ever.cancel()


@pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf")])
async def test_a_timeout_is_a_span_of_time(broker: Broker, timeout: float) -> None:
    """Ours: None waits for ever, and nothing else does."""
    with pytest.raises(RequestError):
        await broker.ask(AGE, user="ann", timeout=timeout)
    assert broker.pending() == ()


async def test_a_call_that_is_cancelled_takes_its_question_back(broker: Broker) -> None:
    """Ours: when the call ends, the question is withdrawn and a late answer is refused."""
    task, seen = await put(broker)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert broker.pending() == ()
    with pytest.raises(NotOpenError) as late:
        broker.answer(seen.id, ADULT, user="ann")
    assert "withdrawn" == late.value.ended


async def test_an_answer_and_a_cancel_at_once_leave_nothing_behind() -> None:
    """Ours: whichever wins, the other changes nothing."""
    store = MemoryQuestionStore()
    broker = Broker(store)
    for request in (AGE, PAGE):
        task, seen = await put(broker, request)
        broker.answer(seen.id, ADULT, user="ann")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert broker.pending() == ()
    broker.complete("page-1", user="ann")
    assert 0 == len(store)
    assert {} == broker._audience.askers


async def test_a_store_that_fails_leaves_no_asker_behind() -> None:
    """Ours."""

    class Full(MemoryQuestionStore):
        def add(self, question: OpenQuestion) -> None:
            raise BufferError

    broker = Broker(Full())
    with pytest.raises(BufferError):
        await broker.ask(AGE, user="ann")
    assert {} == broker._audience.askers


async def test_ids_sort_by_age_and_cannot_be_guessed(broker: Broker) -> None:
    """Ours: the clock stands still here, so age alone does not make them."""
    seen = [await put(broker) for _ in range(20)]
    ids = [each.id for _, each in seen]
    assert sorted(ids) == ids
    assert 20 == len({each[16:] for each in ids})
    for task, _ in seen:
        task.cancel()


async def test_no_answer_and_no_query_shows(broker: Broker, caplog: pytest.LogCaptureFixture) -> None:
    """Ours: what was typed is in no repr, error, event or log."""
    caplog.set_level(logging.DEBUG)
    subscription = broker.subscribe()
    shown = []
    for request, result in (
        (form_of(name="string"), ElicitResult.accept({"name": "s3cr3t"})),
        (form_of(name="number"), ElicitResult.accept({"name": "s3cr3t"})),
        (PAGE, ElicitResult.accept({"name": "s3cr3t"})),
    ):
        task, seen = await put(broker, request)
        try_ = pytest.raises(InvalidAnswerError) if request == form_of(name="number") else None
        if try_ is None:
            broker.answer(seen.id, result, user="ann")
            await task
        else:
            with try_ as refused:
                broker.answer(seen.id, result, user="ann")
            shown += [str(refused.value), repr(refused.value)]
            task.cancel()
        shown += [repr(seen), repr(task), repr(broker), str(broker._store.get(seen.id))]
    subscription.close()
    shown += [repr(event) async for event in subscription]
    assert "s3cr3t" not in "".join(shown) + caplog.text


@pytest.mark.parametrize("error", [NotOpenError("7", "answered"), NotOpenError("7"), ForeignUserError("7")])
def test_refusals_are_request_errors_that_travel(error: RequestError) -> None:
    """Ours."""
    again = pickle.loads(pickle.dumps(error))
    assert (str(error), vars(error)) == (str(again), vars(again))
    assert isinstance(error, RequestError)


def test_a_question_is_a_value() -> None:
    """Ours: equal by value and picklable, for stores that write it down."""
    one = question(question_id="1")
    assert one == question(question_id="1") == pickle.loads(pickle.dumps(one))


async def test_a_broker_is_what_exchanges_and_clients_take(broker: Broker) -> None:
    """Ours: one that names no user asks the one person at this machine."""
    exchange: Asks = broker
    client: Parking = broker
    for asking, call in (
        (exchange.ask(AGE, user=None, call=None, asked_by=None, timeout=60.0), None),
        (client.ask(AGE, call="deploy", asked_by="Build server", timeout=60.0), "deploy"),
    ):
        task = asyncio.ensure_future(asking)
        await asyncio.sleep(0)
        (seen,) = broker.pending(None)
        assert call == seen.call
        broker.answer(seen.id, ADULT, user=None)
        assert ADULT == await task
