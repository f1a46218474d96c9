"""One value against one field: checked as it came, never coerced, never shown.

`rule_for` looks at the field once and returns a test of values. A problem names the place, what was
expected and the kind of JSON that came.

Decided here: a multi-select may name a choice twice (the subset has no ``uniqueItems``); a format
outside the four and a pattern that no linear-time engine can run come from a peer only, and are hints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Final

from .._frozen import freeze
from .._json import INT_MAX, INT_MIN, json_kind
from ..errors import PeerError, Problem
from .formats import FORMATS, TextTest, compile_pattern
from .kinds import choices_of, kind_of_field

__all__ = ["Rule", "any_rule", "member_path", "rule_for"]

Rule = Callable[[Any], tuple[Problem, ...]]
"""Takes a value, returns what is wrong with it; null is a value that no kind has."""

MAX_QUOTED: Final = 120
"""Longest piece of a schema (a pattern, a list of choices) repeated in a problem, in characters."""


_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Python can hold one, and JSON in UTF-8 cannot."""


def member_path(parent: str, name: str) -> str:
    """Name a member of *parent*: ``$.age``, and ``$['first-name']`` where a dot would mislead."""
    return f"{parent}.{name}" if name.isidentifier() else f"{parent}[{name!r}]"


def rule_for(path: str, prop: Mapping[str, Any]) -> Rule:
    """Compile the test of one field's values; a property outside the subset takes any."""
    kind = kind_of_field(prop)
    if kind is None:
        return any_rule(path)
    if kind == "string":
        return _text_rule(path, prop)
    if kind == "number":
        return _number_rule(path, prop)
    if kind == "boolean":
        return _boolean_rule(path)
    choices = choices_of(prop, kind)
    if kind == "multi_enum" or kind == "titled_multi_enum":
        return _choices_rule(path, choices, prop.get("minItems", 0), prop.get("maxItems"))
    return _choice_rule(path, choices)


def any_rule(path: str) -> Rule:
    """The test of a value of which nothing is known but that it came, or is to go, as JSON."""

    def check(value: Any) -> tuple[Problem, ...]:
        try:
            freeze(value, "", PeerError)
        except PeerError:
            return (Problem(path, "value that JSON can carry", json_kind(value)),)
        return ()

    return check


def _text_rule(path: str, prop: Mapping[str, Any]) -> Rule:
    # JSON Schema counts code points (RFC 8259 characters), as Python's len does.
    shortest = prop.get("minLength", 0)
    longest = prop.get("maxLength")
    format_ = prop.get("format")
    has_format = None if format_ is None else FORMATS.get(format_)
    pattern: str = prop.get("pattern", "")
    matches: TextTest | None = None
    is_compiled = not pattern

    def check(value: Any) -> tuple[Problem, ...]:
        nonlocal matches, is_compiled
        if type(value) is not str and not isinstance(value, str):
            return (Problem(path, "string", json_kind(value)),)
        if not value.isascii() and _LONE_SURROGATE.search(value):
            return (Problem(path, "text without lone surrogates", "string"),)
        expected: tuple[str, ...] = ()
        if len(value) < shortest:
            expected += (f"string with length >= {shortest}",)
        if longest is not None and len(value) > longest:
            expected += (f"string with length <= {longest}",)
        if has_format is not None and not has_format(value):
            expected += (f"string with format {format_}",)
        if not is_compiled:
            # Not before a value is here: a peer's form may hold thousands of costly patterns.
            matches, is_compiled = compile_pattern(pattern), True
        if matches is not None and not matches(value):
            expected += (f"string that matches {_short(pattern)}",)
        return tuple(Problem(path, text, "string") for text in expected) if expected else ()

    return check


def _number_rule(path: str, prop: Mapping[str, Any]) -> Rule:
    name = prop["type"]
    is_whole = name == "integer"
    low = prop.get("minimum")
    high = prop.get("maximum")

    def check(value: Any) -> tuple[Problem, ...]:
        if type(value) is int:
            if not INT_MIN <= value <= INT_MAX:
                return (Problem(path, f"{name} of at most 64 bits", "integer"),)
        elif isinstance(value, float):
            # A number with a zero fractional part is an integer; JSON Schema 2020-12, 6.1.1.
            if not (value.is_integer() if is_whole else isfinite(value)):
                return (Problem(path, name, json_kind(value)),)
        elif json_kind(value) == "integer":
            return check(int(value))
        else:
            return (Problem(path, name, json_kind(value)),)
        if low is not None and value < low:
            return (Problem(path, f"{name} >= {low}", json_kind(value)),)
        if high is not None and value > high:
            return (Problem(path, f"{name} <= {high}", json_kind(value)),)
        return ()

    return check


def _boolean_rule(path: str) -> Rule:
    def check(value: Any) -> tuple[Problem, ...]:
        return () if value is True or value is False else (Problem(path, "boolean", json_kind(value)),)

    return check


def _choice_rule(path: str, choices: list[str]) -> Rule:
    offered = frozenset(choices)

    def check(value: Any) -> tuple[Problem, ...]:
        if isinstance(value, str) and value in offered:
            return ()
        return (Problem(path, _one_of(choices), json_kind(value)),)

    return check


def _choices_rule(path: str, choices: list[str], fewest: int, most: int | None) -> Rule:
    offered = frozenset(choices)

    def check(value: Any) -> tuple[Problem, ...]:
        if not isinstance(value, (list, tuple)):
            return (Problem(path, "array", json_kind(value)),)
        problems: tuple[Problem, ...] = ()
        if len(value) < fewest:
            problems += (Problem(path, f"array with length >= {fewest}", "array"),)
        if most is not None and len(value) > most:
            problems += (Problem(path, f"array with length <= {most}", "array"),)
        for i, choice in enumerate(value):
            if not isinstance(choice, str) or choice not in offered:
                problems += (Problem(f"{path}[{i}]", _one_of(choices), json_kind(choice)),)
        return problems

    return check


def _one_of(choices: list[str]) -> str:
    listed = ", ".join(map(repr, choices[:MAX_QUOTED]))
    return f"one of {listed}" if len(listed) <= MAX_QUOTED else f"one of {len(choices)} choices"


def _short(text: str) -> str:
    return repr(text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…")
