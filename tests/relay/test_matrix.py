"""The relay matrix: real SDK processes on both ends, every pair of versions, every outcome.

The rows of docs/relay.md are the expectation: what stands there is what is run here. Which SDK a side
runs on is nobody's business, so every leg of the same versions has the same rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

import pytest

from tests.environments import ROOT

from .cells import Cell, cell_of
from .programs import CASES, HOSTS, IMPATIENT, Host, Hosts, Program, seen_by

DOCUMENT = ROOT / "docs" / "relay.md"
pytestmark = pytest.mark.timeout(900)  # the first test waits for all hosts

FASTMCP = find_spec("fastmcp") is not None
EACH_VERSION: Final = (HOSTS[0], *HOSTS[3:])
"""One host of every version."""


@dataclass(frozen=True)
class Leg:
    """A way through a gateway."""

    gateway: str
    upstream: str
    version: str
    hosts: tuple[Host, ...] = EACH_VERSION

    def __str__(self) -> str:
        return f"{self.gateway} to {self.upstream} on {self.version}"


LEGS: Final = (
    Leg("low-level", "mcp 2.x", "2025-11-25", HOSTS),
    Leg("low-level", "mcp 2.x", "2026-07-28", HOSTS),
    Leg("low-level", "mcp 1.30", "2025-11-25", HOSTS),
    Leg("low-level", "mcp 1.30", "2025-06-18"),
    Leg("MCPServer", "mcp 2.x", "2025-11-25"),
    Leg("MCPServer", "mcp 2.x", "2026-07-28"),
    *(
        (
            Leg("low-level", "FastMCP 4", "2025-11-25", HOSTS[3:]),
            Leg("low-level", "FastMCP 4", "2026-07-28", HOSTS[3:]),
            Leg("FastMCP 4", "mcp 2.x", "2025-11-25"),
            Leg("FastMCP 4", "mcp 2.x", "2026-07-28"),
        )
        if FASTMCP
        else ()
    ),
    # SDK 1.x has the handshake versions on both sides.
    Leg("mcp 1.30", "mcp 2.x", "2025-11-25", (HOSTS[0], HOSTS[2])),
)
CELLS: Final = [(leg, host, case) for leg in LEGS for host in leg.hosts for case in CASES]

Reports = dict[str, tuple[Any, list[Any]]]
"""By run: what the host said, and what the upstream saw; a host that failed in one cell fails that one."""


def run_of(leg: Leg, host: Host, case: str) -> str:
    return f"{leg} > {host} > {case}"


def _impatient(host: Host, case: str) -> bool:
    # A host of 2026-07-28 that goes away is noticed when it does not come back; the others say so.
    return case == "timeout" or (case == "disconnect" and host.version == "2026-07-28")


@pytest.fixture(scope="module")
def reports() -> Iterator[Reports]:
    """Every host does every case on every leg."""
    with ExitStack() as stack:
        hosts = Hosts(stack, {host.environment: None for host in HOSTS})
        upstreams = {
            "mcp 2.x": Program(stack, "tests.relay.upstream"),
            "mcp 1.30": Program(stack, "tests.relay.upstream_1", environment="mcp-1.30"),
        }
        there = {"mcp 2.x": upstreams["mcp 2.x"].ports[0], "mcp 1.30": upstreams["mcp 1.30"].ports[0]}
        tills = {**there, "FastMCP 4": there["mcp 2.x"]}
        if FASTMCP:
            there["FastMCP 4"] = upstreams["mcp 2.x"].ports[1]
        gateways = _gateways(stack, {name: f"http://127.0.0.1:{port}/mcp" for name, port in there.items()})
        jobs: dict[str, list[dict[str, Any]]] = {host.environment: [] for host in HOSTS}
        for leg, host, case in CELLS:
            jobs[host.environment].append(
                {
                    "case": case,
                    "run": run_of(leg, host, case),
                    "version": host.version,
                    "url": gateways[leg][_impatient(host, case)],
                    "completes": (leg.version, host.version) == ("2025-11-25", "2025-11-25"),
                    "till": f"http://127.0.0.1:{tills[leg.upstream]}/paid",
                }
            )
        said = hosts.run(jobs)
        seen = {
            run: events for port in ("mcp 2.x", "mcp 1.30") for run, events in seen_by(there[port]).items()
        }
        yield {run: (report, seen.get(run, [])) for run, report in said.items()}


def _gateways(stack: ExitStack, upstreams: dict[str, str]) -> dict[Leg, tuple[str, str]]:
    """The patient and the impatient gateway of every leg."""
    job = [
        {"kind": leg.gateway, "upstream": upstreams[leg.upstream], "version": leg.version}
        for leg in LEGS
        if leg.gateway != "mcp 1.30"
    ]
    on_two = Program(stack, "tests.relay.gateway", str(IMPATIENT), json.dumps(job))
    on_one = [
        (
            leg,
            Program(
                stack,
                "tests.relay.gateway_1",
                str(IMPATIENT),
                upstreams[leg.upstream],
                environment="mcp-1.30",
            ),
        )
        for leg in LEGS
        if leg.gateway == "mcp 1.30"
    ]
    ports = iter(on_two.ports)
    urls = {
        leg: (f"http://127.0.0.1:{next(ports)}/mcp", f"http://127.0.0.1:{next(ports)}/mcp")
        for leg in LEGS
        if leg.gateway != "mcp 1.30"
    }
    for leg, program in on_one:
        url = f"http://127.0.0.1:{program.ports[0]}/mcp/"
        urls[leg] = (url, url)
    return urls


def documented() -> dict[tuple[str, str, str], Cell]:
    """(upstream version, host version, case) -> the three columns of its row."""
    rows = [
        [cell.strip() for cell in line.strip("| \n").split(" | ")]
        for line in DOCUMENT.read_text("utf-8").splitlines()
        if line.startswith("| 20")
    ]
    assert all(len(row) == 6 for row in rows)
    return {(row[0], row[1], row[2]): (row[3], row[4], row[5]) for row in rows}


@pytest.mark.parametrize(("leg", "host", "case"), CELLS, ids=str)
def test_a_cell_of_the_matrix_is_as_the_document_says(
    leg: Leg, host: Host, case: str, reports: Reports
) -> None:
    """Ours: DESIGN sections 2 and 4, between two versions; asserted from both sides."""
    assert documented()[leg.version, host.version, case] == cell_of(*reports[run_of(leg, host, case)])


def test_the_document_has_a_row_for_each_cell_and_no_other() -> None:
    """Ours: the document shows the matrix as run."""
    pairs = {(leg.version, host.version) for leg in LEGS for host in leg.hosts}
    assert {(*pair, case) for pair in pairs for case in CASES} == documented().keys()
