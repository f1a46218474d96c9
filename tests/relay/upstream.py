"""An upstream server on SDK 2.x alone, without mcp_elicit; its body is a tool of FastMCP 4 too.

It asks in requests on handshake versions and in rounds on 2026-07-28, and notes under the run that a
call names what it saw: what was declared, what came back, how the call ended. Of the first port, for both:
``GET /seen`` tells of it, and ``GET /paid?run=...`` is what a person does on the page of a -32042. Prints the
ports of both on the first line.
"""

from __future__ import annotations

import json
import socket
from collections import defaultdict
from importlib.util import find_spec
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server import Server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from starlette.responses import JSONResponse
from starlette.routing import Route

from .cases import PAGES, form, page
from .own_streams import OwnStreams, session_of

seen: dict[str, list[Any]] = defaultdict(list)
done: set[str] = set()
blocked: dict[str, tuple[Any, str]] = {}
"""By run: the session, and its id, of a call that ended with -32042."""
streams = OwnStreams()
active: set[int] = set()
tasks: anyio.abc.TaskGroup


async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> Any:
    given = params.arguments or {}
    case, run = given["case"], given["run"]
    declared = ctx.session.client_capabilities.elicitation if ctx.session.client_capabilities else None
    wire = None if declared is None else declared.model_dump(by_alias=True, mode="json", exclude_none=True)
    seen[run].append({"declared": wire})
    rounds = ctx.protocol_version == "2026-07-28"
    active.add(id(ctx))
    try:
        if case == "load":
            return await load(ctx, given)
        if case in PAGES:
            return await (page_in_rounds if rounds else page_in_requests)(ctx, params, case, run)
        return await (form_in_rounds if rounds else form_in_requests)(ctx, params, case, run)
    except anyio.get_cancelled_exc_class():
        seen[run].append("cancelled")
        raise
    finally:
        active.discard(id(ctx))


async def ask(ctx: Any, question: dict[str, Any]) -> dict[str, Any]:
    asked = types.ElicitRequest.model_validate({"params": question})
    try:
        result = await ctx.session.send_request(
            asked, types.ElicitResult, metadata=ServerMessageMetadata(related_request_id=ctx.request_id)
        )
    except MCPError as error:
        return {"error": error.code}
    return dict(result.model_dump(by_alias=True, mode="json", exclude_none=True))


async def form_in_requests(ctx: Any, params: Any, case: str, run: str) -> Any:
    answer = await ask(ctx, form(case))
    seen[run].append(answer)
    return text(json.dumps(answer))


async def form_in_rounds(ctx: Any, params: Any, case: str, run: str) -> Any:
    if params.input_responses is None:
        return question({"answer": form(case)}, f"secret state of {run}")
    assert params.request_state == f"secret state of {run}"
    answer = dict(params.input_responses["answer"].model_dump(by_alias=True, mode="json", exclude_none=True))
    seen[run].append(answer)
    return text(json.dumps(answer))


async def page_in_requests(ctx: Any, params: Any, case: str, run: str) -> Any:
    identity = f"upstream {run}"
    if run in done:
        return text("paid")
    if case == "-32042":
        blocked[run] = ctx.session, session_of(ctx.request)
        raise MCPError(-32042, "Please pay first", {"elicitations": [page(elicitationId=identity)]})
    answer = await ask(ctx, page(elicitationId=identity))
    seen[run].append(answer)
    if answer.get("action") == "accept":
        await ctx.session.send_elicit_complete(identity, related_request_id=ctx.request_id)
    return text(json.dumps(answer))


async def page_in_rounds(ctx: Any, params: Any, case: str, run: str) -> Any:
    """The page again in every round until it is done; -32042 does not exist here."""
    if params.input_responses is None:
        return question({"page": page()}, "unpaid")
    answer = dict(params.input_responses["page"].model_dump(by_alias=True, mode="json", exclude_none=True))
    seen[run].append(answer)
    return text(json.dumps(answer))


async def take_payment(request: Any) -> JSONResponse:
    """Somebody was shown the page of a -32042, and pays.

    No clock does it: the error and the completion travel on two connections, and a completion that is there
    first names an id which its client does not know yet, and MUST ignore.
    """
    run = request.query_params["run"]
    if run in blocked:  # not on 2026-07-28, where the call comes back by itself
        session, identity = blocked.pop(run)
        with anyio.move_on_after(20):
            await streams.opened(identity)
        tasks.start_soon(pay, session, run)
    return JSONResponse("thank you")


async def pay(session: Any, run: str) -> None:
    await anyio.sleep(0.3)  # the call waits a while; nothing depends on how long
    done.add(run)
    await session.send_elicit_complete(f"upstream {run}")
    await session.send_elicit_complete("an id that nobody asked about")


async def load(ctx: Any, given: dict[str, Any]) -> Any:
    who = {"type": "object", "properties": {"who": {"type": "string"}}}
    answer = await ask(ctx, {"message": given["run"], "requestedSchema": who})
    return text(answer["content"]["who"])


def question(asked: dict[str, Any], state: str) -> Any:
    requests: dict[str, Any] = {
        key: types.ElicitRequest.model_validate({"params": one}) for key, one in asked.items()
    }
    return types.InputRequiredResult(input_requests=requests, request_state=state)


def text(value: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=value)])


async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[types.Tool(name="work", input_schema={"type": "object"})])


async def give_seen(request: Any) -> JSONResponse:
    """What was seen, once no call is in progress any more."""
    with anyio.move_on_after(20):
        while active:
            await anyio.sleep(0.05)
    return JSONResponse(seen)


server: Server[Any] = Server("upstream", on_call_tool=call_tool, on_list_tools=list_tools)


def of_fastmcp() -> Any:
    """The same call as a tool of FastMCP 4, enabled: by itself it loses -32042 in tools."""
    from fastmcp import Context, FastMCP

    from mcp_elicit import enable

    async def work(ctx: Context, case: str, run: str) -> Any:
        inner: Any = ctx.request_context
        params = types.CallToolRequestParams.model_validate(inner._srctx.params)
        return await call_tool(inner._srctx, params)

    work.__annotations__["ctx"] = Context  # a local name, of a package that not every Python has
    high: Any = FastMCP("upstream")
    enable(high)
    high.tool(work)
    return high.http_app(path="/mcp")


async def main() -> None:
    global tasks
    routes = [Route("/seen", give_seen), Route("/paid", take_payment)]
    apps: list[Any] = [server.streamable_http_app(custom_starlette_routes=routes)]
    if find_spec("fastmcp") is not None:
        apps.append(of_fastmcp())
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in apps]
    print(*(listening.getsockname()[1] for listening in sockets), flush=True)
    async with anyio.create_task_group() as tasks:
        for app, listening in zip(apps, sockets, strict=True):
            web = uvicorn.Server(uvicorn.Config(streams.noted(app), log_level="warning"))
            tasks.start_soon(web.serve, [listening])


if __name__ == "__main__":
    anyio.run(main)
