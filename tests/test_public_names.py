"""The public names and their signatures are those that are written down: a change is a conscious act."""

from __future__ import annotations

from tests.environments import ROOT
from tests.public_names import lines

WRITTEN = ROOT / "tests" / "data" / "public_names.txt"


def test_the_public_names_are_those_that_are_written_down() -> None:
    """Ours: somebody's program was written against each of them.

    Where you mean it: ``python -m tests.public_names > tests/data/public_names.txt``, and a line in
    CHANGELOG.md.
    """
    assert WRITTEN.read_text("utf-8").splitlines() == list(lines())
