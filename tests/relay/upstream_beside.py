"""An upstream server on SDK 2.x alone that asks for what is no elicitation, over HTTP.

Its tools: `inquire` asks for a name, a sampling and the roots side by side, and gives the answers as they
came; `logs` says twenty things and is done; `changes` says that lists changed; `progresses`; `gives up` takes
its own sampling back; `waits` waits for one. ``GET /seen`` tells what was declared, and which calls of
`waits` were cancelled. Prints its port on the first line.
"""

from __future__ import annotations

import socket
from collections import defaultdict
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server import Server
from starlette.responses import JSONResponse
from starlette.routing import Route

from .raw import Raw, ask

SAMPLING = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Say hello"}}],
    "maxTokens": 5,
    "metadata": {"vendor/trace": [1, 2]},
}
NAME = {"type": "object", "properties": {"name": {"type": "string"}}}
QUESTIONS: dict[str, Any] = {
    "who": {"method": "elicitation/create", "params": {"message": "Who?", "requestedSchema": NAME}},
    "text": {"method": "sampling/createMessage", "params": SAMPLING},
    "where": {"method": "roots/list"},
}
LOGS = 20
CHANGES: list[tuple[str, Any]] = [
    ("notifications/tools/list_changed", None),
    ("notifications/prompts/list_changed", None),
    ("notifications/resources/list_changed", None),
    ("notifications/resources/updated", {"uri": "memo://x"}),
]

seen: dict[str, list[Any]] = defaultdict(list)


async def say(ctx: Any, method: str, params: Any, related: Any = None) -> None:
    wire: Any = Raw({"method": method, **({} if params is None else {"params": params})})
    await ctx.session.send_notification(wire, related)


async def inquire(ctx: Any, run: str) -> Any:
    answers: dict[str, Any] = {}

    async def one(name: str) -> None:
        answers[name] = await ask(ctx, QUESTIONS[name])

    async with anyio.create_task_group() as group:
        for name in QUESTIONS:
            group.start_soon(one, name)
    return answers


async def logs(ctx: Any, run: str) -> Any:
    for i in range(LOGS):
        said = {"level": "info", "data": f"{run} {i}"}
        await say(ctx, "notifications/message", said, ctx.request_id)


async def changes(ctx: Any, run: str) -> Any:
    for method, params in CHANGES:
        await say(ctx, method, params)


async def progresses(ctx: Any, run: str) -> Any:
    for i in range(3):
        await ctx.session.report_progress(i, 3, f"{run} {i}")


async def gives_up(ctx: Any, run: str) -> Any:
    with anyio.move_on_after(1):
        return {"answered": await ask(ctx, QUESTIONS["text"])}
    return {"answered": None}


async def waits(ctx: Any, run: str) -> Any:
    try:
        return await ask(ctx, QUESTIONS["text"])
    except anyio.get_cancelled_exc_class():
        seen[run].append("cancelled")
        raise


TOOLS: dict[str, Any] = {
    "inquire": inquire,
    "logs": logs,
    "changes": changes,
    "progresses": progresses,
    "gives up": gives_up,
    "waits": waits,
}


async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> Any:
    run = str((params.arguments or {})["run"])
    seen[run].append(
        ctx.session.client_capabilities.model_dump(by_alias=True, mode="json", exclude_none=True)
    )
    answers = await TOOLS[params.name](ctx, run) or {}
    return types.CallToolResult(content=[], structured_content=answers)


async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[types.Tool(name=n, input_schema={"type": "object"}) for n in TOOLS])


async def give_seen(request: Any) -> JSONResponse:
    return JSONResponse(seen)


async def main() -> None:
    server: Server[Any] = Server("upstream", on_call_tool=call_tool, on_list_tools=list_tools)
    app = server.streamable_http_app(custom_starlette_routes=[Route("/seen", give_seen)])
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    await uvicorn.Server(uvicorn.Config(app, log_level="warning")).serve([listening])


if __name__ == "__main__":
    anyio.run(main)
