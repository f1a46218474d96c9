"""What a question may be: the rules of the flat record, told as faults.

*strict* for what an author builds; without it, for what a peer sent, what does not belong to the mode is
dropped and only what breaks the specification is a fault. Plain values in, faults out: no record here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ._json import json_kind
from .errors import Fault
from .forms.fields import schema_faults
from .forms.secret_names import schema_secrets
from .urls.rules import readable_url_faults, url_faults

__all__ = ["NOTHING_CLEARED", "Allowances", "request_faults"]

_URL_ONLY: Final = ("url", "elicitation_id")


class Allowances(NamedTuple):
    """What an author cleared by name, for one request; what is no name is for the rules to refuse."""

    not_secret: tuple[object, ...] = ()
    schemes: tuple[object, ...] = ("https",)


NOTHING_CLEARED: Final = Allowances()


def request_faults(values: dict[str, Any], *, strict: bool, allowed: Allowances) -> list[Fault]:
    """Say what is wrong with *values* (by field name), and drop from them what does not belong."""
    mode = values.get("mode", "form")
    # "Clients MUST treat requests without a `mode` field as form mode."
    # 2025-11-25, client/elicitation#elicitation-requests
    if mode != "form" and mode != "url":
        kind = repr(mode) if type(mode) is str and len(mode) < 40 else json_kind(mode)
        return [
            Fault(
                "mode",
                f"expected 'form' or 'url', got {kind}",
                "leave it out for a form" if strict else "",
            )
        ]
    faults = list(_allowance_faults(allowed)) if strict else []
    message = values.get("message")
    if type(message) is not str:
        faults.append(_missing_or_wrong(values, "message", "string", strict, "say what the user is asked"))
    elif strict and not message.strip():
        faults.append(Fault("message", "is blank", "say what the user is asked"))
    if mode == "form":
        faults += _form_faults(values, strict, allowed.not_secret)
    else:
        faults += _url_faults(values, strict, allowed)
    for name in ("task", "meta"):
        if name in values and not isinstance(values[name], dict):
            remedy = "give a JSON object" if strict else ""
            faults.append(
                Fault(_label(name, strict), f"expected object, got {json_kind(values[name])}", remedy)
            )
    if strict and isinstance(values.get("meta"), dict):
        faults += _progress_token_faults(values["meta"])
    return faults


def _allowance_faults(allowed: Allowances) -> Iterator[Fault]:
    for label, names in allowed._asdict().items():
        for name in names:
            if not isinstance(name, str):
                reason = f"expected names as strings, got {json_kind(name)}"
                yield Fault(label, reason, f"write {label}=('name',)")


def _progress_token_faults(meta: Mapping[str, Any]) -> Iterator[Fault]:
    # 2025-11-25, basic/utilities/progress: "Progress tokens MUST be a string or integer value."
    if "progressToken" in meta and type(meta["progressToken"]) not in (str, int):
        reason = f"expected string or integer, got {json_kind(meta['progressToken'])}"
        yield Fault("meta.progressToken", reason, "give a string or an integer")


def _label(field: str, strict: bool) -> str:
    """A field under the name that whoever erred knows it by."""
    return field if strict else _WIRE_NAMES.get(field, field)


_WIRE_NAMES: Final[Mapping[str, str]] = {
    "requested_schema": "requestedSchema",
    "elicitation_id": "elicitationId",
    "meta": "_meta",
}


def _missing_or_wrong(values: Mapping[str, Any], field: str, kind: str, strict: bool, remedy: str) -> Fault:
    value = values.get(field)
    if value is None and (strict or field not in values):
        return Fault(_label(field, strict), "required, got nothing", remedy if strict else "")
    return Fault(_label(field, strict), f"expected {kind}, got {json_kind(value)}", remedy if strict else "")


def _form_faults(values: dict[str, Any], strict: bool, not_secret: tuple[object, ...]) -> list[Fault]:
    faults: list[Fault] = []
    for name in _URL_ONLY:
        if values.get(name) is None or not strict:
            values.pop(name, None)
            continue
        remedy = "set mode to 'url', or leave it out" if "requested_schema" not in values else "leave it out"
        faults.append(Fault(name, "a form request does not carry it", remedy))
    schema = values.get("requested_schema")
    if not isinstance(schema, dict):
        remedy = "give the form's fields as a JSON object, a RequestedSchema or a pydantic model"
        faults.append(_missing_or_wrong(values, "requested_schema", "object", strict, remedy))
        return faults
    faults += schema_faults(schema, strict=strict)
    if strict and not faults:
        faults += schema_secrets(schema, not_secret=_texts(not_secret))
    return faults


def _url_faults(values: dict[str, Any], strict: bool, allowed: Allowances) -> list[Fault]:
    faults: list[Fault] = []
    if values.pop("requested_schema", None) is not None and strict:
        # Decision 3: ignoring it would hide a form that may hold secrets.
        faults.append(
            Fault(
                "requested_schema",
                "a url request does not carry a form",
                "ask the form in a request of its own",
            )
        )
    url = values.get("url")
    if type(url) is not str:
        faults.append(
            _missing_or_wrong(values, "url", "string", strict, "give the page that the user shall open")
        )
    elif strict:
        faults += url_faults(url, schemes=_texts(allowed.schemes), cleared=_texts(allowed.not_secret))
    else:
        faults += readable_url_faults(url)
    identity = values.get("elicitation_id")
    if identity is None and not strict:
        if "elicitation_id" in values:
            faults.append(Fault("elicitationId", "expected string, got null"))
    elif type(identity) is not str:
        remedy = "give an id that is unique on this server, or use ElicitRequest.for_url, which mints one"
        faults.append(_missing_or_wrong(values, "elicitation_id", "string", strict, remedy))
    elif strict and not identity.strip():
        faults.append(Fault("elicitation_id", "is blank", "give an id that is unique on this server"))
    return faults


def _texts(names: tuple[object, ...]) -> tuple[str, ...]:
    """What of *names* can be a name at all; `_allowance_faults` tells of the rest."""
    return tuple(name for name in names if isinstance(name, str))
