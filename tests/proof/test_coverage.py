"""The list of what the specification demands, and the tests that hold it, stay in step."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.environments import ROOT
from tests.environments.install import LISTS, NODE_PROJECTS

from .coverage import SENTENCES, Sentence
from .document import DOCUMENT, rendered
from .hosts import VERSIONS
from .referee import written
from .scenarios import SCENARIOS, Scenario

TESTS = ROOT / "tests"


@cache
def named_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return frozenset(node.name for node in functions if node.name.startswith("test_"))


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_a_sentence_is_proved_or_is_the_applications_duty(sentence: Sentence) -> None:
    """Ours: every test that the list names is there."""
    assert sentence.tests or sentence.duty
    for test in sentence.tests:
        file, _, name = test.partition("::")
        assert name in named_in(file), test


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_scenario_of_ours_is_made_of_tests_that_are_there(scenario: Scenario) -> None:
    """Ours: the document lists them by name."""
    assert scenario.tests
    for test in scenario.tests:
        file, _, name = test.partition("::")
        assert name in named_in(file), test


def test_a_sentence_stands_once_and_names_versions_oldest_first() -> None:
    """Ours: an id that is used in the document means one thing."""
    assert len(SENTENCES) == len({sentence.id for sentence in SENTENCES})
    assert {"MUST", "MUST NOT", "SHOULD", "SHOULD NOT"} == {sentence.level for sentence in SENTENCES}
    assert {"server", "client", "both"} == {sentence.bound for sentence in SENTENCES}
    assert all(list(sentence.versions) == sorted(sentence.versions) for sentence in SENTENCES)
    assert {"2025-06-18", "2025-11-25", "2026-07-28"} == {
        version for sentence in SENTENCES for version in sentence.versions
    }


def installed() -> set[tuple[str, str]]:
    """Name and version of every peer, as the lists of tests/environments pin them."""
    pins = [re.search(r"^mcp==(\S+)", file.read_text("utf-8"), re.M) for file in LISTS.glob("*.txt")]
    found = {("`mcp`", pin[1]) for pin in pins if pin is not None}
    for file in NODE_PROJECTS.glob("*/package-lock.json"):
        for path, package in json.loads(file.read_text("utf-8"))["packages"].items():
            found.add((f"`{path.removeprefix('node_modules/')}`", package.get("version", "")))
    return found


def test_the_peers_of_the_document_are_those_that_are_installed() -> None:
    """Ours: a version that is pinned anew is written anew."""
    named = {(peer, version) for peer, version, _ in VERSIONS}
    assert named <= installed()
    referees = {version for peer, version in installed() if peer == "`@modelcontextprotocol/conformance`"}
    assert {row["referee"] for row in written()["rows"]} == referees


def test_the_document_says_what_the_list_and_the_last_run_say() -> None:
    """Ours: ``python -m tests.proof.document`` writes it."""
    if not DOCUMENT.parent.exists():
        pytest.skip("the document is not part of the wheel")
    assert rendered() == Path(DOCUMENT).read_text("utf-8")
