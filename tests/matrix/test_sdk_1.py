"""The tests of the exchanges, once more on SDK 1.x, which cannot live beside SDK 2.x."""

from __future__ import annotations

import subprocess

import pytest

from tests.environments import ROOT, python_of, variables

FILES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "server").glob("test_*.py"))


@pytest.mark.timeout(600)
def test_the_exchanges_hold_on_sdk_1_30() -> None:
    """Ours: the same tests, in an environment of their own; two processes, as there are two cores."""
    running = [
        subprocess.Popen(
            [str(python_of("mcp-1.30")), "-m", "pytest", "-q", "-p", "no:cacheprovider", *half],
            stdout=subprocess.PIPE,
            text=True,
            env=variables(),
            cwd=ROOT,
        )
        for half in (FILES[::2], FILES[1::2])
    ]
    said = [half.communicate(timeout=580)[0] for half in running]
    assert [0, 0] == [half.returncode for half in running], "\n".join(text[-4000:] for text in said)
