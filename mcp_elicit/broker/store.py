"""Where open questions are kept: what every backend must do.

A store knows no rule. It keeps records, changes them atomically, lists them, and tells every
change once, to everybody, in order. Who may answer, and with what, is for the broker to say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..result import ElicitResult
from .question import OpenQuestion, UserFilter

__all__ = ["Answered", "Asked", "Change", "Expired", "PageDone", "QuestionStore", "Told", "Withdrawn"]


@dataclass(frozen=True, slots=True)
class Asked:
    """The question is new."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The person answered; for the asker alone."""

    result: ElicitResult


@dataclass(frozen=True, slots=True)
class PageDone:
    """What happens on the page is over."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The question was taken back."""

    reason: str


@dataclass(frozen=True, slots=True)
class Expired:
    """Nobody came within *seconds*."""

    seconds: float


Change = Asked | Answered | PageDone | Withdrawn | Expired
Told = Callable[[OpenQuestion, Change], None]


class QuestionStore(Protocol):
    """The questions of all users; every method may be called from any thread, and is short.

    Several brokers may share one store, in one process or in many: each is told every change,
    whoever made it, and wakes the askers that are its own. A change may carry an answer; a backend
    that writes it down treats it as the user's data.
    """

    @abstractmethod
    def add(self, question: OpenQuestion) -> None:
        """Keep a new question, and tell it as `Asked`. Ids are unique; they come nearly in order."""

    @abstractmethod
    def get(self, question_id: str) -> OpenQuestion | None:
        """The question as it stands; None when it is gone."""

    @abstractmethod
    def change(self, seen: OpenQuestion, to: OpenQuestion | None, change: Change) -> bool:
        """Put *to* in the place of *seen* (None takes it away), and tell *change* with *to* or else *seen*.

        Atomic: False, and nothing happens, unless the question stands with the `consented` and
        `page_done` of *seen*. Neither ever goes back, so comparing them is enough. Of those who
        come with the same *seen*, one wins.
        """

    @abstractmethod
    def page(self, user: UserFilter, *, after: str | None, limit: int | None) -> tuple[OpenQuestion, ...]:
        """Questions that nobody answered, in order of their ids, *limit* at most.

        *after* is an id to go on behind, whether or not it is still there.
        """

    @abstractmethod
    def of_page(self, elicitation_id: str) -> tuple[OpenQuestion, ...]:
        """Every question of any user about this page, answered or not."""

    @abstractmethod
    def overdue(self, now: float) -> OpenQuestion | None:
        """The question that should have ended first, if its `expires_at` is not after *now*."""

    @abstractmethod
    def watch(self, told: Told) -> None:
        """Call *told* for every change from now on, from whatever thread; it is short and does not raise.

        The changes of one question come in the order in which they happened, and none later than
        the methods of this object show it: a backend that hears of changes elsewhere catches up
        before it reads.
        """
