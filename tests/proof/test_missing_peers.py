"""What a run says of a peer that cannot be installed: no registry can be reached, and the cache is empty."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.environments import variables
from tests.environments.cache import root

from .servers import PATIENCE

ASKING = """
from tests.environments import node

def test_a_peer():
    node()
"""
NOWHERE = "http://127.0.0.1:9/"


@pytest.mark.parametrize(
    ("ci", "code", "said"), [("", 0, "1 skipped"), ("true", 1, "1 failed")], ids=["elsewhere", "in CI"]
)
def test_a_peer_that_cannot_be_installed_fails_ci_and_skips_elsewhere(
    ci: str, code: int, said: str, tmp_path: Path
) -> None:
    """Ours: elsewhere the reason is given; in CI nothing is left out quietly."""
    file = tmp_path / "test_asking.py"
    file.write_text(ASKING, "utf-8")
    cache = tmp_path / "cache"
    cache.mkdir()
    for installer in root().glob("uv-*"):  # the tool that installs is there; what it should install is not
        (cache / installer.name).symlink_to(installer)
    unreachable = {"UV_OFFLINE": "1", "UV_CACHE_DIR": str(tmp_path / "uv")}
    unreachable |= {"PIP_INDEX_URL": NOWHERE, "PIP_RETRIES": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", str(file)],
        cwd=tmp_path,
        env=variables(CI=ci, MCP_ELICIT_CACHE=str(cache), **unreachable),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    assert (code, True) == (done.returncode, said in done.stdout), done.stdout
    assert "Node.js cannot be installed here" in done.stdout
