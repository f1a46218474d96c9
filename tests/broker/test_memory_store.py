"""The store of one process: the suite of every store, and what only this one promises."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from mcp_elicit.broker import EVERYBODY, Expired, MemoryQuestionStore, OpenQuestion, Withdrawn
from mcp_elicit.broker.age_order import BLOCK, AgeOrder, Place
from mcp_elicit.broker.memory import SLACK

from .questions import PAGE, question
from .store_suite import GONE, YES, QuestionStoreSuite


class TestMemoryStore(QuestionStoreSuite):
    @pytest.fixture
    def store(self) -> MemoryQuestionStore:
        return MemoryQuestionStore()


def test_nothing_is_left_of_questions_that_ended() -> None:
    """Ours: a gateway runs for months."""
    store = MemoryQuestionStore()
    for number in range(5000):
        asked = question(PAGE, user=f"user {number}", expires_at=1e9)
        store.add(asked)
        assert len(store) == 1
        store.change(asked, None, YES)
    assert len(store) == 0
    assert SLACK >= len(store._ends)
    assert not store._of_user
    assert not store._of_page
    assert not store._all


class Orders(RuleBasedStateMachine):
    """Ours: a sorted list is the law, blocks are only faster."""

    def __init__(self) -> None:
        super().__init__()
        self.order = AgeOrder()
        self.law: dict[str, OpenQuestion] = {}
        self.places: dict[str, Place] = {}

    @rule(numbers=st.lists(st.integers(0, 4000), max_size=1200, unique=True))
    def add(self, numbers: list[int]) -> None:
        for number in numbers:
            # Also in the place of one that is there.
            asked = question(question_id=f"{number:04d}", user=f"user {len(self.law)}")
            block, index = self.places[asked.id] = self.order.put(asked)
            assert (asked.id, asked) == (block.ids[index], block[index])
            self.law[asked.id] = asked

    @rule(low=st.integers(0, 4000), high=st.integers(0, 4100), told=st.booleans())
    def discard(self, low: int, high: int, told: bool) -> None:
        for number in range(low, high):
            # The place is the one of the last time: moved since, or gone.
            asked = self.law.pop(f"{number:04d}", None)
            if told and asked is not None:
                self.order.take(asked, self.places[asked.id])
            else:
                self.order.discard(f"{number:04d}")

    @rule(number=st.integers(0, 4100), limit=st.none() | st.integers(1, 2000))
    def go_on_behind(self, number: int, limit: int | None) -> None:
        behind = f"{number:04d}"
        ids = sorted(each for each in self.law if each > behind)[:limit]
        assert [self.law[each] for each in ids] == self.order.after(behind, limit)

    @invariant()
    def holds_the_same(self) -> None:
        assert [self.law[each] for each in sorted(self.law)] == self.order.after(None)
        assert bool(self.law) == bool(self.order)
        for block in self.order._blocks:
            assert 0 < len(block.ids) <= 2 * BLOCK
            assert len(block.ids) <= 2 * block.left == 2 * sum(each is not None for each in block)


class Stores(RuleBasedStateMachine):
    """Ours: a plain dict is the law."""

    def __init__(self) -> None:
        super().__init__()
        self.store = MemoryQuestionStore()
        self.law: dict[str, OpenQuestion] = {}

    @rule(user=st.sampled_from(["ann", "bob", None]), due=st.none() | st.integers(0, 50), page=st.booleans())
    def add(self, user: str | None, due: int | None, page: bool) -> None:
        at = None if due is None else float(due)
        asked = question(PAGE, user=user, expires_at=at) if page else question(user=user, expires_at=at)
        self.store.add(asked)
        self.law[asked.id] = asked

    @precondition(lambda self: self.law)
    @rule(data=st.data())
    def take(self, data: st.DataObject) -> None:
        taken = self.law.pop(data.draw(st.sampled_from(sorted(self.law))))
        assert self.store.change(taken, None, Withdrawn("enough"))
        assert not self.store.change(taken, None, GONE)

    @rule(now=st.integers(0, 60))
    def expire(self, now: int) -> None:
        while (due := self.store.overdue(now)) is not None:
            assert self.store.change(self.law.pop(due.id), None, Expired(1.0))
        assert all(each.expires_at is None or each.expires_at > now for each in self.law.values())

    @invariant()
    def holds_the_same(self) -> None:
        assert len(self.law) == len(self.store)
        assert tuple(self.law.values()) == self.store.page(EVERYBODY, after=None, limit=None)
        for user in ("ann", "bob", None):
            mine = tuple(each for each in self.law.values() if each.user == user)
            assert mine == self.store.page(user, after=None, limit=None)
        pages = tuple(each for each in self.law.values() if each.elicitation_id)
        assert pages == self.store.of_page("page-1")


TestOrders = Orders.TestCase
TestOrders.settings = settings(max_examples=25, stateful_step_count=12)
TestStores = Stores.TestCase
TestStores.settings = settings(max_examples=40, stateful_step_count=30)
