"""SDK 1.x: its `FastMCP` and its low-level `Server`.

This SDK has no middleware. Its request handlers stand in a public dict, which is replaced by one
that opens and closes every call. It cannot be type-checked beside SDK 2.x, so its modules are
looked up by name, once, here.
"""

from __future__ import annotations

import sys
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from importlib import import_module
from typing import Any, Final

import anyio
from pydantic import RootModel

from .._json import dumps
from ..capability import ElicitationCapability
from ..carry import Carrier
from ..errors import ElicitError, Fault, PeerError, QuestionWithdrawnError, RequestError
from ..request import ElicitRequest
from ..serving import Serving, Setup
from ..url_required import UrlElicitationRequiredError
from ..versions import ErrorCodes
from .server_call import ServerCall, client_refused
from .server_wait import running_loop, shielded

__all__ = ["Call", "call_of", "find_ours", "install", "installed", "low_level"]

_types: Final = import_module("mcp.types")
_exceptions: Final = import_module("mcp.shared.exceptions")
_message: Final = import_module("mcp.shared.message")
_versions: Final = import_module("mcp.shared.version")
_McpError: Final[type[Exception]] = _exceptions.McpError
_SdkUrlRequired: Final[type[Exception]] = getattr(_exceptions, "UrlElicitationRequiredError", _McpError)
"""Newer than this SDK's first versions, which do not speak the version that has the error."""

_METHODS: Final = {
    _types.CallToolRequest: "tools/call",
    _types.GetPromptRequest: "prompts/get",
    _types.ReadResourceRequest: "resources/read",
}
CONNECTION_CLOSED: Final = -32000
LATE_ANSWERS: Final = 1024
"""How many withdrawn questions of one session we remember, to drop their late answers silently."""

_current: ContextVar[tuple[Any, Serving] | None] = ContextVar("mcp_elicit_serving", default=None)
"""The SDK's request context, and what we know of the call; threads and tasks of the call inherit it."""


# ---- the face -------------------------------------------------------------------------------


class _Answer(RootModel[Any]):
    """A result as it came: what it may hold is ours to say."""


class _RawMessage:
    """A message whose params leave exactly as they are; it notes the id under which the SDK sends it.

    The SDK's own request types write members that older versions must never see.
    """

    def __init__(self, session: Any, method: str, params: Mapping[str, Any]) -> None:
        self._session = session
        self._wire = {"method": method, "params": dict(params)}
        self.request_id: int | None = None

    def model_dump(self, **_: Any) -> dict[str, Any]:
        """The message, for the SDK to send: it has taken the next id just before."""
        following = getattr(self._session, "_request_id", None)
        self.request_id = following - 1 if isinstance(following, int) else None
        return self._wire


class _LateAnswers:
    """Drops answers to questions that were withdrawn.

    Without it this SDK logs the whole answer and sends the client an error message.
    """

    def __init__(self) -> None:
        self._withdrawn: OrderedDict[int | str, None] = OrderedDict()

    def expect(self, request_id: int) -> None:
        """An answer to this may still come."""
        self._withdrawn[request_id] = None
        while len(self._withdrawn) > LATE_ANSWERS:
            self._withdrawn.popitem(last=False)

    def route_response(self, request_id: int | str, _: Any) -> bool:
        """Whether this answer is for nobody any more."""
        if request_id not in self._withdrawn:
            return False
        del self._withdrawn[request_id]
        return True

    route_error = route_response


_late: weakref.WeakKeyDictionary[Any, _LateAnswers] = weakref.WeakKeyDictionary()


def _late_answers_of(session: Any) -> _LateAnswers | None:
    if session not in _late:
        if not hasattr(session, "add_response_router"):
            return None
        _late[session] = _LateAnswers()
        session.add_response_router(_late[session])
    return _late[session]


