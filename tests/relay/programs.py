"""The programs of these tests, each in a process of its own: upstream server, gateways, hosts."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.environments import ROOT, node, node_modules_of, python_of, variables

__all__ = [
    "CASES",
    "HOSTS",
    "UPSTREAMS",
    "Gateway",
    "Host",
    "gateway",
    "gateway_on",
    "seen_by",
    "started",
    "upstream",
]

HERE: Final = Path(__file__).resolve().parent
UPSTREAMS: Final = ("2025-11-25", "2026-07-28")
CASES: Final = (
    *("titled choice", "multi-select", "defaults", "page", "-32042"),
    *("decline", "cancel", "invalid answer", "timeout", "disconnect"),
)


@dataclass(frozen=True)
class Host:
    """A real client."""

    name: str
    version: str
    environment: str

    def __str__(self) -> str:
        return f"{self.name} on {self.version}"

    def command(self, job: dict[str, Any]) -> list[str]:
        if self.environment.startswith("sdk-"):
            modules = str(node_modules_of(self.environment))
            return [str(node()), str(HERE / "host.mjs"), modules, json.dumps(job)]
        python = sys.executable if self.environment == "main" else str(python_of(self.environment))
        return [python, str(HERE / "host.py"), json.dumps(job)]


HOSTS: Final = (
    Host("mcp 1.22", "2025-06-18", "mcp-1.22"),
    Host("npm 1.17.5", "2025-06-18", "sdk-1.17.5"),
    Host("mcp 1.30", "2025-11-25", "mcp-1.30"),
    Host("mcp 2.x", "2025-11-25", "main"),
    Host("mcp 2.x", "2026-07-28", "main"),
)


@dataclass(frozen=True)
class Gateway:
    """The URLs of one gateway process."""

    patient: str
    impatient: str


@contextmanager
def started(*command: str, python: str = sys.executable) -> Iterator[list[str]]:
    """Run a server program of this folder; gives what it printed on its first line."""
    with subprocess.Popen(
        [python, "-m", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env=variables(),
    ) as program:
        assert program.stdout is not None
        try:
            yield program.stdout.readline().split()
        finally:
            program.terminate()


@contextmanager
def upstream() -> Iterator[str]:
    """The upstream server; gives its root URL."""
    with started("tests.relay.upstream") as (port,):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def gateway(upstream: str, version: str, seconds: float = 1.5) -> Iterator[Gateway]:
    """A gateway to it that speaks *version* there; its impatient half gives people *seconds*."""
    with started("tests.relay.gateway", f"{upstream}/mcp", version, str(seconds)) as ports:
        patient, impatient = (f"http://127.0.0.1:{port}/mcp" for port in ports)
        yield Gateway(patient, impatient)


@contextmanager
def gateway_on(environment: str, upstream: str) -> Iterator[Gateway]:
    """A gateway on SDK 1.x, which is impatient with everybody."""
    program = started("tests.relay.gateway_1", f"{upstream}/mcp", python=str(python_of(environment)))
    with program as (port, _):
        url = f"http://127.0.0.1:{port}/mcp/"
        yield Gateway(url, url)


def seen_by(upstream: str) -> dict[str, list[Any]]:
    """What the upstream server noted, by run."""
    with urllib.request.urlopen(f"{upstream}/seen", timeout=30) as answer:
        seen: dict[str, list[Any]] = json.load(answer)
    return seen
