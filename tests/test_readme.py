"""The README: every example runs as printed, and prints what it says."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mcp_elicit
from tests.environments import variables

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES: list[tuple[str, str]] = re.findall(
    r"```python\n((?:(?!```).)*)```\n\nIt prints:\n\n```text\n((?:(?!```).)*)```",
    (ROOT / "README.md").read_text("utf-8"),
    re.DOTALL,
)


def test_every_example_is_run() -> None:
    assert len(EXAMPLES) == (ROOT / "README.md").read_text("utf-8").count("```python")


@pytest.mark.parametrize(("code", "printed"), EXAMPLES)
def test_an_example_prints_what_it_says(code: str, printed: str) -> None:
    """Ours: code that runs as printed."""
    if "from mcp" in code.replace("from mcp_elicit", "") and importlib.util.find_spec("mcp") is None:
        pytest.skip("no SDK is installed in this environment")
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=variables() if Path(mcp_elicit.__file__).is_relative_to(ROOT) else None,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (printed, 0) == (done.stdout, done.returncode), done.stderr
