"""The store of one process.

Everything happens under one lock, and whoever watches is told under it, so that all hear the
same order. No operation looks at more questions than it returns.
"""

from __future__ import annotations

import threading
from heapq import heapify, heappop, heappush
from typing import Final, TypeVar

from .age_order import AgeOrder, Block, Place
from .question import OpenQuestion, UserFilter
from .store import Asked, Change, Told

__all__ = ["MemoryQuestionStore"]

_Key = TypeVar("_Key")
_Kept = tuple[OpenQuestion, Block | None, int, Block | None, int]
"""A question and, where it is listed, its places: among all, and among those of its user."""

SLACK: Final = 64
"""Ended questions that may stay in the heap however few are open; else at most as many as are open."""


class MemoryQuestionStore:
    """Open questions in memory; gone with the process, as the calls are that asked them."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._questions: dict[str, _Kept] = {}
        self._all = AgeOrder()
        self._of_user: dict[str | None, AgeOrder] = {}
        self._of_page: dict[str, AgeOrder] = {}
        self._ends: list[tuple[float, str]] = []
        self._watchers: list[Told] = []

    def __len__(self) -> int:
        """Questions that nobody answered, and pages that are not done."""
        with self._lock:
            return len(self._questions)

    def add(self, question: OpenQuestion) -> None:
        """Keep a new question."""
        with self._lock:
            self._keep(question)
            self._note_end(question)
            self._tell(question, Asked())

    def get(self, question_id: str) -> OpenQuestion | None:
        """The question as it stands."""
        with self._lock:
            return self._standing(question_id)

    def change(self, seen: OpenQuestion, to: OpenQuestion | None, change: Change) -> bool:
        """Replace or take away the question, if it still stands as *seen*."""
        with self._lock:
            kept = self._questions.get(seen.id)
            if kept is None:
                return False
            stands = kept[0]
            if (stands.consented, stands.page_done) != (seen.consented, seen.page_done):
                return False
            if not stands.consented and (to is None or to.consented):
                self._unlist(*kept)
            if to is None:
                self._forget(stands)
            else:
                self._keep(to)
                if to.expires_at != stands.expires_at:
                    self._note_end(to)
            self._tell(to or seen, change)
            return True

    def page(self, user: UserFilter, *, after: str | None, limit: int | None) -> tuple[OpenQuestion, ...]:
        """Questions that nobody answered, oldest first."""
        with self._lock:
            order = self._of_user.get(user) if user is None or isinstance(user, str) else self._all
            return () if order is None else tuple(order.after(after, limit))

    def of_page(self, elicitation_id: str) -> tuple[OpenQuestion, ...]:
        """Every question about this page."""
        with self._lock:
            order = self._of_page.get(elicitation_id)
            return () if order is None else tuple(order.after(None))

    def overdue(self, now: float) -> OpenQuestion | None:
        """The question that should have ended first."""
        with self._lock:
            while self._ends and self._ends[0][0] <= now:
                due, question_id = self._ends[0]
                question = self._standing(question_id)
                if question is not None and question.expires_at == due:
                    return question
                heappop(self._ends)
            return None

    def watch(self, told: Told) -> None:
        """Tell every change from now on."""
        with self._lock:
            self._watchers.append(told)

    def _keep(self, question: OpenQuestion) -> None:
        if question.consented:
            self._questions[question.id] = (question, None, 0, None, 0)
        else:
            mine = _put(self._of_user, question.user, question)
            self._questions[question.id] = (question, *self._all.put(question), *mine)
        if question.elicitation_id is not None:
            _put(self._of_page, question.elicitation_id, question)

    def _standing(self, question_id: str) -> OpenQuestion | None:
        kept = self._questions.get(question_id)
        return None if kept is None else kept[0]

    def _unlist(
        self, question: OpenQuestion, block: Block | None, index: int, mine: Block | None, index_in_mine: int
    ) -> None:
        assert block is not None and mine is not None
        self._all.take(question, (block, index))
        self._of_user[question.user].take(question, (mine, index_in_mine))
        _forget_empty(self._of_user, question.user)

    def _forget(self, question: OpenQuestion) -> None:
        del self._questions[question.id]
        if question.elicitation_id is not None:
            self._of_page[question.elicitation_id].discard(question.id)
            _forget_empty(self._of_page, question.elicitation_id)
        # An ended question leaves its place in the heap; clearing up is paid for by those that ended.
        if len(self._ends) > 2 * len(self._questions) + SLACK:
            self._ends = [end for end in self._ends if self._is_end(*end)]
            heapify(self._ends)

    def _note_end(self, question: OpenQuestion) -> None:
        if question.expires_at is not None:
            heappush(self._ends, (question.expires_at, question.id))

    def _is_end(self, due: float, question_id: str) -> bool:
        question = self._standing(question_id)
        return question is not None and question.expires_at == due

    def _tell(self, question: OpenQuestion, change: Change) -> None:
        for told in self._watchers:
            told(question, change)


def _put(orders: dict[_Key, AgeOrder], key: _Key, question: OpenQuestion) -> Place:
    order = orders.get(key)
    if order is None:
        order = orders[key] = AgeOrder()
    return order.put(question)


def _forget_empty(orders: dict[_Key, AgeOrder], key: _Key) -> None:
    if not orders[key]:
        del orders[key]
