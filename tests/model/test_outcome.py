"""The three outcomes: values, and never a truth."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_elicit.errors import RequestError
from mcp_elicit.outcome import Accepted, Cancelled, Declined
from mcp_elicit.server.unawaited import Unawaited


@pytest.mark.parametrize("outcome", [Accepted(True), Accepted(False), Declined(), Cancelled()])
def test_an_outcome_is_neither_true_nor_false(outcome: Any) -> None:
    """Ours: `if await exchange.ask("Delete?", bool)` must not take a decline for a yes."""
    with pytest.raises(RequestError, match="isinstance"):
        bool(outcome)


def test_outcomes_are_values() -> None:
    assert Accepted(1) == Accepted(1)
    assert Declined() == Declined()
    assert len({Accepted(1), Accepted(1), Declined(), Cancelled()}) == 3


def unawaited() -> Unawaited[bool]:
    async def yes() -> bool:
        return True

    return Unawaited(yes())


def test_a_forgotten_await_is_an_error_however_it_is_looked_at() -> None:
    """Ours: decision 12."""
    looks: list[Any] = [bool, lambda answer: not answer, lambda answer: answer == False]  # noqa: E712 - the point
    looks.append(lambda answer: answer != True)  # noqa: E712 - the point
    for look in looks:
        with pytest.raises(RequestError, match="was not awaited"):
            look(unawaited())


async def both() -> tuple[bool, bool]:
    return await asyncio.gather(unawaited(), unawaited())


def test_awaited_side_by_side_it_is_its_answer() -> None:
    assert [True, True] == list(asyncio.run(both()))
