"""The examples: each runs as it stands, and prints what it is there to show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.environments import variables

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

SHOWN = {
    "form.py": (
        '"oneOf":[{"const":"fish"',
        "not sendable to 2025-06-18",
        "$.guests: expected integer, got string",
    ),
    "one_tool.py": (
        "2025-06-18 | order 1: Rome | 2",
        "2025-11-25 | order 1: Rome | 3",
        "2026-07-28 | order 1: Rome | 3",
    ),
    "gateway.py": ("2025-06-18", "2025-11-25", "2026-07-28"),
}
"""Example -> pieces of what it prints."""


def test_every_example_is_run() -> None:
    assert SHOWN.keys() == {path.name for path in EXAMPLES.glob("*.py")}


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_runs_and_shows_its_point(name: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        env=variables(),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    for piece in SHOWN[name]:
        assert piece in done.stdout + done.stderr
