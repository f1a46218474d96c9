"""What an author's field must mean, once its JSON types are right: answerable, and by its own default.

Building only; a peer's field is never held to this. Every fault says what to write instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, Final

from .._json import INT_MAX, INT_MIN, json_kind
from ..errors import Fault
from .formats import FORMATS, MAX_PATTERN_LENGTH, compile_pattern
from .kinds import Kind, choices_of
from .values import rule_for

__all__ = ["no_kind", "required_faults", "sense_faults"]

_LISTS: Final[Mapping[Kind, str]] = {
    "enum": "enum",
    "legacy_enum": "enum",
    "titled_enum": "oneOf",
    "multi_enum": "items.enum",
    "titled_multi_enum": "items.anyOf",
}
_BOUNDS: Final = (("minLength", "maxLength"), ("minItems", "maxItems"), ("minimum", "maximum"))


def sense_faults(prefix: str, prop: Mapping[str, Any], kind: Kind) -> list[Fault]:
    """Say what makes no sense in a property; *prefix* is where its keywords stand."""
    faults = _bound_faults(prefix, prop)
    if kind == "string":
        faults += _text_faults(prefix, prop)
    elif kind in _LISTS:
        faults += _choice_faults(prefix, prop, kind)
    if "default" in prop and not faults:
        rule = rule_for("", prop)
        for problem in rule(prop["default"]):
            faults.append(
                Fault(
                    f"{prefix}default{problem.path}",
                    f"does not fit its own field: expected {problem.expected}",
                    "give a default that the field accepts, or none",
                )
            )
    return faults


def _bound_faults(prefix: str, prop: Mapping[str, Any]) -> list[Fault]:
    faults: list[Fault] = []
    for low, high in _BOUNDS:
        for keyword in (low, high):
            value = prop.get(keyword)
            if value is None:
                continue
            if not _fits_64_bits(value):
                faults.append(
                    Fault(
                        f"{prefix}{keyword}",
                        "not a finite number of at most 64 bits",
                        "write a smaller number",
                    )
                )
            elif value < 0 and low != "minimum":
                faults.append(Fault(f"{prefix}{keyword}", "negative", "write 0 or more"))
        if low in prop and high in prop and prop[low] > prop[high]:
            faults.append(
                Fault(f"{prefix}{low}", f"above {high}: no answer could fit", "swap or change them")
            )
    if prop["type"] in ("number", "integer") and not _fits_64_bits(prop.get("default", 0)):
        faults.append(
            Fault(f"{prefix}default", "not a finite number of at most 64 bits", "write a smaller number")
        )
    return faults


def _fits_64_bits(value: int | float) -> bool:
    return isfinite(value) if isinstance(value, float) else INT_MIN <= value <= INT_MAX


def _text_faults(prefix: str, prop: Mapping[str, Any]) -> list[Fault]:
    faults: list[Fault] = []
    format_ = prop.get("format")
    if format_ is not None and format_ not in FORMATS:
        faults.append(
            Fault(
                f"{prefix}format", f"{format_!r} is no format of a form", f"use one of {', '.join(FORMATS)}"
            )
        )
    pattern = prop.get("pattern")
    if pattern is None:
        return faults
    if len(pattern) > MAX_PATTERN_LENGTH:
        faults.append(
            Fault(
                f"{prefix}pattern", f"longer than {MAX_PATTERN_LENGTH} characters", "write a shorter pattern"
            )
        )
    elif compile_pattern(pattern) is None:
        faults.append(
            Fault(
                f"{prefix}pattern",
                "not a regular expression that runs in linear time",
                "write it without look-around, back-references and large repetitions",
            )
        )
    return faults


def _choice_faults(prefix: str, prop: Mapping[str, Any], kind: Kind) -> list[Fault]:
    path = f"{prefix}{_LISTS[kind]}"
    faults: list[Fault] = []
    choices = choices_of(prop, kind)
    if not choices:
        faults.append(Fault(path, "no choices", "give at least one"))
    seen: set[str] = set()
    for i, choice in enumerate(choices):
        place = f"{path}[{i}].const" if kind in ("titled_enum", "titled_multi_enum") else f"{path}[{i}]"
        if not choice.strip():
            faults.append(
                Fault(place, "an empty choice", "give it a value, such as 'none', and show it by its title")
            )
        elif choice in seen:
            faults.append(Fault(place, f"{choice!r} is there twice", "offer it once"))
        seen.add(choice)
    if kind == "legacy_enum" and len(prop["enumNames"]) != len(choices):
        reason = f"{len(prop['enumNames'])} names for {len(choices)} choices"
        faults.append(Fault(f"{prefix}enumNames", reason, "give one name for each choice, in order"))
    if choices and prop.get("minItems", 0) > len(seen):
        # An answer may name a choice twice, but no form lets a person do it.
        faults.append(Fault(f"{prefix}minItems", "more than there are choices", "lower it, or offer more"))
    return faults


def no_kind(path: str, prop: Mapping[str, Any]) -> Fault:
    """Say why a property is none of the eight kinds, and what to write instead."""
    type_ = prop.get("type")
    remedy = "ask for it as text, a number, yes or no, or a choice of texts"
    if "$ref" in prop or "$defs" in prop:
        return Fault(path, "a form cannot hold a reference", "write the field inline")
    if type_ == "object" or "properties" in prop:
        return Fault(path, "a form cannot hold a nested object", "ask for its fields one by one")
    if type_ == "array":
        return Fault(
            path,
            "a list in a form is a choice of several texts",
            'write "items": {"type": "string", "enum": [...]}, or "anyOf" of {"const", "title"} in it',
        )
    if "anyOf" in prop or "oneOf" in prop or isinstance(type_, (list, tuple)) or type_ == "null":
        return Fault(
            path,
            "a form field has one type, and null is none of them",
            'write the one type, and leave the name out of "required" where it may stay empty',
        )
    if type_ is None:
        return Fault(path, "a field without a type", f'write "type"; {remedy}')
    name = repr(type_) if isinstance(type_, str) else json_kind(type_)
    return Fault(path, f"a form has no type {name}", remedy)


def required_faults(path: str, required: Iterable[str], properties: Mapping[str, Any]) -> list[Fault]:
    """Say which names in ``required`` are no property, or there twice."""
    faults: list[Fault] = []
    seen: set[str] = set()
    for name in required:
        if name not in properties:
            faults.append(
                Fault(path, f"{name!r} is no property of this form", "add the property, or drop the name")
            )
        elif name in seen:
            faults.append(Fault(path, f"{name!r} is there twice", "name it once"))
        seen.add(name)
    return faults
