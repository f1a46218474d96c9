"""The list of what the specification demands, and the tests that hold it, stay in step."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.environments import ROOT

from .coverage import SENTENCES, Sentence
from .document import DOCUMENT, rendered
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


def test_the_document_says_what_the_list_and_the_last_run_say() -> None:
    """Ours: ``python -m tests.proof.document`` writes it."""
    if not DOCUMENT.parent.exists():
        pytest.skip("the document is not part of the wheel")
    assert rendered() == Path(DOCUMENT).read_text("utf-8")
