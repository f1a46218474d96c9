"""Calls that end while the handler still asks, over pipes, with whichever SDK is installed here.

    python -m tests.client.ending_program stdio:PYTHON CLIENT CASE...

Prints one JSON object per case: what the call ended with, what the server saw, and whether the handler's
asker says that the question is withdrawn. A handler that is not ended ends the program, by its deadline.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from typing import Any

import anyio

from mcp_elicit.client import Asker, ClientElicitation
from mcp_elicit.errors import ElicitError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

from .answering_program import FORM, asks, rounds
from .opening import opened

NEWEST: str = importlib.import_module("mcp.types").LATEST_PROTOCOL_VERSION
VERSIONS = {"requests": min(NEWEST, "2025-11-25"), "rounds": "2026-07-28"}


async def run_case(target: str, kind: str, case: str) -> dict[str, Any]:
    """*case* is how it ends, and how the server asks: ``killed, rounds``."""
    how, _, asked_in = case.partition(", ")
    asking, ended, returned = anyio.Event(), anyio.Event(), anyio.Event()
    askers: list[Asker] = []
    outcome: dict[str, Any] = {"case": case}

    async def answer(request: ElicitRequest, asker: Asker) -> ElicitResult:
        askers.append(asker)
        asking.set()
        try:
            await anyio.sleep_forever()
        finally:
            ended.set()
        raise AssertionError

    person = ClientElicitation(answer)
    arguments = asks(FORM) if asked_in == "requests" else rounds({"q": FORM})

    async def call(client: Any, scope: anyio.CancelScope) -> None:
        with scope:
            try:
                await person.call_tool(client, "ask", arguments)
            except Exception as error:
                outcome["call"] = "ours" if isinstance(error, ElicitError) else "the SDK's"
                outcome["error"] = type(error).__name__
        outcome.setdefault("call", "cancelled")
        returned.set()

    async with anyio.create_task_group() as tasks:
        async with opened(person, target, kind, VERSIONS[asked_in]) as client:
            scope = anyio.CancelScope()
            process = int((await client.call_tool("process", {})).content[0].text)
            tasks.start_soon(call, client, scope)
            await asking.wait()
            if how == "cancelled":
                scope.cancel()
                outcome["server"] = (await client.call_tool("until cancelled", {})).content[0].text
            elif how == "killed":
                os.kill(process, signal.SIGKILL)
            if how != "left":
                await returned.wait()
                await ended.wait()
        await ended.wait()
    outcome["told"] = [asker.withdrawn.is_set() for asker in askers]
    return outcome


async def outcomes(target: str, client: str, cases: list[str]) -> list[dict[str, Any]]:
    rows = []
    for case in cases:
        with anyio.fail_after(20):
            rows.append(await run_case(target, client, case))
    return rows


if __name__ == "__main__":
    for row in anyio.run(outcomes, sys.argv[1], sys.argv[2], sys.argv[3:]):
        print(json.dumps(row))
