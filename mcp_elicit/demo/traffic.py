"""Show messages: a transport that prints what passes through it, and JSON in columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from itertools import zip_longest
from types import TracebackType
from typing import Any

__all__ = ["Tapped", "indented", "side_by_side"]


def _print(arrow: str, item: Any) -> None:
    message = getattr(item, "message", None)
    if message is not None:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
        print(f"{arrow} {json.dumps(json.loads(text), ensure_ascii=False)}", flush=True)


class _Tap:
    """One stream of a transport, whichever its direction, that prints each message once."""

    def __init__(self, stream: Any, arrow: str) -> None:
        self._stream = stream
        self._arrow = arrow

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def send(self, item: Any) -> None:
        _print(self._arrow, item)
        await self._stream.send(item)

    async def receive(self) -> Any:
        item = await self._stream.receive()
        _print(self._arrow, item)
        return item

    def __aiter__(self) -> _Tap:
        return self

    async def __anext__(self) -> Any:
        item = await self._stream.__anext__()
        _print(self._arrow, item)
        return item

    async def __aenter__(self) -> _Tap:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        closed: bool | None = await self._stream.__aexit__(kind, error, trace)
        return closed


class Tapped:
    """A client transport that prints every message of both directions."""

    def __init__(self, transport: AbstractAsyncContextManager[Any]) -> None:
        self._transport = transport

    async def __aenter__(self) -> tuple[Any, Any]:
        read, write = await self._transport.__aenter__()
        return _Tap(read, "server -> client "), _Tap(write, "client -> server ")

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._transport.__aexit__(kind, error, trace)


def indented(value: Mapping[str, Any]) -> str:
    """JSON over several lines."""
    return json.dumps(value, indent=1, ensure_ascii=False)


def side_by_side(columns: Mapping[str, str]) -> str:
    """Lay texts beside each other under their names."""
    texts = [[name, "", *text.splitlines()] for name, text in columns.items()]
    widths = [max(map(len, lines)) for lines in texts]
    rows = zip_longest(*texts, fillvalue="")
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
