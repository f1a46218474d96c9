"""How the client side waits: threads, wakers, deadlines. The only place that knows an event loop.

A worker thread is ours and a daemon: it may sit in `input()` for ever, and must keep neither the
call nor the program alive.
"""

from __future__ import annotations

import asyncio
import contextvars
import importlib
import inspect
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from typing import Any

import anyio

from ..client.pages import OpenPage

__all__ = ["being_cancelled", "in_thread", "result_of", "until", "waker"]


def waker(event: anyio.Event) -> Callable[[], None]:
    """A function that sets *event* from any thread, also after the loop is gone."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        trio = importlib.import_module("trio")
        token = trio.lowlevel.current_trio_token()

        def wake_trio() -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(event.set)

        return wake_trio

    def wake() -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(event.set)

    return wake


async def in_thread(work: Callable[[], Any]) -> Any:
    """Run *work* in a thread of its own; when cancelled, leave it behind and drop what it returns."""
    event = anyio.Event()
    wake = waker(event)
    outcome: list[tuple[Any, BaseException | None]] = []
    context = contextvars.copy_context()

    def run() -> None:
        try:
            value = context.run(work)
        except BaseException as failure:
            outcome.append((None, failure))
        else:
            outcome.append((value, None))
        wake()

    threading.Thread(target=run, name="elicitation-handler", daemon=True).start()
    await event.wait()
    value, failure = outcome[0]
    if failure is not None:
        raise failure
    return value


def being_cancelled() -> bool:
    """Whether somebody cancels what runs here; if not, a CancelledError was raised by who is called."""
    try:
        task: Any = asyncio.current_task()
    except RuntimeError:
        return False  # trio, whose cancellation is another exception
    # Python 3.10 does not count cancellations: there every one is taken for real.
    return not hasattr(task, "cancelling") or task.cancelling() > 0


async def result_of(value: Any) -> Any:
    """Await *value* where it can be."""
    return await value if inspect.isawaitable(value) else value


async def until(pages: Iterable[OpenPage], condition: Callable[[], bool]) -> None:
    """Wait until *condition*, which looks at *pages*, holds."""
    watched = tuple(pages)
    while not condition():
        event = anyio.Event()
        wake = waker(event)
        with ExitStack() as stack:
            for page in watched:
                stack.enter_context(page.woken_by(wake))
            if not condition():
                await event.wait()
