"""Many questions to one server over HTTP: ``python -m tests.matrix.leak JOB`` prints what it holds.

JOB: the version, the URL, how many in a row, and how many sessions with how many calls at once.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

from .call import Person, connected


async def measured(client: Any) -> dict[str, int]:
    """What the server holds when it is quiet."""
    measure: dict[str, int] = json.loads((await client.call_tool("measure", {})).content[0].text)
    return measure


async def ask(client: Any) -> None:
    result = await client.call_tool("ask", {})
    assert result.content[0].text == "True", result


async def at_once(job: dict[str, Any]) -> None:
    """Several sessions, each with as many calls as one connection pool bears."""
    async with AsyncExitStack() as stack:
        clients = []
        for _ in range(job["sessions"]):
            clients.append(await connected(stack, job["version"], job["url"], Person()))
        await asyncio.gather(*(ask(client) for client in clients for _ in range(job["at_once"])))


async def main() -> None:
    """Warm up, measure, ask, measure."""
    job = json.loads(sys.argv[1])
    async with AsyncExitStack() as stack:
        client = await connected(stack, job["version"], job["url"], Person())
        await measured(client)
        for _ in range(20):
            await ask(client)
        await at_once(job)
        before = await measured(client)
        for _ in range(job["in_a_row"]):
            await ask(client)
        row = await measured(client)
        await at_once(job)
        after = await measured(client)
    print(json.dumps({"before": before, "row": row, "after": after}))


if __name__ == "__main__":
    asyncio.run(main())
