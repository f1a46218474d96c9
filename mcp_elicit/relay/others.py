"""What upstream says beside its questions, on one connection: it passes to the host as it came.

Sampling and roots go to the host that declared them, unless the gateway's own client answers them. Log
messages go with the call in which they come; what changed goes to a host that has a connection of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from ..errors import ElicitError
from ..sdk.relay_host import refusal, say
from ..sdk.server_call import ServerCall
from .questions import PASSED_ON

__all__ = ["Others"]

log = logging.getLogger("mcp_elicit")

LOGGED: Final = "notifications/message"
CHANGES: Final = frozenset(
    {
        *("notifications/tools/list_changed", "notifications/prompts/list_changed"),
        *("notifications/resources/list_changed", "notifications/resources/updated"),
    }
)
ANSWERED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "sampling/createMessage": ("sampling_callback", "sampling_handler"),
    "roots/list": ("list_roots_callback", "roots"),
}
"""The arguments of an SDK's client with which the gateway answers for itself."""

METHOD_NOT_FOUND: Final = -32601
"""What a client answers that does not have what it is asked for: JSON-RPC 2.0, section 5.1."""

Params = Mapping[str, Any] | None


class Others:
    """The passage of one upstream connection.

    *hand_on* puts a request to the host; *serving* gives the host's request in progress, *staying* the
    host's connection, each where there is one.
    """

    def __init__(
        self,
        declared: Mapping[str, Any],
        hand_on: Callable[[str, Params], Awaitable[Mapping[str, Any]]],
        serving: Callable[[], ServerCall | None],
        staying: Callable[[], ServerCall | None],
    ) -> None:
        self._declared = dict(declared)
        self._hand_on = hand_on
        self._serving = serving
        self._staying = staying
        self._own: frozenset[str] = frozenset()

    def without(self, arguments: Mapping[str, Any]) -> None:
        """Leave to the gateway's client what it answers by its own *arguments*."""
        self._own = frozenset(
            method for method, names in ANSWERED_BY.items() if any(arguments.get(name) for name in names)
        )

    def declared(self) -> Mapping[str, Any]:
        """What this host declared."""
        return self._declared

    def takes(self, method: str) -> bool:
        """Whether requests of *method* are for the host."""
        return method in PASSED_ON and method not in self._own

    async def request(self, method: str, params: Params) -> Mapping[str, Any]:
        """Hand a request to the host; a refusal is an error of the SDK."""
        try:
            return await self._hand_on(method, params)
        except ElicitError as failure:
            raise refusal(METHOD_NOT_FOUND, failure.sentence) from failure

    async def notify(self, method: str, params: Params) -> None:
        """Hand a notification to the host, if it is one that passes."""
        try:
            if method == LOGGED and (call := self._serving()) is not None:
                await say(call, method, params)
            elif method in CHANGES and (call := self._staying()) is not None:
                await call.announce(method, params)
        except Exception as failure:  # the host left: whatever its SDK raises then, upstream stays
            log.debug("a notification did not reach the host: %s", type(failure).__name__)
