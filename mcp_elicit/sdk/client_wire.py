"""The SDKs' own objects, read and written without asking which SDK they are from.

SDK 1.x says `mcp.types` and camelCase, 2.x says `mcp_types` and snake_case; both have pydantic models
with the wire's names as aliases, and errors with `.error.code`, `.error.message`, `.error.data`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, Final

from ..errors import PeerError
from ..result import ElicitationCompleteNotification, ElicitResult
from ..versions import METHOD_NOTIFICATION_ELICITATION_COMPLETE

__all__ = [
    "AS_SENT",
    "AsItCame",
    "completion_of",
    "error_data",
    "error_of",
    "fastmcp_result",
    "params_of",
    "result_for",
    "server_in",
    "server_of",
    "version_of",
]


_SERVER_INFO_KEY: Final = "io.modelcontextprotocol/serverInfo"

AS_SENT: Final[ContextVar[Mapping[str, Any] | None]] = ContextVar("mcp_elicit_as_sent", default=None)
"""A question as it stood on the wire, where the SDK's own object loses members that it does not know."""


class AsItCame:
    """A result for SDK 1.x to send as it is."""

    def __init__(self, wire: Mapping[str, Any]) -> None:
        self._wire = dict(wire)

    def model_dump(self, **_: Any) -> dict[str, Any]:
        """The result."""
        return self._wire


def params_of(params: Any) -> dict[str, Any]:
    """The params of a question as on the wire: what was not sent is not there."""
    sent = AS_SENT.get()
    if sent is not None and sent.get("message") == getattr(params, "message", None):
        AS_SENT.set(None)  # what the handler calls in turn is another question
        return dict(sent)
    written: dict[str, Any] = params.model_dump(by_alias=True, mode="json", exclude_unset=True)
    return written


def _types_beside(params: Any) -> Any:
    return importlib.import_module(
        "mcp_types" if type(params).__module__.startswith("mcp_types") else "mcp.types"
    )


def result_for(params: Any, result: ElicitResult, protocol_version: str) -> Any:
    """The answer to *params* as the SDK's own ElicitResult.

    Raises:
        NotSendableError: That version cannot carry it.
    """
    return _types_beside(params).ElicitResult.model_validate(result.to_wire(protocol_version))


def fastmcp_result(result: Any) -> Any:
    """An SDK's ElicitResult as FastMCP's own: FastMCP 3 takes every other object for accepted content.

    It would send a decline as an accept.
    """
    own: Any = importlib.import_module("fastmcp.client.elicitation").ElicitResult
    return own.model_validate(result.model_dump(by_alias=True, exclude_none=True))


def error_data(params: Any, code: int, message: str) -> Any:
    """An error in answer to *params*, as the SDK's own ErrorData."""
    return _types_beside(params).ErrorData(code=code, message=message)


def error_of(exception: BaseException) -> dict[str, Any] | None:
    """The JSON-RPC error object of an SDK's exception; None for every other exception."""
    error = getattr(exception, "error", None)
    code, message = getattr(error, "code", None), getattr(error, "message", None)
    if type(code) is not int or not isinstance(message, str):
        return None
    return {"code": code, "message": message, "data": getattr(error, "data", None)}


def completion_of(message: Any) -> ElicitationCompleteNotification | None:
    """A completion, where *message* is one: of 1.x a root model, of 2.x the notification itself."""
    notification = getattr(message, "root", message)
    if getattr(notification, "method", None) != METHOD_NOTIFICATION_ELICITATION_COMPLETE:
        return None
    params = getattr(notification, "params", None)
    try:
        return ElicitationCompleteNotification.from_wire(params_of(params) if params is not None else {})
    except PeerError:
        return None


def version_of(client: Any) -> str:
    """The version a client or session speaks.

    A plain ClientSession of SDK 1.x does not remember it: then it is the newest that this SDK can ask for.
    """
    version = getattr(client, "protocol_version", None)
    if isinstance(version, str):
        return version
    newest: str = importlib.import_module("mcp.types").LATEST_PROTOCOL_VERSION
    return newest


def server_of(client: Any) -> tuple[str | None, str | None]:
    """The name and version that the server gave itself."""
    info = getattr(client, "server_info", None)
    return _named(getattr(info, "name", None), getattr(info, "version", None))


def server_in(result: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """The same, of the ``_meta`` of a result of 2026-07-28."""
    meta = result.get("_meta")
    info = meta.get(_SERVER_INFO_KEY) if isinstance(meta, Mapping) else None
    return _named(info.get("name"), info.get("version")) if isinstance(info, Mapping) else (None, None)


def _named(name: object, version: object) -> tuple[str | None, str | None]:
    return (name if isinstance(name, str) and name else None), (version if isinstance(version, str) else None)
