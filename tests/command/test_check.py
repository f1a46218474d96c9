"""`mcp-elicit check`: what is said of one message, in which shape, and with which exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_elicit import ElicitRequest, RequestError, __version__
from mcp_elicit.__main__ import main
from mcp_elicit.versions import PROTOCOL_VERSIONS
from tests.command.programs import SECONDS, run
from tests.environments import variables

FORM: dict[str, Any] = {
    "mode": "form",
    "message": "Where to?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "oneOf": [{"const": "LIS", "title": "Lisbon"}]},
            "nights": {"type": "integer", "default": 3},
        },
        "required": ["city"],
    },
}
PAGE: dict[str, Any] = {
    "mode": "url",
    "message": "Please pay",
    "url": "https://pay.example/checkout?cart=7f3a",
    "elicitationId": "id-1",
}
TOPICS: dict[str, Any] = {"topics": {"type": "array", "items": {"type": "string", "enum": ["food"]}}}
MULTI: dict[str, Any] = {"message": "m", "requestedSchema": {"type": "object", "properties": TOPICS}}
ERROR: dict[str, Any] = {"code": -32042, "message": "m", "data": {"elicitations": [PAGE]}}
ASKS: dict[str, Any] = {
    "resultType": "input_required",
    "inputRequests": {
        "trip": {"method": "elicitation/create", "params": FORM},
        "roots": {"method": "roots/list"},
    },
}
WITHOUT_ID = {name: value for name, value in PAGE.items() if name != "elicitationId"}
TITLED: dict[str, Any] = {**FORM, "requestedSchema": {**FORM["requestedSchema"], "title": "Trip"}}
PASSWORD: dict[str, Any] = {
    "message": "m",
    "requestedSchema": {
        "type": "object",
        "properties": {"password": {"type": "string", "format": "password"}},
    },
}
SECRET = {
    "message": "m",
    "requestedSchema": {"type": "object", "properties": {"password": {"type": "string"}}},
}


def of(message: Any, *options: str, capsys: pytest.CaptureFixture[str], path: Path) -> tuple[int, str]:
    """Check in this process; the exit code and what was printed."""
    file = path / "message.json"
    file.write_text(json.dumps(message), "utf-8")
    code = main(["check", str(file), *options])
    printed = capsys.readouterr()
    assert "" == printed.err
    return code, printed.out


# ---- the exit code ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "message", "options"),
    [
        (0, FORM, ()),
        (0, {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": FORM}, ()),
        (0, FORM["requestedSchema"], ()),
        (1, FORM, ("--protocol-version", "2025-03-26")),
        (1, MULTI, ()),
        (0, MULTI, ("--protocol-version", "2025-11-25", "--protocol-version", "2026-07-28")),
        (1, MULTI, ("--version-only", "2025-06-18")),
        (1, PAGE, ()),
        (0, PAGE, ("--protocol-version", "2025-11-25")),
        (1, WITHOUT_ID, ("--protocol-version", "2025-11-25")),
        (0, WITHOUT_ID, ("--protocol-version", "2026-07-28")),
        (1, {**PAGE, "url": "http://pay.example/"}, ("--protocol-version", "2025-11-25")),
        (0, {**PAGE, "url": "shop://pay"}, ("--protocol-version", "2025-11-25", "--scheme", "shop")),
        (1, {"mode": "x/form", "message": "m"}, ()),
        (1, {**FORM, "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}}, ()),
        (1, {**FORM, "url": "https://pay.example/"}, ()),
        (1, SECRET, ()),
        (0, SECRET, ("--not-secret", "password")),
        (1, SECRET, ("--not-secret", "password", "--not-secret", "pasword")),
        (1, FORM, ("--not-secret", "city_")),
        (1, PASSWORD, ("--not-secret", "password")),
        (0, ASKS, ("--not-secret", "city")),
        (1, ASKS, ("--not-secret", "city_")),
        (0, TITLED, ()),
        (1, TITLED, ("--as-is",)),
        (1, FORM, ("--as-is", "--protocol-version", "2025-06-18")),
        (0, FORM, ("--as-is", "--protocol-version", "2025-11-25")),
        (0, {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}, ("--as-is",)),
        (1, {"action": "accept", "content": {"city": None}}, ("--as-is",)),
        (0, {"action": "decline"}, ("--as-is",)),
        (0, {"action": "accept", "content": {"city": "LIS"}}, ()),
        (0, {"jsonrpc": "2.0", "id": 1, "result": {"action": "decline"}}, ()),
        (1, {"action": "accept", "content": {"topics": ["food"]}}, ()),
        (1, {"action": "yes"}, ()),
        (1, {"action": "decline", "content": {"city": "LIS"}}, ()),
        (0, ERROR, ()),
        (0, {"jsonrpc": "2.0", "id": 1, "error": ERROR}, ()),
        (0, ERROR["data"], ()),
        (1, ERROR, ("--protocol-version", "2026-07-28")),
        (1, {**ERROR, "data": {"challenges": []}}, ()),
        (0, ASKS, ()),
        (0, {"jsonrpc": "2.0", "id": 1, "result": ASKS}, ()),
        (1, {"resultType": "input_required"}, ()),
        (1, {"inputRequests": ASKS["inputRequests"]}, ()),
        (1, {"resultType": "input_required", "inputRequests": {"a": 1}}, ()),
        (0, {"elicitationId": "id-1"}, ()),
        (1, {"method": "notifications/elicitation/complete", "params": {"elicitationId": 7}}, ()),
    ],
)
def test_the_exit_code_says_whether_it_can_be_sent(
    code: int, message: Any, options: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: 0 and 1; what a version lacks altogether counts only where it is named."""
    assert code == of(message, *options, capsys=capsys, path=tmp_path)[0]
    assert code == of(message, "--json", *options, capsys=capsys, path=tmp_path)[0]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b'{\n  "mode": form\n}',
        b"[]",
        b"null",
        b"7",
        b"{}",
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}',
        b'{"method": "elicitation/create"}',
        b'{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}',
        b'{"code": -32600, "message": "m"}',
        b"[" * 500 + b"]" * 500,
    ],
    ids=lambda data: repr(data[:24]),
)
def test_an_input_that_is_no_message_ends_with_2_and_a_sentence(
    data: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: unreadable is not the same as not sendable."""
    file = tmp_path / "input"
    file.write_bytes(data)
    assert 2 == main(["check", str(file)])
    printed = capsys.readouterr()
    assert "" == printed.out
    assert printed.err.startswith("error: ") and printed.err.count("\n") == 1
    assert (b"form" in data) == ("cannot be read at line 2, column 11: not JSON" in printed.err)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nowhere.json",),
        (".",),
        ("mcp_elicit/request.py",),
        ("no.such.module:Model",),
        ("nowhere.py:Model",),
        ("mcp_elicit.request:Nothing",),
        ("mcp_elicit.request:Any",),
        ("README.md", "--protocol-version", "2025-01-01"),
        ("-", "--for", "-"),
        ("-", "--for", "nowhere.json"),
    ],
    ids=" ".join,
)
def test_a_wrong_call_ends_with_2(arguments: tuple[str, ...]) -> None:
    """Ours: as argparse does."""
    done = run("check", *arguments, typed=json.dumps({"action": "accept"}))
    assert (2, "") == (done.returncode, done.stdout)
    assert "error: " in done.stderr
    assert "Traceback" not in done.stderr


def test_for_is_for_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Ours."""
    question = tmp_path / "question.json"
    question.write_text(json.dumps(FORM))
    assert 2 == main(["check", str(question), "--for", str(question)])
    assert "--for is for an answer" in capsys.readouterr().err


# ---- what is said ----------------------------------------------------------------------------------


def test_the_report_for_machines_has_this_shape(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Ours: docs/command-line.md promises it."""
    _, printed = of(FORM, "--json", capsys=capsys, path=tmp_path)
    report = json.loads(printed)
    versions = report["parts"][0].pop("versions")
    assert {
        "kind": "request",
        "ok": True,
        "parts": [
            {
                "path": "",
                "kind": "form",
                "ok": True,
                "message": "Where to?",
                "fields": ["city", "nights"],
                "invalid": [],
                "refused": [],
                "secrets": [],
                "findings": [],
            }
        ],
        "notes": [],
    } == report
    assert list(PROTOCOL_VERSIONS) == [version["protocol_version"] for version in versions]
    assert {
        "protocol_version": "2024-11-05",
        "sendable": False,
        "as_is": False,
        "counted": False,
        "reasons": [
            {
                "path": "",
                "reason": "this version has no elicitation",
                "remedy": "give the exchange a broker, or do without the answer",
            }
        ],
        "travels": None,
        "lost": [],
    } == versions[0]
    lost = versions[2].pop("lost")
    assert {
        "protocol_version": "2025-06-18",
        "sendable": True,
        "as_is": False,
        "counted": True,
        "reasons": [],
        "travels": ElicitRequest.from_wire(FORM).to_wire("2025-06-18"),
    } == versions[2]
    assert [
        ("requestedSchema.properties.city.oneOf", "rewritten"),
        ("requestedSchema.properties.nights.default", "dropped"),
        ("mode", "dropped"),
    ] == [(loss["path"], loss["what"]) for loss in lost]
    assert {"path", "what", "reason"} == set(lost[0])


def test_why_not_is_said_with_place_reason_and_remedy(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: a server author learns what to change."""
    _, printed = of(MULTI, "--protocol-version", "2025-06-18", capsys=capsys, path=tmp_path)
    assert [
        "a form: m",
        "  fields: topics",
        "",
        "2025-06-18  not sendable",
        "    requestedSchema.properties.topics: this version has no multi-select, and a single choice"
        " would change the answer's type",
        "      -> ask one yes-or-no field for each choice, or give the exchange a broker",
        "",
        "not ok: not sendable to 2025-06-18",
    ] == printed.splitlines()


FULL: tuple[tuple[dict[str, Any], tuple[str, ...], list[str]], ...] = (
    (
        FORM,
        ("--protocol-version", "2024-11-05", "--protocol-version", "2025-03-26"),
        [
            "2024-11-05, 2025-03-26  not sendable",
            "    this version has no elicitation",
            "      -> give the exchange a broker, or do without the answer",
            "",
            "not ok: not sendable to 2024-11-05, 2025-03-26",
        ],
    ),
    (
        FORM,
        ("--as-is", "--protocol-version", "2025-06-18", "--protocol-version", "2025-11-25"),
        [
            "2025-06-18  refused by a strict host as it is, for:",
            "    rewritten: requestedSchema.properties.city.oneOf (this version has titled choices as enum"
            " and enumNames; the answer is the same)",
            "    dropped: requestedSchema.properties.nights.default"
            " (this version has defaults on booleans alone)",
            "    dropped: mode (this version has no modes: every question is a form)",
            "",
            "2025-11-25  taken by a strict host as it is",
            "",
            "not ok: refused as it is on 2025-06-18",
        ],
    ),
    (
        TITLED,
        ("--protocol-version", "2025-11-25"),
        [
            "    dropped: requestedSchema.title (a hint that no version of a form has)",
            "    sent as it is, a strict host of this version refuses it",
            "",
            "ok",
        ],
    ),
    (
        SECRET,
        ("--protocol-version", "2025-11-25"),
        ["2025-11-25  not sent by this package", "", "not ok: to be corrected"],
    ),
    (
        PASSWORD,
        ("--not-secret", "password", "--protocol-version", "2025-11-25"),
        [
            "  refused when built with this package:",
            "    requestedSchema.properties.password: format 'password' asks for a secret,"
            " which a form must not",
            "      -> use URL mode; not_secret cannot clear it, only a name or a title",
            "",
            "2025-11-25  not sendable",
            "    requestedSchema.properties.password.format: a form must not ask for a secret",
            "      -> use URL mode",
            "",
            "not ok: to be corrected; not sendable to 2025-11-25",
        ],
    ),
)


@pytest.mark.parametrize(("message", "options", "last"), FULL)
def test_a_report_ends_with_these_lines(
    message: Any,
    options: tuple[str, ...],
    last: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """Ours: what would be sent, and what a server without this package sends, are two things."""
    _, printed = of(message, *options, capsys=capsys, path=tmp_path)
    assert last == printed.splitlines()[-len(last) :]


@pytest.mark.parametrize(
    ("message", "cleared"),
    [
        (SECRET, "pasword"),
        ({**FORM, "message": " "}, "city"),
        ({**FORM, "url": "https://pay.example/"}, "city"),
        ({**FORM, "elicitationId": "id-1"}, "city"),
        ({**PAGE, "requestedSchema": FORM["requestedSchema"]}, "any"),
        ({**PAGE, "url": "http://pay.example/?token=7f3a"}, "any"),
    ],
)
def test_what_is_refused_is_told_in_the_words_of_the_builder(
    message: dict[str, Any], cleared: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: the same sentences, whoever finds it."""
    build = ElicitRequest.builder().not_secret(cleared).mode(message.get("mode", "form"))
    for name, step in (
        ("message", build.message),
        ("url", build.url),
        ("elicitationId", build.elicitation_id),
    ):
        if name in message:
            step(message[name])
    if "requestedSchema" in message:
        build.requested_schema(message["requestedSchema"])
    with pytest.raises(RequestError) as refused:
        build.build()
    _, printed = of(message, "--json", "--not-secret", cleared, capsys=capsys, path=tmp_path)
    told = {(fault["reason"], fault["remedy"]) for fault in json.loads(printed)["parts"][0]["refused"]}
    assert told == {(fault.reason, fault.remedy) for fault in refused.value.faults}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (SECRET, "asks for a secret: password"),
        (PAGE, "note: This opens pay.example. (url)"),
        ({**PAGE, "url": "https://pay.example@evil.example/"}, "danger: What stands before the @"),
        ({**FORM, "message": "See https://a.example"}, "warning: A form should hold no clickable address"),
        (ERROR, "note: This opens pay.example. (data.elicitations[0].url)"),
        (
            {**ERROR, "data": {"elicitations": [FORM]}},
            "error.data.elicitations[0]: a form cannot be required",
        ),
        (ASKS, "inputRequests.trip.params: a form: Where to?"),
        (ASKS, "inputRequests.roots asks for something else than an elicitation"),
        ({"action": "accept", "content": {"topics": ["food"]}}, "content.topics: an answer of this version"),
        ({**FORM, "message": "a\x1b[31mb\u202ec"}, "a form: a\\x1b[31mb\\u202ec"),
        ({**FORM, "message": " "}, "message: is blank"),
        ({**FORM, "elicitationId": "id-1"}, "elicitationId: a form request does not carry it"),
    ],
)
def test_what_a_person_should_know_is_said(
    message: Any, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: findings, secrets and places, with nothing hidden in a text that came from outside."""
    assert said in of(message, capsys=capsys, path=tmp_path)[1]


def test_a_query_is_for_machines_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Ours: no URL query in what a screen or a log holds; ``--json`` gives the params as they travel."""
    for message in (PAGE, ERROR):
        assert "7f3a" not in of(message, capsys=capsys, path=tmp_path)[1]
        assert "7f3a" in of(message, "--json", capsys=capsys, path=tmp_path)[1]


# ---- answers ---------------------------------------------------------------------------------------


ANSWER = {
    "action": "accept",
    "content": {"city": "hunter2", "nights": 424242, "topics": ["hunter2"]},
    "_meta": {"k": "hunter2"},
    "unknown": "hunter2",
}


@pytest.mark.parametrize(
    "answer",
    [
        ANSWER,
        {"action": "hunter2"},
        {"action": "accept", "content": "hunter2"},
        {"action": "accept", "content": {"city": {"deep": "hunter2"}}},
        {"action": "decline", "content": {"city": "hunter2"}},
        {"jsonrpc": "2.0", "id": 1, "result": ANSWER},
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_no_value_of_an_answer_is_shown(
    answer: Any, options: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: names and kinds only, whatever is wrong with it."""
    question = tmp_path / "question.json"
    question.write_text(json.dumps(FORM))
    for against in ((), ("--for", str(question))):
        _, printed = of(answer, *options, *against, capsys=capsys, path=tmp_path)
        assert "hunter2" not in printed and "424242" not in printed


def test_an_answer_is_held_to_its_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Ours: the same check as of an exchange."""
    question = tmp_path / "question.json"
    question.write_text(json.dumps(FORM))
    options = ("--for", str(question), "--protocol-version", "2025-11-25")
    good = {"action": "accept", "content": {"city": "LIS"}}
    assert 0 == of(good, *options, capsys=capsys, path=tmp_path)[0]
    code, printed = of(
        {"action": "accept", "content": {"nights": "3"}}, *options, capsys=capsys, path=tmp_path
    )
    assert 1 == code
    assert "$.city: required, got nothing" in printed
    assert "$.nights: expected integer, got string" in printed
    assert 0 == of({"action": "decline"}, *options, capsys=capsys, path=tmp_path)[0]


# ---- models ----------------------------------------------------------------------------------------


MODELS = """
from pydantic import BaseModel, Field

from mcp_elicit import ElicitRequest

print("imported")


class Trip(BaseModel):
    city: str
    nights: int = Field(default=3, ge=1)


class Nested(BaseModel):
    trip: Trip


class Outer:
    class Inner(BaseModel):
        agreed: bool


asked = ElicitRequest.for_form("Where to?", Trip)
schema = {"type": "object", "properties": {"a": {"type": "string"}}}
number = 7
"""


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        ("booking_forms:Trip", 0, "a form: Please fill in this form.\n  fields: city, nights"),
        ("booking_forms.py:Trip", 0, "fields: city, nights"),
        ("booking_forms:Outer.Inner", 0, "fields: agreed"),
        ("booking_forms:asked", 0, "a form: Where to?"),
        ("booking_forms:schema", 0, "fields: a"),
        ("booking_forms:Nested", 1, "not a form\n  refused when built with this package:\n    Nested.trip: "),
        ("booking_forms:number", 2, "number is no pydantic model class; its models are Trip, Nested"),
        ("booking_forms:Tripp", 2, "has no Tripp; its models are Trip, Nested"),
        ("booking_forms.py", 2, "booking_forms.py is Python; name the model in it"),
        ("broken_forms:Trip", 2, "importing broken_forms failed: ZeroDivisionError"),
        ("exiting_forms:Trip", 2, "importing exiting_forms failed: SystemExit"),
    ],
)
def test_a_model_is_named_by_its_import_path(source: str, code: int, said: str, tmp_path: Path) -> None:
    """Ours: what a module prints does not mix with the report."""
    (tmp_path / "booking_forms.py").write_text(MODELS)
    (tmp_path / "broken_forms.py").write_text("1 / 0")
    (tmp_path / "exiting_forms.py").write_text("raise SystemExit(0)")
    done = run("check", source, cwd=tmp_path)
    assert code == done.returncode, done.stderr
    assert said in (done.stderr if code == 2 else done.stdout)
    assert "imported" not in done.stdout and "Traceback" not in done.stderr


# ---- the process -----------------------------------------------------------------------------------


def test_the_standard_input_is_read_and_the_report_is_one_json_object() -> None:
    """Ours: for pipes."""
    done = run("check", "-", "--json", typed=b"\xef\xbb\xbf" + json.dumps(FORM).encode())
    assert (0, "") == (done.returncode, done.stderr)
    assert json.loads(done.stdout)["ok"] is True


def test_the_core_alone_checks() -> None:
    """Ours: an author needs no SDK to see what is wrong with a form."""
    done = run("check", "-", typed=json.dumps(FORM), environment="core")
    assert (0, "") == (done.returncode, done.stderr)


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """Ours: as with `head`; here the reader is gone before anything is written."""
    reading, writing = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "mcp_elicit", "check", "-"],
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
        env=variables(),
    ) as command:
        os.close(reading)
        os.close(writing)
        _, told = command.communicate(json.dumps(FORM).encode(), timeout=SECONDS)
    assert (130, b"") == (command.returncode, told)


def test_the_version_and_the_help_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Ours: what to type first."""
    for arguments, said in (
        (["--version"], f"mcp-elicit {__version__}"),
        (["--help"], "mcp-elicit check question.json"),
        (["check", "--help"], "exit codes:"),
        (["host", "--help"], "exit codes:"),
    ):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert 0 == end.value.code
        assert said in capsys.readouterr().out
