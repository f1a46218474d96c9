"""The guides: every block runs as printed, prints what it says, and is code that a strict checker passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents.blocks import Block, blocks_of
from tests.environments import ROOT, variables

GUIDES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "guides").rglob("*.md"))


@pytest.mark.parametrize("block", [block for guide in GUIDES for block in blocks_of(guide)], ids=str)
def test_a_block_prints_what_it_says(block: Block) -> None:
    """Ours: code that runs as printed."""
    block.run()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What mypy found out about the SDKs, once for all documents."""
    return tmp_path_factory.mktemp("mypy")


def _checkable(document: str) -> list[Block]:
    return [block for block in blocks_of(document) if block.language == "python" and "in" not in block.notes]


@pytest.mark.parametrize("document", [name for name in ("README.md", *GUIDES) if _checkable(name)])
def test_a_user_s_strict_checker_passes_the_blocks(document: str, tmp_path: Path, cache: Path) -> None:
    """Ours: who copies a block copies code that mypy --strict passes."""
    for block in _checkable(document):
        block.skip_without_sdks()
        block.write_files(tmp_path)
        (tmp_path / f"block_{block.line}.py").write_text(block.code, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(cache), "."],
        cwd=tmp_path,
        env=variables(MYPYPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout
