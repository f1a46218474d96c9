"""What both shells know of the call they ask from, and what they make of an author's arguments."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

from typing_extensions import Self

from ..capability import ElicitationCapability
from ..result import ElicitationCompleteNotification
from ..sdk import server_wait as wait
from ..sdk.server_contexts import call_of
from ..versions import METHOD_NOTIFICATION_ELICITATION_COMPLETE, rules_of_peer
from . import flow
from .carry import Carrier
from .given import asks_given, function_given, key_given, page_given
from .once import takes_argument
from .serving import Asks, Setup

__all__ = ["TIMEOUT", "CallExchange", "once_given", "require_url_given"]

TIMEOUT: Final = 600.0
"""Seconds that a person gets to answer, where the author says nothing."""


def require_url_given(request: Any, done: Any, key: Any) -> flow.Flow[None]:
    """The conversation of `require_url`.

    Raises:
        RequestError: An argument is not what it has to be.
    """
    is_done = function_given("done", done, "give a function that says whether the page is done")
    return flow.require_url(page_given(request), is_done, key_given(key))


def once_given(key: Any, fn: Any) -> flow.Flow[Any]:
    """The conversation of `once`.

    Raises:
        RequestError: An argument is not what it has to be.
    """
    work = function_given("fn", fn, "give the function itself, and not what it returns")
    return flow.once(key_given(key, optional=False), work, takes_argument(work))


class CallExchange:
    """What both shells know; built from an SDK's context."""

    _from_thread: ClassVar[bool] = False
    """Whether each step is carried out by a task of its own, for which a thread waits."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
        serving = carrier.call.serving
        self._loop = wait.running_loop() or (serving.loop if serving is not None else None)

    @classmethod
    def from_context(cls, ctx: Any, *, broker: Asks | None = None) -> Self:
        """Make the exchange of one call, from the context that the SDK gave the tool.

        *ctx* is a context of SDK 1.x, SDK 2.x or FastMCP 4, of their high or low level. *broker*
        asks where the client cannot; without one, that of `enable`.

        Raises:
            RequestError: *ctx* is none of these, or *broker* cannot ask.
        """
        call = call_of(ctx)
        broker = asks_given(broker)
        setup = call.serving.setup if call.serving is not None else Setup()
        return cls(Carrier(call, setup, broker, from_thread=cls._from_thread))

    @property
    def protocol_version(self) -> str:
        """The protocol version that this call speaks."""
        return self._carrier.call.protocol_version

    @property
    def client_capability(self) -> ElicitationCapability | None:
        """What the client declared; None when it declared nothing, or nobody knows (stateless)."""
        return self._carrier.call.capability

    def supports(self, mode: Literal["form", "url"]) -> bool:
        """Whether a question of *mode* can be asked from here; for url, by `require_url`."""
        return self._carrier.supports(mode)

    async def _complete(self, notification: ElicitationCompleteNotification) -> None:
        version = self.protocol_version
        if rules_of_peer(version).completion:
            params = notification.to_wire(version)
            await self._carrier.call.notify(METHOD_NOTIFICATION_ELICITATION_COMPLETE, params)
