"""Test a server's questions on every protocol version, in a few lines and without a network.

    person = Person({"Where to?": {"city": "Rome"}, "Book Rome?": {"confirm": True}})
    async with connect(server, person, protocol_version="2025-06-18") as client:
        reply = await client.call_tool("book", {"nights": 3})
    assert reply.text == "booked"
    assert person.asked == ["Where to?", "Book Rome?"]

The server is the real one of its SDK; the client is a small one of ours that can speak any
version. It runs on asyncio.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Literal

from ..sdk.server_memory import serve
from ..versions import rules_for
from .client import CallError, Reply, TestClient
from .person import CANCEL, DECLINE, NEVER, After, Person

__all__ = ["CANCEL", "DECLINE", "NEVER", "After", "CallError", "Person", "Reply", "TestClient", "connect"]


@contextlib.asynccontextmanager
async def connect(
    server: Any,
    person: Person,
    *,
    protocol_version: str = "2025-11-25",
    modes: tuple[Literal["form", "url"], ...] = ("form", "url"),
    channel: bool = True,
) -> AsyncIterator[TestClient]:
    """A client of *server* that speaks *protocol_version* and declares *modes*.

    *server* is a server of SDK 1.x, SDK 2.x or FastMCP 4, high or low level. Without *channel* it
    cannot send requests, as behind JSON responses (SDK 2.x and FastMCP 4).
    """
    rules = rules_for(protocol_version)
    capability: dict[str, Any] | None = {mode: {} for mode in modes} if rules.mode else {}
    if not modes or rules.delivery == "none":
        capability = None
    async with serve(server, channel=channel) as wire:
        client = TestClient(person, protocol_version, capability, wire)
        listening = asyncio.create_task(client.listen())
        try:
            await client.start()
            yield client
        finally:
            await client.leave()
            listening.cancel()
            await _ended(listening)


async def _ended(task: asyncio.Task[None]) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await task
