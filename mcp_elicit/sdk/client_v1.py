"""SDK 1.x's `ClientSession`, made to declare the truth, and to stay awake while a person thinks.

The stock session runs handlers inside its receive loop: a completion, a cancellation and every
other answer wait behind the person. Ours runs questions beside it. Hooks: `send_request` and
`add_response_router`, which are public, and `_received_request` and `_handle_incoming`, of which the
SDK says that subclasses override them.
"""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final

import anyio

from ..client.connection import CallInProgress
from ..errors import Fault, RequestError
from ..versions import METHOD_ELICITATION_CREATE, rules_for
from .client_answer import answer, register_pages, take
from .client_choice import Wanted, lost_hook
from .client_wire import AsItCame
from .session_v1 import hand_over_at_once

__all__ = ["connect"]

_HOOKS = ("send_request", "_received_request", "_handle_incoming")

WITHDRAWING: Final = 2.0
"""Seconds that a cancelled call may take to tell the server so; a transport that is stuck holds nobody."""


@asynccontextmanager
async def connect(wanted: Wanted, target: Any, kind: str) -> AsyncIterator[Any]:
    """Connect a `ClientSession` and make the handshake."""
    version = wanted.protocol_version
    if version is not None and rules_for(version).delivery == "result":
        raise RequestError(
            Fault("protocol_version", f"SDK 1.x does not speak {version}", "leave it out, or use SDK 2.x")
        )
    async with AsyncExitStack() as stack:
        read, write = (await stack.enter_async_context(_transport(target)))[:2]
        session = await stack.enter_async_context(_session(wanted, read, write))
        await session.initialize()
        yield session


def _session(wanted: Wanted, read: Any, write: Any) -> Any:
    base: Any = importlib.import_module("mcp").ClientSession
    if not all(hasattr(base, name) for name in _HOOKS):
        raise lost_hook()
    types: Any = importlib.import_module("mcp.types")
    given = dict(wanted.arguments)
    if "elicitation_callback" in given:
        raise RequestError(Fault("elicitation_callback", "the handler answers", "leave it out"))
    errors: Any = importlib.import_module("mcp.shared.exceptions")
    connection = wanted.connection
    passage = connection.settings.passage
    theirs = given.pop("message_handler", None)
    asked: list[tuple[Any, tuple[CallInProgress, ...]]] = []
    """Each open question, and the calls in progress when it came: it belongs to one of them."""

    async def message_handler(message: Any) -> None:
        if theirs is not None:
            await theirs(message)

    async def elicitation_callback(context: Any, params: Any) -> Any:
        return await answer(connection, context, params)

    class HonestSession(base):  # type: ignore[misc]  # the class is known at run time only
        protocol_version: str | None = None
        server_info: Any = None

        async def send_request(self, request: Any, *args: Any, **kwargs: Any) -> Any:
            if not isinstance(request.root, types.InitializeRequest):
                return await self._send_until_closed(request, *args, **kwargs)
            said = request.root.model_dump(by_alias=True, mode="json", exclude_none=True)
            said["params"] = wanted.initialize(said["params"])
            result = await super().send_request(types.ClientRequest.model_validate(said), *args, **kwargs)
            self.protocol_version, self.server_info = result.protocolVersion, result.serverInfo
            connection.protocol_version = result.protocolVersion
            return result

        async def _send_until_closed(self, request: Any, *args: Any, **kwargs: Any) -> Any:
            # The SDK forgets a call that is cancelled, and one that is in flight when the session is left.
            request_id = self._request_id
            with anyio.CancelScope() as scope, connection.asking(scope.cancel):
                try:
                    return await super().send_request(request, *args, **kwargs)
                except anyio.get_cancelled_exc_class():
                    if not connection.closed:
                        await self._withdraw(request_id)
                    raise
            raise errors.McpError(types.ErrorData(code=types.CONNECTION_CLOSED, message="Connection closed"))

        async def _withdraw(self, request_id: int) -> None:
            """Tell the server that nobody waits for this call, and end what the person was asked for it."""
            params = types.CancelledNotificationParams(requestId=request_id)
            cancelled = types.CancelledNotification(method="notifications/cancelled", params=params)
            with anyio.move_on_after(WITHDRAWING, shield=True):
                with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                    await self.send_notification(types.ClientNotification(cancelled))
                ended = connection.current_call()
                others = [one for one in connection.calls if one is not ended]
                for question, calls in tuple(asked):
                    if ended in calls and not any(one in calls for one in others):
                        await _end(question)

        async def _receive_loop(self) -> None:
            try:
                await super()._receive_loop()
            finally:
                connection.close()
                for question, _ in tuple(asked):
                    await _end(question)  # nobody can be told its answer any more

        async def _received_request(self, responder: Any) -> None:
            if self._passes(responder):
                self._task_group.start_soon(self._pass_on, responder)
            elif _is_question(responder):
                self._task_group.start_soon(self._beside_the_loop, responder)
            else:
                await super()._received_request(responder)

        def _passes(self, responder: Any) -> bool:
            return passage is not None and passage.takes(str(_method_of(responder)))

        async def _pass_on(self, responder: Any) -> None:
            request = responder.request.root.model_dump(by_alias=True, mode="json", exclude_unset=True)
            assert passage is not None
            try:
                with responder:
                    try:
                        result = await passage.request(request["method"], request.get("params"))
                        await responder.respond(AsItCame(result))
                    except errors.McpError as refusal:
                        await responder.respond(refusal.error)
            except anyio.get_cancelled_exc_class():
                if not responder.cancelled:
                    raise

        async def _beside_the_loop(self, responder: Any) -> None:
            if "experimental_task_handlers" not in given:
                # "Receivers that do not declare the task capability for a request type MUST process requests
                # of that type normally"; this SDK refuses them.
                # 2025-11-25, basic/utilities/tasks#task-support-and-handling
                _forget_task(responder.request.root)
            question = (responder, tuple(connection.calls))
            asked.append(question)
            try:
                await super()._received_request(responder)
            except anyio.get_cancelled_exc_class():
                # The SDK's responder lets its own cancellation out; it would take the whole session along.
                if not responder.cancelled:
                    raise
            finally:
                asked.remove(question)

        async def _handle_incoming(self, message: Any) -> None:
            if _is_question(message) or self._passes(message):
                return  # it is being answered beside the loop
            self._task_group.start_soon(self._hear, message)
            await super()._handle_incoming(message)

        async def _hear(self, message: Any) -> None:
            notification = getattr(message, "root", None)
            if passage is not None and notification is not None:
                said = notification.model_dump(by_alias=True, mode="json", exclude_unset=True)
                await passage.notify(said["method"], said.get("params"))
            await take(connection, message)

    session: Any = HonestSession(
        read, write, elicitation_callback=elicitation_callback, message_handler=message_handler, **given
    )
    hand_over_at_once(session)
    if hasattr(session, "add_response_router"):
        session.add_response_router(_PagesAtArrival(connection))
    return session


