"""-32042 in every way it can go right and wrong, over streamable HTTP, on SDK 1.30 and 2.x.

One server process, one client process per SDK; a row is what came out, on each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .programs import PATIENCE, outcomes_of, served

pytestmark = pytest.mark.timeout(PATIENCE + 20)

UNTOUCHED = {"ours": False, "sdk": True, "code": -32042, "calls": 1, "asked": 0, "told": 0}
REFUSED = {"error": "RefusedError", "calls": 1, "asked": 1}
DONE = {"result": '{"tool": "ok"}', "calls": 2, "asked": 1, "same arguments": True}

ROWS: dict[str, dict[str, Any]] = {
    # -- as the specification draws it
    "after": {**DONE, "told": 1},
    "during": {**DONE, "told": 1, "drawn": 0},
    "three pages": {**DONE, "asked": 3, "told": 3},
    "a resource": {**DONE, "result": "read"},
    "a prompt": {**DONE, "result": "prompted"},
    # -- the notification
    # The specification's MUST: an id that no block has named yet is unknown, and ignored.
    "before": {"error": "QuestionExpiredError", "calls": 1, "asked": 1, "told": 0},
    "never": {"error": "QuestionExpiredError", "calls": 1, "asked": 1, "told": 0},
    "repeated": {**DONE, "told": 1},
    "another id": {**DONE, "told": 0},  # the person went on by hand
    "by hand": {**DONE, "told": 0},
    # -- the person, and who stands for them
    "decline": {**REFUSED, "text": "the user declined the request"},
    "cancel": {**REFUSED, "text": "the user cancelled the request"},
    "give up": {**REFUSED, "text": "the user cancelled the request"},
    "decline the second of three": {**REFUSED, "asked": 2},
    "handler raises": {
        "error": "UnansweredError",
        "calls": 1,
        "text": "the question was not answered: the handler raised ValueError",
    },
    # -- the second answer
    "twice": {"error": "UrlElicitationRequiredError", "ours": True, "sdk": True, "code": -32042, "calls": 2},
    "another code after": {"ours": False, "sdk": True, "code": -32000, "calls": 2},
    "form after": {"ours": False, "sdk": True, "code": -32042, "calls": 2},
    # -- where it does not apply
    "older version": UNTOUCHED,
    "url not declared": UNTOUCHED,
    # -- data that is not well formed
    **dict.fromkeys(
        (
            "no data",
            "data is a list",
            "no list",
            "list is an object",
            "empty list",
            "a form inside",
            "a form behind a page",
            "no mode",
            "no id",
            "empty id",
            "id is a number",
            "id repeated",
            "no url",
            "relative url",
            "no message",
            "challenges",
            "not an object inside",
        ),
        UNTOUCHED,
    ),
    # -- a page that no browser opens
    "script url": {"error": "PeerError", "calls": 1, "asked": 0},
    "custom scheme": {"error": "PeerError", "calls": 1, "asked": 0},
    # -- many at once
    "many 100": {"result": 100, "calls": 200, "asked": 1, "told": 1},
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served("blocking_server") as url:
        yield url


@pytest.fixture(scope="module", params=["SDK 2.x", "SDK 2.x session", "SDK 1.30", "FastMCP 4"])
def outcomes(request: pytest.FixtureRequest, url: str) -> dict[str, Any]:
    return {row["case"]: row for row in outcomes_of("circuit_program", url, request.param, *ROWS)}


@pytest.mark.parametrize("case", ROWS)
def test_a_blocked_call_ends_as_the_table_says(outcomes: dict[str, Any], case: str) -> None:
    """Spec where it speaks (2025-11-25, client/elicitation#error-handling); decision 10 for the rest."""
    outcome = {**outcomes[case], "asked": len(outcomes[case]["asked"])}
    expected = {**ROWS[case], "left": 0}
    assert expected == {key: outcome.get(key) for key in expected}


def test_the_circuit_closes_on_a_plain_session_of_sdk_1(url: str) -> None:
    """Ours: the SDK's own constructor, with our callback and message handler."""
    cases = ("after", "during", "decline", "twice", "challenges")
    for outcome in outcomes_of("circuit_program", url, "SDK 1.30, plain", *cases):
        row = {**outcome, "asked": len(outcome["asked"])}
        assert {**ROWS[row["case"]], "left": 0} == {key: row.get(key) for key in [*ROWS[row["case"]], "left"]}


def test_the_handler_is_told_who_asks_and_for_which_call(outcomes: dict[str, Any]) -> None:
    """Spec: "Provide UI that makes it clear which server is requesting information"."""
    assert outcomes["after"]["who"] == ["blocking server work"]


def test_the_handler_sees_the_full_url(outcomes: dict[str, Any]) -> None:
    """Spec: the person consents to this page, and sees all of it."""
    assert outcomes["after"]["asked"] == ["https://auth.example/connect?flow=RUN-0"]
