"""Answers held against their forms, and defaults filled in."""

# ruff: noqa: E501  # a row is a line

from __future__ import annotations

from typing import Any, Final, NamedTuple

__all__ = ["ANSWERS", "DEFAULTS", "Answer", "Default"]

Json = dict[str, Any]


class Answer(NamedTuple):
    """A form, an answer, and the paths of its problems."""

    id: str
    rule: str
    properties: Json
    required: tuple[str, ...]
    content: Json | None
    problems: tuple[str, ...] = ()


class Default(NamedTuple):
    """A form, an answer, and the answer with its defaults."""

    id: str
    rule: str
    properties: Json
    content: Json | None
    filled: Json


TEXT: Final = {"type": "string"}
WHOLE: Final = {"type": "integer"}
COLOURS: Final = {"type": "string", "enum": ["red", "green"]}
TITLED: Final = {
    "type": "string",
    "oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}],
}
MANY: Final = {
    "type": "array",
    "minItems": 1,
    "maxItems": 2,
    "items": {"type": "string", "enum": ["a", "b", "c"]},
}
BOUND: Final = {"type": "number", "minimum": 0, "maximum": 10}
YES: Final = {"type": "boolean"}
MAIL: Final = {"type": "string", "format": "email"}
LEGACY: Final = {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}
MANY_TITLED: Final = {"type": "array", "items": {"anyOf": TITLED["oneOf"]}}
EVERY: Final = {
    "name": {"type": "string", "minLength": 1, "maxLength": 10},
    "age": {"type": "integer", "minimum": 0, "maximum": 120},
    "score": {"type": "number", "minimum": 0, "maximum": 1},
    "subscribed": YES,
    "color": COLOURS,
    "size": TITLED,
    "tags": MANY,
}

