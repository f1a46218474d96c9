"""The peers that serve, each a process of its own, started once and ended by its id."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.environments import ROOT, node, node_modules_of, python_of, variables

__all__ = ["PATIENCE", "PEERS", "conformance_server", "lines_of", "python", "typescript_server", "version_of"]

PEERS: Final = ROOT / "tests" / "peers"
PATIENCE: Final = 500
"""Seconds for a program that a test waits for. Its end is what is waited for, and on a machine with two busy
cores that takes minutes; the limit is for one that hangs."""


def python(environment: str) -> str:
    """The interpreter of an environment; that of the tests for main."""
    return sys.executable if environment == "main" else str(python_of(environment))


def version_of(environment: str) -> str:
    """The version of `mcp` that is installed there."""
    code = "from importlib.metadata import version; print(version('mcp'))"
    return subprocess.run(
        [python(environment), "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


@contextmanager
def conformance_server(environment: str) -> Iterator[dict[str, str]]:
    """Serve with the SDK of *environment*; yields the URLs by name: stream, json."""
    with _serving([python(environment), "-m", "tests.peers.conformance_server"]) as first_line:
        yield json.loads(first_line)


@contextmanager
def typescript_server(packages: str, program: str) -> Iterator[str]:
    """Serve with a program of tests/peers and the packages it needs; yields the URL."""
    command = [str(node()), str(PEERS / program), str(node_modules_of(packages))]
    with _serving(command) as first_line:
        yield first_line


def lines_of(command: list[str]) -> list[dict[str, Any]]:
    """Run a program to its end; what it printed, a JSON object per line."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=variables(),
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextmanager
def _serving(command: list[str], cwd: Path = ROOT) -> Iterator[str]:
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd=cwd, env=variables()
    ) as server:
        assert server.stdout is not None
        try:
            first = server.stdout.readline().strip()
            assert first, f"{command} did not start"
            yield first
        finally:
            server.terminate()
            server.wait(PATIENCE)
