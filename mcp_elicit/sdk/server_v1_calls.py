"""SDK 1.x: opening and closing calls.

This SDK has no middleware. Its request handlers stand in a public dict, which is replaced by one
that opens and closes every call.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from typing import Any, Final

from ..errors import ElicitError, PeerError
from ..server.carry import Carrier
from ..server.serving import Serving, Setup
from ..url_required import UrlElicitationRequiredError
from ..versions import ErrorCodes
from .server_v1 import Call, McpError, current, low_level, types
from .server_wait import running_loop
from .session_v1 import over

__all__ = ["find_ours", "install", "installed"]

METHODS: Final = {
    types.CallToolRequest: "tools/call",
    types.GetPromptRequest: "prompts/get",
    types.ReadResourceRequest: "resources/read",
}

# ---- opening and closing calls --------------------------------------------------------------

_Handler = Callable[[Any], Awaitable[Any]]

_served: ContextVar[Any] = ContextVar("mcp_elicit_served", default=None)
"""The SDK's context of the request that is being served: a handler may call another of the table."""


class _Handlers(dict[type, _Handler]):
    """The server's handlers, of which three open and close a call."""

    def __init__(self, server: Any, handlers: Mapping[type, _Handler], setup: Setup) -> None:
        super().__init__(handlers)
        self._server = weakref.ref(server)
        self.setup = setup

    def get(self, kind: type, default: Any = None) -> Any:
        """The handler of a request, as the server looks it up."""
        handler = super().get(kind, default)
        method = METHODS.get(kind)
        if handler is None:
            return handler

        async def opened(inner: Any, request: Any) -> Any:
            if method is None:
                return await handler(request)
            params = request.params
            label = str(getattr(params, "name", None) or getattr(params, "uri", ""))
            serving = Serving(self.setup, method, label=label, loop=running_loop())
            return await _serve(inner, serving, lambda: handler(request))

        async def served(request: Any) -> Any:
            server = self._server()
            assert server is not None
            try:
                inner = server.request_context
            except LookupError:  # by hand, outside of any request
                return await handler(request)
            if _served.get() is inner:
                return await opened(inner, request)
            token = _served.set(inner)
            try:
                return await opened(inner, request)
            finally:
                _served.reset(token)
                await over(inner.session, inner.request_id)

        return served


async def _serve(inner: Any, serving: Serving, body: Callable[[], Awaitable[Any]]) -> Any:
    token = current.set((inner, serving))
    try:
        return await body()
    except Exception as error:
        ours = find_ours(error)
        if ours is None:
            raise
        return await _leave(ours, error, Call(inner, inner))
    finally:
        serving.end()
        current.reset(token)


async def _leave(ours: ElicitError, error: Exception, call: Call) -> Any:
    """A body that failed: our errors in the form that reaches whom they are for."""
    assert call.serving is not None
    if isinstance(ours, UrlElicitationRequiredError):
        try:
            left = await Carrier(call, call.serving.setup, None).url_required_leaves(ours)
        except ElicitError as refusal:
            ours = refusal
        else:
            raise McpError(types.ErrorData(**left.to_error(call.protocol_version))) from error
    if call.method == "tools/call":
        content = [types.TextContent(type="text", text=ours.sentence)]
        return types.ServerResult(types.CallToolResult(content=content, isError=True))
    raise McpError(types.ErrorData(code=types.INTERNAL_ERROR, message=ours.sentence)) from error


# ---- errors on their way out ----------------------------------------------------------------


def find_ours(error: BaseException | None, depth: int = 3) -> ElicitError | None:
    """Our error, or the SDK's -32042 as ours, behind at most *depth* wrappers of the SDK."""
    for _ in range(depth + 1):
        if isinstance(error, ElicitError):
            return error
        if isinstance(error, McpError):
            return _sdk_url_required(error)
        if error is None:
            return None
        if not isinstance(error, ValueError) and type(error).__module__ != "mcp.server.fastmcp.exceptions":
            return None  # no wrapper of the SDK: the author's own
        error = error.__cause__ or error.__context__
    return None


def _sdk_url_required(error: Any) -> ElicitError | None:
    data = error.error
    if data.code != ErrorCodes.URL_ELICITATION_REQUIRED:
        return None
    try:
        return UrlElicitationRequiredError.from_error(
            {"code": data.code, "message": data.message, "data": data.data}
        )
    except PeerError:
        return None  # the code also exists elsewhere, with other data: not ours to touch


def _keep_url_required(low_level: Any) -> None:
    """In a tool this SDK makes a result of every error but its own -32042; ours must get out too."""
    make_error_result = getattr(low_level, "_make_error_result", None)
    if make_error_result is None:
        return

    def make_error_result_or_leave(error_message: str) -> Any:
        ours = find_ours(sys.exc_info()[1], depth=1)
        if isinstance(ours, UrlElicitationRequiredError):
            raise ours
        return make_error_result(error_message if ours is None else ours.sentence)

    low_level._make_error_result = make_error_result_or_leave


def installed(server: Any) -> Setup | None:
    """The settings with which *server* was enabled before."""
    handlers = low_level(server).request_handlers
    return handlers.setup if isinstance(handlers, _Handlers) else None


def install(server: Any, setup: Setup) -> None:
    """Serve every call of *server* from now on."""
    inner = low_level(server)
    inner.request_handlers = _Handlers(inner, inner.request_handlers, setup)
    _keep_url_required(inner)
