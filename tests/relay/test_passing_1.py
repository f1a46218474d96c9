"""What is no elicitation passes through a gateway on SDK 1.x too: a process of its own, as upstream is.

The host is the SDK's own client with its own callbacks. Every test runs against a gateway of SDK 2.x as well:
what passes does not depend on what the gateway is built on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from .programs import Program, seen_by
from .raw import Callbacks
from .upstream_beside import CHANGES, LOGS, SAMPLING

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]

Connect = Callable[..., AbstractAsyncContextManager[Client]]
SOON = 20
"""Seconds within which something must have happened; it takes some milliseconds."""


@pytest.fixture(scope="module")
def upstream() -> Iterator[Program]:
    with ExitStack() as stack:
        yield Program(stack, "tests.relay.upstream_beside")


@pytest.fixture(scope="module", params=["mcp-1.30", "main"])
def connect(request: pytest.FixtureRequest, upstream: Program) -> Iterator[Connect]:
    """Connect a host to the gateway."""
    with ExitStack() as stack:
        url = f"http://127.0.0.1:{upstream.ports[0]}/mcp"
        if request.param == "main":
            job = json.dumps([{"kind": "low-level", "upstream": url, "version": "2025-11-25"}])
            program, path = Program(stack, "tests.relay.gateway", "60", job), "/mcp"
        else:
            program = Program(stack, "tests.relay.gateway_1", "60", url, environment=request.param)
            path = "/mcp/"
        gateway = f"http://127.0.0.1:{program.ports[0]}{path}"
        yield lambda **callbacks: Client(gateway, mode="legacy", **callbacks)


async def inquired(client: Client, run: str) -> Any:
    return (await asyncio.wait_for(client.call_tool("inquire", {"run": run}), SOON)).structured_content


async def test_sampling_and_roots_reach_the_host_beside_an_elicitation(
    connect: Connect, upstream: Program, request: pytest.FixtureRequest
) -> None:
    """Ours: answers pass as they came, and upstream saw what this host declared."""
    callbacks, run = Callbacks(), request.node.name
    async with connect(
        sampling_callback=callbacks.sampling,
        sampling_capabilities=types.SamplingCapability(tools=types.SamplingToolsCapability()),
        list_roots_callback=callbacks.roots,
        elicitation_callback=callbacks.elicitation,
    ) as client:
        answers = await inquired(client, run)
    assert {"name": "Ann"} == answers["who"]["content"]
    assert ("hello", "a model") == (answers["text"]["content"]["text"], answers["text"]["model"])
    assert [{"uri": "file:///home", "name": "home"}] == answers["where"]["roots"]
    assert [SAMPLING] == callbacks.sampled
    (declared,) = seen_by(upstream.ports[0])[run]
    assert ({"tools": {}}, {}) == (declared["sampling"], declared["roots"])


async def test_a_host_that_declared_neither_is_not_asked(
    connect: Connect, upstream: Program, request: pytest.FixtureRequest
) -> None:
    """Ours: upstream hears the reason at once; the question beside them is answered all the same."""
    callbacks, run = Callbacks(), request.node.name
    async with connect(elicitation_callback=callbacks.elicitation) as client:
        answers = await inquired(client, run)
    assert {"name": "Ann"} == answers["who"]["content"]
    for name in ("text", "where"):
        assert -32601 == answers[name]["code"]
        assert "the host did not declare it" in answers[name]["message"]
    (declared,) = seen_by(upstream.ports[0])[run]
    assert ["elicitation"] == list(declared)


async def test_the_hosts_own_error_reaches_upstream_as_it_came(connect: Connect) -> None:
    """Ours: a person who refuses a sampling is no failure of the relay."""

    async def refuses(context: Any, params: Any) -> Any:
        return types.ErrorData(code=-1, message="User rejected sampling request", data={"by": "Ann"})

    async with connect(sampling_callback=refuses) as client:
        answers = await inquired(client, "refuses")
    expected = {"code": -1, "message": "User rejected sampling request", "data": {"by": "Ann"}}
    assert expected == answers["text"]


async def test_a_sampling_that_upstream_takes_back_is_taken_back_at_the_host(connect: Connect) -> None:
    """The specification's: a cancelled request is not worked on; the call goes on."""
    cancelled = asyncio.Event()

    async def thinks(context: Any, params: Any) -> Any:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async with connect(sampling_callback=thinks) as client:
        result = await asyncio.wait_for(client.call_tool("gives up", {"run": "gives up"}), SOON)
        await asyncio.wait_for(cancelled.wait(), SOON)
    assert {"answered": None} == result.structured_content


async def test_a_host_that_cancels_while_it_samples_cancels_the_call_upstream(
    connect: Connect, upstream: Program, request: pytest.FixtureRequest
) -> None:
    """The specification's: a cancelled request is not worked on."""
    asked, run = asyncio.Event(), request.node.name

    async def thinks(context: Any, params: Any) -> Any:
        asked.set()
        await asyncio.Event().wait()

    async def noted(event: str) -> None:
        while event not in (await asyncio.to_thread(seen_by, upstream.ports[0]))[run]:
            await asyncio.sleep(0.05)

    async with connect(sampling_callback=thinks) as client:
        calling = asyncio.create_task(client.call_tool("waits", {"run": run}))
        await asyncio.wait_for(asked.wait(), SOON)
        calling.cancel()
        await asyncio.wait_for(noted("cancelled"), SOON)


async def test_log_messages_reach_the_host_in_whose_call_they_came_and_in_their_order(
    connect: Connect,
) -> None:
    """Ours: every one of them, also those right before the result; and no other host's."""
    heard: dict[str, list[Any]] = {"ann": [], "bob": []}

    async def visit(who: str) -> None:
        told = asyncio.Event()

        async def hear(params: Any) -> None:
            heard[who].append(params.data)
            if len(heard[who]) == LOGS:
                told.set()

        async with connect(logging_callback=hear) as client:
            await client.call_tool("logs", {"run": who})
            await asyncio.wait_for(told.wait(), SOON)

    await asyncio.gather(*map(visit, heard))
    assert {who: [f"{who} {i}" for i in range(LOGS)] for who in heard} == heard


async def test_lists_that_changed_are_told_to_a_host_with_a_connection(connect: Connect) -> None:
    """Ours: notifications that belong to no call; said again until the host's own stream is open."""
    heard: list[str] = []

    async def hear(message: Any) -> None:
        heard.append(getattr(message, "method", ""))

    async def hears_all(client: Client) -> None:
        while len(set(heard)) < len(CHANGES):
            await client.call_tool("changes", {"run": "changes"})

    async with connect(message_handler=hear) as client:
        await asyncio.wait_for(hears_all(client), SOON)
    assert {method for method, _ in CHANGES} == set(heard)


async def test_progress_reaches_the_host_that_asked_for_it(connect: Connect) -> None:
    """The specification's: progress belongs to the request that named the token."""
    heard: list[Any] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with connect() as client:
        await client.call_tool("progresses", {"run": "p"}, progress_callback=hear)
    assert [(i, 3, f"p {i}") for i in range(3)] == heard
