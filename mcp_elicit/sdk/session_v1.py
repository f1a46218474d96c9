"""SDK 1.x: what is given up in the very moment in which it is done.

There its sessions end, and with them every other call of the client: moments of an event loop in which a
cancellation may not fall. SDK 2.x has none. A request that a server has no handler for keeps its moment, as
nothing of ours stands in its way. Nothing here is an SDK's own promise; where a release has no such table, it
is left as it is.
"""

from __future__ import annotations

from typing import Any

import anyio.lowlevel

__all__ = ["hand_over_at_once", "over"]


async def over(session: Any, request_id: Any) -> None:
    """The handler of a request is done: what cancels it from here on comes too late.

    The SDK sends the result inside of the scope that a client may cancel, and nobody takes that cancellation
    but the task group of the session (`mcp.shared.session`: `RequestResponder`).
    """
    responder = getattr(session, "_in_flight", {}).pop(request_id, None)
    if responder is not None and responder.cancelled:
        # It was cancelled in this very turn, and answered: here the SDK expects to be told so.
        await anyio.lowlevel.checkpoint_if_cancelled()


def hand_over_at_once(session: Any) -> None:
    """Let nothing come between the arrival of an answer and whoever waits for it on *session*.

    The SDK takes the one who waits out of a table, and pauses before it hands the answer over. Where the wait
    is cancelled in that pause, that fails, and is taken for the end of the connection
    (`mcp.shared.session`: `_handle_response`, `_receive_loop`).
    """
    table = getattr(session, "_response_streams", None)
    if type(table) is dict:
        session._response_streams = _Waiting({one: _AtOnce(stream) for one, stream in table.items()})


class _Waiting(dict[Any, "_AtOnce"]):
    """The session's table: by the id of a request, the stream on which its sender waits."""

    def __setitem__(self, request_id: Any, stream: Any) -> None:
        super().__setitem__(request_id, _AtOnce(stream))


class _AtOnce:
    """The two verbs that a session has for such a stream; who gives up takes it out of the table first."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def send(self, answer: Any) -> None:
        """Hand the one answer over: there is room for one."""
        self._stream.send_nowait(answer)

    async def aclose(self) -> None:
        """There will be none."""
        await self._stream.aclose()
