"""Waiting, on whatever event loop the SDK runs.

The core waits for nothing; these few verbs are all the waiting there is. anyio comes with every SDK
and is imported when somebody waits: an exchange can be named where no SDK is installed.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..alarm import Alarms
from ..errors import Fault, QuestionExpiredError, QuestionWithdrawnError, RequestError

if TYPE_CHECKING:
    from anyio import CancelScope

__all__ = ["Bell", "bounded", "in_loop", "quietly", "running_loop", "shielded", "sleep", "soon", "together"]

T = TypeVar("T")
Withdrawals = set[Callable[[], None]]
"""What takes back each thing that is waited for."""
_log = logging.getLogger("mcp_elicit")

LAST_WORDS: Final = 2.0
"""Seconds that something which must still be said may take when everything else is cancelled."""


async def sleep(seconds: float) -> None:
    """Wait *seconds*."""
    import anyio

    await anyio.sleep(seconds)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop of this thread, if one runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class Bell:
    """Rung from any thread, heard on the loop that made it."""

    def __init__(self) -> None:
        import anyio

        self._event = anyio.Event()
        self._loop = running_loop()

    def ring(self) -> None:
        """Wake who waits."""
        if self._loop is None or self._loop is running_loop():
            self._event.set()
            return
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits there any more
            self._loop.call_soon_threadsafe(self._event.set)

    async def heard(self, seconds: float) -> None:
        """Wait until it rings, *seconds* at most."""
        import anyio

        with anyio.move_on_after(seconds):
            await self._event.wait()


_waiting: dict[int, CancelScope] = {}
"""Whoever waits with a time limit, by number."""
_numbers = count()


def _end(number: int, _: float) -> None:
    _waiting[number].cancel()


_alarms: Alarms[int] = Alarms(_waiting, _end)


async def bounded(
    work: Callable[[], Awaitable[T]],
    *,
    seconds: float | None,
    budget: float | None,
    withdrawals: Withdrawals,
) -> T:
    """Wait for *work*, *seconds* at most; what takes it back stands in *withdrawals* meanwhile.

    Raises:
        QuestionExpiredError: Time is up; *budget* is what the caller gave in all.
        QuestionWithdrawnError: It was taken back.
    """
    import anyio

    scope = anyio.CancelScope()
    number = next(_numbers)
    if seconds is not None:
        loop = running_loop()
        if loop is not None:
            _waiting[number] = scope
            _alarms.set(loop, number, seconds)
        else:
            scope.deadline = anyio.current_time() + seconds
    withdrawn = False

    def withdraw() -> None:
        nonlocal withdrawn
        withdrawn = True
        scope.cancel()

    withdrawals.add(withdraw)
    try:
        with scope:
            return await work()
    finally:
        withdrawals.discard(withdraw)
        _waiting.pop(number, None)
    if withdrawn:
        raise QuestionWithdrawnError("the call ended")
    raise QuestionExpiredError(budget if budget is not None else 0.0)


async def together(works: Sequence[Callable[[], Awaitable[Any]]]) -> tuple[Any, ...]:
    """Do all side by side; the first error cancels the others and is raised as it is."""
    if len(works) == 1:
        return (await works[0](),)
    import anyio

    results: list[Any] = [None] * len(works)
    errors: list[Exception] = []

    async with anyio.create_task_group() as group:

        async def one(index: int) -> None:
            try:
                results[index] = await works[index]()
            except Exception as error:
                errors.append(error)
                group.cancel_scope.cancel()

        for index in range(len(works)):
            group.start_soon(one, index)
    if errors:
        raise errors[0]
    return tuple(results)


async def shielded(work: Callable[[], Awaitable[T]]) -> T | None:
    """Do a short thing although everything around it is cancelled; None when it took too long."""
    import anyio

    with anyio.move_on_after(LAST_WORDS, shield=True):
        return await work()
    return None


_said: set[asyncio.Task[None]] = set()
"""What is being said without anybody waiting for it; a task that nobody holds is thrown away."""


async def quietly(work: Callable[[], Awaitable[object]]) -> None:
    """Say something that nobody depends on: a session that is gone is no failure of the call."""
    try:
        await work()
    except Exception as error:
        _log.debug("a notification was not delivered: %s", type(error).__name__)


def soon(work: Callable[[], Awaitable[object]], loop: asyncio.AbstractEventLoop | None) -> None:
    """Start *work* on *loop*, from any thread; nobody waits for it, and its failure is logged."""
    if loop is None:
        return

    def start() -> None:
        task = loop.create_task(quietly(work))
        _said.add(task)
        task.add_done_callback(_said.discard)

    if loop is running_loop():
        start()
        return
    try:
        loop.call_soon_threadsafe(start)
    except RuntimeError:
        _log.debug("a notification was not delivered: its event loop is closed")


def in_loop(work: Callable[[], Awaitable[T]], loop: asyncio.AbstractEventLoop | None) -> T:
    """Do *work* on the loop and wait for it on this thread.

    Raises:
        RequestError: This is the loop's own thread, or nobody knows the loop.
        QuestionWithdrawnError: The call was cancelled meanwhile.
    """
    import anyio.from_thread

    if running_loop() is not None:
        raise RequestError(
            Fault(
                "SyncServerExchange",
                "waiting here would block the event loop that has to bring the answer",
                "make the tool `async def` and use AsyncServerExchange, or run the body in asyncio.to_thread",
            )
        )

    async def kept() -> tuple[BaseException | None, T | None]:
        # Handed over as a value: an event loop treats some exceptions of a task as its own end.
        try:
            return None, await work()
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            return error, None

    try:
        if _is_worker():
            error, value = anyio.from_thread.run(kept)
        elif loop is not None:
            error, value = asyncio.run_coroutine_threadsafe(kept(), loop).result()
        else:
            raise RequestError(
                Fault(
                    "SyncServerExchange",
                    "this thread does not know the server's event loop",
                    "call enable(server) at start-up, or make the exchange before the thread is started",
                )
            )
    except (concurrent.futures.CancelledError, asyncio.CancelledError):
        raise QuestionWithdrawnError("the call was cancelled") from None
    if error is not None:
        raise error
    return value  # type: ignore[return-value]  # None only where work itself gives None


def _is_worker() -> bool:
    """Whether the SDK's event loop runs this thread and cancels it with the call."""
    import anyio.from_thread

    try:
        anyio.from_thread.check_cancelled()
    except RuntimeError:
        return False
    except BaseException:
        return True
    return True
