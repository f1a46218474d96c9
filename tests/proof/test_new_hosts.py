"""The TypeScript SDKs' newest clients, live against our servers: forms, pages, completion, -32042, rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from tests.peers.conformance_forms import EVERY_KIND

from .conftest import Urls
from .hosts import ANSWERS, Host, Report, ask_everything, do

BOTH: Final[dict[str, Any]] = {"form": {}, "url": {}}
SDK_1 = Host("npm 1.32.2", "sdk-1.32.2", "2025-11-25", BOTH)
SDK_2 = Host("client 2.4.0", "sdk-2.4.0", "2025-11-25", BOTH)
SDK_2_ROUNDS = Host("client 2.4.0", "sdk-2.4.0", "2026-07-28", BOTH)
REQUESTS = ((SDK_1, "on_sdk_2"), (SDK_1, "on_sdk_1"), (SDK_2, "on_sdk_2"), (SDK_2, "on_sdk_1"))
EVERYWHERE = (*REQUESTS, (SDK_2_ROUNDS, "on_sdk_2"))
REQUIRED: Final = ("url_required", "page_required", "required")
RAISED: Final = ("url_raised", "page_raised", "raised")
"""A tool, a prompt and a resource each."""
BLOCKED: Final = (
    *((name, "json") for name in REQUIRED),
    *(
        (name, endpoint)
        for name in ("url_raised", "page_raised", "raised")
        for endpoint in ("json", "stream")
    ),
)
"""What ends with -32042: by `require_url` where it cannot ask, or raised by hand."""


def label(case: Any) -> str:
    return f"{case[0]} {case[1]}" if isinstance(case, tuple) else ""


class Reports:
    """What every host reported of every server: one process per SDK, when it is first asked for."""

    def __init__(self, on_sdk_2: Urls, on_sdk_1: Urls) -> None:
        self._servers = {
            f"{name} {endpoint}": url
            for name, urls in (("on_sdk_2", on_sdk_2), ("on_sdk_1", on_sdk_1))
            for endpoint, url in urls.items()
        }
        self._done: dict[tuple[str, str], Report] = {}

    def __call__(self, case: tuple[Host, str], endpoint: str = "stream") -> Report:
        key = (str(case[0]), f"{case[1]} {endpoint}")
        if key not in self._done:
            hosts = [host for host in (SDK_1, SDK_2, SDK_2_ROUNDS) if host.packages == case[0].packages]
            self._done.update(ask_everything(hosts, self._servers))
        return self._done[key]


@pytest.fixture(scope="module")
def reports(on_sdk_2: Urls, on_sdk_1: Urls) -> Reports:
    return Reports(on_sdk_2, on_sdk_1)


@pytest.mark.parametrize("case", EVERYWHERE, ids=label)
class TestForms:
    def test_a_form_of_every_kind_arrives_as_it_was_written_and_comes_back_whole(
        self, reports: Reports, case: tuple[Host, str]
    ) -> None:
        """Spec: 2025-11-25 and later have every kind of field."""
        report = reports(case)
        assert case[0].version == report.version
        assert EVERY_KIND == report.form("every_kind")
        assert {"action": "accept", "content": ANSWERS["Every kind"]} == report.given("every_kind")

    def test_a_default_arrives_in_every_kind_of_field(self, reports: Reports, case: tuple[Host, str]) -> None:
        """Spec: as 2025-11-25 allows."""
        properties = reports(case).form("test_elicitation_sep1034_defaults")["properties"]
        defaults = {name: field["default"] for name, field in properties.items()}
        assert {
            "name": "John Doe",
            "age": 30,
            "score": 95.5,
            "status": "active",
            "verified": True,
        } == defaults

    def test_titles_stand_beside_their_values(self, reports: Reports, case: tuple[Host, str]) -> None:
        """Spec: `oneOf` of const and title."""
        options = reports(case).form("titled_choice")["properties"]["value"]["oneOf"]
        assert [("a", "Aisle"), ("m", "Middle"), ("w", "Window")] == [
            (o["const"], o["title"]) for o in options
        ]
        assert ["chose", "w"] == reports(case).given("titled_choice")

    def test_several_may_be_chosen(self, reports: Reports, case: tuple[Host, str]) -> None:
        """Spec: multi-select."""
        assert {"tags": ["green", "red"]} == reports(case).given("many")

    def test_one_body_asks_twice(self, reports: Reports, case: tuple[Host, str]) -> None:
        """Ours: in requests, or in rounds of a result that the host repeats."""
        assert ["Ann", 44] == reports(case).given("two_questions")
        assert 2 == len(reports(case).of["two_questions"]["arrived"])

    def test_an_answer_comes_back_typed(self, reports: Reports, case: tuple[Host, str]) -> None:
        """Ours: JavaScript has one kind of number; 12 for a float is a float."""
        assert ["float", 12.0] == reports(case).given("typed")["price"]
        assert ["int", 3] == reports(case).given("typed")["nights"]


@pytest.mark.parametrize("case", EVERYWHERE, ids=label)
class TestPages:
    def test_a_page_is_asked_for_and_agreed_to_without_content(
        self, reports: Reports, case: tuple[Host, str]
    ) -> None:
        """Spec: mode, url, message; an id on 2025-11-25 alone."""
        (page,) = reports(case).of["url_asked"]["arrived"]
        assert "url" == page["mode"]
        assert ("elicitationId" in page) == (case[0].version == "2025-11-25")
        assert {"action": "accept", "content": None} == reports(case).given("url_asked")

    def test_the_call_goes_on_when_the_page_was_opened(
        self, reports: Reports, case: tuple[Host, str]
    ) -> None:
        """Ours: consent is not enough; the page itself is opened by the host's own HTTP client."""
        for name in REQUIRED:
            assert reports(case).text(name).startswith("signed in as ")
            assert 1 == len(reports(case).of[name]["arrived"])


