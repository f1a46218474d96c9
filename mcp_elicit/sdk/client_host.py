"""A connection for the command line: any server, any version, plain JSON in and out.

What an SDK raises ends here in one of two errors: the connection failed, or the call did.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from math import inf
from typing import Any, Final

import anyio

from .._version import __version__
from ..client.elicitation import ClientElicitation
from ..errors import ElicitError
from .client_choice import _module, _unwrapped
from .client_wire import error_of, server_of, version_of

__all__ = [
    "CallFailedError",
    "HostSession",
    "NoConnectionError",
    "NoResultError",
    "connected",
    "transport_to",
]

MOST_PAGES: Final = 100
"""Pages of a list of tools; a server that goes on for ever is cut off here."""


class NoConnectionError(Exception):
    """There is no connection, or it is gone."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class CallFailedError(Exception):
    """The server answered a request with a JSON-RPC error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


class NoResultError(Exception):
    """The server did not answer a call in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"no result within {self.seconds:g} seconds"


def transport_to(target: str | Sequence[str]) -> AbstractAsyncContextManager[Any]:
    """The SDK's own transport to a URL, or to a command that it starts with this process's environment."""
    kind = _module("mcp")
    made: Any = importlib.import_module(f".{kind}", __package__)
    transport = made._transport if kind == "client_v1" else made._streams
    if isinstance(target, str):
        opened: AbstractAsyncContextManager[Any] = transport(target)
        return opened
    stdio: Any = importlib.import_module("mcp.client.stdio")
    command, *arguments = target
    parameters = stdio.StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    # Bytes that are no UTF-8 become a line that is no JSON, which is told like any other. The SDK's own
    # names of error handlers have none that spoils the JSON, and the default ends the whole connection.
    started: AbstractAsyncContextManager[Any] = transport(
        parameters.model_copy(update={"encoding_error_handler": "backslashreplace"})
    )
    return started


class HostSession:
    """What a host can ask of the server."""

    def __init__(self, person: ClientElicitation, client: Any, connecting: anyio.CancelScope) -> None:
        self._person = person
        self._client = client
        self._connecting = connecting

    @property
    def protocol_version(self) -> str:
        """What was agreed on."""
        return version_of(self._client)

    @property
    def server(self) -> tuple[str | None, str | None]:
        """The name and version that the server gave itself."""
        named = server_of(self._client)
        return named if named[0] is not None else self._person._connection_of(self._client).server

    async def tools(self) -> list[dict[str, Any]]:
        """Every tool, as on the wire: with this the connection stands, for 2026-07-28 shakes no hands.

        Raises:
            CallFailedError: The server answered with an error.
        """
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            given = {} if cursor is None else {"cursor": cursor}
            page = _plain(await _made(self._client.list_tools(**given)))
            found += page.get("tools", [])
            cursor = page.get("nextCursor")
            if not cursor:
                break
        self._connecting.deadline = inf
        return found

    async def call(
        self, name: str, arguments: Mapping[str, Any], *, timeout: float | None = None
    ) -> dict[str, Any]:
        """Call a tool, and see the person through its questions and pages.

        Raises:
            CallFailedError: The server answered with an error.
            NoResultError: Nothing came within *timeout* seconds.
            ElicitError: As `ClientElicitation.call_tool` says.
        """
        with anyio.move_on_after(timeout):
            return _plain(await _made(self._person.call_tool(self._client, name, dict(arguments))))
        raise NoResultError(timeout or 0.0)


@asynccontextmanager
async def connected(
    person: ClientElicitation,
    transport: AbstractAsyncContextManager[Any],
    *,
    protocol_version: str | None,
    timeout: float,
) -> AsyncIterator[HostSession]:
    """Connect within *timeout* seconds, as a host of *protocol_version*.

    Raises:
        NoConnectionError: The server did not start, is silent, or does not speak that version.
    """
    left: BaseException | None = None
    try:
        with anyio.CancelScope(deadline=anyio.current_time() + timeout) as scope:
            async with person.connect(
                transport, protocol_version=protocol_version, client_info=_who_we_are()
            ) as client:
                try:
                    yield HostSession(person, client, scope)
                except BaseException as failure:
                    left = failure
                    raise
            return
    except Exception as raised:
        cause = _unwrapped(raised)
        if isinstance(cause, (ElicitError, NoConnectionError, CallFailedError, NoResultError)):
            raise cause from None
        if left is not None:
            raise
        raise NoConnectionError(_reason(cause)) from raised
    raise NoConnectionError(f"the server did not answer within {timeout:g} seconds")


def _who_we_are() -> Any:
    types: Any = importlib.import_module("mcp.types")
    return types.Implementation(name="mcp-elicit", version=__version__)


async def _made(call: Any) -> Any:
    try:
        return await call
    except ElicitError:
        raise
    except Exception as failure:
        error = error_of(failure)
        if error is None:
            raise
        raise CallFailedError(error["code"], error["message"]) from failure


def _plain(model: Any) -> dict[str, Any]:
    written: dict[str, Any] = model.model_dump(by_alias=True, mode="json", exclude_none=True)
    return written


def _reason(failure: BaseException) -> str:
    error = error_of(failure)
    if error is not None:
        return f"the server refused the handshake: {error['message']} ({error['code']})"
    if isinstance(failure, OSError) and failure.strerror and failure.filename:
        return f"cannot start {failure.filename}: {failure.strerror}"
    return f"{type(failure).__name__}: {failure}"
