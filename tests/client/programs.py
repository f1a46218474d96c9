"""Server and client programs of these tests, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import anyio

from tests.environments import ROOT, python_of, variables

__all__ = ["CLIENTS", "PATIENCE", "outcomes_of", "served"]

CLIENTS: Final = {
    "SDK 2.x": ("main", "mcp"),
    "SDK 2.x session": ("main", "mcp-session"),
    "SDK 1.30": ("mcp-1.30", "mcp"),
    "SDK 1.23.0": ("mcp-1.23.0", "mcp"),
    "SDK 1.22": ("mcp-1.22", "mcp"),
    "FastMCP 4": ("main", "fastmcp"),
    "SDK 1.30, plain": ("mcp-1.30", "plain"),
}
"""Name -> the environment it runs in, and which client `connect` makes."""


@contextmanager
def served(module: str) -> Iterator[str]:
    """Run a server program of this package; yields its URL."""
    command = [sys.executable, "-m", f"tests.client.{module}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=variables()) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}/mcp"
        server.terminate()


PATIENCE: Final = 280
"""Seconds for all cases of a program: some fifty connections, on a machine that does other work."""


def outcomes_of(program: str, url: str, client: str, *arguments: str) -> list[dict[str, Any]]:
    """Run a client program with the SDK that *client* names; in a process where it is another environment."""
    environment, kind = CLIENTS[client]
    module = f"tests.client.{program}"
    if environment == "main":
        rows: list[dict[str, Any]] = anyio.run(import_module(module).outcomes, url, kind, list(arguments))
        return rows
    command = [str(python_of(environment)), "-m", module, url, kind, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=variables(), timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert "hunter2" not in done.stderr, "what a person typed was logged"
    return [json.loads(line) for line in done.stdout.splitlines()]
