"""What a question costs a broker in memory, with few and with many open.

    python benchmarks/run broker

Few and many live side by side in this process and take turns; every number is processor time and a
median over the rounds, every ratio the median of the rounds' ratios. A question is a whole one: a
waiting task with its timeout, put by `ask`, answered at random places of the line, and its answer
back in the task. A list is read as a screen reads it; unread it is little more than fetching its
records from memory that no cache holds, where many are open. The rows of asyncio alone show the same
task waiting for nothing but a future and a timer.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import platform
import random
import sys
import tracemalloc
from collections.abc import Coroutine
from statistics import median
from time import thread_time
from typing import Any, Final

from mcp_elicit.broker import Broker, OpenQuestion
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

FEW: Final = 100
MANY: Final = 100_000
USERS: Final = [f"user {number}" for number in range(4)]
SCREEN: Final = 20
"""Questions in a page of the list."""
BATCH: Final = 25
"""Questions put and answered in one round; what is open differs by no more."""
WARM_UP: Final = 20
TIMEOUT: Final = 600.0
COST_GOAL: Final = 1.3
BYTES_GOAL: Final = 2048

YES: Final = ElicitResult.accept({"confirm": True})


def confirm(number: int) -> ElicitRequest:
    """A question as a tool would build it."""
    field = {"type": "boolean", "title": "Confirm"}
    form = {"type": "object", "properties": {"confirm": field}, "required": ["confirm"]}
    return ElicitRequest.for_form(f"Delete environment {number}?", form)


REQUEST: Final = confirm(0)


class Bare:
    """Waiting tasks without a broker: what asyncio alone takes."""

    def __init__(self, size: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.random = random.Random(size)
        self.waiting: list[tuple[asyncio.Future[ElicitResult], asyncio.Task[ElicitResult]]] = []
        self.run(self.put(size))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do *work* on the loop of this side."""
        self.loop.run_until_complete(work)

    async def put(self, number: int) -> None:
        """Start tasks, until all of them wait."""
        for _ in range(number):
            future: asyncio.Future[ElicitResult] = self.loop.create_future()
            self.waiting.append((future, self.loop.create_task(self.wait(future))))
        await asyncio.sleep(0)

    async def wait(self, future: asyncio.Future[ElicitResult]) -> ElicitResult:
        """Wait as an asker does."""
        timer = self.loop.call_later(TIMEOUT, future.cancel)
        try:
            return await future
        finally:
            timer.cancel()

    async def wake(
        self, chosen: list[tuple[asyncio.Future[ElicitResult], asyncio.Task[ElicitResult]]]
    ) -> None:
        """Wake the tasks that were *chosen*, and await their ends."""
        for future, _ in chosen:
            future.set_result(YES)
        for _, task in chosen:
            await task

    def places(self) -> list[int]:
        """Tasks to answer, at random."""
        return self.random.sample(range(len(self.waiting)), BATCH)

    def forget(self, places: list[int]) -> None:
        """They are answered."""
        for place in sorted(places, reverse=True):
            del self.waiting[place]

    def round(self) -> dict[str, float]:
        """One round of every operation: seconds for each single one."""
        start = thread_time()
        self.run(self.put(BATCH))
        put = thread_time() - start
        places = self.places()
        chosen = [self.waiting[place] for place in places]  # a look into this table is not timed
        start = thread_time()
        self.run(self.wake(chosen))
        answer = thread_time() - start
        self.forget(places)
        return {"asyncio alone: create": put / BATCH, "asyncio alone: answer": answer / BATCH}

    def close(self) -> None:
        """Cancel whatever still waits."""

        async def end() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self.run(end())
        self.loop.close()


