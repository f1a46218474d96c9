"""The closed table of keywords: what each of the eight kinds may say, and of which JSON type it is.

Tests of JSON types and tables of them; what follows from a test that fails is for fields.py to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .kinds import Kind

__all__ = [
    "FORM",
    "ITEMS",
    "KEYWORDS",
    "NO_KIND",
    "OPTION",
    "Keywords",
    "Test",
    "is_boolean",
    "is_integer",
    "is_list",
    "is_number",
    "is_object",
    "is_options",
    "is_text",
    "is_texts",
    "name_of",
]

Test = Callable[[Any], bool]
Keywords = Mapping[str, Test]


def is_text(value: Any) -> bool:
    """Whether it is a JSON string."""
    return isinstance(value, str)


def is_number(value: Any) -> bool:
    """Whether it is a JSON number; true is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value: Any) -> bool:
    """Whether it is a JSON integer; 3.0 is one (JSON Schema 2020-12, 4.2.3)."""
    return value.is_integer() if isinstance(value, float) else is_number(value)


def is_boolean(value: Any) -> bool:
    """Whether it is true or false."""
    return isinstance(value, bool)


def is_object(value: Any) -> bool:
    """Whether it is a JSON object."""
    return isinstance(value, (dict, Mapping))


def is_list(value: Any) -> bool:
    """Whether it is a JSON array."""
    return isinstance(value, (list, tuple))


def is_texts(value: Any) -> bool:
    """Whether it is an array of strings."""
    return is_list(value) and all(isinstance(element, str) for element in value)


def is_options(value: Any) -> bool:
    """Whether it is an array of objects; what they hold is judged one by one."""
    return is_list(value) and all(is_object(option) for option in value)


_NAMES: Final[Mapping[Test, str]] = {
    is_text: "string",
    is_number: "number",
    is_integer: "integer",
    is_boolean: "boolean",
    is_object: "object",
    is_texts: "array of strings",
    is_options: "array of objects",
}
_EVERY: Final[Keywords] = {"type": is_text, "title": is_text, "description": is_text}
_ONE_CHOICE: Final[Keywords] = {**_EVERY, "default": is_text}
_CHOICES: Final[Keywords] = {
    **_EVERY,
    "items": is_object,
    "minItems": is_integer,
    "maxItems": is_integer,
    "default": is_texts,
}
KEYWORDS: Final[Mapping[Kind, Keywords]] = {
    "string": {
        **_EVERY,
        "minLength": is_integer,
        "maxLength": is_integer,
        "format": is_text,
        "pattern": is_text,
        "default": is_text,
    },
    "number": {**_EVERY, "minimum": is_number, "maximum": is_number, "default": is_number},
    "boolean": {**_EVERY, "default": is_boolean},
    "enum": {**_ONE_CHOICE, "enum": is_texts},
    "titled_enum": {**_ONE_CHOICE, "oneOf": is_options},
    "legacy_enum": {**_ONE_CHOICE, "enum": is_texts, "enumNames": is_texts},
    "multi_enum": _CHOICES,
    "titled_multi_enum": _CHOICES,
}
NO_KIND: Final[Keywords] = {"title": is_text, "description": is_text}
ITEMS: Final[Mapping[Kind | None, Keywords]] = {
    "multi_enum": {"type": is_text, "enum": is_texts},
    "titled_multi_enum": {"anyOf": is_options},
}
OPTION: Final[Keywords] = {"const": is_text, "title": is_text}
FORM: Final[Keywords] = {**_EVERY, "properties": is_object, "required": is_texts, "$schema": is_text}


def name_of(test: Test) -> str:
    """The JSON type that *test* tests for."""
    return _NAMES[test]
