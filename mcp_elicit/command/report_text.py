"""A report for people: what is wrong first, then each version, oldest first.

Everything that came from outside is shown with nothing hidden in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from ..errors import Fault
from ..urls.parts import visible
from .colours import Colour, Paint
from .masking import without_queries
from .report import Part, PartKind, Report, Verdict

__all__ = ["as_text", "json_line"]

_WHAT: Final[dict[PartKind, str]] = {
    "form": "a form",
    "url": "a page to open",
    "result": "an answer",
    "url_required": "an error -32042: the call waits for pages",
    "input_required": "the result that asks (InputRequiredResult)",
    "completion": "a notice that a page is done",
    "unreadable": "not a valid message",
}
_SEVERITY: Final[dict[str, Colour]] = {"note": "faint", "warning": "warning", "danger": "bad"}


def as_text(report: Report, paint: Paint) -> str:
    """The whole report, in lines."""
    parts = [line for part in report.parts for line in (*_part(part, paint), "")]
    notes = [paint("faint", visible(note)) for note in report.notes]
    return "\n".join([*parts, *notes, _verdict_on_all(report, paint)])


def json_line(value: Any) -> str:
    """JSON in one line that a terminal shows as it is."""
    return visible(json.dumps(value, ensure_ascii=False))


def _part(part: Part, paint: Paint) -> Iterator[str]:
    # What no peer has to read is invalid; a model that is no form is refused by ourselves.
    what = "not a form" if part.kind == "unreadable" and part.refused else _WHAT[part.kind]
    asked = f": {visible(part.message)}" if part.message else ""
    where = f"{part.path}: " if part.path else ""
    yield paint("strong", f"{where}{what}{asked}")
    if part.fields:
        yield f"  {'values' if part.kind == 'result' else 'fields'}: {visible(', '.join(part.fields))}"
    yield from _faults("not valid", part.invalid, paint)
    if part.secrets:
        yield paint("bad", f"  asks for a secret: {visible(', '.join(part.secrets))}")
    yield from _faults("refused when built with this package", part.refused, paint)
    for finding in part.findings:
        yield paint(
            _SEVERITY[finding.severity], f"  {finding.severity}: {visible(finding.sentence)} ({finding.path})"
        )
    for group in _grouped(part.verdicts):
        yield ""
        yield from _paragraph(group, part, paint)


def _faults(title: str, faults: Iterable[Fault], paint: Paint) -> Iterator[str]:
    listed = tuple(faults)
    if listed:
        yield paint("bad", f"  {title}:")
    for fault in listed:
        yield from _fault(fault)


def _fault(fault: Fault) -> Iterator[str]:
    where = f"{fault.path}: " if fault.path else ""
    yield visible(f"    {where}{fault.reason}")
    if fault.remedy:
        yield visible(f"      -> {fault.remedy}")


def _grouped(verdicts: Iterable[Verdict]) -> Iterator[list[Verdict]]:
    """Versions side by side that say no for the same reasons are one paragraph."""

    def key(verdict: Verdict) -> object:
        return verdict.protocol_version if verdict.sendable else (verdict.reasons, verdict.counted)

    for _, group in groupby(verdicts, key):
        yield list(group)


def _paragraph(group: list[Verdict], part: Part, paint: Paint) -> Iterator[str]:
    verdict = group[0]
    versions = paint("strong", ", ".join(one.protocol_version for one in group))
    peer = "a strict server" if part.kind == "result" else "a strict host"
    if not verdict.sendable:
        uncounted = "" if verdict.counted else paint("faint", " (does not count)")
        yield f"{versions}  {paint('bad' if verdict.counted else 'faint', 'not sendable')}{uncounted}"
        for fault in verdict.reasons:
            yield from _fault(fault)
        return
    if verdict.judged_as_is:
        said = f"taken by {peer} as it is" if verdict.as_is else f"refused by {peer} as it is, for:"
        yield f"{versions}  {paint('good' if verdict.as_is else 'bad', said)}"
    elif part.to_correct:
        yield f"{versions}  {paint('bad', 'not sent by this package')}"
    else:
        yield f"{versions}  {paint('good', 'sendable')}"
        yield f"    travels: {json_line(without_queries(verdict.travels))}"
    for loss in verdict.lost:
        yield paint("warning", visible(f"    {loss.what}: {loss.path}")) + f" ({loss.reason})"
    if verdict.lost and not verdict.judged_as_is:
        yield f"    sent as it is, {peer} of this version refuses it"


def _verdict_on_all(report: Report, paint: Paint) -> str:
    if report.fine:
        return paint("good", "ok")
    counted = [verdict for part in report.parts for verdict in part.verdicts if verdict.counted]
    missing = dict.fromkeys(verdict.protocol_version for verdict in counted if not verdict.sendable)
    strict = dict.fromkeys(verdict.protocol_version for verdict in counted if verdict.sendable > verdict.fine)
    told = ["to be corrected"] if any(part.to_correct for part in report.parts) else []
    if missing:
        told.append(f"not sendable to {', '.join(missing)}")
    if strict:
        told.append(f"refused as it is on {', '.join(strict)}")
    return paint("bad", "not ok: " + "; ".join(told))
