"""SDK 1.x: its `FastMCP` and its low-level `Server`.

It cannot be type-checked beside SDK 2.x, so its modules are looked up by name, once, here.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from importlib import import_module
from typing import Any, Final

import anyio
from pydantic import RootModel

from .._json import dumps
from ..capability import ElicitationCapability
from ..errors import ElicitError, Fault, QuestionWithdrawnError, RequestError
from ..request import ElicitRequest
from ..server.serving import Serving, Setup
from ..url_required import UrlElicitationRequiredError
from .server_call import ServerCall, client_refused
from .server_wait import shielded
from .session_v1 import hand_over_at_once

__all__ = [
    "Call",
    "McpError",
    "UrlRequired",
    "call_of",
    "current",
    "install",
    "installed",
    "low_level",
    "types",
]

types: Final = import_module("mcp.types")
exceptions: Final = import_module("mcp.shared.exceptions")
_message: Final = import_module("mcp.shared.message")
_versions: Final = import_module("mcp.shared.version")
McpError: Final[type[Exception]] = exceptions.McpError
_SdkUrlRequired: Final[type[Exception]] = getattr(exceptions, "UrlElicitationRequiredError", McpError)
"""Newer than this SDK's first versions, which do not speak the version that has the error."""

CONNECTION_CLOSED: Final = -32000
LATE_ANSWERS: Final = 1024
"""How many withdrawn questions of one session we remember, to drop their late answers silently."""

current: ContextVar[tuple[Any, Serving] | None] = ContextVar("mcp_elicit_serving", default=None)
"""The SDK's request context, and what we know of the call; threads and tasks of the call inherit it."""


class _Answer(RootModel[Any]):
    """A result as it came: what it may hold is ours to say."""


class _RawMessage:
    """A message whose params leave exactly as they are; it notes the id under which the SDK sends it.

    The SDK's own request types write members that older versions must never see.
    """

    def __init__(self, session: Any, method: str, params: Mapping[str, Any] | None) -> None:
        self._session = session
        self._wire = {"method": method} if params is None else {"method": method, "params": dict(params)}
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
        self.error = types.ErrorData(**plain.to_error())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.elicitations,)


class Call(ServerCall):
    """A request as SDK 1.x presents it."""

    def __init__(self, inner: Any, context: object) -> None:
        self._inner = inner
        self._session = inner.session
        self.context = context
        held = current.get()
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
        """Send on the stream of this call."""
        try:
            return await self.pass_on(method, params)
        except McpError as error:
            data: Any = error.error  # type: ignore[attr-defined]  # looked up by name
            if data.code == CONNECTION_CLOSED:
                raise QuestionWithdrawnError("the connection closed") from None
            raise client_refused(data.code) from None

    async def pass_on(self, method: str, params: Mapping[str, Any] | None) -> Any:
        """Send on the stream of this call; withdraw it where this SDK does not."""
        hand_over_at_once(self._session)
        message = _RawMessage(self._session, method, params)
        metadata = _message.ServerMessageMetadata(related_request_id=self._inner.request_id)
        try:
            return (await self._session.send_request(message, _Answer, metadata=metadata)).root
        except anyio.get_cancelled_exc_class():
            if message.request_id is not None:
                await self._withdraw(message.request_id)
            raise

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
        """Notify on the stream of the call; on the session's own where it has none, or none any more."""
        await self._send(method, params, related=self.channel)

    async def announce(self, method: str, params: Mapping[str, Any] | None) -> None:
        """Notify on the session's own stream."""
        await self._send(method, params, related=False)

    async def _send(self, method: str, params: Mapping[str, Any] | None, *, related: bool) -> None:
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
    return str(requested if requested in supported else types.LATEST_PROTOCOL_VERSION)


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


def install(server: Any, setup: Setup) -> None:
    """Serve every call of *server* from now on."""
    from . import server_v1_calls

    server_v1_calls.install(server, setup)


def installed(server: Any) -> Setup | None:
    """The settings with which *server* was enabled before."""
    from . import server_v1_calls

    return server_v1_calls.installed(server)


def low_level(server: Any) -> Any:
    """The server that speaks the protocol."""
    return getattr(server, "_mcp_server", server)
