"""Who waits to hear of a question in this process: its asker, those who wait for its page, and subscribers.

Told by the store, from any thread. Nobody told here can hold up another.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from .endings import Endings, is_over
from .events import event_of
from .question import OpenQuestion
from .store import Asked, Change, PageDone
from .subscription import Subscription, hand_over

__all__ = ["Answer", "Audience"]

Answer: TypeAlias = "asyncio.Future[Change] | concurrent.futures.Future[Change]"
"""What an asker waits for, on its event loop or in its thread."""


class Audience:
    """Everybody who waits here, and how the last questions ended for those who come too late."""

    def __init__(self) -> None:
        self.endings = Endings()
        self._lock = threading.Lock()
        self.askers: dict[str, Answer] = {}
        """Who waits for an answer, by question: the futures themselves, as there may be very many."""
        self._bells: dict[tuple[str | None, str | None], set[Callable[[], None]]] = {}
        self._subscriptions: weakref.WeakSet[Subscription] = weakref.WeakSet()

    def await_answer(self, question_id: str, answer: Answer) -> None:
        """Resolve *answer* when the question is answered or ends; to be said before it is asked."""
        self.askers[question_id] = answer

    def wake(self, question_id: str, change: Change) -> None:
        """Give *change* to who waits for this answer, unless that one was woken before."""
        answer = self.askers.pop(question_id, None)
        if isinstance(answer, asyncio.Future):
            hand_over(answer, change)
        elif answer is not None:
            answer.set_result(change)

    def leave(self, question_id: str) -> None:
        """Nobody waits for this answer any more."""
        self.askers.pop(question_id, None)

    @contextmanager
    def hearing_of_page(
        self, elicitation_id: str, user: str | None, ring: Callable[[], None]
    ) -> Iterator[None]:
        """Call *ring* after every change of this page of this user, while the block runs."""
        page = (elicitation_id, user)
        with self._lock:
            self._bells.setdefault(page, set()).add(ring)
        try:
            yield
        finally:
            with self._lock:
                self._bells[page].discard(ring)
                if not self._bells[page]:
                    del self._bells[page]

    def subscribe(self, subscription: Subscription) -> None:
        """Offer every event that concerns it, until it is dropped."""
        with self._lock:
            self._subscriptions.add(subscription)

    def told(self, question: OpenQuestion, change: Change) -> None:
        """Pass on what the store says."""
        if not isinstance(change, (Asked, PageDone)):
            self.wake(question.id, change)
        if is_over(question, change):
            self.endings.note(question, change)
        with self._lock:
            bells = tuple(self._bells.get((question.elicitation_id, question.user), ()))
            subscriptions = tuple(self._subscriptions) if self._subscriptions else ()
        for ring in bells:
            ring()
        for subscription in subscriptions:
            if subscription.concerns(question):
                subscription.offer(event_of(question, change))
