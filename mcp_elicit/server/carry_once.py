"""The steps of `once` on one call: who may run the work, and what it gave."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final

from .._frozen import freeze, thaw
from ..errors import RequestError
from ..sdk import server_wait as wait
from .once import STATE_LIFE, Done, OnceStore, OnceTimeoutError
from .rounds import Conversation
from .steps import Fresh, Recorded

__all__ = ["OnceRuns"]

BUSY_LOOK: Final = 0.05
"""Seconds between two looks at work that another round is doing."""


class OnceRuns:
    """What a conversation did once, beside the store that knows what is being done now."""

    def __init__(self, memory: Conversation, store: OnceStore, withdrawals: wait.Withdrawals) -> None:
        self._memory = memory
        self._store = store
        self._withdrawals = withdrawals

    def _slot(self, key: str) -> str:
        return f"{self._memory.identity}:{key}"

    async def claim(self, key: str) -> Recorded | Fresh:
        """Take the run behind *key*, or wait for whoever has it, or give its value."""
        done = self._memory.done
        if key in done:
            return Recorded(thaw(done[key]))
        until = time.monotonic() + STATE_LIFE
        while True:
            claimed = await self._store.claim(self._slot(key), STATE_LIFE)
            if isinstance(claimed, Done):
                done[key] = freeze(claimed.value, "value", RequestError)
                return Recorded(thaw(claimed.value))
            if claimed == "yours":
                return Fresh(self._slot(key))
            if time.monotonic() > until:
                raise OnceTimeoutError(key, STATE_LIFE)
            nap = partial(wait.sleep, BUSY_LOOK)
            await wait.bounded(nap, seconds=None, budget=None, withdrawals=self._withdrawals)

    async def record(self, key: str, value: Any) -> Any:
        """Keep *value*, as JSON; it is given back as it will be given on every replay."""
        kept = freeze(value, f"once({key!r})", RequestError)
        await self._store.record(self._slot(key), kept, STATE_LIFE)
        self._memory.done[key] = kept
        return thaw(kept)

    async def release(self, key: str) -> None:
        """The run failed, perhaps because everything here is being cancelled."""
        await wait.shielded(lambda: self._store.release(self._slot(key)))
