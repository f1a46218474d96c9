"""An upstream server over stdio, on SDK 1.x alone: ``python -m tests.relay.upstream_1_stdio FOLDER``.

The cases of `upstream_1`. Every host has a process of its own here, so what one of them saw goes line by
line into a file in FOLDER that is named for the process; and a file there says that somebody paid.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

import anyio

from . import upstream_1

FOLDER = Path(sys.argv[1])
FILE = FOLDER / f"{os.getpid()}.jsonl"


def note(line: Any) -> None:
    with FILE.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


class Seen:
    """Notes what one run saw."""

    def __init__(self, run: str) -> None:
        self._run = run

    def append(self, event: Any) -> None:
        note({"run": self._run, "event": event})


class ByRun(dict[str, Any]):
    """Where `upstream_1` keeps what it saw."""

    def __missing__(self, run: str) -> Seen:
        return Seen(run)


class Active(set[int]):
    """Notes when calls begin and end."""

    def add(self, call: int) -> None:
        note({"calls": 1})

    def discard(self, call: object) -> None:
        note({"calls": -1})


class Blocked(dict[str, Any]):
    """Pays for a run that ended with -32042 when the file is there."""

    def __setitem__(self, run: str, blocked: Any) -> None:
        upstream_1.tasks.start_soon(self._pay, run, blocked[0])

    async def _pay(self, run: str, session: Any) -> None:
        while not (FOLDER / f"{quote(run, safe='')}.paid").exists():
            await anyio.sleep(0.05)
        await upstream_1.pay(session, run)


async def main() -> None:
    upstream_1.seen = ByRun()
    upstream_1.active = Active()
    upstream_1.blocked = Blocked()
    there: Any = upstream_1
    there.session_of = lambda request: ""  # one session, one process
    stdio: Any = import_module("mcp.server.stdio")
    async with anyio.create_task_group() as upstream_1.tasks, stdio.stdio_server() as (read, write):
        server = upstream_1.server
        await server.run(read, write, server.create_initialization_options())
        upstream_1.tasks.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(main)
