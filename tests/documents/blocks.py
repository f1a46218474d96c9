"""The code blocks of a document, run as printed.

A block of `python` or `sh` is either followed by what it prints (one line that ends in "prints:" and a
`text` block), or is a file, or says why it is not run. Notes to this reader stand above the block, in
comments that no page shows:

    <!-- file: server.py -->     written beside every later block of the document, which may import or run it
    <!-- in: mcp-1.30 -->        run in that one of tests/environments
    <!-- input: "y\n" -->        what is typed, as a JSON string; nothing otherwise
    <!-- exit: 1 -->             the exit code, where it is not 0
    <!-- not run: why -->        shown alone

In what is printed, `…` stands for anything within a line, and a line of `…` alone for any lines.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

import mcp_elicit
from tests.environments import ROOT, python_of, variables

__all__ = ["Block", "blocks_of"]

RUN: Final = ("python", "sh")
KEYS: Final = ("file", "in", "input", "exit", "not run")
SECONDS: Final = 100
"""For one block: servers and clients in processes of their own, on a busy machine."""

_BLOCK: Final = re.compile(
    r"(?P<notes>(?:^<!-- [^\n]* -->\n)*)"
    r"^```(?P<language>\w+)\n(?P<code>.*?)^```$"
    r"(?:\n\n(?P<says>[^\n]*prints:)\n\n```text\n(?P<printed>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
_SDK: Final = re.compile(r"^ *(?:from|import) (mcp|mcp_types|fastmcp)\b", re.MULTILINE)
_NOTE: Final = re.compile(r"^<!-- ([a-z ]+): (.*) -->$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One block of a document; *beside* are the files that stand above it."""

    document: str
    line: int
    language: str
    code: str
    printed: str | None
    notes: dict[str, str]
    beside: dict[str, str] = field(repr=False)

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"

    def run(self) -> None:
        """Run it in a folder of its own, and compare."""
        self.skip_without_sdks()
        with tempfile.TemporaryDirectory(prefix="mcp-elicit-") as name:
            folder = Path(name)
            self.write_files(folder)
            done = subprocess.run(
                self._command(folder),
                cwd=folder,
                env=self._variables(folder),
                input=json.loads(self.notes.get("input", '""')),
                capture_output=True,
                encoding="utf-8",
                timeout=SECONDS,
                check=False,
            )
        exit_code = int(self.notes.get("exit", 0))
        assert (self.printed, exit_code) == (self._as_printed(done.stdout), done.returncode), done.stderr

    def write_files(self, folder: Path) -> None:
        """Put the files that stand above it into *folder*."""
        for file, code in self.beside.items():
            (folder / file).write_text(code, "utf-8")

    def skip_without_sdks(self) -> None:
        """FastMCP 4 is for Python 3.11 and newer; a block in an environment of its own has what it names."""
        named = set(_SDK.findall("\n".join((self.code, *self.beside.values()))))
        absent = sorted(name for name in named if importlib.util.find_spec(name) is None)
        if absent and "in" not in self.notes:
            pytest.skip(f"not installed in this environment: {', '.join(absent)}")

    @property
    def _python(self) -> Path:
        return python_of(self.notes["in"]) if "in" in self.notes else Path(sys.executable)

    def _command(self, folder: Path) -> list[str]:
        name = self.notes.get("file", f"block.{self.language}")
        (folder / name).write_text(self.code, "utf-8")
        return [str(self._python), name] if self.language == "python" else ["bash", "-euo", "pipefail", name]

    def _variables(self, folder: Path) -> dict[str, str]:
        """Let it find this checkout, and `python` and `mcp-elicit` where an installation has them."""
        programs = folder / ".bin"
        programs.mkdir()
        for name, arguments in (("python", ""), ("mcp-elicit", "-m mcp_elicit ")):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec "{self._python}" {arguments}"$@"\n', "utf-8")
            program.chmod(0o755)
        path = os.pathsep.join((str(programs), os.environ.get("PATH", os.defpath)))
        own = variables() if Path(mcp_elicit.__file__).is_relative_to(ROOT) else dict(os.environ)
        return {**own, "PATH": path, "PYTHONIOENCODING": "utf-8"}

    def _as_printed(self, text: str) -> str:
        """Give the document's own words where *text* is one of what they stand for."""
        assert self.printed is not None
        pattern = re.escape(self.printed)
        pattern = re.sub(r"^…\\\n", r"(?:[^\\n]*\\n)*", pattern, flags=re.MULTILINE).replace("…", "[^\n]*")
        return self.printed if re.fullmatch(pattern, text) else text


def blocks_of(document: str) -> list[Block]:
    """Read the blocks to be run of *document*, a path in the checkout; one that says nothing is a fault."""
    text = (ROOT / document).read_text("utf-8")
    files: dict[str, str] = {}
    blocks = []
    for found in _BLOCK.finditer(text):
        notes = dict(_NOTE.findall(found["notes"]))
        line = text.count("\n", 0, found.start("language")) + 1
        where = f"{document}:{line}"
        if not notes.keys() <= set(KEYS):
            raise ValueError(f"{where}: unknown note {', '.join(notes.keys() - set(KEYS))}")
        if found["printed"] is not None and found["language"] in RUN:
            blocks.append(
                Block(document, line, found["language"], found["code"], found["printed"], notes, dict(files))
            )
        elif found["language"] in RUN and not notes.keys() & {"file", "not run"}:
            raise ValueError(f"{where}: say what it prints, which file it is, or why it is not run")
        if "file" in notes:
            files[notes["file"]] = found["code"]
    return blocks
