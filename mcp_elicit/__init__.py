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
    from .broker import Broker, MemoryQuestionStore, OpenQuestion, QuestionStore
    from .client import Asker, ClientElicitation, ClientElicitationBuilder, PausedCall, UnansweredError
    from .derive import Titles
    from .enabling import ServerElicitation, enable
    from .exchange import AsyncServerExchange, SyncServerExchange
    from .handlers import RuleHandler, TerminalHandler

__all__ = [
    "METHOD_ELICITATION_CREATE",
    "METHOD_NOTIFICATION_ELICITATION_COMPLETE",
    "PROTOCOL_VERSIONS",
    "URL_ELICITATION_REQUIRED",
    "Accepted",
    "Asker",
    "AsyncServerExchange",
    "BooleanSchema",
    "Broker",
    "Cancelled",
    "CapabilityError",
    "ClientElicitation",
    "ClientElicitationBuilder",
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
    "MemoryQuestionStore",
    "NotSendableError",
    "NumberSchema",
    "OpenQuestion",
    "PausedCall",
    "PeerError",
    "Problem",
    "QuestionExpiredError",
    "QuestionStore",
    "QuestionWithdrawnError",
    "RefusedError",
    "RequestError",
    "RequestedSchema",
    "RuleHandler",
    "ServerElicitation",
    "StringSchema",
    "SyncServerExchange",
    "TerminalHandler",
    "TitledMultiSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "Titles",
    "UnansweredError",
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
    "Asker": "client",
    "AsyncServerExchange": "exchange",
    "Broker": "broker",
    "ClientElicitation": "client",
    "ClientElicitationBuilder": "client",
    "MemoryQuestionStore": "broker",
    "OpenQuestion": "broker",
    "PausedCall": "client",
    "QuestionStore": "broker",
    "RuleHandler": "handlers",
    "ServerElicitation": "enabling",
    "SyncServerExchange": "exchange",
    "TerminalHandler": "handlers",
    "Titles": "derive",
    "UnansweredError": "client",
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
