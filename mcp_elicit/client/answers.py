"""What may reach the person, and what may leave the client.

Pure rules: nothing here waits or knows an SDK.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal

from ..errors import Fault, PeerError
from ..fit import fitted
from ..request import ElicitRequest
from ..result import ElicitResult
from ..urls.parts import scheme_of
from ..versions import rules_for
from .unanswered import UnansweredError

__all__ = ["Mode", "admit", "declared", "release"]

Mode = Literal["form", "url"]

OPENABLE_SCHEMES: Final = frozenset({"http", "https"})
"""What a browser opens as a page; everything else may start a program on the person's machine."""


def declared(modes: Collection[Mode], protocol_version: str | None = None) -> dict[str, Any] | None:
    """The object under ``capabilities.elicitation``; None when nothing may be declared, or there is no mode.

    "An empty capabilities object is equivalent to declaring support for `form` mode only", and
    old Java servers fail on named members (decision 8). 2025-06-18 knows no modes.
    """
    if not modes:
        return None
    if protocol_version is not None:
        rules = rules_for(protocol_version)
        if rules.delivery == "none" or not (rules.url or "form" in modes):
            return None
        if not rules.url:
            return {}
    if "url" not in modes:
        return {}
    return {"form": {}, "url": {}} if "form" in modes else {"url": {}}


def admit(
    params: Mapping[str, Any], *, modes: Collection[Mode], schemes: Collection[str], protocol_version: str
) -> ElicitRequest:
    """Read a question that a server asks, if it may be put to a person.

    Raises:
        PeerError: It breaks the specification, has a mode that was not declared, a form that
            nobody can fill in, or a URL that no browser opens.
    """
    request = ElicitRequest.from_wire(params)
    rules = rules_for(protocol_version)
    if request.mode not in modes or (request.is_url and not rules.url):
        # "Server sends an elicitation/create request with a mode not declared in client
        # capabilities: -32602". 2025-11-25, client/elicitation#error-handling
        raise PeerError(Fault("mode", f"{request.mode} was not declared by this client"))
    if request.is_form:
        _ = request.form  # raises PeerError
    else:
        admit_url(request, schemes)
        if rules.elicitation_id and not request.elicitation_id:
            raise PeerError(Fault("elicitationId", "required, got nothing"))
    return request


def admit_url(request: ElicitRequest, schemes: Collection[str]) -> None:
    """Refuse a URL that no browser opens; *schemes* are those the application allows besides http and https.

    Raises:
        PeerError: The scheme is not allowed.
    """
    scheme = scheme_of(request.url or "")
    if scheme not in OPENABLE_SCHEMES and scheme not in schemes:
        raise PeerError(
            Fault("url", "its scheme is not one that this client opens", "the server must send https")
        )


def release(
    request: ElicitRequest, result: object, *, apply_defaults: bool, protocol_version: str
) -> ElicitResult:
    """Make what the handler returned fit to be sent.

    Content of a decline, a cancel or a URL accept is dropped; an accepted form is filled with
    defaults that *protocol_version* can carry where *apply_defaults* says so, and checked. ``_meta`` stays.

    Raises:
        InvalidAnswerError: The answer does not fit the form.
        UnansweredError: The handler returned something else.
    """
    if not isinstance(result, ElicitResult):
        raise UnansweredError(f"the handler returned {type(result).__name__}, not an ElicitResult")
    if apply_defaults and result.action == "accept" and request.is_form:
        content: Mapping[str, Any] = result.content or {}
        lists = rules_for(protocol_version).list_content
        filled = request.form.with_defaults(content)
        kept = {k: v for k, v in filled.items() if k in content or lists or not isinstance(v, list)}
        result = ElicitResult.accept(kept, meta=result.meta)
    return fitted(request, result)