async def _end(question: Any) -> None:
    if question.in_flight:
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            await question.cancel()


def _method_of(message: Any) -> object:
    return getattr(getattr(getattr(message, "request", None), "root", None), "method", None)


def _forget_task(request: Any) -> None:
    if getattr(request.params, "task", None) is not None:
        others = request.params.model_dump(by_alias=True, exclude_unset=True, exclude={"task"})
        request.params = type(request.params).model_validate(others)


def _is_question(message: Any) -> bool:
    return _method_of(message) == METHOD_ELICITATION_CREATE


class _PagesAtArrival:
    """Registers the pages of -32042 inside the receive loop, before a completion can overtake it."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def route_error(self, request_id: Any, error: Any) -> bool:
        register_pages(self._connection, {"code": error.code, "message": error.message, "data": error.data})
        return False

    def route_response(self, request_id: Any, response: Mapping[str, Any]) -> bool:
        return False


def _transport(target: Any) -> Any:
    """The transport for a URL, stdio parameters or a server in this process; or *target*, if it is one."""
    if isinstance(target, str):
        http: Any = importlib.import_module("mcp.client.streamable_http")
        made = getattr(http, "streamable_http_client", None) or http.streamablehttp_client
        return made(target)
    stdio: Any = importlib.import_module("mcp.client.stdio")
    if isinstance(target, stdio.StdioServerParameters):
        return stdio.stdio_client(target)
    if hasattr(target, "_mcp_server") or hasattr(target, "create_initialization_options"):
        return _in_process(getattr(target, "_mcp_server", target))
    return target


@asynccontextmanager
async def _in_process(server: Any) -> AsyncIterator[Any]:
    memory: Any = importlib.import_module("mcp.shared.memory")
    async with (
        memory.create_client_server_memory_streams() as (ours, theirs),
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(server.run, theirs[0], theirs[1], server.create_initialization_options())
        try:
            yield ours
        finally:
            tasks.cancel_scope.cancel()
