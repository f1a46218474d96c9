"""One line at start-up, after which exchanges work on every version the server speaks.

The SDK is told by the server's type, and only its adapter is imported.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from ..errors import Fault, RequestError
from ..sdk.server_contexts import adapter_of
from .given import asks_given, number_given, plain_function_given
from .once import OnceStore
from .rounds import MAX_ROUNDS, MAX_STATE_BYTES, Limits
from .serving import HOLD, LOOK_AGAIN, SETTLE, Asks, Setup

__all__ = ["ServerElicitation", "enable"]


class ServerElicitation:
    """The handle of an enabled server; made by `enable`."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def is_open(self, elicitation_id: str, *, user: str | None = None) -> bool:
        """Whether *user*, who has just opened the page of *elicitation_id*, was asked to; from any thread.

        The page itself asks this before it does anything: a link can be sent on to somebody else. False for
        another user, an unknown id, and a page that is done or older than an hour.

        2025-11-25, client/elicitation#phishing
        """
        asked = getattr(self._setup.broker, "is_open", None)
        return self._setup.pages.is_open(elicitation_id, user) or (
            asked is not None and bool(asked(elicitation_id, user=user))
        )

    def complete(self, elicitation_id: str, *, user: str | None = None) -> None:
        """Say that the page behind *elicitation_id* is done; from any thread, after the call too.

        Wakes `require_url` on every version, and on 2025-11-25 notifies the one session that was
        asked. *user* is who is signed in on the page: the value that `user_of`, or else the SDK's
        authentication, gave for the call that asked. Completing twice does nothing.

        Raises:
            RequestError: The id was never opened here, or another user was asked.
        """
        self._setup.pages.complete(elicitation_id, user)
        complete = getattr(self._setup.broker, "complete", None)
        if complete is not None:
            with contextlib.suppress(RequestError):  # a page that the client was asked to open
                complete(elicitation_id, user=user)


def enable(
    server: Any,
    *,
    broker: Asks | None = None,
    user_of: Callable[[Any], str | None] | None = None,
    once_store: OnceStore | None = None,
    max_rounds: int = MAX_ROUNDS,
    max_state_bytes: int = MAX_STATE_BYTES,
    settle: float = SETTLE,
    hold: float = HOLD,
    look_again: float = LOOK_AGAIN,
    json_response: bool | None = None,
) -> ServerElicitation:
    """Prepare *server* once, at start-up.

    *server* is the FastMCP or low-level Server of SDK 1.x, the MCPServer or low-level Server of
    SDK 2.x, or the FastMCP of FastMCP 4. A second call gives the handle of the first.

    Args:
        server: The server object.
        broker: Asks where a client cannot.
        user_of: Who makes a call, from its context; by default the authenticated principal.
        once_store: Shared by all processes that serve the same conversations.
        max_rounds: Rounds per call on 2026-07-28. Stock clients give up after ten.
        max_state_bytes: Size of the state of a conversation before it is sealed.
        settle: Seconds without a new question after which a round ends. It ends at once where surely
            nobody else can ask: no task was started since the body began, and no other thread runs.
        hold: Seconds that a round of `require_url` waits for its page.
        look_again: Seconds after which `require_url` asks *done* again when nobody completed its page.
        json_response: Whether the transport answers with JSON, for a low-level Server of SDK 1.x.

    Raises:
        RequestError: *server* is none of these, or was enabled with another broker or user_of; or a
            setting is not what it has to be.
    """
    if user_of is not None:
        plain_function_given("user_of", user_of, "give a plain function of the context that names the user")
    adapter = adapter_of(server)
    before: Setup | None = adapter.installed(server)
    if before is not None:
        _refuse_another(before, broker, user_of)
        return ServerElicitation(before)
    setup = Setup(
        name=_name_of(server),
        broker=asks_given(broker),
        user_of=user_of,
        limits=Limits(
            number_given("max_rounds", max_rounds, least=1, whole=True),
            number_given("max_state_bytes", max_state_bytes, least=1, whole=True),
        ),
        settle=number_given("settle", settle, least=0),
        hold=number_given("hold", hold, least=0),
        look_again=number_given("look_again", look_again, least=0),
        json_response=json_response,
    )
    if once_store is not None:
        setup.store = once_store
    adapter.install(server, setup)
    return ServerElicitation(setup)


def _name_of(server: Any) -> str | None:
    name = getattr(server, "name", None)  # every SDK's server has one
    return name if isinstance(name, str) and name else None


def _refuse_another(before: Setup, broker: Asks | None, user_of: Callable[[Any], str | None] | None) -> None:
    for name, given, held in (("broker", broker, before.broker), ("user_of", user_of, before.user_of)):
        if given is not None and given is not held:
            raise RequestError(
                Fault(name, "this server was enabled before, with another one", "enable it once, at start-up")
            )
