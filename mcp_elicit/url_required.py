"""The -32042 error: this call waits until the user has been to a page.

2025-11-25, client/elicitation#url-elicitation-required-error
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from ._json import json_kind
from .errors import ElicitError, Fault, NotSendableError, PeerError, RequestError
from .reasons import NO_URL_REQUIRED
from .request import ElicitRequest
from .versions import ErrorCodes, rules_for

__all__ = ["UrlElicitationRequiredError"]


class UrlElicitationRequiredError(ElicitError):
    """The call cannot go on until every page in *elicitations* is done; then it may be repeated.

    Each of them is a URL request with an id, and no id stands twice. A server sends it as -32042
    where it was prepared with `enable`; without that the SDK sees an exception it does not know.

    Raises:
        RequestError: *elicitations* is no list, is empty, or holds something else; *message* is no text.
    """

    def __init__(
        self, elicitations: Iterable[ElicitRequest], message: str = "This request requires more information."
    ) -> None:
        # A record is iterable, too, by its fields.
        given: object = elicitations
        is_list = isinstance(given, Iterable) and not isinstance(given, (ElicitRequest, Mapping, str, bytes))
        self.elicitations: tuple[ElicitRequest, ...] = tuple(elicitations) if is_list else ()
        self.message = message
        super().__init__(self.elicitations, message)
        if is_list:
            faults = _faults(self.elicitations)
        else:
            reason = f"expected a list, got {type(elicitations).__name__}"
            faults = [Fault("elicitations", reason, "give a list of URL requests")]
        if not _is_text(message):
            faults.append(
                Fault("message", "expected text that JSON can carry", "say why the pages are needed")
            )
        if faults:
            raise RequestError(*faults)

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        pages = len(self.elicitations)
        return f"{self.message} ({pages} page{'s' if pages > 1 else ''} to open first)".lstrip()

    def to_error(self, protocol_version: str = "2025-11-25") -> dict[str, Any]:
        """Write the JSON-RPC error object: ``code``, ``message``, ``data.elicitations``.

        Raises:
            NotSendableError: Only 2025-11-25 has this error.
        """
        if not rules_for(protocol_version).url_required_error:
            raise NotSendableError(protocol_version, (("code", NO_URL_REQUIRED),))
        listed = [request.to_wire(protocol_version) for request in self.elicitations]
        return {
            "code": ErrorCodes.URL_ELICITATION_REQUIRED,
            "message": self.message,
            "data": {"elicitations": listed},
        }

    @classmethod
    def from_error(cls, error: Mapping[str, Any]) -> UrlElicitationRequiredError:
        """Read a JSON-RPC error object.

        Raises:
            PeerError: Another code, or data that is not well formed. The same code exists in
                other systems with other data, so this is a reason to pass the error on, not to stop.
        """
        if not isinstance(error, Mapping):
            raise PeerError(Fault("error", f"expected object, got {json_kind(error)}"))
        if error.get("code") != ErrorCodes.URL_ELICITATION_REQUIRED or isinstance(error.get("code"), bool):
            raise PeerError(Fault("error.code", f"expected {ErrorCodes.URL_ELICITATION_REQUIRED}"))
        data = error.get("data")
        listed = data.get("elicitations") if isinstance(data, Mapping) else None
        if not isinstance(listed, (list, tuple)):
            raise PeerError(Fault("error.data.elicitations", f"expected array, got {json_kind(listed)}"))
        requests: list[ElicitRequest] = []
        faults: list[Fault] = []
        for i, params in enumerate(listed):
            where = f"error.data.elicitations[{i}]"
            try:
                requests.append(ElicitRequest.from_wire(params))
            except PeerError as refusal:
                faults += [
                    Fault(f"{where}.{fault.path}" if fault.path else where, fault.reason)
                    for fault in refusal.faults
                ]
        faults = faults or _faults(requests, "error.data.elicitations")
        if faults:
            raise PeerError(*faults)
        message = error.get("message")
        return cls(requests, message if _is_text(message) else "")


def _is_text(message: object) -> TypeGuard[str]:
    if not isinstance(message, str):
        return False
    try:
        message.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return False
    return True


def _faults(requests: Iterable[object], path: str = "elicitations") -> list[Fault]:
    # "Any elicitations returned in the error MUST be URL mode elicitations and have an
    # `elicitationId` property."
    faults: list[Fault] = []
    seen: set[str] = set()
    i = -1
    for i, request in enumerate(requests):
        where = f"{path}[{i}]"
        if not isinstance(request, ElicitRequest):
            faults.append(Fault(where, f"expected ElicitRequest, got {type(request).__name__}"))
        elif not request.is_url:
            faults.append(
                Fault(where, "a form cannot be required this way", "ask it with create_elicitation")
            )
        elif not request.elicitation_id:
            faults.append(Fault(f"{where}.elicitationId", "required, got nothing"))
        elif request.elicitation_id in seen:
            faults.append(Fault(f"{where}.elicitationId", "stands twice", "give each its own id"))
        else:
            seen.add(request.elicitation_id)
    if i < 0:
        # "The error MUST include a list of elicitations that are required to complete"
        faults.append(Fault(path, "is empty", "list at least one URL request"))
    return faults
