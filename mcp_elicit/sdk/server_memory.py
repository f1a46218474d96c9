"""A server of any SDK at the other end of two streams in memory, spoken to in plain JSON.

For the testing kit: no client of an SDK stands between, so any protocol version can be spoken.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from importlib import import_module
from typing import Any, Final

from .server_contexts import adapter_of

__all__ = ["Wire", "serve"]

CLOSING: Final = 5.0
"""Seconds that a server gets to end after its client left."""


class Wire:
    """JSON-RPC messages to and from the server."""

    def __init__(self, read: Any, write: Any, pack: Callable[[dict[str, Any]], Any]) -> None:
        self._read = read
        self._write = write
        self._pack = pack

    async def send(self, message: dict[str, Any]) -> None:
        """Send one message."""
        await self._write.send(self._pack(message))

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """Every message of the server, until it ends."""
        async for item in self._read:
            if not isinstance(item, Exception):
                yield item.message.model_dump(by_alias=True, mode="json", exclude_unset=True)


@contextlib.asynccontextmanager
async def serve(server: Any, *, channel: bool = True) -> AsyncIterator[Wire]:
    """Run *server* for as long as the block lasts.

    Without *channel* the server is told that it cannot send requests, as with JSON responses
    (SDK 2.x and FastMCP 4 only).
    """
    low_level = adapter_of(server).low_level(server)
    streams = import_module("mcp.shared.memory").create_client_server_memory_streams
    async with streams() as (ours, theirs):
        options = low_level.create_initialization_options()
        running = asyncio.create_task(low_level.run(theirs[0], theirs[1], options))
        try:
            yield Wire(ours[0], ours[1], _packer(channel))
        finally:
            await ours[1].aclose()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(running, CLOSING)


def _packer(channel: bool) -> Callable[[dict[str, Any]], Any]:
    message = import_module("mcp.shared.message")
    types = import_module("mcp.types")
    adapter = getattr(types, "jsonrpc_message_adapter", None)

    def pack(wire: dict[str, Any]) -> Any:
        if adapter is None:
            return message.SessionMessage(types.JSONRPCMessage.model_validate(wire))
        metadata = message.ServerMessageMetadata(can_send_request=channel)
        return message.SessionMessage(adapter.validate_python(wire, by_name=False), metadata)

    return pack
