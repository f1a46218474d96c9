"""The one face that every SDK shows to an exchange: a request that is being served.

An adapter reads the facts of its SDK's context once, and carries bytes. What to ask, and
which way it goes, is decided elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from ..capability import ElicitationCapability
from ..errors import ElicitError, Fault, PeerError
from ..request import ElicitRequest
from ..server.serving import Serving

__all__ = ["ServerCall", "client_refused"]


class ServerCall(ABC):
    """One request being served."""

    protocol_version: str
    """As negotiated, or as this request says it."""
    capability: ElicitationCapability | None
    """What the client declared; None when it declared nothing, or nobody knows."""
    method: str | None
    """The request's method; None when the SDK does not say."""
    label: str | None
    """What is called, for a person: the name of the tool or prompt, or the resource's URI."""
    serving: Serving | None
    """What the enabled server knows of this request; None when the server is not enabled."""
    context: object
    """The SDK's own context, as the author was given it."""

    @property
    @abstractmethod
    def channel(self) -> bool:
        """Whether a server request can reach the client on the stream of this request, now."""

    @abstractmethod
    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """Send a request on the stream of this call, and give the result as it came.

        Cancelling it tells the client, and a late answer is dropped.

        Raises:
            PeerError: The client answered with an error.
            QuestionWithdrawnError: The connection closed.
        """

    @abstractmethod
    async def pass_on(self, method: str, params: Mapping[str, Any] | None) -> Any:
        """Like `request`, for what is no elicitation: an error of the client leaves as the SDK's own."""

    @abstractmethod
    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Send a notification to this session: on the stream of the call while it is served."""

    @abstractmethod
    async def announce(self, method: str, params: Mapping[str, Any] | None) -> None:
        """Send a notification that belongs to no call, on the session's own stream."""

    @abstractmethod
    def principal(self) -> str | None:
        """Who made this request, where the SDK authenticated somebody."""

    @abstractmethod
    def url_required(self, pages: Sequence[ElicitRequest]) -> ElicitError:
        """The -32042 error, so that it passes this SDK on its way out."""


def client_refused(code: int) -> PeerError:
    """The client answered a question with an error; its text may hold anything and is not kept."""
    remedy = _REMEDIES.get(code, "the client's own log says why")
    return PeerError(Fault("", f"the client answered the question with error {code}", remedy))


_REMEDIES: Final = {
    -32602: "it does not take such a question: ask in a mode that it declared",
    -32603: "its handler failed or had no answer, or it withdrew the question: the client's own log says why",
}


Tell = Callable[[], Awaitable[None]]
