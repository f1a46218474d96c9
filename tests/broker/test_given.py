"""What a broker is given that it cannot use: said in one sentence, and nothing is done."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_elicit.broker import EVERYBODY, Broker, MemoryQuestionStore
from mcp_elicit.errors import ElicitError, RequestError
from mcp_elicit.result import ElicitResult
from mcp_elicit.server.given import number_given

from .asking import put
from .questions import AGE, PAGE

pytestmark = pytest.mark.anyio

RESULT = "give ElicitResult.accept(values), .decline() or .cancel()"
PAGES = "give the page's: question.elicitation_id"
NAME = "give the user's name, as text"
YES = ElicitResult.accept()


@pytest.mark.parametrize(
    ("method", "given", "sentence"),
    [
        ("answer", {"result": {"age": 44}}, f"result: expected ElicitResult, got dict; {RESULT}"),
        ("answer", {"result": "accept"}, f"result: expected ElicitResult, got str; {RESULT}"),
        ("answer", {"result": None}, f"result: expected ElicitResult, got None; {RESULT}"),
        ("answer", {"id": 7, "result": YES}, "id: expected a text, got int; give the id of the question"),
        ("answer", {"result": YES, "user": 7}, f"user: expected a text or None, got int; {NAME}"),
        (
            "answer",
            {"result": YES, "user": EVERYBODY},
            "user: is everybody; name one user; None where nobody signs in",
        ),
        ("withdraw", {"reason": None}, "reason: expected a text, got None; say why, in words for the asker"),
        (
            "withdraw",
            {"id": None, "reason": ""},
            "id: expected a text, got None; give the id of the question",
        ),
        ("complete", {"id": None, "user": "ann"}, f"elicitation_id: expected a text, got None; {PAGES}"),
        ("complete", {"user": b"ann"}, f"user: expected a text or None, got bytes; {NAME}"),
        ("is_open", {"id": None, "user": "ann"}, f"elicitation_id: expected a text, got None; {PAGES}"),
        ("subscribe", {"id": 7}, f"user: expected a text or None, got int; {NAME}"),
        ("subscribe", {"id": "ann", "max_unread": "9"}, "max_unread: expected a whole number, got str"),
        ("pending", {"id": "ann", "limit": 1.5}, "limit: expected a whole number, got float"),
        (
            "pending",
            {"id": "ann", "after": 5},
            "after: expected a text or None, got int; give the id of the question",
        ),
    ],
)
async def test_what_is_of_another_type_is_refused_and_the_question_stays_open(
    method: str, given: dict[str, Any], sentence: str
) -> None:
    """Ours: never another library's error, and never the value."""
    broker = Broker()
    task, seen = await put(broker)
    arguments = {"user": "ann", **given} if method == "answer" else dict(given)
    with pytest.raises(RequestError) as refused:
        getattr(broker, method)(arguments.pop("id", seen.id), **arguments)
    assert sentence == refused.value.sentence
    assert (seen,) == broker.pending("ann")
    broker.answer(seen.id, ElicitResult.accept({"age": 44}), user="ann")
    assert ElicitResult.accept({"age": 44}) == await task


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"request": "How old?"},
            "request: expected ElicitRequest, got str; give ElicitRequest.for_form(...) or for_url(...)",
        ),
        ({"user": 7}, f"user: expected a text or None, got int; {NAME}"),
        ({"call": 7}, "call: expected a text or None, got int"),
        ({"asked_by": 7}, "asked_by: expected a text or None, got int"),
        ({"kind": "form"}, "kind: is none of confirm, credential; leave it out"),
        ({"timeout": "9"}, "timeout: expected a number of seconds, got str; None waits for ever"),
        ({"timeout": -1}, "timeout: is not a positive number of seconds; None waits for ever"),
        ({"timeout": 10**400}, "timeout: is too long; None waits for ever"),
    ],
)
async def test_a_question_of_another_type_is_not_put(given: dict[str, Any], sentence: str) -> None:
    """Ours: nobody sees it."""
    broker = Broker()
    with pytest.raises(RequestError) as refused:
        await broker.ask(**{"request": AGE, "user": "ann", **given})
    assert sentence == refused.value.sentence
    assert () == broker.pending()


