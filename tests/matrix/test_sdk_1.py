"""The tests of the exchanges, once more on SDK 1.x, which cannot live beside SDK 2.x."""

from __future__ import annotations

import subprocess

import pytest

from tests.environments import ROOT, python_of, variables


@pytest.mark.timeout(600)
def test_the_exchanges_hold_on_sdk_1_30() -> None:
    """Ours: the same tests, in an environment of their own."""
    done = subprocess.run(
        [str(python_of("mcp-1.30")), "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/server"],
        capture_output=True,
        text=True,
        env=variables(),
        cwd=ROOT,
        timeout=580,
        check=False,
    )
    assert 0 == done.returncode, done.stdout[-4000:]
