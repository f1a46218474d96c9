"""One body, served by every kind of server that the installed SDKs have.

A body is a function of the context alone; here it becomes a tool, a prompt or a resource.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from mcp_elicit import ServerElicitation, enable

Body = Callable[..., Any]

SDK_2: Final = find_spec("mcp_types") is not None
KINDS: Final = (
    ("mcpserver", "lowlevel_2", *(("fastmcp_4",) if find_spec("fastmcp") else ()))
    if SDK_2
    else ("fastmcp_1", "lowlevel_1")
)
HANDSHAKE: Final = ("2025-06-18", "2025-11-25")
VERSIONS: Final = (*HANDSHAKE, *(("2026-07-28",) if SDK_2 else ()))
CELLS: Final = tuple((kind, version) for kind in KINDS for version in VERSIONS)
MODERN: Final = tuple(kind for kind in KINDS if SDK_2)


@dataclass
class Built:
    """A server, and its handle."""

    server: Any
    handle: ServerElicitation | None


def build(
    kind: str,
    *,
    tool: Body | None = None,
    prompt: Body | None = None,
    resource: Body | None = None,
    enabled: bool = True,
    **options: Any,
) -> Built:
    """Serve the bodies under the names ``tool``, ``prompt`` and ``test://resource/1``."""
    server = _MAKERS[kind](tool, prompt, resource)
    return Built(server, enable(server, **options) if enabled else None)


def _typed(body: Body, context: type, *more: str) -> Body:
    """What a framework reads a signature from."""
    if inspect.iscoroutinefunction(body):

        async def served(ctx: Any, **_: Any) -> Any:
            return await body(ctx)
    else:

        def served(ctx: Any, **_: Any) -> Any:  # type: ignore[misc]  # the other colour of the same
            return body(ctx)

    served.__annotations__ = {**dict.fromkeys(more, str), "ctx": context, "return": str}
    parameters = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=str) for name in more
    ]
    parameters.append(inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=context))
    served.__signature__ = inspect.Signature(parameters, return_annotation=str)  # type: ignore[attr-defined]
    return served


def _decorated(
    server: Any, context: type, tool: Body | None, prompt: Body | None, resource: Body | None
) -> Any:
    if tool is not None:
        server.tool(name="tool")(_typed(tool, context))
    if prompt is not None:
        server.prompt(name="prompt")(_typed(prompt, context))
    if resource is not None:
        server.resource("test://resource/{number}")(_typed(resource, context, "number"))
    return server


def _mcpserver(*bodies: Body | None) -> Any:
    module = import_module("mcp.server.mcpserver")
    return _decorated(module.MCPServer("test"), module.Context, *bodies)


def _fastmcp_4(*bodies: Body | None) -> Any:
    module = import_module("fastmcp")
    return _decorated(module.FastMCP("test"), module.Context, *bodies)


def _fastmcp_1(*bodies: Body | None) -> Any:
    module = import_module("mcp.server.fastmcp")
    return _decorated(module.FastMCP("test"), module.Context, *bodies)


async def _called(body: Body | None, ctx: Any) -> str:
    assert body is not None
    value = body(ctx)
    return str(await value if inspect.isawaitable(value) else value)


def _lowlevel_2(tool: Body | None, prompt: Body | None, resource: Body | None, *, sealed: bool = True) -> Any:
    types = import_module("mcp_types")
    state = import_module("mcp.server.request_state")

    async def call_tool(ctx: Any, params: Any) -> Any:
        text = await _called(tool, ctx)
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)])

    async def get_prompt(ctx: Any, params: Any) -> Any:
        content = types.TextContent(type="text", text=await _called(prompt, ctx))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    async def read_resource(ctx: Any, params: Any) -> Any:
        text = await _called(resource, ctx)
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=params.uri, text=text)])

    server = import_module("mcp.server.lowlevel").Server(
        "test", on_call_tool=call_tool, on_get_prompt=get_prompt, on_read_resource=read_resource
    )
    if sealed:
        policy = state.RequestStateSecurity.ephemeral()
        server.middleware.append(state.RequestStateBoundary(policy, default_audience="test"))
    return server


def unsealed(tool: Body) -> Any:
    """A low-level server of SDK 2.x whose author forgot the boundary."""
    return _lowlevel_2(tool, None, None, sealed=False)


def _lowlevel_1(tool: Body | None, prompt: Body | None, resource: Body | None) -> Any:
    types = import_module("mcp.types")
    server = import_module("mcp.server.lowlevel").Server("test")
    contents = import_module("mcp.server.lowlevel.helper_types").ReadResourceContents

    @server.call_tool()  # type: ignore[untyped-decorator]  # looked up by name
    async def call_tool(name: str, arguments: dict[str, Any]) -> Any:
        return [types.TextContent(type="text", text=await _called(tool, server.request_context))]

    @server.get_prompt()  # type: ignore[untyped-decorator]  # looked up by name
    async def get_prompt(name: str, arguments: dict[str, str] | None) -> Any:
        content = types.TextContent(type="text", text=await _called(prompt, server.request_context))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    @server.read_resource()  # type: ignore[untyped-decorator]  # looked up by name
    async def read_resource(uri: Any) -> Any:
        return [contents(content=await _called(resource, server.request_context), mime_type="text/plain")]

    return server


_MAKERS: Final[dict[str, Callable[..., Any]]] = {
    "mcpserver": _mcpserver,
    "fastmcp_4": _fastmcp_4,
    "fastmcp_1": _fastmcp_1,
    "lowlevel_2": _lowlevel_2,
    "lowlevel_1": _lowlevel_1,
}