class UrlRequired(UrlElicitationRequiredError, _SdkUrlRequired):  # type: ignore[valid-type,misc]  # looked up by name
    """Ours, and the one error that this SDK lets out of a tool."""

    elicitations: tuple[ElicitRequest, ...] = ()  # the SDK's is a property, which could not be set

    def __init__(self, elicitations: Sequence[ElicitRequest]) -> None:
        plain = UrlElicitationRequiredError(elicitations)
        Exception.__init__(self, *plain.args)
        self.elicitations, self.message = plain.elicitations, plain.message
        self.error = _types.ErrorData(**plain.to_error())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.elicitations,)


class Call(ServerCall):
    """A request as SDK 1.x presents it."""

    def __init__(self, inner: Any, context: object) -> None:
        self._inner = inner
        self._session = inner.session
        self.context = context
        held = _current.get()
        self.serving = held[1] if held is not None and held[0] is inner else None
        self.method = self.serving.method if self.serving is not None else None
        self.label = self.serving.label if self.serving is not None else None
        params = self._session.client_params
        self.protocol_version = _negotiated(params, inner)
        self.capability = _capability(params)

    @property
    def channel(self) -> bool:
        """Not with JSON responses, and over HTTP not once the call is over: its stream is closed."""
        if self._inner.request is None:
            return True
        ended = self.serving is not None and self.serving.ended
        return not ended and not self._answers_with_json()

    def _answers_with_json(self) -> bool:
        if self.serving is not None and self.serving.setup.json_response is not None:
            return self.serving.setup.json_response
        server = getattr(self.context, "_fastmcp", None)
        return bool(server is not None and server.settings.json_response)

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """Send on the stream of this call; withdraw it where this SDK does not."""
        message = _RawMessage(self._session, method, params)
        metadata = _message.ServerMessageMetadata(related_request_id=self._inner.request_id)
        try:
            answer = await self._session.send_request(message, _Answer, metadata=metadata)
        except _McpError as error:
            data: Any = error.error  # type: ignore[attr-defined]  # looked up by name
            if data.code == CONNECTION_CLOSED:
                raise QuestionWithdrawnError("the connection closed") from None
            raise client_refused(data.code) from None
        except anyio.get_cancelled_exc_class():
            if message.request_id is not None:
                await self._withdraw(message.request_id)
            raise
        return answer.root

    async def _withdraw(self, request_id: int) -> None:
        late = _late_answers_of(self._session)
        if late is not None:
            late.expect(request_id)
        params = {"requestId": request_id, "reason": "the question was withdrawn"}

        async def tell() -> None:
            await self._send("notifications/cancelled", params, related=True)
            if self._inner.request is not None:
                # When the client cancelled the call, the stream of the call is closed already.
                await self._send("notifications/cancelled", params, related=False)

        await shielded(tell)

    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Notify on the stream of the call, and on the session's own once the call is over."""
        await self._send(method, params, related=self.serving is None or not self.serving.ended)

    async def _send(self, method: str, params: Mapping[str, Any], *, related: bool) -> None:
        message = _RawMessage(self._session, method, params)
        # As text: this SDK takes the id 0 for none.
        related_id = str(self._inner.request_id) if related else None
        await self._session.send_notification(message, related_request_id=related_id)

    def principal(self) -> str | None:
        """The authenticated client and subject, of this request rather than of the session's first."""
        scope = getattr(self._inner.request, "scope", None) or {}
        token = getattr(scope.get("user"), "access_token", None)
        if token is None:
            context = import_module("mcp.server.auth.middleware.auth_context")
            token = context.get_access_token()
        if token is None:
            return None
        claims = getattr(token, "claims", None) or {}
        return dumps([token.client_id, claims.get("iss"), getattr(token, "subject", None)]).decode()

    def url_required(self, pages: Sequence[ElicitRequest]) -> ElicitError:
        """An error that both sides know."""
        return UrlRequired(pages)


def _negotiated(params: Any, inner: Any) -> str:
    """What the handshake came to; this SDK keeps only what was requested."""
    if params is not None:
        requested = params.protocolVersion
    else:  # stateless: every request names the version itself
        headers = getattr(inner.request, "headers", None)
        requested = headers.get("mcp-protocol-version") if headers is not None else None
    supported: Sequence[str] = _versions.SUPPORTED_PROTOCOL_VERSIONS
    return str(requested if requested in supported else _types.LATEST_PROTOCOL_VERSION)


