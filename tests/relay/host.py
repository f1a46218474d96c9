"""A host on the Python SDK alone, 1.x or 2.x: reads its job from stdin, and prints what came of it.

Job: a list of {case, run, version, url, completes, till}. It knows nothing of mcp_elicit: it runs in the
environment of its SDK. Of each run it prints the questions as they arrived, and how the call ended.
"""

from __future__ import annotations

import asyncio
import json
import sys
import urllib.parse
import urllib.request
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from typing import Any

SDK_2 = find_spec("mcp_types") is not None
types: Any = import_module("mcp.types")
errors: Any = import_module("mcp.shared.exceptions")
Error = errors.MCPError if SDK_2 else errors.McpError
TOO_LATE = 8.0
"""Seconds after which the person answers a question that was given up: SDK 1.x hears nothing before."""
PATIENCE = 200.0
"""Seconds for one run; one that needs them all is a hang."""
SIDE_BY_SIDE = 6
"""Runs at once: more would wait for the machine, and people are given seconds."""
CONTENT = {
    "titled choice": {"seat": "a"},
    "multi-select": {"extras": ["sun"]},
    "defaults": {"city": "Oslo", "nights": 2, "window": False},
    "invalid answer": {"seat": "roof"},
    "timeout": {"seat": "w"},
}


class Host:
    """The person, and what they saw."""

    def __init__(self, case: str, run: str, till: str) -> None:
        self.case = case
        self.page = f"{till}?run={urllib.parse.quote(run)}"
        """Where somebody pays who was shown the page of a -32042."""
        self.arrived: list[Any] = []
        self.completed: list[str] = []
        self.asked = asyncio.Event()
        self.told = asyncio.Event()

    async def answer(self, context: Any, params: Any) -> Any:
        self.arrived.append(params.model_dump(by_alias=True, mode="json", exclude_none=True))
        self.asked.set()
        if self.case == "timeout":
            await asyncio.sleep(TOO_LATE)
        if self.case == "disconnect":
            await asyncio.Event().wait()
        if getattr(params, "mode", "form") == "url":
            if self.case == "-32042":
                await asyncio.to_thread(urllib.request.urlopen, self.page, timeout=PATIENCE)
            return types.ElicitResult(action="accept")
        if self.case in ("decline", "cancel"):
            return types.ElicitResult(action=self.case)
        return types.ElicitResult(action="accept", content=CONTENT[self.case])

    async def hear(self, message: Any) -> None:
        notification = getattr(message, "root", message)
        if getattr(notification, "method", "") == "notifications/elicitation/complete":
            params: Any = notification.params
            self.completed.append(getattr(params, "elicitation_id", None) or params.elicitationId)
            self.told.set()


async def connected(stack: AsyncExitStack, version: str, url: str, host: Host) -> Any:
    callbacks = {"elicitation_callback": host.answer, "message_handler": host.hear}
    if SDK_2:
        mode = "legacy" if version < "2026" else version
        return await stack.enter_async_context(import_module("mcp").Client(url, mode=mode, **callbacks))
    http: Any = import_module("mcp.client.streamable_http")
    read, write, *_ = await stack.enter_async_context(http.streamablehttp_client(url))
    client = await stack.enter_async_context(import_module("mcp").ClientSession(read, write, **callbacks))
    hello = await client.initialize()
    assert hello.protocolVersion == version, hello.protocolVersion
    return client


async def ended(client: Any, arguments: dict[str, Any]) -> Any:
    try:
        result = await client.call_tool("work", arguments)
    except Error as error:
        return {"error": error.error.code}
    failed = result.is_error if SDK_2 else result.isError
    return {"text": result.content[0].text, "failed": bool(failed)}


async def do(case: str, run: str, version: str, url: str, completes: bool, till: str) -> dict[str, Any]:
    host = Host(case, run, till)
    report: dict[str, Any] = {}
    async with AsyncExitStack() as stack:
        client = await connected(stack, version, url, host)
        call = asyncio.create_task(ended(client, {"case": case, "run": run}))
        if case == "disconnect":
            await host.asked.wait()
            call.cancel()
            await asyncio.wait((call,))
        else:
            report["ended"] = await call
            if case == "page" and completes:
                await asyncio.wait_for(host.told.wait(), 20)
    return {**report, "arrived": host.arrived, "completed": host.completed}


async def main() -> None:
    places = asyncio.Semaphore(SIDE_BY_SIDE)

    async def one(each: dict[str, Any]) -> tuple[str, Any]:
        async with places:
            try:
                return each["run"], await asyncio.wait_for(do(**each), PATIENCE)
            except Exception as error:
                return each["run"], f"{type(error).__name__}: {error}"

    print(json.dumps(dict(await asyncio.gather(*map(one, json.load(sys.stdin))))))


asyncio.run(main())
