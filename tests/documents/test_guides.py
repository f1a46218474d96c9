"""The guides: every block runs as printed, prints what it says, and is code that a type checker passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents.blocks import ROOT, Block, blocks_of
from tests.environments import variables

GUIDES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "guides").rglob("*.md"))
BLOCKS = [block for guide in GUIDES for block in blocks_of(guide)]


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_block_prints_what_it_says(block: Block) -> None:
    """Ours: code that runs as printed."""
    block.run()


def test_a_user_s_strict_checker_passes_the_blocks(tmp_path: Path) -> None:
    """Ours: who copies a block copies code that mypy --strict passes."""
    for block in [*BLOCKS, *blocks_of("README.md")]:
        if block.language == "python" and "in" not in block.notes:
            name = f"{Path(block.document).stem.replace('-', '_')}_{block.line}"
            (tmp_path / f"{name}.py").write_text(block.code, "utf-8")
            for file, code in block.beside.items():
                (tmp_path / file).write_text(code, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "."],
        cwd=tmp_path,
        env=variables(MYPYPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout
