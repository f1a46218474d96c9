"""Elicitation for MCP: one flat record, one call, one handler, on every protocol version.

The messages are here at once and need pydantic, typing-extensions and orjson alone. The types of a
form, and what talks to an SDK, are imported when they are first named.
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
from .request import ElicitRequest, ElicitRequestBuilder
from .result import ElicitationCompleteNotification, ElicitResult
from .url_required import UrlElicitationRequiredError
from .urls.findings import UrlFinding
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
    from .forms.derive import Titles
    from .forms.schemas import (
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
    from .handlers import RuleHandler, TerminalHandler
    from .outcome import Accepted, Cancelled, Declined
    from .server.enabling import ServerElicitation, enable
    from .server.exchange import AsyncServerExchange, SyncServerExchange

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
    "Accepted": "outcome",
    "Asker": "client",
    "AsyncServerExchange": "server.exchange",
    "BooleanSchema": "forms.schemas",
    "Broker": "broker",
    "Cancelled": "outcome",
    "ClientElicitation": "client",
    "ClientElicitationBuilder": "client",
    "Declined": "outcome",
    "EnumOption": "forms.schemas",
    "LegacyTitledEnumSchema": "forms.schemas",
    "MemoryQuestionStore": "broker",
    "NumberSchema": "forms.schemas",
    "OpenQuestion": "broker",
    "PausedCall": "client",
    "QuestionStore": "broker",
    "RequestedSchema": "forms.schemas",
    "RuleHandler": "handlers",
    "ServerElicitation": "server.enabling",
    "StringSchema": "forms.schemas",
    "SyncServerExchange": "server.exchange",
    "TerminalHandler": "handlers",
    "TitledMultiSelectEnumSchema": "forms.schemas",
    "TitledSingleSelectEnumSchema": "forms.schemas",
    "Titles": "forms.derive",
    "UnansweredError": "client",
    "UntitledMultiSelectEnumSchema": "forms.schemas",
    "UntitledSingleSelectEnumSchema": "forms.schemas",
    "enable": "server.enabling",
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
