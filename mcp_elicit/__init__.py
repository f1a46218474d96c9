"""Elicitation for MCP: one flat record, one call, one handler, on every protocol version.

Importing this imports nothing: each name is imported when it is first used, with no more than it needs. The
messages need pydantic, typing-extensions and orjson alone; what talks to an SDK needs that SDK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .broker import Broker, MemoryQuestionStore, OpenQuestion, QuestionStore
    from .capability import ElicitationCapability
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
    from .request import ElicitRequest, ElicitRequestBuilder
    from .result import ElicitationCompleteNotification, ElicitResult
    from .server.enabling import ServerElicitation, enable
    from .server.exchange import AsyncServerExchange, SyncServerExchange
    from .server.once import MemoryOnceStore, OnceStore, OnceTimeoutError
    from .server.rounds import RoundLimitError, UnstableBodyError
    from .url_required import UrlElicitationRequiredError
    from .urls.findings import UrlFinding
    from .versions import (
        METHOD_ELICITATION_CREATE,
        METHOD_NOTIFICATION_ELICITATION_COMPLETE,
        PROTOCOL_VERSIONS,
        URL_ELICITATION_REQUIRED,
        ErrorCodes,
    )

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
    "CapabilityError": "errors",
    "ClientElicitation": "client",
    "ClientElicitationBuilder": "client",
    "Declined": "outcome",
    "ElicitError": "errors",
    "ElicitRequest": "request",
    "ElicitRequestBuilder": "request",
    "ElicitResult": "result",
    "ElicitationCapability": "capability",
    "ElicitationCompleteNotification": "result",
    "EnumOption": "forms.schemas",
    "ErrorCodes": "versions",
    "Fault": "errors",
    "InvalidAnswerError": "errors",
    "LegacyTitledEnumSchema": "forms.schemas",
    "METHOD_ELICITATION_CREATE": "versions",
    "METHOD_NOTIFICATION_ELICITATION_COMPLETE": "versions",
    "MemoryOnceStore": "server.once",
    "MemoryQuestionStore": "broker",
    "NotSendableError": "errors",
    "NumberSchema": "forms.schemas",
    "OnceStore": "server.once",
    "OnceTimeoutError": "server.once",
    "OpenPage": "client",
    "OpenQuestion": "broker",
    "PROTOCOL_VERSIONS": "versions",
    "PausedCall": "client",
    "PeerError": "errors",
    "Problem": "errors",
    "QuestionExpiredError": "errors",
    "QuestionStore": "broker",
    "QuestionWithdrawnError": "errors",
    "RefusedError": "errors",
    "Relay": "relay",
    "RequestError": "errors",
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
    "URL_ELICITATION_REQUIRED": "versions",
    "UnansweredError": "client",
    "UnknownProtocolVersionError": "errors",
    "UnstableBodyError": "server.rounds",
    "UnsupportedFieldError": "errors",
    "UntitledMultiSelectEnumSchema": "forms.schemas",
    "UntitledSingleSelectEnumSchema": "forms.schemas",
    "UrlElicitationRequiredError": "url_required",
    "UrlFinding": "urls.findings",
    "enable": "server.enabling",
    "request_from_sdk": "convert",
    "request_to_sdk": "convert",
    "result_from_sdk": "convert",
    "result_to_sdk": "convert",
}
"""Public names -> their module, which is imported when the name is first used."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _LATER:
        value = getattr(import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value
    if name in _LATER.values():  # mcp_elicit.errors: a module of public names, by its own name
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
