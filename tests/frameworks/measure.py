"""Run recipes against the server of these tests, and print what came of each, as a line of JSON.

    python -m tests.frameworks.measure STREAM_URL JSON_URL RECIPE...
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any
from urllib.request import urlopen

import anyio

from mcp_elicit import ClientElicitation, ElicitRequest, ElicitResult

from .recipes import RECIPES, CallTool


async def measure(name: str, stream: str, blocked: str) -> dict[str, Any]:
    told: list[str] = []
    willing = True

    def answer(request: ElicitRequest) -> ElicitResult:
        if not willing:
            return ElicitResult.decline()
        if request.is_form:
            return ElicitResult.accept({"value": 5})
        urlopen(request.url or "").close()  # the person opens the page, and it says that it is done
        return ElicitResult.accept()

    def person(*modes: Any) -> ClientElicitation:
        return ClientElicitation(
            answer,
            modes=modes,
            elicitation_complete_consumers=[lambda complete: told.append(complete.elicitation_id)],
            page_timeout=10.0,
        )

    row: dict[str, Any] = {"recipe": name}
    run = f"{name}-{os.getpid()}".replace(" ", "-").replace(",", "")
    async with RECIPES[name](person("form"), stream) as call:
        row |= json.loads(await call("form", {}))
        willing = False
        row["declined"] = json.loads(await call("form", {}))["form"]
        willing = True
    async with RECIPES[name](person("form", "url"), stream) as call:
        row["page"] = await attempt(call, "connect", {"run": run})
        row["told"] = len(told)
    async with RECIPES[name](person("form", "url"), blocked) as call:
        row["without a channel"] = await attempt(call, "connect", {"run": run + "-json"})
    return row


async def attempt(call: CallTool, tool: str, arguments: dict[str, Any]) -> str:
    """What the framework gives its model, or which error it raises."""
    try:
        return await call(tool, arguments)
    except Exception as error:
        code = getattr(getattr(error, "error", None), "code", None)
        return json.dumps({"error": type(error).__name__, "code": code})


async def main(stream: str, blocked: str, names: list[str]) -> None:
    for name in names:
        print(json.dumps(await measure(name, stream, blocked)), flush=True)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2], sys.argv[3:])
