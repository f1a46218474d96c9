"""A server may ask so often and no more."""

from __future__ import annotations

from mcp_elicit.client.pace import MOST_PER_MINUTE, WINDOW, Pace


def test_the_question_too_many_is_refused_until_a_minute_has_passed() -> None:
    """Ours: the pace is settable, and counts any sixty seconds."""
    pace = Pace(2)
    assert [True, True, False, False, True] == [pace.admits(t) for t in (0.0, 10.0, 20.0, WINDOW - 1, WINDOW)]


def test_without_a_limit_every_question_passes() -> None:
    """Ours: None lets all through."""
    pace = Pace(None)
    assert all(pace.admits(0.0) for _ in range(1000))


def test_a_burst_of_many_calls_side_by_side_passes_by_default() -> None:
    """Ours: an application need not know the number before it works."""
    pace = Pace(MOST_PER_MINUTE)
    assert all(pace.admits(0.0) for _ in range(300))
