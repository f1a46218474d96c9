"""What reaches the user through the frameworks' own clients, as docs/frameworks.md says it.

Each framework runs in its own environment, against a server process of this package; no language
model is asked: a function takes its place, or the tool is called directly.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
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
def serving(python: Path, kind: str) -> Iterator[subprocess.Popen[str]]:
    command = [str(python), "-m", "tests.frameworks.server", kind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=variables()) as server:
        try:
            yield server
        finally:
            server.terminate()


def url_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    return server.stdout.readline().strip()


def measured(environment: str) -> dict[str, dict[str, Any]]:
    """Recipe -> what came of it; every recipe of one environment in one process."""
    python = python_of(environment)
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(python, kind)) for kind in ("stream", "json")]
        urls = [url_of(server) for server in servers]
        command = [str(python), "-m", "tests.frameworks.measure", *urls, *MEASURED[environment]]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=ROOT, env=variables(), timeout=110, check=False
        )
    assert 0 == done.returncode, done.stderr[-3000:]
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["recipe"]: row for row in rows}


@pytest.fixture(scope="module")
def world() -> dict[str, dict[str, dict[str, Any]]]:
    environments = [name for name in MEASURED if name == "frameworks-1" or sys.version_info >= (3, 11)]
    for environment in environments:
        python_of(environment)  # here, where what cannot be installed skips
    with ThreadPoolExecutor() as pool:
        return dict(zip(environments, pool.map(measured, environments), strict=True))


@pytest.mark.parametrize(("environment", "recipe"), ROWS)
def test_a_framework_reaches_the_user_as_the_document_says(
    environment: str, recipe: str, world: dict[str, dict[str, dict[str, Any]]]
) -> None:
    """Ours: what each recipe can and cannot do, as run."""
    if environment not in world:
        pytest.skip("FastMCP 4 needs Python 3.11")
    version, declared, form, page, told, blocked = MEASURED[environment][recipe]
    row = world[environment][recipe]
    assert (version, declared, form, told) == (row["version"], row["declared"], row["form"], row["told"])
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
