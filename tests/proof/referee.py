"""The official conformance suite, as a program that we start: which rows it runs, and what it said.

``python -m tests.proof.referee`` runs every row and writes `as_run.json`, from which docs/conformance.md
is generated; the tests run every row again and hold it to that file.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

from tests.environments import node, node_modules_of, variables

from .servers import PATIENCE, conformance_server, version_of

__all__ = ["ALLOWED_WARNINGS", "AS_RUN", "ROWS", "Row", "counted", "faults_of", "judge", "written"]

OLDER: Final = "0.1.16"
NEWER: Final = "0.2.0-alpha.12"
PUSH: Final = ("tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums")
ROUNDS: Final = tuple(
    f"input-required-result-{name}"
    for name in (
        "basic-elicitation",
        "basic-sampling",
        "basic-list-roots",
        "request-state",
        "multiple-input-requests",
        "multi-round",
        "missing-input-response",
        "non-tool-request",
        "result-type",
        "unsupported-methods",
        "tampered-state",
        "capability-check",
        "ignore-extra-params",
        "validate-input",
    )
)
ALLOWED_WARNINGS: Final = {"sep-2322-ignore-unexpected-params"}
"""Answers to a question that this conversation never asked are ignored, wherever they come from: the scenario
sends one with its first call and expects it to be taken."""
AS_RUN: Final = Path(__file__).with_name("as_run.json")


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario of one referee against one server."""

    referee: str
    scenario: str
    environment: str
    """Where the server runs: main is SDK 2.x."""
    spec: str | None = None
    attempts: int = 1
    """How often it may be run until nothing is found; more than once where the referee has a stopwatch."""

    def __str__(self) -> str:
        return f"{self.scenario} of {self.referee} on {self.environment}"


ROWS: Final = (
    *(
        Row(referee, scenario, environment)
        for environment in ("main", "mcp-1.30")
        for referee in (OLDER, NEWER)
        for scenario in PUSH
    ),
    *(Row(NEWER, scenario, "main", "2026-07-28") for scenario in ROUNDS),
    # It gives an answer 500 to 1000 ms of wall time: a machine under load is no finding.
    Row(NEWER, "server-stateless", "main", "2026-07-28", attempts=3),
)


def judge(row: Row, url: str, folder: Path) -> list[dict[str, Any]]:
    """Run *row* against the server at *url*; its checks as the referee wrote them."""
    checks = _judged(row, url, folder / "1")
    for attempt in range(2, row.attempts + 1):
        if not faults_of(checks):
            break
        checks = _judged(row, url, folder / str(attempt))
    return checks


def _judged(row: Row, url: str, folder: Path) -> list[dict[str, Any]]:
    package = node_modules_of(f"conformance-{row.referee}") / "@modelcontextprotocol" / "conformance"
    command = [str(node()), str(package / "dist" / "index.js"), "server", "--url", url]
    command += ["--scenario", row.scenario, "--output-dir", str(folder)]
    if row.spec is not None:
        command += ["--spec-version", row.spec]
    folder.mkdir()
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=folder,
        env=variables(),
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    found = list(folder.rglob("checks.json"))
    assert len(found) == 1, f"{row}: the referee left no judgement\n{done.stdout}{done.stderr}"
    checks: list[dict[str, Any]] = json.loads(found[0].read_text("utf-8"))
    failed = any(check["status"] == "FAILURE" for check in checks)
    assert failed == (done.returncode != 0), f"{row}: {done.stdout}{done.stderr}"
    return checks


def faults_of(checks: list[dict[str, Any]]) -> list[str]:
    """What the referee holds against us, the one allowed warning left out."""
    return [
        f"{check['status']} {check['id']}: {check.get('errorMessage')}"
        for check in checks
        if check["status"] == "FAILURE"
        or (check["status"] == "WARNING" and check["id"] not in ALLOWED_WARNINGS)
    ]


def counted(row: Row, checks: list[dict[str, Any]]) -> dict[str, Any]:
    """The line of *row* in `as_run.json`."""
    statuses = Counter(check["status"] for check in checks)
    return {
        "referee": row.referee,
        "scenario": row.scenario,
        "server": row.environment,
        "spec": row.spec,
        **{status.lower(): statuses[status] for status in ("SUCCESS", "WARNING", "FAILURE", "SKIPPED")},
    }


def written() -> dict[str, Any]:
    """What the last recorded run gave."""
    recorded: dict[str, Any] = json.loads(AS_RUN.read_text("utf-8"))
    return recorded


def record() -> dict[str, Any]:
    """Run everything."""
    rows: list[dict[str, Any]] = []
    versions = {name: version_of(name) for name in ("main", "mcp-1.30")}
    with ExitStack() as stack:
        urls = {name: stack.enter_context(conformance_server(name))["stream"] for name in versions}
        for row in ROWS:
            with tempfile.TemporaryDirectory() as folder:
                rows.append(counted(row, judge(row, urls[row.environment], Path(folder))))
                print(rows[-1], file=sys.stderr)
    node_version = subprocess.run(
        [str(node()), "--version"], capture_output=True, text=True, check=True
    ).stdout
    return {
        "date": datetime.now(timezone.utc).date().isoformat(),
        "node": node_version.strip(),
        "servers": versions,
        "rows": rows,
    }


if __name__ == "__main__":
    AS_RUN.write_text(json.dumps(record(), indent=1) + os.linesep, "utf-8")
