"""What happened to a question, for whoever watches.

Events carry the question and never an answer: a screen needs to know that it is gone, not what
was typed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from typing_extensions import assert_never

from .question import OpenQuestion
from .store import Answered, Asked, Change, Expired, PageDone, Withdrawn

__all__ = [
    "Event",
    "EventsMissed",
    "PageCompleted",
    "QuestionAnswered",
    "QuestionAsked",
    "QuestionExpired",
    "QuestionWithdrawn",
    "event_of",
]


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Show it."""

    question: OpenQuestion


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """Take it off the screen; where `question.consented`, its page is not done yet."""

    question: OpenQuestion
    action: Literal["accept", "decline", "cancel"]


@dataclass(frozen=True, slots=True)
class PageCompleted:
    """The page is done; where `question.page_done`, the person has yet to agree here to its opening."""

    question: OpenQuestion


@dataclass(frozen=True, slots=True)
class QuestionWithdrawn:
    """Take it off the screen: whoever asked does not ask any more."""

    question: OpenQuestion
    reason: str


@dataclass(frozen=True, slots=True)
class QuestionExpired:
    """Take it off the screen: it is too late."""

    question: OpenQuestion


@dataclass(frozen=True, slots=True)
class EventsMissed:
    """This subscriber was too slow: the oldest *count* events are lost. List the pending questions anew."""

    count: int


Event = QuestionAsked | QuestionAnswered | PageCompleted | QuestionWithdrawn | QuestionExpired | EventsMissed


def event_of(question: OpenQuestion, change: Change) -> Event:
    """Say a change of the store without what was answered."""
    match change:
        case Asked():
            return QuestionAsked(question)
        case Answered(result):
            return QuestionAnswered(question, result.action)
        case PageDone():
            return PageCompleted(question)
        case Withdrawn(reason):
            return QuestionWithdrawn(question, reason)
        case Expired():
            return QuestionExpired(question)
        case _:
            assert_never(change)
