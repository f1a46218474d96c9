"""What the builder of a message would say of one that is there already, in the builder's own words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from .._frozen import thaw
from .._wire import wire_name
from ..errors import Fault, NotSendableError
from ..forms.secret_names import schema_secrets
from ..request import ElicitRequest
from ..request_rules import Allowances, request_faults
from ..versions import rules_for

__all__ = ["fields_of", "refusals", "secret_fields"]

_CARRIES_EVERYTHING: Final = "2025-11-25"
"""The version in which no member of a question is missing."""

_NO_FORM: Final[dict[str, Any]] = {"type": "object", "properties": {}}
_RENAMED: Final = frozenset({"requested_schema", "elicitation_id"})


def fields_of(request: ElicitRequest) -> Mapping[str, Any]:
    """The fields of its form, or none."""
    fields: Mapping[str, Any] = (request._plain("requested_schema") or {}).get("properties", {})
    return fields


def secret_fields(request: ElicitRequest, not_secret: Collection[str]) -> tuple[str, ...]:
    """The names of the fields that ask for a secret, but for those that are cleared."""
    return tuple(
        name
        for name, field in fields_of(request).items()
        if schema_secrets({"properties": {name: field}}, not_secret=[name] if name in not_secret else [])
    )


def refusals(
    request: ElicitRequest, params: Mapping[str, Any], not_secret: Sequence[str], schemes: Sequence[str]
) -> list[Fault]:
    """What the builder would refuse, hints aside: they are dropped on the way, and told as lost.

    *params* is the same message as it came, with what does not belong to its mode.
    """
    faults: list[Fault] = []
    values: dict[str, Any] = {"mode": request.mode, "message": request.message}
    if request.is_url:
        # An id is a matter of the version, and rendering knows it.
        values |= {"url": request.url, "elicitation_id": request.elicitation_id or "an id"}
        out_of_place = {"requested_schema": params.get("requestedSchema")}
        cleared = tuple(not_secret)
    else:
        # Said here and not by the rules, which look at secrets where nothing else is wrong.
        faults += schema_secrets(request._plain("requested_schema") or {}, not_secret=not_secret)
        try:
            written = request._render(rules_for(_CARRIES_EVERYTHING))
            values["requested_schema"] = thaw(written["requestedSchema"])
            cleared = tuple(not_secret)
        except NotSendableError:
            values["requested_schema"], cleared = _NO_FORM, ()  # what stands in the way is told by version
        out_of_place = {"url": params.get("url"), "elicitation_id": params.get("elicitationId")}
    values |= {name: value for name, value in out_of_place.items() if value is not None}
    for fault in request_faults(values, strict=True, allowed=Allowances(cleared, tuple(schemes))):
        told = replace(fault, path=wire_name(fault.path)) if fault.path in _RENAMED else fault
        if told not in faults:
            faults.append(told)
    return faults
