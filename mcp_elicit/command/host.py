"""``mcp-elicit host``: any server, seen as a host of a chosen version and of chosen modes sees it."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from .._json import loads
from ..client.answers import Mode
from ..errors import PeerError
from ..urls.parts import redact
from ..versions import PROTOCOL_VERSIONS
from .reading import json_of
from .scripted import ScriptedAnswers
from .unreadable import UnreadableError

if TYPE_CHECKING:
    from .talk import Plan

__all__ = ["add_arguments", "require_sdk", "run"]

DESCRIPTION = """\
Connect to a server as a host of one protocol version, call its tools, and answer its questions.

The server is a command, started with this environment, or the URL of a streamable HTTP endpoint. Every
message is shown on stderr as it travels, answers by name and kind, URLs without queries; results on stdout.
At a terminal you choose a tool and answer; elsewhere --call names it and --answers holds the answers, and a
question that has none is answered with cancel.
"""
EPILOG = """\
examples:
  mcp-elicit host python server.py
  mcp-elicit host --protocol-version 2025-06-18 python server.py
  mcp-elicit host --modes none --call book python server.py
  mcp-elicit host --call book --arguments '{"nights": 3}' --answers answers.json python server.py
  mcp-elicit host --protocol-version 2026-07-28 http://127.0.0.1:8000/mcp

answers.json, in the order of the questions, or by message:
  [{"city": "Rome"}, "accept"]
  {"Where to?": {"city": "Rome"}, "Book Rome?": [{"confirm": false}, "decline"]}

exit codes:
  0    the tool returned its result, or you ended the conversation
  1    the call failed, the tool says that it failed, an answer did not fit or was never used
  2    a wrong call, no such tool, unreadable answers, or no SDK is installed
  3    no connection: the server did not start, is silent, ended, or speaks another version
  130  Ctrl-C
"""

SECONDS_TO_CONNECT: Final = 30.0
"""A server that imports a lot takes some; one that is silent for so long will not speak."""
SECONDS_OF_A_CALL: Final = 300.0
"""For a call with nobody at the terminal, who could press Ctrl-C."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.usage = "mcp-elicit host [options] COMMAND [ARGUMENT ...]\n       mcp-elicit host [options] URL"
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "--protocol-version",
        choices=PROTOCOL_VERSIONS,
        metavar="VERSION",
        help=f"one of {', '.join(PROTOCOL_VERSIONS)}; by default the newest that both sides speak",
    )
    parser.add_argument(
        "--modes",
        default="form,url",
        metavar="MODES",
        help="what the host declares: form, url, form,url (as it is by default) or none",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="refuse a question that holds what its version does not have, with -32602",
    )
    parser.add_argument("--call", metavar="TOOL", help="call this tool and end")
    parser.add_argument("--arguments", metavar="JSON", help="the arguments of --call: a JSON object")
    parser.add_argument(
        "--answers", metavar="FILE", help="answers to questions, as JSON; - for the standard input"
    )
    parser.add_argument("--url", metavar="URL", help="the same as naming the URL in the place of COMMAND")
    look = parser.add_mutually_exclusive_group()
    look.add_argument(
        "--traffic",
        choices=("line", "pretty", "none"),
        help="each message in one line (the default), indented, or not at all",
    )
    look.add_argument("--quiet", action="store_const", const="none", dest="traffic", help="--traffic none")
    parser.add_argument(
        "--show-answers", action="store_true", help="show the traffic with answers, states and queries in it"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="open no page; you open the address yourself"
    )
    parser.add_argument("--json", action="store_true", help="print the whole result as JSON")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=SECONDS_TO_CONNECT,
        metavar="SECONDS",
        help="how long to wait for the connection (30)",
    )
    parser.add_argument(
        "--call-timeout",
        type=_seconds,
        metavar="SECONDS",
        help="how long to wait for a result (for ever at a terminal, else 300)",
    )
    parser.add_argument("target", nargs=argparse.REMAINDER, metavar="COMMAND", help="the server, or its URL")


