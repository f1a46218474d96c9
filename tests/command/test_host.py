"""`mcp-elicit host` in a script: real servers, every version, and what is told when something goes wrong."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from mcp_elicit import ElicitRequest, ElicitResult
from mcp_elicit.__main__ import main
from mcp_elicit.client import Asker, UnansweredError
from mcp_elicit.command.answering import Answering
from mcp_elicit.command.results import result_lines
from mcp_elicit.command.scripted import ScriptedAnswers
from mcp_elicit.command.traffic import Traffic
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
        ("url", "2025-06-18", "no elicitation"),
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
    assert (version == "2025-06-18") == ("has no url mode, so that nothing is declared" in done.stderr)
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


def test_a_strict_host_refuses_it(answers: str) -> None:
    """Ours: as hosts that hold questions to the schema of their version do."""
    arguments = ("--strict", "--protocol-version", "2025-06-18", "--call", "plainly", "--answers", answers)
    done = run("host", *arguments, *server_command())
    assert 1 == done.returncode
    assert [-32602] == [m["error"]["code"] for m in messages(done.stderr, "client -> server") if "error" in m]
    last = done.stderr.splitlines()[-1]
    assert last.startswith('error: "Where to?" was refused (-32602), as strict hosts of 2025-06-18 do: ')
    assert "requestedSchema.properties.nights.default: this version has defaults on booleans alone" in last


@pytest.mark.parametrize(("version", "refused"), [("2025-06-18", True), ("2025-11-25", False)])
def test_a_strict_host_refuses_what_its_version_does_not_have(version: str, refused: bool) -> None:
    """Ours: and answers everything else."""
    field = {"type": "integer", "default": 3}
    params = {"message": "m", "requestedSchema": {"type": "object", "properties": {"nights": field}}}
    answering = Answering(ScriptedAnswers(["decline"]), None, lambda told: None, strict=True)
    asker = Asker("desk", None, version, None)
    with pytest.raises(UnansweredError) if refused else nullcontext():
        assert ElicitResult.decline() == answering(ElicitRequest.from_wire(params), asker)
    assert refused == bool(answering.failures)


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
        ([{"confirm": True}, {"action": "decline"}], "True, False\n"),
        ({"Sure?": [{"confirm": False}, {"confirm": "hunter2"}, {"confirm": True}]}, "False, True\n"),
    ],
)
def test_answers_are_given_in_turn_or_by_message(answers: Any, printed: str) -> None:
    """Ours: the two shapes of the file; here it is the standard input."""
    done = run(
        "host", "--quiet", "--call", "several", "--answers", "-", *server_command(), typed=json.dumps(answers)
    )
    assert (0, printed) == (done.returncode, done.stdout), done.stderr
    wrong = (
        'the answer to "Sure?" in the file does not fit, and was not sent:'
        " $.confirm: expected boolean, got string"
    )
    assert isinstance(answers, dict) == (f"note: {wrong}\n" in done.stderr)


def test_an_answer_that_was_never_used_is_named() -> None:
    """Ours: a slip in the file is no success."""
    typed = json.dumps({**TRIP, "Where to ?": "accept"})
    done = run("host", "--quiet", *BOOK, "--answers", "-", *server_command(), typed=typed)
    assert (1, BOOKED) == (done.returncode, done.stdout), done.stderr
    assert "note: never used of --answers: the answer to 'Where to ?'\n" in done.stderr


FORM = ElicitRequest.for_form(
    "Where to?\nIn May", {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
)
VERDICT = ElicitRequest.for_form(
    "Well?", {"type": "object", "properties": {"action": {"type": "string"}}, "required": ["action"]}
)
SIGN_IN = ElicitRequest.for_url("Sign in", "https://auth.example/connect")
ROME: dict[str, Any] = {"city": "Rome"}
MISFIT = (
    'the answer to "Where to?" in the file does not fit, and was not sent:'
    " $.city: expected string, got integer"
)
TAKEN = '"Where to?" was answered from the file: '
NOBODY = "no one is at the terminal, and --answers has no answer to it"


@pytest.mark.parametrize(
    ("request_", "answers", "answer", "notes", "failures", "unused"),
    [
        (FORM, [ROME, "decline"], ROME, [TAKEN + "accept"], [], ["answer 2"]),
        (FORM, {"Where to?": "decline"}, "decline", [TAKEN + "decline"], [], []),
        (
            *(FORM, {FORM.message: "cancel", "Where to?": ROME}, "cancel", [TAKEN + "cancel"]),
            *([], ["the answer to 'Where to?'"]),
        ),
        (FORM, [{"action": "accept", "content": ROME}], ROME, [TAKEN + "accept"], [], []),
        (FORM, [{"action": "decline"}], "decline", [TAKEN + "decline"], [], []),
        (
            *(VERDICT, [{"action": "decline"}], {"action": "decline"}),
            *(['"Well?" was answered from the file: accept'], [], []),
        ),
        (FORM, {"Where to?": [{"city": 7}, ROME]}, ROME, [MISFIT, TAKEN + "accept"], [], []),
        (FORM, {"Where to?": [{"city": 7}]}, {"city": 7}, [], [MISFIT], []),
        (
            *(FORM, {"When?": ROME}, "cancel", [f'"Where to?" was answered with cancel: {NOBODY}']),
            *([], ["the answer to 'When?'"]),
        ),
        (
            *(SIGN_IN, [ROME], ROME),
            [
                '"Sign in" was answered from the file: accept, and the page was not opened;'
                " a page takes no values, and those in the file were not sent"
            ],
            *([], []),
        ),
    ],
)
def test_a_file_answers_and_says_how(
    request_: ElicitRequest,
    answers: Any,
    answer: Any,
    notes: list[str],
    failures: list[str],
    unused: list[str],
) -> None:
    """Ours: what was sent, what was not and why, and what was not used at all."""
    told: list[str] = []
    scripted = ScriptedAnswers(answers)
    answering = Answering(scripted, None, told.append)
    given = answering(request_, Asker("desk", None, "2025-11-25", None))
    assert answer == (dict(given.content or {}) if given.action == "accept" else given.action)
    assert (notes, failures, unused) == (told, answering.failures, scripted.unused)


def test_an_answer_that_does_not_fit_is_named_without_its_value() -> None:
    """Ours: as `ClientElicitation` says it."""
    typed = json.dumps({"Where to?": {"city": "hunter2", "nights": "hunter2"}})
    done = run(
        "host", *BOOK, "--protocol-version", "2025-11-25", "--answers", "-", *server_command(), typed=typed
    )
    assert 1 == done.returncode
    assert (
        'error: the answer to "Where to?" in the file does not fit, and was not sent:'
        " $.nights: expected integer, got string"
    ) == done.stderr.splitlines()[-1]
    assert "answered from the file" not in done.stderr
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


@pytest.mark.parametrize(
    ("result", "lines"),
    [
        ({"content": [{"type": "text", "text": "a\nb"}], "structuredContent": {"result": ["a"]}}, ["a", "b"]),
        ({"content": [], "structuredContent": {"result": []}}, ["[]"]),
        ({"content": [], "structuredContent": {"a": 1}}, ['{"a": 1}']),
    ],
)
def test_an_empty_list_is_printed_as_one(result: dict[str, Any], lines: list[str]) -> None:
    """Ours: SDKs wrap it in an object, and give it no text."""
    assert lines == result_lines(result)


def test_a_list_without_tools_has_no_names_to_show() -> None:
    """Ours."""
    shown = io.StringIO()
    for tools in ([], [{"name": "a"}, {"name": "b"}]):
        Traffic(shown).message("received", {"id": 1, "result": {"tools": tools}})
    assert ['{"id": 1, "result": {"tools": "<0>"}}', '{"id": 1, "result": {"tools": "<2: a, b>"}}'] == [
        line.removeprefix("server -> client  ") for line in shown.getvalue().splitlines()
    ]


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
        ((*PYTHON, "raise SystemExit('out of paper')"), "error: the server ended; its standard error, if"),
        ((*PYTHON, "import os; os.write(1, b'\\xff\\n')"), "no JSON-RPC message; print() and logs belong"),
        ((*PYTHON, "print('hunter2')"), "error: the server ended, and what it wrote was no MCP"),
        (
            (*PYTHON, "import time; print('hunter2', flush=True); time.sleep(60)"),
            "no JSON-RPC message; print() and",
        ),
        (("http://127.0.0.1:9/mcp?key=hunter2",), "error: http://127.0.0.1:9/mcp?…: "),
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


@pytest.mark.parametrize("arguments", [("host", "no-such-command"), ("demo",)])
def test_without_an_sdk_the_command_to_install_one_is_told(arguments: tuple[str, ...]) -> None:
    """Ours: the core has none."""
    done = run(*arguments, environment="core")
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
    ("arguments", "said"),
    [
        ((), "no server is named"),
        (("--",), "no server is named"),
        (("--modes", "forms", "server"), "--modes: 'forms' is not a mode; give form, url, form,url or none"),
        (("--arguments", "{}", "server"), "--arguments go with --call"),
        (("--call", "book", "--arguments", "[]", "server"), "--arguments is no JSON object"),
        (("--call", "book", "--arguments", "{", "server"), "--arguments is no JSON object: not JSON"),
        (("--url", "http://a.example/mcp", "server"), "two servers"),
        (("http://a.example/mcp", "--quiet"), "something stands after the URL; options come before it"),
        (("--timeout", "0", "server"), "--timeout: expected seconds above 0"),
        (("--call-timeout", "soon", "server"), "--call-timeout: expected seconds above 0"),
        (("--protocol-version", "2025-01-01", "server"), "2025-01-01"),
        (("--quiet", "--traffic", "line", "server"), "not allowed with"),
        (
            ("--answers", "nowhere.json", "server"),
            "error: cannot read nowhere.json: No such file or directory\n",
        ),
        (("--qiet", "server"), "unrecognized arguments: --qiet; did you mean --quiet?"),
        (("server.py",), "error: server.py is no command; write python server.py\n"),
        (
            ("127.0.0.1:9/mcp?a=b",),
            "127.0.0.1:9/mcp?… is no command; write the URL, http://127.0.0.1:9/mcp?…\n",
        ),
    ],
    ids=str,
)
def test_a_wrong_call_of_host_ends_with_2(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ours: before any server is started."""
    assert 2 == main_quietly("host", *arguments)
    told = capsys.readouterr().err
    assert "error: " in told and said in told
    assert ("usage: " in told) == ("usage: mcp-elicit host" in told)


def test_what_stands_after_the_command_goes_to_the_server_and_is_noted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ours: before any server is started; so is a file of answers with which nothing would be called."""
    file = tmp_path / "answers.json"
    file.write_text("[]")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for separator, noted in (((), True), (("--",), False)):
        assert 2 == main_quietly("host", "--answers", str(file), *separator, "server", "--quiet")
        told = capsys.readouterr().err
        assert noted == ("note: --quiet goes to the server; options of mcp-elicit stand before its" in told)
        assert "error: nothing was called: --answers without --call" in told
