"""The relay: what a gateway calls, and the rounds of a host whose call is parked.

A host of 2026-07-28 asks again and again for the result of a call that is made upstream once;
between two rounds the call waits here. The sealed state names it, and says nothing else.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from ..carry import Budget, Carrier
from ..client.answers import Mode
from ..client.circuit import questions_in
from ..enabling import ServerElicitation
from ..errors import CapabilityError, ElicitError, Fault, PeerError, QuestionExpiredError, RequestError
from ..flow import Claim, Record, Recorded
from ..rounds import Conversation, RoundEnds
from ..sdk import relay_host as host
from ..sdk.client_wire import error_of
from ..sdk.server_call import ServerCall
from ..sdk.server_contexts import call_of
from ..serving import CALLS
from ..url_required import UrlElicitationRequiredError
from .forwarded import Forwarded, Parks
from .link import Link, Settings
from .refusals import ParkedCallLostError, StillBlockedError

__all__ = ["Relay"]

TIMEOUT: Final = 600.0
"""Seconds that a person gets to answer, or to be done with a page; the SDK's sealed state lives as long."""
REPLAY: Final = 60.0
"""Seconds that the result of a parked call is kept: a host may repeat a round whose answer it lost."""
MAX_PARKED: Final = 10_000
"""Calls parked at once."""

FORWARDED: Final = (
    *("tools/list", "tools/call", "prompts/list", "prompts/get"),
    *("resources/list", "resources/templates/list", "resources/read"),
)
_KEY: Final = "relayed call"
_OUR_META: Final = "io.modelcontextprotocol/"
_HOP_META: Final = frozenset(
    {"progressToken", *(_OUR_META + name for name in ("protocolVersion", "clientInfo", "clientCapabilities"))}
)
"""Members of ``_meta`` that belong to one connection and do not travel."""