def run(options: argparse.Namespace) -> int:
    """Connect and talk; the exit code.

    Raises:
        UnreadableError: A wrong call.
    """
    plan = _plan(options)
    from .talk import talk

    return asyncio.run(talk(plan))


def require_sdk() -> None:
    """Refuse to start without an SDK.

    Raises:
        UnreadableError: There is none.
    """
    if importlib.util.find_spec("mcp") is None:
        raise UnreadableError("the MCP Python SDK is not installed", "pip install 'mcp-elicit[sdk]'")


def _plan(options: argparse.Namespace) -> Plan:
    target = _target(options)
    modes = _modes(options.modes)
    if options.arguments is not None and options.call is None:
        raise UnreadableError("--arguments go with --call", "name the tool")
    arguments = _arguments(options.arguments)
    answers = ScriptedAnswers(json_of(options.answers)) if options.answers is not None else None
    if answers is not None and options.call is None and not sys.stdin.isatty():
        raise UnreadableError(
            "nothing was called: --answers without --call, and no one is at the terminal", "name the tool"
        )
    require_sdk()
    _refuse_what_the_sdk_lacks(options.protocol_version)
    from .talk import Plan

    at_terminal = sys.stdin.isatty()
    return Plan(
        target=target,
        protocol_version=options.protocol_version,
        modes=modes,
        tool=options.call,
        arguments=arguments,
        answers=answers,
        look=options.traffic or "line",
        show_answers=options.show_answers,
        open_pages=not options.no_browser,
        strict=options.strict,
        as_json=options.json,
        timeout=options.timeout,
        call_timeout=options.call_timeout or (None if at_terminal else SECONDS_OF_A_CALL),
    )


def _target(options: argparse.Namespace) -> str | Sequence[str]:
    command: list[str] = options.target[1:] if options.target[:1] == ["--"] else options.target
    if options.url is not None:
        if command:
            raise UnreadableError("--url and a command are two servers", "name one")
        command = [options.url]
    if not command:
        raise UnreadableError("no server is named", "give its command, or its URL")
    if command[0].lower().startswith(("http://", "https://")):
        if len(command) > 1:
            raise UnreadableError("something stands after the URL", "options come before it")
        return command[0]
    if shutil.which(command[0]) is None:
        _refuse_what_is_no_command(command[0])
    return command


def _refuse_what_is_no_command(name: str) -> None:
    for ending, runs_it in ((".py", "python"), (".js", "node"), (".mjs", "node")):
        if name.endswith(ending):
            raise UnreadableError(f"{name} is no command", f"write {runs_it} {name}")
    if re.fullmatch(r"[A-Za-z0-9.-]+(:[0-9]+(/.*)?|/mcp/?)", name):
        shown = redact(f"http://{name}")
        raise UnreadableError(f"{shown.removeprefix('http://')} is no command", f"write the URL, {shown}")


_MODES: Final[Mapping[str, tuple[Mode, ...]]] = {
    "none": (),
    "form": ("form",),
    "url": ("url",),
    "form,url": ("form", "url"),
    "url,form": ("form", "url"),
}


def _modes(text: str) -> frozenset[Mode]:
    if text not in _MODES:
        raise UnreadableError(f"--modes: {text!r} is not a mode", "give form, url, form,url or none")
    return frozenset(_MODES[text])


def _arguments(text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    try:
        arguments = loads(text)
    except PeerError as refusal:
        raise UnreadableError(f"--arguments is no JSON object: {refusal.faults[0]}") from refusal
    if not isinstance(arguments, dict):
        raise UnreadableError("--arguments is no JSON object", f"write {json.dumps({'name': 'value'})}")
    return arguments


def _refuse_what_the_sdk_lacks(version: str | None) -> None:
    if version == PROTOCOL_VERSIONS[-1] and importlib.util.find_spec("mcp_types") is None:
        raise UnreadableError(f"the SDK 1.x that is installed does not speak {version}", "install mcp 2.x")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise argparse.ArgumentTypeError("expected seconds above 0")
    return seconds
