"""A page that a person opens: what happens there never passes through the client or the model.

A real page with two buttons; its callback names who is signed in there, and somebody else's click connects
nothing. Run it: `python examples/url_page.py` (needs the MCP Python SDK 2.x).
"""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen
from uuid import uuid4

from mcp.server.mcpserver import Context, MCPServer

from mcp_elicit import AsyncServerExchange, ElicitRequest, ElicitResult, RequestError, enable
from mcp_elicit.testing import Person, connect

server = MCPServer("calendar")
elicitation = enable(server, user_of=lambda ctx: "ada")  # whose call it is: from your sign-in
decisions: dict[str, str] = {}  # user -> what they decided on the page
BUTTONS = [f'<button name="decision" value="{one}">{one}</button>' for one in ("allow", "deny")]


class Page(BaseHTTPRequestHandler):  # /connect/ID, for whoever is signed in: here a cookie says who
    def do_GET(self) -> None:
        self.say(f'<title>Calendar</title><form method="post">May we read it? {" ".join(BUTTONS)}</form>')

    def do_POST(self) -> None:
        user = self.headers.get("Cookie", "").partition("=")[2]
        decisions[user] = self.rfile.read(int(self.headers["Content-Length"])).decode().partition("=")[2]
        try:  # wakes the tool, and tells the client that asked
            elicitation.complete(self.path.rpartition("/")[2], user=user)
            self.say(f"<title>Done</title>{decisions[user]}: you can close this page")
        except RequestError:
            self.say("<title>Not yours</title>this was asked of somebody else")

    def say(self, html: str) -> None:
        self.send_response_only(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(html.encode())


web = ThreadingHTTPServer(("127.0.0.1", 0), Page)


def connect_page() -> ElicitRequest:
    link = f"http://127.0.0.1:{web.server_port}/connect/{(identity := str(uuid4()))}"
    return ElicitRequest.for_url("Please connect your calendar.", link, identity)


@server.tool()
async def agenda(ctx: Context) -> str:
    """Read the calendar, once its owner has agreed on the page."""
    await AsyncServerExchange.from_context(ctx).require_url(connect_page, done=lambda: "ada" in decisions)
    return "lunch at noon" if decisions["ada"] == "allow" else "denied on the page"


def visit(decision: str, request: ElicitRequest) -> ElicitResult:
    """Stands in for two people and their browsers; the client only asked whether to open the page."""
    for user in ("mallory", "ada"):
        click = Request(request.url or "", f"decision={decision}".encode(), {"Cookie": f"user={user}"})
        print(f"  {user} clicks:", urlopen(click).read().decode().rpartition(">")[2])
    return ElicitResult.accept()


async def main() -> None:
    threading.Thread(target=web.serve_forever, daemon=True).start()
    for version, decision in (("2025-11-25", "allow"), ("2026-07-28", "deny")):
        decisions.clear()
        person = Person({"Please connect your calendar.": partial(visit, decision)})
        async with connect(server, person, protocol_version=version) as client:
            print(version, "->", (await client.call_tool("agenda")).text, f"({len(client.completed)} told)")


if __name__ == "__main__":
    asyncio.run(main())
