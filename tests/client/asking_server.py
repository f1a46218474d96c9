"""A server on SDK 2.x that asks what a client wants to be asked, in requests and in rounds.

Over HTTP it prints its port on the first line, and ``GET /seen`` gives, and forgets, what clients
declared, as it stood on the wire. With ``--stdio`` it speaks there.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from starlette.responses import JSONResponse
from starlette.routing import Route

CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
seen: list[Any] = []


async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> Any:
    given = params.arguments or {}
    if params.name == "nothing":
        return text("nothing")
    if params.name == "process":
        return text(str(os.getpid()))
    if params.name == "until cancelled":
        await cancelled.wait()
        return text("cancelled")
    if ctx.protocol_version == "2026-07-28":
        return await in_rounds(params, given)
    return await in_requests(ctx, given)


async def in_requests(ctx: Any, given: dict[str, Any]) -> Any:
    """Ask each question of *given* one after the other, whatever was declared."""
    answers: list[Any] = []
    for question in given["questions"]:
        asked = types.ElicitRequest.model_validate({"params": question})
        if given.get("complete"):
            tasks.start_soon(complete_later, ctx.session, question["elicitationId"])
        try:
            result = await ctx.session.send_request(
                asked,
                types.ElicitResult,
                request_read_timeout_seconds=given.get("patience"),
                metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
            )
            answers.append(result.model_dump(by_alias=True, exclude_unset=True))
        except MCPError as error:
            answers.append({"code": error.code, "message": error.message})
        except anyio.get_cancelled_exc_class():
            cancelled.set()
            raise
    return text(json.dumps(answers))


async def in_rounds(params: types.CallToolRequestParams, given: dict[str, Any]) -> Any:
    """One round per item of ``rounds``; ``"state only"`` asks nothing; the last comes ``again`` more."""
    state = json.loads(params.request_state or '{"at": 0, "answers": []}')
    if params.input_responses:
        state["answers"].append(
            {
                key: one.model_dump(by_alias=True, mode="json", exclude_none=True)
                for key, one in params.input_responses.items()
            }
        )
    rounds: list[Any] = given["rounds"] + given["rounds"][-1:] * given.get("again", 0)
    if state["at"] == len(rounds) or any(
        a["action"] == "cancel" for one in state["answers"] for a in one.values() if "action" in a
    ):
        return text(json.dumps(state["answers"]))
    asked = rounds[state["at"]]
    state["at"] += 1
    requests = None if asked == "state only" else {key: request(one) for key, one in asked.items()}
    return types.InputRequiredResult(input_requests=requests, request_state=json.dumps(state))


async def complete_later(session: Any, identity: str) -> None:
    """While the person is still being asked, over the session's own stream, as a web callback would."""
    await anyio.sleep(0.1)
    await session.send_elicit_complete(identity)


def request(question: dict[str, Any]) -> Any:
    if question.get("roots"):
        return types.ListRootsRequest()
    return types.ElicitRequest.model_validate({"params": question})


def text(value: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=value)])


async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
    names = ("ask", "nothing", "process", "until cancelled")
    return types.ListToolsResult(
        tools=[types.Tool(name=name, input_schema={"type": "object"}) for name in names]
    )


tasks: anyio.abc.TaskGroup
cancelled = anyio.Event()
"""The client withdrew a call in which it was being asked."""
server: Server[Any] = Server("asking server", version="2.1", on_call_tool=call_tool, on_list_tools=list_tools)


async def give_seen(request: Any) -> JSONResponse:
    given = list(seen)
    seen.clear()
    return JSONResponse(given)


def note(body: bytes) -> None:
    message = json.loads(body) if body else {}
    params = message.get("params") or {}
    if message.get("method") == "initialize":
        seen.append({"version": params["protocolVersion"], "capabilities": params["capabilities"]})
    elif CAPABILITIES_KEY in params.get("_meta", {}):
        seen.append({"method": message["method"], "capabilities": params["_meta"][CAPABILITIES_KEY]})


class Noting:
    """Reads what was declared off the wire, before the SDK does."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        parts: list[bytes] = []

        async def noted() -> Any:
            message = await receive()
            if message["type"] == "http.request":
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    note(b"".join(parts))
            return message

        await self.app(scope, noted if scope.get("method") == "POST" else receive, send)


async def main() -> None:
    global tasks
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    app = server.streamable_http_app(custom_starlette_routes=[Route("/seen", give_seen)])
    async with anyio.create_task_group() as tasks:
        await uvicorn.Server(uvicorn.Config(Noting(app), log_level="warning")).serve(sockets=[listening])
        tasks.cancel_scope.cancel()


async def over_stdio() -> None:
    global tasks
    async with stdio_server() as (read, write), anyio.create_task_group() as tasks:
        await server.run(read, write, server.create_initialization_options())
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(over_stdio if "--stdio" in sys.argv else main)
