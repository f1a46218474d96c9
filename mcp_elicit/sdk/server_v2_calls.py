"""SDK 2.x: opening and closing calls, as a server middleware, innermost at start-up."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.request_state import RequestStateBoundary
from mcp.shared.exceptions import MCPError

from ..errors import CapabilityError, ElicitError
from ..server.carry import Carrier
from ..server.rounds import Conversation, RoundEnds
from ..server.serving import CALLS, Serving, Setup
from ..url_required import UrlElicitationRequiredError
from ..versions import rules_for, rules_of_peer
from .server_v2 import Call, declared_by, low_level, servings
from .server_v2_errors import find_ours, leaving
from .server_wait import running_loop

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

__all__ = ["ElicitationMiddleware", "install", "installed"]

_REMEDY: Final = (
    "before enable(server), add: server.middleware.append("
    "RequestStateBoundary(RequestStateSecurity(keys=[...]), default_audience=server.name))"
)


class ElicitationMiddleware:
    """Serves every call of an enabled server."""

    def __init__(self, server: Server[Any], setup: Setup) -> None:
        self._server = weakref.ref(server)
        self.setup = setup

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Open the call, run its body, and decide what leaves."""
        if ctx.request_id is None or ctx.method not in CALLS:
            return await call_next(ctx)
        serving = Serving(self.setup, ctx.method, loop=running_loop())
        version = ctx.protocol_version
        if rules_of_peer(version).delivery == "result":
            serving.sealed = self._is_sealed()
            serving.unsealed_remedy = _REMEDY
            # "servers MUST treat requestState as attacker-controlled": what nobody verified is not read.
            given = ctx.params if serving.sealed else None
            conversation = Conversation.resume(given, self.setup.limits)
            serving.conversation = conversation
            serving.bystanders = self.setup.crowd.look()
            if conversation.ours:
                ctx = replace(ctx, params=conversation.params_within(ctx.params or {}))
        servings[ctx.session] = serving
        try:
            return await self._close(serving, ctx, lambda: call_next(ctx))
        finally:
            serving.end()

    async def _close(
        self,
        serving: Serving,
        ctx: ServerRequestContext[Any, Any],
        body: Callable[[], Awaitable[HandlerResult]],
    ) -> HandlerResult:
        conversation = serving.conversation
        cancelled_before = _pending_cancels()
        try:
            result = await body()
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:
            if conversation is None or not conversation.unfinished:
                return await self._leave(error, ctx, serving)
            if conversation.over:
                # A task group of Python 3.11 with two failing children leaves a cancellation
                # behind that belongs to nobody any more.
                _forget_cancels(cancelled_before)
            elif isinstance(error, asyncio.CancelledError):
                raise
        else:
            if conversation is None or not conversation.unfinished:
                return self._pass(result, serving)
        return self._end_round(serving.conversation, ctx)

    def _end_round(
        self, conversation: Conversation | None, ctx: ServerRequestContext[Any, Any]
    ) -> HandlerResult:
        assert conversation is not None
        conversation.over = True
        try:
            result = conversation.round_result()
        except ElicitError as error:
            return self._say(error, ctx)
        return self._stamped(result)

    def _stamped(self, result: dict[str, Any]) -> dict[str, Any]:
        # A result that does not come from the handler carries its own envelope.
        server = self._server()
        if server is not None:
            result["_meta"] = {types.SERVER_INFO_META_KEY: server.server_info_stamp}
        return result

    def _pass(self, result: HandlerResult, serving: Serving) -> HandlerResult:
        """A body that is done: its result, with our memory in the state of a round of somebody else."""
        conversation = serving.conversation
        if conversation is None or not conversation.has_memory or not isinstance(result, Mapping):
            return result
        if result.get("resultType") != "input_required":
            return result
        return {**result, "requestState": conversation.wrap(result.get("requestState"))}

    async def _leave(
        self, error: BaseException, ctx: ServerRequestContext[Any, Any], serving: Serving
    ) -> HandlerResult:
        """A body that failed: our errors in the form that reaches whom they are for."""
        ours = find_ours(error)
        if ours is None:
            raise error
        if isinstance(ours, UrlElicitationRequiredError):
            carrier = Carrier(Call(ctx, ctx), self.setup, None)
            try:
                left = await carrier.url_required_leaves(ours)
            except ElicitError as refusal:
                return self._say(refusal, ctx)
            except RoundEnds:
                return self._end_round(serving.conversation, ctx)
            wire = left.to_error(ctx.protocol_version)
            raise MCPError(wire["code"], wire["message"], wire["data"]) from error
        return self._say(ours, ctx)

    def _say(self, error: ElicitError, ctx: ServerRequestContext[Any, Any]) -> HandlerResult:
        """An error as a sentence for the model, or, where only the client can help, for the client."""
        version = ctx.protocol_version
        if isinstance(error, CapabilityError) and rules_for(version).delivery == "result":
            declared = declared_by(ctx)
            if declared is None or not declared.supports(error.mode, version):
                wire = error.to_error()
                raise MCPError(wire["code"], wire["message"], wire["data"])
        if ctx.method == "tools/call":
            return self._tool_error(error.sentence, version)
        raise MCPError(types.INTERNAL_ERROR, error.sentence)

    def _tool_error(self, sentence: str, version: str) -> dict[str, Any]:
        result: dict[str, Any] = {"content": [{"type": "text", "text": sentence}], "isError": True}
        if rules_for(version).delivery != "result":
            return result
        return self._stamped({**result, "resultType": "complete"})

    def _is_sealed(self) -> bool:
        server = self._server()
        if server is None:
            return False
        for middleware in server.middleware:
            if isinstance(middleware, RequestStateBoundary):
                return True
            if middleware is self:
                return False
        return False


def _pending_cancels() -> int:
    task = _task()
    return task.cancelling() if task is not None else 0


def _forget_cancels(keep: int) -> None:
    task = _task()
    while task is not None and task.cancelling() > keep:
        task.uncancel()


class _CountsCancels(Protocol):
    def cancelling(self) -> int: ...

    def uncancel(self) -> int: ...


def _task() -> _CountsCancels | None:
    """This task, where the event loop counts cancellations (Python 3.11 and later)."""
    task = asyncio.current_task() if running_loop() is not None else None
    return cast("_CountsCancels", task) if hasattr(task, "uncancel") else None


def installed(server: Any) -> Setup | None:
    """The settings with which *server* was enabled before."""
    for middleware in low_level(server).middleware:
        if isinstance(middleware, ElicitationMiddleware):
            return middleware.setup
    return None


def install(server: Any, setup: Setup) -> None:
    """Serve every call of *server* from now on."""
    inner = low_level(server)
    inner.middleware.append(ElicitationMiddleware(inner, setup))
    if isinstance(server, MCPServer):
        _keep_sentences(server)


def _keep_sentences(server: MCPServer) -> None:
    """This SDK hides the text of exceptions it does not know; ours is written for the model."""
    call_tool = server.call_tool

    async def call_tool_keeping_ours(
        name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> Any:
        try:
            return await call_tool(name, arguments, context)
        except ToolError as error:
            inner = context._request_context if context is not None else None
            left = leaving(error, servings.get(inner.session) if inner is not None else None)
            if left is error:
                raise
            raise left from error

    server.call_tool = call_tool_keeping_ours  # type: ignore[method-assign]  # a public method, for one instance
