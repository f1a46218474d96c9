"""The matrix: one body, every SDK, version, transport and colour, between real processes.

Each cell gives the answer, or exactly the error that the delivery table names for it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.environments import ROOT, python_of, variables

from .serve import TRANSPORTS

pytestmark = pytest.mark.timeout(300)  # the first cell of a job waits for all its processes
SDKS = {"mcpserver": "main", "fastmcp_4": "main", "fastmcp_1": "mcp-1.30"}
CLIENTS = [
    # version, environment of the client, in memory too
    ("2025-06-18", "mcp-1.22"),
    ("2025-06-18", "mcp-1.23.0"),
    ("2025-06-18", "ours"),
    ("2025-11-25", "the SDK's own"),
    ("2026-07-28", "the SDK's own"),
]
JOBS = [
    (sdk, version, client)
    for sdk in SDKS
    for version, client in CLIENTS
    if not (sdk == "fastmcp_1" and version == "2026-07-28")
]


def transports_of(client: str) -> tuple[str, ...]:
    if client == "ours":
        return ("memory",)
    return ("memory", *TRANSPORTS) if client == "the SDK's own" else TRANSPORTS


CELLS = [
    (sdk, version, client, transport, colour)
    for sdk, version, client in JOBS
    for transport in transports_of(client)
    for colour in ("async", "plain")
]


def expected(sdk: str, version: str, transport: str, colour: str) -> dict[str, str]:
    """What the delivery table says of this cell."""
    steps = ("form", "choice", "multi", "confirm", "order", "page")
    if sdk == "fastmcp_1" and colour == "plain":
        # A plain tool of SDK 1.x runs on the thread of the event loop: it is told so, and not blocked.
        return dict.fromkeys(steps, "RequestError")
    said = dict(zip(steps, ("Rome 3", "b", "sea,sun", "True", "1", "connected"), strict=True))
    if version == "2026-07-28":
        return said
    if version == "2025-06-18":
        said |= {"multi": "NotSendableError", "page": "CapabilityError"}
    if transport == "http_json":
        said |= dict.fromkeys(("form", "choice", "confirm"), "CapabilityError")
        if version == "2025-11-25":
            said |= {"multi": "CapabilityError", "page": "-32042, then connected"}
    if transport == "http_stateless":
        said |= dict.fromkeys(("form", "choice", "multi", "confirm", "page"), "CapabilityError")
    return said


@dataclass
class World:
    """The servers that run, and the reports of the clients that visited them."""

    servers: dict[tuple[str, str], subprocess.Popen[str]] = field(default_factory=dict)
    ports: dict[tuple[str, str], str] = field(default_factory=dict)
    reports: dict[tuple[str, str, str], dict[str, Any]] = field(default_factory=dict)

    def target(self, sdk: str, transport: str) -> Any:
        python = python_of(SDKS[sdk]) if SDKS[sdk] != "main" else sys.executable
        command = [str(python), "-m", "tests.matrix.serve", sdk, transport]
        if transport == "memory":
            return sdk
        if transport == "stdio":
            return command
        if (sdk, transport) not in self.ports:
            server = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                text=True,
                env=variables(),
                cwd=ROOT,
                stderr=subprocess.DEVNULL,
            )
            self.servers[sdk, transport] = server
            assert server.stdout is not None
            self.ports[sdk, transport] = server.stdout.readline().strip()
        return f"http://127.0.0.1:{self.ports[sdk, transport]}/mcp"

    def report(self, sdk: str, version: str, client: str) -> dict[str, Any]:
        key = (sdk, version, client)
        if key not in self.reports:
            environment = client if client.startswith("mcp-") else SDKS[sdk]
            python = python_of(environment) if environment != "main" else sys.executable
            targets = {transport: self.target(sdk, transport) for transport in transports_of(client)}
            job = json.dumps({"version": version, "client": client, "targets": targets})
            done = subprocess.run(
                [str(python), "-m", "tests.matrix.call", job],
                capture_output=True,
                text=True,
                env=variables(),
                cwd=ROOT,
                timeout=280,
                check=False,
            )
            assert done.stdout, done.stderr[-2000:]
            self.reports[key] = json.loads(done.stdout.splitlines()[-1])
        return self.reports[key]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    world = World()
    yield world
    for server in world.servers.values():
        server.terminate()
    for server in world.servers.values():
        server.communicate(timeout=10)


@pytest.mark.parametrize(("sdk", "version", "client", "transport", "colour"), CELLS)
def test_a_cell_gives_the_answer_or_the_error_of_the_table(
    sdk: str, version: str, client: str, transport: str, colour: str, world: World
) -> None:
    """The specification's and ours: the delivery table, measured."""
    report = world.report(sdk, version, client)[transport]
    assert isinstance(report, dict), report
    assert expected(sdk, version, transport, colour) == report[colour]


@pytest.mark.parametrize("sdk", SDKS)
@pytest.mark.parametrize("transport", ["memory", "stdio", "http"])
def test_the_client_of_2025_11_25_hears_that_its_page_is_done(sdk: str, transport: str, world: World) -> None:
    """The specification's: the notification reaches the client that was asked."""
    report = world.report(sdk, "2025-11-25", "the SDK's own")[transport]
    assert isinstance(report, dict), report
    assert (1 if sdk == "fastmcp_1" else 2) == report["completed"]
