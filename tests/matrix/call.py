"""A real client of one SDK: ``python -m tests.matrix.call JOB``, which prints what came of it as JSON.

JOB names the version, and where the server is: a URL, a command, or (with a kind) this process.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

SDK_2 = find_spec("mcp_types") is not None
ANSWERS: dict[str, dict[str, Any]] = {
    "Where to?": {"city": "Rome", "nights": 3, "board": "half"},
    "Which class?": {"value": "b"},
    "Extras?": {"extras": ["sea", "sun"]},
    "Book it?": {"confirm": True},
}
PATIENCE = 40.0
"""Seconds for one target; a cell that needs them all is a hang."""
TOOLS = {"async": ("book", "connect"), "plain": ("book_plainly", "connect_plainly")}


class Person:
    """Answers every question of the desk."""

    def __init__(self) -> None:
        self.completed = 0

    async def answer(self, context: Any, params: Any) -> Any:
        types = import_module("mcp.types")
        if getattr(params, "mode", "form") == "url":
            return types.ElicitResult(action="accept")
        return types.ElicitResult(action="accept", content=ANSWERS[params.message])

    async def hear(self, message: Any) -> None:
        notification = getattr(message, "root", message)
        if getattr(notification, "method", "") == "notifications/elicitation/complete":
            self.completed += 1


class Ours:
    """Our own client under the face of an SDK's, for the version that no current client offers."""

    def __init__(self, client: Any) -> None:
        self._client = client

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        return SimpleNamespace(content=[await self._client.call_tool(name, arguments)])


async def connected(stack: AsyncExitStack, version: str, target: Any, person: Person) -> Any:
    """The SDK's own client, speaking *version*."""
    if version == "2025-06-18" and isinstance(target, str) and not target.startswith("http"):
        from mcp_elicit import testing

        from .bodies import Desk
        from .serve import make

        ours = testing.connect(make(target, Desk()), testing.Person(ANSWERS), protocol_version=version)
        return Ours(await stack.enter_async_context(ours))
    if SDK_2:
        client = import_module("mcp").Client
        stdio = import_module("mcp.client.stdio")
        if isinstance(target, list):
            target = stdio.stdio_client(_stdio(target))
        elif not target.startswith("http"):
            from .bodies import Desk
            from .serve import make

            server = make(target, Desk())
            target = server._mcp_server if target == "fastmcp_4" else server
        mode = "legacy" if version < "2026" else version
        return await stack.enter_async_context(
            client(target, mode=mode, elicitation_callback=person.answer, message_handler=person.hear)
        )
    session = import_module("mcp").ClientSession
    if isinstance(target, list):
        streams = import_module("mcp.client.stdio").stdio_client(_stdio(target))
    elif target.startswith("http"):
        streams = import_module("mcp.client.streamable_http").streamablehttp_client(target)
    else:
        from .bodies import Desk
        from .serve import make

        linked = import_module("mcp.shared.memory").create_connected_server_and_client_session
        server = make(target, Desk())._mcp_server
        return await stack.enter_async_context(
            linked(server, elicitation_callback=person.answer, message_handler=person.hear)
        )
    read, write, *_ = await stack.enter_async_context(streams)
    client = await stack.enter_async_context(
        session(read, write, elicitation_callback=person.answer, message_handler=person.hear)
    )
    hello = await client.initialize()
    assert hello.protocolVersion == version, hello.protocolVersion
    return client


def _stdio(command: list[str]) -> Any:
    import os

    parameters = import_module("mcp.client.stdio").StdioServerParameters
    return parameters(command=command[0], args=command[1:], env=dict(os.environ))


async def text_of(client: Any, name: str, account: str) -> str:
    result = await client.call_tool(name, {"account": account})
    return str(result.content[0].text)


async def page_of(client: Any, name: str, account: str) -> str:
    """What came of the page: where the call ended with -32042, what it gave when it was repeated."""
    exceptions = import_module("mcp.shared.exceptions")
    error_type = exceptions.MCPError if SDK_2 else exceptions.McpError
    try:
        return await text_of(client, name, account)
    except error_type as error:
        pages = error.error.data["elicitations"]
        assert len(pages) == 1 and pages[0]["elicitationId"]
        assert await text_of(client, "wait", account) == "True"
        return f"{error.error.code}, then {await text_of(client, name, account)}"


async def visit(version: str, account: str, target: Any) -> dict[str, Any]:
    """Let the body run once async and once plain, in one session."""
    report: dict[str, Any] = {}
    async with AsyncExitStack() as stack:
        person = Person()
        client = await connected(stack, version, target, person)
        for colour, (book, connect) in TOOLS.items():
            mine = f"{account} {colour}"
            said = json.loads(await text_of(client, book, mine))
            report[colour] = {**said, "page": await page_of(client, connect, mine)}
        report["completed"] = person.completed
    return report


async def main() -> None:
    """Visit every target of the job; one that fails or hangs says so, and the others are visited."""
    job = json.loads(sys.argv[1])
    reports: dict[str, Any] = {}
    for transport, target in job["targets"].items():
        try:
            account = f"{job['client']} {job['version']} {transport}"
            reports[transport] = await asyncio.wait_for(visit(job["version"], account, target), PATIENCE)
        except Exception as error:
            reports[transport] = f"{type(error).__name__}: {error}"
    print(json.dumps(reports))


if __name__ == "__main__":
    asyncio.run(main())
