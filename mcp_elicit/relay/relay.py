"""The relay: what a gateway calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from ..client.circuit import questions_in
from ..client.given import schemes_given
from ..client.unanswered import INTERNAL_ERROR
from ..errors import CapabilityError, ElicitError, Fault, PeerError, QuestionExpiredError, RequestError
from ..given import seconds_given
from ..sdk import relay_host as host
from ..sdk.client_wire import error_of
from ..sdk.server_contexts import adapter_of, call_of
from ..server.carry import Carrier
from ..server.given import asks_given
from ..server.serving import CALLS, Asks, Setup
from ..url_required import UrlElicitationRequiredError
from ..versions import rules_for
from .forwarded import Forwarded
from .given import arguments_given, call_given, methods_given, upstream_given
from .hosts import Hosts
from .link import Link
from .parking import Parking
from .passing import in_words, travelling, uncached
from .refusals import StillBlockedError
from .settings import Settings

__all__ = ["Relay"]

TIMEOUT: Final = 600.0
"""Seconds that a person gets to answer, or to be done with a page; the SDK's sealed state lives as long."""

FORWARDED: Final = (
    *("tools/list", "tools/call", "prompts/list", "prompts/get"),
    *("resources/list", "resources/templates/list", "resources/read"),
)


class Relay:
    """Forwards the calls of hosts to one upstream server, and the server's questions back to them.

    *upstream* is what `ClientElicitation.connect` takes: a URL, stdio parameters, a server in this
    process; or a function that gives it for a host's context, anew for each connection. Every host
    gets an upstream connection of its own, which declares what this host declared, and besides url
    and form where a *broker* stands behind them. The server that serves the hosts must be enabled
    (`enable`); its broker is taken where none is given here.

    *client*, *protocol_version* and *client_arguments* (or a function of the context) are those of
    `ClientElicitation.connect`: sampling and roots callbacks, for instance. *timeout* is in seconds:
    what a person gets to answer or to be done with a page. A call that is parked for a host of
    2026-07-28 lives as long after each round, and 600 s where *timeout* is None. *schemes* names URL
    schemes of upstream's pages that are allowed besides http and https.

    Runs on asyncio. Use it as an async context manager around the server, or call `close`.

        relay = Relay("https://upstream.example/mcp")
        relay.serve(server)

    Raises:
        RequestError: A wrong argument.
        UnknownProtocolVersionError: No such version.
    """

    def __init__(
        self,
        upstream: Any,
        *,
        broker: Asks | None = None,
        client: type[Any] | str | None = None,
        protocol_version: str | None = None,
        client_arguments: Mapping[str, Any] | Callable[[Any], Mapping[str, Any]] | None = None,
        timeout: float | None = TIMEOUT,
        schemes: Collection[str] = (),
    ) -> None:
        if protocol_version is not None:
            rules_for(protocol_version)
        self._broker = asks_given(broker)
        self._timeout = seconds_given(timeout)
        settings = Settings(
            upstream_given(upstream, client),
            arguments_given(client_arguments),
            client,
            protocol_version,
            schemes_given(schemes),
            timeout,
            not callable(upstream) and not callable(client_arguments),
        )
        self._setups = WeakValueDictionary[int, Setup]()
        """Those of the servers that it stands behind, by identity."""
        self._hosts = Hosts(settings, broker is not None, self._completed)
        self._parking = Parking(timeout or TIMEOUT, self._hosts.leave)

    async def __aenter__(self) -> Relay:
        """Take calls until the block ends."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close every upstream connection."""
        await self.close()

    async def close(self) -> None:
        """Cancel what is still on its way, and close every upstream connection."""
        self._parking.close()
        await self._hosts.close()

    # ---- what a gateway calls ---------------------------------------------------------------

    def serve(self, server: Any, methods: tuple[str, ...] = FORWARDED) -> None:
        """Let a low-level `Server`, enabled before, answer *methods* by forwarding them as they are.

        Raises:
            RequestError: It is no low-level Server, is not enabled, a method is none of those, or a relay
                answers it already.
        """
        methods = methods_given(methods)
        setup = adapter_of(server).installed(server)
        if setup is None:
            raise _not_enabled("server")
        twice = [method for method in methods if method in _served.get(server, ())]
        if twice:
            remedy = "give each relay a server of its own, or other methods"
            raise RequestError(Fault("server", f"a relay answers {twice[0]} already", remedy))
        host.install(server, methods, partial(self._forward, setup))
        _served.setdefault(server, set()).update(methods)
        self._setups[id(setup)] = setup

    async def call_tool(self, ctx: Any, name: str, arguments: Mapping[str, Any] | None = None) -> Any:
        """Call an upstream tool for the host of *ctx*, and give the SDK's own `CallToolResult`.

        *ctx* is the context of the host's call: of SDK 1.x, SDK 2.x or FastMCP 4.

        Raises:
            RequestError: The server that serves *ctx* is not enabled.
            ElicitError: Let it leave the tool; the host is told its sentence.
            The SDK's own error where upstream answered with one.
        """
        return await self._typed(ctx, "tools/call", {"name": name}, arguments)

    async def get_prompt(self, ctx: Any, name: str, arguments: Mapping[str, str] | None = None) -> Any:
        """Like `call_tool`, for a prompt."""
        return await self._typed(ctx, "prompts/get", {"name": name}, arguments)

    async def read_resource(self, ctx: Any, uri: Any) -> Any:
        """Like `call_tool`, for a resource."""
        return await self._typed(ctx, "resources/read", {"uri": str(uri)}, None)

    async def forward(self, ctx: Any, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Forward any request of a host, and give the result as it came, in plain JSON.

        Every member passes, known or not, but those of ``_meta`` that belong to one connection.
        """
        known = tuple(self._setups.values())
        return await self._forward(known[0] if len(known) == 1 else Setup(), ctx, method, params)

    async def _forward(
        self, setup: Setup, ctx: Any, method: str, params: Mapping[str, Any] | None = None
    ) -> Any:
        """Like `forward`; *setup* is that of the server, where a request does not say it."""
        call = call_of(ctx)
        given, token = travelling(call_given(method, params))
        if method not in CALLS:
            return await self._plainly(ctx, Carrier(call, setup, None), method, given)
        if call.serving is None:
            raise _not_enabled("ctx")
        self._setups[id(call.serving.setup)] = call.serving.setup
        carrier = Carrier(call, call.serving.setup, None)

        def make() -> tuple[Link, Forwarded]:
            link = self._hosts.link(carrier)
            forwarded = Forwarded(method, carrier, self._timeout, self._broker)
            forwarded.token = token
            link.start(ctx, forwarded, given, call.label or "")
            return link, forwarded

        if call.serving.conversation is not None:
            link, made = await self._parking.serve(carrier, call.serving.conversation, token, make)
            return self._result(link, made, carrier)
        return await self._at_once(carrier, make)

    # ---- inside -----------------------------------------------------------------------------

    async def _plainly(self, ctx: Any, carrier: Carrier, method: str, params: Mapping[str, Any]) -> Any:
        """A request that asks nothing; what fails here is told in an error of the SDK."""
        try:
            async with self._hosts.borrowed(carrier) as link:
                return await link.request(ctx, method, params)
        except ElicitError as failure:
            raise host.refusal(INTERNAL_ERROR, failure.sentence) from failure

    async def _typed(
        self, ctx: Any, method: str, params: dict[str, Any], arguments: Mapping[str, Any] | None
    ) -> Any:
        if arguments is not None:
            params["arguments"] = dict(call_given(method, arguments, "arguments"))
        meta = host.meta_of(call_of(ctx))
        if meta is not None:
            params["_meta"] = meta
        return host.typed(method, await self.forward(ctx, method, params))

    async def _at_once(self, carrier: Carrier, make: Callable[[], tuple[Link, Forwarded]]) -> Any:
        link, call = make()
        assert call.task is not None
        try:
            # Not awaited itself: a host's cancellation may come again and again, and would cut short
            # what the call has to tell upstream.
            await asyncio.wait((call.task,))
            return self._result(link, call, carrier)
        finally:
            call.end()
            self._hosts.leave(link)

    def _result(self, link: Link, call: Forwarded, carrier: Carrier) -> Any:
        """What came of the call, as this host may have it."""
        assert call.task is not None
        if call.task.cancelled():
            self._hosts.check_open()
            raise QuestionExpiredError(self._timeout or TIMEOUT)
        failure = call.task.exception()
        if failure is None:
            return uncached(call, call.task.result())
        error = error_of(failure)
        required = failure if isinstance(failure, UrlElicitationRequiredError) else questions_in(error)
        if required is None:
            raise failure if call.comes_back else in_words(failure, error)
        if not link.may_block:
            # Decision 10: the error belongs to 2025-11-25; elsewhere nobody will say when its page is done.
            reason = "the server's protocol version has no such error, and says of no page that it is done"
            raise PeerError(Fault("error -32042", reason))
        if not carrier.declares("url"):
            reason = "the server wants a page opened, and this client did not declare elicitation in url mode"
            raise CapabilityError("url", carrier.call.protocol_version, reason)
        if call.comes_back:
            raise StillBlockedError(len(required.elicitations))
        raise link.identities.of_error(required, call.user) from None

    def _completed(self, elicitation_id: str, user: str | None) -> None:
        """Upstream says that a page is done: tell the one who was asked, host or broker."""
        setups = tuple(self._setups.values())
        for setup in setups:
            with suppress(RequestError):  # the broker was asked, or a host of another server
                setup.pages.complete(elicitation_id, user)
        for broker in {id(one): one for one in (self._broker, *(setup.broker for setup in setups))}.values():
            complete = getattr(broker, "complete", None)
            if complete is not None:
                with suppress(RequestError):  # the host was asked
                    complete(elicitation_id, user=user)


_served: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""Server -> what a relay answers in its place."""


def _not_enabled(what: str) -> RequestError:
    return RequestError(
        Fault(what, "its server is not enabled", "call mcp_elicit.enable(server) at start-up")
    )
