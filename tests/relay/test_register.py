"""docs/register.md: no row names a test that does not exist, and none that must be there is missing."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.environments import ROOT

ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in (ROOT / "docs" / "register.md").read_text("utf-8").splitlines()
    if line.startswith("| ELI-")
]
MUST_BE_THERE = {"ELI-04", "ELI-05", "ELI-09", "ELI-11", "ELI-12", "ELI-21"}


@cache
def names_in(path: str) -> frozenset[str]:
    text = (ROOT / path).read_text("utf-8")
    return frozenset(re.findall(r"^ *(?:async )?def (test_\w+)\(", text, re.MULTILINE))


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_names_tests_that_are_there(row: list[str]) -> None:
    """Ours: a register that nobody runs is a wish."""
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row[3])
    assert named
    assert [] == [f"{path}::{test}" for path, test in named if test not in names_in(path)]


def test_every_behaviour_has_one_row() -> None:
    """Ours: ids are unique, and those that other pages name are there."""
    ids = [row[0] for row in ROWS]
    assert len(set(ids)) == len(ids)
    assert set() == MUST_BE_THERE - set(ids)
