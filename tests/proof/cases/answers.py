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

ANSWERS: Final = (
    Answer("K1", "what fits passes", {"a": TEXT, "b": WHOLE}, ("a",), {"a": "x", "b": 1}),
    Answer("K2", "what is required must come", {"a": TEXT}, ("a",), {}, ("$.a",)),
    Answer("K3", "accept without content is an empty answer", {"a": TEXT}, ("a",), None, ("$.a",)),
    Answer("K4", "accept without content fits a form that requires nothing", {"a": TEXT}, (), None),
    Answer("K5", "what is not required may be left out", {"a": TEXT, "b": WHOLE}, ("a",), {"a": "x"}),
    Answer("K6", "a number is no text", {"a": TEXT}, (), {"a": 1}, ("$.a",)),
    Answer("K7", "a text that looks like a number is no number", {"a": WHOLE}, (), {"a": "1"}, ("$.a",)),
    Answer("K8", "a boolean is no number", {"a": WHOLE}, (), {"a": True}, ("$.a",)),
    Answer("K9", "a text is no boolean", {"a": {"type": "boolean"}}, (), {"a": "true"}, ("$.a",)),
    Answer("K10", "zero is no boolean", {"a": {"type": "boolean"}}, (), {"a": 0}, ("$.a",)),
    Answer("K11", "a fraction is no integer", {"a": WHOLE}, (), {"a": 1.5}, ("$.a",)),
    Answer("K12", "a whole number may be written with a point", {"a": WHOLE}, (), {"a": 2.0}),
    Answer("K13", "an integer is a number", {"a": BOUND}, (), {"a": 3}),
    Answer("K14", "both bounds belong to the range", {"a": BOUND, "b": BOUND}, (), {"a": 0, "b": 10}),
    Answer("K15", "below the range", {"a": BOUND}, (), {"a": -0.1}, ("$.a",)),
    Answer("K16", "above the range", {"a": BOUND}, (), {"a": 10.1}, ("$.a",)),
    Answer("K17", "a value of the choice", {"a": COLOURS}, (), {"a": "red"}),
    Answer("K18", "a value outside of the choice", {"a": COLOURS}, (), {"a": "blue"}, ("$.a",)),
    Answer("K19", "a choice knows upper and lower case", {"a": COLOURS}, (), {"a": "Red"}, ("$.a",)),
    Answer("K20", "of a titled choice the value is answered", {"a": TITLED}, (), {"a": "g"}),
    Answer("K21", "and not the title", {"a": TITLED}, (), {"a": "Green"}, ("$.a",)),
    Answer("K22", "several of some", {"a": MANY}, (), {"a": ["a", "c"]}),
    Answer("K23", "too few", {"a": MANY}, (), {"a": []}, ("$.a",)),
    Answer("K24", "too many", {"a": MANY}, (), {"a": ["a", "b", "c"]}, ("$.a",)),
    Answer("K25", "one that is not offered is named by its place", {"a": MANY}, (), {"a": ["a", "x"]}, ("$.a[1]",)),
    Answer("K26", "one value is no list", {"a": MANY}, (), {"a": "a"}, ("$.a",)),
    Answer("K27", "too short", {"a": {**TEXT, "minLength": 2}}, (), {"a": "x"}, ("$.a",)),
    Answer("K28", "too long", {"a": {**TEXT, "maxLength": 2}}, (), {"a": "xyz"}, ("$.a",)),
    Answer("K29", "length counts characters, not bytes", {"a": {**TEXT, "maxLength": 2}}, (), {"a": "é😀"}),
    Answer("K30", "null for what may be left out counts as left out: ours", {"a": WHOLE}, (), {"a": None}),
    Answer("K31", "null for what is required is a problem", {"a": WHOLE}, ("a",), {"a": None}, ("$.a",)),
    Answer("K32", "all problems at once", {"a": TEXT, "b": WHOLE}, ("a", "b"), {"b": "x"}, ("$.a", "$.b")),
    Answer("T1", "an email", {"a": {**TEXT, "format": "email"}}, (), {"a": "ann@example.com"}),
    Answer("T2", "no email", {"a": {**TEXT, "format": "email"}}, (), {"a": "ann at home"}, ("$.a",)),
    Answer("T3", "a day that the calendar lacks", {"a": {**TEXT, "format": "date"}}, (), {"a": "2026-02-30"}, ("$.a",)),
    Answer("T4", "a time with its zone", {"a": {**TEXT, "format": "date-time"}}, (), {"a": "2026-02-28T10:00:00Z"}),
    Answer("T5", "a uri", {"a": {**TEXT, "format": "uri"}}, (), {"a": "https://example.com/a"}),
    Answer("T6", "a pattern is held", {"a": {**TEXT, "pattern": "^[a-z]+$"}}, (), {"a": "A"}, ("$.a",)),
    Answer("T7", "a form without fields takes an empty answer", {}, (), {}),
)  # fmt: skip

S: Final = {"type": "string", "default": "John Doe"}
I: Final = {"type": "integer", "default": 30}  # noqa: E741
B: Final = {"type": "boolean", "default": True}
E: Final = {"type": "string", "enum": ["low", "high"], "default": "low"}

DEFAULTS: Final = (
    Default("J5.1", "a text", {"a": S}, {}, {"a": "John Doe"}),
    Default("J5.2", "an integer", {"a": I}, {}, {"a": 30}),
    Default("J5.3", "a boolean", {"a": B}, {}, {"a": True}),
    Default("J5.4", "a choice", {"a": E}, {}, {"a": "low"}),
    Default("J5.5", "what a person said stays", {"a": S}, {"a": "Ann"}, {"a": "Ann"}),
    Default("J5.6", "no default, nothing filled", {"a": TEXT}, {}, {}),
    Default("J5.7", "several at once", {"a": S, "b": I, "c": B}, {}, {"a": "John Doe", "b": 30, "c": True}),
    Default("J5.9", "no content is filled like an empty one: ours and .NET's", {"a": S}, None, {"a": "John Doe"}),
    Default("J5.10", "a form without fields fills nothing", {}, {"a": 1}, {"a": 1}),
    Default("J5.11", "only what is missing", {"a": S, "b": I}, {"a": "Ann"}, {"a": "Ann", "b": 30}),
    Default("J5.12", "a fraction stays one", {"a": {"type": "number", "default": 95.5}}, {}, {"a": 95.5}),
    Default("N1", "a titled choice", {"a": {**TITLED, "default": "g"}}, {}, {"a": "g"}),
    Default("N2", "a list", {"a": {**MANY, "default": ["a", "b"]}}, {}, {"a": ["a", "b"]}),
    Default("N3", "false is an answer", {"a": B}, {"a": False}, {"a": False}),
    Default("N4", "zero is an answer", {"a": I}, {"a": 0}, {"a": 0}),
    Default("N5", "an empty text is an answer", {"a": S}, {"a": ""}, {"a": ""}),
    Default("N6", "a false default is one", {"a": {"type": "boolean", "default": False}}, {}, {"a": False}),
)  # fmt: skip
