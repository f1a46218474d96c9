"""The quick look at what was just parsed: ordinary messages are read here, in one pass.

A record means that reading by the rules (`WireModel._read`) makes the same one; that every single value was
looked at, so that nothing is hidden (`_json.parse`); and that the versions named beside it write the message
just as it came. None means nothing: the rules then read. The functions are written out, as one call costs
what looking at two keywords does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pydantic_core import SchemaValidator, core_schema

from ._json import INT_MAX, INT_MIN, FrozenDict
from ._wire import WireModel, new, set_by_version, set_private, set_visible
from .forms.keywords import (
    FORM,
    KEYWORDS,
    Keywords,
    Test,
    is_boolean,
    is_integer,
    is_number,
    is_object,
    is_options,
    is_text,
    is_texts,
)

__all__ = [
    "copied_result",
    "is_ordinary_form",
    "is_ordinary_url",
    "look_at_completion",
    "look_at_request",
    "look_at_result",
]

T = TypeVar("T", bound=WireModel)


def look_at_completion(cls: type[T], wire: dict[str, Any]) -> T | None:
    """Read the params of a completion notification."""
    if "elicitationId" not in wire:
        return None
    identity = wire["elicitationId"]
    if type(identity) is not str:
        return None
    meta = None
    if len(wire) != 1 and (meta := _ordinary_meta(wire, 2)) is None:
        return None
    record = new(cls)
    set_visible(record, {"elicitation_id": identity, "meta": meta})
    set_by_version(record, {"2025-11-25": wire})
    return record


def look_at_result(cls: type[T], wire: dict[str, Any]) -> T | None:
    """Read a result."""
    action = wire.get("action")
    meta = None
    if action == "accept" and "content" in wire:
        content = wire["content"]
        if type(content) is not dict:
            return None
        for name in content:
            value = content[name]
            kind = type(value)
            if kind is not str and kind is not int and kind is not bool:
                if kind is not list:
                    return None
                for element in value:
                    if type(element) is not str:
                        return None
        if len(wire) != 2 and (meta := _ordinary_meta(wire, 3)) is None:
            return None
        visible = {"action": action, "meta": meta}
    elif action == "decline" or action == "cancel" or action == "accept":
        if len(wire) != 1 and (meta := _ordinary_meta(wire, 2)) is None:
            return None
        visible = {"action": action, "content": None, "meta": meta}
    else:
        return None
    record = new(cls)
    set_visible(record, visible)
    # Lists came with 2025-11-25, and _meta went after it.
    set_by_version(record, {"2025-11-25": wire, "2026-07-28": wire} if meta is None else {"2025-11-25": wire})
    return record


def copied_result(wire: dict[str, Any]) -> dict[str, Any] | None:
    """Copy a result without ``_meta`` that was not parsed here: 5 us instead of 11 for reading it."""
    action = wire.get("action")
    if type(action) is not str:
        return None
    if len(wire) == 1:
        return {"action": action}
    content = wire.get("content")
    if type(content) is not dict or len(wire) != 2:
        return None
    copied: dict[str, Any] = {}
    for name in content:
        if type(name) is not str or not name.isascii():  # text that is not ASCII may be none
            return None
        value = content[name]
        kind = type(value)
        if kind is list:
            value = value.copy()
            for element in value:
                if type(element) is not str or not element.isascii():
                    return None
        elif kind is str:
            if not value.isascii():
                return None
        elif kind is not bool and (kind is not int or not INT_MIN <= value <= INT_MAX):
            return None
        copied[name] = value
    return {"action": action, "content": copied}


def look_at_request(cls: type[T], wire: dict[str, Any]) -> T | None:
    """Read a request without ``task``."""
    meta = None
    try:
        message = wire["message"]
        if type(message) is not str:
            return None
        mode = wire.get("mode")
        if mode == "url":
            url = wire["url"]
            identity = wire["elicitationId"]
            if type(identity) is not str or type(url) is not str or not is_ordinary_url(url):
                return None
            if len(wire) != 4 and (meta := _ordinary_meta(wire, 5)) is None:
                return None
            visible = _page()
            visible["message"] = message
            visible["url"] = url
            visible["elicitation_id"] = identity
            visible["meta"] = meta
            record = new(cls)
            set_visible(record, visible)
            set_by_version(record, {"2025-11-25": wire})
            return record
        if mode == "form":
            known = 3
        elif mode is None:
            known = 2  # one too few where the mode is null
        else:
            return None
        schema = wire["requestedSchema"]
    except KeyError:
        return None
    if not is_ordinary_form(schema):
        return None
    if len(wire) != known and (meta := _ordinary_meta(wire, known + 1)) is None:
        return None
    record = new(cls)
    if not _HINTS.isdisjoint(schema):
        set_private(record, {"requested_schema": schema})
        wire = {**wire, "requestedSchema": {word: schema[word] for word in schema if word not in _HINTS}}
    visible = _form()
    visible["message"] = message
    visible["meta"] = meta
    set_visible(record, visible)
    set_by_version(record, {"2025-11-25": wire, "2026-07-28": wire} if meta is None else {"2025-11-25": wire})
    return record


_FORM_FIELDS: Final[dict[str, Any]] = {
    "message": None,
    "mode": "form",
    "url": None,
    "elicitation_id": None,
    "task": None,
    "meta": None,
}
_form: Final = _FORM_FIELDS.copy
_page: Final = {**_FORM_FIELDS, "requested_schema": None, "mode": "url"}.copy
"""What the fields are where nothing was sent: copying takes two thirds of writing it out."""


def _ordinary_meta(wire: dict[str, Any], size: int) -> FrozenDict | None:
    """The ``_meta`` of a message of *size* members, if it stands there and nothing can hide in it."""
    meta = wire.get("_meta")
    if type(meta) is not dict or len(wire) != size:
        return None
    for value in meta.values():
        if type(value) is not str and type(value) is not int and type(value) is not bool:
            return None
    return FrozenDict(meta)


_HINTS: Final = frozenset({"title", "description", "additionalProperties"})
"""What forms are met with at the top, and no version has there: not written."""

_TYPES: Final[Mapping[Test, type]] = {
    is_text: str,
    is_number: int,
    is_integer: int,
    is_boolean: bool,
    is_texts: list,
    is_options: list,
    is_object: dict,
}
"""What the parser makes of each. Of numbers integers alone: a float may have been one past 64 bits."""

Types = Mapping[str, type]


def _types(keywords: Keywords) -> Types:
    # A pattern is written in one version only, and a dialect is judged by its value.
    return {word: _TYPES[test] for word, test in keywords.items() if word not in ("pattern", "$schema")}


_FORM: Final = {**_types(FORM), "additionalProperties": bool}
_TEXT: Final = _types(KEYWORDS["string"])
_ENUM: Final = _types(KEYWORDS["enum"])
_LEGACY_ENUM: Final = _types(KEYWORDS["legacy_enum"])
_TITLED_ENUM: Final = _types(KEYWORDS["titled_enum"])
_MULTI_ENUM: Final = _types(KEYWORDS["multi_enum"])
_OTHERS: Final[Mapping[str, Types]] = {
    "number": _types(KEYWORDS["number"]),
    "integer": _types(KEYWORDS["number"]),
    "boolean": _types(KEYWORDS["boolean"]),
}
_FORMATS: Final = frozenset({"email", "uri", "date", "date-time"})
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_one_text: Final = "".join
"""Raises TypeError where an element is no string: the loop over a list, in C."""


def is_ordinary_form(schema: Any) -> bool:
    """Look at a ``requestedSchema`` that was just parsed."""
    try:
        if schema["type"] != "object":
            return False
        properties = schema["properties"]
        if type(properties) is not dict:
            return False
        known = 2
        if "required" in schema:
            known = 3
            required = schema["required"]
            if type(required) is not list:
                return False
            _one_text(required)
        if len(schema) != known:
            for keyword in schema:
                if keyword == "$schema":
                    if schema[keyword] != _DIALECT:
                        return False
                elif type(schema[keyword]) is not _FORM[keyword]:
                    return False
        for prop in properties.values():
            name = prop["type"]
            if name == "string":
                if "enum" in prop:
                    types = _LEGACY_ENUM if "enumNames" in prop else _ENUM
                    _one_text(prop["enum"])
                    if types is _LEGACY_ENUM:
                        _one_text(prop["enumNames"])
                elif "oneOf" in prop:
                    types = _TITLED_ENUM
                    for option in prop["oneOf"]:
                        if type(option["const"]) is not str or type(option["title"]) is not str:
                            return False
                        if len(option) != 2:
                            return False
                else:
                    types = _TEXT
                    if "format" in prop and prop["format"] not in _FORMATS:
                        return False
            elif name == "array":
                types = _MULTI_ENUM
                if "default" in prop:
                    _one_text(prop["default"])
                items = prop["items"]
                if "enum" in items:
                    choices = items["enum"]
                    _one_text(choices)
                    if items["type"] != "string":
                        return False
                else:
                    choices = items["anyOf"]
                    for option in choices:
                        if type(option["const"]) is not str or type(option["title"]) is not str:
                            return False
                        if len(option) != 2:
                            return False
                if type(choices) is not list or len(items) != (2 if "enum" in items else 1):
                    return False
            else:
                types = _OTHERS[name]
            # By key: a pair of each would take a third more.
            for keyword in prop:
                if type(prop[keyword]) is not types[keyword]:
                    return False
    except (KeyError, TypeError, AttributeError):
        return False
    return True


is_ordinary_url: Final[Callable[[str], bool]] = SchemaValidator(
    # A host that no parser reads as an address, or as anything but what is written; a port that fits; then
    # printable ASCII but for the backslash. "--" is left out for the sake of punycode. Python's own regular
    # expressions take three times as long.
    core_schema.str_schema(
        pattern=r"\Ahttps?://(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)*[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?::[0-9]{1,4})?"
        r"(?:[/?#][!-\[\]-~]*)?\z",
        max_length=2048,
        regex_engine="rust-regex",
        strict=True,
    )
).isinstance_python
"""Whether a text is surely an absolute URL, read alike by everybody."""
