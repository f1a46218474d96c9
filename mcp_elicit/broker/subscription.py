"""Events as they happen, for one subscriber.

Bounded: a subscriber that does not read loses the oldest events, learns how many, and holds up
nobody. Read on asyncio; written to from any thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import suppress
from typing import Final, TypeVar

from ..errors import Fault, RequestError
from .events import Event, EventsMissed
from .question import OpenQuestion, UserFilter

__all__ = ["MAX_UNREAD", "Subscription", "hand_over", "running_loop"]

T = TypeVar("T")

MAX_UNREAD: Final = 1024
"""Events kept for a subscriber that does not read: about 200 KB, and seconds of a busy gateway."""


def hand_over(future: asyncio.Future[T], value: T) -> None:
    """Give *value* to who awaits *future*, from any thread; nothing happens if nobody does."""
    loop = future.get_loop()
    if loop is running_loop():
        _give(future, value)
        return
    with suppress(RuntimeError):  # that loop is closed: nobody waits there any more
        loop.call_soon_threadsafe(_give, future, value)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs on this thread."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _give(future: asyncio.Future[T], value: T) -> None:
    if not future.done():
        future.set_result(value)


class Subscription:
    """An async iterator of events, from the moment it was made until `close` or until it is dropped."""

    def __init__(self, user: UserFilter, max_unread: int) -> None:
        if max_unread < 1:
            raise RequestError(Fault("max_unread", "is below 1", "keep at least one event"))
        self._user = user
        self._max_unread = max_unread
        self._lock = threading.Lock()
        self._unread: deque[Event] = deque()
        self._missed = 0
        self._closed = False
        self._reader: asyncio.Future[None] | None = None

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Event:
        while True:
            with self._lock:
                if self._missed:
                    missed, self._missed = self._missed, 0
                    return EventsMissed(missed)
                if self._unread:
                    return self._unread.popleft()
                if self._closed:
                    raise StopAsyncIteration
                if self._reader is not None and not self._reader.done():
                    raise RequestError(
                        Fault("subscription", "somebody reads it already", "subscribe once for each reader")
                    )
                bell = self._reader = asyncio.get_running_loop().create_future()
            await bell

    def concerns(self, question: OpenQuestion) -> bool:
        """Whether this subscriber may hear of *question*."""
        if self._user is None or isinstance(self._user, str):
            return question.user == self._user
        return True

    def offer(self, event: Event) -> None:
        """Add an event; never waits."""
        with self._lock:
            if self._closed:
                return
            if len(self._unread) == self._max_unread:
                self._unread.popleft()
                self._missed += 1
            self._unread.append(event)
            self._ring()

    def close(self) -> None:
        """End it: what is unread can still be read, then the iteration stops."""
        with self._lock:
            self._closed = True
            self._ring()

    async def aclose(self) -> None:
        """Like `close`, for `contextlib.aclosing`."""
        self.close()

    def _ring(self) -> None:
        bell, self._reader = self._reader, None
        if bell is not None:
            hand_over(bell, None)
