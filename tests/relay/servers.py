"""Servers in this process: an upstream that asks through mcp_elicit, and gateways in front of it."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import mcp_types as types
from mcp.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.memory import create_client_server_memory_streams

from mcp_elicit import ElicitRequest, Relay, UrlElicitationRequiredError, enable

__all__ = ["Upstream", "gateway", "piped", "relayed", "streams"]

Body = Callable[[Any, dict[str, Any]], Any]


class Upstream:
    """A low-level server whose calls run *body*; it notes what was declared and what was cancelled."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.declared: list[Any] = []
        self.calls = 0
        self.cancelled = asyncio.Event()
        self.server: Server[Any] = Server(
            "upstream",
            on_call_tool=self._call_tool,
            on_get_prompt=self._get_prompt,
            on_read_resource=self._read_resource,
            on_list_tools=self._list_tools,
        )
        security = RequestStateSecurity.ephemeral()
        self.server.middleware.append(RequestStateBoundary(security, default_audience="upstream"))
        self.handle = enable(self.server)

    def block(self, times: int, seconds: float = 0.1) -> None:
        """Raise -32042 by hand *times* times, and complete each page *seconds* later."""

        async def blocked(ctx: Any, given: dict[str, Any]) -> str:
            if self.calls > times:
                return "paid"
            page = ElicitRequest.for_url("Pay", "https://pay.example/x")
            assert page.elicitation_id is not None
            asyncio.get_running_loop().call_later(seconds, self.handle.complete, page.elicitation_id)
            raise UrlElicitationRequiredError([page])

        self.body = blocked

    async def _serve(self, ctx: Any, given: dict[str, Any]) -> str:
        capabilities = ctx.session.client_capabilities
        declared = capabilities.elicitation if capabilities is not None else None
        self.declared.append(
            None if declared is None else declared.model_dump(mode="json", exclude_none=True, by_alias=True)
        )
        self.calls += 1
        try:
            return str(await self.body(ctx, given))
        except asyncio.CancelledError:
            self.cancelled.set()
            raise

    async def _call_tool(self, ctx: Any, params: Any) -> types.CallToolResult:
        said = await self._serve(ctx, params.arguments or {})
        return types.CallToolResult(content=[types.TextContent(type="text", text=said)])

    async def _get_prompt(self, ctx: Any, params: Any) -> types.GetPromptResult:
        said = types.TextContent(type="text", text=await self._serve(ctx, params.arguments or {}))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=said)])

    async def _read_resource(self, ctx: Any, params: Any) -> types.ReadResourceResult:
        said = await self._serve(ctx, {})
        contents: list[Any] = [types.TextResourceContents(uri=params.uri, text=said)]
        return types.ReadResourceResult(contents=contents, ttl_ms=60_000, cache_scope="public")

    async def _list_tools(self, ctx: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool(name="work", input_schema={"type": "object"})])


@asynccontextmanager
async def streams(server: Server[Any]) -> AsyncIterator[Any]:
    """A transport to *server* in this process that carries JSON-RPC, as a pipe does."""
    async with create_client_server_memory_streams() as (ours, theirs):
        running = asyncio.create_task(server.run(*theirs, server.create_initialization_options()))
        yield ours
        await ours[1].aclose()
        await asyncio.wait((running,), timeout=5)


@asynccontextmanager
async def piped(server: Server[Any]) -> AsyncIterator[Any]:
    """Like `streams`, but what arrives does not say in whose task it was sent: as over stdio."""
    arrived = anyio.create_memory_object_stream[Any]()

    async def pump(read: Any) -> None:
        with suppress(anyio.BrokenResourceError):  # nobody reads any more
            async with arrived[0]:
                async for item in read:
                    await arrived[0].send(item)

    async with streams(server) as (read, write):
        arriving = contextvars.Context().run(asyncio.create_task, pump(read))
        yield arrived[1], write
        await write.aclose()
        await asyncio.wait((arriving,), timeout=5)


def gateway(relay: Relay, **enabling: Any) -> Server[Any]:
    """An enabled low-level server that forwards everything."""
    server: Server[Any] = Server("gateway")
    security = RequestStateSecurity.ephemeral()
    server.middleware.append(RequestStateBoundary(security, default_audience="gateway"))
    enable(server, **enabling)
    relay.serve(server)
    return server


@asynccontextmanager
async def relayed(
    upstream: Upstream, version: str, *, enabling: dict[str, Any] | None = None, **relaying: Any
) -> AsyncIterator[Server[Any]]:
    """A gateway to *upstream*, which is spoken to in *version*."""
    async with Relay(upstream.server, protocol_version=version, **relaying) as relay:
        yield gateway(relay, **(enabling or {}))
