"""One upstream connection, of one host: it declares what this host declared, and nothing of another's.

The connection lives in a task of its own, with an empty context: nothing of the call that happened
to open it may leak into the next one.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..client import Asker, ClientElicitation, OpenPage, UnansweredError
from ..client.answers import Mode
from ..errors import ElicitError, RequestError
from ..request import ElicitRequest
from ..result import ElicitationCompleteNotification, ElicitResult
from ..sdk.client_wire import error_of
from ..versions import rules_of_peer
from .causes import cause_of, is_gone, named
from .forwarded import CURRENT, GOING, Forwarded, MovesOn
from .identities import Identities
from .others import Others
from .refusals import UpstreamGoneError
from .settings import Settings

if TYPE_CHECKING:
    from ..sdk.relay_upstream import UpstreamClient
    from ..sdk.server_call import ServerCall

__all__ = ["Link"]

log = logging.getLogger("mcp_elicit")

T = TypeVar("T")

CONNECTING: Final = 120.0
"""Seconds that an upstream server gets until it speaks: a command may have to be installed first."""
CLOSING: Final = 4.0
"""Seconds that an upstream connection gets to close; the SDK allows five for all a host leaves behind."""


class Link:
    """The upstream connection of one host."""

    def __init__(
        self,
        settings: Settings,
        modes: frozenset[Mode],
        beside: Mapping[str, Any],
        completed: Callable[[str, str | None], None],
    ) -> None:
        self.identities = Identities()
        self.calls: list[Forwarded] = []
        """The calls in progress on this connection, oldest first."""
        self._asking: set[Forwarded] = set()
        """Calls that upstream may still hold questions of."""
        self.closed = False
        self.watched = False
        """Whether it ends with its host's connection."""
        self.tells_calls_apart = False
        """Whether questions come on the stream of their call, as over HTTP; from a process they do not."""
        self.borrowers = 0
        """Requests in progress that ask nothing."""
        self.timer: asyncio.TimerHandle | None = None
        """Until it is closed because nobody uses it."""
        self._settings = settings
        self._completed = completed
        self._client: asyncio.Future[UpstreamClient] | None = None
        self._name = ""
        """Of the upstream server, for a log."""
        self._leave = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.staying: ServerCall | None = None
        """A request on the host's connection, where the host has one."""
        self._others = Others(beside, self._pass_on, self._serving, lambda: self.staying)
        self._person = ClientElicitation(
            self._put,
            modes=modes or ("form",),
            elicitation_complete_consumers=(self._complete,),
            page_consumers=(self._wait_for,),
            page_timeout=settings.timeout,
            max_questions_per_minute=None,  # the host counts, who knows its person
            schemes=settings.schemes,
        )
        # Also for a host that declared nothing: upstream must see nothing, which no client of ours may say.
        self._person._settings = replace(self._person._settings, modes=modes, passage=self._others)

    # ---- the connection --------------------------------------------------------------------

    async def client(self, context: Any) -> UpstreamClient:
        """The connected client; the first call connects it, the others wait for that."""
        if self._client is None:
            self._client = asyncio.get_running_loop().create_future()
            self._task = contextvars.Context().run(asyncio.create_task, self._run(context, self._client))
            timer = asyncio.get_running_loop().call_later(CONNECTING, self._give_up, self._client, self._task)
            self._client.add_done_callback(lambda _: timer.cancel())
        return await asyncio.shield(self._client)

    def _give_up(self, client: asyncio.Future[UpstreamClient], task: asyncio.Task[None]) -> None:
        if client.done():  # in the very turn of the event loop in which the time was up
            return
        said = "the upstream server %s cannot be reached: it said nothing for %g s"
        log.warning(said, self._name, CONNECTING)
        self._never(client, UpstreamGoneError(sent=False))
        task.cancel()

    async def _run(self, context: Any, client: asyncio.Future[UpstreamClient]) -> None:
        settings = self._settings
        try:
            arguments, target = settings.arguments(context), settings.target(context)
        except Exception as failure:  # the gateway's own function
            if isinstance(failure, ElicitError) or error_of(failure) is not None:
                self._never(client, failure)  # which says to the host what it wants to say
            else:
                log.warning("the gateway's function for the upstream server failed: %s", cause_of(failure))
                self._never(client, UpstreamGoneError(sent=False))
            return
        try:
            self._name = named(target)
            self.tells_calls_apart = isinstance(target, str)
            self._others.without(arguments)
            connecting = self._person.connect(
                target,
                client=settings.client,
                protocol_version=settings.protocol_version,
                **arguments,
            )
            async with connecting as connected:
                from ..sdk.relay_upstream import UpstreamClient  # an SDK is installed, or nothing connected

                client.set_result(UpstreamClient(connected, self._person._connection_of(connected)))
                await self._leave.wait()
        except Exception as failure:
            if not client.done():
                log.warning("the upstream server %s cannot be reached: %s", self._name, cause_of(failure))
        finally:
            self._never(client, UpstreamGoneError(sent=False))

    def _never(self, client: asyncio.Future[UpstreamClient], failure: Exception) -> None:
        """It is over; and where nobody was connected, *failure* says why."""
        self.closed = True
        if not client.done():
            client.set_exception(failure)
            client.exception()  # looked at, whether somebody still waits or not

    def usable(self) -> bool:
        """Whether a call can be made on it; one whose server ended while it was idle is left behind."""
        client = self._client
        if not self.closed and client is not None and client.done() and client.result().closed:
            log.warning("the connection to the upstream server %s is gone: it ended meanwhile", self._name)
            self.closed = True
            self._leave.set()
        return not self.closed

    @property
    def may_block(self) -> bool:
        """Whether -32042 means pages in the version that upstream speaks."""
        client = self._client
        if client is None or not client.done() or client.cancelled() or client.exception() is not None:
            return True
        return rules_of_peer(client.result().protocol_version).url_required_error

    async def close(self) -> None:
        """Give up every call, and leave."""
        self.closed = True
        if self.timer is not None:
            self.timer.cancel()
        for call in tuple(self.calls):
            call.end()
        # What cancels them upstream must get there first.
        leaving = [call.gone() for call in self._asking]
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.gather(*leaving), 2 * GOING)
        self._leave.set()
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=CLOSING)
            self._task.cancel()

    # ---- calls -----------------------------------------------------------------------------

    async def request(self, context: Any, method: str, params: Mapping[str, Any]) -> Any:
        """Send a request that asks nothing."""
        client = await self.client(context)
        try:
            return await client.request(method, params)
        except Exception as failure:
            raise self._seen(failure) from failure

    def start(self, context: Any, call: Forwarded, params: Mapping[str, Any], label: str) -> None:
        """Make a call upstream, in a task of its own."""
        self.calls.append(call)
        task = contextvars.Context().run(asyncio.create_task, self._make(context, call, params, label))
        call.start(task, lambda: self.calls.remove(call), lambda: self._asking.discard(call))
        self._asking.add(call)

    async def _make(self, context: Any, call: Forwarded, params: Mapping[str, Any], label: str) -> Any:
        CURRENT.set(call)
        client = await self.client(context)
        call.batched = rules_of_peer(client.protocol_version).delivery == "result"
        try:
            return await client.call(call.method, params, label, call)
        except Exception as failure:
            raise self._seen(failure) from failure

    def _seen(self, failure: Exception) -> Exception:
        if not is_gone(failure):
            return failure
        if not self.closed:  # said once, however many calls were on their way
            log.warning("the connection to the upstream server %s is gone: %s", self._name, cause_of(failure))
        self.closed = True
        self._leave.set()
        return UpstreamGoneError()

    # ---- what upstream asks and says -------------------------------------------------------

    async def _put(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        return await self._through(
            lambda call: call.put(self.identities.of(request, call.user), asker.server)
        )

    async def _pass_on(self, method: str, params: Mapping[str, Any] | None) -> Mapping[str, Any]:
        result: Mapping[str, Any] = await self._through(lambda call: call.pass_on(method, params))
        return result

    async def _through(self, ask: Callable[[Forwarded], Awaitable[T]]) -> T:
        """Ask by the call that it belongs to; by another one of this host when that one ends first."""
        known, reason = CURRENT.get(), "no call of a host is in progress that could carry the question"
        while True:
            call = known if known is not None else self._likely()
            if call is None:
                raise UnansweredError(reason)
            if call.ended:
                raise UnansweredError("the call that it belongs to is over")
            try:
                return await ask(call)
            except MovesOn:
                reason = "the host's call ended"
                if known is not None:
                    raise UnansweredError(reason) from None

    def _serving(self) -> ServerCall | None:
        known = CURRENT.get()
        call = known if known is not None else self._likely()
        return call.questions.carrier.call if call is not None and call.live else None

    def _likely(self) -> Forwarded | None:
        """The call that a question belongs to, which a handshake version does not say.

        With several calls of this host in progress any of them reaches the same person; one that the
        host waits for right now does so at once.
        """
        carrying = [call for call in self.calls if not call.ended]
        live = [call for call in carrying if call.live]
        usable = live or [call for call in carrying if call.comes_back]
        return usable[-1] if usable else None

    def _complete(self, notification: ElicitationCompleteNotification) -> None:
        minted = self.identities.completed(notification.elicitation_id)
        if minted is not None:
            with suppress(RequestError):  # it never got to a person
                self._completed(minted.elicitation_id, minted.user)

    def _wait_for(self, page: OpenPage) -> None:
        call = CURRENT.get()
        if call is not None:
            call.waits_for(page)
