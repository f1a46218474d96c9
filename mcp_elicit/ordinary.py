"""The quick look at what was just parsed: a form, a URL.

A yes means: reading finds no fault; every value was looked at, so that nothing is hidden (`parse`); and each
version that has all the field kinds writes the properties as they stand. A no means nothing: fields.py and
urls.py then look. The functions are written out, as a call costs what looking at two keywords does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from .keywords import (
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

__all__ = ["is_ordinary_form", "is_ordinary_url"]

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
        for keyword, value in schema.items():
            if type(value) is not _FORM[keyword]:
                return False
        if "required" in schema:
            _one_text(schema["required"])
        for prop in schema["properties"].values():
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
                        if len(option) != 2:
                            return False
                        _one_text((option["const"], option["title"]))
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
        if len(option) != 2:
            return False
        _one_text((option["const"], option["title"]))
    return type(choices) is list and len(items) == 1


_URL: Final = re.compile(
    # A host that no parser reads as an address, or as anything but what is written; a port that fits;
    # printable ASCII without the backslash. "--" is left out for the sake of punycode.
    r"https?://(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)*[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?::[0-9]{1,4})?"
    r"(?:[/?#][!-\[\]-~]*)?"
)
_URL_LENGTH: Final = 2048
"""Characters; longer ones are not ordinary."""


def is_ordinary_url(url: str) -> bool:
    """Whether *url* is surely an absolute URL, read alike by everybody."""
    return len(url) <= _URL_LENGTH and _URL.fullmatch(url) is not None
