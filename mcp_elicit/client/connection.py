"""The books of one connection, and of the calls in progress on it.

Completions, the pace of questions and shared pages belong to one connection each, so that an
id of another server is a foreign id. Nothing here waits.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from ..errors import ElicitError
from ..request import ElicitRequest
from ..result import ElicitationCompleteNotification, ElicitResult
from ..versions import rules_of_peer
from .answers import Mode
from .asker import Asker, Call
from .pace import MOST_PER_MINUTE, Pace
from .pages import OpenPage, PageLedger

__all__ = [
    "CURRENT_CALL",
    "CallInProgress",
    "CompleteConsumer",
    "Connection",
    "Handler",
    "PageConsumer",
    "Parking",
    "Passage",
    "Settings",
]

Handler = (
    Callable[[ElicitRequest], ElicitResult | Awaitable[ElicitResult]]
    | Callable[[ElicitRequest, Asker], ElicitResult | Awaitable[ElicitResult]]
)
CompleteConsumer = Callable[[ElicitationCompleteNotification], object]
PageConsumer = Callable[[OpenPage], object]


class Parking(Protocol):
    """Where a question waits when no one is there: what this side needs of a `Broker`."""

    async def ask(
        self, request: ElicitRequest, *, call: str | None, asked_by: str | None, timeout: float | None
    ) -> ElicitResult:
        """Keep the question until somebody answers it."""
        ...


class Passage(Protocol):
    """Where a server's other requests and its notifications go, in plain JSON and as they came: a relay."""

    def declared(self) -> Mapping[str, Any]:
        """What is declared beside elicitation, where the application's own callbacks do not declare it."""
        ...

    def takes(self, method: str) -> bool:
        """Whether requests of *method* go this way."""
        ...

    async def request(self, method: str, params: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """Hand a request on; an error is the SDK's own."""
        ...

    async def notify(self, method: str, params: Mapping[str, Any] | None) -> None:
        """Hand a notification on, if it is one that goes this way."""
        ...


@dataclass(frozen=True)
class Settings:
    """What the application said when it built its `ClientElicitation`."""

    handler: Handler
    wants_asker: bool
    runs_in_thread: bool
    modes: frozenset[Mode]
    complete_consumers: tuple[CompleteConsumer, ...] = ()
    page_consumers: tuple[PageConsumer, ...] = ()
    apply_defaults: bool = False
    schemes: Collection[str] = ()
    page_timeout: float | None = 600.0
    max_questions_per_minute: int | None = MOST_PER_MINUTE
    broker: Parking | None = None
    passage: Passage | None = None
    clock: Callable[[], float] = time.monotonic

    def opens_pages(self, protocol_version: str | None) -> bool:
        """Whether -32042 names pages to open (decision 10): the version has it, and url was declared."""
        return "url" in self.modes and rules_of_peer(protocol_version).url_required_error


@dataclass(eq=False)
class CallInProgress:
    """One call that the application made through `ClientElicitation`."""

    call: Call
    sent_at: float
    opened: dict[tuple[str, str], OpenPage] = field(default_factory=dict)
    """Pages accepted in earlier rounds of this call (2026-07-28), by message and URL."""
    failure: ElicitError | None = None
    """Why a round could not be answered: the call fails with it, here and not at the server."""
    deadline: float | None = None
    """When waiting ends, by the event loop's clock; set by the first round."""


CURRENT_CALL: Final[ContextVar[CallInProgress | None]] = ContextVar("mcp_elicit_current_call", default=None)


class Connection:
    """What is remembered about one connection."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ledger = PageLedger(clock=settings.clock)
        self.pace = Pace(settings.max_questions_per_minute)
        self.calls: list[CallInProgress] = []
        self.server: tuple[str | None, str | None] = (None, None)
        """Name and version that the server gave itself in a result, where there was no handshake."""
        self.protocol_version: str | None = None
        """As the handshake agreed on; None before it, and where there is none."""
        self.closed = False
        """Nobody is at the other end any more."""
        self._withdraw: list[Callable[[], None]] = []
        self._identity = uuid.uuid4().hex

    def name_at_broker(self, elicitation_id: str) -> str:
        """The id of a page at a broker, which other servers ask too: one must not complete another's page."""
        return f"{self._identity}:{elicitation_id}"

    @contextmanager
    def asking(self, withdraw: Callable[[], None]) -> Iterator[None]:
        """Call *withdraw* if the connection closes while the block runs."""
        self._withdraw.append(withdraw)
        try:
            yield
        finally:
            self._withdraw.remove(withdraw)

    def close(self) -> None:
        """Withdraw every question that is asked from within a call: nothing else would end it."""
        self.closed = True
        for withdraw in tuple(self._withdraw):
            withdraw()

    def current_call(self) -> CallInProgress | None:
        """The call in whose context this runs; None where that is a call on another connection."""
        current = CURRENT_CALL.get()
        return current if current in self.calls else None

    def call_of_question(self) -> Call | None:
        """The call a question belongs to: the current one, or the only one on this connection."""
        current = self.current_call()
        if current is not None:
            return current.call
        return self.calls[0].call if len(self.calls) == 1 else None
