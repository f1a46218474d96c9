"""The README: every example runs as printed, and prints what it says."""

from __future__ import annotations

import pytest

from tests.documents.blocks import Block, blocks_of


@pytest.mark.parametrize("block", blocks_of("README.md"), ids=str)
def test_an_example_prints_what_it_says(block: Block) -> None:
    """Ours: code that runs as printed."""
    block.run()
