"""A call that is cancelled, a server that dies, a connection that is left: nobody is asked for nothing."""

from __future__ import annotations

import sys

import pytest

from .programs import PATIENCE, outcomes_of

pytestmark = pytest.mark.timeout(PATIENCE + 20)

CLIENTS = ("SDK 2.x", "FastMCP 4", "SDK 1.30", "SDK 1.22")
ROUNDS = ("SDK 2.x", "FastMCP 4")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_call_that_ends_ends_its_handler(client: str) -> None:
    """Spec: 2025-11-25, basic/utilities/cancellation: the server is told. Ours: the handler is cancelled."""
    cases = ["cancelled, requests", "killed, requests", "left, requests"]
    cancelled, killed, left = outcomes_of("ending_program", f"stdio:{sys.executable}", client, *cases)
    assert ("cancelled", "cancelled") == (cancelled["call"], cancelled["server"])
    assert ["the SDK's"] * 2 == [killed["call"], left["call"]]
    assert [[True]] * 3 == [one["told"] for one in (cancelled, killed, left)]


@pytest.mark.parametrize("client", ROUNDS)
def test_a_server_that_dies_between_two_rounds_ends_the_handler(client: str) -> None:
    """Ours: as docs/errors.md says of QuestionWithdrawnError."""
    rows = outcomes_of("ending_program", f"stdio:{sys.executable}", client, "killed, rounds", "left, rounds")
    assert ["QuestionWithdrawnError"] * 2 == [row["error"] for row in rows]
    assert [[True]] * 2 == [row["told"] for row in rows]
