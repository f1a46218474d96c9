"""How questions end: in time, too late, and with the call."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Any

import pytest

from mcp_elicit import (
    AsyncServerExchange,
    PeerError,
    QuestionWithdrawnError,
    SyncServerExchange,
)
from mcp_elicit.sdk import server_wait
from mcp_elicit.testing import NEVER, After, CallError, Person, TestClient, connect

from .servers import CELLS, HANDSHAKE, KINDS, SDK_2, build

pytestmark = pytest.mark.anyio

YES = {"confirm": True}
ASKING = [(kind, version) for kind, version in CELLS if version in HANDSHAKE]


async def until(person: Person, count: int) -> None:
    """Wait for the person's next question, however long it takes to come."""
    while len(person.requests) < count:
        await asyncio.sleep(0)


async def settled(client: TestClient) -> None:
    """Wait until the server has worked through what it was sent before."""
    await client.request("ping", {})


def confirming(timeout: float | None, outcomes: list[str]) -> Any:
    async def body(ctx: Any) -> str:
        try:
            answer = str(await AsyncServerExchange.from_context(ctx).confirm("Sure?", timeout=timeout))
        except BaseException as error:
            outcomes.append(type(error).__name__)
            raise
        outcomes.append(answer)
        return answer

    return body


async def test_whoever_was_answered_waits_for_no_time() -> None:
    """Ours: a server would else keep something of every question that it ever asked."""
    person = Person({"Sure?": YES})
    built = build(KINDS[0], tool=confirming(600.0, []))
    async with connect(built.server, person, protocol_version="2025-11-25") as client:
        assert "True" == (await client.call_tool("tool")).text
    assert {} == server_wait._waiting


