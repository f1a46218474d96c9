"""Questions that wait for a person, where the client cannot ask.

Knows no protocol version. A question belongs to one user and is answered exactly once, from
any thread; whoever comes second gets an error that says so. The store behind it is a small
protocol. The event loop is asyncio.

There is no hook by which a script answers. Consents and credentials (`OpenQuestion.for_person_only`:
every URL, every confirm) are put to a person on purpose, and a form that looks harmless becomes a
consent by its wording alone; who may let a program answer which of them, and how a call finds its
program, is an open question, and until it has an answer nothing here answers by itself.
"""

from __future__ import annotations

from .broker import Broker
from .events import (
    Event,
    EventsMissed,
    PageCompleted,
    QuestionAnswered,
    QuestionAsked,
    QuestionExpired,
    QuestionWithdrawn,
)
from .memory import MemoryQuestionStore
from .question import EVERYBODY, Everybody, OpenQuestion, QuestionKind, UserFilter
from .refusals import ForeignUserError, NotOpenError
from .store import Answered, Asked, Change, Expired, PageDone, QuestionStore, Told, Withdrawn
from .subscription import Subscription

__all__ = [
    "EVERYBODY",
    "Answered",
    "Asked",
    "Broker",
    "Change",
    "Event",
    "EventsMissed",
    "Everybody",
    "Expired",
    "ForeignUserError",
    "MemoryQuestionStore",
    "NotOpenError",
    "OpenQuestion",
    "PageCompleted",
    "PageDone",
    "QuestionAnswered",
    "QuestionAsked",
    "QuestionExpired",
    "QuestionKind",
    "QuestionStore",
    "QuestionWithdrawn",
    "Subscription",
    "Told",
    "UserFilter",
    "Withdrawn",
]
