"""How the client programs connect: through `connect`, or with the plain constructor of SDK 1.x."""

from __future__ import annotations

import importlib
import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from mcp_elicit.client import ClientElicitation


def opened(
    person: ClientElicitation, target: str, kind: str, version: str, **more: Any
) -> AbstractAsyncContextManager[Any]:
    """Connect to a URL, or to ``stdio:PYTHON``, the asking server run by that interpreter."""
    if kind == "plain":
        return plain(person, target)
    if not target.startswith("stdio:"):
        return person.connect(target, client=kind, protocol_version=version, **more)
    command, arguments = target.partition(":")[2], ["-m", "tests.client.asking_server", "--stdio"]
    if kind == "fastmcp":
        transport: Any = importlib.import_module("fastmcp.client.transports").StdioTransport
        parameters = transport(command=command, args=arguments, env=dict(os.environ))
    else:
        stdio: Any = importlib.import_module("mcp.client.stdio").StdioServerParameters
        parameters = stdio(command=command, args=arguments, env=dict(os.environ))
    return person.connect(parameters, client=kind, protocol_version=version, **more)


@asynccontextmanager
async def plain(person: ClientElicitation, url: str) -> AsyncIterator[Any]:
    """SDK 1.x's own session, with our callbacks."""
    session: Any = importlib.import_module("mcp").ClientSession
    http: Any = importlib.import_module("mcp.client.streamable_http")
    async with http.streamable_http_client(url) as streams:
        callbacks = {
            "elicitation_callback": person.elicitation_callback,
            "message_handler": person.message_handler,
        }
        async with session(streams[0], streams[1], **callbacks) as client:
            await client.initialize()
            yield client
