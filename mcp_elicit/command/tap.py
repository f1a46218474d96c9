"""A transport of an SDK that shows what passes through it; it changes nothing, and needs no SDK itself.

Each stream hands on what it is asked for; messages are shown once, as they travel.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Literal, Protocol

__all__ = ["Direction", "Seen", "Tapped", "message_in"]

Direction = Literal["sent", "received"]


class Seen(Protocol):
    """Who is shown what passes."""

    def message(self, direction: Direction, message: dict[str, Any]) -> None:
        """A JSON-RPC message."""
        ...

    def garbage(self, failure: Exception) -> None:
        """Something that is none; *failure* is the SDK's reason."""
        ...

    def ended(self) -> None:
        """The server will send nothing more."""
        ...


def message_in(item: Any) -> dict[str, Any] | None:
    """The JSON-RPC message in what a stream carries, as on the wire."""
    message = getattr(item, "message", None)
    if message is None or isinstance(item, Exception):
        return None
    parsed: dict[str, Any] = json.loads(message.model_dump_json(by_alias=True, exclude_unset=True))
    return parsed


class _Tap:
    """One stream of a transport, whichever its direction."""

    def __init__(self, stream: Any, direction: Direction, seen: Seen) -> None:
        self._stream = stream
        self._direction: Direction = direction
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _show(self, item: Any) -> Any:
        message = message_in(item)
        if message is not None:
            self._seen.message(self._direction, message)
        elif isinstance(item, Exception):
            self._seen.garbage(item)
        return item

    async def send(self, item: Any) -> None:
        self._show(item)
        await self._stream.send(item)

    async def receive(self) -> Any:
        return await self._taken(self._stream.receive)

    def __aiter__(self) -> _Tap:
        return self

    async def __anext__(self) -> Any:
        return await self._taken(self._stream.__anext__)

    async def _taken(self, take: Callable[[], Any]) -> Any:
        try:
            item = await take()
        except Exception:  # each SDK has its own way to say that a stream is over
            self._seen.ended()
            raise
        return self._show(item)

    async def __aenter__(self) -> _Tap:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        closed: bool | None = await self._stream.__aexit__(kind, error, trace)
        return closed


class Tapped:
    """A client transport that shows every message of both directions to *seen*."""

    def __init__(self, transport: AbstractAsyncContextManager[Any], seen: Seen) -> None:
        self._transport = transport
        self._seen = seen

    async def __aenter__(self) -> tuple[Any, Any]:
        read, write = (await self._transport.__aenter__())[:2]
        return _Tap(read, "received", self._seen), _Tap(write, "sent", self._seen)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._transport.__aexit__(kind, error, trace)
