"""Many questions over streamable HTTP leave nothing behind in the server."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.environments import ROOT, python_of, variables

pytestmark = pytest.mark.timeout(300)
GROWTH = 1_000_000
"""Bytes that a server may hold more than before, whatever it was asked; what it loads on the way counts."""
IN_A_ROW = 60
SESSIONS, AT_ONCE = 2, 25
"""Calls at once: a stock client's connection pool bears no more than fifty of each session."""


@pytest.mark.parametrize(
    ("sdk", "environment", "version"),
    [
        ("mcpserver", "main", "2025-11-25"),
        ("mcpserver", "main", "2026-07-28"),
        ("fastmcp_4", "main", "2025-11-25"),
        ("fastmcp_1", "mcp-1.30", "2025-11-25"),
    ],
)
def test_many_questions_leave_no_task_no_handle_and_no_memory(
    sdk: str, environment: str, version: str
) -> None:
    """Ours: in a row and at once; `python -m tests.matrix.leak` measures any number."""
    python = sys.executable if environment == "main" else str(python_of(environment))
    server = subprocess.Popen(
        [python, "-m", "tests.matrix.serve", sdk, "http"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=variables(),
        cwd=ROOT,
    )
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/mcp"
        job = {"version": version, "url": url, "in_a_row": IN_A_ROW, "sessions": SESSIONS, "at_once": AT_ONCE}
        done = subprocess.run(
            [python, "-m", "tests.matrix.leak", json.dumps(job)],
            capture_output=True,
            text=True,
            env=variables(),
            cwd=ROOT,
            timeout=280,
            check=False,
        )
        assert done.stdout, done.stderr[-2000:]
    finally:
        server.terminate()
        server.communicate(timeout=10)
    held = json.loads(done.stdout.splitlines()[-1])
    assert held["after"]["bytes"] - held["before"]["bytes"] < GROWTH
    assert held["before"]["tasks"] >= held["after"]["tasks"]
    assert 0 == held["after"]["handles"]
