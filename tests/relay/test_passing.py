"""What is no elicitation passes through a relay as it came, in both directions.

Upstream is a low-level server of SDK 2.x, the host is the SDK's own client with its own callbacks.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.server import Server
from mcp.shared.exceptions import MCPError

from mcp_elicit import Relay
from mcp_elicit.testing import CallError, Person, connect

from .raw import Callbacks, Raw, ask
from .servers import gateway, streams

pytestmark = pytest.mark.anyio

UPSTREAMS = ("2025-11-25", "2026-07-28")
HOSTS = ("legacy", "2026-07-28")
PAIRS = [(version, host) for version in UPSTREAMS for host in HOSTS]
SAMPLING = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Say hello"}}],
    "maxTokens": 5,
    "metadata": {"vendor/trace": [1, None]},
}
NAME = {"type": "object", "properties": {"name": {"type": "string"}}}
QUESTIONS = {
    "who": {"method": "elicitation/create", "params": {"message": "Who?", "requestedSchema": NAME}},
    "text": {"method": "sampling/createMessage", "params": SAMPLING},
    "where": {"method": "roots/list"},
}


async def inquire(ctx: Any, params: Any) -> Any:
    """Ask for everything: side by side in requests, or in one round."""
    if ctx.protocol_version == "2026-07-28":
        given = ctx.params.get("inputResponses")
        if given is None:
            return {"resultType": "input_required", "inputRequests": QUESTIONS, "requestState": "mine"}
        return {"structuredContent": given, "content": []}

    answers = await asyncio.gather(*(ask(ctx, question) for question in QUESTIONS.values()))
    return {"structuredContent": dict(zip(QUESTIONS, answers, strict=True)), "content": []}


def upstream(answer: Any, method: str = "tools/call") -> Server[Any]:
    """A server whose results leave as they are: a handler's would be taken apart by the SDK."""

    async def never(ctx: Any, params: Any) -> Any:
        raise AssertionError

    async def answers(ctx: Any, call_next: Any) -> Any:
        if ctx.method != method:
            return await call_next(ctx)
        result = await answer(ctx, ctx.params)
        return {"resultType": "complete", **result} if ctx.protocol_version == "2026-07-28" else result

    async def lists(ctx: Any, params: Any) -> Any:
        return types.ListToolsResult(tools=[])

    server: Server[Any] = Server("upstream", on_list_tools=lists)
    server.add_request_handler(method, types.RequestParams, never)
    server.middleware.append(answers)
    return server


async def host(stack: AsyncExitStack, relay: Relay, mode: str, **callbacks: Any) -> Client:
    return await stack.enter_async_context(Client(streams(gateway(relay)), mode=mode, **callbacks))


@pytest.mark.parametrize(("version", "mode"), PAIRS)
async def test_sampling_and_roots_reach_the_host_beside_an_elicitation(version: str, mode: str) -> None:
    """Ours: out of scope here, and therefore untouched; the two are the same on both versions."""
    callbacks = Callbacks()
    async with AsyncExitStack() as stack:
        relay = await stack.enter_async_context(Relay(upstream(inquire), protocol_version=version))
        client = await host(
            stack,
            relay,
            mode,
            sampling_callback=callbacks.sampling,
            list_roots_callback=callbacks.roots,
            elicitation_callback=callbacks.elicitation,
        )
        result = await client.call_tool("inquire", {})
    answers: Any = result.structured_content
    assert {"name": "Ann"} == answers["who"]["content"]
    assert ("hello", "a model") == (answers["text"]["content"]["text"], answers["text"]["model"])
    assert [{"uri": "file:///home", "name": "home"}] == answers["where"]["roots"]
    assert [SAMPLING] == callbacks.sampled


