"""What a conversation asks of its shell: one step at a time, each handed its result.

Frozen records; who carries them out is carry.py's business, and the author's own functions (`Run`)
are the shell's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..request import ElicitRequest
from .delivery import Mode

__all__ = [
    "Ask",
    "Claim",
    "Count",
    "Finish",
    "Fresh",
    "Question",
    "Reach",
    "Record",
    "Recorded",
    "Release",
    "Rest",
    "Run",
    "Step",
]


class Question(NamedTuple):
    """A request, and the author's name for it where two read the same."""

    request: ElicitRequest
    key: str | None = None
    key_is_wire_key: bool = False


class Ask(NamedTuple):
    """Put these questions side by side; handed a tuple of results in the same order."""

    questions: tuple[Question, ...]
    waits_for_page: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """Refuse now what could not be asked, before anything is made for it."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class Run:
    """Call the author's function, awaiting what it returns where the shell can."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """Handed how often *name* was counted before in this run of the body."""

    name: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Reserve *key* for one run; handed `Recorded` or `Fresh`."""

    key: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """The run behind a key was done before; this is its value."""

    value: Any


@dataclass(frozen=True, slots=True)
class Fresh:
    """The run behind a key is ours to do."""

    idempotency_key: str


@dataclass(frozen=True, slots=True)
class Record:
    """Keep what the run behind *key* gave; handed the value as it will be given from now on."""

    key: str
    value: Any


@dataclass(frozen=True, slots=True)
class Release:
    """The run behind *key* failed; somebody may try again."""

    key: str


@dataclass(frozen=True, slots=True)
class Rest:
    """Wait a while for the page behind *request*: until it is completed, or it is time to look again."""

    request: ElicitRequest


@dataclass(frozen=True, slots=True)
class Finish:
    """The page behind *request* is done, or (not *completed*) was refused."""

    request: ElicitRequest
    completed: bool


Step = Ask | Reach | Run | Count | Claim | Record | Release | Rest | Finish
