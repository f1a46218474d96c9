"""The page of errors: every error of the package has its section there, and every example runs."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import mcp_elicit
from mcp_elicit import ElicitError
from tests.documents.blocks import Block, blocks_of
from tests.environments import ROOT

PAGE = "docs/errors.md"
SECTIONS = dict(
    re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", (ROOT / PAGE).read_text("utf-8"), re.DOTALL | re.MULTILINE)
)


@pytest.mark.parametrize("block", blocks_of(PAGE), ids=str)
def test_a_block_prints_what_it_says(block: Block) -> None:
    """Ours: code that runs as printed."""
    block.run()


def kinds_of(kind: type[ElicitError]) -> Iterator[type[ElicitError]]:
    yield kind
    for derived in kind.__subclasses__():
        yield from kinds_of(derived)


def test_every_error_of_the_package_has_its_section_and_no_other_has() -> None:
    """Ours: the text of an error names its section (`ElicitError.see`)."""
    for module in pkgutil.walk_packages(mcp_elicit.__path__, "mcp_elicit."):
        if not module.name.startswith("mcp_elicit.sdk."):
            importlib.import_module(module.name)
    names = {kind.__name__ for kind in kinds_of(ElicitError) if kind.__module__.startswith("mcp_elicit.")}
    assert {name for name in names if name.endswith("Error")} == SECTIONS.keys()


@pytest.mark.parametrize("name", sorted(SECTIONS.keys() - {"ElicitError"}))
def test_a_section_says_who_raises_it_what_was_sent_what_it_holds_and_what_to_do(name: str) -> None:
    """Ours: what somebody needs who meets the error."""
    told = re.findall(r"^- \*\*(.*?)\*\*: ", SECTIONS[name], re.MULTILINE)
    assert ["Raised", "Sent", "Attributes", "Do"] == told
