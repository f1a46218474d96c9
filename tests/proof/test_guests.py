"""Our client, live against servers of the TypeScript SDKs: forms, pages, completion, -32042, rounds.

The servers know nothing of this package; the page that a person opens is theirs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from .guests import CLIENTS, DEFAULTS, MALFORMED, PERSON, SERVERS, Visit, Visits
from .servers import typescript_server


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[str, str]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(typescript_server(name, "asker.mjs")) for name in SERVERS}


@pytest.fixture(scope="module")
def visits(servers: dict[str, str]) -> Visits:
    return Visits(servers)


@pytest.fixture(params=[(client, server) for client in CLIENTS for server in SERVERS], ids="-".join)
def visit(request: pytest.FixtureRequest, visits: Visits) -> Visit:
    """What one client met at one server, by the name of the call where it asked for everything."""
    client, server = request.param
    return visits.of(client)[server]


def test_a_form_of_every_kind_reaches_the_handler_and_its_answer_the_server(visit: Visit) -> None:
    """Spec: every kind of field; ours: defaults are filled in where the person left them."""
    (seen,) = visit["form"]["seen"]
    assert "form" == seen["mode"]
    assert 10 == len(seen["form"]["properties"])
    answer = json.loads(visit["form"]["result"])
    assert {"action": "accept", "content": {**PERSON["Every kind"], **DEFAULTS}} == answer


def test_a_request_without_mode_is_a_form(visit: Visit) -> None:
    """Spec: "Clients MUST treat requests without a mode field as form mode"."""
    (seen,) = visit["plain form"]["seen"]
    assert "form" == seen["mode"]
    assert {"action": "accept", "content": {"a": "x"}} == json.loads(visit["plain form"]["result"])


def test_a_page_reaches_the_handler_and_consent_goes_back_without_content(visit: Visit) -> None:
    """Spec: URL mode."""
    (seen,) = visit["page"]["seen"]
    assert ("url", f"page-{visit['who']}") == (seen["mode"], seen["id"])
    assert {"action": "accept"} == json.loads(visit["page"]["result"])


def test_a_completion_is_told_once_and_unknown_ids_never(visit: Visit) -> None:
    """Spec: clients MUST ignore unknown and already completed ids; the server says each twice."""
    assert '"said"' == visit["completions"]["result"]
    assert 1 == visit["completed"].count(f"page-{visit['who']}")
    assert 0 == visit["completed"].count("nobody") + visit["completed"].count("never issued")


def test_a_blocked_call_is_made_exactly_once_more(visit: Visit) -> None:
    """Ours: on consent and completion of the page; the completion of another id is none."""
    (seen,) = visit["required"]["seen"]
    assert f"required-{visit['who']}" == seen["id"]
    assert {"calls": 2} == json.loads(visit["required"]["result"])
    assert 1 == visit["completed"].count(f"required-{visit['who']}")


def test_a_blocked_prompt_and_a_blocked_resource_are_asked_for_once_more(visit: Visit) -> None:
    """Ours: as for a tool; the page is opened, and what stands behind it comes."""
    for kind, report in zip(("prompt", "resource"), visit["behind"][:2], strict=True):
        assert [f"{kind}-{visit['who']}"] == [seen["id"] for seen in report["seen"]]
        assert {"calls": 2} == json.loads(report["result"])


def test_a_task_that_was_not_declared_is_no_obstacle(visit: Visit) -> None:
    """Spec: 2025-11-25, tasks; who did not declare them answers as if `task` were not there."""
    asked = visit["behind"][2]
    assert ["No mode"] == [seen["message"] for seen in asked["seen"]]
    assert {"action": "accept", "content": {"a": "x"}} == json.loads(asked["result"])


def test_a_completion_before_its_question_is_ignored_and_the_one_after_it_counts(visit: Visit) -> None:
    """Spec: unknown ids are ignored; the page itself completes it once more."""
    assert [f"early-{visit['who']}"] == [seen["id"] for seen in visit["early"]["seen"]]
    assert {"calls": 2} == json.loads(visit["early"]["result"])
    assert 1 == visit["completed"].count(f"early-{visit['who']}")


def test_a_second_32042_surfaces_with_its_pages(visit: Visit) -> None:
    """Ours: no third call, and the page of the second error is not shown."""
    blocked = visit["always required"]
    assert (True, -32042) == (blocked["ours"], blocked["code"])
    assert [f"always-{visit['who']}-2"] == [page["elicitationId"] for page in blocked["data"]["elicitations"]]
    assert [f"always-{visit['who']}-1"] == [seen["id"] for seen in blocked["seen"]]
    assert "2" == visit["count"]["result"]


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_32042_passes_untouched_and_nothing_is_shown(visit: Visit, kind: str) -> None:
    """Ours: the code also exists in other systems; the SDK's own error reaches the application."""
    report = visit["malformed"][kind]
    assert (False, -32042, []) == (report["ours"], report["code"], report["seen"])
    if kind == "a payment":
        assert {"challenges": [{"scheme": "card"}]} == report["data"]


