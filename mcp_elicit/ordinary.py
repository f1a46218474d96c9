"""The quick look at what was just parsed: ordinary messages are judged here, in one pass.

An answer means that reading by the rules (`WireModel._read`) makes the same record; that every single value
was looked at, so that nothing is hidden (`_json.parse`); and that the versions named in it write the message
just as it came. None means nothing: the rules then read. The functions are written out, as one call costs
what looking at two keywords does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import orjson
from pydantic_core import SchemaValidator, core_schema

from ._json import INT_MAX, INT_MIN
from ._slots import AS_READ
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
    "is_ordinary_url",
    "look_at_completion",
    "look_at_request",
    "look_at_result",
]

ByVersion = dict[Any, dict[str, Any]]
"""What a message is on the wire, by version; first what it was read from."""


def look_at_completion(wire: Any) -> ByVersion | None:
    """Judge the params of a completion notification."""
    if type(wire) is not dict or "elicitationId" not in wire or type(wire["elicitationId"]) is not str:
        return None
    if len(wire) != 1 and not _has_ordinary_meta(wire, 2):
        return None
    return {"2025-11-25": wire}


def look_at_result(wire: Any) -> ByVersion | None:
    """Judge a result."""
    if type(wire) is not dict:
        return None
    action = wire.get("action")
    known = 1
    if action == "accept" and "content" in wire:
        known = 2
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
    elif action != "decline" and action != "cancel" and action != "accept":
        return None
    # Lists came with 2025-11-25, and _meta went after it.
    if len(wire) == known:
        return {"2025-11-25": wire, "2026-07-28": wire}
    return {"2025-11-25": wire} if _has_ordinary_meta(wire, known + 1) else None


def copied_result(wire: dict[str, Any]) -> ByVersion | None:
    """Judge a result without ``_meta`` that was not parsed here, and copy it: 4 us instead of 11 to read it.

    None also where it might hold what parsing does not give.
    """
    action = wire.get("action")
    if type(action) is not str:
        return None
    copied: dict[str, Any] = {"action": action}
    by_version: ByVersion = {"2025-11-25": copied, "2026-07-28": copied}
    if len(wire) == 1:
        return by_version if action == "accept" or action == "decline" or action == "cancel" else None
    content = wire.get("content")
    if type(content) is not dict or len(wire) != 2 or action != "accept":
        return None
    values = copied["content"] = {}
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
        values[name] = value
    return by_version


def _has_ordinary_meta(wire: dict[str, Any], size: int) -> bool:
    """Whether a message of *size* members has a ``_meta`` in which nothing can hide."""
    meta = wire.get("_meta")
    if type(meta) is not dict or len(wire) != size:
        return False
    for value in meta.values():
        if type(value) is not str and type(value) is not int and type(value) is not bool:
            return False
    return True


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


def _as_parsed(words: Collection[str]) -> list[str]:
    """The very strings that the parser gives as keys, which need not be compared: 2 % of a form's time."""
    return list(orjson.loads(orjson.dumps(dict.fromkeys(words))))


_MESSAGE, _MODE, _URL, _ID = _as_parsed(["message", "mode", "url", "elicitationId"])
_TYPE, _CONST, _TITLE = _as_parsed(["type", "const", "title"])


def _types(keywords: Keywords) -> Types:
    # A pattern is written in one version only, and a dialect is judged by its value.
    types = {word: _TYPES[test] for word, test in keywords.items() if word not in ("pattern", "$schema")}
    return dict(zip(_as_parsed(types), types.values(), strict=True))


_FORM: Final = {**_types(FORM), "additionalProperties": bool}
_TEXT: Final = _types(KEYWORDS["string"])
_ENUM: Final = _types(KEYWORDS["enum"])
_LEGACY_ENUM: Final = _types(KEYWORDS["legacy_enum"])
_TITLED_ENUM: Final = _types(KEYWORDS["titled_enum"])
_MULTI_ENUM: Final = _types(KEYWORDS["multi_enum"])
_NUMBER: Final = _types(KEYWORDS["number"])
_BOOLEAN: Final = _types(KEYWORDS["boolean"])
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_one_text: Final = "".join
"""Raises TypeError where an element is no string: the loop over a list, in C."""


