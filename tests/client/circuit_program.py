"""Runs the rows of the -32042 table against a server, with whichever SDK is installed here.

    python -m tests.client.circuit_program URL CLIENT CASE...

Prints one JSON object per case: what came out of the call, what the handler saw, what the server saw.
"""

from __future__ import annotations

import json
import sys
import uuid
from typing import Any

import anyio

from mcp_elicit.client import Asker, ClientElicitation, OpenPage
from mcp_elicit.errors import ElicitError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

from .opening import opened

VERSION = "2025-11-25"


def text_of(result: Any) -> str:
    return str(result.content[0].text)


async def run_case(url: str, case: str, client_kind: str) -> dict[str, Any]:
    run = uuid.uuid4().hex[:8]
    asked: list[str] = []
    completed: list[str] = []
    who: list[str | None] = []
    drawn: list[OpenPage] = []

    def draw(page: OpenPage) -> None:
        drawn.append(page)
        if case in ("by hand", "another id"):
            page.go_on()
        elif case == "give up":
            page.give_up()

    async def handler(request: ElicitRequest, asker: Asker) -> ElicitResult:
        asked.append((request.url or "").replace(run, "RUN"))
        who.append(f"{asker.server} {asker.call.name if asker.call else None}")
        if case == "decline" or (case == "decline the second of three" and len(asked) == 2):
            return ElicitResult.decline()
        if case == "cancel":
            return ElicitResult.cancel()
        if case == "handler raises":
            raise ValueError("hunter2")
        if case == "during":
            with anyio.fail_after(20):
                while not completed:
                    await anyio.sleep(0.01)
        if case.startswith("many"):
            with anyio.fail_after(40):
                while asker.page is None or asker.page.waiting < int(case.partition(" ")[2]):
                    await anyio.sleep(0.01)
        return ElicitResult.accept({"dropped": "yes"})

    person = ClientElicitation(
        handler,
        modes=("form",) if case == "url not declared" else ("form", "url"),
        elicitation_complete_consumers=[
            lambda page: completed.append(page.elicitation_id.replace(run, "RUN"))
        ],
        page_consumers=[draw],
        page_timeout=0.5 if case in ("never", "before") else 20.0,
    )
    version = "2025-06-18" if case == "older version" else VERSION
    server_case = {
        "by hand": "never",
        "give up": "never",
        "older version": "after",
        "url not declared": "after",
    }.get(case, case)
    arguments = {"case": server_case, "run": run, "env": "prod"}
    outcome: dict[str, Any] = {"case": case}
    async with opened(person, url, client_kind, version) as client:
        try:
            result: Any = await made(person, client, case, run, arguments)
            outcome["result"] = result
        except Exception as error:
            kinds = {kind.__name__ for kind in type(error).__mro__}
            outcome["error"] = type(error).__name__
            outcome["ours"] = isinstance(error, ElicitError)
            outcome["sdk"] = bool(kinds & {"McpError", "MCPError"})
            outcome["code"] = getattr(getattr(error, "error", None), "code", None)
            said = error.sentence if isinstance(error, ElicitError) else str(error)
            outcome["text"] = said.replace(run, "RUN")
        report = json.loads(text_of(await client.call_tool("report", {"run": run})))
        outcome["left"] = len(person.pages)
    outcome["calls"] = report["calls"]
    outcome["same arguments"] = all(one == report["arguments"][0] for one in report["arguments"])
    outcome.update(
        asked=asked, completed=sorted(set(completed)), told=len(completed), who=who[:1], drawn=len(drawn)
    )
    return outcome


async def made(person: ClientElicitation, client: Any, case: str, run: str, arguments: dict[str, Any]) -> Any:
    if case == "a resource":
        uri: Any = f"memo://case/{run}"
        read: Any = await person.read_resource(client, uri)
        return getattr(read, "contents", read)[0].text  # FastMCP gives the contents alone
    if case == "a prompt":
        return (await person.get_prompt(client, "work", {"run": run})).messages[0].content.text
    if case.startswith("many"):
        return await many(person, client, run, int(case.partition(" ")[2]))
    progress: list[float] = []

    async def on_progress(done: float, total: float | None, message: str | None) -> None:
        progress.append(done)

    return text_of(await person.call_tool(client, "work", arguments))


async def many(person: ClientElicitation, client: Any, run: str, count: int) -> Any:
    results: list[str] = []

    async def one(number: int) -> None:
        arguments = {"case": "many", "run": run, "of": count, "number": number}
        results.append(text_of(await person.call_tool(client, "work", arguments)))

    async with anyio.create_task_group() as tasks:
        for number in range(count):
            tasks.start_soon(one, number)
    return results.count("ok")


async def outcomes(url: str, client: str, cases: list[str]) -> list[dict[str, Any]]:
    rows = []
    for case in cases:
        with anyio.fail_after(60):
            rows.append(await run_case(url, case, client))
    return rows


if __name__ == "__main__":
    for row in anyio.run(outcomes, sys.argv[1], sys.argv[2], sys.argv[3:]):
        print(json.dumps(row))
