"""What can be connected to, and why it could not be reached, each in one sentence.

A URL's query may hold a secret: of a URL only the host is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..errors import Fault, RequestError
from ..urls.parts import parts_of, scheme_of

__all__ = ["check_target", "unreached"]

_SERVER_MARKS: Final = ("create_initialization_options", "_mcp_server", "_lowlevel_server")
"""What servers in this process have, of either SDK or of FastMCP."""


def check_target(target: Any, name: str = "target") -> None:
    """Look whether an SDK's client can connect to *target*, which the caller knows as *name*.

    Raises:
        RequestError: It is none of what they take.
    """
    if isinstance(target, str):
        parts = parts_of(target)
        if scheme_of(target) in ("http", "https") and parts is not None and parts.host:
            return
        got = "a text that is no http or https URL"
    else:
        stdio = all(hasattr(target, name) for name in ("command", "args"))
        if stdio or any(hasattr(target, name) for name in ("__aenter__", *_SERVER_MARKS)):
            return
        got = type(target).__name__
    remedy = "start a program with StdioServerParameters"
    expected = "expected a URL, stdio parameters, a server, or a transport"
    raise RequestError(Fault(name, f"{expected}, got {got}", remedy))


def unreached(target: Any, raised: BaseException) -> RequestError | None:
    """Why the URL *target* was not reached, where *raised* says so; None for everything else."""
    parts = parts_of(target) if isinstance(target, str) else None
    if parts is None:
        return None
    place = f"{parts.host}:{parts.port}" if parts.port else parts.host
    for failure in _leaves(raised):
        status = getattr(getattr(failure, "response", None), "status_code", None)
        if isinstance(status, int):
            return RequestError(Fault("target", f"{place} answered with HTTP status {status}"))
        if isinstance(failure, OSError) or _is_of_transport(failure):
            reason = f"cannot connect to {place} ({type(failure).__name__})"
            return RequestError(Fault("target", reason, "start the server, or correct the URL"))
    return None


def _is_of_transport(failure: BaseException) -> bool:
    return any(kind.__name__ == "TransportError" for kind in type(failure).__mro__)


def _leaves(raised: BaseException) -> Iterator[BaseException]:
    inside: tuple[BaseException, ...] = getattr(raised, "exceptions", ())
    for failure in inside:
        yield from _leaves(failure)
    if not inside:
        yield raised
        if raised.__cause__ is not None:
            yield from _leaves(raised.__cause__)
