"""What leaves the client in answer to a question, and what the server or the caller gets instead.

Over streamable HTTP, on every SDK; 2026-07-28 where the SDK speaks it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from .answering_program import CASES, SECRET
from .programs import PATIENCE, outcomes_of, served

pytestmark = pytest.mark.timeout(PATIENCE + 20)

NAMED = {"name": "Ada", "age": 5}
TRACE = {"x/trace": "t"}
INVALID_PARAMS, INTERNAL = -32602, -32603


def code(number: int) -> dict[str, Any]:
    return {"code": number}


ROWS: dict[str, Any] = {
    "accept": [{"action": "accept", "content": NAMED, "_meta": TRACE}],
    "accept with defaults": [{"action": "accept", "content": {**NAMED, "news": True}, "_meta": TRACE}],
    "decline": [{"action": "decline", "_meta": {"x/why": "no"}}],
    "cancel": [{"action": "cancel"}],
    "page accepted with content": [{"action": "accept", "_meta": TRACE}],
    "plain function": [{"action": "accept", "content": {"name": "asking server (for ask), 2025-11-25"}}],
    "field of no known kind": [{"action": "accept", "content": {}}],
    # -- could not ask, or no answer to send: an error, never a decline
    "wrong answer": [code(INTERNAL)],
    "missing answer": [code(INTERNAL)],
    "handler raises": [code(INTERNAL)],
    "no one there": [code(INTERNAL)],
    "handler returns something else": [code(INTERNAL)],
    "too often": [*[{"action": "accept", "content": NAMED, "_meta": TRACE}] * 2, code(INTERNAL)],
    # -- never handed to the handler
    "undeclared url": [code(INVALID_PARAMS)],
    "undeclared form": [code(INVALID_PARAMS)],
    "script url": [code(INVALID_PARAMS)],
    "allowed scheme": [{"action": "accept"}],
    # -- while the handler waits for a person
    "completed while asked": [{"action": "accept"}],
    "withdrawn": [code(-32001)],
    "withdrawn from a plain function": [code(-32001)],
}
NOT_ASKED = {
    "undeclared url",
    "undeclared form",
    "script url",
    "rounds: undeclared url",
    "rounds: script url",
}

ACCEPTED = {"action": "accept", "content": NAMED}
ROUNDS: dict[str, Any] = {
    "rounds: accept": [{"q": {"action": "accept", "content": {**NAMED, "news": True}}}],
    "rounds: decline": [{"q": {"action": "decline"}}],
    "rounds: twelve": [{"q": ACCEPTED}] * 12,
    "rounds: two at once": [{"q": ACCEPTED, "p": {"action": "accept"}}],
    "rounds: other requests beside": [{"q": ACCEPTED, "r": {"roots": [{"uri": "file:///here"}]}}],
    "rounds: state only": [{"q": ACCEPTED}],
    "rounds: page unchanged": [{"q": {"action": "accept"}}] * 3,
    "rounds: page given up": [{"q": {"action": "accept"}}, {"q": {"action": "cancel"}}],
    # -- the caller's own call fails
    "rounds: page never done": "QuestionExpiredError",
    "rounds: state only for ever": "QuestionExpiredError",
    "rounds: handler raises": "UnansweredError",
    "rounds: wrong answer": "InvalidAnswerError",
    "rounds: undeclared url": "PeerError",
    "rounds: script url": "PeerError",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served("asking_server") as url:
        yield url


SPEAK_ROUNDS = ("SDK 2.x", "SDK 2.x session", "FastMCP 4")


@pytest.fixture(scope="module", params=[*SPEAK_ROUNDS, "SDK 1.30"])
def client(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def outcomes(client: str, url: str) -> dict[str, Any]:
    cases = {**ROWS, **ROUNDS} if client in SPEAK_ROUNDS else ROWS
    return {row["case"]: row for row in outcomes_of("answering_program", url, client, *cases)}


def test_every_case_has_its_row() -> None:
    """Ours: no case is run and not looked at."""
    assert set(CASES) == {*ROWS, *ROUNDS}


@pytest.mark.parametrize("case", ROWS)
def test_the_server_gets_what_the_table_says(outcomes: dict[str, Any], case: str) -> None:
    """Spec: 2025-11-25, client/elicitation#response-actions and #error-handling; decisions 8 and 11."""
    answers = outcomes[case]["answers"]
    assert ROWS[case] == [code(one["code"]) if "code" in one else one for one in answers]
    assert SECRET not in str(answers)


