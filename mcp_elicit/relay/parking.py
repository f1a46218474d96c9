"""Calls that wait between two rounds of a host of 2026-07-28.

The call is made upstream once and parked here; the sealed state names it, and says nothing else. It
is bound to the user who made it and to this process, and is cancelled when nobody comes back.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ..sdk.relay_host import connection_of
from ..server.budget import Budget
from ..server.carry import Carrier
from ..server.rounds import Conversation, RoundEnds
from ..server.steps import Claim, Question, Record, Recorded
from .forwarded import Forwarded
from .link import Link
from .people import user_of
from .questions import Questions
from .refusals import ParkedCallLostError

__all__ = ["Parking"]

REPLAY: Final = 60.0
"""Seconds that the result of a parked call is kept: a host may repeat a round whose answer it lost."""
MAX_PARKED: Final = 10_000
"""Calls parked at once; the one that waits longest goes first."""
BATCH: Final = 0.002
"""Seconds without a new question after which a round of upstream is complete: its questions came together."""
KEY: Final = "relayed call"


@dataclass
class Held:
    """One parked call."""

    call: Forwarded
    link: Link
    connection: object | None
    """The host's; None over HTTP, where nothing ties its requests together."""
    timer: asyncio.TimerHandle | None = None
    rounds: list[tuple[Carrier, str | int | None]] = field(default_factory=list)
    """Rounds being served for it right now, newest last: a host may send one twice."""


class Parking:
    """The parked calls of one relay."""

    def __init__(self, life: float, leave: Callable[[Link], None]) -> None:
        self._life = life
        self._leave = leave
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._process = uuid.uuid4().hex

    def __len__(self) -> int:
        return len(self._held)

    def close(self) -> None:
        """Give up every call."""
        for key in tuple(self._held):
            self._forget(key)

    async def serve(
        self,
        carrier: Carrier,
        conversation: Conversation,
        token: str | int | None,
        make: Callable[[], tuple[Link, Forwarded]],
    ) -> tuple[Link, Forwarded]:
        """Serve one round of a host: the call once it is done.

        Raises:
            RoundEnds: There is a question, or nothing will happen for a while.
            ParkedCallLostError: The state names a call that is not here, or not this host's.
        """
        key, held = await self._find(carrier, make)
        this = (carrier, token)
        held.rounds.append(this)
        held.call.questions.carrier, held.call.token = this
        self._until(held, key, None)
        ended = False
        try:
            held.call.live = True
            await _round(held.call, carrier, conversation)
            ended = True
            return held.link, held.call
        except RoundEnds:
            if conversation.round >= conversation.limits.rounds:
                self._forget(key)  # this was the last one that a host gives
            raise
        except asyncio.CancelledError:
            if len(held.rounds) == 1:
                self._forget(key)  # the host gave the call up, and not only a round that it sent twice
            raise
        finally:
            held.rounds.remove(this)
            held.call.live = bool(held.rounds)
            if held.call.live:
                held.call.questions.carrier, held.call.token = held.rounds[-1]
            else:
                self._until(held, key, REPLAY if ended else self._life)

    async def _find(self, carrier: Carrier, make: Callable[[], tuple[Link, Forwarded]]) -> tuple[str, Held]:
        claimed = await carrier.perform(Claim(KEY), Budget(None))
        if isinstance(claimed, Recorded):
            value = claimed.value
            if not isinstance(value, Mapping) or value.get("process") != self._process:
                raise ParkedCallLostError("process")
            key = str(value.get("call"))
            held = self._held.get(key)
            if held is None:
                raise ParkedCallLostError("ended")
            if held.call.user != user_of(carrier) or held.connection is not connection_of(carrier.call):
                raise ParkedCallLostError("host")
            return key, held
        key = uuid.uuid4().hex
        while len(self._held) >= MAX_PARKED:
            waiting = (key for key, held in self._held.items() if not held.rounds)
            self._forget(next(waiting, None) or next(iter(self._held)))
        link, call = make()
        held = self._held[key] = Held(call, link, connection_of(carrier.call))
        assert call.task is not None
        # Only what came of it is kept then: a connection that nobody else uses is closed.
        call.task.add_done_callback(lambda _: self._leave(link))
        try:
            await carrier.perform(Record(KEY, {"call": key, "process": self._process}), Budget(None))
        except BaseException:
            self._forget(key)  # no host will ever name it
            raise
        return key, held

    def _until(self, held: Held, key: str, seconds: float | None) -> None:
        """Keep it for *seconds* from now; None while its host is here."""
        if held.timer is not None:
            held.timer.cancel()
        held.timer = None
        if seconds is not None and key in self._held:
            self._held.move_to_end(key)  # the one that waits longest is the first
            held.timer = asyncio.get_running_loop().call_later(seconds, self._forget, key)

    def _forget(self, key: str) -> None:
        """It is over: expired, given up, or told. What is still on its way upstream is cancelled."""
        held = self._held.pop(key, None)
        if held is None:
            return
        if held.timer is not None:
            held.timer.cancel()
        held.call.end()


async def _round(call: Forwarded, carrier: Carrier, conversation: Conversation) -> None:
    """Deliver what this round answers, then wait for the result; a question ends the round."""
    idents = _deliver(call, conversation)
    conversation.forget_answers()
    task = call.task
    assert task is not None
    until = time.monotonic() + carrier.setup.hold
    bell = call.listen()
    try:
        while not task.done():
            bell.clear()
            if call.questions.open_keys():
                await _settled(call.questions, BATCH if call.batched else carrier.setup.settle)
                if not task.done():
                    _put(call.questions, conversation, idents)
            elif call.waits and time.monotonic() >= until:
                conversation.holding = True
            if conversation.unfinished:
                conversation.over = True
                raise RoundEnds
            if not task.done() and not bell.is_set():
                await _heard(bell, until - time.monotonic() if call.waits else None)
    finally:
        call.unlisten(bell)


def _deliver(call: Forwarded, conversation: Conversation) -> dict[str, str]:
    """Hand on what this round brought; gives the names of the questions that were parked before it."""
    idents: dict[str, str] = {}
    for key, parked in tuple(call.questions.parked.items()):
        answer: object
        if isinstance(parked.asked, Question):
            idents[key] = conversation.identify(parked.asked)
            answer = conversation.answer_to(idents[key])
        else:
            answer = conversation.passed_back.get(key)
            if not isinstance(answer, Mapping):
                continue  # it is asked for again
        if answer is not None and not parked.answer.done():
            parked.answer.set_result(answer)
    return idents


def _put(questions: Questions, conversation: Conversation, idents: Mapping[str, str]) -> None:
    """Everything that is parked and not answered becomes part of this round."""
    for key in questions.open_keys():
        asked = questions.parked[key].asked
        if isinstance(asked, Question):
            conversation.put(idents.get(key) or conversation.identify(asked), asked)
        else:
            conversation.passed_on[key] = asked


async def _settled(questions: Questions, seconds: float) -> None:
    """Give questions asked side by side the time to come, so that they share a round."""
    count = -1
    while count != len(questions.parked):
        count = len(questions.parked)
        await asyncio.sleep(seconds)


async def _heard(bell: asyncio.Event, seconds: float | None) -> None:
    try:
        await asyncio.wait_for(bell.wait(), seconds)
    except asyncio.TimeoutError:
        return
