"""A server of whichever SDK is installed, over stdio or HTTP, for hosts to talk to.

``desk.py`` speaks over stdio; ``desk.py http`` prints the port it took. Nothing it returns repeats an answer.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pydantic import BaseModel, Field

from mcp_elicit import Accepted, AsyncServerExchange, ElicitRequest, enable

IS_V2 = find_spec("mcp_types") is not None
module: Any = import_module("mcp.server.mcpserver" if IS_V2 else "mcp.server.fastmcp")
server: Any = (module.MCPServer if IS_V2 else module.FastMCP)("desk")
elicitation = enable(server)
signed_in: set[str] = set()


class Trip(BaseModel):
    city: str
    nights: int = Field(default=3, ge=1, le=14)


async def book(account: str, copies: int = 1, options: dict[str, Any] | None = None, *, ctx: Any) -> str:
    """Book a trip.

    It asks where to.
    """
    outcome = await AsyncServerExchange.from_context(ctx).ask("Where to?", Trip)
    if not isinstance(outcome, Accepted):
        return f"no trip for {account}: {type(outcome).__name__}"
    return f"{copies} booked for {account}, {outcome.data.nights} nights, {options}"


async def several(ctx: Any) -> str:
    """Ask twice, the same."""
    exchange = AsyncServerExchange.from_context(ctx)
    return f"{await exchange.confirm('Sure?')}, {await exchange.confirm('Sure?')}"


async def plainly(ctx: Any) -> str:
    """Ask as the SDK does, which writes the same for every version."""
    return str((await ctx.elicit("Where to?", Trip)).action)


async def topics(ctx: Any) -> str:
    """Ask for a choice of several, which the oldest hosts cannot show."""
    field = {"type": "array", "items": {"type": "string", "enum": ["food", "sea"]}}
    request = ElicitRequest.for_form("What?", {"type": "object", "properties": {"topics": field}})
    return (await AsyncServerExchange.from_context(ctx).create_elicitation(request)).action


async def connect(ctx: Any) -> str:
    """Need a page; it is done the moment the person agrees to open it."""
    identity = f"page-{time.monotonic_ns()}"
    exchange = AsyncServerExchange.from_context(ctx)

    def page() -> ElicitRequest:
        request = ElicitRequest.for_url("Sign in", "https://auth.example/connect?cart=hunter2", identity)
        asyncio.get_running_loop().call_later(1, finish)
        return request

    def finish() -> None:
        signed_in.add(identity)
        elicitation.complete(identity)

    await exchange.require_url(page, done=lambda: bool(signed_in))
    return "connected"


async def fail() -> str:
    """Fail."""
    raise ValueError("out of paper")


async def die() -> str:
    """End the process in the middle of a call."""
    os._exit(7)


async def print_something() -> str:
    """Write to the standard output what is no message."""
    os.write(1, b"hunter2\n")  # past whatever an SDK does with `print`
    return "printed"


async def be_silent() -> str:
    """Answer in an hour."""
    await asyncio.sleep(3600)
    return "late"


TOOLS: tuple[Callable[..., Any], ...] = (
    *(book, several, plainly, topics, connect),
    *(fail, die, print_something, be_silent),
)
for tool in TOOLS:
    if "ctx" in tool.__annotations__:
        tool.__annotations__["ctx"] = module.Context
    server.tool()(tool)


if __name__ == "__main__":
    if sys.argv[1:] == ["http"]:
        from tests.matrix.serve import serve_http

        asyncio.run(serve_http(server, "mcpserver" if IS_V2 else "fastmcp_1", "http"))
    else:
        server.run("stdio")
