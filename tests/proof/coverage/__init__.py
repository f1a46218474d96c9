"""Every MUST, MUST NOT, SHOULD and SHOULD NOT about elicitation in the specification, and what holds it.

The sentences stand in our words, one JSON file per subject. Each is proved by tests of this checkout, or is
the duty of the application, with the help that this package gives; `test_coverage.py` keeps them in step.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

__all__ = ["SENTENCES", "Sentence"]

SUBJECTS: Final = ("forms", "pages", "safety", "rounds", "base")


@dataclass(frozen=True)
class Sentence:
    """What it demands, of whom, and what proves it: *tests*, or a *duty* of the application with our help."""

    id: str
    versions: tuple[str, ...]
    page: str
    """Below `specification/<version>/`."""
    section: str
    """The anchor on the page."""
    level: str
    bound: str
    """Who is bound: server, client, or both."""
    meaning: str
    tests: tuple[str, ...] = ()
    """`file::test` below `tests/`."""
    duty: str = ""
    """What the application must do itself, and what helps it."""
    note: str = ""
    """What a reader should know beside the proof."""


def _read(subject: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(Path(__file__).with_name(f"{subject}.json").read_text("utf-8"))
    return rows


def _sentence(row: dict[str, Any]) -> Sentence:
    return Sentence(**{**row, "versions": tuple(row["versions"]), "tests": tuple(row.get("tests", ()))})


SENTENCES: Final = tuple(_sentence(row) for subject in SUBJECTS for row in _read(subject))
