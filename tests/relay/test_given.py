"""What a gateway gives to a relay: told when it is given, by its name, and never to a host."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from mcp.server import Server
from mcp_types import CallToolResult

from mcp_elicit import AsyncServerExchange, Relay, RequestError, enable
from mcp_elicit.broker import Broker
from mcp_elicit.errors import UnknownProtocolVersionError
from mcp_elicit.testing import Person, connect

from .servers import Upstream, gateway

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60)]

URL = "https://upstream.example/mcp"
VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")


async def later(ctx: Any) -> Any:
    return URL


WRONG: dict[str, tuple[Any, ...]] = {
    "broker": (5, "desk", Broker),
    "client": (5, "zzz", dict),
    "client_arguments": (5, "x", [], later),
    "timeout": (0, -1, "x", True, float("inf"), float("nan")),
    "schemes": ("myapp", 5, [5]),
}


@pytest.mark.parametrize(
    ("upstream", "given", "path"),
    [
        *((upstream, {}, "upstream") for upstream in (None, 5, "upstream.example", "ftp://x.example", later)),
        *((URL, {name: given}, name) for name, wrong in WRONG.items() for given in wrong),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_wrong_argument_is_named_at_once(upstream: Any, given: dict[str, Any], path: str) -> None:
    """Ours: not in the call of the first host."""
    with pytest.raises(RequestError) as refused:
        Relay(upstream, **given)
    assert path == refused.value.faults[0].path


def test_a_version_that_does_not_exist_is_named_at_once() -> None:
    """Ours."""
    with pytest.raises(UnknownProtocolVersionError):
        Relay(URL, protocol_version="2025-11-24")


@pytest.mark.parametrize("methods", [(), 5, None, "tools/call", ["tools/list", "logging/setLevel"]])
def test_methods_that_are_none_are_named(methods: Any) -> None:
    """Ours."""
    server: Server[Any] = Server("gateway")
    enable(server)
    with pytest.raises(RequestError) as refused:
        Relay(URL).serve(server, methods)
    assert "methods" == refused.value.faults[0].path


def test_a_server_is_served_once() -> None:
    """Ours: of two relays the second would never be asked."""
    server = gateway(Relay(URL))
    with pytest.raises(RequestError, match="a relay answers tools/list already"):
        Relay(URL).serve(server)
    other: Server[Any] = Server("gateway")
    enable(other)
    Relay(URL).serve(other, ("tools/list", "tools/call"))
    Relay(URL).serve(other, ("prompts/list", "prompts/get"))


async def test_a_wrong_call_is_named() -> None:
    """Ours: by the argument, before anything is sent."""
    relay: Any = Relay(Upstream(lambda ctx, given: "done").server)
    said: list[str] = []

    async def handle(ctx: Any, call_next: Any) -> Any:
        if ctx.method == "tools/call":
            for call in (
                relay.call_tool(ctx, "work", "x"),
                relay.forward(ctx, 5),
                relay.forward(ctx, "tools/list", "x"),
                relay.forward(ctx, "tools/call", [1]),
            ):
                with pytest.raises(RequestError) as refused:
                    await call
                said.append(refused.value.faults[0].path)
        return await call_next(ctx)

    server: Server[Any] = Server("gateway", on_call_tool=_nothing)
    enable(server)
    server.middleware.append(handle)
    async with relay, connect(server, Person()) as client:
        await client.call_tool("work")
    assert ["arguments", "method", "params", "params"] == said


async def _nothing(ctx: Any, params: Any) -> CallToolResult:
    return CallToolResult(content=[])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("given", ["upstream", "client_arguments"])
async def test_a_function_of_the_gateway_that_fails_tells_the_host_nothing(
    given: str, version: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: its error may hold what it looked up."""

    def fails(ctx: Any) -> Any:
        raise KeyError("postgres://user:hunter2@db.example")

    relay = Relay(fails) if given == "upstream" else Relay(URL, client_arguments=fails)
    async with relay, connect(gateway(relay), Person(), protocol_version=version) as client:
        reply = await client.call_tool("work")
    assert (True, True) == (reply.is_error, "upstream server" in reply.text)
    (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert line.startswith("the gateway's function for the upstream server failed: KeyError at ")
    assert "hunter2" not in caplog.text + reply.text


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_call_that_ends_because_the_relay_closes_says_so(version: str) -> None:
    """Ours: and not that nobody answered in time."""
    async def asks(ctx: Any, given: dict[str, Any]) -> str:
        await AsyncServerExchange.from_context(ctx).confirm("Sure?")
        return "done"

    desk = Broker()
    relay = Relay(Upstream(asks).server, protocol_version="2025-11-25", broker=desk)
    async with relay, connect(gateway(relay), Person(), protocol_version=version, modes=()) as client:
        calling = asyncio.create_task(client.call_tool("work"))
        while not desk.pending():
            await asyncio.sleep(0.01)
        await relay.close()
        assert "relay: is closed" in (await asyncio.wait_for(calling, 20)).text
