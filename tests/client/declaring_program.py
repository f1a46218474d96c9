"""Connects once per version and set of modes, with whichever SDK is installed here.

    python -m tests.client.declaring_program URL CLIENT VERSION...

Prints one JSON object per connection: what was asked for, and what the server saw of it.
"""

from __future__ import annotations

import json
import sys
import urllib.request
from typing import Any

import anyio

from mcp_elicit.client import ClientElicitation
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

MODES: list[Any] = [("form",), ("url",), ("form", "url")]


def answer(request: ElicitRequest) -> ElicitResult:
    return ElicitResult.decline()


async def outcomes(url: str, client: str, versions: list[str]) -> list[dict[str, Any]]:
    rows = []
    for version in versions:
        for modes in MODES:
            person = ClientElicitation(answer, modes=modes)
            named = None if version == "any" else version
            with anyio.fail_after(30):
                async with person.connect(url, client=client, protocol_version=named) as connected:
                    await person.call_tool(connected, "nothing")
            with urllib.request.urlopen(url.removesuffix("mcp") + "seen") as seen:
                rows.append({"version": version, "modes": modes, "seen": json.load(seen)})
    return rows


if __name__ == "__main__":
    for row in anyio.run(outcomes, sys.argv[1], sys.argv[2], sys.argv[3:]):
        print(json.dumps(row))
