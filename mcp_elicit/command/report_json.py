"""A report for machines: the shape that docs/command-line.md promises. Members are added, never renamed."""

from __future__ import annotations

from typing import Any

from ..errors import Fault
from .report import Part, Report, Verdict

__all__ = ["as_json"]


def as_json(report: Report) -> dict[str, Any]:
    """The whole report."""
    return {
        "kind": report.kind,
        "ok": report.fine,
        "parts": [_part(part) for part in report.parts],
        "notes": list(report.notes),
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "path": part.path,
        "kind": part.kind,
        "ok": part.fine,
        "message": part.message,
        "fields": list(part.fields),
        "invalid": [_fault(fault) for fault in part.invalid],
        "refused": [_fault(fault) for fault in part.refused],
        "secrets": list(part.secrets),
        "findings": [
            {
                "path": finding.path,
                "kind": finding.kind,
                "severity": finding.severity,
                "sentence": finding.sentence,
            }
            for finding in part.findings
        ],
        "versions": [_verdict(verdict) for verdict in part.verdicts],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "protocol_version": verdict.protocol_version,
        "sendable": verdict.sendable,
        "as_is": verdict.as_is,
        "counted": verdict.counted,
        "reasons": [_fault(fault) for fault in verdict.reasons],
        "travels": verdict.travels,
        "lost": [{"path": loss.path, "what": loss.what, "reason": loss.reason} for loss in verdict.lost],
    }


def _fault(fault: Fault) -> dict[str, str]:
    return {"path": fault.path, "reason": fault.reason, "remedy": fault.remedy}
