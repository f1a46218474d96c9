"""Which SDK a context belongs to, told by its type; only then is that SDK's adapter imported."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from ..errors import Fault, RequestError
from .server_call import ServerCall

__all__ = ["adapter_of", "call_of"]

_CONTEXTS: Final = {
    ("mcp.server.context", "ServerRequestContext"): "server_v2",
    ("mcp.server.mcpserver.context", "Context"): "server_v2",
    ("mcp.shared.context", "RequestContext"): "server_v1",
    ("mcp.server.fastmcp.server", "Context"): "server_v1",
    ("fastmcp.server.context", "Context"): "server_fastmcp4",
}
_SERVERS: Final = {
    ("mcp.server.lowlevel.server", "Server"): None,  # both SDKs: told apart by what else is there
    ("mcp.server.mcpserver.server", "MCPServer"): "server_v2",
    ("mcp.server.fastmcp.server", "FastMCP"): "server_v1",
    ("fastmcp.server.server", "FastMCP"): "server_fastmcp4",
}


def call_of(ctx: Any) -> ServerCall:
    """The request that *ctx* belongs to.

    Raises:
        RequestError: *ctx* is no context of a known SDK, or belongs to no request.
    """
    name = _named(ctx, _CONTEXTS)
    if name is None:
        raise RequestError(
            Fault(
                "ctx",
                f"{type(ctx).__module__}.{type(ctx).__qualname__} is no context of a known SDK",
                "pass the context that SDK 1.x, SDK 2.x or FastMCP 4 gives to the tool",
            )
        )
    call: ServerCall = import_module(f".{name}", __package__).call_of(ctx)
    return call


def adapter_of(server: Any) -> Any:
    """The adapter module for *server*.

    Raises:
        RequestError: It is no server of a known SDK.
    """
    name = _named(server, _SERVERS)
    if name is None:
        raise RequestError(
            Fault(
                "server",
                f"{type(server).__module__}.{type(server).__qualname__} is no server of a known SDK",
                "pass the FastMCP, MCPServer or low-level Server object",
            )
        )
    return import_module(f".{name}", __package__)


def _named(thing: Any, table: dict[tuple[str, str], Any]) -> str | None:
    for cls in type(thing).__mro__:
        key = (cls.__module__, cls.__name__.partition("[")[0])
        if key in table:
            found = table[key]
            if found is not None:
                return str(found)
            return "server_v2" if hasattr(thing, "middleware") else "server_v1"
    return None
