"""The -32042 circuit (decision 10), step by step.

Nothing here waits, reads a clock or touches a socket: the flow yields a step and is handed
its result. Who carries it out is the shell's business (sdk/client_drive.py).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import PeerError, RefusedError
from ..request import ElicitRequest
from ..url_required import UrlElicitationRequiredError
from ..versions import ErrorCodes
from .pages import Action, OpenPage

__all__ = [
    "Await",
    "Blocked",
    "Failed",
    "Join",
    "Returned",
    "Send",
    "Show",
    "Step",
    "blocked_call",
    "fault_in",
    "questions_in",
]


@dataclass(frozen=True)
class Send:
    """Make the call, with the arguments of the first time. Result: Returned or Failed."""


@dataclass(frozen=True)
class Join:
    """Register all pages before any is shown. Result: one OpenPage each."""

    requests: tuple[ElicitRequest, ...]


@dataclass(frozen=True)
class Show:
    """Ask the person for consent, unless they gave it. Result: the action."""

    page: OpenPage


@dataclass(frozen=True)
class Await:
    """Wait until each page is done, or one is given up. Result: "done" or "given up"."""

    pages: tuple[OpenPage, ...]


Step = Send | Join | Show | Await


@dataclass(frozen=True)
class Returned:
    """The call came back."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The call failed: the SDK's own exception, and its JSON-RPC error object where it has one."""

    exception: BaseException
    error: dict[str, Any] | None


class Blocked(Exception):
    """The retry met -32042 once more; the shell raises it as an error of both kinds, ours and the SDK's."""

    def __init__(self, again: UrlElicitationRequiredError, failed: Failed) -> None:
        super().__init__(again, failed)
        self.again = again
        self.failed = failed


def questions_in(error: dict[str, Any] | None) -> UrlElicitationRequiredError | None:
    """Read -32042; None for everything that is not well formed, to be passed on untouched.

    The code also exists as "payment required" (``data.challenges``) and as a generic error.
    """
    if error is None:
        return None
    try:
        return UrlElicitationRequiredError.from_error(error)
    except PeerError:
        return None


def fault_in(error: dict[str, Any] | None) -> str | None:
    """Where -32042 first breaks its form; None for every other error, and for one that is well formed."""
    if error is None or error["code"] != ErrorCodes.URL_ELICITATION_REQUIRED:
        return None
    try:
        UrlElicitationRequiredError.from_error(error)
    except PeerError as refusal:
        return refusal.faults[0].path
    return None


def blocked_call() -> Generator[Step, Any, Any]:
    """Make a call, see the person through the pages it waits for, and make it once more.

    Raises:
        RefusedError: The person declined, cancelled, or gave up waiting.
        Blocked: The second call met -32042 again.
    """
    first: Returned | Failed = yield Send()
    if isinstance(first, Returned):
        return first.value
    blocked = questions_in(first.error)
    if blocked is None:
        raise first.exception
    pages: tuple[OpenPage, ...] = yield Join(blocked.elicitations)
    for page in pages:
        # "Present consent to open URL" comes first, also for a page that is done already.
        action: Action = yield Show(page)
        if action != "accept":
            raise RefusedError(action)
    end: Literal["done", "given up"] = yield Await(pages)
    if end == "given up":
        raise RefusedError("cancel")
    second: Returned | Failed = yield Send()
    if isinstance(second, Returned):
        return second.value
    again = questions_in(second.error)
    if again is None:
        raise second.exception
    raise Blocked(again, second)
