"""SDK 2.x clients: `Client` and `ClientSession`, made to declare the truth.

Both speak through a dispatcher, where every request passes as plain JSON: there `initialize`
and the ``_meta`` of 2026-07-28 are rewritten. `ClientSession` takes one publicly; `Client` makes
its own in a private connector, the one hook this file needs (`_connect`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from ..client.connection import Connection
from ..errors import Fault, RequestError
from ..versions import METHOD_ELICITATION_CREATE, PROTOCOL_VERSIONS, rules_for
from .client_answer import answer, register_pages, take, time_left
from .client_choice import Wanted, lost_hook
from .client_wire import AS_SENT, error_of, server_in

__all__ = ["client_arguments", "connect", "honest"]

CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"

_Send = Callable[..., Awaitable[dict[str, Any]]]
_Run = Callable[..., Awaitable[None]]


@asynccontextmanager
async def connect(wanted: Wanted, target: Any, kind: str) -> AsyncIterator[Any]:
    """Connect a `Client`, or for *kind* ``mcp-session`` a `ClientSession`."""
    if kind == "mcp-session":
        async with _session(wanted, target) as session:
            yield session
        return
    from mcp import Client

    client: Any = Client(target, **client_arguments(wanted))
    connector = getattr(client, "_connect", None)
    if connector is None:
        raise lost_hook()

    async def connect_honestly(*args: Any) -> Any:
        return honest(await connector(*args), wanted)

    client._connect = connect_honestly
    async with client:
        yield client


@asynccontextmanager
async def _session(wanted: Wanted, target: Any) -> AsyncIterator[Any]:
    from mcp import ClientSession
    from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher

    arguments = client_arguments(wanted)
    mode = arguments.pop("mode")
    async with AsyncExitStack() as stack:
        read, write = (await stack.enter_async_context(_streams(target)))[:2]
        dispatcher: Any = JSONRPCDispatcher(read, write)
        session = await stack.enter_async_context(
            ClientSession(dispatcher=honest(dispatcher, wanted), **arguments)
        )
        if mode == "legacy":
            await session.initialize()
        else:
            await session.discover()
        yield session


def _streams(target: Any) -> Any:
    """The transport for *target*, as the SDK's `Client` chooses it."""
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if isinstance(target, str):
        return streamable_http_client(target)
    if isinstance(target, StdioServerParameters):
        return stdio_client(target)
    if not hasattr(target, "__aenter__"):
        kind = type(target).__name__
        raise RequestError(Fault("target", f"a session has no way to connect to {kind}", "use client='mcp'"))
    return target


def client_arguments(wanted: Wanted) -> dict[str, Any]:
    """The client's arguments: the caller's, our callbacks, and the mode for the version that is wanted."""
    given = dict(wanted.arguments)
    connection = wanted.connection
    for name in ("elicitation_callback", "elicitation_handler"):
        if name in given:
            raise RequestError(Fault(name, "the handler answers", "leave it out"))
    theirs = given.get("message_handler")

    async def message_handler(message: Any) -> None:
        await take(connection, message)
        if theirs is not None:
            await theirs(message)

    async def elicitation_callback(context: Any, params: Any) -> Any:
        return await answer(connection, context, params)

    given["message_handler"] = message_handler
    given["elicitation_callback"] = elicitation_callback
    given.setdefault("mode", _mode(wanted.protocol_version))
    return given


def _mode(protocol_version: str | None) -> str:
    if protocol_version is None:
        return "auto"
    return protocol_version if rules_for(protocol_version).delivery == "result" else "legacy"


def honest(dispatcher: Any, wanted: Wanted) -> Any:
    """Make *dispatcher* declare the truth, and register the pages of -32042 the moment it arrives."""
    send: _Send = dispatcher.send_raw_request

    async def send_raw_request(
        method: str, params: Mapping[str, Any] | None, *args: Any, **kwargs: Any
    ) -> dict[str, Any]:
        try:
            result = await send(method, rewritten(wanted, method, params), *args, **kwargs)
        except Exception as failure:
            register_pages(wanted.connection, error_of(failure))
            raise
        if method == "initialize":
            wanted.connection.protocol_version = result.get("protocolVersion")
        named = server_in(result)
        if named[0] is not None:
            wanted.connection.server = named
        if result.get("resultType") == "input_required" and not result.get("inputRequests"):
            progress = wanted.connection.current_call()
            if progress is not None:
                time_left(wanted.connection, progress)
        return result

    dispatcher.run = _run_noting(dispatcher.run, wanted.connection)
    dispatcher.send_raw_request = send_raw_request
    wanted.in_place = True
    return dispatcher


def _run_noting(run: _Run, connection: Connection) -> _Run:
    """The receive loop, in which every message passes as it came before the SDK reads it.

    Where it ends nobody is at the other end any more: a server behind pipes has died.
    """
    passage = connection.settings.passage

    async def run_noting(on_request: Any, on_notify: Any, *args: Any, **kwargs: Any) -> None:
        async def requested(context: Any, method: str, params: Mapping[str, Any] | None) -> Any:
            if passage is not None and passage.takes(method):
                return await passage.request(method, params)
            if method == METHOD_ELICITATION_CREATE and params is not None:
                AS_SENT.set(params)  # of this request's own task
            return await on_request(context, method, params)

        async def notified(context: Any, method: str, params: Mapping[str, Any] | None) -> None:
            if passage is not None:
                await passage.notify(method, params)
            await on_notify(context, method, params)

        connection.closed = False
        try:
            await run(requested, notified, *args, **kwargs)
        finally:
            connection.close()

    return run_noting


def rewritten(wanted: Wanted, method: str, params: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """*params* with the truth in them, where they say what the client can do."""
    if params is None:
        return None
    if method == "initialize":
        return wanted.initialize(params)
    meta = params.get("_meta")
    if not isinstance(meta, Mapping) or not isinstance(meta.get(CAPABILITIES_KEY), Mapping):
        return params
    version = meta.get(VERSION_KEY)
    known = version if version in PROTOCOL_VERSIONS else None
    return {**params, "_meta": {**meta, CAPABILITIES_KEY: wanted.capabilities(meta[CAPABILITIES_KEY], known)}}
