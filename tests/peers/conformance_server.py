"""The conformance server: this package on SDK 2.x, or its twin on SDK 1.30, whichever is installed here.

Over HTTP it prints one line of JSON: the URL of an endpoint that streams, and of one that answers with
JSON and so has no way to ask inside a call. With ``--stdio`` it speaks there, and is one server.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from typing import Any, Final

import uvicorn

from mcp_elicit import enable

from .conformance_forms import add_forms
from .conformance_pages import Pages, add_pages
from .conformance_sdk import SDK_2, Server


def make(pages: Pages, *, json_response: bool = False) -> Server:
    """One server with all tools, enabled."""
    quiet: Final = "CRITICAL"
    if SDK_2:
        server = Server("conformance", version="1", log_level=quiet)
    else:
        server = Server("conformance", log_level=quiet, json_response=json_response)  # type: ignore[call-arg]  # SDK 1.x
    server.custom_route("/page", methods=["GET"])(pages.open)
    add_forms(server)
    add_pages(server, pages)
    if SDK_2:
        from .conformance_rounds import add_rounds

        add_rounds(server)
    pages.handle = enable(server)
    return server


def listening() -> tuple[socket.socket, str]:
    taken = socket.create_server(("127.0.0.1", 0))
    return taken, f"http://127.0.0.1:{taken.getsockname()[1]}"


async def over_http() -> None:
    """Serve both endpoints until we are ended."""
    urls: dict[str, str] = {}
    servings: list[Any] = []
    for name, json_response in (("stream", False), ("json", True)):
        pages = Pages()
        server = make(pages, json_response=json_response)
        taken, pages.origin = listening()
        urls[name] = f"{pages.origin}/mcp"
        if SDK_2:
            app = server.streamable_http_app(json_response=json_response)
        else:
            app = server.streamable_http_app()
        config = uvicorn.Config(app, log_level="error")
        servings.append(uvicorn.Server(config).serve(sockets=[taken]))
    print(json.dumps(urls), flush=True)
    await asyncio.gather(*servings)


if __name__ == "__main__":
    if "--stdio" in sys.argv:
        make(Pages()).run("stdio")
    else:
        asyncio.run(over_http())
