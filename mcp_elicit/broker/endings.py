"""How questions ended, for those who come too late.

Bounded, and without any answer: the loser of a race must hear that somebody was faster, not
what they said.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, TypeVar

from typing_extensions import assert_never

from ..errors import ElicitError, QuestionExpiredError, QuestionWithdrawnError, RefusedError, RequestError
from ..result import ElicitResult
from .question import EVERYBODY, OpenQuestion, UserFilter
from .refusals import Ended, ForeignUserError, NotOpenError
from .store import Answered, Asked, Change, Expired, PageDone, Withdrawn

__all__ = ["REMEMBERED", "Endings", "answer_of", "is_over"]

_K = TypeVar("_K")
_V = TypeVar("_V")

REMEMBERED: Final = 1024
"""Ended questions that are still known: those who come too late come seconds later, hardly minutes."""

_ENDED: Final[Mapping[type, Ended]] = {
    Answered: "answered",
    PageDone: "completed",
    Withdrawn: "withdrawn",
    Expired: "expired",
}


def is_over(question: OpenQuestion, change: Change) -> bool:
    """Whether *change*, told with *question*, was its last."""
    match change:
        case Asked():
            return False
        case Answered():
            return not question.consented  # else its page has yet to be done
        case PageDone():
            return question.consented  # else the person has yet to agree to it
        case Withdrawn() | Expired():
            return True
        case _:
            assert_never(change)


def answer_of(change: Change) -> ElicitResult:
    """What the asker gets for the change that woke it.

    Raises:
        QuestionExpiredError, QuestionWithdrawnError: It was no answer.
    """
    match change:
        case Answered(result):
            return result
        case Withdrawn(reason):
            raise QuestionWithdrawnError(reason)
        case Expired(seconds):
            raise QuestionExpiredError(seconds)
        case Asked() | PageDone():
            raise AssertionError("these wake no asker")
        case _:
            assert_never(change)


class Endings:
    """The last `REMEMBERED` ends of questions, and of pages."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._questions: OrderedDict[str, tuple[str | None, Ended]] = OrderedDict()
        self._pages: OrderedDict[tuple[str, str | None], tuple[Change, bool]] = OrderedDict()
        """The last change, and whether the person had agreed to the page before it."""

    def note(self, question: OpenQuestion, change: Change) -> None:
        """Remember the last *change* of *question*."""
        with self._lock:
            _keep(self._questions, question.id, (question.user, _ENDED[type(change)]))
            if question.elicitation_id is not None:
                # A page is done here only when the person agreed to it too, whichever came last.
                agreed = isinstance(change, Answered) and change.result.action == "accept"
                last = (PageDone() if agreed else change, question.consented)
                _keep(self._pages, (question.elicitation_id, question.user), last)

    def refusal(self, question_id: str, user: UserFilter) -> RequestError:
        """The error for *user*, who comes too late; `EVERYBODY` need not be the one who was asked."""
        with self._lock:
            owner, ended = self._questions.get(question_id, (user, None))
        if user not in (owner, EVERYBODY):
            return ForeignUserError(question_id)
        return NotOpenError(question_id, ended)

    def page_refusal(self, elicitation_id: str, user: str | None) -> RequestError | None:
        """The error for who says that a page is done which is not open; None where it was done before."""
        last, _ = self._last_of_page(elicitation_id, user)
        if isinstance(last, PageDone):
            return None
        return NotOpenError(elicitation_id, None if last is None else _ENDED[type(last)])

    def page_failure(self, elicitation_id: str, user: str | None) -> ElicitError | None:
        """The error for who waits for a page that is not open any more; None where it was done."""
        last, consented = self._last_of_page(elicitation_id, user)
        match last:
            case Answered(result):
                return RefusedError("cancel" if result.action == "cancel" else "decline")
            case Withdrawn(reason):
                return QuestionWithdrawnError(reason)
            case Expired(seconds):
                return QuestionExpiredError(seconds, "page" if consented else "answer")
            case _:
                return self.page_refusal(elicitation_id, user)

    def _last_of_page(self, elicitation_id: str, user: str | None) -> tuple[Change | None, bool]:
        with self._lock:
            return self._pages.get((elicitation_id, user), (None, False))


def _keep(known: OrderedDict[_K, _V], key: _K, value: _V) -> None:
    known.pop(key, None)  # to the end: the oldest stand first
    known[key] = value
    if len(known) > REMEMBERED:
        known.popitem(last=False)
