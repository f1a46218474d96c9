"""The shell that waits on a worker thread: for plain ``def`` bodies.

The author's own functions run here, so they run where the author's code runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from typing import Any, TypeVar, overload

from ..convert import as_request
from ..forms.derive import derive
from ..outcome import Accepted, Cancelled, Declined
from ..result import ElicitationCompleteNotification, ElicitResult
from ..sdk import server_wait as wait
from . import flow
from .budget import Budget
from .call_exchange import TIMEOUT, CallExchange, once_given, require_url_given
from .given import Asked, completion_given, key_given, requests_given
from .steps import Run, Step

__all__ = ["SyncServerExchange"]

T = TypeVar("T")


class SyncServerExchange(CallExchange):
    """Ask the user, from a plain ``def`` tool, prompt or resource on a worker thread.

    Make one per call, with `from_context`.
    """

    _from_thread = True

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
        return self._drive(flow.create_elicitation(as_request(request), key_given(key)), timeout)

    def create_elicitations(
        self, requests: Mapping[str, Asked], *, timeout: float | None = TIMEOUT
    ) -> dict[str, ElicitResult]:
        """Ask several questions side by side; their keys are the keys on the wire of 2026-07-28.

        When one of them cannot be asked, none is. Raises like `create_elicitation`.
        """
        return self._drive(flow.create_elicitations(requests_given(requests)), timeout)

    @overload
    def ask(
        self,
        message: str,
        response_type: type[T],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[T] | Declined | Cancelled: ...

    # What type checkers do not take for a type: a Literal, an Annotated, an Optional.
    @overload
    def ask(
        self, message: str, response_type: Any, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> Accepted[Any] | Declined | Cancelled: ...

    def ask(
        self, message: str, response_type: Any, *, timeout: float | None = TIMEOUT, key: str | None = None
    ) -> Accepted[Any] | Declined | Cancelled:
        """Ask for a pydantic model, or one value: str, int, float, bool, Literal, Enum, or list of choices.

        For a type T this gives ``Accepted[T] | Declined | Cancelled``; the value is the answer, checked and
        not coerced. One value is asked for in a form with one field, ``value``. An answer that does not fit
        is asked for again, with the reason; three askings in all. *timeout* is in seconds and covers them.

        Raises:
            UnsupportedFieldError: A form cannot hold a field of *response_type*.
            InvalidAnswerError: The third answer does not fit either.
            And what `create_elicitation` raises.
        """
        return self._drive(flow.ask(message, derive(response_type), key_given(key)), timeout)

    def choose(
        self,
        message: str,
        options: Sequence[str] | Mapping[str, str],
        *,
        timeout: float | None = TIMEOUT,
        key: str | None = None,
    ) -> Accepted[str] | Declined | Cancelled:
        """Ask for one of *options*: values, or values with the titles a person sees.

        ``Accepted.data`` is the value, never the title. Raises like `ask`.
        """
        return self._drive(flow.ask(message, flow.Options.of(options), key_given(key)), timeout)

    def confirm(self, message: str, *, timeout: float | None = TIMEOUT, key: str | None = None) -> bool:
        """Ask yes or no. Only an accepted form with the box ticked is a yes.

        A decline, a cancel, and an answer that does not fit are a no. Otherwise raises like
        `create_elicitation`: a client that cannot be asked is an error, never a no or a yes.
        """
        return self._drive(flow.confirm(message, key_given(key)), timeout)

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
        self._drive(require_url_given(request, done, key), timeout)

    def send_elicitation_complete(
        self, elicitation_id_or_notification: str | ElicitationCompleteNotification
    ) -> None:
        """Tell the client of this call that a page is done (2025-11-25; elsewhere nothing is sent).

        A web callback, which has no exchange, uses `ServerElicitation.complete`.
        """
        notification = completion_given(elicitation_id_or_notification)
        wait.in_loop(lambda: self._complete(notification), self._loop)

    @overload
    def once(self, key: str, fn: Callable[[], Awaitable[T]] | Callable[[str], Awaitable[T]]) -> T: ...

    @overload
    def once(self, key: str, fn: Callable[[], T] | Callable[[str], T]) -> T: ...

    def once(self, key: str, fn: Callable[..., Any]) -> Any:
        """Run *fn* once in this conversation, and give its value on every replay.

        The value must be JSON. A *fn* with one parameter is given an idempotency key for its own
        backend. If it raises, nothing is recorded and the next replay runs it again.

        The value travels in the sealed state; a store on the server keeps a round that arrives
        twice from running *fn* twice. By default that store is per process: with several
        processes give `enable` one that they share, and see `OnceStore` for what it cannot promise.
        """
        return self._drive(once_given(key, fn), None)

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
