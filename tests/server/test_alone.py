"""2026-07-28: a round waits for questions asked side by side, and for nobody where nobody else can ask.

The cases in which nobody waits run
in a process of their own, as a thread of another test would be reason to wait.
"""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import anyio.to_thread
import pytest

from mcp_elicit import AsyncServerExchange, SyncServerExchange
from mcp_elicit.server.bystanders import CROWD, Crowd
from mcp_elicit.testing import Person, connect
from tests.environments import variables

from .servers import MODERN, SDK_2, Body, build

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not SDK_2, reason="SDK 1.x does not speak 2026-07-28"),
]

VERSION = "2026-07-28"
YES = {"confirm": True}
LATER = 0.005
"""Seconds that somebody beside the body asks later than the body."""
SETTLE = 0.2
"""Seconds that a round waits for them, so that a machine under load finds them all."""
FOR_EVER = 3600.0
"""Seconds that a round would wait in which nobody else can ask: longer than any test may take."""


def told(body: Body) -> Body:
    """The same body, whose answers a tool may return."""
    if not inspect.iscoroutinefunction(body):
        return lambda ctx: str(body(ctx))

    async def awaited(ctx: Any) -> str:
        return str(await body(ctx))

    return awaited


# ---- somebody else can ask ----------------------------------------------------------------


async def a_task_started_before(ctx: Any) -> list[bool]:
    async def later() -> bool:
        await asyncio.sleep(LATER)
        return await AsyncServerExchange.from_context(ctx).confirm("B?")

    task = asyncio.ensure_future(later())
    return [await AsyncServerExchange.from_context(ctx).confirm("A?"), await task]


async def a_task_that_starts_a_task(ctx: Any) -> list[bool]:
    inner: list[asyncio.Task[bool]] = []

    async def outer() -> None:
        inner.append(asyncio.ensure_future(AsyncServerExchange.from_context(ctx).confirm("B?")))

    await asyncio.ensure_future(outer())
    return [await AsyncServerExchange.from_context(ctx).confirm("A?"), await inner[0]]


async def a_group_whose_own_body_asks(ctx: Any) -> list[bool]:
    exchange = AsyncServerExchange.from_context(ctx)
    answers: dict[str, bool] = {}

    async def later() -> None:
        await anyio.sleep(LATER)
        answers["B"] = await exchange.confirm("B?")

    async with anyio.create_task_group() as group:
        group.start_soon(later)
        answers["A"] = await exchange.confirm("A?")
    return [answers["A"], answers["B"]]


async def a_task_that_asks_first(ctx: Any) -> list[bool]:
    exchange = AsyncServerExchange.from_context(ctx)
    task = asyncio.ensure_future(exchange.confirm("B?"))
    await asyncio.sleep(LATER)
    return [await exchange.confirm("A?"), await task]


def _ask_later(ctx: Any) -> bool:
    threading.Event().wait(LATER)
    return SyncServerExchange.from_context(ctx).confirm("B?")


async def a_thread_that_ran_before(ctx: Any) -> list[bool]:
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, int)  # from now on a thread of the pool is there, and idle
    second = loop.run_in_executor(None, copy_context().run, _ask_later, ctx)
    return [await AsyncServerExchange.from_context(ctx).confirm("A?"), await second]


async def a_worker_of_anyio_in_a_task(ctx: Any) -> list[bool]:
    task = asyncio.ensure_future(anyio.to_thread.run_sync(_ask_later, ctx))
    return [await AsyncServerExchange.from_context(ctx).confirm("A?"), await task]


async def a_worker_that_asks_while_the_body_does(ctx: Any) -> list[bool]:
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()

    def ask_at_once() -> bool:
        exchange = SyncServerExchange.from_context(ctx)
        loop.call_soon_threadsafe(asked.set)
        return exchange.confirm("B?")

    task = asyncio.ensure_future(anyio.to_thread.run_sync(ask_at_once))
    await asked.wait()
    await asyncio.sleep(LATER)
    return [await AsyncServerExchange.from_context(ctx).confirm("A?"), await task]


def a_thread_beside_a_plain_body(ctx: Any) -> list[bool]:
    exchange = SyncServerExchange.from_context(ctx)

    def later() -> bool:
        threading.Event().wait(LATER)
        return exchange.confirm("B?")

    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(later)
        return [exchange.confirm("A?"), second.result()]


