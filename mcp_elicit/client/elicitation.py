"""ClientElicitation: one handler for every question, on every SDK and every version.

This file says what the application can say. The rules stand in answers.py, pages.py and
circuit.py, the waiting in sdk/client_drive.py, what differs between SDKs in sdk/client_*.py.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from copy import deepcopy
from typing import Any, Protocol, TypeVar, overload

from ..result import ElicitResult
from .answers import Mode
from .asker import Call
from .builder import ClientElicitationBuilder
from .connection import CompleteConsumer, Connection, Handler, PageConsumer, Parking, Settings
from .given import (
    above_zero,
    consumers_given,
    handler_given,
    modes_given,
    runs_in_thread,
    schemes_given,
    wants_asker,
)
from .pace import MOST_PER_MINUTE
from .pages import OpenPage
from .paused import PausedCall

__all__ = ["ClientElicitation", "ClientElicitationBuilder"]

C = TypeVar("C")
R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")


class _CallsTools(Protocol[R_co]):
    def call_tool(self, name: str, arguments: dict[str, Any] | None = None) -> Awaitable[R_co]: ...


class _GetsPrompts(Protocol[R_co]):
    def get_prompt(self, name: str, arguments: dict[str, str] | None = None) -> Awaitable[R_co]: ...


class _ReadsResources(Protocol[R_co]):
    def read_resource(self, uri: Any) -> Awaitable[R_co]: ...


class ClientElicitation:
    """Answers a server's questions with one handler.

    *handler* takes an `ElicitRequest` and returns an `ElicitResult`; it may be a coroutine
    function, or a plain function, which runs in a worker thread. When it takes a second
    parameter it also gets an `Asker`. Raising is neither a decline nor a cancel: the server, or on
    2026-07-28 the application's own call, gets an error without the exception's text.

    *modes* is what is declared, and all that reaches the handler. *apply_defaults* fills an
    accepted form with its defaults. *schemes* names URL schemes allowed besides http and https.
    *elicitation_complete_consumers* are told once per page that a server says is done;
    *page_consumers* get an `OpenPage`, the person's own controls, when a call starts to wait. Both may be
    plain functions, which must not block, or coroutine functions.
    *page_timeout* is in seconds, and None waits for ever. On 2025-11-25 it counts from the moment a call is
    found blocked until its pages are done, with the person's consent. On 2026-07-28 it counts while the
    server comes back for a page that was agreed to, or with nothing to ask, and anew after every answer of a
    person; it is looked at between two rounds, so a round that the server is at is not cut short.
    *max_questions_per_minute*, of one server, are let through to the handler, and the next gets an error;
    None lets all through. *broker* takes the questions for which the handler says that
    no one is there (or all of them, where *handler* is None).

    Raises:
        RequestError: No handler or one of other parameters, no mode or an unknown one, a bad setting.
    """

    def __init__(
        self,
        handler: Handler | None,
        *,
        modes: Iterable[Mode] = ("form",),
        elicitation_complete_consumers: Iterable[CompleteConsumer] = (),
        apply_defaults: bool = False,
        broker: Parking | None = None,
        schemes: Collection[str] = (),
        page_consumers: Iterable[PageConsumer] = (),
        page_timeout: float | None = 600.0,
        max_questions_per_minute: int | None = MOST_PER_MINUTE,
    ) -> None:
        asked = handler_given(handler, broker)
        self._settings = Settings(
            handler=asked,
            wants_asker=wants_asker(asked),
            runs_in_thread=runs_in_thread(asked),
            modes=modes_given(modes),
            complete_consumers=consumers_given(
                "elicitation_complete_consumers", elicitation_complete_consumers
            ),
            page_consumers=consumers_given("page_consumers", page_consumers),
            apply_defaults=apply_defaults,
            schemes=schemes_given(schemes),
            page_timeout=above_zero("page_timeout", page_timeout),
            max_questions_per_minute=above_zero("max_questions_per_minute", max_questions_per_minute),
            broker=broker,
        )
        self._shared = Connection(self._settings)
        self._connections: dict[int, Connection] = {}

    @classmethod
    def builder(cls) -> ClientElicitationBuilder:
        """Start a builder."""
        return ClientElicitationBuilder()

    @property
    def modes(self) -> frozenset[Mode]:
        """The modes that are declared."""
        return self._settings.modes

    @property
    def pages(self) -> tuple[OpenPage, ...]:
        """Every page that a call waits for, on every connection."""
        books = [self._shared, *self._connections.values()]
        opened = (
            page for book in books for call in book.calls for page in call.opened.values() if page.waiting
        )
        return (*(page for book in books for page in book.ledger.pages), *opened)

    # ---- for the SDKs' own constructors ------------------------------------------------------

    async def elicitation_callback(self, context: Any, params: Any) -> Any:
        """Answer a question: what clients of SDK 1.x and 2.x take as ``elicitation_callback``."""
        from ..sdk import client_answer

        return await client_answer.answer(self._shared, context, params)

    async def message_handler(self, message: Any) -> None:
        """Take completions: what clients of every SDK take as ``message_handler``."""
        from ..sdk import client_answer

        await client_answer.take(self._shared, message)

    async def elicitation_handler(self, message: str, response_type: Any, params: Any, context: Any) -> Any:
        """Answer a question: what FastMCP's client takes as ``elicitation_handler``."""
        from ..sdk import client_answer

        return await client_answer.answer_or_raise(self._shared, context, params)

    # ---- a connection that declares what is true ---------------------------------------------

    @overload
    def connect(
        self, target: Any, *, client: type[C], protocol_version: str | None = None, **client_arguments: Any
    ) -> AbstractAsyncContextManager[C]: ...

    @overload
    def connect(
        self,
        target: Any,
        *,
        client: str | None = None,
        protocol_version: str | None = None,
        **client_arguments: Any,
    ) -> AbstractAsyncContextManager[Any]: ...

    def connect(
        self,
        target: Any,
        *,
        client: type[Any] | str | None = None,
        protocol_version: str | None = None,
        **client_arguments: Any,
    ) -> AbstractAsyncContextManager[Any]:
        """Connect the SDK's own client to *target*, declaring exactly `modes`.

        *target* is whatever that client takes: a URL, stdio parameters, a transport, a server in this
        process. *client* chooses where two are installed: ``"mcp"``, ``"mcp-session"`` or
        ``"fastmcp"``, or the SDK's client class. *protocol_version* makes a host of that version.
        *client_arguments* are the client's own.

        Raises:
            RequestError: No such SDK is installed, or it has lost the hook that this needs.
            UnknownProtocolVersionError: No such version.
        """
        from ..sdk import client_choice

        return client_choice.connect(self, target, client, protocol_version, client_arguments)

    # ---- calls --------------------------------------------------------------------------------

    async def call_tool(
        self,
        client: _CallsTools[R],
        name: str,
        arguments: dict[str, Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> R:
        """Call a tool, and see the person through the pages it waits for.

        *args* and *kwargs* are those of the client's own method, whose result is returned. On 2025-11-25
        the pages of an error -32042 are shown to the handler one by one and waited for, and the call
        is made once more.

        2025-11-25, client/elicitation#url-mode-with-elicitation-required-error-flow

        Raises:
            RefusedError: The person declined, cancelled, or gave up waiting.
            QuestionExpiredError: The pages were not done within *page_timeout*.
            UrlElicitationRequiredError: The second call was blocked again; it is the SDK's own error too.
            UnansweredError: The handler failed, or no one is there.
            PeerError: The server asked for what this client did not declare, or may not open.
            QuestionWithdrawnError: The connection was closed while the handler was asking.
            InvalidAnswerError: The handler's answer does not fit the form. Like the three before it, this is
                raised here on 2026-07-28; on older versions the server gets the error.
        """
        from ..sdk import client_drive

        result: R = await client_drive.call(
            self._connection_of(client),
            client,
            Call("tools/call", name),
            "call_tool",
            (name, deepcopy(arguments), *args),  # the retry sends what the first call sent
            kwargs,
        )
        return result

    async def read_resource(self, client: _ReadsResources[R], uri: Any, *args: Any, **kwargs: Any) -> R:
        """Like `call_tool`, for a resource."""
        from ..sdk import client_drive

        result: R = await client_drive.call(
            self._connection_of(client),
            client,
            Call("resources/read", str(uri)),
            "read_resource",
            (uri, *args),
            kwargs,
        )
        return result

    async def get_prompt(
        self,
        client: _GetsPrompts[R],
        name: str,
        arguments: dict[str, str] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> R:
        """Like `call_tool`, for a prompt."""
        from ..sdk import client_drive

        result: R = await client_drive.call(
            self._connection_of(client),
            client,
            Call("prompts/get", name),
            "get_prompt",
            (name, deepcopy(arguments), *args),  # the retry sends what the first call sent
            kwargs,
        )
        return result

    # ---- pause and resume (2026-07-28) ---------------------------------------------------------

    async def start(self, client: Any, call: Call, arguments: Mapping[str, Any] | None = None) -> Any:
        """Make a call up to its first questions, without asking anybody.

        Returns a `PausedCall` to store and to `resume`, from this process or another, or the result when
        nothing was asked. 2026-07-28 only.

        Raises:
            RequestError: The connection speaks another version.
        """
        from ..sdk import client_rounds

        return await client_rounds.start(self._connection_of(client), client, call, arguments)

    async def resume(self, client: Any, paused: PausedCall, answers: Mapping[str, ElicitResult]) -> Any:
        """Send the answers to a paused call; the same keys as `PausedCall.questions`.

        Returns the next `PausedCall`, or the result.

        Raises:
            RequestError: A key is missing or unknown, or the connection speaks another version.
            InvalidAnswerError: An answer does not fit its form.
        """
        from ..sdk import client_rounds

        return await client_rounds.resume(self._connection_of(client), client, paused, answers)

    # ---- inside -------------------------------------------------------------------------------

    def _connection_of(self, client: object) -> Connection:
        return self._connections.get(id(client), self._shared)

    def _open(self) -> Connection:
        return Connection(self._settings)
