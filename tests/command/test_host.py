"""`mcp-elicit host` in a script: real servers, every version, and what is told when something goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mcp_elicit.__main__ import main
from mcp_elicit.versions import PROTOCOL_VERSIONS
from tests.command.programs import DESK, run, server_command
from tests.environments import ROOT, variables

TRIP = {"Where to?": {"city": "hunter2", "nights": 4}}
BOOK = ("--call", "book", "--arguments", '{"account": "ann"}')
BOOKED = "1 booked for ann, 4 nights, None\n"
ASKING = ("2025-06-18", "2025-11-25", "2026-07-28")
SERVERS = (None, "mcp-1.30")
"""Environments: SDK 2.x, and 1.30, whose servers speak the four versions with a handshake."""


@pytest.fixture
def answers(tmp_path: Path) -> str:
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(TRIP))
    return str(file)


def messages(stderr: str, arrow: str) -> list[dict[str, Any]]:
    """The traffic in one direction."""
    lines = [line.removeprefix(arrow).strip() for line in stderr.splitlines() if line.startswith(arrow)]
    return [json.loads(line) for line in lines]


# ---- every version ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "server"),
    [(version, server) for version in ASKING for server in SERVERS if version < "2026" or server is None],
)
def test_a_question_is_answered_from_the_file_on_every_version(
    version: str, server: str | None, answers: str
) -> None:
    """Ours: the tool a server author reaches for to see what an old host would do."""
    done = run("host", "--protocol-version", version, *BOOK, "--answers", answers, *server_command(server))
    assert (0, BOOKED) == (done.returncode, done.stdout), done.stderr
    assert f"as a host of {version}" in done.stderr
    assert "does not fit" not in done.stderr
    assert '{"name": "mcp-elicit", "version": ' in done.stderr
    asked = messages(done.stderr, "server -> client")
    sent = messages(done.stderr, "client -> server")
    if version == "2026-07-28":
        assert ["input_required"] == [
            m["result"]["resultType"] for m in asked if "inputRequests" in m.get("result", {})
        ]
        (responses,) = [
            m["params"]["inputResponses"] for m in sent if "inputResponses" in m.get("params", {})
        ]
        (answer,) = responses.values()
    else:
        (question,) = [m["params"] for m in asked if m.get("method") == "elicitation/create"]
        assert (version != "2025-06-18") == ("mode" in question)
        (answer,) = [m["result"] for m in sent if "action" in m.get("result", {})]
    assert {"action": "accept", "content": {"city": "<string>", "nights": "<integer>"}} == answer
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize(
    ("version", "server"), list(zip([v for v in PROTOCOL_VERSIONS if v < "2025-06-18"], SERVERS, strict=True))
)
def test_a_host_older_than_elicitation_declares_none(version: str, server: str | None) -> None:
    """2025-06-18 brought elicitation: before it there is no such capability."""
    done = run("host", "--protocol-version", version, *BOOK, *server_command(server))
    assert 1 == done.returncode
    assert "has no elicitation" in done.stdout
    assert "that declares no elicitation" in done.stderr
    assert "error: the tool says that it failed" in done.stderr


def test_a_host_on_sdk_1_does_the_same(answers: str) -> None:
    """Ours: whichever SDK is installed."""
    done = run(
        *("host", "--protocol-version", "2025-06-18", *BOOK, "--answers", answers),
        *server_command("mcp-1.30"),
        environment="mcp-1.30",
    )
    assert (0, BOOKED) == (done.returncode, done.stdout), done.stderr
    assert "as a host of 2025-06-18" in done.stderr
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize(
    ("modes", "version", "declared"),
    [
        ("form", "2025-11-25", '"elicitation": {}'),
        ("url", "2025-11-25", '"elicitation": {"url": {}}'),
        ("none", "2026-07-28", "no elicitation"),
    ],
)
def test_exactly_the_modes_asked_for_are_declared(
    modes: str, version: str, declared: str, answers: str
) -> None:
    """2025-11-25, client/elicitation#capabilities."""
    done = run(
        *("host", "--modes", modes, "--protocol-version", version, *BOOK, "--answers", answers),
        *server_command(),
    )
    assert f"that declares {declared}\n" in done.stderr
    has_form = declared not in ("no elicitation", '"elicitation": {"url": {}}')
    assert (0 if has_form else 1) == done.returncode, done.stderr
    hello = messages(done.stderr, "client -> server")[0]
    capabilities = (
        hello["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]
        if version == "2026-07-28"
        else hello["params"]["capabilities"]
    )
    assert (declared == "no elicitation") == ("elicitation" not in capabilities)


def test_a_choice_of_several_shows_why_the_oldest_host_cannot_be_asked() -> None:
    """Decision 6."""
    done = run("host", "--protocol-version", "2025-06-18", "--call", "topics", *server_command())
    assert 1 == done.returncode
    assert "requestedSchema.properties.topics: this version has no multi-select" in done.stdout


def test_what_a_strict_host_of_that_version_would_refuse_is_said(answers: str) -> None:
    """Ours: an SDK writes a default that 2025-06-18 has on booleans alone."""
    arguments = ("--protocol-version", "2025-06-18", "--call", "plainly", "--answers", answers)
    done = run("host", *arguments, *server_command())
    assert (0, "accept\n") == (done.returncode, done.stdout), done.stderr
    assert (
        'note: "Where to?" does not fit 2025-06-18: requestedSchema.properties.nights.default:'
        " this version has defaults on booleans alone\n"
    ) in done.stderr


# ---- pages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_a_page_is_agreed_to_by_the_file_and_never_opened(version: str, tmp_path: Path) -> None:
    """Ours: nobody is there to look at it; its query stays out of the traffic."""
    file = tmp_path / "answers.json"
    file.write_text('{"Sign in": "accept"}')
    done = run(
        *("host", "--protocol-version", version, "--call", "connect", "--answers", str(file)),
        *server_command(),
    )
    assert (0, "connected\n") == (done.returncode, done.stdout), done.stderr
    assert '"Sign in" was answered from the file: accept, and the page was not opened' in done.stderr
    assert "https://auth.example/connect?…" in done.stderr
    assert "hunter2" not in done.stderr


# ---- answers ---------------------------------------------------------------------------------------


def test_a_question_without_an_answer_is_cancelled_and_said() -> None:
    """Ours: without a terminal nothing waits for a person, and nobody declined."""
    done = run("host", *BOOK, *server_command())
    assert (0, "no trip for ann: Cancelled\n") == (done.returncode, done.stdout)
    assert 'note: "Where to?" was answered with cancel: no one is at the terminal' in done.stderr


@pytest.mark.parametrize(
    ("answers", "printed"),
    [
        ([{"confirm": True}, "decline"], "True, False\n"),
        ({"Sure?": [{"confirm": False}, {"confirm": True}]}, "False, True\n"),
    ],
)
def test_answers_are_given_in_turn_or_by_message(answers: Any, printed: str) -> None:
    """Ours: the two shapes of the file; here it is the standard input."""
    done = run(
        "host", "--quiet", "--call", "several", "--answers", "-", *server_command(), typed=json.dumps(answers)
    )
    assert (0, printed) == (done.returncode, done.stdout), done.stderr


def test_an_answer_that_does_not_fit_is_named_without_its_value() -> None:
    """Ours: as `ClientElicitation` says it."""
    typed = json.dumps({"Where to?": {"city": "hunter2", "nights": "hunter2"}})
    done = run(
        "host", *BOOK, "--protocol-version", "2025-11-25", "--answers", "-", *server_command(), typed=typed
    )
    assert 1 == done.returncode
    assert "$.nights: expected integer, got string" in done.stderr
    assert "hunter2" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "answers", ["7", '"accept"', "[7]", '{"m": []}', '{"m": 7}', '["yes"]', '[{"a": {"b": 1}}]', "{"]
)
def test_answers_that_are_none_end_with_2(answers: str, tmp_path: Path) -> None:
    """Ours: before any server is started."""
    file = tmp_path / "answers.json"
    file.write_text(answers)
    assert 2 == main_quietly("host", "--answers", str(file), "no-such-command")


