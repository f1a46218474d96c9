"""The relay in a process of SDK 1.x: the handshake versions on both sides.

The rows are those of the matrix: which SDK the relay runs on is nobody's business.
"""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.environments import variables

from .cells import Cell, cell_of
from .programs import CASES, HOSTS, Host, gateway_on, seen_by, upstream
from .test_matrix import documented, run_of

pytestmark = pytest.mark.timeout(280)
OLD = tuple(host for host in HOSTS if host.version < "2026" and host.environment.startswith("mcp-"))


@pytest.fixture(scope="module")
def reports() -> dict[tuple[Host, str], Cell]:
    """Every host does every case."""
    with upstream() as server, gateway_on("mcp-1.30", server) as at:
        working = []
        for host in OLD:
            runs = [{"case": case, "run": run_of("2025-11-25", host, case)} for case in CASES]
            urls = {"patient": at.patient, "impatient": at.impatient}
            command = host.command({"version": host.version, "completes": True, "runs": runs, **urls})
            working.append(
                subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables()
                )
            )
        said = [process.communicate(timeout=110) for process in working]
        seen = seen_by(server)
    cells = {}
    for host, (printed, complaints) in zip(OLD, said, strict=True):
        assert printed, f"{host}: {complaints[-2000:]}"
        report = json.loads(printed.splitlines()[-1])
        for case in CASES:
            cells[host, case] = cell_of(report[case], seen[run_of("2025-11-25", host, case)])
    return cells


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("host", OLD, ids=str)
def test_the_relay_works_on_sdk_1(host: Host, case: str, reports: dict[tuple[Host, str], Cell]) -> None:
    """Ours: SDK 1.x or 2.x on either side."""
    assert documented()["2025-11-25", host.version, case] == reports[host, case]
