"""Elicitation for MCP: one flat record, one call, one handler, on every protocol version.

The model layer is here at once and needs pydantic, typing-extensions and orjson alone. What
talks to an SDK is imported when it is first named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__
from .capability import ElicitationCapability
from .errors import (
    CapabilityError,
    ElicitError,
    Fault,
    InvalidAnswerError,
    NotSendableError,
    PeerError,
    Problem,
    QuestionExpiredError,
    QuestionWithdrawnError,
    RefusedError,
    RequestError,
    UnknownProtocolVersionError,
    UnsupportedFieldError,
)
from .outcome import Accepted, Cancelled, Declined
from .request import ElicitRequest, ElicitRequestBuilder
from .result import ElicitationCompleteNotification, ElicitResult
from .schemas import (
    BooleanSchema,
    EnumOption,
    LegacyTitledEnumSchema,
    NumberSchema,
    RequestedSchema,
    StringSchema,
    TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
)
from .url_findings import UrlFinding
from .url_required import UrlElicitationRequiredError
from .versions import (
    METHOD_ELICITATION_CREATE,
    METHOD_NOTIFICATION_ELICITATION_COMPLETE,
    PROTOCOL_VERSIONS,
    URL_ELICITATION_REQUIRED,
    ErrorCodes,
)

if TYPE_CHECKING:
    from .derive import Titles
    from .enabling import ServerElicitation, enable
    from .exchange import AsyncServerExchange, SyncServerExchange

__all__ = [
    "METHOD_ELICITATION_CREATE",
    "METHOD_NOTIFICATION_ELICITATION_COMPLETE",
    "PROTOCOL_VERSIONS",
    "URL_ELICITATION_REQUIRED",
    "Accepted",
    "AsyncServerExchange",
    "BooleanSchema",
    "Cancelled",
    "CapabilityError",
    "Declined",
    "ElicitError",
    "ElicitRequest",
    "ElicitRequestBuilder",
    "ElicitResult",
    "ElicitationCapability",
    "ElicitationCompleteNotification",
    "EnumOption",
    "ErrorCodes",
    "Fault",
    "InvalidAnswerError",
    "LegacyTitledEnumSchema",
    "NotSendableError",
    "NumberSchema",
    "PeerError",
    "Problem",
    "QuestionExpiredError",
    "QuestionWithdrawnError",
    "RefusedError",
    "RequestError",
    "RequestedSchema",
    "ServerElicitation",
    "StringSchema",
    "SyncServerExchange",
    "TitledMultiSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "Titles",
    "UnknownProtocolVersionError",
    "UnsupportedFieldError",
    "UntitledMultiSelectEnumSchema",
    "UntitledSingleSelectEnumSchema",
    "UrlElicitationRequiredError",
    "UrlFinding",
    "__version__",
    "enable",
]

_LATER: dict[str, str] = {
    "AsyncServerExchange": "exchange",
    "ServerElicitation": "enabling",
    "SyncServerExchange": "exchange",
    "Titles": "derive",
    "enable": "enabling",
}
"""Public names that are imported when first used -> their module."""


def __getattr__(name: str) -> Any:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