class Desk(Bare):
    """The same tasks, each with its question in a broker."""

    def __init__(self, size: int) -> None:
        self.broker = Broker()
        self.count = 0
        self.place = 0
        self.open: list[tuple[str, str, asyncio.Task[ElicitResult]]] = []
        super().__init__(size)

    async def put(self, number: int) -> None:
        """Start tasks, until the question of each stands."""
        tasks = [
            self.loop.create_task(self.ask(USERS[n % len(USERS)]))
            for n in range(self.count, self.count + number)
        ]
        self.count += number
        self.new = tasks
        await asyncio.sleep(0)  # every task runs until its question stands

    def ask(self, user: str) -> Coroutine[Any, Any, ElicitResult]:
        """One asking."""
        return self.broker.ask(REQUEST, user=user, call="deploy", asked_by="Build server", timeout=TIMEOUT)

    def note_new(self) -> None:
        """Ids sort by age, so that the questions behind those known are those of the new tasks, in order."""
        questions = self.broker.pending(after=self.open[-1][0] if self.open else None)
        self.open += [
            (each.id, each.user or "", task) for each, task in zip(questions, self.new, strict=True)
        ]

    async def answer(self, chosen: list[tuple[str, str, asyncio.Task[ElicitResult]]]) -> None:
        """Answer the questions that were *chosen*, and await their tasks."""
        for question_id, user, _ in chosen:
            self.broker.answer(question_id, YES, user=user)
        for _, _, task in chosen:
            await task

    def round(self) -> dict[str, float]:
        """One round of every operation: seconds for each single one."""
        if not self.open:
            self.note_new()
        start = thread_time()
        self.run(self.put(BATCH))
        put = thread_time() - start
        self.note_new()
        places = self.random.sample(range(len(self.open) - 1), BATCH)
        chosen = [self.open[place] for place in places]
        start = thread_time()
        self.run(self.answer(chosen))
        answer = thread_time() - start
        for place in sorted(places, reverse=True):
            del self.open[place]
        start = thread_time()
        for number in range(BATCH):
            shown(self.broker.pending(USERS[number % len(USERS)], limit=SCREEN))
        own = thread_time() - start
        cursors = [self.open[self.next_place()][0] for _ in range(BATCH)]
        start = thread_time()
        for cursor in cursors:
            shown(self.broker.pending(limit=SCREEN, after=cursor))
        page = thread_time() - start
        cursors = [self.open[self.next_place()][0] for _ in range(BATCH)]
        start = thread_time()
        for cursor in cursors:
            self.broker.pending(limit=SCREEN, after=cursor)
        unread = thread_time() - start
        return {
            "create: ask until it is listed": put / BATCH,
            f"list: the first {SCREEN} of one user": own / BATCH,
            f"list: the next {SCREEN} of all": page / BATCH,
            f"list: the next {SCREEN}, unread (no goal)": unread / BATCH,
            "answer: until the task has it": answer / BATCH,
        }

    def next_place(self) -> int:
        """Where the next page begins, and from the start again."""
        self.place = (self.place + SCREEN) % (len(self.open) - SCREEN)
        return self.place


def shown(questions: tuple[OpenQuestion, ...]) -> list[tuple[object, ...]]:
    """What a screen reads of each question."""
    return [
        (each.id, each.asked_by, each.call, each.message, each.requested_schema, each.url, each.expires_at)
        for each in questions
    ]


def speed(side: type[Bare], rounds: int) -> None:
    """Print what each operation takes."""
    few, many = side(FEW), side(MANY)
    taken: list[tuple[dict[str, float], dict[str, float]]] = []
    for number in range(WARM_UP + rounds):
        # Who comes first changes, so that neither always finds the caches of the other.
        if number % 2:
            first, second = few.round(), many.round()
        else:
            second, first = many.round(), few.round()
        if number >= WARM_UP:
            taken.append((first, second))
    for name in taken[0][0]:
        few_us = median(each[0][name] for each in taken) * 1e6
        many_us = median(each[1][name] for each in taken) * 1e6
        ratio = median(each[1][name] / each[0][name] for each in taken)
        verdict = "" if side is Bare or "no goal" in name else "met" if ratio <= COST_GOAL else "MISSED"
        print(f"{name:42} {few_us:10.2f} {many_us:10.2f} {ratio:7.2f}   {verdict}")
    few.close()
    many.close()


def bytes_each(side: type[Bare]) -> float:
    """Bytes that one waiting task holds, of `MANY`."""
    gc.collect()
    tracemalloc.start()
    made = side(0)
    before = tracemalloc.get_traced_memory()[0]
    made.run(made.put(MANY))
    gc.collect()
    each = (tracemalloc.get_traced_memory()[0] - before) / MANY
    tracemalloc.stop()
    made.close()
    return each


def bytes_of_a_request(number: int = 1000) -> float:
    """Bytes of a request that a tool builds for one question alone."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    requests = [confirm(n) for n in range(number)]
    each = (tracemalloc.get_traced_memory()[0] - before) / len(requests)
    tracemalloc.stop()
    return each


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=300, help="rounds to take the medians of")
    rounds = parser.parse_args().rounds
    print(f"Python {platform.python_version()} on {sys.platform} {platform.machine()}, {rounds} rounds\n")
    title = "microseconds each, while so many are open"
    print(f"{title:42} {FEW:>10,} {MANY:>10,} {'ratio':>7}   goal {COST_GOAL}")
    speed(Desk, rounds)
    speed(Bare, rounds)
    print(f"\n{f'bytes for each of {MANY:,}':42} {'':21} {'':7}   goal {BYTES_GOAL}")
    with_task, bare, request = bytes_each(Desk), bytes_each(Bare), bytes_of_a_request()
    own = with_task - bare + request
    rows = [
        ("open question, with its waiting task", with_task, "met" if with_task <= BYTES_GOAL else "MISSED"),
        ("of this asyncio alone", bare, ""),
        ("beside it, a request that is not shared", request, ""),
        ("in the broker, with such a request", own, "met" if own <= BYTES_GOAL else "MISSED"),
    ]
    for name, each, verdict in rows:
        print(f"{name:42} {'':10} {each:10.0f} {'':7}   {verdict}")


if __name__ == "__main__":
    main()
