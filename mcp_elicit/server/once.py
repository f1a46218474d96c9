"""Work that is done once in a conversation, however often its body runs.

The value of a finished run travels with the conversation. Beside it a store on the server
knows which runs are under way, so that a round which arrives twice, or twice at the same
time, does not start the work again. What only a store shared by all processes can promise is
said at `OnceStore`.
"""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from ..errors import ElicitError

__all__ = ["Busy", "Done", "MemoryOnceStore", "OnceStore", "OnceTimeoutError"]

STATE_LIFE: Final = 600.0
"""Seconds that a run is remembered; the SDK's sealed state lives as long."""


@dataclass(frozen=True, slots=True)
class Done:
    """The run is finished; this is its value, plain JSON."""

    value: Any


Busy = Literal["busy", "yours"]


class OnceStore(Protocol):
    """Knows which runs are under way and what they gave, by slot.

    `MemoryOnceStore` is per process: two processes that receive the same round at the same time
    both run the work. A store that all of them share (a database row, a key that is set only
    where it is absent) makes it once; and nothing but an idempotency key in the backend itself
    helps when a process dies between the work and `record`.

    A *slot* names one piece of work of one conversation; a store need not understand it. `Done` is in
    ``mcp_elicit.server.once``.
    """

    async def claim(self, slot: str, seconds: float) -> Busy | Done:
        """Take *slot* for *seconds* unless it is taken or done; must be atomic.

        Gives ``"yours"`` to the one who is to run the work, ``"busy"`` while somebody else runs it, and then
        its `Done` value.
        """
        ...

    async def record(self, slot: str, value: Any, seconds: float) -> None:
        """Keep the value of a finished run for *seconds*."""
        ...

    async def release(self, slot: str) -> None:
        """The run failed: forget that it was taken."""
        ...


class MemoryOnceStore:
    """The store of one process; it forgets what is older than its seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._slots: dict[str, tuple[float, Done | None]] = {}

    async def claim(self, slot: str, seconds: float) -> Busy | Done:
        """Take *slot* unless it is taken or done."""
        with self._lock:
            self._forget_old()
            held = self._slots.get(slot)
            if held is None:
                self._slots[slot] = (self._clock() + seconds, None)
                return "yours"
            return "busy" if held[1] is None else held[1]

    async def record(self, slot: str, value: Any, seconds: float) -> None:
        """Keep the value of a finished run."""
        with self._lock:
            self._slots.pop(slot, None)  # to the end: the oldest stand first
            self._slots[slot] = (self._clock() + seconds, Done(value))

    async def release(self, slot: str) -> None:
        """Forget that *slot* was taken."""
        with self._lock:
            self._slots.pop(slot, None)

    def __len__(self) -> int:
        with self._lock:
            self._forget_old()
            return len(self._slots)

    def _forget_old(self) -> None:
        now = self._clock()
        old = [slot for slot, (until, _) in self._slots.items() if until <= now]
        for slot in old:
            del self._slots[slot]


class OnceTimeoutError(ElicitError):
    """Another round is still at the same work, and it took longer than *seconds*."""

    def __init__(self, key: str, seconds: float) -> None:
        super().__init__(key, seconds)
        self.key = key
        self.seconds = seconds

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return f"once({self.key!r}): another round is still at it after {self.seconds:g} seconds"


def takes_argument(function: Callable[..., Any]) -> bool:
    """Whether *function* wants an idempotency key: one positional parameter without a default."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(
        parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        for parameter in parameters
    )
