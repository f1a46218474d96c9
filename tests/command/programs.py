"""`python -m mcp_elicit` as a process of its own, with pipes or with a terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.environments import ROOT, python_of, variables

__all__ = ["DESK", "SECONDS", "Terminal", "run", "server_command"]

DESK: Final = str(Path(__file__).with_name("desk.py"))
SECONDS: Final = 60
"""For one command: two processes that import an SDK, on a busy machine."""


def run(
    *arguments: str,
    typed: str | bytes = "",
    environment: str | None = None,
    cwd: Path | None = None,
    **changes: str,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with pipes; *environment* names one of tests/environments."""
    python = sys.executable if environment is None else str(python_of(environment))
    done = subprocess.run(
        [python, "-m", "mcp_elicit", *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        cwd=cwd or ROOT,
        env=variables(**changes),
        timeout=SECONDS,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def server_command(environment: str | None = None) -> list[str]:
    """The desk, on the SDK of that environment."""
    return [sys.executable if environment is None else str(python_of(environment)), DESK]


class Terminal:
    """A command at a terminal of its own: type at a prompt, read the screen."""

    def __init__(self, *arguments: str, cwd: Path = ROOT, **changes: str) -> None:
        self._screen = ""
        self._read_to = 0
        pid, self._fd = pty.fork()
        if pid == 0:
            os.chdir(cwd)
            command = [sys.executable, "-m", "mcp_elicit", *arguments]
            environment: Mapping[str, str] = {"TERM": "xterm", **variables(**changes)}
            os.execvpe(command[0], command, dict(environment))
        self._pid = pid

    def until(self, text: str) -> str:
        """Everything on the screen since the last look, up to *text*."""
        while text not in self._screen[self._read_to :]:
            assert self._more(), f"the end came before {text!r}:\n{self._screen}"
        end = self._screen.index(text, self._read_to) + len(text)
        shown, self._read_to = self._screen[self._read_to : end], end
        return shown

    def type(self, line: str) -> None:
        """Type one line."""
        os.write(self._fd, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        """Press one key."""
        os.write(self._fd, key)

    def end(self) -> tuple[str, int]:
        """The rest of the screen, and the exit code."""
        while self._more():
            pass
        _, status = os.waitpid(self._pid, 0)
        os.close(self._fd)
        self._pid = 0
        return self._screen[self._read_to :], os.waitstatus_to_exitcode(status)

    @property
    def screen(self) -> str:
        """All of it."""
        return self._screen

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            os.close(self._fd)

    def _more(self) -> bool:
        ready, _, _ = select.select([self._fd], [], [], SECONDS)
        assert ready, f"nothing came for {SECONDS} seconds:\n{self._screen}"
        data = b""
        with suppress(OSError):  # how Linux says that the other end is closed
            data = os.read(self._fd, 65536)
        self._screen += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
