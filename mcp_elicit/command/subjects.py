"""Which message an input is: told by its members, bare or inside JSON-RPC.

Recognising judges nothing: what is wrong with a message is for judging.py to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from .._json import json_kind
from ..versions import (
    METHOD_ELICITATION_CREATE,
    METHOD_NOTIFICATION_ELICITATION_COMPLETE,
    URL_ELICITATION_REQUIRED,
)
from .unreadable import UnreadableError

__all__ = ["Kind", "Subject", "recognise"]

Kind = Literal["request", "result", "url_required", "input_required", "completion"]

_REMEDY: Final = (
    "give an elicitation/create message or its params, an ElicitResult, an error -32042,"
    " an InputRequiredResult, a requestedSchema, or a pydantic model as package.module:Model"
)
DEFAULT_MESSAGE: Final = "Please fill in this form."
"""What a form that came without a message asks."""


@dataclass(frozen=True)
class Subject:
    """One message to be checked."""

    kind: Kind
    value: Mapping[str, Any]
    """The params, the result, or the error object."""


def recognise(value: object, message: str = DEFAULT_MESSAGE) -> Subject:
    """Tell which message *value* is; *message* goes with a form that stands alone.

    Raises:
        UnreadableError: None that this command knows.
    """
    if isinstance(value, (list, tuple)):
        raise UnreadableError("this is a list", "give one message at a time")
    if not isinstance(value, Mapping):
        raise UnreadableError(f"a message is an object, and this is of the kind {json_kind(value)}", _REMEDY)
    if "jsonrpc" in value or isinstance(value.get("method"), str):
        return _in_json_rpc(value)
    return _bare(value, message)


def _in_json_rpc(envelope: Mapping[str, Any]) -> Subject:
    method = envelope.get("method")
    if method is not None:
        params = envelope.get("params")
        known: Mapping[object, Kind] = {
            METHOD_ELICITATION_CREATE: "request",
            METHOD_NOTIFICATION_ELICITATION_COMPLETE: "completion",
        }
        if not isinstance(method, str) or method not in known:
            raise UnreadableError("this is a message of another method than elicitation/create", _REMEDY)
        if not isinstance(params, Mapping):
            raise UnreadableError("the message has no params", _REMEDY)
        return Subject(known[method], params)
    if isinstance(envelope.get("error"), Mapping):
        return _error(envelope["error"])
    result = envelope.get("result")
    if isinstance(result, Mapping):
        if "action" in result:
            return Subject("result", result)
        if _asks_for_input(result):
            return Subject("input_required", result)
        raise UnreadableError("this result is no ElicitResult, and it asks for nothing", _REMEDY)
    raise UnreadableError("this JSON-RPC message has no method, no result and no error", _REMEDY)


def _bare(value: Mapping[str, Any], message: str) -> Subject:
    if _asks_for_input(value):
        return Subject("input_required", value)
    if isinstance(value.get("error"), Mapping):
        return _error(value["error"])
    if "code" in value:
        return _error(value)
    if "elicitations" in value:
        return Subject("url_required", {"code": URL_ELICITATION_REQUIRED, "message": "", "data": value})
    if "action" in value:
        return Subject("result", value)
    if value.keys() & {"message", "mode", "requestedSchema", "url"}:
        return Subject("request", value)
    if "properties" in value:
        return Subject("request", {"mode": "form", "message": message, "requestedSchema": value})
    if "elicitationId" in value:
        return Subject("completion", value)
    raise UnreadableError("this is no message that this command knows", _REMEDY)


def _error(error: Mapping[str, Any]) -> Subject:
    if error.get("code") != URL_ELICITATION_REQUIRED or isinstance(error.get("code"), bool):
        raise UnreadableError(f"this is another error than {URL_ELICITATION_REQUIRED}", _REMEDY)
    return Subject("url_required", error)


def _asks_for_input(result: Mapping[str, Any]) -> bool:
    return result.get("resultType") == "input_required" or "inputRequests" in result
