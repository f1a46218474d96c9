"""Asking in the background, as a call would, until the question stands."""

from __future__ import annotations

import asyncio
import concurrent.futures
from typing import Any

import pytest

from mcp_elicit.broker import Broker, OpenQuestion
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

from .questions import AGE


async def put(
    broker: Broker, request: ElicitRequest = AGE, *, user: str | None = "ann", **asking: Any
) -> tuple[asyncio.Task[ElicitResult], OpenQuestion]:
    """Start `Broker.ask`; gives its task and the question that people see now."""
    before = {each.id for each in broker.pending()}
    task = asyncio.get_running_loop().create_task(broker.ask(request, user=user, **asking))
    await asyncio.sleep(0)  # gives way to the task, which parks the question in its first step
    (question,) = (each for each in broker.pending() if each.id not in before)
    return task, question


def interrupt_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever waits in a thread be interrupted, as from the keyboard."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(concurrent.futures, "wait", interrupted)
