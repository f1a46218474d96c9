"""What a check found, as values: how it is told is for report_text.py and report_json.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..errors import Fault
from ..reasons import Loss
from ..urls.findings import UrlFinding
from .subjects import Kind

__all__ = ["Part", "PartKind", "Report", "Verdict"]

PartKind = Literal["form", "url", "result", "url_required", "input_required", "completion", "unreadable"]


@dataclass(frozen=True)
class Verdict:
    """One message on one protocol version."""

    protocol_version: str
    reasons: tuple[Fault, ...]
    """Why it is not sendable; empty where it is."""
    travels: dict[str, Any] | None
    """What would be on the wire; of an answer, kinds stand in the place of values."""
    lost: tuple[Loss, ...]
    counted: bool
    """Whether the exit code speaks of this version."""
    judged_as_is: bool = False
    """Whether the exit code speaks of the message as it is, and not of what travels."""

    @property
    def sendable(self) -> bool:
        """Whether there is a form on the wire that means the same."""
        return self.travels is not None

    @property
    def as_is(self) -> bool:
        """Whether a strict peer of this version takes the message as it is."""
        return self.sendable and not self.lost

    @property
    def fine(self) -> bool:
        """Whether nothing stands in the way on this version, of what was asked for."""
        return self.as_is if self.judged_as_is else self.sendable


@dataclass(frozen=True)
class Part:
    """One message of the input: most inputs have one, an InputRequiredResult has one for each question."""

    path: str
    """Where in the input; empty for all of it."""
    kind: PartKind
    message: str
    """What the person is asked; empty for what asks nothing."""
    fields: tuple[str, ...] = ()
    """The names of a form's fields, or of an answer's values."""
    invalid: tuple[Fault, ...] = ()
    """What the specification forbids, so that no client has to read it."""
    refused: tuple[Fault, ...] = ()
    """What can be read, and what this package would refuse to build."""
    secrets: tuple[str, ...] = ()
    """The fields that ask for a secret."""
    findings: tuple[UrlFinding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()

    @property
    def fine(self) -> bool:
        """Whether nothing stands in the way on any version that counts."""
        blocked = any(verdict.counted and not verdict.fine for verdict in self.verdicts)
        return not (self.to_correct or blocked)

    @property
    def to_correct(self) -> bool:
        """Whether something is wrong on every version, so that this package sends it to none."""
        return bool(self.invalid or self.refused or self.secrets)


@dataclass(frozen=True)
class Report:
    """Everything that was found in one input."""

    kind: Kind
    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()
    """What stands in the input and was not checked."""

    @property
    def fine(self) -> bool:
        """What the exit code 0 says."""
        return all(part.fine for part in self.parts)
