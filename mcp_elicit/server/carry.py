"""Carrying out the steps of a conversation on one call.

Runs on the server's event loop. Every question first learns its way from delivery.py; when
one of a step cannot be asked, none of them is sent.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ..errors import (
    CapabilityError,
    NotSendableError,
    RefusedError,
    RequestError,
)
from ..request import ElicitRequest
from ..result import ElicitResult
from ..sdk import server_wait as wait
from ..url_required import UrlElicitationRequiredError
from ..versions import (
    METHOD_ELICITATION_CREATE,
    PROTOCOL_VERSIONS,
    rules_for,
    rules_of_peer,
)
from .budget import Budget
from .carry_once import OnceRuns
from .carry_pages import CallPages
from .delivery import Situation, Way, way_of
from .rounds import Conversation, RoundEnds
from .serving import CALLS, Asks, Serving, Setup
from .steps import Ask, Claim, Count, Finish, Question, Reach, Record, Release, Rest, Step

if TYPE_CHECKING:
    from ..sdk.server_call import ServerCall
    from .delivery import Mode

MODES: Final[tuple[Mode, ...]] = ("form", "url")

__all__ = ["Carrier"]


class Carrier:
    """One call, and the ways a question can go from it."""

    def __init__(
        self, call: ServerCall, setup: Setup, broker: Asks | None, *, from_thread: bool = False
    ) -> None:
        self.call = call
        self.setup = setup
        self._from_thread = from_thread
        self.broker = broker if broker is not None else setup.broker
        self._declared: frozenset[Mode] = frozenset(mode for mode in MODES if self.declares(mode))
        self._local = call.serving.conversation if call.serving is not None else None
        # Where no round can come twice, what `once` did is remembered for this call alone.
        memory = call.serving if call.serving is not None else Serving(setup, call.method or "")
        self._own = self._local or memory.memory
        store = setup.store if self._local is not None else memory.store
        self._withdrawals = memory.withdrawals
        self._once = OnceRuns(self._own, store, self._withdrawals)
        self._pages = CallPages(call, setup, self._withdrawals)

    # ---- facts ----------------------------------------------------------------------------

    def declares(self, mode: Mode) -> bool:
        """Whether the client declared *mode*, as its version understands it."""
        version, capability = self.call.protocol_version, self.call.capability
        if capability is None or version not in PROTOCOL_VERSIONS:
            return False
        return capability.supports(mode, version)

    def situation(self) -> Situation:
        """What the delivery table needs to know."""
        serving = self.call.serving
        if serving is not None:
            in_call = not serving.ended
        else:
            in_call = self.call.method is None or self.call.method in CALLS
        return Situation(
            self.call.protocol_version, self._declared, self.call.channel, in_call, self.broker is not None
        )

    def supports(self, mode: Mode) -> bool:
        """Whether a question of *mode* can reach this client from here."""
        try:
            self._reach(mode)
        except RequestError:
            return False
        return True

    # ---- steps ----------------------------------------------------------------------------

    async def perform(self, step: Step, budget: Budget) -> Any:
        """Carry out one step; the author's functions are not for this loop."""
        if isinstance(step, Release):
            return await self._once.release(step.key)
        # A body that unwinds asks nothing and starts no work; its next run will.
        if self._local is not None and self._local.over:
            raise RoundEnds
        match step:
            case Ask():
                return await self._ask(step, budget)
            case Reach(mode):
                return self._reach(mode)
            case Count(name):
                return self._own.count(name)
            case Claim(key):
                return await self._once.claim(key)
            case Record(key, value):
                return await self._once.record(key, value)
            case Rest(page):
                return await self._rest(page, budget)
            case Finish(page, completed):
                return await self._pages.finish(page, completed)
            case _:
                raise AssertionError(f"{type(step).__name__} is for the shell")

    # ---- asking ---------------------------------------------------------------------------

    async def _ask(self, step: Ask, budget: Budget) -> tuple[ElicitResult, ...]:
        at = self.situation()
        ways: list[Way] = [self._way(at, one.request, step.waits_for_page) for one in step.questions]
        if "url_required" in ways:
            asked = zip(step.questions, ways, strict=True)
            raise await self._url_required([q.request for q, way in asked if way == "url_required"])
        if self._local is not None:
            return await self._ask_in_rounds(self._local, step.questions, ways, budget)
        for question in step.questions:
            self._pages.open(question.request)
        if len(ways) == 1:  # without what several need, which takes 3 us
            return (await self._send(step.questions[0].request, ways[0], budget),)
        return await wait.together(
            [
                partial(self._send, question.request, way, budget)
                for question, way in zip(step.questions, ways, strict=True)
            ]
        )

    def _reach(self, mode: Mode) -> None:
        if way_of(self.situation(), mode, waits_for_page=True) == "result":
            self.check_enabled(mode)

    def _way(self, at: Situation, request: ElicitRequest, waits_for_page: bool) -> Way:
        obstacles = self.obstacles_of(request) if request.mode in at.declared else ()
        way = way_of(at, request.mode, obstacles=obstacles, waits_for_page=waits_for_page)
        if way == "result":
            self.check_enabled(request.mode)
        return way

    def obstacles_of(self, request: ElicitRequest) -> tuple[tuple[str, str], ...]:
        """Why the version, which has this mode, cannot carry *request*; empty where it can."""
        try:
            # What was written is remembered; it is copied only to be sent.
            request._written(self.call.protocol_version)
        except NotSendableError as refusal:
            return refusal.reasons
        return ()

    def check_enabled(self, mode: Mode) -> None:
        """Refuse a question that would end a round which this server cannot take up again."""
        serving = self.call.serving
        version = self.call.protocol_version
        if serving is None or serving.conversation is None:
            raise CapabilityError(
                mode,
                version,
                f"on {version} a question ends the round of its call, and this server is not prepared for it",
                "call mcp_elicit.enable(server) once at start-up",
            )
        if not serving.sealed:
            raise CapabilityError(
                mode, version, "the request state would leave this server unsealed", serving.unsealed_remedy
            )

    async def _send(self, request: ElicitRequest, way: Way, budget: Budget) -> ElicitResult:
        work: Callable[[], Awaitable[Any]]
        if way == "broker":
            work = partial(self._ask_broker, request, budget)
        else:
            params = request.to_wire(self.call.protocol_version)
            work = partial(self.call.request, METHOD_ELICITATION_CREATE, params)
        reply = await wait.bounded(
            work, seconds=budget.left(), budget=budget.seconds, withdrawals=self._withdrawals
        )
        return reply if isinstance(reply, ElicitResult) else ElicitResult.from_wire(reply)

    async def hand_on(self, method: str, params: Mapping[str, Any] | None) -> Any:
        """Send a request that is no question, as it came; it is taken back when its call ends.

        Raises:
            QuestionWithdrawnError: The call ended.
            The SDK's own error where the client answered with one.
        """
        work = partial(self.call.pass_on, method, params)
        return await wait.bounded(work, seconds=None, budget=None, withdrawals=self._withdrawals)

    async def _ask_broker(self, request: ElicitRequest, budget: Budget) -> ElicitResult:
        assert self.broker is not None
        return await self.broker.ask(
            request,
            user=self._pages.user(),
            call=self.call.label,
            asked_by=self.setup.name,
            timeout=budget.left(),
        )

    async def _ask_in_rounds(
        self, conversation: Conversation, questions: tuple[Question, ...], ways: list[Way], budget: Budget
    ) -> tuple[ElicitResult, ...]:
        idents = [conversation.identify(question) for question in questions]
        answers = [conversation.answer_to(ident) for ident in idents]
        waiting = False
        for index, question in enumerate(questions):
            if answers[index] is not None:
                self._pages.reopen(question.request)
                continue
            self._pages.open(question.request)
            if ways[index] == "result":
                conversation.put(idents[index], question)
                waiting = True
        if waiting:
            await self._settle()
        for index, question in enumerate(questions):
            if answers[index] is None:
                answers[index] = answer = await self._send(question.request, ways[index], budget)
                # A broker's answer must not be asked for again on the next replay.
                conversation.record(idents[index], answer)
        return tuple(answer for answer in answers if answer is not None)

    async def _settle(self) -> None:
        """Park until no new question can come, or came for a while; then end the round."""
        serving = self.call.serving
        assert serving is not None
        assert serving.conversation is not None
        if serving.bystanders is None or not serving.bystanders.are_all(from_thread=self._from_thread):
            await self._no_more_questions(serving)
        serving.conversation.over = True
        raise RoundEnds

    async def _no_more_questions(self, serving: Serving) -> None:
        serving.last_question = time.monotonic()
        while (left := serving.last_question + self.setup.settle - time.monotonic()) > 0:
            await wait.sleep(left)

    # ---- pages ----------------------------------------------------------------------------

    async def _url_required(self, pages: list[ElicitRequest]) -> Exception:
        """Every page that this call waits for, those asked side by side too."""
        serving = self.call.serving
        for page in pages:
            self._pages.open(page)
        if serving is None:
            return self.call.url_required(pages)
        for page in pages:
            if page.elicitation_id is not None:
                serving.blocking[page.elicitation_id] = page
        await self._no_more_questions(serving)
        return self.call.url_required(list(serving.blocking.values()))

    async def url_required_leaves(self, error: UrlElicitationRequiredError) -> UrlElicitationRequiredError:
        """A -32042 on its way out of a body, by `require_url` or raised by hand: what becomes of it.

        Returned when it goes out as it is (2025-11-25). On 2026-07-28 its pages become a round, and
        while the body keeps raising it although they were agreed to, the round waits for them.

        Raises:
            RoundEnds: The round ends here.
            RefusedError: The user declined or cancelled.
            CapabilityError: This client cannot be asked to open pages.
        """
        version = self.call.protocol_version
        pages = list(error.elicitations)
        if rules_of_peer(version).url_required_error:
            # Whoever raises it by hand knows that it is needed, channel or not.
            way_of(self.situation()._replace(broker=False), "url", waits_for_page=True)
            if self.call.serving is not None:
                pages += [p for p in self.call.serving.blocking.values() if p not in pages]
            for page in pages:
                self._pages.open(page)
            return UrlElicitationRequiredError(pages, error.message)
        if self._local is None:
            raise CapabilityError(
                "url",
                version,
                f"on {version} a call cannot end by naming pages to open",
                "it has no url mode: do without the page, or give a broker"
                if version in PROTOCOL_VERSIONS and not rules_for(version).url
                else "call mcp_elicit.enable(server) once at start-up, or ask with require_url",
            )
        replies = await self._ask(Ask(tuple(map(Question, pages)), waits_for_page=True), Budget(None))
        for reply in replies:
            if reply.action != "accept":
                raise RefusedError(reply.action)
        self._local.holding = True
        await self._pages.rest(pages, self.setup.hold)
        raise RoundEnds

    async def _rest(self, page: ElicitRequest, budget: Budget) -> None:
        conversation, serving = self._local, self.call.serving
        seconds = self.setup.look_again
        if conversation is not None and serving is not None:
            now = time.monotonic()
            if serving.hold_until is None:
                serving.hold_until = now + self.setup.hold
            seconds = min(seconds, serving.hold_until - now)
            if seconds <= 0:
                conversation.holding = True
                await self._settle()
        else:
            left = budget.left("page")  # the person agreed to open it
            seconds = seconds if left is None else min(seconds, left)
        await self._pages.rest([page], seconds)
