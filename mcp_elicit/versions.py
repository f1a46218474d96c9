"""What each protocol version carries, as one table.

A rule that depends on the version is a column here, and nowhere an ``if version >= ...``.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from .errors import MISSING_REQUIRED_CLIENT_CAPABILITY, UnknownProtocolVersionError

__all__ = [
    "METHOD_ELICITATION_CREATE",
    "METHOD_NOTIFICATION_ELICITATION_COMPLETE",
    "PROTOCOL_VERSIONS",
    "URL_ELICITATION_REQUIRED",
    "ErrorCodes",
    "VersionRules",
    "rules_for",
    "rules_of_peer",
]

METHOD_ELICITATION_CREATE: Final = "elicitation/create"
METHOD_NOTIFICATION_ELICITATION_COMPLETE: Final = "notifications/elicitation/complete"


class ErrorCodes:
    """JSON-RPC error codes that elicitation uses."""

    INVALID_PARAMS: Final = -32602
    """A mode that was not declared; 2025-11-25, client/elicitation#error-handling."""
    URL_ELICITATION_REQUIRED: Final = -32042
    """The call waits for a page; 2025-11-25 only."""
    MISSING_REQUIRED_CLIENT_CAPABILITY: Final = MISSING_REQUIRED_CLIENT_CAPABILITY
    """The call needs a capability that was not declared; 2026-07-28 only."""


URL_ELICITATION_REQUIRED: Final = ErrorCodes.URL_ELICITATION_REQUIRED


class VersionRules(NamedTuple):
    """One column of the table: what a version has, and what it lacks."""

    protocol_version: str
    delivery: Literal["none", "request", "result"]
    """How a question travels: not at all, as a server request, or inside an InputRequiredResult."""
    mode: bool = False
    url: bool = False
    elicitation_id: bool = False
    """Required with url where it exists."""
    params_meta: bool = False
    task: bool = False
    result_meta: bool = False
    one_of: bool = False
    """Titled single choice as ``oneOf``; where it is missing, as ``enum`` + ``enumNames``."""
    multi_select: bool = False
    every_default: bool = False
    """``default`` on every kind; where it is missing, on booleans alone."""
    dialect: bool = False
    """``$schema`` on the requested schema."""
    pattern: bool = False
    list_content: bool = False
    """An answer may hold lists of strings."""
    completion: bool = False
    url_required_error: bool = False


_TABLE: Final = {
    rules.protocol_version: rules
    for rules in (
        VersionRules("2024-11-05", delivery="none"),
        VersionRules("2025-03-26", delivery="none"),
        VersionRules("2025-06-18", delivery="request", params_meta=True, result_meta=True),
        VersionRules(
            "2025-11-25",
            delivery="request",
            mode=True,
            url=True,
            elicitation_id=True,
            params_meta=True,
            task=True,
            result_meta=True,
            one_of=True,
            multi_select=True,
            every_default=True,
            dialect=True,
            pattern=True,
            list_content=True,
            completion=True,
            url_required_error=True,
        ),
        VersionRules(
            "2026-07-28",
            delivery="result",
            mode=True,
            url=True,
            one_of=True,
            multi_select=True,
            every_default=True,
            dialect=True,
            list_content=True,
        ),
    )
}

PROTOCOL_VERSIONS: Final[tuple[str, ...]] = tuple(_TABLE)
"""Every protocol version of MCP, oldest first."""


def rules_for(protocol_version: str) -> VersionRules:
    """Look up a version.

    Raises:
        UnknownProtocolVersionError: It is none of `PROTOCOL_VERSIONS`.
    """
    try:
        return _TABLE[protocol_version]
    except (KeyError, TypeError):
        raise UnknownProtocolVersionError(protocol_version, PROTOCOL_VERSIONS) from None


def rules_of_peer(protocol_version: str | None) -> VersionRules:
    """Look up what a peer speaks; a version that no table has, or none yet, has nothing of elicitation."""
    known = _TABLE.get(protocol_version or "")
    return VersionRules(protocol_version or "", delivery="none") if known is None else known
