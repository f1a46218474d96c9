"""The relay matrix: real SDK processes on both ends, every pair of versions, every outcome.

The rows of docs/relay.md are the expectation: what stands there is what is run here.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.environments import ROOT, variables

from .cells import Cell, cell_of
from .programs import CASES, HOSTS, UPSTREAMS, Gateway, Host, gateway, seen_by, upstream

DOCUMENT = ROOT / "docs" / "relay.md"
HOST_SECONDS = 110
"""A host that takes longer hangs."""
pytestmark = pytest.mark.timeout(280)  # the first test waits for all hosts

Reports = dict[tuple[str, Host, str], Cell]


def run_of(version: str, host: Host, case: str) -> str:
    return f"{version} > {host} > {case}"


def _started(version: str, host: Host, at: Gateway) -> subprocess.Popen[str]:
    job = {
        "version": host.version,
        "patient": at.patient,
        "impatient": at.impatient,
        "completes": version == "2025-11-25",
        "runs": [{"case": case, "run": run_of(version, host, case)} for case in CASES],
    }
    return subprocess.Popen(
        host.command(job), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables()
    )


@pytest.fixture(scope="module")
def reports() -> Iterator[Reports]:
    """Every host does every case at every gateway; a gateway's hosts work side by side."""
    cells: Reports = {}
    with ExitStack() as stack:
        server = stack.enter_context(upstream())
        for version in UPSTREAMS:
            with gateway(server, version) as at:
                working = [(host, _started(version, host, at)) for host in HOSTS]
                said = [(host, process.communicate(timeout=HOST_SECONDS)) for host, process in working]
                seen = seen_by(server)
            for host, (printed, complaints) in said:
                assert printed, f"{host}: {complaints[-2000:]}"
                report: dict[str, Any] = json.loads(printed.splitlines()[-1])
                for case in CASES:
                    cells[version, host, case] = cell_of(report[case], seen[run_of(version, host, case)])
        yield cells


def documented() -> dict[tuple[str, str, str], Cell]:
    """(upstream version, host version, case) -> the three columns of its row."""
    rows = [
        [cell.strip() for cell in line.strip("| \n").split(" | ")]
        for line in DOCUMENT.read_text("utf-8").splitlines()
        if line.startswith("| 20")
    ]
    assert all(len(row) == 6 for row in rows)
    return {(row[0], row[1], row[2]): (row[3], row[4], row[5]) for row in rows}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("host", HOSTS, ids=str)
@pytest.mark.parametrize("version", UPSTREAMS)
def test_a_cell_of_the_matrix_is_as_the_document_says(
    version: str, host: Host, case: str, reports: Reports
) -> None:
    """Ours: DESIGN sections 2 and 4, between two versions; asserted from both sides."""
    assert documented()[version, host.version, case] == reports[version, host, case]


def test_the_document_has_a_row_for_each_cell_and_no_other() -> None:
    """Ours: the document shows the matrix as run."""
    pairs = {(version, host.version) for version in UPSTREAMS for host in HOSTS}
    assert {(*pair, case) for pair in pairs for case in CASES} == documented().keys()
