"""What a relay needs to know of the host's side of an SDK, beyond what an exchange knows.

Which connection a call came on and when that closes, progress on the stream of a call, and
handlers that give results as they came from elsewhere.
"""

from __future__ import annotations

import weakref
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from importlib import import_module
from typing import Any, Final

from ..errors import Fault, RequestError
from ..versions import rules_for, rules_of_peer
from .client_wire import AsItCame
from .server_call import ServerCall
from .server_contexts import adapter_of

__all__ = [
    "Forward",
    "capabilities_of",
    "connection_of",
    "in_rounds",
    "install",
    "meta_of",
    "on_close",
    "refusal",
    "report",
    "say",
    "typed",
]

_CACHEABLE: Final = frozenset(
    {"tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"}
)
_UNCACHED: Final = {"ttlMs": 0, "cacheScope": "private"}
_ENVELOPE: Final = frozenset({"resultType", "ttlMs", "cacheScope"})
"""What only the results of 2026-07-28 have."""

Forward = Callable[[Any, str, Mapping[str, Any]], Awaitable[Any]]

PARAMS: Final = {
    "tools/list": "PaginatedRequestParams",
    "tools/call": "CallToolRequestParams",
    "prompts/list": "PaginatedRequestParams",
    "prompts/get": "GetPromptRequestParams",
    "resources/list": "PaginatedRequestParams",
    "resources/templates/list": "PaginatedRequestParams",
    "resources/read": "ReadResourceRequestParams",
}
REQUESTS: Final = {
    "tools/list": "ListToolsRequest",
    "tools/call": "CallToolRequest",
    "prompts/list": "ListPromptsRequest",
    "prompts/get": "GetPromptRequest",
    "resources/list": "ListResourcesRequest",
    "resources/templates/list": "ListResourceTemplatesRequest",
    "resources/read": "ReadResourceRequest",
}
RESULTS: Final = {
    "tools/call": "CallToolResult",
    "prompts/get": "GetPromptResult",
    "resources/read": "ReadResourceResult",
}


def connection_of(call: ServerCall) -> object | None:
    """What stays the same for all calls of one connection; None where nothing does (2026-07-28 over HTTP)."""
    ctx = getattr(call, "_ctx", None)
    if ctx is None:
        return getattr(call, "_session", None)
    connection = ctx.session._connection
    if not in_rounds(call):
        return connection if connection.session_id or connection.has_standalone_channel else None
    return getattr(connection.outbound, "_outbound", None)


def on_close(call: ServerCall, close: Callable[[], Awaitable[None]]) -> bool:
    """Run *close* when the connection of a call closes; False where nobody will say so."""
    ctx = getattr(call, "_ctx", None)
    if ctx is not None and in_rounds(call):
        return False  # here the SDK makes one connection object per request
    owner = ctx.session._connection if ctx is not None else getattr(call, "_session", None)
    stack = getattr(owner, "exit_stack", None) or getattr(owner, "_exit_stack", None)
    if not isinstance(stack, AsyncExitStack):
        return False
    stack.push_async_callback(close)
    return True


def in_rounds(call: ServerCall) -> bool:
    """Whether the version of this host has no requests of a server, but rounds."""
    return rules_of_peer(call.protocol_version).delivery == "result"


def capabilities_of(call: ServerCall) -> Mapping[str, Any]:
    """Everything that the host declared, as it came."""
    ctx = getattr(call, "_ctx", None)
    if ctx is not None:
        declared = ctx.session.client_capabilities
    else:
        said = getattr(getattr(call, "_session", None), "client_params", None)
        declared = said.capabilities if said is not None else None
    if declared is None:
        return {}
    return dict(declared.model_dump(by_alias=True, mode="json", exclude_none=True))


def refusal(code: int, message: str) -> Exception:
    """A JSON-RPC error as the SDK's own exception."""
    exceptions, types = import_module("mcp.shared.exceptions"), import_module("mcp.types")
    if hasattr(exceptions, "MCPError"):
        error: Exception = exceptions.MCPError(code=code, message=message)
    else:
        error = exceptions.McpError(types.ErrorData(code=code, message=message))
    return error