@pytest.mark.parametrize("case", REQUESTS, ids=label)
class TestCompletion:
    def test_the_host_hears_that_its_page_is_done_once(
        self, reports: Reports, case: tuple[Host, str]
    ) -> None:
        """Spec: 2025-11-25, to the session that was asked."""
        (page,) = reports(case).of["url_required"]["arrived"]
        assert 1 == reports(case).completed.count(page["elicitationId"])

    @pytest.mark.parametrize("endpoint", ["stream", "json"])
    def test_no_other_session_hears_of_it(
        self, reports: Reports, case: tuple[Host, str], endpoint: str
    ) -> None:
        """Spec: the notification goes to the client that was asked alone; another was connected all along."""
        assert ("the last",) == reports(case, endpoint).overheard

    @pytest.mark.parametrize("endpoint", ["stream", "json"])
    def test_a_completion_that_nobody_waits_for_harms_nobody(
        self, reports: Reports, case: tuple[Host, str], endpoint: str
    ) -> None:
        """Spec: clients ignore ids they do not know; sent twice, and where the call's answer is JSON too."""
        assert "said" == reports(case, endpoint).text("completions")
        assert 2 == reports(case, endpoint).completed.count("never issued")

    def test_a_repeated_completion_is_not_sent_and_an_unknown_one_is_an_error(
        self, reports: Reports, case: tuple[Host, str]
    ) -> None:
        """Ours: completing twice does nothing; an id that was never opened here is the caller's mistake."""
        report = reports(case)
        assert ("completed", "RequestError") == (
            report.text("completed again"),
            report.text("completed nobody"),
        )
        (page,) = report.of["url_required"]["arrived"]
        assert 1 == report.completed.count(page["elicitationId"])