def look_at_request(wire: Any) -> ByVersion | None:
    """Judge a request without ``task``: a page, or a form field by field."""
    try:
        if type(wire[_MESSAGE]) is not str:
            return None
        mode = wire.get(_MODE)
        if mode == "url":
            url = wire[_URL]
            if type(wire[_ID]) is not str or type(url) is not str or not is_ordinary_url(url):
                return None
            if len(wire) != 4 and not _has_ordinary_meta(wire, 5):
                return None
            return {"2025-11-25": wire}
        if mode == "form":
            known = 3
        elif mode is None:
            known = 2  # one too few where the mode is null
        else:
            return None
        bare = len(wire) == known
        if not bare and not _has_ordinary_meta(wire, known + 1):
            return None
        schema = wire["requestedSchema"]
        if schema[_TYPE] != "object":
            return None
        properties = schema["properties"]
        if type(properties) is not dict:
            return None
        size = 2
        if "required" in schema:
            size = 3
            required = schema["required"]
            if type(required) is not list:
                return None
            _one_text(required)
        further: Collection[str] = ()
        """The keywords of the form where it has others than those that nearly all forms have."""
        if len(schema) != size:
            further = schema
            for keyword in schema:
                if keyword == "$schema":
                    if schema[keyword] != _DIALECT:
                        return None
                elif type(schema[keyword]) is not _FORM[keyword]:
                    return None
        for prop in properties.values():
            name = prop[_TYPE]
            if name == "string":
                if "enum" in prop:
                    types = _LEGACY_ENUM if "enumNames" in prop else _ENUM
                    _one_text(prop["enum"])
                    if types is _LEGACY_ENUM:
                        _one_text(prop["enumNames"])
                elif "oneOf" in prop:
                    types = _TITLED_ENUM
                    for option in prop["oneOf"]:
                        if type(option[_CONST]) is not str or type(option[_TITLE]) is not str:
                            return None
                        if len(option) != 2:
                            return None
                else:
                    types = _TEXT
                    if "format" in prop:
                        name = prop["format"]  # of a text that was just read no hash is known
                        if name != "email" and name != "uri" and name != "date" and name != "date-time":
                            return None
            elif name == "array":
                types = _MULTI_ENUM
                if "default" in prop:
                    _one_text(prop["default"])
                items = prop["items"]
                if "enum" in items:
                    choices = items["enum"]
                    _one_text(choices)
                    if items[_TYPE] != "string":
                        return None
                    size = 2
                else:
                    size = 1
                    choices = items["anyOf"]
                    for option in choices:
                        if type(option[_CONST]) is not str or type(option[_TITLE]) is not str:
                            return None
                        if len(option) != 2:
                            return None
                if type(choices) is not list or len(items) != size:
                    return None
            elif name == "number" or name == "integer":
                types = _NUMBER
            elif name == "boolean":
                types = _BOOLEAN
            else:
                return None
            # By key: a pair of each would take a third more. The type is looked at by now.
            for keyword in prop:
                if keyword is not _TYPE and type(prop[keyword]) is not types[keyword]:
                    return None
    except (KeyError, TypeError):  # also where it is no object at all
        return None
    if not further or _HINTS.isdisjoint(further):
        return {"2025-11-25": wire, "2026-07-28": wire} if bare else {"2025-11-25": wire}
    hintless = {**wire, "requestedSchema": {word: schema[word] for word in schema if word not in _HINTS}}
    by_version: ByVersion = {AS_READ: wire, "2025-11-25": hintless}
    if bare:
        by_version["2026-07-28"] = hintless
    return by_version


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