def test_a_malformed_32042_is_not_retried(visit: Visit) -> None:
    """Ours: one call per kind."""
    assert str(len(MALFORMED)) == visit["calls of malformed"]["result"]


def test_a_mode_that_was_not_declared_is_answered_with_an_error_and_never_shown(visit: Visit) -> None:
    """Spec: -32602; the server asks all the same."""
    form, page = visit["undeclared"]
    assert 1 == len(form["seen"])
    assert ([], {"code": -32602}) == (page["seen"], json.loads(page["result"]))


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_who_says_no_to_a_page_ends_the_call(visit: Visit, action: str) -> None:
    """Ours: RefusedError, and the call is not repeated."""
    page, *blocked = visit[action]
    assert {"action": action} == json.loads(page["result"])
    for refused, count in zip(blocked[:3], blocked[3:], strict=True):
        assert ("RefusedError", True) == (refused["error"], refused["ours"])
        assert "1" == count["result"]


def test_an_older_connection_knows_no_pages(visit: Visit) -> None:
    """Spec: -32042 came with 2025-11-25; before, it is an error like any other."""
    form, required, count = visit["older"]
    assert {"action": "accept", "content": {"a": "x"}} == json.loads(form["result"])
    assert (False, -32042, []) == (required["ours"], required["code"], required["seen"])
    assert "1" == count["result"]


class TestRounds:
    @pytest.fixture
    def rounds(self, visits: Visits) -> list[Any]:
        """SDK 2.x alone speaks it, on both sides."""
        found: list[Any] = visits.of("main")["sdk-2.4.0"]["rounds"]
        return found

    def test_rounds_of_a_third_party_are_answered_by_the_same_handler(self, rounds: list[Any]) -> None:
        """Spec: 2026-07-28; the state travels back as it came, and all questions of a round are answered."""
        asked = [seen["message"] for seen in rounds[0]["seen"]]
        assert ["Your name?", "How old are you, Ann?", "Every kind"] == asked
        also = {"action": "accept", "content": PERSON["Every kind"]}
        assert ["Ann", 44, also] == json.loads(rounds[0]["result"])

    def test_a_page_in_a_round_has_no_id_and_the_call_goes_on_when_it_was_opened(
        self, rounds: list[Any]
    ) -> None:
        """Spec: 2026-07-28 has neither ids nor completions; the client repeats its call."""
        assert {("url", None)} == {(seen["mode"], seen["id"]) for seen in rounds[1]["seen"]}
        assert {"action": "accept"} == json.loads(rounds[1]["result"])

    def test_an_answer_never_travels_as_a_message_of_its_own(self, rounds: list[Any]) -> None:
        """Spec: 2026-07-28, streamable HTTP; clients send no JSON-RPC responses."""
        assert "0" == rounds[2]["result"]
