"""docs/frameworks.md: each program runs as printed, in the environment of its framework."""

from __future__ import annotations

import sys

import pytest

from tests.documents.blocks import Block, blocks_of


@pytest.mark.parametrize("block", blocks_of("docs/frameworks.md"), ids=str)
def test_a_program_prints_what_it_says(block: Block) -> None:
    """Ours: code that runs as printed."""
    if block.notes["in"] == "frameworks-2" and sys.version_info < (3, 11):
        pytest.skip("FastMCP 4 needs Python 3.11")
    block.run()
