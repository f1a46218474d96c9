"""Whether anybody else of a call can ask, while its body waits for an answer.

Questions asked side by side share a round, so a round stays open for a while. Where the body alone
can ask, there is nothing to stay open for. It is alone only when all of this holds, and else in doubt:

- It waits in the very task that serves the call, or in a worker thread that anyio runs for that task.
- Every other task of the loop was there before the body began: the body started none that is not done.
- Every other thread is a worker of anyio's, which a task waits for. Any other may be at work for the
  body: one that it started, or one of a pool, which takes work from anybody.

What cannot be seen asks in the next round, as what comes too late always did: a timer that has
started nothing yet, a thread that its task has abandoned, and what ran before the call and was
handed its exchange.
"""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from collections.abc import Iterable
from typing import Any, Final

__all__ = ["Bystanders", "Crowd"]

CROWD: Final = 250
"""Tasks of a loop beyond which nobody counts them for every call: it takes 0.1 ms."""
LOOK_AGAIN: Final = 1.0
"""Seconds after which a crowd is counted again."""

_Task = asyncio.Task[Any]


class Bystanders:
    """The tasks that were there before the body of a call began."""

    __slots__ = ("_before", "_serving")

    def __init__(self, serving: _Task, before: Iterable[_Task]) -> None:
        self._serving = weakref.ref(serving)
        self._before = weakref.WeakSet(before)

    def are_all(self, *, from_thread: bool) -> bool:
        """Whether nobody but them, and who calls this, can run; said in the task that waits for an answer.

        *from_thread*: this task was started for a thread, which waits for it.
        """
        waiting, serving = asyncio.current_task(), self._serving()
        if waiting is not serving and not from_thread:
            return False
        if any(task not in self._before and task not in (waiting, serving) for task in asyncio.all_tasks()):
            return False
        here = threading.current_thread()
        return all(thread is here or _is_worker(thread) for thread in threading.enumerate())


def _is_worker(thread: threading.Thread) -> bool:
    return type(thread).__module__.partition(".")[0] == "anyio"


class Crowd:
    """Everybody on the loop of one server."""

    def __init__(self) -> None:
        self._look_at = 0.0

    def look(self) -> Bystanders | None:
        """Who is there now; to be taken in the task that serves a call, before its body begins.

        None where nobody can tell, and where there are too many to be counted for every call.
        """
        now = time.monotonic()
        if now < self._look_at:
            return None
        try:
            serving, tasks = asyncio.current_task(), asyncio.all_tasks()
        except RuntimeError:  # another kind of event loop
            return None
        if len(tasks) > CROWD:
            self._look_at = now + LOOK_AGAIN
            return None
        return None if serving is None else Bystanders(serving, tasks)
