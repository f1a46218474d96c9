"""Gateways and upstream servers of the frameworks: a body that calls the relay, a body that asks.

The gateway is MCPServer (SDK 2.x), FastMCP 4, or a low-level server with handlers of its own; so is
upstream. What a host gets must not depend on it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Final

import pytest
from mcp.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

from mcp_elicit import AsyncServerExchange, ElicitRequest, Relay, enable
from mcp_elicit.testing import Person, connect
from tests.server.servers import KINDS, build

pytestmark = pytest.mark.anyio

UPSTREAMS: Final = ("2025-11-25", "2026-07-28")
HOSTS: Final = ("2025-06-18", "2025-11-25", "2026-07-28")
NAME: Final = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
CALLS: Final[dict[str, dict[str, Any]]] = {
    "tools/call": {"name": "tool", "arguments": {}},
    "prompts/get": {"name": "prompt", "arguments": {}},
    "resources/read": {"uri": "test://resource/1"},
}
FRAMEWORKS: Final = tuple(kind for kind in KINDS if kind != "lowlevel_2")


async def asks(ctx: Any) -> str:
    """What upstream does in every kind of call."""
    reply = await AsyncServerExchange.from_context(ctx).create_elicitation(
        ElicitRequest.for_form("Name?", NAME)
    )
    return f"{reply.action} {(reply.content or {}).get('name')}"


def relaying(kind: str, relay: Relay) -> Any:
    """A gateway whose tool, prompt and resource call upstream's."""

    async def tool(ctx: Any) -> str:
        return str((await relay.call_tool(ctx, "tool", {})).content[0].text)

    async def prompt(ctx: Any) -> str:
        return str((await relay.get_prompt(ctx, "prompt", {})).messages[0].content.text)

    async def resource(ctx: Any) -> str:
        return str((await relay.read_resource(ctx, "test://resource/1")).contents[0].text)

    return build(kind, tool=tool, prompt=prompt, resource=resource).server


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("version", UPSTREAMS)
@pytest.mark.parametrize("method", CALLS)
@pytest.mark.parametrize("kind", KINDS)
async def test_a_body_may_call_the_relay(kind: str, method: str, version: str, host: str) -> None:
    """Ours: on each host version, for each kind of call, the same outcome."""
    upstream = build("lowlevel_2", tool=asks, prompt=asks, resource=asks)
    person = Person({"Name?": {"name": "Ann"}})
    async with (
        Relay(upstream.server, protocol_version=version) as relay,
        connect(relaying(kind, relay), person, protocol_version=host) as client,
    ):
        reply = await client.call(method, CALLS[method])
    assert "accept Ann" == reply.text
    assert ["Name?"] == person.asked


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("version", UPSTREAMS)
@pytest.mark.parametrize("method", CALLS)
@pytest.mark.parametrize("kind", FRAMEWORKS)
async def test_upstream_may_be_a_server_of_a_framework(
    kind: str, method: str, version: str, host: str
) -> None:
    """Ours: the same, with the kinds on the other side; the low-level gateway forwards by itself."""
    upstream = build(kind, tool=asks, prompt=asks, resource=asks)
    person = Person({"Name?": {"name": "Ann"}})
    async with Relay(upstream.server, protocol_version=version) as relay:
        server: Server[Any] = sealed()
        relay.serve(enabled(server))
        async with connect(server, person, protocol_version=host) as client:
            reply = await client.call(method, CALLS[method])
    assert "accept Ann" == reply.text
    assert ["Name?"] == person.asked


@pytest.mark.skipif(find_spec("fastmcp") is None, reason="FastMCP 4 needs Python 3.11")
@pytest.mark.parametrize("host", HOSTS)
async def test_fastmcps_own_question_passes(host: str) -> None:
    """Ours: an upstream author need not know this package."""
    import fastmcp

    async def tool(ctx: fastmcp.Context) -> str:
        reply: Any = await ctx.elicit("Name?", response_type=str)
        return f"{reply.action} {reply.data}"

    tool.__annotations__["ctx"] = fastmcp.Context  # a local name, of a package that not every Python has
    upstream: Any = fastmcp.FastMCP("upstream")
    upstream.tool(tool)
    person = Person({"Name?": {"value": "Ann"}})
    async with Relay(upstream, protocol_version="2025-11-25") as relay:
        server = sealed()
        relay.serve(enabled(server))
        async with connect(server, person, protocol_version=host) as client:
            reply = await client.call_tool("tool")
    assert "accept Ann" == reply.text


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_that_seals_nothing_is_told_so_before_it_asks(kind: str) -> None:
    """Ours: decision 16; the state of a parked call is state."""
    upstream = build("lowlevel_2", tool=asks)
    person = Person({"Name?": {"name": "Ann"}})
    async with Relay(upstream.server, protocol_version="2025-11-25") as relay:
        server: Any = relaying(kind, relay)
        inner = getattr(server, "_mcp_server", None) or getattr(server, "_lowlevel_server", server)
        inner.middleware[:] = [one for one in inner.middleware if not isinstance(one, RequestStateBoundary)]
        async with connect(server, person, protocol_version="2026-07-28") as client:
            reply = await client.call_tool("tool")
    assert "accept" not in reply.text
    assert [] == person.asked


def sealed() -> Server[Any]:
    server: Server[Any] = Server("gateway")
    security = RequestStateSecurity.ephemeral()
    server.middleware.append(RequestStateBoundary(security, default_audience="gateway"))
    return server


def enabled(server: Server[Any]) -> Server[Any]:
    enable(server)
    return server
