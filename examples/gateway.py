"""A gateway between an upstream server and three hosts that speak three protocol versions.

    python examples/gateway.py

The upstream server is a process of its own, on 2025-11-25: it asks for a class and sends the person to
a page. The hosts are the small clients of the testing kit, so that each can speak its own version.
Needs the MCP Python SDK 2.x (`pip install 'mcp-elicit[sdk]'`).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from mcp.client.stdio import StdioServerParameters
from mcp.server import Server
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

from mcp_elicit import AsyncServerExchange, ElicitError, ElicitRequest, Relay, enable
from mcp_elicit.testing import Person, connect

VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
CLASSES = {"e": "Economy", "b": "Business"}

# ---- the upstream server: `python examples/gateway.py upstream` ------------------------------

upstream = MCPServer("flight-desk", log_level="ERROR")


def say(who: str, what: str, value: Any) -> None:
    """Print what travelled; on stderr, because the upstream server speaks on its stdout."""
    print(f"  {who:<8} {what:<10} {json.dumps(value)}", file=sys.stderr, flush=True)


@upstream.tool()
async def book(ctx: Context) -> str:
    """Book a flight."""
    exchange = AsyncServerExchange.from_context(ctx)
    declared = exchange.client_capability
    say("upstream", "sees", declared and declared.to_wire("2025-11-25"))
    seat = await exchange.create_elicitation(choice())
    say("upstream", "gets", seat.to_wire("2025-11-25"))
    try:
        page = ElicitRequest.for_url("Please pay on our page.", "https://pay.flight-desk.example/7f3a")
        say("upstream", "asks", page.to_wire("2025-11-25"))
        paid = await exchange.create_elicitation(page)
        await exchange.send_elicitation_complete(page.elicitation_id or "")
    except ElicitError as refusal:
        say("upstream", "gets", refusal.sentence)
        return f"{CLASSES[(seat.content or {})['class']]}; pay at the counter"
    return f"{CLASSES[(seat.content or {})['class']]}; payment page: {paid.action}"


def choice() -> ElicitRequest:
    """One of two classes, with the titles that a person sees."""
    options = [{"const": value, "title": title} for value, title in CLASSES.items()]
    field = {"type": "string", "oneOf": options, "default": "e"}
    question = ElicitRequest.for_form(
        "Which class?", {"type": "object", "properties": {"class": field}, "required": ["class"]}
    )
    say("upstream", "asks", question.to_wire("2025-11-25"))
    return question


# ---- the gateway, and its hosts --------------------------------------------------------------


def gateway(relay: Relay) -> Server[Any]:
    """A server that has nothing of its own."""
    server: Server[Any] = Server("gateway")
    # With more than one process, or restarts, use keys of your own.
    security = RequestStateSecurity.ephemeral()
    server.middleware.append(RequestStateBoundary(security, default_audience="gateway"))
    enable(server)
    relay.serve(server)
    return server


class Shown(Person):
    """A person at a host, who takes business class and opens every page."""

    async def answer(self, request: ElicitRequest) -> Any:
        say("host", "gets", request.to_wire(self.version))
        result = await super().answer(request)
        say("host", "answers", result.to_wire(self.version))
        return result

    def __init__(self, version: str) -> None:
        super().__init__({"Which class?": {"class": "b"}})
        self.version = version


async def main() -> None:
    """Call the same tool from three hosts."""
    command = StdioServerParameters(
        command=sys.executable, args=[__file__, "upstream"], env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    async with Relay(command, protocol_version="2025-11-25") as relay:
        server = gateway(relay)
        for version in VERSIONS:
            say("", "", f"a host of {version}")
            async with connect(server, Shown(version), protocol_version=version) as host:
                reply = await host.call_tool("book")
                for completed in host.completed:
                    say("host", "completed", completed)
                say("host", "result", f"{reply.text} (after {reply.rounds} rounds)")


if __name__ == "__main__":
    if sys.argv[1:] == ["upstream"]:
        enable(upstream)
        upstream.run("stdio")
    else:
        asyncio.run(main())