@pytest.mark.parametrize(("version", "mode"), PAIRS)
async def test_upstream_sees_sampling_and_roots_where_this_host_declared_them(
    version: str, mode: str
) -> None:
    """Ours: and of roots no promise of notifications, which are the gateway's."""
    seen: list[Any] = []

    async def notes(ctx: Any, params: Any) -> Any:
        declared = ctx.session.client_capabilities
        seen.append(declared.model_dump(by_alias=True, mode="json", exclude_none=True))
        return {"content": []}

    callbacks = Callbacks()
    given: list[dict[str, Any]] = [
        {},
        {
            "sampling_callback": callbacks.sampling,
            "sampling_capabilities": types.SamplingCapability(tools=types.SamplingToolsCapability()),
        },
        {"list_roots_callback": callbacks.roots},
    ]
    async with Relay(upstream(notes), protocol_version=version) as relay:
        for one in given:
            async with AsyncExitStack() as stack:
                await (await host(stack, relay, mode, **one)).call_tool("notes", {})
    assert [{}, {"sampling": {"tools": {}}}, {"roots": {}}] == seen


@pytest.mark.parametrize("mode", HOSTS)
async def test_a_host_that_declared_no_sampling_is_not_asked(mode: str) -> None:
    """Ours: upstream hears the reason; on 2026-07-28, where nothing can be said to it, the call fails."""
    callbacks = Callbacks()
    for version in UPSTREAMS:
        async with AsyncExitStack() as stack:
            relay = await stack.enter_async_context(Relay(upstream(inquire), protocol_version=version))
            client = await host(stack, relay, mode, elicitation_callback=callbacks.elicitation)
            result = await client.call_tool("inquire", {})
        if version == "2026-07-28":
            assert result.is_error
        else:
            answers: Any = result.structured_content
            assert {"name": "Ann"} == answers["who"]["content"]
            assert (-32601, -32601) == (answers["text"]["code"], answers["where"]["code"])
            assert "the host did not declare it" in answers["text"]["message"]


async def test_the_hosts_own_error_reaches_upstream_as_it_came() -> None:
    """Ours: a person who refuses a sampling is no failure of the relay."""

    async def refuses(context: Any, params: Any) -> Any:
        return types.ErrorData(code=-1, message="User rejected sampling request", data={"by": "Ann"})

    async with AsyncExitStack() as stack:
        relay = await stack.enter_async_context(Relay(upstream(inquire), protocol_version="2025-11-25"))
        client = await host(stack, relay, "legacy", sampling_callback=refuses)
        answers: Any = (await client.call_tool("inquire", {})).structured_content
    expected = {"code": -1, "message": "User rejected sampling request", "data": {"by": "Ann"}}
    assert expected == answers["text"]


@pytest.mark.parametrize("version", UPSTREAMS)
async def test_a_gateway_that_has_a_model_of_its_own_answers_for_itself(version: str) -> None:
    """Ours: the callbacks in client_arguments are the gateway's word."""
    theirs, ours = Callbacks(), Callbacks()
    arguments = {"sampling_callback": ours.sampling}
    async with AsyncExitStack() as stack:
        relay = Relay(upstream(inquire), protocol_version=version, client_arguments=arguments)
        await stack.enter_async_context(relay)
        client = await host(
            stack,
            relay,
            "legacy",
            sampling_callback=theirs.sampling,
            list_roots_callback=theirs.roots,
            elicitation_callback=theirs.elicitation,
        )
        result = await client.call_tool("inquire", {})
    answers: Any = result.structured_content
    assert "hello" == answers["text"]["content"]["text"]
    assert (0, 1) == (len(theirs.sampled), len(ours.sampled))
    assert "roots" in answers["where"]


@pytest.mark.parametrize(("version", "mode"), PAIRS)
async def test_a_log_message_reaches_the_host_in_whose_call_it_came(version: str, mode: str) -> None:
    """Ours: and no other host."""

    async def logs(ctx: Any, params: Any) -> Any:
        said = {"level": "info", "data": {"for": params["arguments"]["who"]}, "vendor/x": 1}
        message: Any = Raw({"method": "notifications/message", "params": said})
        await ctx.session.send_notification(message, ctx.request_id)
        return {"content": []}

    heard: dict[str, list[Any]] = {"ann": [], "bob": []}
    async with Relay(upstream(logs), protocol_version=version) as relay:

        async def visit(who: str) -> None:
            told = asyncio.Event()

            async def hear(params: Any) -> None:
                heard[who].append(params.data)
                told.set()

            async with AsyncExitStack() as stack:
                client = await host(stack, relay, mode, logging_callback=hear)
                meta: Any = {"io.modelcontextprotocol/logLevel": "debug"}
                await client.call_tool("logs", {"who": who}, meta=meta)
                await asyncio.wait_for(told.wait(), 20)

        await asyncio.gather(*map(visit, heard))
    assert {"ann": [{"for": "ann"}], "bob": [{"for": "bob"}]} == heard