@pytest.mark.parametrize("case", REQUESTS, ids=label)
class TestUrlRequired:
    @pytest.mark.parametrize(("name", "endpoint"), BLOCKED)
    def test_elicitation_server_must_return_32042(
        self, reports: Reports, case: tuple[Host, str], name: str, endpoint: str
    ) -> None:
        """Spec: code, and one well-formed url request per page; the SDK's own class reads it."""
        error = reports(case, endpoint).of[name]["error"]
        assert -32042 == error["code"]
        assert error["data"]["elicitations"] == error["pages"]
        (page,) = error["pages"]
        assert {"mode", "message", "url", "elicitationId"} == set(page)

    @pytest.mark.parametrize(("name", "endpoint"), BLOCKED)
    def test_the_same_call_succeeds_once_the_page_is_done(
        self, reports: Reports, case: tuple[Host, str], name: str, endpoint: str
    ) -> None:
        """Spec: the client may retry after the completion, which reaches it outside of any call."""
        report = reports(case, endpoint)
        assert report.of[name]["again"]["result"]["text"].startswith("signed in as ")
        assert report.of[name]["error"]["pages"][0]["elicitationId"] in report.completed

    def test_inline_is_preferred_where_it_works(self, reports: Reports, case: tuple[Host, str]) -> None:
        """Ours: require_url on a stream asks, and never ends the call with -32042."""
        assert all("error" not in reports(case).of[name] for name in REQUIRED)

    def test_without_a_way_to_ask_a_form_is_refused_at_once(
        self, reports: Reports, case: tuple[Host, str]
    ) -> None:
        """Ours: a form is never sent by -32042, and nothing hangs."""
        for tool in ("confirmed", "titled_choice", "two_questions", "url_asked"):
            assert reports(case, "json").refused(tool)


def test_32042_does_not_exist_in_rounds(reports: Reports) -> None:
    """Spec: 2026-07-28 MUST NOT send it; what an author raises by hand becomes a round."""
    for name in RAISED:
        raised = reports((SDK_2_ROUNDS, "on_sdk_2")).of[name]
        assert "error" not in raised
        assert 1 == len(raised["arrived"])
        assert raised["result"]["text"].startswith("signed in as ")


CAPABILITIES: Final[tuple[tuple[dict[str, Any], bool, bool], ...]] = (
    ({}, True, False),
    ({"form": {}}, True, False),
    ({"url": {}}, False, True),
    ({"form": {}, "url": {}}, True, True),
)


@pytest.fixture(scope="module", params=[SDK_1, SDK_2, SDK_2_ROUNDS], ids=str)
def asked(request: pytest.FixtureRequest, on_sdk_2: Urls) -> tuple[Host, dict[str, Any]]:
    """One host, connected once for every capability it can declare."""
    host: Host = request.param
    jobs = []
    for declares, *_ in CAPABILITIES:
        account = f"capability-{host.packages}-{host.version}-{'-'.join(declares)}"
        calls: list[dict[str, Any]] = [
            {"name": "declared"},
            {"name": "titled_choice"},
            {"name": "url_asked", "arguments": {"account": account}},
        ]
        jobs.append(replace(host, declares=declares).job(on_sdk_2["stream"], calls))
    printed = do(host.packages, jobs)
    return host, {str(job["declares"]): one["reports"] for job, one in zip(jobs, printed, strict=True)}


@pytest.mark.parametrize(("declares", "form", "url"), CAPABILITIES, ids=str)
def test_a_mode_that_was_not_declared_is_not_asked(
    asked: tuple[Host, dict[str, Any]], declares: dict[str, Any], form: bool, url: bool
) -> None:
    """Spec: a bare capability means form; whatever is not declared must not be sent."""
    host, reports = asked
    declared, choice, page = reports[str(declares)]
    assert f'"form": {str(form).lower()}, "url": {str(url).lower()}' in declared["result"]["text"]
    assert (form, url) == (bool(choice["arrived"]), bool(page["arrived"]))
    for mode, wanted, report in (("form", form, choice), ("url", url, page)):
        if wanted:
            assert report["result"]["isError"] is False
        elif host.version == "2026-07-28":
            assert -32021 == report["error"]["code"]
            needed: dict[str, Any] = {} if mode == "form" else {mode: {}}  # empty means form alone
            assert {"requiredCapabilities": {"elicitation": needed}} == report["error"]["data"]
        else:
            assert report["result"]["isError"] is True
