"""A host built on the Python SDK 1.x alone: it does jobs against servers, and prints what came of each.

The jobs and the reports are those of `host.mjs`. Knows nothing of mcp_elicit: it runs in the peer's own
environment.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from importlib import import_module
from typing import Any

# SDK 1.x, which the type checker of this checkout does not see.
mcp: Any = import_module("mcp")
stdio: Any = import_module("mcp.client.stdio")
streamable_http: Any = import_module("mcp.client.streamable_http")

job: dict[str, Any] = {}
arrived: list[Any] = []
completed: list[str] = []


async def answer(context: Any, params: Any) -> Any:
    arrived.append(params.model_dump(by_alias=True, exclude_none=True, mode="json"))
    if getattr(params, "mode", "form") == "url":
        return mcp.types.ElicitResult(action="accept")
    content = job["person"][params.message]
    if isinstance(content, str):
        return mcp.types.ElicitResult.model_validate({"action": content})
    return mcp.types.ElicitResult(action="accept", content=content)


async def hear(message: Any) -> None:
    notification = getattr(message, "root", message)
    if getattr(notification, "method", "") == "notifications/elicitation/complete":
        completed.append(notification.params.elicitationId)


async def called(session: Any, call: dict[str, Any]) -> dict[str, Any]:
    name, given = call["name"], call.get("arguments", {})
    if call.get("method") == "prompts/get":
        return {"text": (await session.get_prompt(name, given)).messages[0].content.text, "isError": False}
    if call.get("method") == "resources/read":
        return {"text": (await session.read_resource(name)).contents[0].text, "isError": False}
    result = await session.call_tool(name, given)
    return {"text": result.content[0].text, "isError": bool(result.isError)}


async def tried(session: Any, call: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"result": await called(session, call)}
    except mcp.McpError as error:
        return {"error": {"code": error.error.code, "data": error.error.data}}


def reached() -> Any:
    """The server, at its URL or behind its command."""
    if "command" not in job:
        return streamable_http.streamablehttp_client(job["url"])
    program, *arguments = job["command"]
    return stdio.stdio_client(
        stdio.StdioServerParameters(command=program, args=arguments, env={**os.environ})
    )


async def done() -> dict[str, Any]:
    completed.clear()
    reports: list[dict[str, Any]] = []
    async with (
        reached() as (read, write, *_),
        mcp.ClientSession(read, write, elicitation_callback=answer, message_handler=hear) as session,
    ):
        hello = await session.initialize()
        for call in job["calls"]:
            arrived.clear()
            report = await tried(session, call)
            reports.append({"arrived": list(arrived), **report})
    return {"version": hello.protocolVersion, "reports": reports, "completed": list(completed)}


async def main() -> None:
    for one in json.loads(sys.argv[1]):
        job.clear()
        job.update(one)
        print(json.dumps(await done()), flush=True)


asyncio.run(main())
