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
    from .client import (
        Asker,
        Call,
        ClientElicitation,
        ClientElicitationBuilder,
        OpenPage,
        PausedCall,
        UnansweredError,
    )
    from .convert import request_from_sdk, request_to_sdk, result_from_sdk, result_to_sdk
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
    from .relay import Relay
    from .server.enabling import ServerElicitation, enable
    from .server.exchange import AsyncServerExchange, SyncServerExchange
    from .server.once import MemoryOnceStore, OnceStore, OnceTimeoutError
    from .server.rounds import RoundLimitError, UnstableBodyError

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
    "Call",
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
    "MemoryOnceStore",
    "MemoryQuestionStore",
    "NotSendableError",
    "NumberSchema",
    "OnceStore",
    "OnceTimeoutError",
    "OpenPage",
    "OpenQuestion",
    "PausedCall",
    "PeerError",
    "Problem",
    "QuestionExpiredError",
    "QuestionStore",
    "QuestionWithdrawnError",
    "RefusedError",
    "Relay",
    "RequestError",
    "RequestedSchema",
    "RoundLimitError",
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
    "UnstableBodyError",
    "UnsupportedFieldError",
    "UntitledMultiSelectEnumSchema",
    "UntitledSingleSelectEnumSchema",
    "UrlElicitationRequiredError",
    "UrlFinding",
    "__version__",
    "enable",
    "request_from_sdk",
    "request_to_sdk",
    "result_from_sdk",
    "result_to_sdk",
]

_LATER: dict[str, str] = {
    "Accepted": "outcome",
    "Asker": "client",
    "AsyncServerExchange": "server.exchange",
    "BooleanSchema": "forms.schemas",
    "Broker": "broker",
    "Call": "client",
    "Cancelled": "outcome",
    "ClientElicitation": "client",
    "ClientElicitationBuilder": "client",
    "Declined": "outcome",
    "EnumOption": "forms.schemas",
    "LegacyTitledEnumSchema": "forms.schemas",
    "MemoryOnceStore": "server.once",
    "MemoryQuestionStore": "broker",
    "NumberSchema": "forms.schemas",
    "OnceStore": "server.once",
    "OnceTimeoutError": "server.once",
    "OpenPage": "client",
    "OpenQuestion": "broker",
    "PausedCall": "client",
    "QuestionStore": "broker",
    "Relay": "relay",
    "RequestedSchema": "forms.schemas",
    "RoundLimitError": "server.rounds",
    "RuleHandler": "handlers",
    "ServerElicitation": "server.enabling",
    "StringSchema": "forms.schemas",
    "SyncServerExchange": "server.exchange",
    "TerminalHandler": "handlers",
    "TitledMultiSelectEnumSchema": "forms.schemas",
    "TitledSingleSelectEnumSchema": "forms.schemas",
    "Titles": "forms.derive",
    "UnansweredError": "client",
    "UnstableBodyError": "server.rounds",
    "UntitledMultiSelectEnumSchema": "forms.schemas",
    "UntitledSingleSelectEnumSchema": "forms.schemas",
    "enable": "server.enabling",
    "request_from_sdk": "convert",
    "request_to_sdk": "convert",
    "result_from_sdk": "convert",
    "result_to_sdk": "convert",
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
