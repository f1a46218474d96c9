"""The programs of these tests, each in a process of its own: upstream servers, gateways, hosts.

Starting a process is what takes the time, so one of each kind does everything: several gateways in one,
and a host makes all its runs.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.environments import ROOT, node, node_modules_of, python_of, variables

__all__ = ["CASES", "HOSTS", "IMPATIENT", "Host", "Hosts", "Program", "environment_of", "seen_by"]

HERE: Final = Path(__file__).resolve().parent
CASES: Final = (
    *("titled choice", "multi-select", "defaults", "page", "-32042"),
    *("decline", "cancel", "invalid answer", "timeout", "disconnect"),
)
IMPATIENT: Final = 4.0
"""Seconds that a person is given where nobody answers; the question must get there within them."""
HOST_SECONDS: Final = 800
"""A host that takes longer hangs."""


@dataclass(frozen=True)
class Host:
    """A real client."""

    name: str
    version: str
    environment: str

    def __str__(self) -> str:
        return f"{self.name} on {self.version}"


HOSTS: Final = (
    Host("mcp 1.22", "2025-06-18", "mcp-1.22"),
    Host("npm 1.17.5", "2025-06-18", "sdk-1.17.5"),
    Host("mcp 1.30", "2025-11-25", "mcp-1.30"),
    Host("mcp 2.x", "2025-11-25", "main"),
    Host("mcp 2.x", "2026-07-28", "main"),
)


def environment_of(name: str) -> str:
    """The interpreter of an environment; our own for main."""
    return sys.executable if name == "main" else str(python_of(name))


def _command(environment: str) -> list[str]:
    if environment.startswith("sdk-"):
        return [str(node()), str(HERE / "host.mjs"), str(node_modules_of(environment))]
    return [environment_of(environment), str(HERE / "host.py")]


class Program:
    """A server program of this folder; made before it is asked for, so that several start side by side."""

    def __init__(self, stack: ExitStack, *command: str, environment: str = "main") -> None:
        self._process = subprocess.Popen(
            [environment_of(environment), "-m", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env=variables(),
        )
        stack.enter_context(self._process)
        stack.callback(self._process.terminate)
        self._line: list[str] = []

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self._process.kill()
        self._process.wait()

    @property
    def ports(self) -> list[str]:
        """What it printed on its first line."""
        assert self._process.stdout is not None
        self._line = self._line or self._process.stdout.readline().split()
        return self._line


class Hosts:
    """The hosts, one process for each environment; they start at once, and wait for their runs."""

    def __init__(self, stack: ExitStack, environments: Iterable[str]) -> None:
        self._working = {
            environment: subprocess.Popen(
                _command(environment),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=variables(),
            )
            for environment in environments
        }
        for process in self._working.values():
            stack.enter_context(process)
            stack.callback(process.kill)

    def run(self, jobs: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
        """Environment -> runs: the hosts do theirs side by side; gives the reports by run."""
        with ThreadPoolExecutor(len(self._working)) as threads:
            said = threads.map(lambda environment: self._one(environment, jobs[environment]), self._working)
            return {run: report for reports in said for run, report in reports.items()}

    def _one(self, environment: str, job: list[dict[str, Any]]) -> dict[str, Any]:
        process = self._working[environment]
        printed, complaints = process.communicate(json.dumps(job), timeout=HOST_SECONDS)
        assert printed, f"{environment}: {complaints[-2000:]}"
        reports: dict[str, Any] = json.loads(printed.splitlines()[-1])
        return reports


def seen_by(port: str) -> dict[str, list[Any]]:
    """What an upstream server noted, by run."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/seen", timeout=30) as answer:
        seen: dict[str, list[Any]] = json.load(answer)
    return seen
