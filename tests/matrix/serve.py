"""A real server of one SDK on one transport: ``python -m tests.matrix.serve KIND TRANSPORT [KEY]``.

Over HTTP it prints the port it took, as its first line.
"""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import sys
from importlib import import_module
from typing import Any

from mcp_elicit import AsyncServerExchange, enable

from .bodies import Desk

BLOCK = 100
"""Bytes that one allocated block stands for, rather more than they are on average."""
TRANSPORTS = ("stdio", "http", "http_json", "http_stateless")


def make(kind: str, desk: Desk, transport: str = "stdio", key: str | None = None) -> Any:
    """The server, enabled, with the tools of the desk; replicas share a *key*."""
    security = _security(key) if key is not None else {}
    json_response, stateless = transport == "http_json", transport == "http_stateless"
    if kind == "fastmcp_1":
        module = import_module("mcp.server.fastmcp")
        server = module.FastMCP("desk", json_response=json_response, stateless_http=stateless)
    elif kind == "fastmcp_4":
        module = import_module("fastmcp")
        server = module.FastMCP("desk", **security)
    else:
        module = import_module("mcp.server.mcpserver")
        server = module.MCPServer("desk", **security)
    context: Any = module.Context

    async def book(account: str, ctx: Any) -> str:
        return await desk.book(ctx, account)

    def book_plainly(account: str, ctx: Any) -> str:
        return desk.book_plainly(ctx, account)

    async def connect(account: str, ctx: Any) -> str:
        return await desk.connect(ctx, account)

    def connect_plainly(account: str, ctx: Any) -> str:
        return desk.connect_plainly(ctx, account)

    async def wait(account: str) -> str:
        return await desk.wait(account)

    for tool in (book, book_plainly, connect, connect_plainly):
        tool.__annotations__ = {"account": str, "ctx": context, "return": str}
        server.tool()(tool)
    wait.__annotations__ = {"account": str, "return": str}
    server.tool()(wait)
    desk.handle = enable(server)

    async def ask(ctx: Any) -> str:
        return str(await AsyncServerExchange.from_context(ctx).confirm("Book it?"))

    async def measure() -> str:
        setup = desk.handle._setup if desk.handle is not None else None
        handles = len(setup.pages) + len(setup.store) if setup is not None else 0  # type: ignore[arg-type]  # ours
        return json.dumps({"tasks": _tasks(), "handles": handles, "bytes": _bytes()})

    async def be_patient(ctx: Any) -> str:
        return await desk.be_patient(ctx)

    async def endings() -> str:
        return json.dumps(desk.endings)

    for asking in (ask, be_patient):
        asking.__annotations__ = {"ctx": context, "return": str}
        server.tool()(asking)
    server.tool()(endings)
    server.tool()(measure)
    return server


def _security(key: str) -> dict[str, Any]:
    policy = import_module("mcp.server.request_state").RequestStateSecurity(keys=[key], audience="desk")
    return {"request_state_security": policy}


def _tasks() -> int:
    return len(asyncio.all_tasks())


def _bytes() -> int:
    """What Python holds, about: tracing every allocation makes a server ten times slower."""
    gc.collect()
    return sys.getallocatedblocks() * BLOCK


def app(server: Any, kind: str, transport: str) -> Any:
    """The server as an ASGI application."""
    if kind == "fastmcp_1":
        return server.streamable_http_app()
    options = {"json_response": transport == "http_json", "stateless_http": transport == "http_stateless"}
    return server.http_app(**options) if kind == "fastmcp_4" else server.streamable_http_app(**options)


async def serve_http(server: Any, kind: str, transport: str) -> None:
    """Serve on a port that is free, and say which."""
    import uvicorn

    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app(server, kind, transport), log_level="error")
    await uvicorn.Server(config).serve(sockets=[listening])


def main() -> None:
    """Serve until the client leaves, or until we are ended."""
    kind, transport, *key = sys.argv[1:]
    server = make(kind, Desk(), transport, *key)
    if transport != "stdio":
        asyncio.run(serve_http(server, kind, transport))
    elif kind == "fastmcp_4":
        asyncio.run(server.run_async(transport="stdio", show_banner=False))
    else:
        server.run("stdio")


if __name__ == "__main__":
    main()
