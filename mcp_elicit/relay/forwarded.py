"""One call, made once upstream: its life, and what both sides hear of it meanwhile.

What comes up in it for the host is questions.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any, Final

from ..client import OpenPage, UnansweredError
from ..client.circuit import questions_in
from ..errors import ElicitError, QuestionWithdrawnError
from ..request import ElicitRequest
from ..result import ElicitResult
from ..sdk.relay_host import report
from ..server.carry import Carrier
from ..server.delivery import way_of
from ..server.serving import Asks
from .questions import Questions

__all__ = ["CURRENT", "GOING", "Forwarded", "MovesOn"]


GOING: Final = 1.0
"""Seconds that upstream gets to take back its questions when their call is cancelled."""

CURRENT: Final[ContextVar[Forwarded | None]] = ContextVar("mcp_elicit_forwarded", default=None)
"""The call in whose task we are. Questions of a handshake version arrive outside of it."""


class MovesOn(Exception):
    """The host's call ended before the question was answered, which may be another call's."""


class Forwarded:
    """A call on its way; what a relay remembers of it between two rounds."""

    def __init__(self, method: str, carrier: Carrier, timeout: float | None, broker: Asks | None) -> None:
        self.method = method
        self.questions = Questions(carrier, timeout, broker, self._ring)
        self.user = self.questions.user
        self.live = True
        """Whether a request of the host is being served for it right now."""
        self.token: str | int | None = None
        """By which the host wants to hear of progress."""
        self.asked = False
        """Whether a question came up: the result is nobody else's."""
        self.batched = False
        """Whether upstream asks in rounds, all that it wants to know at once."""
        self.task: asyncio.Task[Any] | None = None
        self._idle = False
        self._ended = False
        self._page: OpenPage | None = None
        self._bells: set[asyncio.Event] = set()

    @property
    def comes_back(self) -> bool:
        """Whether this host asks for the result in rounds."""
        return self.questions.comes_back

    # ---- what the upstream side tells ------------------------------------------------------

    @property
    def wants_progress(self) -> bool:
        """Whether the host asked to hear of progress."""
        return self.token is not None

    async def progressed(self, progress: float, total: float | None, message: str | None) -> None:
        """Pass progress on while the host listens and asked for it."""
        if self.live and self.token is not None:
            await report(self.questions.carrier.call, self.token, progress, total, message)

    def blocked(self, error: Mapping[str, Any]) -> None:
        """Hand -32042 on as it is where nothing but it can reach the host."""
        required = questions_in(dict(error))
        if required is None:
            return
        try:
            way = way_of(self.questions.situation(), "url", waits_for_page=True)
        except ElicitError:
            return
        if way == "url_required":
            raise required

    def paused(self, paused: bool) -> None:
        """Upstream is not done and asks nothing."""
        self._idle = paused
        self._ring()

    def waits_for(self, page: OpenPage) -> None:
        """Upstream's -32042 waits until the page is done."""
        self._page = page
        self._ring()

    @property
    def ended(self) -> bool:
        """Whether upstream has nothing more to say in it."""
        return self.task is not None and self.task.done()

    @property
    def waits(self) -> bool:
        """Whether nothing happens until somebody is done with a page."""
        return self._idle or (self._page is not None and not self._page.closed)

    async def put(self, request: ElicitRequest, asked_by: str | None) -> ElicitResult:
        """Put a question to the host, or to the broker.

        Raises:
            UnansweredError: It could not be asked, or nobody gave an answer that fits; with the reason.
            MovesOn: The host's call is over.
        """
        self.asked = True
        try:
            return await self.questions.ask(request, asked_by)
        except QuestionWithdrawnError:
            raise await self._taken_back() from None
        except UnansweredError:
            raise
        except ElicitError as failure:
            raise UnansweredError(failure.sentence) from failure

    async def pass_on(self, method: str, params: Mapping[str, Any] | None) -> Any:
        """Hand the host a request that is no question.

        Raises:
            ElicitError: This host cannot be asked for it, or is gone.
            MovesOn: The host's call is over.
            The SDK's own error where the host answered with one.
        """
        self.asked = True
        try:
            return await self.questions.pass_on(method, params)
        except QuestionWithdrawnError:
            raise await self._taken_back() from None

    async def _taken_back(self) -> Exception:
        """Why what was asked at the host is not asked there any more."""
        if self.task is not None and self.live:
            # The host is gone: its call is about to be cancelled, which says more than an error.
            await asyncio.wait((self.task,), timeout=GOING)
        return UnansweredError("the host's connection closed") if self.live else MovesOn()

    # ---- for the host's side ---------------------------------------------------------------

    def listen(self) -> asyncio.Event:
        """An event that is set with every change, until `unlisten`."""
        bell = asyncio.Event()
        self._bells.add(bell)
        return bell

    def unlisten(self, bell: asyncio.Event) -> None:
        """Undo `listen`."""
        self._bells.discard(bell)

    def start(self, task: asyncio.Task[Any], ended: Callable[[], None], let_go: Callable[[], None]) -> None:
        """The upstream call runs in *task*; *ended* and then *let_go* are called when it is over."""
        self.task = task

        def done(task: asyncio.Task[Any]) -> None:
            if not task.cancelled():
                task.exception()  # looked at, whether a host still waits for it or not
            # Upstream was told before this, and gets a moment to take its questions back; others move on.
            if self.questions.parked:
                asyncio.get_running_loop().call_later(GOING, self._let_go, let_go)
            else:
                let_go()
            ended()
            self._ring()

        task.add_done_callback(done)

    def end(self) -> None:
        """The host's side is over: what is parked here is for nobody, or for another call."""
        self.live = False
        assert self.task is not None
        if not self._ended:  # a second cancellation would cut short what the first has to tell upstream
            self._ended = True
            self.task.cancel()

    async def gone(self) -> None:
        """Wait until the call is cancelled, and upstream took back what it asked in it."""
        assert self.task is not None
        await asyncio.wait((self.task,))
        bell = self.listen()
        while self.questions.parked:
            bell.clear()
            await bell.wait()
        self.unlisten(bell)

    def _let_go(self, let_go: Callable[[], None]) -> None:
        let_go()
        for parked in tuple(self.questions.parked.values()):
            if not parked.answer.done():
                parked.answer.set_exception(MovesOn())

    def _ring(self) -> None:
        for bell in self._bells:
            bell.set()