def main_quietly(*arguments: str) -> int:
    """The exit code, of argparse's own way out as well."""
    with suppress(SystemExit):
        return main(arguments)
    return 2  # the only one that argparse has


# ---- what is shown ---------------------------------------------------------------------------------


def test_answers_are_shown_where_it_was_asked_for(answers: str) -> None:
    """Ours: the person sees their own traffic, if they want to."""
    done = run("host", *BOOK, "--show-answers", "--answers", answers, *server_command())
    assert '"city": "hunter2"' in done.stderr


def test_without_traffic_the_notes_remain(answers: str) -> None:
    """Ours."""
    done = run("host", *BOOK, "--quiet", "--answers", answers, *server_command())
    assert BOOKED == done.stdout
    assert [
        'connected to desk as a host of 2026-07-28 that declares "elicitation": {"form": {}, "url": {}}',
        'note: "Where to?" was answered from the file: accept',
    ] == done.stderr.splitlines()


def test_traffic_can_be_indented_and_the_result_be_json(answers: str) -> None:
    """Ours: the tools are in one line by name, and in full where it is indented."""
    done = run("host", *BOOK, "--traffic", "pretty", "--json", "--answers", answers, *server_command())
    assert '\n      "inputSchema": {\n'.replace("      ", "        ") in done.stderr
    assert BOOKED.strip() == json.loads(done.stdout)["content"][0]["text"]


def test_without_a_terminal_and_a_call_the_tools_are_listed() -> None:
    """Ours: it never waits for a line that cannot come."""
    done = run("host", "--quiet", "--", *server_command())
    assert (0, "") == (done.returncode, done.stdout)
    assert "\n  1. book: Book a trip.\n  2. several: Ask twice, the same.\n" in done.stderr


# ---- HTTP ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with subprocess.Popen(
        [sys.executable, DESK, "http"], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=variables()
    ) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}/mcp"
        server.terminate()


