"""Pages that a person was asked to open, and what became of them.

Bounded in size and time, so that a peer cannot fill it. Nothing here waits: whoever waits
leaves a waker. All of it may be called from any thread.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Literal

from ..errors import ElicitError
from ..request import ElicitRequest
from ..urls.parts import redact

__all__ = ["MAX_KNOWN", "OpenPage", "PageLedger"]

MAX_KNOWN: Final = 1024
"""Ids remembered per connection; the oldest goes first. A server opens a page at a person's pace."""

LIFE: Final = 24 * 3600.0
"""Seconds an id is remembered: a person may come back to a page on the next day, hardly later."""

RECENT: Final = 600.0
"""Seconds for which a completion counts for a call that is blocked after it: long enough for calls made
side by side, too short for a sign-in that ran out since, and is asked for under the same id."""

Action = Literal["accept", "decline", "cancel"]


class OpenPage:
    """A page that one or more calls wait for, with the person's own controls.

    "Clients SHOULD still provide manual controls that let the user retry or cancel the original
    request [...] if the notification never arrives." 2025-11-25, client/elicitation
    """

    def __init__(self, request: ElicitRequest) -> None:
        self.request = request
        self.consent: Action | None = None
        """What the person said when the page was shown to them; None until then."""
        self.asking = False
        """Somebody is showing it right now."""
        self.waiting = 0
        """Calls that wait for it."""
        self.failure: ElicitError | None = None
        """Why it could not be asked; everybody who shares the question shares this."""
        self.rounds = 0
        """Rounds in which it came back unchanged (2026-07-28)."""
        self.announced = False
        """Whoever draws the controls was told."""
        self._end: Literal["done", "given up"] | None = None
        self._lock = threading.Lock()
        self._wakers: list[Callable[[], None]] = []

    def __repr__(self) -> str:
        return (
            f"OpenPage({redact(self.request.url)!r}, elicitation_id={self.elicitation_id!r},"
            f" consent={self.consent!r}, waiting={self.waiting}, ended={self._end!r})"
        )

    @property
    def elicitation_id(self) -> str | None:
        """Its id on the wire; None on 2026-07-28, which has none."""
        return self.request.elicitation_id

    @property
    def done(self) -> bool:
        """Completed by the server, or by hand."""
        return self._end == "done"

    @property
    def given_up(self) -> bool:
        """The person stopped waiting, or the connection is gone."""
        return self._end == "given up"

    @property
    def closed(self) -> bool:
        """Whether waiting is over, either way, or nobody waits any more: controls may go away."""
        return self._end is not None or self.waiting == 0

    def go_on(self) -> None:
        """Say by hand that the page is done; the calls that wait for it are repeated."""
        self.finish("done")

    def give_up(self) -> None:
        """Stop waiting; the calls fail with `RefusedError`, as for a cancel."""
        self.finish("given up")

    def finish(self, end: Literal["done", "given up"]) -> None:
        """End it, unless it has ended."""
        if self._end is None:
            self._end = end
            self.wake()

    def reopen(self) -> None:
        """Wait again after ``go_on``: on 2026-07-28 the server says when it is enough."""
        if self._end == "done":
            self._end = None

    def wake(self) -> None:
        """Tell everybody who waits to look again."""
        with self._lock:
            wakers = list(self._wakers)
        for waker in wakers:
            waker()

    @contextmanager
    def woken_by(self, waker: Callable[[], None]) -> Iterator[None]:
        """Call *waker*, from any thread, after every change while the block runs."""
        with self._lock:
            self._wakers.append(waker)
        try:
            yield
        finally:
            with self._lock:
                self._wakers.remove(waker)


@dataclass
class _Known:
    since: float
    completed_at: float | None = None
    consented_url: str | None = None
    """The page that the person last consented to under this id."""


class PageLedger:
    """The books of one connection: known ids, and pages that calls wait for."""

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, max_known: int = MAX_KNOWN, life: float = LIFE
    ) -> None:
        self._clock = clock
        self._max_known = max_known
        self._life = life
        self._lock = threading.RLock()
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._open: dict[tuple[str, str], OpenPage] = {}

    @property
    def pages(self) -> tuple[OpenPage, ...]:
        """The pages that calls wait for."""
        with self._lock:
            return tuple(self._open.values())

    def know(self, request: ElicitRequest, *, afresh: bool = False) -> None:
        """Remember that the server named this page; from now on its completion counts.

        *afresh* when it is asked anew, so that an id used before can complete once more.
        """
        if request.elicitation_id is None:
            return
        with self._lock:
            self._forget_old()
            if afresh:
                self._known.pop(request.elicitation_id, None)
            self._known.setdefault(request.elicitation_id, _Known(self._clock()))
            while len(self._known) > self._max_known:
                self._known.popitem(last=False)

    def complete(self, elicitation_id: str) -> bool:
        """Take a completion; False for an id of which nobody is told.

        "Clients MUST ignore notifications referencing unknown or already-completed IDs."
        2025-11-25, client/elicitation#completion-notifications-for-url-mode-elicitation
        When a known id was completed is kept: a call that is blocked on it soon after need not wait.
        """
        with self._lock:
            self._forget_old()
            known = self._known.get(elicitation_id)
            if known is None:
                return False
            again = known.completed_at is not None
            known.completed_at = self._clock()
            if again:
                return False
            pages = [page for (identity, _), page in self._open.items() if identity == elicitation_id]
        for page in pages:
            page.finish("done")
        return True

    def join(self, request: ElicitRequest, *, sent_at: float) -> OpenPage:
        """Wait for a page together with every other call that waits for it.

        A completion that came after *sent_at*, when this call left, or not long before, counts: consent
        is still the person's to give, waiting is over. An older one does not, so the page is asked anew.
        The same id under another URL is another question.
        """
        identity, url = request.elicitation_id or "", request.url or ""
        key = (identity, url)
        with self._lock:
            self.know(request)
            known = self._known.get(identity) or _Known(self._clock())
            completed = known.completed_at
            page = self._open.get(key)
            if page is not None and (
                page.failure is not None or page.given_up or page.consent in ("decline", "cancel")
            ):
                page = None  # that question is over: a person who said no is asked anew, by a new call
            if completed is not None and completed >= min(sent_at, self._clock() - RECENT):
                page = page or OpenPage(request)
                if known.consented_url == url:
                    page.consent = "accept"
                page.finish("done")
            elif page is None or page.closed:
                self.know(request, afresh=completed is not None)
                page = OpenPage(request)
            self._open[key] = page
            page.waiting += 1
            return page

    def leave(self, page: OpenPage) -> None:
        """Stop waiting for it; the last one out closes it."""
        with self._lock:
            page.waiting -= 1
            known = self._known.get(page.elicitation_id or "")
            if known is not None and page.consent == "accept":
                known.consented_url = page.request.url
            if page.waiting == 0:
                for key in [key for key, other in self._open.items() if other is page]:
                    del self._open[key]
        page.wake()

    def close(self) -> None:
        """The connection is gone: whoever still waits is woken, and nothing is remembered."""
        with self._lock:
            pages = list(self._open.values())
            self._open.clear()
            self._known.clear()
        for page in pages:
            page.finish("given up")

    def _forget_old(self) -> None:
        oldest = self._clock() - self._life
        while self._known and next(iter(self._known.values())).since < oldest:
            self._known.popitem(last=False)
