"""The shell that awaits: for ``async def`` bodies, on the event loop.

The author's own functions run here, so they run where the author's code runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from typing import Any, TypeVar, overload

from ..convert import as_request
from ..forms.derive import derive
from ..outcome import Accepted, Cancelled, Declined
from ..result import ElicitationCompleteNotification, ElicitResult
from . import flow
from .budget import Budget
from .call_exchange import TIMEOUT, CallExchange, once_given, require_url_given
from .given import Asked, completion_given, key_given, requests_given
from .steps import Run, Step
from .unawaited import Unawaited

__all__ = ["AsyncServerExchange"]

T = TypeVar("T")


class AsyncServerExchange(CallExchange):
    """Ask the user, from an ``async def`` tool, prompt or resource.

    Make one per call, with `from_context`. All askings may be awaited side by side.
    """

    async def create_elicitation(
        self, request: Asked, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> ElicitResult:
        """Like `SyncServerExchange.create_elicitation`, but awaits the answer."""
        return await self._drive(flow.create_elicitation(as_request(request), key_given(key)), timeout)

    async def create_elicitations(
        self, requests: Mapping[str, Asked], *, timeout: float | None = TIMEOUT
    ) -> dict[str, ElicitResult]:
        """Like `SyncServerExchange.create_elicitations`, but awaits the answers."""
        return await self._drive(flow.create_elicitations(requests_given(requests)), timeout)

    @overload
    async def ask(
        self,
        message: str,
        response_type: type[T],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[T] | Declined | Cancelled: ...

    # What type checkers do not take for a type: a Literal, an Annotated, an Optional.
    @overload
    async def ask(
        self, message: str, response_type: Any, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> Accepted[Any] | Declined | Cancelled: ...

    async def ask(
        self, message: str, response_type: Any, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> Accepted[Any] | Declined | Cancelled:
        """Like `SyncServerExchange.ask`, but awaits the answer."""
        return await self._drive(flow.ask(message, derive(response_type), key_given(key)), timeout)

    async def choose(
        self,
        message: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[str] | Declined | Cancelled:
        """Like `SyncServerExchange.choose`, but awaits the answer."""
        return await self._drive(flow.ask(message, flow.Options.of(options), key_given(key)), timeout)

    def confirm(
        self, message: str, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> Coroutine[Any, Any, bool]:
        """Like `SyncServerExchange.confirm`, but must be awaited: unawaited, it refuses to be a yes."""
        return Unawaited(self._drive(flow.confirm(message, key_given(key)), timeout))

    async def require_url(
        self,
        request: Asked | Callable[[], Any],
        *,
        done: Callable[[], Any],
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> None:
        """Like `SyncServerExchange.require_url`, but awaits; *request* and *done* may be async."""
        await self._drive(require_url_given(request, done, key), timeout)

    async def send_elicitation_complete(
        self, elicitation_id_or_notification: str | ElicitationCompleteNotification
    ) -> None:
        """Like `SyncServerExchange.send_elicitation_complete`, but awaits the sending."""
        await self._complete(completion_given(elicitation_id_or_notification))

    @overload
    async def once(self, key: str, fn: Callable[[], Awaitable[T]] | Callable[[str], Awaitable[T]]) -> T: ...

    @overload
    async def once(self, key: str, fn: Callable[[], T] | Callable[[str], T]) -> T: ...

    async def once(self, key: str, fn: Callable[..., Any]) -> Any:
        """Like `SyncServerExchange.once`, but awaits what *fn* returns where it is awaitable."""
        return await self._drive(once_given(key, fn), None)

    async def _drive(self, conversation: Generator[Step, Any, T], timeout: float | None) -> T:
        budget = Budget(timeout)
        try:
            step = next(conversation)
            while True:
                try:
                    if isinstance(step, Run):
                        answer = await self._run(step)
                    else:
                        answer = await self._carrier.perform(step, budget)
                except BaseException as error:
                    step = conversation.throw(error)
                else:
                    step = conversation.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result

    async def _run(self, step: Run) -> Any:
        value = step.function(*step.arguments)
        return await value if inspect.isawaitable(value) else value
