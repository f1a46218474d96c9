"""The exchange: what an author calls. Two thin shells around the same conversations.

The conversations are in flow.py, what a step does is in carry.py. A shell only brings the two
together: one awaits, the other waits on a worker thread. The author's own functions run in the
shell, so they run where the author's code runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from typing import Any, Literal, TypeVar

from typing_extensions import Self

from ..capability import ElicitationCapability
from ..convert import SdkObject, as_request
from ..forms.derive import derive
from ..outcome import Accepted, Cancelled, Declined
from ..request import ElicitRequest
from ..result import ElicitationCompleteNotification, ElicitResult
from ..sdk import server_wait as wait
from ..sdk.server_contexts import call_of
from ..versions import METHOD_NOTIFICATION_ELICITATION_COMPLETE, PROTOCOL_VERSIONS, rules_for
from . import flow
from .carry import Budget, Carrier
from .once import takes_argument
from .serving import Asks, Setup
from .steps import Run, Step
from .unawaited import Unawaited

__all__ = ["AsyncServerExchange", "SyncServerExchange"]

T = TypeVar("T")
Outcome = Accepted[T] | Declined | Cancelled

TIMEOUT = 600.0
"""Seconds that a person gets to answer, where the author says nothing."""


Asked = ElicitRequest | SdkObject
"""A question: ours, or the SDK's own object."""


def _page(request: Asked | Callable[[], Any]) -> ElicitRequest | Callable[[], Any]:
    return request if callable(request) else as_request(request)


def _all(requests: Mapping[str, Asked]) -> dict[str, ElicitRequest]:
    return {name: as_request(request) for name, request in requests.items()}


