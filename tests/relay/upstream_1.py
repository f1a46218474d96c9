"""An upstream server on SDK 1.x alone: the cases of `upstream`, in requests, over HTTP.

It asks whatever was declared, as servers do that do not look. Prints its port on the first line.
"""

from __future__ import annotations

import contextlib
import json
import socket
from collections import defaultdict
from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any

import anyio
import uvicorn
from pydantic import RootModel
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route

from .cases import PAGES, form, page
from .own_streams import OwnStreams, session_of

types: Any = import_module("mcp.types")
McpError: Any = import_module("mcp.shared.exceptions").McpError
messages: Any = import_module("mcp.shared.message")
server: Any = import_module("mcp.server.lowlevel").Server("upstream")
manager: Any = import_module("mcp.server.streamable_http_manager").StreamableHTTPSessionManager(app=server)

seen: dict[str, list[Any]] = defaultdict(list)
done: set[str] = set()
blocked: dict[str, tuple[Any, str]] = {}
"""By run: the session, and its id, of a call that ended with -32042."""
streams = OwnStreams()
active: set[int] = set()
tasks: anyio.abc.TaskGroup


class Answer(RootModel[Any]):
    """A result as it came."""


class Raw:
    """A message as it is."""

    def __init__(self, method: str, params: Any) -> None:
        self.wire = {"method": method, "params": params}

    def model_dump(self, **_: Any) -> Any:
        return self.wire


async def call_tool(request: Any) -> Any:
    given = request.params.arguments
    case, run = given["case"], given["run"]
    ctx: Any = server.request_context
    declared = ctx.session.client_params.capabilities.elicitation
    wire = None if declared is None else declared.model_dump(by_alias=True, mode="json", exclude_none=True)
    seen[run].append({"declared": wire})
    active.add(id(ctx))
    try:
        return await (asks_page if case in PAGES else asks_form)(ctx, case, run)
    except anyio.get_cancelled_exc_class():
        seen[run].append("cancelled")
        raise
    finally:
        active.discard(id(ctx))


async def ask(ctx: Any, params: Any) -> Any:
    metadata = messages.ServerMessageMetadata(related_request_id=ctx.request_id)
    try:
        result = await ctx.session.send_request(Raw("elicitation/create", params), Answer, metadata=metadata)
    except McpError as error:
        return {"error": error.error.code}
    return result.root


async def asks_form(ctx: Any, case: str, run: str) -> Any:
    answer = await ask(ctx, form(case))
    seen[run].append(answer)
    return text(json.dumps(answer))


async def asks_page(ctx: Any, case: str, run: str) -> Any:
    identity = f"upstream {run}"
    if run in done:
        return text("paid")
    if case == "-32042":
        blocked[run] = ctx.session, session_of(ctx.request)
        data = {"elicitations": [page(elicitationId=identity)]}
        raise McpError(types.ErrorData(code=-32042, message="Please pay first", data=data))
    answer = await ask(ctx, page(elicitationId=identity))
    seen[run].append(answer)
    if answer.get("action") == "accept":
        await complete(ctx.session, identity, str(ctx.request_id))
    return text(json.dumps(answer))


async def take_payment(request: Any) -> JSONResponse:
    """Somebody was shown the page of a -32042, and pays; `upstream` says why no clock does it."""
    run = request.query_params["run"]
    if run in blocked:
        session, identity = blocked.pop(run)
        with anyio.move_on_after(20):
            await streams.opened(identity)
        tasks.start_soon(pay, session, run)
    return JSONResponse("thank you")


async def pay(session: Any, run: str) -> None:
    await anyio.sleep(0.3)  # the call waits a while; nothing depends on how long
    done.add(run)
    with contextlib.suppress(anyio.ClosedResourceError):  # who left meanwhile ends no other run
        await complete(session, f"upstream {run}")
        await complete(session, "an id that nobody asked about")


async def complete(session: Any, identity: str, related: str | None = None) -> None:
    said = Raw("notifications/elicitation/complete", {"elicitationId": identity})
    await session.send_notification(said, related_request_id=related)


def text(value: str) -> Any:
    return types.ServerResult(types.CallToolResult(content=[types.TextContent(type="text", text=value)]))


async def list_tools(request: Any) -> Any:
    return types.ServerResult(
        types.ListToolsResult(tools=[types.Tool(name="work", inputSchema={"type": "object"})])
    )


async def give_seen(request: Any) -> JSONResponse:
    """What was seen, once no call is in progress any more."""
    with anyio.move_on_after(20):
        while active:
            await anyio.sleep(0.05)
    return JSONResponse(seen)


server.request_handlers[types.CallToolRequest] = call_tool
server.request_handlers[types.ListToolsRequest] = list_tools


@contextlib.asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    global tasks
    async with manager.run(), anyio.create_task_group() as tasks:
        yield
        tasks.cancel_scope.cancel()


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    routes = [
        Route("/seen", give_seen),
        Route("/paid", take_payment),
        Mount("/mcp", app=manager.handle_request),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    uvicorn.Server(uvicorn.Config(streams.noted(app), log_level="warning")).run(sockets=[listening])


if __name__ == "__main__":
    main()
