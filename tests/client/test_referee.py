"""The official referee's client scenarios, against a client built from this package.

Nothing here is judged by our own code: a scenario passes when the referee finds no failure and no warning.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.environments import ROOT, node, node_modules_of, python_of, variables

ROWS = [
    ("0.1.16", "elicitation-sep1034-client-defaults", "main", 5),
    ("0.1.16", "elicitation-sep1034-client-defaults", "mcp-1.30", 5),
    ("0.2.0-alpha.12", "elicitation-sep1034-client-defaults", "main", 5),
    ("0.2.0-alpha.12", "elicitation-sep1034-client-defaults", "mcp-1.30", 5),
    ("0.2.0-alpha.12", "sep-2322-client-request-state", "main", 5),
    ("0.2.0-alpha.12", "request-metadata", "main", 6),
]
"""Version of the referee, scenario, environment of the client, checks that must succeed."""


@pytest.mark.parametrize(("version", "scenario", "environment", "successes"), ROWS)
def test_the_referee_finds_nothing(
    version: str, scenario: str, environment: str, successes: int, tmp_path: Path
) -> None:
    """Spec, as the official suite reads it."""
    python = sys.executable if environment == "main" else python_of(environment)
    package = node_modules_of(f"conformance-{version}") / "@modelcontextprotocol" / "conformance"
    command = [str(node()), str(package / "dist" / "index.js"), "client", "--scenario", scenario]
    client = f"{python} -m tests.client.referee_client"
    done = subprocess.run(
        [*command, "--command", client, "--output-dir", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=variables(PYTHONPATH=str(ROOT)),
        timeout=110,
    )
    checks = checks_in(tmp_path)
    faults = [check for check in checks if check["status"] in ("FAILURE", "WARNING")]
    assert (0, []) == (done.returncode, faults), done.stdout + done.stderr
    assert successes <= sum(check["status"] == "SUCCESS" for check in checks)


def checks_in(folder: Path) -> list[dict[str, Any]]:
    found = list(folder.rglob("checks.json"))
    assert len(found) == 1, "the referee left no judgement"
    checks: list[dict[str, Any]] = json.loads(found[0].read_text())
    return checks