def _capability(params: Any) -> ElicitationCapability | None:
    declared = params.capabilities.elicitation if params is not None else None
    if declared is None:
        return None
    return ElicitationCapability.from_wire(declared.model_dump(mode="json", by_alias=True, exclude_none=True))


def call_of(ctx: Any) -> ServerCall:
    """The call of a high-level or low-level context."""
    inner = getattr(ctx, "_request_context", ctx)
    if inner is None:
        raise RequestError(Fault("ctx", "belongs to no request", "use the context that the tool was given"))
    return Call(inner, ctx)


# ---- opening and closing calls --------------------------------------------------------------

_Handler = Callable[[Any], Awaitable[Any]]


class _Handlers(dict[type, _Handler]):
    """The server's handlers, of which three open and close a call."""

    def __init__(self, server: Any, handlers: Mapping[type, _Handler], setup: Setup) -> None:
        super().__init__(handlers)
        self._server = weakref.ref(server)
        self.setup = setup

    def get(self, kind: type, default: Any = None) -> Any:
        """The handler of a request, as the server looks it up."""
        handler = super().get(kind, default)
        method = _METHODS.get(kind)
        if handler is None or method is None:
            return handler

        async def served(request: Any) -> Any:
            server = self._server()
            assert server is not None
            params = request.params
            label = str(getattr(params, "name", None) or getattr(params, "uri", ""))
            serving = Serving(self.setup, method, label=label, loop=running_loop())
            return await _serve(server.request_context, serving, lambda: handler(request))

        return served


async def _serve(inner: Any, serving: Serving, body: Callable[[], Awaitable[Any]]) -> Any:
    token = _current.set((inner, serving))
    try:
        return await body()
    except Exception as error:
        ours = find_ours(error)
        if ours is None:
            raise
        return await _leave(ours, error, Call(inner, inner))
    finally:
        serving.end()
        _current.reset(token)


async def _leave(ours: ElicitError, error: Exception, call: Call) -> Any:
    """A body that failed: our errors in the form that reaches whom they are for."""
    assert call.serving is not None
    if isinstance(ours, UrlElicitationRequiredError):
        try:
            left = await Carrier(call, call.serving.setup, None).url_required_leaves(ours)
        except ElicitError as refusal:
            ours = refusal
        else:
            raise _McpError(_types.ErrorData(**left.to_error(call.protocol_version))) from error
    if call.method == "tools/call":
        content = [_types.TextContent(type="text", text=str(ours))]
        return _types.ServerResult(_types.CallToolResult(content=content, isError=True))
    raise _McpError(_types.ErrorData(code=_types.INTERNAL_ERROR, message=str(ours))) from error


# ---- errors on their way out ----------------------------------------------------------------


def find_ours(error: BaseException | None, depth: int = 3) -> ElicitError | None:
    """Our error, or the SDK's -32042 as ours, behind at most *depth* wrappers of the SDK."""
    for _ in range(depth + 1):
        if isinstance(error, ElicitError):
            return error
        if isinstance(error, _McpError):
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
        return make_error_result(error_message if ours is None else str(ours))

    low_level._make_error_result = make_error_result_or_leave


# ---- installing -----------------------------------------------------------------------------


def installed(server: Any) -> Setup | None:
    """The settings with which *server* was enabled before."""
    handlers = low_level(server).request_handlers
    return handlers.setup if isinstance(handlers, _Handlers) else None


def install(server: Any, setup: Setup) -> None:
    """Serve every call of *server* from now on."""
    inner = low_level(server)
    inner.request_handlers = _Handlers(inner, inner.request_handlers, setup)
    _keep_url_required(inner)


def low_level(server: Any) -> Any:
    """The server that speaks the protocol."""
    return getattr(server, "_mcp_server", server)
