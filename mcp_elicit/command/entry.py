"""The parser of the whole command line, and the way out of it: one exit code, and never a traceback."""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import io
import os
import re
import sys
from collections.abc import Sequence

from .. import __version__
from . import check, host
from .colours import Paint
from .unreadable import INTERRUPTED, WRONG_CALL, UnreadableError

__all__ = ["main"]

EPILOG = """\
examples:
  mcp-elicit demo
  mcp-elicit check question.json
  mcp-elicit check booking.forms:Trip
  mcp-elicit host --protocol-version 2025-06-18 python server.py

mcp-elicit COMMAND --help says more.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 2 for a wrong call, else what the command says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the terminal's encoding lacks
    parser, commands = _parser()
    options, unknown = parser.parse_known_args(arguments)
    known = _options_of(commands[options.command])
    if unknown:
        commands[options.command].error(_unrecognized(unknown, known))
    if options.command == "host" and options.target[:1] != ["--"]:
        _note_late_options(options.target[1:], known)
    try:
        code = _run(options)
        sys.stdout.flush()
        return code
    except UnreadableError as refusal:
        print(f"{Paint(sys.stderr)('bad', 'error')}: {refusal}", file=sys.stderr)
        return WRONG_CALL
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has left; the interpreter must not write to it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERRUPTED


def _run(options: argparse.Namespace) -> int:
    if options.command == "check":
        return check.run(options)
    if options.command == "host":
        return host.run(options)
    host.require_sdk()
    if importlib.util.find_spec("mcp_types") is None:
        raise UnreadableError("the demo needs SDK 2.x, and 1.x is installed", "install mcp 2.x")
    from ..demo import run

    return run()


def _options_of(command: argparse.ArgumentParser) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", command.format_help()))


def _unrecognized(unknown: Sequence[str], known: set[str]) -> str:
    near = difflib.get_close_matches(unknown[0].partition("=")[0], sorted(known), 1)
    suggested = f"; did you mean {near[0]}?" if near else ""
    return f"unrecognized arguments: {' '.join(unknown)}{suggested}"


def _note_late_options(arguments: Sequence[str], known: set[str]) -> None:
    late = [one for one in arguments if one.partition("=")[0] in known - {"--help"}]
    if late:
        told = f"{', '.join(late)} goes to the server; options of mcp-elicit stand before its command"
        print(f"{Paint(sys.stderr)('warning', 'note')}: {told}", file=sys.stderr)


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    parser = argparse.ArgumentParser(
        prog="mcp-elicit",
        description="Elicitation for MCP, on every protocol version.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mcp-elicit {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    told = {
        "demo": "a real server asks a real client; see what travels, and for which version",
        "check": "what each protocol version makes of a message, a form or an answer",
        "host": "connect to any server as a host of a chosen version, and answer in the terminal",
    }
    made = {
        name: commands.add_parser(
            name,
            help=text,
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        for name, text in told.items()
    }
    check.add_arguments(made["check"])
    host.add_arguments(made["host"])
    return parser, made
