"""Work that is done once, whatever clients do with their rounds."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange
from mcp_elicit.server.once import Done, MemoryOnceStore
from mcp_elicit.testing import Person, connect

from .servers import CELLS, MODERN, SDK_2, build

pytestmark = pytest.mark.anyio

VERSION = "2026-07-28"
YES = {"confirm": True}
modern_only = pytest.mark.skipif(not SDK_2, reason="SDK 1.x does not speak 2026-07-28")


def call(given: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"name": "tool", "arguments": {}, **(given or {})}


def answered(result: dict[str, Any]) -> dict[str, Any]:
    responses = {key: {"action": "accept", "content": YES} for key in result["inputRequests"]}
    return call({"inputResponses": responses, "requestState": result["requestState"]})


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_work_is_done_once_however_often_the_body_runs(kind: str, version: str) -> None:
    """Ours: a replay is handed the value of the first run."""
    orders: list[str] = []

    def place() -> dict[str, int]:
        orders.append("placed")
        return {"number": len(orders)}

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        first = await exchange.once("order", place)
        await exchange.confirm("One?")
        again = await exchange.once("order", place)
        await exchange.confirm("Two?")
        return f"{first['number']} {again['number']}"

    async with connect(
        build(kind, tool=body).server, Person(otherwise=YES), protocol_version=version
    ) as client:
        reply = await client.call_tool("tool")
    assert "1 1" == reply.text
    assert ["placed"] == orders


@modern_only
@pytest.mark.parametrize("kind", MODERN)
@pytest.mark.parametrize("copies", [2, 3])
async def test_a_round_that_arrives_several_times_at_once_does_the_work_once(kind: str, copies: int) -> None:
    """Ours: the second one waits for the first, and both get its value."""
    orders: list[str] = []

    async def place() -> int:
        orders.append("placed")
        await asyncio.sleep(0.02)
        return len(orders)

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.confirm("Sure?")
        return str(await exchange.once("order", place))

    async with connect(build(kind, tool=body).server, Person(), protocol_version=VERSION) as client:
        given = answered(await client.request("tools/call", call()))
        results = await asyncio.gather(*(client.request("tools/call", given) for _ in range(copies)))
        late = await client.request("tools/call", given)
    assert ["1"] * (copies + 1) == [result["content"][0]["text"] for result in (*results, late)]
    assert ["placed"] == orders


@modern_only
@pytest.mark.parametrize("kind", MODERN)
async def test_work_that_fails_is_tried_again(kind: str) -> None:
    """Ours: if it raises, nothing is recorded."""
    tries: list[str] = []

    def place() -> str:
        tries.append("try")
        if len(tries) == 1:
            raise OSError("the shop is closed")
        return "placed"

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.confirm("Sure?")
        return str(await exchange.once("order", place))

    async with connect(build(kind, tool=body).server, Person(), protocol_version=VERSION) as client:
        given = answered(await client.request("tools/call", call()))
        if kind == "lowlevel_2":
            with pytest.raises(Exception, match="Internal"):
                await client.request("tools/call", given)
        else:
            assert (await client.request("tools/call", given))["isError"]
        again = await client.request("tools/call", given)
    assert "placed" == again["content"][0]["text"]
    assert ["try", "try"] == tries


@modern_only
@pytest.mark.parametrize("kind", MODERN)
async def test_the_same_conversation_has_the_same_idempotency_key(kind: str) -> None:
    """Ours: a backend can tell a second attempt from a second order."""
    keys: list[str] = []

    def place(idempotency_key: str) -> str:
        keys.append(idempotency_key)
        if len(keys) % 2:
            raise OSError("the line broke")
        return "placed"

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        if not await exchange.confirm("Sure?"):
            return "no"
        try:
            return str(await exchange.once("order", place))
        except OSError:
            return str(await exchange.once("order", place))

    async with connect(
        build(kind, tool=body).server, Person(otherwise=YES), protocol_version=VERSION
    ) as client:
        await client.call_tool("tool")
        await client.call_tool("tool")
    assert keys[0] == keys[1]
    assert keys[2] == keys[3]
    assert keys[0] != keys[2]


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_a_value_that_is_no_json_is_refused(kind: str, version: str) -> None:
    """Ours: on every version, not only where it would have to travel."""

    async def body(ctx: Any) -> str:
        return str(await AsyncServerExchange.from_context(ctx).once("thing", lambda: object()))

    async with connect(build(kind, tool=body).server, Person(), protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "once('thing')" in reply.text


async def test_a_store_forgets_what_nobody_came_back_for() -> None:
    """Ours: a client that never returns leaves nothing behind."""
    now = 0.0
    store = MemoryOnceStore(lambda: now)
    assert "yours" == await store.claim("a", 600)
    assert "busy" == await store.claim("a", 600)
    await store.record("b", 1, 600)
    assert Done(1) == await store.claim("b", 600)
    assert 2 == len(store)
    now = 600.0
    assert 0 == len(store)
    assert "yours" == await store.claim("a", 600)


@modern_only
async def test_processes_that_share_a_store_and_a_key_share_the_work() -> None:
    """Ours: a second replica takes the state of the first, and does not place the order again."""
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.request_state import RequestStateSecurity

    from mcp_elicit import enable

    orders: list[str] = []
    store = MemoryOnceStore()

    def place() -> int:
        orders.append("placed")
        return len(orders)

    async def tool(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.confirm("Sure?")
        return str(await exchange.once("order", place))

    tool.__annotations__ = {"ctx": Context, "return": str}

    def replica() -> MCPServer[Any]:
        server: MCPServer[Any] = MCPServer(
            "shop", request_state_security=RequestStateSecurity(keys=["k" * 32])
        )
        server.tool(name="tool")(tool)
        enable(server, once_store=store)
        return server

    async with (
        connect(replica(), Person(), protocol_version=VERSION) as one,
        connect(replica(), Person(), protocol_version=VERSION) as other,
    ):
        given = answered(await one.request("tools/call", call()))
        here, there = await asyncio.gather(
            one.request("tools/call", given), other.request("tools/call", given)
        )
    assert ["1", "1"] == [here["content"][0]["text"], there["content"][0]["text"]]
    assert ["placed"] == orders