class Relay:
    """Forwards the calls of hosts to one upstream server, and the server's questions back to them.

    *upstream* is what `ClientElicitation.connect` takes: a URL, stdio parameters, a server in this
    process; or a function that gives it for a host's context, anew for each connection. Every host
    gets an upstream connection of its own, which declares what this host declared, and besides url
    and form where a *broker* stands behind them. The server that serves the hosts must be enabled
    (`enable`); its broker is taken where none is given here.

    *client*, *protocol_version* and *client_arguments* (or a function of the context) are those of
    `ClientElicitation.connect`: sampling and roots callbacks, for instance. *timeout* is in seconds:
    what a person gets to answer or to be done with a page, and the life of a parked call after each
    round; None waits for ever, except that a parked call lives 600 s.

    Runs on asyncio. Use it as an async context manager, or call `close`.
    """

    def __init__(
        self,
        upstream: Any,
        *,
        broker: Parks | None = None,
        client: type[Any] | str | None = None,
        protocol_version: str | None = None,
        client_arguments: Mapping[str, Any] | Callable[[Any], Mapping[str, Any]] | None = None,
        timeout: float | None = TIMEOUT,
        schemes: Collection[str] = (),
    ) -> None:
        Budget(timeout)  # raises RequestError
        self._broker = broker
        self._timeout = timeout
        self._settings = Settings(
            upstream if callable(upstream) else lambda _: upstream,
            client_arguments if callable(client_arguments) else lambda _: client_arguments or {},
            client,
            protocol_version,
            frozenset(schemes),
            timeout,
        )
        self._links: dict[tuple[object, frozenset[Mode]], Link] = {}
        self._own_links: set[Link] = set()
        """Of hosts whose calls nothing ties together: a connection per call."""
        self._parked: OrderedDict[str, tuple[Forwarded, Link, asyncio.TimerHandle | None]] = OrderedDict()
        self._process = uuid.uuid4().hex
        self._closing: set[asyncio.Task[None]] = set()
        self._closed = False

    async def __aenter__(self) -> Relay:
        """Take calls until the block ends."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close every upstream connection."""
        await self.close()

    async def close(self) -> None:
        """Cancel what is still on its way, and close every upstream connection."""
        self._closed = True
        links = {*self._links.values(), *self._own_links}
        self._links.clear()
        self._own_links.clear()
        for key in tuple(self._parked):
            self._forget(key)
        await asyncio.gather(*(link.close() for link in links), *self._closing)

    # ---- what a gateway calls ---------------------------------------------------------------

    async def call_tool(self, ctx: Any, name: str, arguments: Mapping[str, Any] | None = None) -> Any:
        """Call an upstream tool for the host of *ctx*, and give the SDK's own `CallToolResult`.

        *ctx* is the context of the host's call: of SDK 1.x, SDK 2.x or FastMCP 4.

        Raises:
            RequestError: The server that serves *ctx* is not enabled.
            ElicitError: Let it leave the tool; the host is told its sentence.
            The SDK's own error where upstream answered with one.
        """
        params: dict[str, Any] = {"name": name}
        if arguments is not None:
            params["arguments"] = dict(arguments)
        return host.typed("tools/call", await self._with_meta(ctx, "tools/call", params))

    async def get_prompt(self, ctx: Any, name: str, arguments: Mapping[str, str] | None = None) -> Any:
        """Like `call_tool`, for a prompt."""
        params: dict[str, Any] = {"name": name}
        if arguments is not None:
            params["arguments"] = dict(arguments)
        return host.typed("prompts/get", await self._with_meta(ctx, "prompts/get", params))

    async def read_resource(self, ctx: Any, uri: Any) -> Any:
        """Like `call_tool`, for a resource."""
        return host.typed("resources/read", await self._with_meta(ctx, "resources/read", {"uri": str(uri)}))

    async def forward(self, ctx: Any, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Forward any request of a host, and give the result as it came, in plain JSON.

        Every member passes, known or not, but those of ``_meta`` that belong to one connection.
        """
        call = call_of(ctx)
        given = _travelling(params or {})
        if method not in CALLS:
            link = self._link(call, self._modes(Carrier(call, self._setup(call), None)))
            return await link.request(ctx, method, given)
        carrier = Carrier(call, self._setup(call), None)
        token = _token(params or {})
        assert call.serving is not None
        if call.serving.conversation is not None:
            return await self._in_rounds(carrier, call.serving.conversation, method, given, token)
        return await self._at_once(carrier, method, given, token)

    def serve(self, server: Any, methods: tuple[str, ...] = FORWARDED) -> None:
        """Let a low-level `Server` answer *methods* by forwarding them as they are.

        Raises:
            RequestError: It is no low-level Server, or a method is none of those.
        """
        host.install(server, methods, self.forward)

    # ---- hosts ------------------------------------------------------------------------------

    def _setup(self, call: ServerCall) -> Any:
        if call.serving is not None:
            return call.serving.setup
        if call.method is not None and call.method not in CALLS:
            from ..serving import Setup

            return Setup()
        raise RequestError(
            Fault(
                "ctx", "the server of this call is not enabled", "call mcp_elicit.enable(server) at start-up"
            )
        )

    def _modes(self, carrier: Carrier) -> frozenset[Mode]:
        both: tuple[Mode, ...] = ("form", "url")
        if self._broker is not None or carrier.broker is not None:
            return frozenset(both)
        return frozenset(mode for mode in both if carrier.declares(mode))

    def _link(self, call: ServerCall, modes: frozenset[Mode]) -> Link:
        if self._closed:
            raise RequestError(Fault("relay", "is closed", "keep it open while the server serves"))
        connection = host.connection_of(call)
        owner: object = connection if connection is not None else call.principal()
        link = self._links.get((owner, modes)) if owner is not None else None
        if link is None or link.closed:
            link = Link(self._settings, modes, self._completer(call))
            if owner is None:
                self._own_links.add(link)
                return link
            before = any(key[0] == owner for key in self._links)
            self._links[owner, modes] = link
            if not before and connection is not None:
                host.on_close(call, lambda: self._host_left(owner))
        return link

    def _completer(self, call: ServerCall) -> Callable[[str, str | None], None]:
        if call.serving is None:
            return lambda elicitation_id, user: None
        handle = ServerElicitation(call.serving.setup)
        complete_parked = getattr(self._broker, "complete", None)

        def completed(elicitation_id: str, user: str | None) -> None:
            if complete_parked is not None:
                try:
                    complete_parked(elicitation_id, user=user)
                except RequestError:
                    pass  # the host was asked, not the broker
                else:
                    return
            handle.complete(elicitation_id, user=user)

        return completed

    async def _host_left(self, owner: object) -> None:
        left = [key for key in self._links if key[0] is owner]
        await asyncio.gather(*(self._links.pop(key).close() for key in left))

    def _leave(self, link: Link) -> None:
        """Close the connection of a call that nothing ties to another."""
        if link in self._own_links:
            self._own_links.discard(link)
            closing = asyncio.ensure_future(link.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    # ---- a host that waits for its result ---------------------------------------------------

    async def _at_once(
        self, carrier: Carrier, method: str, params: Mapping[str, Any], token: str | int | None
    ) -> Any:
        link, call = self._start(carrier, method, params, token, lambda: None)
        assert call.task is not None
        try:
            await asyncio.wait((call.task,))
            return self._result(link, call, carrier)
        finally:
            call.end()
            self._leave(link)

    def _start(
        self,
        carrier: Carrier,
        method: str,
        params: Mapping[str, Any],
        token: str | int | None,
        ended: Callable[[], None],
    ) -> tuple[Link, Forwarded]:
        link = self._link(carrier.call, self._modes(carrier))
        call = Forwarded(method, carrier, self._timeout, self._broker)
        call.token = token
        label = str(params.get("name") or params.get("uri") or "")
        link.start(carrier.call.context, call, params, label, ended)
        return link, call

    def _result(self, link: Link, call: Forwarded, carrier: Carrier) -> Any:
        """What came of the call, as this host may have it."""
        assert call.task is not None
        if call.task.cancelled():
            raise QuestionExpiredError(self._timeout or TIMEOUT)
        failure = call.task.exception()
        if failure is None:
            result = call.task.result()
            if call.method == "resources/read" and call.asked and "ttlMs" in result:
                # What one person's answers made is not for a cache, whatever upstream says.
                result = {**result, "ttlMs": 0, "cacheScope": "private"}
            return result
        error = error_of(failure)
        required = failure if isinstance(failure, UrlElicitationRequiredError) else questions_in(error)
        if required is None:
            raise self._without_newer_codes(failure, error, carrier)
        if carrier._local is not None and carrier.declares("url"):
            raise StillBlockedError(len(required.elicitations))
        raise link.identities.of_error(required, call.user) from None

    def _without_newer_codes(
        self, failure: BaseException, error: dict[str, Any] | None, carrier: Carrier
    ) -> BaseException:
        """-32021 exists on 2026-07-28 alone; an older host is told in words."""
        if error is None or carrier._local is not None:
            return failure
        try:
            return CapabilityError.from_error(error)
        except PeerError:
            return failure

    # ---- a host that comes back in rounds ---------------------------------------------------

    async def _in_rounds(
        self,
        carrier: Carrier,
        conversation: Conversation,
        method: str,
        params: Mapping[str, Any],
        token: str | int | None,
    ) -> Any:
        claimed = await carrier.perform(Claim(_KEY), Budget(None))
        if isinstance(claimed, Recorded):
            key, call, link = self._come_back(claimed.value, carrier)
        else:
            key = uuid.uuid4().hex
            link, call = self._start(carrier, method, params, token, lambda: None)
            self._park(key, call, link)
            await carrier.perform(Record(_KEY, {"call": key, "process": self._process}), Budget(None))
        call.carrier, call.token, call.live = carrier, token, True
        self._keep(key, None)
        try:
            await self._serve_round(call, carrier, conversation)
            return self._result(link, call, carrier)
        except RoundEnds:
            last = conversation.round >= conversation.limits.rounds
            if last:
                self._forget(key)
            else:
                self._keep(key, self._timeout or TIMEOUT)
            raise
        except asyncio.CancelledError:
            self._forget(key)  # the host gave the call up
            raise
        except ElicitError:
            self._keep(key, REPLAY)
            raise
        finally:
            call.live = False
            if call.task is not None and call.task.done():
                self._keep(key, REPLAY)

    async def _serve_round(self, call: Forwarded, carrier: Carrier, conversation: Conversation) -> None:
        """Wait for the result; a question ends the round."""
        idents: dict[str, str] = {}
        for key, parked in tuple(call.parked.items()):
            idents[key] = conversation.identify(parked.question)
            answer = conversation.answer_to(idents[key])
            if answer is not None and not parked.answer.done():
                parked.answer.set_result(answer)
        # Delivered: an answer has no business in the state any more, and one that came too late neither.
        conversation._used |= conversation._fresh
        conversation._answers.clear()
        assert call.task is not None
        until = time.monotonic() + carrier.setup.hold
        bell = call.listen()
        try:
            while not call.task.done():
                bell.clear()
                if self._open(call):
                    await self._settle(call, carrier)
                    if call.task.done():
                        return
                    for key in self._open(call):
                        question = call.parked[key].question
                        conversation.put(idents.get(key) or conversation.identify(question), question)
                    if conversation.open:
                        self._end_round(conversation)
                    continue
                left = until - time.monotonic()
                if call.waits and left <= 0:
                    conversation.holding = True
                    self._end_round(conversation)
                await _heard(bell, left if call.waits else None)
        finally:
            call.unlisten(bell)

    def _end_round(self, conversation: Conversation) -> None:
        conversation.over = True
        raise RoundEnds

    def _open(self, call: Forwarded) -> list[str]:
        return [key for key, parked in call.parked.items() if not parked.answer.done()]

    async def _settle(self, call: Forwarded, carrier: Carrier) -> None:
        """Give questions asked side by side the time to come, so that they share a round."""
        count = -1
        while count != len(call.parked):
            count = len(call.parked)
            await asyncio.sleep(carrier.setup.settle)

    # ---- parked calls -----------------------------------------------------------------------

    def _park(self, key: str, call: Forwarded, link: Link) -> None:
        while len(self._parked) >= MAX_PARKED:
            self._forget(next(iter(self._parked)))
        self._parked[key] = (call, link, None)

    def _come_back(self, value: Any, carrier: Carrier) -> tuple[str, Forwarded, Link]:
        key = (
            value.get("call")
            if isinstance(value, Mapping) and value.get("process") == self._process
            else None
        )
        held = self._parked.get(key) if isinstance(key, str) else None
        if held is None or held[0].user != carrier._user():
            raise ParkedCallLostError
        return str(key), held[0], held[1]

    def _keep(self, key: str, seconds: float | None) -> None:
        """Keep a parked call for *seconds* from now; None while its host is here."""
        held = self._parked.get(key)
        if held is None:
            return
        call, link, timer = held
        if timer is not None:
            timer.cancel()
        timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._forget, key)
        self._parked[key] = (call, link, timer)

    def _forget(self, key: str) -> None:
        """A parked call is over: expired, given up, or told. What is still on its way is cancelled."""
        held = self._parked.pop(key, None)
        if held is None:
            return
        call, link, timer = held
        if timer is not None:
            timer.cancel()
        call.end()
        self._leave(link)

    async def _with_meta(self, ctx: Any, method: str, params: dict[str, Any]) -> Any:
        meta = host.params_of_call(call_of(ctx)).get("_meta")
        return await self.forward(ctx, method, params if meta is None else {**params, "_meta": meta})


async def _heard(bell: asyncio.Event, seconds: float | None) -> None:
    try:
        await asyncio.wait_for(bell.wait(), seconds)
    except asyncio.TimeoutError:
        return


def _travelling(params: Mapping[str, Any]) -> dict[str, Any]:
    """The params without what belongs to the host's own connection and rounds."""
    given = {name: value for name, value in params.items() if name not in ("inputResponses", "requestState")}
    meta = given.pop("_meta", None)
    if isinstance(meta, Mapping):
        kept = {name: value for name, value in meta.items() if name not in _HOP_META}
        if kept:
            given["_meta"] = kept
    return given


def _token(params: Mapping[str, Any]) -> str | int | None:
    meta = params.get("_meta")
    token = meta.get("progressToken") if isinstance(meta, Mapping) else None
    return token if isinstance(token, (str, int)) else None
