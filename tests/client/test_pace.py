"""A server may ask so often and no more."""

from __future__ import annotations

from mcp_elicit.client.pace import WINDOW, Pace


def test_the_question_too_many_is_refused_until_a_minute_has_passed() -> None:
    """Ours: the pace is settable, and counts any sixty seconds."""
    pace = Pace(2)
    assert [True, True, False, False, True] == [pace.admits(t) for t in (0.0, 10.0, 20.0, WINDOW - 1, WINDOW)]


def test_without_a_limit_every_question_passes() -> None:
    """Ours: None lets all through."""
    pace = Pace(None)
    assert all(pace.admits(0.0) for _ in range(1000))
