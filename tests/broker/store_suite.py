"""What every store of questions must do: one suite, for every backend.

    class TestMyStore(QuestionStoreSuite):
        @pytest.fixture
        def store(self) -> MyStore: ...

All of it is ours. A backend that passes may stand behind a `Broker`.
"""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest

from mcp_elicit.broker import (
    EVERYBODY,
    Answered,
    Asked,
    Change,
    Expired,
    OpenQuestion,
    PageDone,
    QuestionStore,
    UserFilter,
    Withdrawn,
)
from mcp_elicit.result import ElicitResult

from .questions import PAGE, SURE, question

YES = Answered(ElicitResult.accept({"confirm": True}))
GONE = Withdrawn("no longer needed")


def ids_of(questions: tuple[OpenQuestion, ...]) -> list[str]:
    return [each.id for each in questions]


class QuestionStoreSuite:
    @pytest.fixture
    def store(self) -> QuestionStore:
        raise NotImplementedError("each backend makes its own, empty")

    def test_a_question_is_there_as_it_was_added(self, store: QuestionStore) -> None:
        for added in (question(), question(SURE, user=None), question(PAGE, expires_at=7.0)):
            store.add(added)
            assert added == store.get(added.id)

    def test_an_unknown_id_is_nothing(self, store: QuestionStore) -> None:
        assert store.get("nothing") is None
        assert store.of_page("nothing") == ()
        assert store.page("nobody", after=None, limit=None) == ()
        assert store.overdue(1e12) is None

    def test_of_several_changes_from_one_state_the_first_wins(self, store: QuestionStore) -> None:
        asked = question()
        store.add(asked)
        assert [True, False, False] == [store.change(asked, None, each) for each in (YES, YES, GONE)]
        assert store.get(asked.id) is None

    def test_a_change_from_an_old_state_does_nothing(self, store: QuestionStore) -> None:
        asked = question(PAGE)
        store.add(asked)
        opened = replace(asked, consented=True, expires_at=3600.0)
        assert store.change(asked, opened, Answered(ElicitResult.accept()))
        assert not store.change(asked, None, GONE)
        assert not store.change(asked, replace(asked, page_done=True), PageDone())
        assert opened == store.get(asked.id)
        assert store.change(opened, None, PageDone())
        assert store.get(asked.id) is None

    def test_a_page_that_was_done_early_is_still_a_question(self, store: QuestionStore) -> None:
        asked = question(PAGE)
        store.add(asked)
        done = replace(asked, page_done=True)
        assert store.change(asked, done, PageDone())
        assert (done,) == store.page("ann", after=None, limit=None)
        assert not store.change(asked, None, YES)
        assert store.change(done, None, YES)

    def test_an_answered_page_is_not_listed_but_found_by_its_id(self, store: QuestionStore) -> None:
        asked, again = question(PAGE), question(PAGE, user="bob")
        store.add(asked)
        store.add(again)
        opened = replace(asked, consented=True)
        assert store.change(asked, opened, Answered(ElicitResult.accept()))
        assert (again,) == store.page(EVERYBODY, after=None, limit=None)
        assert {asked.id, again.id} == set(ids_of(store.of_page("page-1")))
        assert store.change(opened, None, GONE)
        assert (again,) == store.of_page("page-1")

    @pytest.mark.parametrize(
        ("user", "mine"), [("ann", [0, 3]), ("bob", [1]), (None, [2]), (EVERYBODY, [0, 1, 2, 3])]
    )
    def test_each_user_has_a_list_of_their_own(
        self, store: QuestionStore, user: UserFilter, mine: list[int]
    ) -> None:
        asked = [question(user=owner) for owner in ("ann", "bob", None, "ann")]
        for each in asked:
            store.add(each)
        assert [asked[index].id for index in mine] == ids_of(store.page(user, after=None, limit=None))

    @pytest.mark.parametrize("limit", [1, 2, 7, 100, None])
    def test_pages_join_to_the_whole_list(self, store: QuestionStore, limit: int | None) -> None:
        asked = [question() for _ in range(20)]
        for each in asked:
            store.add(each)
        seen: list[str] = []
        while page := store.page("ann", after=seen[-1] if seen else None, limit=limit):
            assert len(page) <= (limit or 20)
            seen += ids_of(page)
        assert ids_of(tuple(asked)) == seen

    def test_a_page_goes_on_behind_a_question_that_is_gone(self, store: QuestionStore) -> None:
        asked = [question() for _ in range(5)]
        for each in asked:
            store.add(each)
        assert store.change(asked[1], None, YES)
        assert ids_of((asked[2], asked[3])) == ids_of(store.page("ann", after=asked[1].id, limit=2))
        assert store.page("ann", after=asked[4].id, limit=2) == ()

    def test_questions_are_listed_by_id_however_they_come(self, store: QuestionStore) -> None:
        asked = [question() for _ in range(3000)]
        shuffled = asked.copy()
        Random(7).shuffle(shuffled)
        for each in shuffled:
            store.add(each)
        assert ids_of(tuple(asked)) == ids_of(store.page(EVERYBODY, after=None, limit=None))
        for each in shuffled[:2990]:
            assert store.change(each, None, YES)
        left = sorted(each.id for each in shuffled[2990:])
        assert left == ids_of(store.page("ann", after=None, limit=None))
        assert left[3:] == ids_of(store.page("ann", after=left[2], limit=None))

    def test_what_is_overdue_comes_longest_overdue_first(self, store: QuestionStore) -> None:
        late, later, ever, early = (question(expires_at=at) for at in (30.0, 40.0, None, 10.0))
        for each in (late, later, ever, early):
            store.add(each)
        assert store.overdue(9.9) is None
        seen = []
        while (due := store.overdue(30.0)) is not None:
            seen.append(due.id)
            assert due == store.overdue(30.0)  # asking takes nothing away
            assert store.change(due, None, Expired(1.0))
        assert [early.id, late.id] == seen

    def test_consent_gives_a_page_its_own_time(self, store: QuestionStore) -> None:
        asked = question(PAGE, expires_at=10.0)
        store.add(asked)
        opened = replace(asked, consented=True, expires_at=50.0)
        assert store.change(asked, opened, Answered(ElicitResult.accept()))
        assert store.overdue(49.0) is None
        assert opened == store.overdue(50.0)

    def test_every_change_is_told_once_to_everybody_in_order(self, store: QuestionStore) -> None:
        first: list[tuple[str, Change]] = []
        second: list[tuple[str, Change]] = []
        store.watch(lambda asked, change: first.append((asked.id, change)))
        store.watch(lambda asked, change: second.append((asked.id, change)))
        form, page = question(), question(PAGE)
        store.add(form)
        store.add(page)
        opened = replace(page, consented=True)
        consent = Answered(ElicitResult.accept())
        store.change(page, opened, consent)
        store.change(form, None, YES)
        store.change(form, None, GONE)  # too late: nothing to tell
        store.change(opened, None, PageDone())
        expected: list[tuple[str, Change]] = [
            (form.id, Asked()),
            (page.id, Asked()),
            (page.id, consent),
            (form.id, YES),
            (page.id, PageDone()),
        ]
        assert expected == first == second

    def test_a_change_is_told_with_the_new_state_or_else_the_last(self, store: QuestionStore) -> None:
        told: list[OpenQuestion] = []
        store.watch(lambda asked, change: told.append(asked))
        page = question(PAGE)
        opened = replace(page, consented=True)
        store.add(page)
        store.change(page, opened, Answered(ElicitResult.accept()))
        store.change(opened, None, PageDone())
        assert [page, opened, opened] == told

    def test_a_change_is_told_before_it_can_be_seen(self, store: QuestionStore) -> None:
        """An asker who finds its question gone must be able to say why."""
        told: list[str] = []
        store.watch(lambda asked, change: told.append(asked.id))
        asked = question()
        store.add(asked)
        store.change(asked, None, YES)
        assert store.get(asked.id) is None
        assert [asked.id, asked.id] == told

    @pytest.mark.parametrize("threads", [2, 8])
    def test_of_many_threads_exactly_one_wins_each_question(self, store: QuestionStore, threads: int) -> None:
        asked = [question(PAGE if n % 2 else SURE, expires_at=1.0) for n in range(100)]
        told: list[str] = []
        for each in asked:
            store.add(each)
        store.watch(lambda each, change: told.append(each.id))
        start = threading.Barrier(threads)

        def take_all() -> list[bool]:
            start.wait()
            return [store.change(each, None, YES) for each in asked]

        with ThreadPoolExecutor(threads) as pool:
            wins = [run.result() for run in [pool.submit(take_all) for _ in range(threads)]]
        assert [1] * 100 == [sum(column) for column in zip(*wins, strict=True)]
        assert sorted(each.id for each in asked) == sorted(told)
        assert store.page(EVERYBODY, after=None, limit=None) == ()

    def test_threads_that_add_list_and_take_do_not_disturb_each_other(self, store: QuestionStore) -> None:
        threads = 6
        start = threading.Barrier(threads)

        def work(number: int) -> int:
            start.wait()
            user = f"user {number % 3}"
            for _ in range(50):
                asked = question(PAGE, user=user, expires_at=float(number))
                store.add(asked)
                page = store.page(user, after=None, limit=3)
                assert all(each.user == user for each in page)
                assert len(store.of_page("page-1")) >= 1
                store.overdue(2.0)
                assert store.change(asked, None, GONE)
            return number

        with ThreadPoolExecutor(threads) as pool:
            assert list(range(threads)) == list(pool.map(work, range(threads)))
        assert store.of_page("page-1") == ()

    def test_what_a_store_holds_and_tells_can_travel(self) -> None:
        """For a backend that writes it down, or sends it to another process."""
        for value in (question(PAGE, expires_at=1.5), Asked(), YES, PageDone(), GONE, Expired(2.0)):
            assert value == pickle.loads(pickle.dumps(value))
