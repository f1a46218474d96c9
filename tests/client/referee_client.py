"""The client that the official referee judges, built with this package alone.

The referee appends its server's URL, and names the scenario in MCP_CONFORMANCE_SCENARIO. Every tool
that the server lists is called, all of them at once: state of one call must not reach another.
"""

from __future__ import annotations

import sys
from typing import Any

import anyio
from pydantic import ValidationError

from mcp_elicit.client import ClientElicitation
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult


async def answer(request: ElicitRequest) -> ElicitResult:
    """Leave every field as it stands: what is not answered is the default's business."""
    properties = (request.requested_schema or {})["properties"]
    return ElicitResult.accept({"confirmed": True} if "confirmed" in properties else {})


async def main(url: str) -> None:
    person = ClientElicitation.builder().handler(answer).apply_defaults().build()
    async with person.connect(url) as client, anyio.create_task_group() as tasks:
        listed: Any = await client.list_tools()
        for tool in listed.tools:
            tasks.start_soon(one_call, person, client, tool.name)


async def one_call(person: ClientElicitation, client: Any, name: str) -> None:
    try:
        await person.call_tool(client, name, {})
    except ValidationError:
        # SDK 2.3 refuses a result without `resultType`, which one tool sends on purpose; the others go on.
        print(f"{name}: the SDK refused the result", file=sys.stderr)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1])