ANSWERS: Final = (
    Answer("K1", "what fits passes, in every kind of field", EVERY, ("name", "age"),
        {"name": "octocat", "age": 42, "score": 0.5, "subscribed": True, "color": "red", "size": "g", "tags": ["a"]}),
    Answer("K2", "what is required must come", {"a": TEXT}, ("a",), {}, ("$.a",)),
    Answer("K3", "an empty answer fits a form that requires nothing", {"a": TEXT}, (), {}),
    Answer("K4", "a number is no text", {"a": TEXT}, (), {"a": 42}, ("$.a",)),
    Answer("K5", "too short", {"a": {**TEXT, "minLength": 3}}, (), {"a": "ab"}, ("$.a",)),
    Answer("K5b", "too long", {"a": {**TEXT, "maxLength": 3}}, (), {"a": "abcd"}, ("$.a",)),
    Answer("K6", "a text that looks like an integer is none", {"a": WHOLE}, (), {"a": "42"}, ("$.a",)),
    Answer("K6b", "a text that looks like a number is none", {"a": BOUND}, (), {"a": "1.5"}, ("$.a",)),
    Answer("K6c", "a text that looks like a boolean is none", {"a": YES}, (), {"a": "true"}, ("$.a",)),
    Answer("K7", "an integer below its range", {"a": {**WHOLE, "minimum": 0}}, (), {"a": -1}, ("$.a",)),
    Answer("K7b", "an integer above its range", {"a": {**WHOLE, "maximum": 120}}, (), {"a": 200}, ("$.a",)),
    Answer("K8", "a fraction is no integer", {"a": WHOLE}, (), {"a": 3.5}, ("$.a",)),
    Answer("K9", "an integer may be written with a point", {"a": WHOLE}, (), {"a": 5.0}),
    Answer("K10", "and with an exponent", {"a": {**WHOLE, "maximum": 200}}, (), {"a": 1e2}),
    Answer("K11", "a number above its range", {"a": BOUND}, (), {"a": 10.1}, ("$.a",)),
    Answer("K12", "an integer is a number", {"a": BOUND}, (), {"a": 5}),
    Answer("K13", "length counts characters: an emoji is one", {"a": {**TEXT, "maxLength": 1}}, (), {"a": "😀"}),
    Answer("K13b", "and not two", {"a": {**TEXT, "minLength": 2}}, (), {"a": "😀"}, ("$.a",)),
    Answer("K14", "a format is held: stricter than Kotlin, where it is a hint", {"a": MAIL}, (), {"a": "not-an-email"}, ("$.a",)),
    Answer("K15", "minus zero is not below zero", {"a": BOUND}, (), {"a": -0.0}),
    Answer("K16", "a value outside of the choice", {"a": COLOURS}, (), {"a": "blue"}, ("$.a",)),
    Answer("K16b", "of a titled choice", {"a": TITLED}, (), {"a": "xl"}, ("$.a",)),
    Answer("K16c", "of the older titled choice", {"a": LEGACY}, (), {"a": "c"}, ("$.a",)),
    Answer("K17", "one value is no list", {"a": MANY}, (), {"a": "a"}, ("$.a",)),
    Answer("K17b", "one that is no text is named by its place", {"a": MANY}, (), {"a": ["a", 42]}, ("$.a[1]",)),
    Answer("K17c", "so is one that is not offered", {"a": MANY}, (), {"a": ["a", "z"]}, ("$.a[1]",)),
    Answer("K17d", "too few", {"a": MANY}, (), {"a": []}, ("$.a",)),
    Answer("K17e", "too many", {"a": MANY}, (), {"a": ["a", "b", "c"]}, ("$.a",)),
    Answer("K18", "several of some titled, by their values", {"a": MANY_TITLED}, (), {"a": ["r"]}),
    Answer("K18b", "and not by their titles", {"a": MANY_TITLED}, (), {"a": ["Red"]}, ("$.a[0]",)),
    Answer("K19", "null is no answer to what is required", {"a": TEXT, "b": WHOLE, "c": YES}, ("a", "b", "c"),
        {"a": None, "b": None, "c": None}, ("$.a", "$.b", "$.c")),
    Answer("K19o", "null for what may be left out counts as left out: looser than Kotlin", {"a": WHOLE}, (), {"a": None}),
    Answer("K20", "a list is no text", {"a": TEXT}, (), {"a": ["x"]}, ("$.a",)),
    Answer("K20b", "an object is no integer", {"a": WHOLE}, (), {"a": {}}, ("$.a",)),
    Answer("K21", "a number below its range", {"a": BOUND}, (), {"a": -0.5}, ("$.a",)),
    Answer("K22", "what is not a number is no number", {"a": BOUND}, (), {"a": float("nan")}, ("$.a",)),
    Answer("K23", "what is required and no field is required all the same, in a form that was read", {"a": TEXT}, ("a", "consent"), {"a": "x"}, ("$.consent",)),
    Answer("K24", "what is no field does no harm", {"a": TEXT}, ("a",), {"a": "x", "undeclared": 42}),
    Answer("K25", "all problems at once", {"a": TEXT, "b": WHOLE}, ("a",), {"b": "old"}, ("$.a", "$.b")),
    Answer("G49", "a value that a titled choice lacks", {"a": TITLED}, (), {"a": "potato"}, ("$.a",)),
    Answer("G50", "a value that it has", {"a": TITLED}, (), {"a": "g"}),
    Answer("O1", "accept without content is an empty answer", {"a": TEXT}, ("a",), None, ("$.a",)),
    Answer("O2", "which fits a form that requires nothing", {"a": TEXT}, (), None),
    Answer("O3", "what is not required may be left out", {"a": TEXT, "b": WHOLE}, ("a",), {"a": "x"}),
    Answer("O4", "a boolean is no number", {"a": WHOLE}, (), {"a": True}, ("$.a",)),
    Answer("O5", "zero is no boolean", {"a": YES}, (), {"a": 0}, ("$.a",)),
    Answer("O6", "both bounds belong to the range", {"a": BOUND, "b": BOUND}, (), {"a": 0, "b": 10}),
    Answer("O7", "a choice knows upper and lower case", {"a": COLOURS}, (), {"a": "Red"}, ("$.a",)),
    Answer("O8", "the title of a choice is no answer", {"a": TITLED}, (), {"a": "Green"}, ("$.a",)),
    Answer("O9", "a form without fields takes an empty answer", {}, (), {}),
    Answer("T1", "an email", {"a": MAIL}, (), {"a": "ann@example.com"}),
    Answer("T2", "no email", {"a": MAIL}, (), {"a": "ann at home"}, ("$.a",)),
    Answer("T3", "a day that the calendar lacks", {"a": {**TEXT, "format": "date"}}, (), {"a": "2026-02-30"}, ("$.a",)),
    Answer("T4", "a time with its zone", {"a": {**TEXT, "format": "date-time"}}, (), {"a": "2026-02-28T10:00:00Z"}),
    Answer("T5", "a uri", {"a": {**TEXT, "format": "uri"}}, (), {"a": "https://example.com/a"}),
    Answer("T6", "a pattern is held", {"a": {**TEXT, "pattern": "^[a-z]+$"}}, (), {"a": "A"}, ("$.a",)),
)  # fmt: skip

