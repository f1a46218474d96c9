"""Hosts of 2025-06-18 that exist, live against our servers on SDK 2.x and 1.30, each over HTTP and stdio.

What they are sent must be what that version has, and what they answer must come back typed.
"""

from __future__ import annotations

from typing import Any

import pytest

from .hosts import Host, Report, ask_everything
from .servers import python

HOSTS = (
    Host("mcp 1.22", "mcp-1.22", "2025-06-18"),
    Host("mcp 1.23.0", "mcp-1.23.0", "2025-06-18"),
    Host("npm 1.17.5", "sdk-1.17.5", "2025-06-18"),
)
SERVERS = {"SDK 2.x": "on_sdk_2", "SDK 1.30": "on_sdk_1"}
OVER_STDIO = {"SDK 2.x over stdio": "main", "SDK 1.30 over stdio": "mcp-1.30"}
CASES = [(host, server) for host in HOSTS for server in (*SERVERS, *OVER_STDIO)]


@pytest.fixture(scope="module")
def reports() -> dict[str, dict[tuple[str, str], Report]]:
    """What was asked already, by packages: one process per host does all its visits."""
    return {}


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}, {case[1]}")
def report(request: pytest.FixtureRequest, reports: dict[str, dict[tuple[str, str], Report]]) -> Report:
    host, server = request.param
    if host.packages not in reports:
        urls: dict[str, Any] = {
            name: request.getfixturevalue(fixture)["stream"] for name, fixture in SERVERS.items()
        }
        commands = {
            name: [python(environment), "-m", "tests.peers.conformance_server", "--stdio"]
            for name, environment in OVER_STDIO.items()
        }
        reports[host.packages] = ask_everything([host], {**urls, **commands})
    return reports[host.packages][str(host), server]


def arrived(report: Report) -> list[Any]:
    return [params for of in report.of.values() for params in of["arrived"]]


def test_an_old_host_speaks_its_version_and_has_no_url_mode_whatever_it_declares(report: Report) -> None:
    """Spec: 2025-06-18 has no modes; `mcp` 1.23.0 declares url there."""
    assert {"version": "2025-06-18", "form": True, "url": False} == report.given("declared")


def test_a_titled_choice_arrives_as_a_choice_with_its_titles_in_order(report: Report) -> None:
    """Ours: 2025-06-18 spells titles as enumNames; a host that sees `oneOf` draws a blank text box."""
    field = report.form("titled_choice")["properties"]["value"]
    assert {"type": "string", "enum": ["a", "m", "w"], "enumNames": ["Aisle", "Middle", "Window"]} == field
    assert ["chose", "w"] == report.given("titled_choice")


def test_a_multi_select_never_arrives(report: Report) -> None:
    """Ours: the version has none, and strict hosts refuse the whole request."""
    assert "NotSendableError" == report.given("many")
    assert [] == report.of["many"]["arrived"]
    assert report.refused("every_kind")
    kinds = [
        field.get("type")
        for params in arrived(report)
        for field in params["requestedSchema"]["properties"].values()
    ]
    assert "array" not in kinds


@pytest.mark.parametrize("tool", ["url_asked", "url_required", "url_raised"])
def test_a_page_never_arrives(report: Report, tool: str) -> None:
    """Spec: url mode and -32042 came with 2025-11-25; the call says so and does not hang."""
    assert report.refused(tool)
    assert all(params.get("mode", "form") == "form" and "url" not in params for params in arrived(report))


@pytest.mark.parametrize("name", ["page_required", "page_raised", "required", "raised"])
def test_a_blocked_prompt_or_resource_ends_with_an_error_of_that_version(report: Report, name: str) -> None:
    """Spec: the same for prompts and resources, whose errors are JSON-RPC errors; -32042 is none of them."""
    assert -32042 != report.of[name]["error"]["code"]
    assert [] == report.of[name]["arrived"]


def test_no_completion_is_sent(report: Report) -> None:
    """Spec: the notification came with 2025-11-25."""
    assert "said" == report.text("completions")
    assert () == report.completed


def test_defaults_do_not_break_the_request(report: Report) -> None:
    """Spec: 2025-06-18 has a default for booleans alone."""
    properties = report.form("test_elicitation_sep1034_defaults")["properties"]
    assert {"verified": True} == {
        name: field["default"] for name, field in properties.items() if "default" in field
    }
    assert (
        'Elicitation completed: action=accept, content={"name": "Ann", "age": 4, "score": 1.5,'
        ' "status": "pending", "verified": false}' == report.text("test_elicitation_sep1034_defaults")
    )


def test_an_answer_comes_back_typed(report: Report) -> None:
    """Ours: as the annotations of the model say, whoever answered."""
    assert {
        "city": ["str", "Rome"],
        "nights": ["int", 3],
        "price": ["float", 12.0],
        "board": ["str", "full"],
        "window": ["bool", False],
    } == report.given("typed")
    assert report.given("confirmed") is True


def test_a_second_question_knows_the_first_answer(report: Report) -> None:
    """Ours: one body, question after question."""
    assert ["Ann", 44] == report.given("two_questions")
    messages = [params["message"] for params in report.of["two_questions"]["arrived"]]
    assert ["Your name?", "How old are you, Ann?"] == messages