@pytest.mark.parametrize(("kind", "version"), ASKING)
async def test_a_question_that_nobody_answers_in_time_is_withdrawn(kind: str, version: str) -> None:
    """Ours: the call ends with a sentence, and the client is told to close its dialog."""
    outcomes: list[str] = []
    person = Person({"Sure?": NEVER})
    built = build(kind, tool=confirming(0.4, outcomes))
    async with connect(built.server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
        await settled(client)
    assert reply.is_error
    assert "0.4 seconds" in reply.text
    assert ["QuestionExpiredError"] == outcomes
    assert ["Sure?"] == person.withdrawn


@pytest.mark.parametrize(("kind", "version"), ASKING)
async def test_a_late_answer_changes_nothing_and_breaks_nothing(
    kind: str, version: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: a client that answers all the same finds a server that works as before."""
    outcomes: list[str] = []
    person = Person({"Sure?": NEVER})
    built = build(kind, tool=confirming(0.4, outcomes))
    async with connect(built.server, person, protocol_version=version) as client:
        await client.call_tool("tool")
        late = {"action": "accept", "content": {"confirm": True, "name": "late-and-secret"}}
        await client.wire.send({"jsonrpc": "2.0", "id": client.question_ids[0], "result": late})
        await settled(client)
        assert (await client.call_tool("tool")).is_error
    assert ["QuestionExpiredError"] * 2 == outcomes
    assert "late-and-secret" not in caplog.text


@pytest.mark.parametrize(("kind", "version"), ASKING)
async def test_a_cancelled_call_takes_its_question_along(kind: str, version: str) -> None:
    """Ours: the dialog closes, and the body learns that it is over."""
    outcomes: list[str] = []
    person = Person({"Sure?": NEVER})
    built = build(kind, tool=confirming(None, outcomes))
    async with connect(built.server, person, protocol_version=version) as client:
        call = asyncio.ensure_future(client.call_tool("tool"))
        await until(person, 1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await settled(client)
        while not person.withdrawn:
            await asyncio.sleep(0)
    assert ["CancelledError"] == outcomes
    assert ["Sure?"] == person.withdrawn


@pytest.mark.skipif(not SDK_2, reason="SDK 1.x runs plain tools on the loop's thread")
@pytest.mark.parametrize("version", HANDSHAKE)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("lowlevel")])
async def test_a_cancelled_call_wakes_its_worker_thread(kind: str, version: str) -> None:
    """Ours: a plain tool is not left waiting for a person who is not asked any more."""
    outcomes: list[str] = []
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def body(ctx: Any) -> str:
        try:
            return str(SyncServerExchange.from_context(ctx).confirm("Sure?", timeout=None))
        except QuestionWithdrawnError as error:
            outcomes.append(error.sentence)
            raise
        finally:
            loop.call_soon_threadsafe(ended.set)

    person = Person({"Sure?": NEVER})
    async with connect(build(kind, tool=body).server, person, protocol_version=version) as client:
        call = asyncio.ensure_future(client.call_tool("tool"))
        await until(person, 1)
        call.cancel()
        await ended.wait()
    assert 1 == len(outcomes)


@pytest.mark.parametrize(("kind", "version"), ASKING)
async def test_a_question_that_outlives_its_call_is_withdrawn(kind: str, version: str) -> None:
    """Ours: a task that nobody awaited does not keep a dialog open."""
    tasks: list[asyncio.Task[bool]] = []

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        tasks.append(asyncio.ensure_future(exchange.confirm("Sure?", timeout=None)))
        await until(person, 1)
        return "did not wait"

    person = Person({"Sure?": NEVER})
    async with connect(build(kind, tool=body).server, person, protocol_version=version) as client:
        assert "did not wait" == (await client.call_tool("tool")).text
        with pytest.raises(QuestionWithdrawnError):
            await tasks[0]
        while not person.withdrawn:
            await asyncio.sleep(0)
    assert ["Sure?"] == person.withdrawn


@pytest.mark.parametrize(("kind", "version"), ASKING)
async def test_a_client_that_leaves_ends_the_question(kind: str, version: str) -> None:
    """Ours: no hang and no task that stays."""
    outcomes: list[str] = []
    person = Person({"Sure?": NEVER})
    built = build(kind, tool=confirming(None, outcomes))
    async with connect(built.server, person, protocol_version=version) as client:
        call = asyncio.ensure_future(client.call_tool("tool"))
        await until(person, 1)
    with pytest.raises(PeerError):
        await call
    assert 1 == len(outcomes)


@pytest.mark.parametrize(("kind", "version"), ASKING)
async def test_a_client_whose_handler_fails_is_an_error_without_its_text(kind: str, version: str) -> None:
    """Ours: the text of a client's error may hold an answer."""

    def failing(request: Any) -> Any:
        raise CallError(-32603, "what the person typed")

    person = Person({"Sure?": failing})
    built = build(kind, tool=confirming(None, []))
    async with connect(built.server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "-32603" in reply.text
    assert "typed" not in reply.text


@pytest.mark.parametrize("timeout", [0, -1.0])
@pytest.mark.parametrize("kind", KINDS)
async def test_a_timeout_is_a_positive_number_of_seconds(kind: str, timeout: float) -> None:
    """Ours."""
    person = Person({"Sure?": YES})
    async with connect(build(kind, tool=confirming(timeout, [])).server, person) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "timeout" in reply.text
    assert [] == person.asked


@pytest.mark.parametrize(("kind", "version"), ASKING)
async def test_the_timeout_covers_all_askings(kind: str, version: str) -> None:
    """Ours: a person who answers wrongly, slowly, three times, does not get three times as long."""

    async def body(ctx: Any) -> str:
        return str(await AsyncServerExchange.from_context(ctx).ask("How many?", int, timeout=0.2))

    person = Person({"How many?": [After(0.12, {"value": "x"}), After(0.12, {"value": 3})]})
    async with connect(build(kind, tool=body).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "0.2 seconds" in reply.text


@pytest.mark.parametrize("kind", KINDS)
async def test_questions_leave_nothing_behind(kind: str) -> None:
    """Ours: under 2 kB for each, over hundreds in a row, and no task; over HTTP see tests/matrix."""
    count = 0

    async def body(ctx: Any) -> str:
        nonlocal count
        count += 1
        return str(await AsyncServerExchange.from_context(ctx).confirm("Sure?"))

    async def ask(times: int) -> int:
        for _ in range(times):
            await client.call_tool("tool")
            person.requests.clear()
        client.question_ids.clear()
        await settled(client)
        gc.collect()
        return sys.getallocatedblocks()  # tracing every allocation takes ten times as long

    person = Person({"Sure?": YES})
    async with connect(build(kind, tool=body).server, person) as client:
        before = await ask(60)
        tasks = len(asyncio.all_tasks())
        after = await ask(240)
        assert tasks == len(asyncio.all_tasks())
    assert 300 == count
    assert 20 * 240 > after - before
