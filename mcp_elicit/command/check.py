"""``mcp-elicit check``: what each protocol version makes of one message."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TextIO

from ..errors import PeerError, RequestError
from ..request import ElicitRequest
from ..versions import PROTOCOL_VERSIONS
from .colours import Paint
from .judging import Asked, judge
from .reading import subject_of
from .report import Part, Report
from .report_json import as_json
from .report_text import as_text
from .unreadable import FAILED, FINE, UnreadableError

__all__ = ["add_arguments", "run"]

DESCRIPTION = """\
Say, for each protocol version, whether a message can be sent, what would travel, and what is lost.

SOURCE is a file, - for the standard input, or a pydantic model: package.module:Model, path/to/file.py:Model.
A file holds JSON: an elicitation/create message or its params, a requestedSchema alone, an ElicitResult, an
error -32042, an InputRequiredResult, bare or as a whole JSON-RPC message. An answer's values are never shown.
"""
EPILOG = """\
examples:
  mcp-elicit check question.json
  mcp-elicit check booking.forms:Trip --protocol-version 2025-06-18
  mcp-elicit check question.json --as-is --protocol-version 2025-06-18
  some-server | mcp-elicit check - --json
  mcp-elicit check answer.json --for question.json

exit codes:
  0  sendable on every version asked, and nothing to correct
  1  not sendable on one of them, not valid, or asks for a secret; with --as-is: refused by a strict host
  2  a wrong call, or an input that cannot be read
Without --protocol-version, versions that have no such message at all are shown and do not count: 2024-11-05
and 2025-03-26 for questions and answers, all but 2025-11-25 for -32042 and completions.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("source", metavar="SOURCE", help="a file, -, or package.module:Model")
    parser.add_argument(
        "--as-is",
        action="store_true",
        help="whether a strict host takes the message as it is, sent by a server without this package",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, for machines")
    parser.add_argument(
        "--protocol-version",
        "--version-only",
        action="append",
        dest="versions",
        choices=PROTOCOL_VERSIONS,
        metavar="VERSION",
        help="ask about this version only; may be repeated",
    )
    parser.add_argument(
        "--for",
        dest="form",
        metavar="QUESTION",
        help="hold an answer to this question (a file or a model)",
    )
    parser.add_argument("--message", metavar="TEXT", help="what a model or a form that stands alone asks")
    parser.add_argument(
        "--not-secret",
        action="append",
        default=[],
        metavar="NAME",
        help="this field or URL parameter only looks like a secret; may be repeated",
    )
    parser.add_argument(
        "--scheme",
        action="append",
        default=[],
        metavar="NAME",
        help="allow this URL scheme besides https; may be repeated",
    )


def run(options: argparse.Namespace, stdout: TextIO | None = None) -> int:
    """Check, and print what was found; the exit code.

    Raises:
        UnreadableError: The input cannot be read.
    """
    target = stdout or sys.stdout
    report = _report(options)
    if options.json:
        print(json.dumps(as_json(report), ensure_ascii=False, indent=2), file=target)
    else:
        print(as_text(report, Paint(target)), file=target)
    return FINE if report.fine else FAILED


def _report(options: argparse.Namespace) -> Report:
    if options.source == options.form == "-":
        raise UnreadableError("the standard input can be read once", "put one of the two into a file")
    named = [version for version in PROTOCOL_VERSIONS if version in (options.versions or ())]
    form = _question(options.form) if options.form is not None else None
    asked = Asked(
        versions=named or PROTOCOL_VERSIONS,
        named=bool(named),
        not_secret=tuple(options.not_secret),
        schemes=("https", *options.scheme),
        form=form,
        as_is=options.as_is,
    )
    try:
        subject = subject_of(options.source, options.message)
    except RequestError as refusal:
        # A model with a field that no form can hold.
        return Report("request", (Part("", "unreadable", "", refused=refusal.faults),))
    if form is not None and subject.kind != "result":
        raise UnreadableError("--for is for an answer, and this is none", "leave it out")
    return judge(subject, asked)


def _question(source: str) -> ElicitRequest:
    try:
        subject = subject_of(source)
        if subject.kind != "request":
            raise UnreadableError("--for names no question", "give an elicitation/create message or a model")
        return ElicitRequest.from_wire(subject.value)
    except (PeerError, RequestError) as refusal:
        raise UnreadableError(f"--for names no valid question: {refusal}") from refusal
