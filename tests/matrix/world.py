"""Every server, client and transport of the matrix, run: two clients at a time, each in a process."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from tests.environments import ROOT, python_of, variables

from .serve import TRANSPORTS

__all__ = ["CELLS", "JOBS", "SDKS", "Job", "World", "transports_of"]

Job = tuple[str, str, str]
"""The server's SDK, the protocol version, and the client."""

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


class World:
    """The servers that run, and the reports of the clients that visit them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(max_workers=2)
        self._servers: dict[tuple[str, str], subprocess.Popen[str]] = {}
        self._ports: dict[tuple[str, str], str] = {}
        self._reports: dict[Job, Future[dict[str, Any]]] = {}

    def start(self, jobs: Iterable[Job]) -> None:
        """Let clients visit, as far as they did not yet."""
        for job in jobs:
            if job not in self._reports:
                self._reports[job] = self._pool.submit(self._visit, *job)

    def report(self, sdk: str, version: str, client: str) -> dict[str, Any]:
        """What came of one client's visits, by transport."""
        self.start([(sdk, version, client)])
        return self._reports[sdk, version, client].result()

    def close(self) -> None:
        """End every server."""
        self._pool.shutdown(cancel_futures=True)
        for server in self._servers.values():
            server.terminate()
        for server in self._servers.values():
            server.communicate(timeout=10)

    def _visit(self, sdk: str, version: str, client: str) -> dict[str, Any]:
        environment = client if client.startswith("mcp-") else SDKS[sdk]
        targets = {transport: self._target(sdk, transport) for transport in transports_of(client)}
        job = json.dumps({"version": version, "client": client, "targets": targets})
        done = subprocess.run(
            [_python(environment), "-m", "tests.matrix.call", job],
            capture_output=True,
            text=True,
            env=variables(),
            cwd=ROOT,
            timeout=280,
            check=False,
        )
        assert done.stdout, done.stderr[-2000:]
        report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return report

    def _target(self, sdk: str, transport: str) -> Any:
        if transport == "memory":
            return sdk
        command = [_python(SDKS[sdk]), "-m", "tests.matrix.serve", sdk, transport]
        if transport == "stdio":
            return command
        with self._lock:
            if (sdk, transport) not in self._ports:
                server = subprocess.Popen(
                    command,
                    stdout=subprocess.PIPE,
                    text=True,
                    env=variables(),
                    cwd=ROOT,
                    stderr=subprocess.DEVNULL,
                )
                self._servers[sdk, transport] = server
                assert server.stdout is not None
                port = server.stdout.readline().strip()
                assert port, f"the server did not start: {command}"
                self._ports[sdk, transport] = port
        return f"http://127.0.0.1:{self._ports[sdk, transport]}/mcp"


def _python(environment: str) -> str:
    return sys.executable if environment == "main" else str(python_of(environment))
