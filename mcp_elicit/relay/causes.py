"""An upstream server that is not there: what tells so, and what a gateway's log says of it.

One line: which server, and the kind of failure. No text of another's error: it may hold a URL with all its
parts, or what a server said.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from ..client.unanswered import place_of
from ..errors import ElicitError
from ..sdk.client_wire import error_of

__all__ = ["cause_of", "is_gone", "named"]

SESSION_GONE: Final = frozenset({-32000, 32600})
"""The connection closed, or the server forgot the session: what the SDKs say of it."""
TRANSPORTS: Final = frozenset({"anyio", "httpx", "httpx2", "httpcore", "httpcore2"})
"""Packages whose errors are those of a transport, and may name the URL; none may be imported for that."""


def is_gone(failure: BaseException) -> bool:
    """Whether a call failed because its connection is of no use any more."""
    error = error_of(failure)
    if error is not None:
        return error["code"] in SESSION_GONE
    return isinstance(failure, ConnectionError) or _of_transport(failure)


def named(target: Any) -> str:
    """Which upstream: a URL without query and user, the name of a command, or the kind of target."""
    if isinstance(target, str):
        try:
            parts = urlsplit(target)
        except ValueError:
            return "of a text that is no URL"
        if not parts.netloc:
            return "of a text that is no URL"
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    command = getattr(target, "command", None)
    return command if isinstance(command, str) else type(target).__name__


def cause_of(failure: BaseException) -> str:
    """The kind of *failure*, and of what is in it; where it is none of a connection, where it was raised."""
    inside: tuple[BaseException, ...] = getattr(failure, "exceptions", ())
    if inside:
        return ", ".join(dict.fromkeys(map(cause_of, inside)))
    if isinstance(failure, ElicitError):
        return failure.sentence
    name, error = type(failure).__name__, error_of(failure)
    if error is not None:
        return f"{name}, code {error['code']}"
    if isinstance(failure, OSError):
        return f"{name}, {failure.strerror}" if failure.strerror else name
    status = getattr(getattr(failure, "response", None), "status_code", None)
    if isinstance(status, int):
        return f"{name}, status {status}"
    return name if _of_transport(failure) else f"{name} at {place_of(failure)}"


def _of_transport(failure: BaseException) -> bool:
    return type(failure).__module__.partition(".")[0] in TRANSPORTS
