"""A broker with a clock of its own; a file that needs another store gives another `store`."""

from __future__ import annotations

import pytest

from mcp_elicit.broker import Broker, MemoryQuestionStore

from .clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store() -> MemoryQuestionStore:
    return MemoryQuestionStore()


@pytest.fixture
def broker(store: MemoryQuestionStore, clock: Clock) -> Broker:
    return Broker(store, clock=clock)
