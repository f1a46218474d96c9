"""Which sessions have a stream of their own (``GET``), on which comes what belongs to no call. Knows no SDK.

Before that stream is open both SDKs drop such a message: without a word, and for good.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import anyio
from starlette.datastructures import Headers

__all__ = ["OwnStreams", "session_of"]


def session_of(request: Any) -> str:
    """The id of the session that an HTTP request belongs to."""
    return str(request.headers["mcp-session-id"])


class OwnStreams:
    """The streams of one server program."""

    def __init__(self) -> None:
        self._opened: dict[str, anyio.Event] = defaultdict(anyio.Event)

    def noted(self, app: Any) -> Any:
        """*app*, whose streams are noted from now on."""

        async def noting(scope: Any, receive: Any, send: Any) -> None:
            async def sent(message: Any) -> None:
                await send(message)
                if message["type"] == "http.response.start" and message["status"] == 200:
                    session = Headers(scope=scope).get("mcp-session-id")
                    if scope["method"] == "GET" and session is not None:
                        self._opened[session].set()

            await app(scope, receive, sent)

        return noting

    async def opened(self, session: str) -> None:
        """Wait until *session* has one."""
        await self._opened[session].wait()
