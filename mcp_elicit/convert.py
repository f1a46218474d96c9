"""From and to the SDK's own objects, so that a code base moves over one call at a time.

The camelCase objects of SDK 1.x and the snake_case objects of SDK 2.x are read through what they
write on the wire, which is the same for both: no attribute is read under a guessed name. An SDK is
imported only to make one of its objects.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, Protocol

from .errors import Fault, RequestError
from .request import ElicitRequest
from .result import ElicitResult

__all__ = [
    "SdkObject",
    "as_request",
    "request_from_sdk",
    "request_to_sdk",
    "result_from_sdk",
    "result_to_sdk",
]

_CARRIES_EVERYTHING: Final = "2025-11-25"
"""The version in which no member of a request or a result is missing."""


class SdkObject(Protocol):
    """A pydantic object of an SDK: its ``ElicitRequest``, the params in it, or its ``ElicitResult``."""

    def model_dump(self, *, by_alias: bool, mode: str, exclude_unset: bool) -> dict[str, Any]:
        """What the object is on the wire."""
        ...


def request_from_sdk(request: SdkObject) -> ElicitRequest:
    """Read the SDK's ``ElicitRequest``, or its form or URL params.

    Raises:
        PeerError: It is no valid question.
        RequestError: It is no object of an SDK.
    """
    return _request_of(_wire(request, "request"))


def result_from_sdk(result: SdkObject) -> ElicitResult:
    """Read the SDK's ``ElicitResult``.

    Raises:
        PeerError: It is no valid answer.
        RequestError: It is no object of an SDK.
    """
    return ElicitResult.from_wire(_wire(result, "result"))


def request_to_sdk(request: ElicitRequest) -> Any:
    """Make the installed SDK's params: what its handlers take, and its ``ElicitRequest(params=...)``.

    Raises:
        NotSendableError: The request has no form on the wire.
    """
    types = import_module("mcp.types")
    name = "ElicitRequestURLParams" if request.is_url else "ElicitRequestFormParams"
    params = getattr(types, name, None) or types.ElicitRequestParams  # one class before url mode
    return params.model_validate(request.to_wire(_CARRIES_EVERYTHING))


def result_to_sdk(result: ElicitResult) -> Any:
    """Make the installed SDK's ``ElicitResult``."""
    return import_module("mcp.types").ElicitResult.model_validate(result.to_wire(_CARRIES_EVERYTHING))


def as_request(request: ElicitRequest | SdkObject, name: str = "request") -> ElicitRequest:
    """Take ours as it is, and the SDK's by conversion; *name* is the argument's, for the error.

    Raises:
        PeerError, RequestError: As `request_from_sdk`.
    """
    return request if isinstance(request, ElicitRequest) else _request_of(_wire(request, name))


def _request_of(wire: dict[str, Any]) -> ElicitRequest:
    return ElicitRequest.from_wire(wire.get("params", wire))


def _wire(sdk_object: SdkObject, name: str) -> dict[str, Any]:
    package = type(sdk_object).__module__.partition(".")[0]
    if package not in ("mcp", "mcp_types") or not hasattr(sdk_object, "model_dump"):
        kind = f"{type(sdk_object).__module__}.{type(sdk_object).__qualname__}"
        raise RequestError(
            Fault(
                name, f"{kind} is no question and no answer", "pass ours, or the object of an installed SDK"
            )
        )
    return sdk_object.model_dump(by_alias=True, mode="json", exclude_unset=True)
