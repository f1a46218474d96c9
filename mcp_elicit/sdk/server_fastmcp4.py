"""FastMCP 4: a server on top of SDK 2.x, whose middleware serves the calls here too.

What is its own: contexts, and a second chain of middleware, in which the errors of a body are
caught before FastMCP makes a result of them.
"""

from __future__ import annotations

from typing import Any, cast

from fastmcp.exceptions import FastMCPError
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server

from ..errors import Fault, RequestError
from ..server.serving import Setup
from . import server_v2, server_v2_errors
from .server_call import ServerCall

__all__ = ["call_of", "install", "installed", "low_level"]


def call_of(ctx: Any) -> ServerCall:
    """The call of a FastMCP context."""
    request_context = ctx.request_context
    if request_context is None:
        raise RequestError(
            Fault(
                "ctx", "belongs to no request (a background task?)", "ask from the tool, prompt or resource"
            )
        )
    inner = cast("ServerRequestContext[Any, Any]", request_context._srctx)
    return server_v2.Call(inner, ctx)


class _Sentences(Middleware):
    """Lets our errors pass, which FastMCP would wrap, and may mask."""

    async def on_call_tool(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        """A tool."""
        return await self._pass(context, call_next)

    async def on_read_resource(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        """A resource."""
        return await self._pass(context, call_next)

    async def on_get_prompt(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        """A prompt."""
        return await self._pass(context, call_next)

    async def _pass(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        try:
            return await call_next(context)
        except FastMCPError as error:
            ours = server_v2_errors.find_ours(error)
            if ours is None:
                raise
            fastmcp_context = context.fastmcp_context
            request = fastmcp_context.request_context if fastmcp_context is not None else None
            if request is None or not server_v2.is_served(request._srctx.session):
                raise type(error)(ours.sentence) from error
            raise server_v2_errors.Leaving(ours) from error


def low_level(server: Any) -> Server[Any]:
    """The server that speaks the protocol."""
    return cast("Server[Any]", server._mcp_server)


def installed(server: Any) -> Setup | None:
    """The settings with which *server* was enabled before."""
    return server_v2.installed(low_level(server))


def install(server: Any, setup: Setup) -> None:
    """Serve every call of *server* from now on."""
    server_v2.install(low_level(server), setup)
    server.add_middleware(_Sentences())