@pytest.mark.parametrize("version", ASKING[1:])
def test_a_url_is_a_server_too(version: str, url: str, answers: str) -> None:
    """Ours: streamable HTTP."""
    server = (url,) if version != "2025-11-25" else ("--url", url)
    done = run("host", "--protocol-version", version, *BOOK, "--answers", answers, *server)
    assert (0, BOOKED) == (done.returncode, done.stdout), done.stderr


# ---- what goes wrong -------------------------------------------------------------------------------


PYTHON = (sys.executable, "-c")


@pytest.mark.parametrize(
    ("server", "said"),
    [
        (("no-such-command",), "error: cannot start no-such-command: No such file or directory"),
        ((*PYTHON, "raise SystemExit('out of paper')"), "error: the server ended; what it wrote to its"),
        ((*PYTHON, "print('hunter2')"), "error: the server ended, and what it wrote was no MCP"),
        (
            (*PYTHON, "import time; print('hunter2', flush=True); time.sleep(60)"),
            "no JSON-RPC message; print() and",
        ),
        (("http://127.0.0.1:9/mcp",), "error: "),
    ],
)
def test_no_connection_ends_with_3_and_a_sentence(server: tuple[str, ...], said: str) -> None:
    """Ours: never a traceback, and never for ever."""
    done = run("host", "--timeout", "5", *server)
    assert (3, "") == (done.returncode, done.stdout), done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr and "hunter2" not in done.stderr


def test_a_server_that_is_silent_is_given_up() -> None:
    """Ours: within the time that was asked for."""
    done = run("host", "--timeout", "2", *PYTHON, "import time; time.sleep(60)")
    assert 3 == done.returncode
    assert "error: the server did not answer within 2 seconds" in done.stderr


def test_a_version_that_the_server_does_not_speak_is_said() -> None:
    """Ours: SDK 1.30 has no server of 2026-07-28."""
    done = run("host", "--protocol-version", "2026-07-28", *server_command("mcp-1.30"))
    assert 3 == done.returncode
    assert "perhaps the server does not speak 2026-07-28" in done.stderr


def test_a_version_that_the_sdk_does_not_speak_is_a_wrong_call() -> None:
    """Ours: nothing is started for it."""
    done = run("host", "--protocol-version", "2026-07-28", "no-such-command", environment="mcp-1.30")
    assert 2 == done.returncode
    assert "does not speak 2026-07-28; install mcp 2.x" in done.stderr


def test_without_an_sdk_the_command_to_install_one_is_told() -> None:
    """Ours: the core has none."""
    done = run("host", "no-such-command", environment="core")
    assert (2, "error: the MCP Python SDK is not installed; pip install 'mcp-elicit[sdk]'\n") == (
        done.returncode,
        done.stderr,
    )


@pytest.mark.parametrize("environment", SERVERS)
def test_a_server_that_dies_in_a_call_is_a_lost_connection(environment: str | None) -> None:
    """Ours: of both SDKs, which say it in their own ways."""
    done = run("host", "--call", "die", *server_command(environment), environment=environment)
    assert (3, "") == (done.returncode, done.stdout), done.stderr
    assert "error: the server ended" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_tool_that_fails_is_a_failed_call() -> None:
    """Ours: its text is a result all the same."""
    done = run("host", "--quiet", "--call", "fail", *server_command())
    assert 1 == done.returncode
    assert done.stdout
    assert "error: the tool says that it failed" in done.stderr


def test_a_line_that_is_no_message_is_told_and_the_call_goes_on() -> None:
    """Ours: the commonest slip of a server on stdio is a `print`."""
    # SDK 2.x keeps its servers from it, and writes to the standard error what they print.
    done = run("host", "--call", "print_something", *server_command("mcp-1.30"))
    assert (0, "printed\n") == (done.returncode, done.stdout), done.stderr
    assert "that is no JSON-RPC message; print() and logs belong on the standard error" in done.stderr
    assert "hunter2" not in done.stderr


def test_a_call_without_a_result_is_given_up() -> None:
    """Ours: in a script nobody presses Ctrl-C."""
    done = run("host", "--quiet", "--call", "be_silent", "--call-timeout", "2", *server_command())
    assert 1 == done.returncode
    assert "error: the call failed: no result within 2 seconds" in done.stderr


def test_a_tool_that_is_not_there_is_a_wrong_call() -> None:
    """Ours."""
    done = run("host", "--quiet", "--call", "nothing", *server_command())
    assert 2 == done.returncode
    assert "error: there is no tool 'nothing'; it has book, several" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--",),
        ("--modes", "forms", "server"),
        ("--arguments", "{}", "server"),
        ("--call", "book", "--arguments", "[]", "server"),
        ("--call", "book", "--arguments", "{", "server"),
        ("--url", "http://a.example/mcp", "server"),
        ("http://a.example/mcp", "--quiet"),
        ("--timeout", "0", "server"),
        ("--timeout", "soon", "server"),
        ("--protocol-version", "2025-01-01", "server"),
        ("--quiet", "--traffic", "line", "server"),
        ("--answers", "nowhere.json", "server"),
    ],
    ids=" ".join,
)
def test_a_wrong_call_of_host_ends_with_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Ours: before any server is started."""
    assert 2 == main_quietly("host", *arguments)
    assert "error: " in capsys.readouterr().err
