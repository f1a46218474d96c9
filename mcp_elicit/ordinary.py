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

from ._wire import WRITTEN, WireModel, record_of
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

__all__ = ["is_ordinary_form", "is_ordinary_url", "look_at_completion", "look_at_request", "look_at_result"]

T = TypeVar("T", bound=WireModel)


def look_at_completion(cls: type[T], wire: dict[str, Any]) -> T | None:
    """Read the params of a completion notification."""
    identity = wire.get("elicitationId")
    if type(identity) is not str or len(wire) != 1:
        return None
    visible = {"elicitation_id": identity, "meta": None}
    return record_of(cls, visible, {"elicitation_id"}, {}, {WRITTEN: {"2025-11-25": wire}})


def look_at_result(cls: type[T], wire: dict[str, Any]) -> T | None:
    """Read a result without ``_meta``."""
    action = wire.get("action")
    # Lists came with 2025-11-25.
    private: dict[str, Any] = {WRITTEN: {"2025-11-25": wire, "2026-07-28": wire}}
    if action == "accept" and len(wire) == 2:
        content = wire.get("content")
        if type(content) is not dict:
            return None
        for value in content.values():
            kind = type(value)
            if kind is not str and kind is not int and kind is not bool:
                if kind is not list:
                    return None
                for element in value:
                    if type(element) is not str:
                        return None
        private["content"] = content
        return record_of(cls, {"action": action, "meta": None}, {"action", "content"}, {}, private)
    if len(wire) == 1 and (action == "decline" or action == "cancel" or action == "accept"):
        return record_of(cls, {"action": action, "content": None, "meta": None}, {"action"}, {}, private)
    return None


def look_at_request(cls: type[T], wire: dict[str, Any]) -> T | None:
    """Read a request without ``task`` and ``_meta``."""
    message = wire.get("message")
    if type(message) is not str:
        return None
    schema = wire.get("requestedSchema")
    if schema is None:
        return _look_at_url(cls, wire, message)
    if wire.get("mode") == "form" and len(wire) == 3:
        given = {"mode", "message", "requested_schema"}
    elif "mode" not in wire and len(wire) == 2:
        given = {"message", "requested_schema"}
    else:
        return None
    if not is_ordinary_form(schema):
        return None
    visible = {
        "message": message,
        "mode": "form",
        "url": None,
        "elicitation_id": None,
        "task": None,
        "meta": None,
    }
    private: dict[str, Any] = {"requested_schema": schema}
    if "title" in schema or "description" in schema:
        # No version has them at the top.
        top = {word: value for word, value in schema.items() if word != "title" and word != "description"}
        wire = {**wire, "requestedSchema": top}
    private[WRITTEN] = {"2025-11-25": wire, "2026-07-28": wire}
    return record_of(cls, visible, given, {}, private)


def _look_at_url(cls: type[T], wire: dict[str, Any], message: str) -> T | None:
    url = wire.get("url")
    identity = wire.get("elicitationId")
    if (
        wire.get("mode") != "url"
        or len(wire) != 4
        or type(identity) is not str
        or type(url) is not str
        or not is_ordinary_url(url)
    ):
        return None
    visible = {
        "message": message,
        "requested_schema": None,
        "mode": "url",
        "url": url,
        "elicitation_id": identity,
        "task": None,
        "meta": None,
    }
    given = {"mode", "message", "url", "elicitation_id"}
    return record_of(cls, visible, given, {}, {WRITTEN: {"2025-11-25": wire}})


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


_FORM: Final = _types(FORM)
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
            for keyword, value in schema.items():
                if type(value) is not _FORM[keyword]:
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
                if not _is_ordinary_choice(prop["items"]):
                    return False
            else:
                types = _OTHERS[name]
            for keyword, value in prop.items():
                if type(value) is not types[keyword]:
                    return False
    except (KeyError, TypeError, AttributeError):
        return False
    return True


def _is_ordinary_choice(items: Any) -> bool:
    if "enum" in items:
        choices = items["enum"]
        _one_text(choices)
        return type(choices) is list and len(items) == 2 and bool(items["type"] == "string")
    choices = items["anyOf"]
    for option in choices:
        if type(option["const"]) is not str or type(option["title"]) is not str or len(option) != 2:
            return False
    return type(choices) is list and len(items) == 1


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