async def say(call: ServerCall, method: str, params: Mapping[str, Any] | None) -> None:
    """Send a notification on the stream of the call, in rounds too."""
    ctx = getattr(call, "_ctx", None)
    if ctx is None:
        await call.notify(method, params or {})
        return
    await ctx.session._request_outbound.notify(method, dict(params or {}))


async def report(
    call: ServerCall, token: str | int, progress: float, total: float | None, message: str | None
) -> None:
    """Pass progress on, on the stream of the call."""
    params: dict[str, Any] = {"progressToken": token, "progress": progress}
    if total is not None:
        params["total"] = total
    if message is not None:
        params["message"] = message
    await say(call, "notifications/progress", params)


def meta_of(call: ServerCall) -> Mapping[str, Any] | None:
    """The ``_meta`` of a call."""
    ctx = getattr(call, "_ctx", None)
    if ctx is not None:
        given: Mapping[str, Any] | None = (ctx.params or {}).get("_meta")
        return given
    meta = getattr(getattr(call, "_inner", None), "meta", None)
    return None if meta is None else dict(meta.model_dump(by_alias=True, mode="json", exclude_none=True))


def typed(method: str, result: Mapping[str, Any]) -> Any:
    """A result as the SDK's own object."""
    return getattr(import_module("mcp.types"), RESULTS[method]).model_validate(result)


# ---- handlers that give results as they came -------------------------------------------------


def install(server: Any, methods: tuple[str, ...], forward: Forward) -> None:
    """Let a low-level server answer *methods* by *forward*.

    Raises:
        RequestError: *server* is no low-level Server, or *methods* names one that is not forwarded.
    """
    unknown = [name for name in methods if name not in PARAMS]
    if unknown:
        raise RequestError(
            Fault("methods", f"{unknown[0]!r} is not one of {', '.join(PARAMS)}", "leave it out")
        )
    inner = adapter_of(server).low_level(server)
    if inner is not server:
        raise RequestError(
            Fault(
                "server",
                f"{type(server).__name__} has tools of its own",
                "give a low-level Server, or call call_tool(ctx, ...) from a tool",
            )
        )
    if not hasattr(server, "add_request_handler"):
        for method in methods:
            _install_v1(server, method, forward)
        return
    for method in methods:
        _install_v2(server, method, forward)
    server.middleware.append(_PassingResults(server, frozenset(methods), forward))


def _install_v2(server: Any, method: str, forward: Forward) -> None:
    """The handler is there for what the server declares; the result leaves by the middleware."""

    async def handle(ctx: Any, params: Any) -> Any:
        return _enveloped(server, ctx, method, await forward(ctx, method, ctx.params or {}))

    kind = getattr(import_module("mcp_types"), PARAMS[method])
    server.add_request_handler(method, kind, handle)


class _PassingResults:
    """A middleware that answers in the handlers' place: this SDK takes out of a handler's result what it does
    not know, and leaves a middleware's as it is."""

    def __init__(self, server: Any, methods: frozenset[str], forward: Forward) -> None:
        self._server = weakref.ref(server)
        self._methods = methods
        self._forward = forward

    async def __call__(self, ctx: Any, call_next: Any) -> Any:
        """Forward the methods that are ours."""
        server = self._server()
        if server is None or ctx.request_id is None or ctx.method not in self._methods:
            return await call_next(ctx)
        result = await self._forward(ctx, ctx.method, ctx.params or {})
        return _enveloped(server, ctx, ctx.method, result)


def _enveloped(server: Any, ctx: Any, method: str, result: Mapping[str, Any]) -> dict[str, Any]:
    if rules_for(ctx.protocol_version).delivery != "result":
        return {name: value for name, value in result.items() if name not in _ENVELOPE}
    # What that version requires of every result, and an older server does not say.
    given = {**(_UNCACHED if method in _CACHEABLE else {}), "resultType": "complete", **result}
    key = import_module("mcp_types").SERVER_INFO_META_KEY
    given["_meta"] = {key: server.server_info_stamp, **(given.get("_meta") or {})}
    return given


def _install_v1(server: Any, method: str, forward: Forward) -> None:
    async def handle(request: Any) -> Any:
        params = request.params
        given = {} if params is None else params.model_dump(by_alias=True, mode="json", exclude_unset=True)
        return AsItCame(await forward(server.request_context, method, given))

    server.request_handlers[getattr(import_module("mcp.types"), REQUESTS[method])] = handle
