"""The examples: each is short, runs as it stands, and prints what it is there to show."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec

import pytest

from tests.environments import ROOT, python_of, variables

EXAMPLES = ROOT / "examples"
MOST_LINES = 80
ELSEWHERE = {"gateway.py"}
"""Two programs in one file, run in tests/relay."""


@dataclass(frozen=True)
class Shown:
    """What an example prints: all of it, or *pieces* in this order."""

    printed: str = ""
    pieces: tuple[str, ...] = ()
    typed: str = ""
    environment: str = "main"
    needs: str = "mcp"


SHOWN = {
    "form.py": Shown(
        pieces=(
            '"oneOf":[{"const":"fish"',
            "not sendable to 2025-06-18: requestedSchema.properties.wishes: this version has no multi-select",
            "$.name: expected string with length >= 1, got string\n"
            "$.guests: expected integer, got string\n"
            "$.meal: expected one of 'fish', 'vegan', got string\n"
            "{'name': 'Ada', 'guests': 2, 'meal': 'vegan', 'wishes': []}\n",
            "the name asks for a secret (password)",
        ),
    ),
    "titled_choice.py": Shown(
        '2025-06-18 {"type": "string", "enum": ["#c1440e", "#f4c430", "#0f4c81"],'
        ' "enumNames": ["Terracotta", "Saffron", "Classic blue"]}\n'
        "2025-06-18 -> 5 litres of Saffron (#f4c430), finish g\n"
        '2025-11-25 {"type": "string", "oneOf": [{"const": "#c1440e", "title": "Terracotta"},'
        ' {"const": "#f4c430", "title": "Saffron"}, {"const": "#0f4c81", "title": "Classic blue"}]}\n'
        "2025-11-25 -> 5 litres of Saffron (#f4c430), finish g\n"
    ),
    "multi_select.py": Shown(
        "refused: this version has no multi-select, and a single choice would change the answer's type\n"
        "2025-06-18 -> food, sea\n"
        "2025-06-18 asked: Tick what you like.\n"
        "2025-11-25 -> sea, food\n"
        "2025-11-25 asked: Your topics, please. Your topics, please. /  /"
        " The last answer did not fit: $.topics: expected array with length <= 2, got array\n"
    ),
    "url_page.py": Shown(
        "  mallory clicks: this was asked of somebody else\n"
        "  ada clicks: allow: you can close this page\n"
        "2025-11-25 -> lunch at noon (1 told)\n"
        "  mallory clicks: this was asked of somebody else\n"
        "  ada clicks: deny: you can close this page\n"
        "2026-07-28 -> denied on the page (0 told)\n"
    ),
    "url_required.py": Shown(
        "client.call_tool:\n"
        "  the server is called\n"
        "  error -32042 {'elicitations': [{'mode': 'url', 'message': 'Please connect it.',"
        " 'url': 'https://calendar.example/connect', 'elicitationId': 'page-1'}]}\n"
        "ClientElicitation.call_tool:\n"
        "  the server is called\n"
        "  the person opens https://calendar.example/connect\n"
        "  completed: page-1\n"
        "  the server is called\n"
        "  lunch at noon\n"
    ),
    "terminal_client.py": Shown(
        typed="R\nRome\n5\ns\nd\n",
        pieces=(
            "holiday-desk (for book) asks:\n  Let us plan your trip.\n",
            "$.city: expected string with length >= 2, got string",
            "Please check:\n  Where to?: Rome\n  nights: 5\n",
            "It wants you to open this page:\n  https://maps.example/hotel\n  host: maps.example\n",
            "The tool returned: 5 nights in Rome; map: decline\n",
        ),
    ),
    "one_tool.py": Shown(
        "2025-06-18 | order 1: Rome | 2 questions\n"
        "2025-11-25 | order 1: Rome | 3 questions\n"
        "2026-07-28 | order 1: Rome | 3 questions\n"
    ),
    "sync_tool.py": Shown(
        "2025-06-18 -> removed from /srv ({'logs': 7, 'backups': 'all'})\n"
        "2025-11-25 -> removed from /srv ({'logs': 7, 'backups': 'all'})\n"
        "2026-07-28 -> nothing removed ({'logs': 7, 'backups': 'all'})\n"
    ),
    "pause_and_resume.py": Shown(
        "put away: Approve 120 euros?\nresumed: pay -> paid 120 euros: ok\n",
    ),
    "fastmcp_server.py": Shown(
        "".join(
            f"{version} | a table for 4, outside | Write a recipe (vegan). | soup 5, stew 11\n"
            for version in ("2025-06-18", "2025-11-25", "2026-07-28")
        ),
        needs="fastmcp",
    ),
    "lowlevel_server.py": Shown(
        "2025-06-18 -> 2 glasses of o (0 rounds)\n"
        "2025-11-25 -> 2 glasses of o (0 rounds)\n"
        "2026-07-28 -> 2 glasses of o (2 rounds)\n"
    ),
    "sdk_1x.py": Shown(
        "".join(
            "holiday-desk (for book) asks: Where to?\n"
            "holiday-desk (for book) asks: Book Rome?\n"
            f"-> 3 nights in Rome, asked on {version}\n"
            for version in ("2025-06-18", "2025-11-25")
        ),
        environment="mcp-1.30",
    ),
}


def test_every_example_is_run() -> None:
    assert SHOWN.keys() | ELSEWHERE == {path.name for path in EXAMPLES.glob("*.py")}


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_is_short_and_says_how_to_run_it(name: str) -> None:
    """Ours: read in a minute, and run as its docstring says."""
    text = (EXAMPLES / name).read_text("utf-8")
    assert MOST_LINES >= text.count("\n")
    assert f"python examples/{name}" in text.split('"""')[1]


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_runs_and_shows_its_point(name: str) -> None:
    shown = SHOWN[name]
    if find_spec(shown.needs) is None:
        pytest.skip(f"{shown.needs} is not installed in this environment")
    python = sys.executable if shown.environment == "main" else str(python_of(shown.environment))
    done = subprocess.run(
        [python, str(EXAMPLES / name)],
        env=variables(PYTHONIOENCODING="utf-8"),
        input=shown.typed,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    if shown.printed:
        assert shown.printed == done.stdout
    told = done.stdout + done.stderr
    for piece in shown.pieces:
        assert piece in told
        told = told.partition(piece)[2]
