"""The questions of one call, and the ways on which they reach its host.

A question goes the way that delivery.py names for the host: inline on the stream of the host's call,
into the host's next round (where it waits here, parked), to the broker, or nowhere, and then the reason
is said. What is no question (sampling, roots) has the first two ways, and goes as it came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..client import UnansweredError
from ..errors import (
    Fault,
    InvalidAnswerError,
    PeerError,
    Problem,
    QuestionWithdrawnError,
)
from ..fit import ASKINGS, asked_again, fitted
from ..request import ElicitRequest
from ..result import ElicitResult
from ..sdk import relay_host as host
from ..server.budget import Budget
from ..server.carry import Carrier
from ..server.carry_pages import CallPages
from ..server.delivery import Situation, Way, way_of
from ..server.serving import Asks
from ..server.steps import Ask, Question
from .people import user_of

__all__ = ["PASSED_ON", "Parked", "Questions", "declared_beside"]

PASSED_ON: Final[Mapping[str, str]] = {"sampling/createMessage": "sampling", "roots/list": "roots"}
"""Requests of a server that are no question: the capability that a host declares for them."""


@dataclass
class Parked:
    """A question, or a request as it came, that waits for a round of the host."""

    asked: Question | Mapping[str, Any]
    answer: asyncio.Future[Any]


class Questions:
    """What upstream asks in one call; *changed* is called with everything that is parked or taken back."""

    def __init__(
        self, carrier: Carrier, timeout: float | None, broker: Asks | None, changed: Callable[[], None]
    ) -> None:
        self.carrier = carrier
        """The host's request that is served now, or was served last."""
        self.user = user_of(carrier)
        self.parked: dict[str, Parked] = {}
        self._timeout = timeout
        self._broker = broker if broker is not None else carrier.broker
        self._changed = changed
        self._count = 0

    @property
    def comes_back(self) -> bool:
        """Whether this host asks for the result in rounds."""
        serving = self.carrier.call.serving
        return serving is not None and serving.conversation is not None

    def situation(self) -> Situation:
        """What the delivery table needs to know of the host."""
        # Between two rounds nothing is being served, and yet the call can ask.
        return self.carrier.situation()._replace(in_call=True, broker=self._broker is not None)

    async def ask(self, request: ElicitRequest, asked_by: str | None) -> ElicitResult:
        """Put a question, and again with the reason while its answer does not fit (decision 11).

        Raises:
            InvalidAnswerError: None of the answers did; none leaves this process.
            UnansweredError: It was taken back at the gateway's broker.
            ElicitError: It could not be asked, or nobody answered.
        """
        problems: tuple[Problem, ...] = ()
        asked, budget = request, Budget(self._timeout)
        for _ in range(ASKINGS):
            try:
                return fitted(request, await self._put(asked, asked_by, budget))
            except InvalidAnswerError as misfit:
                problems = misfit.problems
            # Read leniently: what an author may build is stricter than what a server may send.
            again = {"message": asked_again(request.message, problems)}
            asked = ElicitRequest.from_wire({**request.to_wire("2025-11-25"), **again})
        raise InvalidAnswerError(problems)

    async def pass_on(self, method: str, params: Mapping[str, Any] | None) -> Any:
        """Hand on a request that is no question, as it came, and give what came back.

        Raises:
            PeerError: This host cannot be asked for it.
            QuestionWithdrawnError: Its call ended.
            The SDK's own error where the host answered with one.
        """
        call = self.carrier.call
        if PASSED_ON[method] not in declared_beside(self.carrier):
            undeclared = PASSED_ON[method] not in host.capabilities_of(call)
            reason = "the host did not declare it" if undeclared else "nothing reaches the host in this call"
            raise PeerError(Fault(method, reason, "call it only where it is declared"))
        if not self.comes_back:
            return await self.carrier.hand_on(method, params)
        self.carrier.check_enabled("form")
        return await self._park({"method": method, **({} if params is None else {"params": dict(params)})})

    def open_keys(self) -> list[str]:
        """What is parked and not answered."""
        return [key for key, parked in self.parked.items() if not parked.answer.done()]

    # ---- the ways --------------------------------------------------------------------------

    async def _put(self, request: ElicitRequest, asked_by: str | None, budget: Budget) -> ElicitResult:
        result: ElicitResult
        match self._way(request):
            case "result":
                CallPages(self.carrier.call, self.carrier.setup, set()).open(request)
                result = await self._park(request)
            case "broker":
                assert self._broker is not None
                label, left = self.carrier.call.label, budget.left()
                try:
                    result = await self._broker.ask(
                        request, user=self.user, call=label, asked_by=asked_by, timeout=left
                    )
                except QuestionWithdrawnError as withdrawn:
                    # Not the host's end, but somebody's word at the gateway: its text is the gateway's own.
                    raise UnansweredError(f"it was withdrawn: {withdrawn.reason}") from None
            case _:
                (result,) = await self.carrier.perform(Ask((Question(request),)), budget)
        return result

    def _way(self, request: ElicitRequest) -> Way:
        obstacles = self.carrier.obstacles_of(request) if self.carrier.declares(request.mode) else ()
        way = way_of(self.situation(), request.mode, obstacles=obstacles)
        if way == "result":
            self.carrier.check_enabled(request.mode)
        return way

    async def _park(self, asked: ElicitRequest | Mapping[str, Any]) -> Any:
        self._count += 1
        key = f"q{self._count}"
        waits = Question(asked, key, key_is_wire_key=True) if isinstance(asked, ElicitRequest) else asked
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.parked[key] = Parked(waits, answer)
        self._changed()
        try:
            return await answer
        finally:
            self.parked.pop(key, None)
            self._changed()


def declared_beside(carrier: Carrier) -> dict[str, Any]:
    """What a host declared beside elicitation and can be asked for, as upstream may see it."""
    call = carrier.call
    if not call.channel and not host.in_rounds(call):
        return {}
    declared = host.capabilities_of(call)
    # The `listChanged` of roots is a promise of notifications, which are the gateway's and do not pass.
    kept: dict[str, Any] = {
        "sampling": declared.get("sampling"),
        "roots": {} if "roots" in declared else None,
    }
    return {name: value for name, value in kept.items() if value is not None}
