"""The command line at a real terminal: what a person types and sees, Ctrl-C, and colours."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from mcp_elicit.command.colours import wants_colour
from tests.command.programs import Terminal, server_command


class AtTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "wanted"),
    [
        (AtTerminal(), {}, True),
        (AtTerminal(), {"TERM": "xterm"}, True),
        (AtTerminal(), {"TERM": "dumb"}, False),
        (AtTerminal(), {"NO_COLOR": "1"}, False),
        (AtTerminal(), {"NO_COLOR": ""}, True),
        (AtTerminal(), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (AtTerminal(), {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        (AtTerminal(), {"FORCE_COLOR": "0"}, False),
        (io.StringIO(), {}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_are_for_terminals_and_for_who_wants_them(
    stream: io.StringIO, environment: dict[str, str], wanted: bool
) -> None:
    """Ours, as no-color.org and force-color.org have it: an empty variable says nothing."""
    assert wanted == wants_colour(stream, environment)


@pytest.mark.parametrize(("term", "coloured"), [("xterm", True), ("dumb", False)])
def test_a_report_is_coloured_at_a_terminal(term: str, coloured: bool, tmp_path: Path) -> None:
    """Ours."""
    file = tmp_path / "answer.json"
    file.write_text(json.dumps({"action": "decline"}))
    with Terminal("check", str(file), NO_COLOR="", FORCE_COLOR="", TERM=term) as terminal:
        shown, code = terminal.end()
    assert 0 == code
    assert coloured == ("\x1b[32msendable\x1b[0m" in shown)
    assert coloured == ("\x1b" in shown)


def test_a_module_that_reads_its_input_when_it_is_imported_finds_none(tmp_path: Path) -> None:
    """Ours: many a server starts when it is imported, and would wait here for ever."""
    (tmp_path / "serving.py").write_text(
        "import sys\nimport pydantic\n\nclass A(pydantic.BaseModel):\n    a: str\n\nsys.stdin.readline()\n"
    )
    with Terminal("check", "serving:A", cwd=tmp_path) as terminal:
        shown, code = terminal.end()
    assert 0 == code, shown


def test_a_person_chooses_a_tool_types_its_arguments_and_answers() -> None:
    """Ours: the whole way, on the oldest version with questions; the values stay out of the traffic."""
    with Terminal("host", "--protocol-version", "2025-06-18", *server_command(), NO_COLOR="1") as terminal:
        assert "\n  1. book: Book a trip.\n" in terminal.until("an empty line ends: ")
        terminal.type("99")
        assert "there is no such tool" in terminal.until("an empty line ends: ")
        terminal.type("book")
        assert "Account (required)" in terminal.until("> ")
        terminal.type("ann")
        assert "Copies (optional, a whole number)" in terminal.until("[1]> ")
        terminal.type("two")
        assert "$.copies: expected a whole number" in terminal.until("[1]> ")
        terminal.type("2")
        assert "Options (optional, as JSON)" in terminal.until("> ")
        terminal.type("{")
        assert "not JSON" in terminal.until("> ")
        terminal.type('{"quiet": true}')
        asked = terminal.until("Ctrl-C cancels.\n")
        assert "desk (for book) asks:\n  Where to?" in asked
        terminal.until("> ")
        terminal.type("hunter2")
        terminal.until("> ")
        terminal.type("4")
        terminal.until("c = cancel: ")
        terminal.type("s")
        answered = terminal.until("an empty line ends: ")
        assert '{"action": "accept", "content": {"city": "<string>", "nights": "<integer>"}}' in answered
        assert "\n2 booked for ann, 4 nights, {'quiet': True}\n" in answered
        terminal.type("")
        rest, code = terminal.end()
    assert 0 == code
    assert "Traceback" not in rest
    assert "hunter2" not in answered


def test_ctrl_c_cancels_a_question_then_a_call_then_the_conversation() -> None:
    """Ours: one key, and each time the nearest thing."""
    with Terminal("host", "--quiet", "--protocol-version", "2025-11-25", *server_command()) as terminal:
        terminal.until("an empty line ends: ")
        terminal.type("several")
        for _ in range(2):
            terminal.until("> ")
            terminal.press(b"\x03")
            terminal.until("cancelled")
        terminal.until("False, False")
        terminal.until("an empty line ends: ")
        terminal.press(b"\x03")
        rest, code = terminal.end()
    assert 130 == code
    assert "Traceback" not in rest


def test_ctrl_c_ends_a_call_that_asks_nothing() -> None:
    """Ours: with the exit code of a shell, and without a traceback."""
    with Terminal("host", "--call", "be_silent", *server_command(), NO_COLOR="1") as terminal:
        terminal.until('"name": "be_silent"')
        terminal.press(b"\x03")
        rest, code = terminal.end()
    assert 130 == code
    assert "Traceback" not in rest


def test_a_page_is_shown_and_agreed_to_at_the_terminal() -> None:
    """2025-11-25, client/elicitation#safe-url-handling: the whole address, its host, and consent."""
    arguments = ("--no-browser", "--protocol-version", "2025-11-25", "--call", "connect")
    with Terminal("host", *arguments, *server_command(), NO_COLOR="1") as terminal:
        shown = terminal.until("c = cancel: ")
        assert "https://auth.example/connect?cart=hunter2\n  host: auth.example" in shown
        terminal.type("y")
        assert "No browser" not in terminal.until("Please open the address above yourself.")
        rest, code = terminal.end()
    assert 0 == code, rest
    assert "connected\n" in rest