async def test_a_list_that_changed_is_told_to_a_host_with_a_connection() -> None:
    """Ours: notifications that belong to no call."""

    async def changes(ctx: Any, params: Any) -> Any:
        await ctx.session.send_tool_list_changed()
        return {"content": []}

    told = asyncio.Event()

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            told.set()

    async with AsyncExitStack() as stack:
        relay = await stack.enter_async_context(Relay(upstream(changes), protocol_version="2025-11-25"))
        client = await host(stack, relay, "legacy", message_handler=hear)
        await client.call_tool("changes", {})
        await asyncio.wait_for(told.wait(), 20)


RESULT: dict[str, Any] = {
    "content": [{"type": "text", "text": "6", "annotations": {"vendor": 1}, "_meta": {"a": None}}],
    "structuredContent": {"sum": 6, "deep": [{"none": None}]},
    "isError": False,
    "_meta": {"vendor/trace": {"id": 7}},
    "vendor/extra": [True, None],
}


@pytest.mark.parametrize("protocol", ["2025-06-18", "2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("version", UPSTREAMS)
async def test_a_result_passes_with_every_member(version: str, protocol: str) -> None:
    """Ours: structured content, metadata, unknown members, nulls."""

    async def computes(ctx: Any, params: Any) -> Any:
        return RESULT

    async with (
        Relay(upstream(computes), protocol_version=version) as relay,
        connect(gateway(relay), Person(), protocol_version=protocol) as client,
    ):
        reply = await client.call_tool("computes")
    kept = {name: value for name, value in reply.result.items() if name != "resultType"}
    assert RESULT["_meta"] == {name: kept["_meta"][name] for name in RESULT["_meta"]}
    assert {**RESULT, "_meta": None} == {**kept, "_meta": None}


@pytest.mark.parametrize("protocol", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("version", UPSTREAMS)
async def test_a_cursor_and_an_error_with_data_pass(version: str, protocol: str) -> None:
    """Ours: a page of a list is the upstream server's own, and so is what it refuses."""

    async def pages(ctx: Any, params: Any) -> Any:
        if ctx.params.get("cursor") == "bad":
            raise MCPError(-32602, "no such cursor", {"cursor": "bad"})
        tool = {"name": f"after {ctx.params.get('cursor')}", "inputSchema": {"type": "object"}, "x": 1}
        return {"tools": [tool], "nextCursor": "c2", "ttlMs": 5, "cacheScope": "public"}

    async with (
        Relay(upstream(pages, "tools/list"), protocol_version=version) as relay,
        connect(gateway(relay), Person(), protocol_version=protocol) as client,
    ):
        result = await client.request("tools/list", {"cursor": "c1"})
        with pytest.raises(CallError) as caught:
            await client.request("tools/list", {"cursor": "bad"})
    assert ("after c1", 1, "c2") == (
        result["tools"][0]["name"],
        result["tools"][0]["x"],
        result["nextCursor"],
    )
    assert (-32602, {"cursor": "bad"}) == (caught.value.code, caught.value.data)


@pytest.mark.parametrize("protocol", ["2025-06-18", "2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
async def test_the_error_of_another_version_sends_nobody_to_a_page(version: str, protocol: str) -> None:
    """Ours: decision 10, -32042 is of 2025-11-25; a host would wait for a completion that nobody sends."""

    async def blocks(ctx: Any, params: Any) -> Any:
        page = {"mode": "url", "message": "Pay", "url": "https://pay.example/x", "elicitationId": "up"}
        raise MCPError(-32042, "Pay first", {"elicitations": [page]})

    person = Person()
    async with (
        Relay(upstream(blocks), protocol_version=version) as relay,
        connect(gateway(relay), person, protocol_version=protocol) as client,
    ):
        reply = await client.call_tool("blocks")
    assert reply.is_error
    assert [] == person.asked
