"""Which upstream connection is whose: one per host, and never one for two.

A host is its connection; where nothing ties its requests together (2026-07-28 over HTTP), it is the
user who makes them; and where nobody signed in, every call stands for itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from .._json import dumps
from ..client.answers import Mode
from ..errors import Fault, RequestError
from ..sdk import relay_host as host
from ..server.carry import Carrier
from .link import Link
from .people import user_of
from .questions import declared_beside
from .settings import Settings

__all__ = ["Hosts"]

IDLE: Final = 60.0
"""Seconds after its last call that a connection is kept for a host that nobody sees leaving."""

Key = tuple[object, frozenset[Mode], str]
"""Whose it is, and what it declares."""


class Hosts:
    """The upstream connections of one relay."""

    def __init__(
        self, settings: Settings, has_broker: bool, completed: Callable[[str, str | None], None]
    ) -> None:
        self._settings = settings
        self._has_broker = has_broker
        self._completed = completed
        self._links: dict[Key, Link] = {}
        self._single: set[Link] = set()
        """Of calls that stand for themselves."""
        self._closing: set[asyncio.Task[None]] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._links) + len(self._single)

    def link(self, carrier: Carrier, *, asks: bool = True) -> Link:
        """The connection for a call of this host; made where there is none.

        Requests that ask nothing (not *asks*) share one where nothing tells hosts apart, us included.
        """
        self.check_open()
        call, modes = carrier.call, self._modes(carrier)
        beside = declared_beside(carrier)
        connection = host.connection_of(call)
        user = user_of(carrier) if connection is None else None
        shared = not asks and self._settings.same_for_all
        if connection is None and user is None and not shared:
            return self._for_one_call(modes, beside)
        owner: object = connection if connection is not None else ("user", user)
        written = dumps(dict(sorted(beside.items()))).decode()
        link = self._links.get((owner, modes, written))
        if link is not None and link.usable():
            if connection is None and asks and link.calls and not link.tells_calls_apart:
                # This user has two hosts perhaps, and nobody could say whose call a question belongs to.
                return self._for_one_call(modes, beside)
            return link
        known = any(key[0] == owner and one.watched for key, one in self._links.items())
        link = self._links[owner, modes, written] = Link(self._settings, modes, beside, self._completed)
        if connection is not None and not host.in_rounds(call):
            link.staying = call
        if connection is not None and (known or host.on_close(call, lambda: self._left(owner))):
            link.watched = True
        return link

    def check_open(self) -> None:
        """Refuse what comes after the relay was closed, or ends because it is.

        Raises:
            RequestError: It is closed.
        """
        if self._closed:
            raise RequestError(Fault("relay", "is closed", "keep it open while the server serves"))

    def _for_one_call(self, modes: frozenset[Mode], beside: Mapping[str, Any]) -> Link:
        single = Link(self._settings, modes, beside, self._completed)
        self._single.add(single)
        return single

    @asynccontextmanager
    async def borrowed(self, carrier: Carrier) -> AsyncIterator[Link]:
        """The connection for one request that asks nothing."""
        link = self.link(carrier, asks=False)
        link.borrowers += 1
        try:
            yield link
        finally:
            link.borrowers -= 1
            self.leave(link)

    def leave(self, link: Link) -> None:
        """A call is over: close the connection if nothing else can use it."""
        if link in self._single:
            self._single.discard(link)
            self._close_soon(link)
        elif not link.watched and not self._closed:
            if link.timer is not None:
                link.timer.cancel()
            link.timer = asyncio.get_running_loop().call_later(IDLE, self._close_if_idle, link)

    async def close(self) -> None:
        """Close all."""
        self._closed = True
        links = {*self._links.values(), *self._single}
        self._links.clear()
        self._single.clear()
        await asyncio.gather(*(link.close() for link in links), *self._closing)

    def _modes(self, carrier: Carrier) -> frozenset[Mode]:
        """What upstream may ask this host: what it declared, and what a broker takes."""
        both: tuple[Mode, ...] = ("form", "url")
        if self._has_broker or carrier.broker is not None:
            return frozenset(both)
        return frozenset(mode for mode in both if carrier.declares(mode))

    async def _left(self, owner: object) -> None:
        left = [self._links.pop(key) for key in tuple(self._links) if key[0] is owner]
        await asyncio.gather(*(link.close() for link in left))

    def _close_if_idle(self, link: Link) -> None:
        if not link.calls and not link.borrowers:
            for key in [key for key, other in self._links.items() if other is link]:
                del self._links[key]
            self._close_soon(link)

    def _close_soon(self, link: Link) -> None:
        closing = asyncio.ensure_future(link.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
