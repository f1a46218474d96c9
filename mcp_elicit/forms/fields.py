"""The rules of a form: what may stand in it, told as faults.

*strict* is for what an author builds: the sets of keywords are closed (keywords.py), and what is said must
make sense (sense.py). Without it, for what a peer sent, only a keyword of the wrong JSON type is a fault:
fields outside the subset, unknown keywords, formats and bounds that make no sense are left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._json import json_kind
from ..errors import Fault
from .keywords import (
    FORM,
    ITEMS,
    KEYWORDS,
    NO_KIND,
    OPTION,
    Keywords,
    Test,
    is_integer,
    is_list,
    is_object,
    is_options,
    is_text,
    is_texts,
    name_of,
)
from .kinds import Kind, choices_of, kind_of_field
from .sense import no_kind, required_faults, sense_faults
from .sound import is_sound
from .values import member_path

__all__ = [
    "DIALECTS",
    "Kind",
    "choices_of",
    "every_fault",
    "field_faults",
    "kind_of_field",
    "option_faults",
    "property_path",
    "schema_faults",
]

DIALECTS: Final = (
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2020-12/schema#",
)
"""The one dialect an author may name; 2025-11-25, basic#json-schema-usage."""

READABLE_DIALECTS: Final = tuple(
    f"{draft}{end}"
    for draft in (
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-07/schema",
        "http://json-schema.org/draft-06/schema",
        "https://json-schema.org/draft-07/schema",
        "http://json-schema.org/schema",
    )
    for end in ("", "#")
)
"""The dialects a peer may name: the keywords of a form mean the same in each, and hosts send them."""

_ROOT: Final = "requestedSchema"


def property_path(name: str) -> str:
    """Where a property stands in a request: ``requestedSchema.properties.age``."""
    return member_path(f"{_ROOT}.properties", name)


def schema_faults(schema: Mapping[str, Any], *, strict: bool) -> list[Fault]:
    """Say what is wrong with a whole ``requestedSchema``, every reason at once."""
    return [] if not strict and is_sound(schema) else every_fault(schema, strict=strict)


def every_fault(schema: Mapping[str, Any], *, strict: bool) -> list[Fault]:
    """Like `schema_faults`, without the quick look, which changes nothing but the time."""
    faults = _keyword_faults(f"{_ROOT}.", schema, FORM, strict=strict)
    if schema.get("type", "object") != "object" or "type" not in schema:
        faults = [fault for fault in faults if fault.path != f"{_ROOT}.type"]
        faults.append(Fault(f"{_ROOT}.type", 'expected "object"', 'write "type": "object"'))
    properties = schema.get("properties")
    if "properties" not in schema:
        faults.append(Fault(f"{_ROOT}.properties", "required, got nothing", 'write "properties": {...}'))
    elif isinstance(properties, Mapping):
        for name, prop in properties.items():
            if not is_object(prop):
                faults.append(_wrong_type(property_path(name), is_object, prop))
                continue
            found = field_faults("", prop, strict=strict)
            faults += [
                Fault(f"{property_path(name)}.{fault.path}".rstrip("."), fault.reason, fault.remedy)
                for fault in found
            ]
        if strict and is_texts(schema.get("required", ())):
            faults += required_faults(f"{_ROOT}.required", schema.get("required", ()), properties)
    # "They MUST handle unsupported dialects gracefully by returning an appropriate error indicating the
    # dialect is not supported." 2025-11-25, basic#json-schema-usage
    allowed = DIALECTS if strict else READABLE_DIALECTS
    if is_text(schema.get("$schema")) and schema["$schema"] not in allowed:
        faults.append(
            Fault(
                f"{_ROOT}.$schema", "this dialect is not supported", f"leave it out, or write {DIALECTS[0]}"
            )
        )
    return faults


def field_faults(path: str, prop: Mapping[str, Any], *, strict: bool) -> list[Fault]:
    """Say what is wrong with one property of a form, every reason at once; *path* is where it stands."""
    kind = kind_of_field(prop)
    prefix = f"{path}." if path else ""
    if kind is None:
        return [no_kind(path, prop)] if strict else _keyword_faults(prefix, prop, NO_KIND, strict=False)
    faults = _keyword_faults(prefix, prop, KEYWORDS[kind], strict=strict)
    if kind in ITEMS:
        faults += _keyword_faults(f"{prefix}items.", prop["items"], ITEMS[kind], strict=strict)
    if not strict:
        return faults
    if "type" not in prop:
        faults.append(Fault(f"{prefix}type", "required, got nothing", 'write "type": "string"'))
    if kind == "multi_enum" and "type" not in prop["items"]:
        faults.append(Fault(f"{prefix}items.type", "required, got nothing", 'write "type": "string"'))
    # Values make sense or not once their types are right.
    return faults or sense_faults(prefix, prop, kind)


def _keyword_faults(
    prefix: str, schema: Mapping[str, Any], keywords: Keywords, *, strict: bool
) -> list[Fault]:
    faults: list[Fault] = []
    for keyword, value in schema.items():
        test = keywords.get(keyword)
        if test is None:
            if strict and not (keywords is FORM and keyword.startswith("x-")):
                faults.append(_no_keyword(f"{prefix}{keyword}", keywords))
        elif not test(value):
            faults += _wrong_types(f"{prefix}{keyword}", _test_to_name(schema, keyword, test), value)
        elif test is is_options:
            for i, option in enumerate(value):
                faults += option_faults(f"{prefix}{keyword}[{i}].", option, strict=strict)
    return faults


def option_faults(prefix: str, option: Mapping[str, Any], *, strict: bool) -> list[Fault]:
    """Say what is wrong with one titled choice; *prefix* is where its keywords stand."""
    faults = _keyword_faults(prefix, option, OPTION, strict=strict)
    # A peer may leave out the title, and the value stands for it; without a value there is no choice.
    for keyword in ("const", "title") if strict else ("const",):
        if keyword not in option:
            faults.append(Fault(f"{prefix}{keyword}", "required, got nothing", f'write "{keyword}": "..."'))
    return faults


def _no_keyword(path: str, keywords: Keywords) -> Fault:
    return Fault(path, "this kind of field has no such keyword", f"use only {', '.join(keywords)}")


def _wrong_types(path: str, test: Test, value: Any) -> list[Fault]:
    """Point at the elements where a list has the wrong ones."""
    if not is_list(value) or test not in (is_texts, is_options):
        return [_wrong_type(path, test, value)]
    one = is_text if test is is_texts else is_object
    return [_wrong_type(f"{path}[{i}]", one, element) for i, element in enumerate(value) if not one(element)]


def _test_to_name(schema: Mapping[str, Any], keyword: str, test: Test) -> Test:
    # Of a field of whole numbers, the default is one, too; that 2.5 is none is for sense.py to say.
    return is_integer if keyword == "default" and schema.get("type") == "integer" else test


def _wrong_type(path: str, test: Test, value: Any) -> Fault:
    return Fault(path, f"expected {name_of(test)}, got {json_kind(value)}", f"write it as {name_of(test)}")