S: Final = {"type": "string", "default": "John Doe"}
I: Final = {"type": "integer", "default": 30}  # noqa: E741
B: Final = {"type": "boolean", "default": True}
E: Final = {"type": "string", "enum": ["low", "high"], "default": "low"}

ALL_KINDS: Final = {
    "name": S,
    "age": I,
    "score": {"type": "number", "default": 95.5},
    "active": B,
    "status": {"type": "string", "enum": ["active", "inactive"], "default": "active"},
}
ALL_DEFAULTS: Final = {"name": "John Doe", "age": 30, "score": 95.5, "active": True, "status": "active"}
ALL_SAID: Final = {"name": "Alice", "age": 25, "score": 88.0, "active": False, "status": "inactive"}

DEFAULTS: Final = (
    Default("J5.1", "a text", {"a": S}, {}, {"a": "John Doe"}),
    Default("J5.2", "an integer", {"a": I}, {}, {"a": 30}),
    Default("J5.3", "a boolean", {"a": B}, {}, {"a": True}),
    Default("J5.4", "a choice", {"a": E}, {}, {"a": "low"}),
    Default("J5.5", "what a person said stays", {"a": S}, {"a": "Ann"}, {"a": "Ann"}),
    Default("J5.6", "no default, nothing filled", {"a": TEXT}, {}, {}),
    Default("J5.7", "several at once", {"a": S, "b": I, "c": B}, {}, {"a": "John Doe", "b": 30, "c": True}),
    Default("J5.9", "no content is filled like an empty one: .NET's, unlike Java", {"a": S}, None, {"a": "John Doe"}),
    Default("J5.10", "a form without fields fills nothing", {}, {"a": 1}, {"a": 1}),
    Default("J5.11", "only what is missing", {"a": S, "b": I}, {"a": "Ann"}, {"a": "Ann", "b": 30}),
    Default("J5.12", "a fraction stays one", {"a": {"type": "number", "default": 95.5}}, {}, {"a": 95.5}),
    Default("G51", "what is no field stays beside the defaults", {"a": B}, {"other": "response"}, {"a": True, "other": "response"}),
    Default("N1", "no content, every kind of field", ALL_KINDS, None, ALL_DEFAULTS),
    Default("N2", "empty content", ALL_KINDS, {}, ALL_DEFAULTS),
    Default("N3", "what was said stays, the rest is filled", ALL_KINDS, {"name": "Alice", "active": False}, {**ALL_DEFAULTS, "name": "Alice", "active": False}),
    Default("N4", "everything said, nothing filled", ALL_KINDS, ALL_SAID, ALL_SAID),
    Default("N7", "a form without defaults fills nothing", {"a": TEXT, "b": WHOLE}, {}, {}),
    Default("N8", "several of some, titled or not", {"a": {**MANY, "default": ["a", "c"]}, "b": {**MANY_TITLED, "default": ["g"]}}, {}, {"a": ["a", "c"], "b": ["g"]}),
    Default("N9", "a titled choice", {"a": {**TITLED, "default": "g"}}, None, {"a": "g"}),
    Default("O10", "false is an answer", {"a": B}, {"a": False}, {"a": False}),
    Default("O11", "zero is an answer", {"a": I}, {"a": 0}, {"a": 0}),
    Default("O12", "an empty text is an answer", {"a": S}, {"a": ""}, {"a": ""}),
    Default("O13", "a false default is one", {"a": {"type": "boolean", "default": False}}, {}, {"a": False}),
)  # fmt: skip
