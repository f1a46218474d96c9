"""SDK 2.x: `MCPServer` and the low-level `Server`.

A server middleware, innermost at start-up, opens and closes every call: it hands the body its
conversation, ends its rounds, and lets our errors leave in the form that this SDK keeps.
"""

from __future__ import annotations

import weakref
from collections.abc import Awaitable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import authenticated_principal
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from pydantic import RootModel

from ..capability import ElicitationCapability
from ..errors import ElicitError, Fault, QuestionWithdrawnError, RequestError
from ..request import ElicitRequest
from ..server.serving import Serving, Setup
from ..url_required import UrlElicitationRequiredError
from .server_call import ServerCall, client_refused

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext
    from mcp.server.session import ServerSession

__all__ = ["Call", "UrlRequired", "call_of", "install", "installed", "is_served", "low_level", "servings"]

servings: weakref.WeakKeyDictionary[ServerSession, Serving] = weakref.WeakKeyDictionary()
"""This SDK makes one session object per request, so a session names a call."""


class _Answer(RootModel[Any]):
    """A result as it came: what it may hold is ours to say."""


class _RawRequest:
    """A request whose params leave exactly as they are.

    The SDK's own request types write members that older versions must never see.
    """

    method = ""
    """Nothing that the SDK has a result type for: it would refuse answers that real hosts give."""

    def __init__(self, method: str, params: Mapping[str, Any] | None) -> None:
        self._wire = {"method": method} if params is None else {"method": method, "params": dict(params)}

    def model_dump(self, **_: Any) -> dict[str, Any]:
        """The message, for the SDK to send."""
        return self._wire


class UrlRequired(UrlElicitationRequiredError, MCPError):
    """Ours, and an error that this SDK lets out of a tool."""

    # The SDK has a property here, which could not be set.
    message: str = ""  # pyright: ignore[reportIncompatibleMethodOverride]

    def __init__(self, elicitations: Sequence[ElicitRequest]) -> None:
        plain = UrlElicitationRequiredError(elicitations)
        Exception.__init__(self, *plain.args)
        self.elicitations = plain.elicitations
        vars(self)["message"] = plain.message
        self.error = types.ErrorData.model_validate(plain.to_error())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.elicitations,)


class Call(ServerCall):
    """A request as SDK 2.x presents it."""

    def __init__(self, ctx: ServerRequestContext[Any, Any], context: object) -> None:
        self._ctx = ctx
        self.context = context
        self.protocol_version = ctx.protocol_version
        self.method = ctx.method
        params = ctx.params or {}
        self.label = params.get("name") or params.get("uri")
        self.capability = declared_by(ctx)
        self.serving = servings.get(ctx.session)

    @property
    def channel(self) -> bool:
        """As the SDK says it now: no more, once the call is over."""
        return self._ctx.session.can_send_request

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """Send on the stream of this call."""
        try:
            return (await self._sent(method, params)).root
        except MCPError as error:
            if error.code == types.CONNECTION_CLOSED:
                raise QuestionWithdrawnError("the connection closed") from None
            raise client_refused(error.code) from None

    async def pass_on(self, method: str, params: Mapping[str, Any] | None) -> Any:
        """Send on the stream of this call."""
        return (await self._sent(method, params)).root

    def _sent(self, method: str, params: Mapping[str, Any] | None) -> Awaitable[_Answer]:
        request = cast("types.ServerRequest", _RawRequest(method, params))
        metadata = ServerMessageMetadata(related_request_id=self._ctx.request_id)
        return self._ctx.session.send_request(request, _Answer, metadata=metadata)

    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Notify on the stream of the call, and on the session's own once the call is over."""
        session = self._ctx.session
        related = self._ctx.request_id if session.can_send_request else None
        notification = cast("types.ServerNotification", _RawRequest(method, params))
        await session.send_notification(notification, related)

    async def announce(self, method: str, params: Mapping[str, Any] | None) -> None:
        """Notify on the session's own stream."""
        notification = cast("types.ServerNotification", _RawRequest(method, params))
        await self._ctx.session.send_notification(notification)

    def principal(self) -> str | None:
        """The authenticated client and subject."""
        return authenticated_principal(self._ctx)

    def url_required(self, pages: Sequence[ElicitRequest]) -> ElicitError:
        """An error that both sides know."""
        return UrlRequired(pages)


def declared_by(ctx: ServerRequestContext[Any, Any]) -> ElicitationCapability | None:
    """What the client declared."""
    declared = ctx.session.client_capabilities
    if declared is None or declared.elicitation is None:
        return None
    wire = declared.elicitation.model_dump(mode="json", by_alias=True, exclude_none=True)
    return ElicitationCapability.from_wire(wire)


def call_of(ctx: Any) -> ServerCall:
    """The call of a high-level or low-level context."""
    inner = getattr(ctx, "_request_context", ctx)
    if inner is None:
        raise RequestError(Fault("ctx", "belongs to no request", "use the context that the tool was given"))
    return Call(inner, ctx)


def is_served(session: ServerSession) -> bool:
    """Whether a call of an enabled server is being served under *session*."""
    return session in servings


def install(server: Any, setup: Setup) -> None:
    """Serve every call of *server* from now on."""
    from . import server_v2_calls

    server_v2_calls.install(server, setup)


def installed(server: Any) -> Setup | None:
    """The settings with which *server* was enabled before."""
    from . import server_v2_calls

    return server_v2_calls.installed(server)


def low_level(server: Any) -> Server[Any]:
    """The server that speaks the protocol."""
    return cast("Server[Any]", server._lowlevel_server if isinstance(server, MCPServer) else server)
