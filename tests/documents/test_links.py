"""Documents as a whole: links lead somewhere, to a file and a heading in it; no code is forgotten."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.documents.blocks import blocks_of
from tests.environments import ROOT

DOCUMENTS = [
    "README.md",
    "CHANGELOG.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
]


@cache
def anchors_of(path: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_relative_link_leads_somewhere(document: str) -> None:
    """Ours: a reader who follows a link finds what it names."""
    path = ROOT / document
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        led = (path.parent / file).resolve() if file else path
        assert led.exists(), target
        assert not anchor or anchor in anchors_of(led), target


RUN = {"README.md", "docs/errors.md", "docs/command-line.md", "docs/frameworks.md"}
"""Documents whose blocks a test of their own runs; those of docs/guides are run together."""


@pytest.mark.parametrize(
    "document", [name for name in DOCUMENTS if "/guides/" not in name and name not in RUN]
)
def test_a_document_that_nobody_runs_has_no_code_to_run(document: str) -> None:
    """Ours: what is shown and not run says why (`blocks_of` refuses anything else)."""
    assert [] == blocks_of(document)