class _Exchange:
    """What both shells know; built from an SDK's context."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
        serving = carrier.call.serving
        self._loop = wait.running_loop() or (serving.loop if serving is not None else None)

    @classmethod
    def from_context(cls, ctx: Any, *, broker: Asks | None = None) -> Self:
        """Make the exchange of one call, from the context that the SDK gave the tool.

        *ctx* is a context of SDK 1.x, SDK 2.x or FastMCP 4, of their high or low level. *broker*
        asks where the client cannot; without one, that of `enable`.

        Raises:
            RequestError: *ctx* is none of these.
        """
        call = call_of(ctx)
        setup = call.serving.setup if call.serving is not None else Setup()
        return cls(Carrier(call, setup, broker))

    @property
    def protocol_version(self) -> str:
        """The protocol version that this call speaks."""
        return self._carrier.call.protocol_version

    @property
    def client_capability(self) -> ElicitationCapability | None:
        """What the client declared; None when it declared nothing, or nobody knows (stateless)."""
        return self._carrier.call.capability

    def supports(self, mode: Literal["form", "url"]) -> bool:
        """Whether a question of *mode* can be asked from here; for url, by `require_url`."""
        return self._carrier.supports(mode)

    def _completion(self, of: str | ElicitationCompleteNotification) -> dict[str, Any] | None:
        notification = of if not isinstance(of, str) else ElicitationCompleteNotification(elicitation_id=of)
        version = self.protocol_version
        if version not in PROTOCOL_VERSIONS or not rules_for(version).completion:
            return None
        return notification.to_wire(version)

    async def _complete(self, of: str | ElicitationCompleteNotification) -> None:
        params = self._completion(of)
        if params is not None:
            await self._carrier.call.notify(METHOD_NOTIFICATION_ELICITATION_COMPLETE, params)


class AsyncServerExchange(_Exchange):
    """Ask the user, from an ``async def`` tool, prompt or resource.

    Make one per call, with `from_context`. All askings may be awaited side by side.
    """

    async def create_elicitation(
        self, request: Asked, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> ElicitResult:
        """Like `SyncServerExchange.create_elicitation`, but awaits the answer."""
        return await self._drive(flow.create_elicitation(as_request(request), key), timeout)

    async def create_elicitations(
        self, requests: Mapping[str, Asked], *, timeout: float | None = TIMEOUT
    ) -> dict[str, ElicitResult]:
        """Like `SyncServerExchange.create_elicitations`, but awaits the answers."""
        return await self._drive(
            flow.create_elicitations(_all(requests)),
            timeout,
        )

    async def ask(
        self,
        message: str,
        response_type: type[T],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[T] | Declined | Cancelled:
        """Like `SyncServerExchange.ask`, but awaits the answer."""
        return await self._drive(flow.ask(message, derive(response_type), key), timeout)

    async def choose(
        self,
        message: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[str] | Declined | Cancelled:
        """Like `SyncServerExchange.choose`, but awaits the answer."""
        return await self._drive(flow.ask(message, flow.Options.of(options), key), timeout)

    def confirm(
        self, message: str, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> Coroutine[Any, Any, bool]:
        """Like `SyncServerExchange.confirm`, but must be awaited: unawaited, it refuses to be a yes."""
        return Unawaited(self._drive(flow.confirm(message, key), timeout))

    async def require_url(
        self,
        request: Asked | Callable[[], Any],
        *,
        done: Callable[[], Any],
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> None:
        """Like `SyncServerExchange.require_url`, but awaits; *request* and *done* may be async."""
        await self._drive(flow.require_url(_page(request), done, key), timeout)

    async def send_elicitation_complete(
        self, elicitation_id_or_notification: str | ElicitationCompleteNotification
    ) -> None:
        """Like `SyncServerExchange.send_elicitation_complete`, but awaits the sending."""
        await self._complete(elicitation_id_or_notification)

    async def once(self, key: str, fn: Callable[..., Any]) -> Any:
        """Like `SyncServerExchange.once`, but awaits what *fn* returns where it is awaitable."""
        return await self._drive(flow.once(key, fn, takes_argument(fn)), None)

    async def _drive(self, conversation: Generator[Step, Any, T], timeout: float | None) -> T:
        budget = Budget(timeout)
        try:
            step = next(conversation)
            while True:
                try:
                    answer = await self._perform(step, budget)
                except BaseException as error:
                    step = conversation.throw(error)
                else:
                    step = conversation.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result

    async def _perform(self, step: Step, budget: Budget) -> Any:
        if not isinstance(step, Run):
            return await self._carrier.perform(step, budget)
        value = step.function(*step.arguments)
        return await value if inspect.isawaitable(value) else value


class SyncServerExchange(_Exchange):
    """Ask the user, from a plain ``def`` tool, prompt or resource on a worker thread.

    Make one per call, with `from_context`.
    """

    def create_elicitation(
        self, request: Asked, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> ElicitResult:
        """Ask what *request* asks, and wait for the answer.

        The answer is checked once. *timeout* is in seconds, None waits for ever; where questions
        travel in results (2026-07-28) no process waits, and the life of the sealed state is the
        budget. *key* tells apart two questions that read the same and are asked side by side.

        Raises:
            CapabilityError: The client cannot be asked this; nothing was sent.
            NotSendableError: The client's version cannot carry it; nothing was sent.
            InvalidAnswerError: The answer does not fit the form.
            PeerError: The client answered with an error.
            QuestionExpiredError: Nobody answered in time; the question was withdrawn.
            QuestionWithdrawnError: The call ended first.
        """
        return self._drive(flow.create_elicitation(as_request(request), key), timeout)

    def create_elicitations(
        self, requests: Mapping[str, Asked], *, timeout: float | None = TIMEOUT
    ) -> dict[str, ElicitResult]:
        """Ask several questions side by side; their keys are the keys on the wire of 2026-07-28.

        When one of them cannot be asked, none is. Raises like `create_elicitation`.
        """
        return self._drive(
            flow.create_elicitations(_all(requests)),
            timeout,
        )

    def ask(
        self,
        message: str,
        response_type: type[T],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[T] | Declined | Cancelled:
        """Ask for a pydantic model, or for one str, int, float or bool.

        An answer that does not fit is asked for again, with the reason; three askings in all.
        *timeout* covers the whole exchange.

        Raises:
            UnsupportedFieldError: A form cannot hold a field of *response_type*.
            InvalidAnswerError: The third answer does not fit either.
            And what `create_elicitation` raises.
        """
        return self._drive(flow.ask(message, derive(response_type), key), timeout)

    def choose(
        self,
        message: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[str] | Declined | Cancelled:
        """Ask for one of *options*: values, or values with the titles a person sees. Raises like `ask`."""
        return self._drive(flow.ask(message, flow.Options.of(options), key), timeout)

    def confirm(self, message: str, *, timeout: float | None = TIMEOUT, key: str | None = None) -> bool:
        """Ask yes or no. Only an accepted form with the box ticked is a yes.

        Raises like `create_elicitation`; a client that cannot be asked is an error, never a no or a yes.
        """
        return self._drive(flow.confirm(message, key), timeout)

    def require_url(
        self,
        request: Asked | Callable[[], Any],
        *,
        done: Callable[[], Any],
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> None:
        """Have the user open a page; return when *done* says that it is done.

        *request* is a URL request, or a function that makes one, called once per conversation.
        *done* is asked first, after every `ServerElicitation.complete`, and once a second.

        Where questions travel in results (2026-07-28) a round waits 45 s, then ends without
        offering the page again; the ten rounds of a stock client are about seven minutes. Without
        a way to reach the client (2025-11-25 with JSON responses) the call ends with -32042, and
        the client calls again.

        Raises:
            RefusedError: The user declined or cancelled.
            UrlElicitationRequiredError: Let it leave the tool; it becomes the error -32042.
            And what `create_elicitation` raises.
        """
        self._drive(flow.require_url(_page(request), done, key), timeout)

    def send_elicitation_complete(
        self, elicitation_id_or_notification: str | ElicitationCompleteNotification
    ) -> None:
        """Tell the client of this call that a page is done (2025-11-25; elsewhere nothing is sent).

        A web callback, which has no exchange, uses `ServerElicitation.complete`.
        """
        wait.in_loop(lambda: self._complete(elicitation_id_or_notification), self._loop)

    def once(self, key: str, fn: Callable[..., Any]) -> Any:
        """Run *fn* once in this conversation, and give its value on every replay.

        The value must be JSON. A *fn* with one parameter is given an idempotency key for its own
        backend. If it raises, nothing is recorded and the next replay runs it again.

        The value travels in the sealed state; a store on the server keeps a round that arrives
        twice from running *fn* twice. By default that store is per process: with several
        processes give `enable` one that they share, and see `OnceStore` for what it cannot promise.
        """
        return self._drive(flow.once(key, fn, takes_argument(fn)), None)

    def _drive(self, conversation: Generator[Step, Any, T], timeout: float | None) -> T:
        budget = Budget(timeout)
        try:
            step = next(conversation)
            while True:
                try:
                    answer = self._perform(step, budget)
                except BaseException as error:
                    step = conversation.throw(error)
                else:
                    step = conversation.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result

    def _perform(self, step: Step, budget: Budget) -> Any:
        if not isinstance(step, Run):
            return wait.in_loop(lambda: self._carrier.perform(step, budget), self._loop)
        value = step.function(*step.arguments)
        if inspect.isawaitable(value):
            return wait.in_loop(lambda: value, self._loop)
        return value
