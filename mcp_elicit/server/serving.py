"""What an enabled server knows: its settings, and the calls it is serving.

No SDK here. A call is served from the moment its request arrives until its result leaves;
what is still open then is withdrawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from ..request import ElicitRequest
from ..result import ElicitResult
from .bystanders import Bystanders, Crowd
from .once import MemoryOnceStore, OnceStore
from .opened import OpenedPages
from .rounds import Conversation, Limits

__all__ = ["CALLS", "Asks", "Serving", "Setup"]

CALLS: Final = frozenset({"tools/call", "prompts/get", "resources/read"})
"""Requests whose result may ask for input; 2026-07-28, basic/patterns/mrtr#supported-requests"""

SETTLE: Final = 0.02
"""Seconds without a new question after which a round ends: time for questions asked side by side.

Nobody waits where nobody else can ask; see bystanders.py."""
HOLD: Final = 45.0
"""Seconds that a round waits for a page to be done. Below the 60 s after which many clients give up."""
LOOK_AGAIN: Final = 1.0
"""Seconds after which a page that nobody completed is looked at again."""


class Asks(Protocol):
    """Somebody who asks a person when the client cannot: a broker."""

    def ask(
        self,
        request: ElicitRequest,
        *,
        user: str | None,
        call: str | None,
        asked_by: str | None,
        timeout: float | None,
    ) -> Awaitable[ElicitResult]:
        """Put a question of the server *asked_by* to *user*, on behalf of *call*, and wait for the answer."""
        ...


@dataclass
class Setup:
    """The settings of one server, and what it must remember between calls."""

    name: str | None = None
    """What the server calls itself."""
    broker: Asks | None = None
    user_of: Callable[[Any], str | None] | None = None
    limits: Limits = field(default_factory=Limits)
    settle: float = SETTLE
    hold: float = HOLD
    look_again: float = LOOK_AGAIN
    store: OnceStore = field(default_factory=MemoryOnceStore)
    pages: OpenedPages = field(default_factory=OpenedPages)
    crowd: Crowd = field(default_factory=Crowd)
    json_response: bool | None = None
    """Whether the transport answers with JSON, where the SDK cannot tell."""


@dataclass(eq=False)
class Serving:
    """One call, while it is served."""

    setup: Setup
    method: str
    label: str | None = None
    conversation: Conversation | None = None
    """Where questions travel in results; None on the versions that send requests."""
    sealed: bool = True
    """Whether the state leaves through a boundary that seals it."""
    unsealed_remedy: str = ""
    loop: asyncio.AbstractEventLoop | None = None
    bystanders: Bystanders | None = None
    """Who was there before the body began; None where nobody can tell, or nobody asks."""
    blocking: dict[str, ElicitRequest] = field(default_factory=dict)
    """Pages that the call waits for and can only name in its error, by id."""
    ended: bool = False
    last_question: float = 0.0
    hold_until: float | None = None
    memory: Conversation = field(default_factory=Conversation)
    """Where no round can come twice: what `once` did in this call."""
    store: OnceStore = field(default_factory=MemoryOnceStore)
    withdrawals: set[Callable[[], None]] = field(default_factory=set)
    """What takes back each question that is still with the client."""

    def end(self) -> None:
        """The call is over: take back what is still open."""
        self.ended = True
        for withdraw in tuple(self.withdrawals):
            withdraw()
