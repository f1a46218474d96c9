"""The pages that were opened by a question and are not done yet.

A page is completed by id, from any thread and after the call too, and only by the user who
was asked. Completing wakes who waits for it, and tells the one session that opened it.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ..errors import Fault, RequestError

__all__ = ["OpenedPages"]

PAGE_LIFE: Final = 3600.0
"""Seconds that a page may be completed after it was opened."""
REMEMBERED: Final = 256
"""Finished ids that may be completed a second time without an error: people reload pages."""

GIVE_ID: Final = "give the elicitation_id of the request that require_url or the ask made"


@dataclass
class _Page:
    user: str | None
    until: float
    tell: Callable[[], None] | None
    bells: set[Callable[[], None]] = field(default_factory=set)


class OpenedPages:
    """Every page of one server, by its elicitation id."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._pages: OrderedDict[str, _Page] = OrderedDict()
        self._finished: OrderedDict[str, str | None] = OrderedDict()

    def open(self, elicitation_id: str, user: str | None, tell: Callable[[], None] | None) -> None:
        """Remember that *user* was asked to open a page; *tell* notifies the session, from any thread."""
        with self._lock:
            self._forget_old()
            page = self._pages.pop(elicitation_id, None)
            if page is not None and page.user != user:
                self._pages[elicitation_id] = page
                raise RequestError(
                    Fault("elicitation_id", "was opened for another user", "give every page its own id")
                )
            bells = page.bells if page is not None else set()
            self._pages[elicitation_id] = _Page(user, self._clock() + PAGE_LIFE, tell, bells)

    def knows(self, elicitation_id: str) -> bool:
        """Whether the page is open, or was completed not long ago."""
        with self._lock:
            return elicitation_id in self._pages or elicitation_id in self._finished

    def is_open(self, elicitation_id: str, user: str | None) -> bool:
        """Whether the page waits to be done, by *user*."""
        with self._lock:
            self._forget_old()
            page = self._pages.get(elicitation_id)
            return page is not None and page.user in (None, user)

    def listen(self, elicitation_id: str, bell: Callable[[], None]) -> bool:
        """Ring *bell*, from whatever thread, when the page is completed; False when it is already."""
        with self._lock:
            page = self._pages.get(elicitation_id)
            if page is not None:
                page.bells.add(bell)
            return page is not None

    def unlisten(self, elicitation_id: str, bell: Callable[[], None]) -> None:
        """Undo `listen`."""
        with self._lock:
            page = self._pages.get(elicitation_id)
            if page is not None:
                page.bells.discard(bell)

    def drop(self, elicitation_id: str) -> None:
        """The person refused to open the page."""
        with self._lock:
            self._pages.pop(elicitation_id, None)

    def finish(self, elicitation_id: str) -> bool:
        """The page turned out to be done; whether the session has still to be told."""
        with self._lock:
            page = self._take(elicitation_id)
        return page is not None and page.tell is not None

    def complete(self, elicitation_id: str, user: str | None) -> None:
        """Somebody says the page is done.

        Raises:
            RequestError: The id was never opened here, or another user was asked.
        """
        with self._lock:
            self._forget_old()
            page = self._pages.get(elicitation_id)
            owner = page.user if page is not None else self._finished.get(elicitation_id)
            if page is None and elicitation_id not in self._finished:
                raise _unknown(elicitation_id)
            if owner is not None and owner != user:
                # "MUST verify that the user who started the elicitation is the one who completes it"
                raise RequestError(
                    Fault(
                        "user",
                        "another user was asked to open this page",
                        "name the user who is signed in there",
                    )
                )
            self._take(elicitation_id)
        if page is None:
            return
        # Told first, so that the client hears of it before it gets the result of the call.
        if page.tell is not None:
            page.tell()
        for bell in page.bells:
            bell()

    def __len__(self) -> int:
        with self._lock:
            self._forget_old()
            return len(self._pages)

    def _take(self, elicitation_id: str) -> _Page | None:
        page = self._pages.pop(elicitation_id, None)
        if page is not None:
            self._finished[elicitation_id] = page.user
            while len(self._finished) > REMEMBERED:
                self._finished.popitem(last=False)
        return page

    def _forget_old(self) -> None:
        now = self._clock()
        while self._pages:
            elicitation_id, page = next(iter(self._pages.items()))
            if page.until > now:
                return
            del self._pages[elicitation_id]


def _unknown(elicitation_id: object) -> RequestError:
    """Nobody was asked to open such a page; None is what a request without an id has."""
    if not isinstance(elicitation_id, str):
        got = "None" if elicitation_id is None else type(elicitation_id).__name__
        return RequestError(Fault("elicitation_id", f"expected a text, got {got}", GIVE_ID))
    reason = "no page of this id was opened here (in another process, or after an hour, none is known)"
    return RequestError(Fault("elicitation_id", reason, GIVE_ID))
