"""What reaches the user through the frameworks' own clients, as docs/frameworks.md says it.

Each framework runs in its own environment, against a server process of this package; no language
model is asked: a function takes its place, or the tool is called directly.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.environments import ROOT, python_of, variables

DOCUMENT = ROOT / "docs" / "frameworks.md"

OLD, NEW = "2025-11-25", "2026-07-28"
FORM, BOTH = ["form"], ["form", "url"]
ANSWERED, CANNOT = "Accepted(<int>)", "'cannot ask'"
DEAD = '{"error": "McpError", "code": -32042}'
NEVER_ASKED = "the client did not declare elicitation in url mode"

MEASURED = {
    # recipe: version, declared with modes=("form",), a form, a page, completions told, without a channel
    "frameworks-1": {
        "langchain": (OLD, BOTH, ANSWERED, "connected", 1, DEAD),
        "langchain, its callbacks": (OLD, BOTH, ANSWERED, "connected", 0, DEAD),
        "langchain, our session": (OLD, FORM, ANSWERED, "connected", 1, "connected"),
        "pydantic-ai": (OLD, BOTH, ANSWERED, "connected", 1, "error"),
        "pydantic-ai, its hook": (OLD, BOTH, ANSWERED, "connected", 1, "connected"),
        "openai-agents": (OLD, [], CANNOT, NEVER_ASKED, 0, NEVER_ASKED),
        "openai-agents, our server": (OLD, FORM, ANSWERED, "connected", 1, "connected"),
    },
    "frameworks-2": {
        "pydantic-ai": (NEW, BOTH, ANSWERED, "connected", 0, "connected"),
        "pydantic-ai, our client": (NEW, FORM, ANSWERED, "connected", 0, "connected"),
        "openai-agents": (NEW, [], CANNOT, '{"error": "MCPError", "code": -32021}', 0, "-32021"),
        "openai-agents, our server": (NEW, FORM, ANSWERED, "connected", 0, "connected"),
    },
}
ROWS = [(environment, recipe) for environment, rows in MEASURED.items() for recipe in rows]


@contextmanager
def running(python: Path, module: str, *arguments: str) -> Iterator[Iterator[str]]:
    """Run a program of this package; yields the lines it prints, as they come."""
    command = [str(python), "-m", f"tests.frameworks.{module}", *arguments]
    with (
        tempfile.TemporaryFile("w+") as told,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=told, text=True, cwd=ROOT, env=variables()
        ) as program,
    ):

        def lines() -> Iterator[str]:
            assert program.stdout is not None
            yield from program.stdout
            told.seek(0)
            raise AssertionError(f"{module} said no more: {told.read()[-3000:]}")

        try:
            yield lines()
        finally:
            program.terminate()


class Measured:
    """The recipes of one environment, run one after the other in one process."""

    def __init__(self, environment: str, stack: ExitStack) -> None:
        self._python, self._recipes, self._stack = python_of(environment), MEASURED[environment], stack
        self._servers = [self._run("server", kind) for kind in ("stream", "json")]
        self._rows: dict[str, dict[str, Any]] = {}

    def begin(self) -> None:
        """Run the recipes, once the servers are there."""
        urls = [next(lines).strip() for lines in self._servers]
        self._lines = self._run("measure", *urls, *self._recipes)

    def _run(self, module: str, *arguments: str) -> Iterator[str]:
        return self._stack.enter_context(running(self._python, module, *arguments))

    def row(self, recipe: str) -> dict[str, Any]:
        """What came of *recipe*; waits until it has been run."""
        while recipe not in self._rows:
            row = json.loads(next(self._lines))
            self._rows[row["recipe"]] = row
        return self._rows[recipe]


@pytest.fixture(scope="module")
def world() -> Iterator[dict[str, Measured]]:
    """Environment -> its recipes; the environments run side by side."""
    environments = [name for name in MEASURED if name == "frameworks-1" or sys.version_info >= (3, 11)]
    with ExitStack() as stack:
        all_measured = {name: Measured(name, stack) for name in environments}
        for one in all_measured.values():
            one.begin()
        yield all_measured


@pytest.mark.parametrize(("environment", "recipe"), ROWS)
def test_a_framework_reaches_the_user_as_the_document_says(
    environment: str, recipe: str, world: dict[str, Measured]
) -> None:
    """Ours: what each recipe can and cannot do, as run."""
    if environment not in world:
        pytest.skip("FastMCP 4 needs Python 3.11")
    version, declared, form, page, told, blocked = MEASURED[environment][recipe]
    row = world[environment].row(recipe)
    assert (version, declared, form, told) == (row["version"], row["declared"], row["form"], row["told"])
    assert row["declined"] == ("Declined()" if form == ANSWERED else CANNOT)
    assert page in row["page"]
    assert blocked in row["without a channel"]


def cells(environment: str, recipe: str) -> str:
    version, declared, form, _, told, _ = MEASURED[environment][recipe]
    page, blocked = MEASURED[environment][recipe][3], MEASURED[environment][recipe][5]
    sdk = "1.30" if environment == "frameworks-1" else "2.x"
    circuit = "does not exist" if version == NEW else "yes" if blocked == "connected" else "no"
    told_of = "does not exist" if version == NEW else "yes" if told else "no"
    return (
        f"| {recipe} | {sdk}, {version} | {' and '.join(declared) or 'nothing'} |"
        f" {'yes' if form == ANSWERED else 'no'} | {'yes' if page == 'connected' else 'no'} |"
        f" {told_of} | {circuit} |"
    )


def test_the_document_has_the_table_as_measured() -> None:
    """Ours: a table in a document is a claim."""
    text = DOCUMENT.read_text("utf-8")
    assert [] == [line for line in (cells(*row) for row in ROWS) if line not in text]
