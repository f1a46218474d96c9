"""What a client remembers about pages: which completions count, and that nothing piles up."""

from __future__ import annotations

import pytest

from mcp_elicit.client.pages import RECENT, OpenPage, PageLedger
from mcp_elicit.request import ElicitRequest


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def page(identity: str = "a", url: str = "https://auth.example/connect") -> ElicitRequest:
    return ElicitRequest.for_url("Please sign in", url, identity)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(clock: Clock) -> PageLedger:
    return PageLedger(clock=clock, max_known=3, life=60.0)


def test_a_completion_of_an_unknown_id_is_ignored(ledger: PageLedger) -> None:
    """Spec: "Clients MUST ignore notifications referencing unknown or already-completed IDs."."""
    assert ledger.complete("a") is False


def test_a_completion_counts_once(ledger: PageLedger) -> None:
    """Spec: the same sentence."""
    ledger.know(page("a"))
    assert [True, False, False] == [ledger.complete("a") for _ in range(3)]


def test_an_id_that_is_asked_anew_can_complete_anew(ledger: PageLedger) -> None:
    """Ours: a server that names every page of a person alike still gets through."""
    ledger.know(page("a"))
    ledger.complete("a")
    ledger.know(page("a"), afresh=True)
    assert ledger.complete("a") is True


def test_an_early_completion_counts(ledger: PageLedger, clock: Clock) -> None:
    """Ours: it came while the person was still being asked."""
    waited = ledger.join(page("a"), sent_at=clock.now)
    ledger.complete("a")
    assert waited.done


def test_a_completion_that_came_after_a_call_left_is_meant_for_that_call_too(
    ledger: PageLedger, clock: Clock
) -> None:
    """Ours: the server said "blocked" before it said "done", whatever arrived first."""
    ledger.know(page("a"))
    sent_at = clock.now
    clock.now += 1
    ledger.complete("a")
    clock.now += 1
    assert ledger.join(page("a"), sent_at=sent_at).done


def test_a_completion_that_overtakes_its_block_is_of_an_unknown_id(ledger: PageLedger, clock: Clock) -> None:
    """Spec: clients MUST ignore notifications referencing unknown ids."""
    assert ledger.complete("a") is False
    clock.now += 1
    waited = ledger.join(page("a"), sent_at=clock.now)
    assert (False, None) == (waited.done, waited.consent)


@pytest.mark.parametrize(("url", "consent"), [(None, "accept"), ("https://other.example/", None)])
def test_a_second_call_blocked_on_a_completed_id_is_not_kept_waiting(
    url: str | None, consent: str | None, ledger: PageLedger, clock: Clock
) -> None:
    """Ours: nor is the person asked for the same consent again; another URL is another question."""
    first = ledger.join(page("a"), sent_at=clock.now)
    first.consent = "accept"
    ledger.complete("a")
    ledger.leave(first)
    clock.now += 1
    second = ledger.join(page("a", url) if url else page("a"), sent_at=clock.now)
    assert (True, consent) == (second.done, second.consent)


def test_a_completion_much_older_than_the_call_does_not_count(clock: Clock) -> None:
    """Ours: what it completed has run out since, so the person is asked again."""
    ledger = PageLedger(clock=clock)
    ledger.know(page("a"))
    ledger.complete("a")
    ledger.complete("early")
    clock.now += RECENT + 1
    waited = ledger.join(page("a"), sent_at=clock.now)
    assert (False, False) == (waited.done, ledger.join(page("early"), sent_at=clock.now).done)
    assert ledger.complete("a") is True
    assert waited.done


def test_calls_blocked_on_one_page_share_it(ledger: PageLedger, clock: Clock) -> None:
    """Ours: one question for all of them."""
    first = ledger.join(page("a"), sent_at=clock.now)
    assert ledger.join(page("a"), sent_at=clock.now) is first


def test_one_id_under_two_urls_is_two_questions(ledger: PageLedger, clock: Clock) -> None:
    """Ours: consent to one page is none to another."""
    first = ledger.join(page("a"), sent_at=clock.now)
    second = ledger.join(page("a", "https://other.example/"), sent_at=clock.now)
    assert second is not first
    ledger.complete("a")
    assert (first.done, second.done) == (True, True)


@pytest.mark.parametrize("answer", ["decline", "cancel"])
def test_a_call_after_a_refusal_asks_anew(answer: str, ledger: PageLedger, clock: Clock) -> None:
    """Ours: who shared the question shares the refusal; who comes later does not."""
    first = ledger.join(page("a"), sent_at=clock.now)
    first.consent = "decline" if answer == "decline" else "cancel"
    assert ledger.join(page("a"), sent_at=clock.now) is not first


def test_the_last_one_out_closes_the_page(ledger: PageLedger, clock: Clock) -> None:
    """Ours: nothing is left over."""
    first = ledger.join(page("a"), sent_at=clock.now)
    second = ledger.join(page("a"), sent_at=clock.now)
    ledger.leave(first)
    assert (1, False) == (len(ledger.pages), second.closed)
    ledger.leave(second)
    assert (0, True) == (len(ledger.pages), second.closed)


def test_the_oldest_id_is_forgotten_first(ledger: PageLedger) -> None:
    """Ours: a server cannot fill the memory of a client."""
    for identity in "abcd":
        ledger.know(page(identity))
    assert [False, True, True, True] == [ledger.complete(identity) for identity in "abcd"]


def test_an_id_is_forgotten_in_time(ledger: PageLedger, clock: Clock) -> None:
    """Ours: as above, for a server that asks seldom."""
    ledger.know(page("a"))
    clock.now += 61
    assert ledger.complete("a") is False


def test_a_closed_connection_gives_up_and_forgets(ledger: PageLedger, clock: Clock) -> None:
    """Ours: a client that disconnects leaves nothing behind."""
    waited = ledger.join(page("a"), sent_at=clock.now)
    ledger.close()
    assert (True, (), False) == (waited.given_up, ledger.pages, ledger.complete("a"))


def test_the_controls_wake_whoever_waits(ledger: PageLedger, clock: Clock) -> None:
    """Ours: from any thread, and only while somebody waits."""
    waited = ledger.join(page("a"), sent_at=clock.now)
    woken: list[str] = []
    with waited.woken_by(lambda: woken.append("woken")):
        waited.go_on()
        waited.give_up()
    assert (["woken"], True, False) == (woken, waited.done, waited.given_up)


def test_a_page_shows_where_it_stands_and_no_query() -> None:
    """Ours: a repr may be logged."""
    page = OpenPage(ElicitRequest.for_url("Sign in", "https://auth.example/connect?flow=hunter2", "id-1"))
    shown = (
        "OpenPage('https://auth.example/connect?…', elicitation_id='id-1',"
        " consent=None, waiting=0, ended=None)"
    )
    assert shown == repr(page)
    page.consent = "accept"
    page.go_on()
    assert "consent='accept', waiting=0, ended='done')" in repr(page)
