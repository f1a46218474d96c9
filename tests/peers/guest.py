"""A client of this package, on the SDK that is installed here: it does jobs, and prints what came of each.

    python -m tests.peers.guest JOBS

A job: {url, modes, version, person: {message: answer}, apply_defaults, calls: [call]}. A call: {name,
arguments, method?}; the method is tools/call, prompts/get, or resources/read, whose name is the URI. The
person opens every page, once they agreed to it, with an HTTP client of their own.
"""

from __future__ import annotations

import asyncio
import json
import sys
import urllib.request
from typing import Any

from mcp_elicit import ClientElicitation, ElicitError, ElicitRequest, ElicitResult

job: dict[str, Any] = {}
"""The job that is being done."""
seen: list[Any] = []
completed: list[str] = []
errands: set[asyncio.Task[None]] = set()


def visit(url: str) -> None:
    browser = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with browser.open(url, timeout=300) as page:
        page.read()


async def open_page(url: str) -> None:
    await asyncio.sleep(0.05)  # a person is slower than the answer
    await asyncio.to_thread(visit, url)


async def answer(request: ElicitRequest) -> ElicitResult:
    seen.append(
        {"mode": request.mode, "message": request.message, "id": request.elicitation_id}
        if request.is_url
        else {
            "mode": request.mode,
            "message": request.message,
            "form": request.to_wire("2025-11-25")["requestedSchema"],
        }
    )
    said = job["person"].get(request.mode if request.is_url else request.message)
    if isinstance(said, str):
        return ElicitResult.decline() if said == "decline" else ElicitResult.cancel()
    if request.is_url:
        assert request.url is not None
        errand = asyncio.create_task(open_page(request.url))
        errands.add(errand)
        errand.add_done_callback(errands.discard)
        return ElicitResult.accept()
    return ElicitResult.accept(said)


async def called(person: ClientElicitation, client: Any, call: dict[str, Any]) -> Any:
    name, given = call["name"], call.get("arguments", {})
    result: Any
    if call.get("method") == "prompts/get":
        result = await person.get_prompt(client, name, given)
        return result.messages[0].content.text
    if call.get("method") == "resources/read":
        result = await person.read_resource(client, name)
        return result.contents[0].text
    result = await person.call_tool(client, name, given)
    return result.content[0].text


async def tried(person: ClientElicitation, client: Any, call: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"result": await called(person, client, call)}
    except Exception as error:
        wire = getattr(error, "error", None)
        return {
            "error": type(error).__name__,
            "ours": isinstance(error, ElicitError),
            "code": getattr(wire, "code", None),
            "data": getattr(wire, "data", None),
        }


async def done() -> dict[str, Any]:
    completed.clear()
    person = ClientElicitation(
        answer,
        modes=job.get("modes", ["form", "url"]),
        apply_defaults=job.get("apply_defaults", False),
        elicitation_complete_consumers=[lambda page: completed.append(page.elicitation_id)],
        page_timeout=300.0,
    )
    reports: list[dict[str, Any]] = []
    async with person.connect(job["url"], protocol_version=job["version"]) as client:
        for call in job["calls"]:
            seen.clear()
            report = await tried(person, client, call)
            reports.append({"seen": list(seen), **report})
        await asyncio.gather(*errands)
    return {"reports": reports, "completed": list(completed)}


async def main() -> None:
    for one in json.loads(sys.argv[1]):
        job.clear()
        job.update(one)
        print(json.dumps(await done()), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