STORE = "give MemoryQuestionStore(), or an object with add, get, change, page, of_page, overdue, watch"
NO_SPAN = "page_life: is not a positive number of seconds; leave it out for 3600 seconds"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"store": 5}, f"store: expected QuestionStore, got int; {STORE}"),
        ({"store": {}}, f"store: expected QuestionStore, got dict; {STORE}"),
        ({"store": MemoryQuestionStore}, f"store: is a class; {STORE}"),
        *(
            (
                {"page_life": given},
                f"page_life: expected a number of seconds, got {got}; leave it out for 3600 seconds",
            )
            for given, got in (("x", "str"), (None, "None"), (True, "bool"))
        ),
        ({"page_life": -1}, NO_SPAN),
        ({"page_life": 0}, NO_SPAN),
        ({"page_life": float("nan")}, NO_SPAN),
        ({"page_life": float("inf")}, "page_life: is too long; leave it out for 3600 seconds"),
        ({"page_life": 10**400}, "page_life: is too long; leave it out for 3600 seconds"),
        ({"clock": 5}, "clock: expected a function, got int; leave it out for time.time"),
        ({"clock": None}, "clock: expected a function, got None; leave it out for time.time"),
    ],
)
def test_a_broker_is_not_made_of_what_it_cannot_use(given: dict[str, Any], sentence: str) -> None:
    """Ours: said where it is made, and not in the first call that needs it."""
    with pytest.raises(RequestError) as refused:
        Broker(**given)
    assert sentence == refused.value.sentence


@pytest.mark.parametrize(
    ("name", "whole", "sentence"),
    [
        (
            "hold",
            False,
            "hold: expected a number of seconds >= 0, got too many; leave it out for the default",
        ),
        (
            "max_rounds",
            True,
            "max_rounds: expected a whole number >= 0, got too many; leave it out for the default",
        ),
    ],
)
def test_a_number_that_no_clock_can_reckon_with_is_refused_by_a_server_too(
    name: str, whole: bool, sentence: str
) -> None:
    """Ours: never an OverflowError."""
    with pytest.raises(RequestError) as refused:
        number_given(name, 10**400, least=0, whole=whole)
    assert sentence == refused.value.sentence


async def test_the_id_of_a_question_is_not_the_id_of_its_page() -> None:
    """Ours: whoever takes one for the other is told which to give."""
    broker = Broker()
    task, seen = await put(broker, PAGE)
    form_task, form = await put(broker, AGE)

    def said(refused: pytest.ExceptionInfo[ElicitError]) -> str:
        return refused.value.sentence

    with pytest.raises(RequestError) as of_page:
        broker.complete(seen.id, user="ann")
    assert f"elicitation_id: is the id of the question; {PAGES}" == said(of_page)
    with pytest.raises(RequestError) as waited:
        await broker.wait_completed(seen.id, user="ann", timeout=9.0)
    assert said(of_page) == said(waited)
    with pytest.raises(RequestError) as of_form:
        broker.complete(form.id, user="ann")
    assert "elicitation_id: is the id of a question without a page to complete; answer the question" == said(
        of_form
    )
    with pytest.raises(RequestError) as answered:
        broker.answer("page-1", YES, user="ann")
    with pytest.raises(RequestError) as withdrawn:
        broker.withdraw("page-1", "no")
    assert "id: is the elicitation id of a page; give the question's: question.id" == said(answered)
    assert said(answered) == said(withdrawn)
    with pytest.raises(RequestError) as foreign:
        broker.complete(seen.id, user="eve")
    assert "id: no such question is open here; list the pending questions again" == said(foreign)
    assert (seen, form) == broker.pending("ann")
    for each in (task, form_task):
        each.cancel()