def a_task_beside_a_plain_body(ctx: Any) -> list[bool]:
    exchange = SyncServerExchange.from_context(ctx)
    loop = anyio.from_thread.run_sync(asyncio.get_running_loop)

    async def later() -> bool:
        await asyncio.sleep(LATER)
        return await AsyncServerExchange.from_context(ctx).confirm("B?")

    second = asyncio.run_coroutine_threadsafe(later(), loop)
    return [exchange.confirm("A?"), second.result()]


BESIDE: list[Body] = [
    a_task_started_before,
    a_task_that_starts_a_task,
    a_group_whose_own_body_asks,
    a_task_that_asks_first,
    a_thread_that_ran_before,
    a_worker_of_anyio_in_a_task,
    a_worker_that_asks_while_the_body_does,
]
BESIDE_A_PLAIN_BODY: list[Body] = [a_thread_beside_a_plain_body, a_task_beside_a_plain_body]


@pytest.mark.parametrize(
    ("kind", "body"),
    [(kind, body) for kind in MODERN for body in BESIDE]
    + [(kind, body) for kind in MODERN if kind != "lowlevel_2" for body in BESIDE_A_PLAIN_BODY],
)
async def test_what_is_asked_beside_the_body_joins_its_round(kind: str, body: Body) -> None:
    """Ours: a person sees the questions together, whoever of the call asks them."""
    person = Person(otherwise=YES)
    built = build(kind, tool=told(body), settle=SETTLE)
    async with connect(built.server, person, protocol_version=VERSION) as client:
        reply = await client.call_tool("tool")
    assert ("[True, True]", 1) == (reply.text, reply.rounds)
    assert ["A?", "B?"] == sorted(person.asked)


async def test_a_crowd_is_not_counted_for_every_call() -> None:
    """Ours: where ten thousand tasks run, a call does not look at each of them, and its round waits."""
    crowd, over = Crowd(), asyncio.Event()
    assert None is not crowd.look()
    tasks = [asyncio.ensure_future(over.wait()) for _ in range(CROWD + 1)]
    assert None is crowd.look()
    over.set()
    await asyncio.gather(*tasks)
    assert None is crowd.look()
    assert None is not Crowd().look()


# ---- nobody else can ask ------------------------------------------------------------------


async def in_turn(ctx: Any) -> list[bool]:
    exchange = AsyncServerExchange.from_context(ctx)
    return [await exchange.confirm("A?"), await exchange.confirm("B?")]


async def after_others_are_done(ctx: Any) -> list[bool]:
    exchange = AsyncServerExchange.from_context(ctx)
    await asyncio.gather(asyncio.sleep(0), asyncio.sleep(LATER))
    await anyio.to_thread.run_sync(int)
    with anyio.fail_after(FOR_EVER):
        return [await exchange.confirm("A?"), await exchange.confirm("B?")]


def in_turn_on_a_worker(ctx: Any) -> list[bool]:
    exchange = SyncServerExchange.from_context(ctx)
    return [exchange.confirm("A?"), exchange.confirm("B?")]


async def in_turn_on_a_worker_of_its_own(ctx: Any) -> list[bool]:
    return await anyio.to_thread.run_sync(in_turn_on_a_worker, ctx)


ALONE: list[Body] = [in_turn, after_others_are_done, in_turn_on_a_worker_of_its_own]


async def ask_alone() -> None:
    """Every kind of server, every body; printed is what came of it."""
    for kind in MODERN:
        for body in (*ALONE, *(() if kind == "lowlevel_2" else (in_turn_on_a_worker,))):
            built = build(kind, tool=told(body), settle=FOR_EVER)
            async with connect(built.server, Person(otherwise=YES), protocol_version=VERSION) as client:
                reply = await client.call_tool("tool")
            print(kind, body.__name__, reply.text, reply.rounds, flush=True)


def test_where_nobody_else_can_ask_a_round_ends_at_once() -> None:
    """Ours: ten questions in turn do not wait ten times for somebody who cannot come."""
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        env=variables(),
        stdout=subprocess.PIPE,
        timeout=120.0,
        text=True,
        check=True,
    )
    expected = [
        f"{kind} {body.__name__} [True, True] 2"
        for kind in MODERN
        for body in (*ALONE, *(() if kind == "lowlevel_2" else (in_turn_on_a_worker,)))
    ]
    assert expected == done.stdout.splitlines()


if __name__ == "__main__":
    asyncio.run(ask_alone())
