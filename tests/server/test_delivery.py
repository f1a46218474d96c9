"""The delivery table, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mcp_elicit.errors import CapabilityError, NotSendableError
from mcp_elicit.server.delivery import Delivery, Mode, Refused, Situation, decide
from mcp_elicit.versions import PROTOCOL_VERSIONS

BOTH: frozenset[Mode] = frozenset({"form", "url"})
FORM: frozenset[Mode] = frozenset({"form"})
NEITHER: frozenset[Mode] = frozenset()


def outcome(
    version: str,
    mode: Mode,
    declared: frozenset[Mode],
    channel: bool,
    *,
    in_call: bool = True,
    broker: bool = False,
    obstacles: Sequence[tuple[str, str]] = (),
    waits: bool = False,
) -> str | type[Exception]:
    situation = Situation(version, declared, channel, in_call, broker)
    decided = decide(situation, mode, obstacles=obstacles, waits_for_page=waits)
    return decided.way if isinstance(decided, Delivery) else type(decided.error)


TOO_HARD = (("requestedSchema.properties.tags", "no multi-select"),)

ROWS = [
    # version, mode, declared, channel, options, without a broker
    ("2024-11-05", "form", FORM, True, {}, CapabilityError),
    ("2024-11-05", "url", BOTH, True, {}, CapabilityError),
    ("2025-03-26", "form", FORM, True, {}, CapabilityError),
    ("1999-01-01", "form", FORM, True, {}, CapabilityError),
    ("2025-06-18", "form", FORM, True, {}, "inline"),
    ("2025-06-18", "form", FORM, False, {}, CapabilityError),
    ("2025-06-18", "url", BOTH, True, {}, CapabilityError),
    ("2025-06-18", "url", BOTH, False, {"waits": True}, CapabilityError),
    ("2025-06-18", "form", FORM, True, {"obstacles": TOO_HARD}, NotSendableError),
    ("2025-11-25", "form", FORM, True, {}, "inline"),
    ("2025-11-25", "form", FORM, True, {"in_call": False}, "inline"),
    ("2025-11-25", "url", BOTH, True, {}, "inline"),
    ("2025-11-25", "url", BOTH, True, {"waits": True}, "inline"),
    ("2025-11-25", "form", FORM, False, {}, CapabilityError),
    ("2025-11-25", "url", BOTH, False, {"waits": True}, "url_required"),
    ("2025-11-25", "url", BOTH, False, {"waits": True, "in_call": False}, CapabilityError),
    ("2025-11-25", "url", BOTH, False, {}, CapabilityError),
    ("2026-07-28", "form", FORM, False, {}, "result"),
    ("2026-07-28", "form", FORM, True, {}, "result"),
    ("2026-07-28", "url", BOTH, False, {}, "result"),
    ("2026-07-28", "url", BOTH, False, {"waits": True}, "result"),
    ("2026-07-28", "form", FORM, True, {"in_call": False}, CapabilityError),
    *((version, "form", NEITHER, True, {}, CapabilityError) for version in PROTOCOL_VERSIONS),
    *((version, "url", FORM, True, {"waits": True}, CapabilityError) for version in PROTOCOL_VERSIONS),
]


@pytest.mark.parametrize(("version", "mode", "declared", "channel", "options", "expected"), ROWS)
def test_a_question_goes_the_way_of_its_row(
    version: str, mode: Mode, declared: Any, channel: bool, options: dict[str, Any], expected: Any
) -> None:
    """The specification's and ours: the delivery table of the project, one case a row."""
    assert expected == outcome(version, mode, declared, channel, **options)


@pytest.mark.parametrize(("version", "mode", "declared", "channel", "options", "expected"), ROWS)
def test_a_broker_takes_exactly_what_would_be_refused(
    version: str, mode: Mode, declared: Any, channel: bool, options: dict[str, Any], expected: Any
) -> None:
    """Ours: a broker never takes a question that the client itself can be asked."""
    with_broker = expected if isinstance(expected, str) else "broker"
    assert with_broker == outcome(version, mode, declared, channel, broker=True, **options)


def test_a_url_question_without_a_channel_names_require_url() -> None:
    """Ours: the error says what works here."""
    refused = decide(Situation("2025-11-25", BOTH, False, True), "url")
    assert isinstance(refused, Refused)
    assert "require_url" in str(refused.error)


def test_a_question_that_fits_no_version_names_every_reason() -> None:
    """Ours: all reasons at once, so that an author fixes them in one go."""
    reasons = (("a", "one"), ("b", "two"))
    refused = decide(Situation("2025-06-18", FORM, True, True), "form", obstacles=reasons)
    assert isinstance(refused, Refused)
    assert isinstance(refused.error, NotSendableError)
    assert reasons == refused.error.reasons


@pytest.mark.parametrize(
    ("declared", "channel", "in_call", "words"),
    [
        (NEITHER, True, True, "the client did not declare elicitation in form mode"),
        (NEITHER, False, True, "this server is stateless and does not know what it declared"),
        (FORM, False, True, "no way to send the client a request"),
        (FORM, False, False, "the call that this question belongs to has ended"),
    ],
)
def test_a_refusal_says_what_stands_in_the_way(
    declared: frozenset[Mode], channel: bool, in_call: bool, words: str
) -> None:
    decided = decide(Situation("2025-11-25", declared, channel, in_call), "form")
    assert isinstance(decided, Refused)
    assert words in str(decided.error)