@pytest.mark.parametrize("client", SPEAK_ROUNDS, scope="module", indirect=True)
@pytest.mark.parametrize("case", ROUNDS)
def test_a_call_in_rounds_ends_as_the_table_says(outcomes: dict[str, Any], case: str) -> None:
    """Spec: 2026-07-28, basic/patterns/mrtr; section 2, last row: the client's own call fails."""
    outcome = outcomes[case]
    assert ROUNDS[case] == outcome.get("answers", outcome.get("error"))
    assert ("error" in outcome) == outcome.get("ours", False)
    assert SECRET not in str(outcome)


@pytest.mark.parametrize(
    ("name", "case"),
    [
        ("SDK 2.x", "completed while asked"),
        ("FastMCP 4", "rounds: accept"),
        ("SDK 1.30", "withdrawn from a plain function"),
    ],
)
def test_over_stdio_it_is_the_same(name: str, case: str) -> None:
    """Ours: the transport makes no difference."""
    (row,) = outcomes_of("answering_program", f"stdio:{sys.executable}", name, case)
    assert {**ROWS, **ROUNDS}[case] == [code(one["code"]) if "code" in one else one for one in row["answers"]]


def test_a_plain_session_of_sdk_1_answers_too(url: str) -> None:
    """Ours: with the SDK's own constructor and our callback; who asks is then not known."""
    cases = [
        "accept",
        "decline",
        "wrong answer",
        "undeclared form",
        "script url",
        "too often",
        "handler raises",
    ]
    for row in outcomes_of("answering_program", url, "SDK 1.30, plain", *cases):
        assert ROWS[row["case"]] == [code(one["code"]) if "code" in one else one for one in row["answers"]]


def test_what_may_not_be_asked_never_reaches_the_handler(outcomes: dict[str, Any]) -> None:
    """Spec: "MUST return an error"; ours: no person is shown a script as a page."""
    assert all(row["asked"] == 0 for case, row in outcomes.items() if case in NOT_ASKED)


def test_a_page_that_comes_back_unchanged_is_shown_once(outcomes: dict[str, Any]) -> None:
    """Ours: the person opened it already."""
    shown = {case: row["asked"] for case, row in outcomes.items() if case.startswith("rounds: page")}
    assert all(times == 1 for times in shown.values())


def test_a_completion_arrives_while_the_handler_waits_for_a_person(outcomes: dict[str, Any]) -> None:
    """Ours: on SDK 1.x too, whose own session would keep it behind the handler."""
    assert outcomes["completed while asked"]["completed"] == ["id-1"]


def test_a_withdrawn_question_ends_the_handler(outcomes: dict[str, Any]) -> None:
    """Ours: a coroutine is cancelled, a thread is told; what it still answers is dropped."""
    assert outcomes["withdrawn"]["withdrawn"] == ["cancelled"]
    assert outcomes["withdrawn from a plain function"]["withdrawn"] == ["told"]


def test_no_answer_is_logged(outcomes: dict[str, Any]) -> None:
    """Ours: neither what a person typed nor what an exception says of it."""
    assert all(SECRET not in str(row["logged"]) for row in outcomes.values())
    assert "the handler raised ValueError at " in str(outcomes["handler raises"]["logged"])
    assert "answering_program.py, line " in str(outcomes["handler raises"]["logged"])


def test_a_server_learns_that_the_handler_failed_and_nothing_more(outcomes: dict[str, Any]) -> None:
    """Ours: a fixed sentence, without the exception's class."""
    (answer,) = outcomes["handler raises"]["answers"]
    assert answer["message"].endswith("the client's handler failed; its log says where")
    assert "ValueError" not in answer["message"]


def test_a_server_that_asks_too_often_is_stopped_by_a_rule_with_a_name(outcomes: dict[str, Any]) -> None:
    """Ours: the log and the error say which number to raise."""
    rule = "the server asked more than 2 questions a minute; raise max_questions_per_minute"
    outcome = outcomes["too often"]
    assert rule in str(outcome["logged"])
    assert rule in outcome["answers"][-1]["message"]


def test_nothing_is_left_open(outcomes: dict[str, Any]) -> None:
    """Ours: whatever happened."""
    assert all(row["left"] == 0 for row in outcomes.values())
