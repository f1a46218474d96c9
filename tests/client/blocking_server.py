"""A server on SDK 2.x that answers -32042 in every way it can go right and wrong.

Each call names a `case` and a `run`; a run is fresh. Prints its port on the first line.
`tools/call report` tells what the server saw of a run.
"""

from __future__ import annotations

import json
import socket
from collections import defaultdict
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server import Server
from mcp.shared.exceptions import MCPError

CODE = -32042


def page(identity: str, **changes: Any) -> dict[str, Any]:
    plain = {
        "mode": "url",
        "message": f"Please sign in ({identity})",
        "url": f"https://auth.example/connect?flow={identity}",
        "elicitationId": identity,
    }
    return {key: value for key, value in {**plain, **changes}.items() if value is not ...}


FORM = {
    "mode": "form",
    "message": "Name?",
    "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}},
}

DATA: dict[str, Any] = {
    "no data": None,
    "data is a list": [1],
    "no list": {},
    "list is an object": {"elicitations": {}},
    "empty list": {"elicitations": []},
    "a form inside": {"elicitations": [FORM]},
    "a form behind a page": {"elicitations": [page("a"), FORM]},
    "no mode": {"elicitations": [page("a", mode=...)]},
    "no id": {"elicitations": [page("a", elicitationId=...)]},
    "empty id": {"elicitations": [page("a", elicitationId="")]},
    "id is a number": {"elicitations": [page("a", elicitationId=7)]},
    "id repeated": {"elicitations": [page("a"), page("a")]},
    "no url": {"elicitations": [page("a", url=...)]},
    "relative url": {"elicitations": [page("a", url="/connect")]},
    "no message": {"elicitations": [page("a", message=...)]},
    "challenges": {"challenges": [{"amount": 5}]},
    "not an object inside": {"elicitations": ["https://auth.example"]},
    "script url": {"elicitations": [page("a", url="javascript:alert(1)")]},
    "custom scheme": {"elicitations": [page("a", url="myapp://connect")]},
}
PAGES: dict[str, int] = {"three pages": 3, "decline the second of three": 3}

calls: dict[str, int] = defaultdict(int)
arguments: dict[str, list[Any]] = defaultdict(list)
declared: dict[str, Any] = {}


async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    given = params.arguments or {}
    case, run = given.get("case", ""), given.get("run", "")
    if params.name == "report":
        told = {"calls": calls[run], "arguments": arguments[run], "declared": declared.get(run)}
        return text(json.dumps(told))
    result: types.CallToolResult = await blocked(ctx, case, run, given, {"tool": "ok"})
    return result


async def blocked(ctx: Any, case: str, run: str, given: Any, done: Any) -> Any:
    calls[run] += 1
    arguments[run].append(given)
    first = calls[run] == 1
    session, here = ctx.session, ctx.request_id
    if case == "many":
        return await many(ctx, run, given)
    identities = [f"{run}-{i}" for i in range(PAGES.get(case, 1))]
    if case == "before" and first:
        await session.send_elicit_complete(identities[0], related_request_id=here)
    if not first and case not in ("twice", "another code after", "form after"):
        return text(json.dumps(done))
    if not first and case == "another code after":
        raise MCPError(-32000, "something else")
    if not first and case == "form after":
        raise MCPError(CODE, "blocked", {"elicitations": [FORM]})
    if case in DATA:
        raise MCPError(CODE, "blocked", DATA[case])
    if case not in ("never", "before"):
        for identity in identities:
            tasks.start_soon(complete_later, session, case, identity)
    raise MCPError(CODE, "blocked", {"elicitations": [page(identity) for identity in identities]})


async def complete_later(session: Any, case: str, identity: str) -> None:
    """After the answer has left: over the session's own stream, as a web callback would."""
    await anyio.sleep(0.1)
    if case == "another id":
        await session.send_elicit_complete("somebody-else")
        return
    for _ in range(3 if case == "repeated" else 1):
        await session.send_elicit_complete(identity)


async def many(ctx: Any, run: str, given: Any) -> types.CallToolResult:
    """Every call is blocked on one id until all of them were; then the page is done."""
    identity = f"{run}-shared"
    seen = arguments[run].count(given)
    if seen > 1:
        return text("ok")
    if calls[run] == given["of"]:
        tasks.start_soon(complete_later, ctx.session, "many", identity)
    raise MCPError(CODE, "blocked", {"elicitations": [page(identity)]})


def text(value: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=value)])


async def read_resource(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    run = str(params.uri).rpartition("/")[2]
    await blocked(ctx, "during", run, str(params.uri), {})
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=params.uri, text="read")])


async def get_prompt(ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    run = (params.arguments or {})["run"]
    await blocked(ctx, "during", run, params.arguments, {})
    return types.GetPromptResult(
        messages=[types.PromptMessage(role="user", content=types.TextContent(type="text", text="prompted"))]
    )


async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
    return types.ListToolsResult(
        tools=[types.Tool(name=name, input_schema={"type": "object"}) for name in ("work", "report")]
    )


server: Server[Any] = Server(
    "blocking server",
    version="1.0",
    on_call_tool=call_tool,
    on_read_resource=read_resource,
    on_get_prompt=get_prompt,
    on_list_tools=list_tools,
)
tasks: anyio.abc.TaskGroup


async def main() -> None:
    global tasks
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    web = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="warning"))
    async with anyio.create_task_group() as tasks:
        await web.serve(sockets=[listening])
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(main)
