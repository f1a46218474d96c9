"""What may stand in a form that an author builds, and how each kind of field is written and read."""

# ruff: noqa: E501  # a row is a line

from __future__ import annotations

from typing import Any, Final, NamedTuple

from mcp_elicit import (
    BooleanSchema,
    EnumOption,
    LegacyTitledEnumSchema,
    NumberSchema,
    StringSchema,
    TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
)

__all__ = ["FORMS", "KINDS", "Form", "Kind"]

Json = dict[str, Any]


class Form(NamedTuple):
    """A form, and whether an author may send it."""

    id: str
    rule: str
    schema: Any
    builds: bool


class Kind(NamedTuple):
    """A field made by keywords, and the JSON that it is; None where it must not be made."""

    id: str
    rule: str
    made_of: type[Any]
    keywords: Json
    written: Json | None


def form(**properties: Json) -> Json:
    return {"type": "object", "properties": properties}


def choice(**rest: Any) -> Json:
    return form(a={"type": "string", **rest})


HIGH: Final = {"const": "high", "title": "High Priority"}
NAMED: Final = {"enum": ["high", "medium"], "enumNames": ["High", "Medium"]}

FORMS: Final = (
    Form("G1", "no form at all: stricter than Go, which asks for nothing then", None, False),
    Form("G2", "a form that does not list its fields: stricter than Go", {"type": "object"}, False),
    Form("G2f", "a form without fields", form(), True),
    Form("G3", "a text", form(a={"type": "string"}), True),
    Form("G4", "each format", form(**{f"a{i}": {"type": "string", "format": f} for i, f in enumerate(("email", "uri", "date", "date-time"))}), True),
    Form("G5", "lengths", form(a={"type": "string", "minLength": 1, "maxLength": 100}), True),
    Form("G6", "bounds", form(a={"type": "integer", "minimum": 0, "maximum": 150}, b={"type": "number", "minimum": 0, "maximum": 100}), True),
    Form("G7", "a boolean with a default", form(a={"type": "boolean", "default": True}), True),
    Form("G8", "a choice", choice(enum=["active", "inactive"]), True),
    Form("G9", "the older titled choice", choice(**NAMED), True),
    Form("G10", "a titled choice", choice(oneOf=[HIGH, {"const": "low", "title": "Low"}]), True),
    Form("G11", "several of some", form(a={"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}), True),
    Form("G12", "several of some, titled", form(a={"type": "array", "items": {"anyOf": [HIGH]}}), True),
    Form("G13", "the root is an object", {"type": "string"}, False),
    Form("G14", "no object with fields inside", form(a={"type": "object", "properties": {"b": {"type": "string"}}}), False),
    Form("G15", "no object at all inside", form(a={"type": "object"}), False),
    Form("G16", "a list says of what", form(a={"type": "array"}), False),
    Form("G17", "no list of numbers", form(a={"type": "array", "items": {"type": "integer"}}), False),
    Form("G18", "no list of just any texts", form(a={"type": "array", "items": {"type": "string"}}), False),
    Form("G19", "a format that is none", form(a={"type": "string", "format": "phone"}), False),
    Form("G20", "a kind that is none", form(a={"type": "null"}), False),
    Form("G21", "a least length below zero", form(a={"type": "string", "minLength": -1}), False),
    Form("G22", "a greatest length below zero", form(a={"type": "string", "maxLength": -5}), False),
    Form("G23", "lengths that cross", form(a={"type": "string", "minLength": 10, "maxLength": 5}), False),
    Form("G24", "bounds that cross", form(a={"type": "number", "minimum": 100, "maximum": 50}), False),
    Form("G25", "a boolean whose default is none", form(a={"type": "boolean", "default": "not-a-boolean"}), False),
    Form("G26", "a text whose default is none", form(a={"type": "string", "default": True}), False),
    Form("G27", "an integer whose default is none", form(a={"type": "integer", "default": True}), False),
    Form("G28", "a number whose default is none", form(a={"type": "number", "default": True}), False),
    Form("G29", "names that do not go with their values", choice(enum=["a", "b", "c"], enumNames=["A", "B"]), False),
    Form("G30", "names that are no list", choice(enum=["a", "b"], enumNames="A, B"), False),
    Form("G31", "a choice without its type", form(a={"enum": ["high", "low"]}), False),
    Form("G32", "an option without its value", choice(oneOf=[HIGH, {"type": "string", "title": "Other"}]), False),
    Form("G33", "no type at all", form(a={}), False),
    Form("J1.7", "a dialect that is not known", {**form(a={"type": "string"}), "$schema": "https://example.com/mine"}, False),
    Form("J1.8", "the dialect by its name", {**form(a={"type": "string"}), "$schema": "https://json-schema.org/draft/2020-12/schema"}, True),
    Form("J9.1r", "what is required is a field: stricter than Java", {**form(foo={"type": "string"}), "required": ["a"]}, False),
    Form("N20", "a field as .NET's tests ask it", form(a={"type": "string", "title": "title1", "minLength": 1, "maxLength": 100}, b={"type": "number", "description": "description2", "minimum": 0, "maximum": 1000}, c={"type": "boolean", "title": "title3", "default": True}), True),
    Form("O14", "a choice of nothing", choice(enum=[]), False),
    Form("O15", "a default that is not offered", choice(enum=["x"], default="y"), False),
    Form("O16", "no reference", form(a={"$ref": "#/$defs/A"}), False),
    Form("O17", "a field is an object", form(a="string"), False),  # type: ignore[arg-type]  # what must be refused
)  # fmt: skip

OPTION: Final = {"const": "#F00", "title": "Red"}
BLUE: Final = {"const": "#00F", "title": "Blue"}
KINDS: Final = (
    Kind("J10.1", "an option", EnumOption, {"const": "#F00", "title": "Red"}, OPTION),
    Kind("J10.2", "an option of nothing we know: stricter than Java", EnumOption, {"foo": 1}, None),
    Kind("J10.3", "an empty option: stricter than Java", EnumOption, {}, None),
    Kind("J10.4", "an option without a title", EnumOption, {"const": "#F00", "title": None}, None),
    Kind("J10.4c", "an option without a value", EnumOption, {"const": None, "title": "Red"}, None),
    Kind("J10.5", "a choice, without what was not given", UntitledSingleSelectEnumSchema, {"enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
    Kind("J10.6", "a titled choice", TitledSingleSelectEnumSchema, {"one_of": [OPTION]}, {"type": "string", "oneOf": [OPTION]}),
    Kind("J10.7", "the older titled choice", LegacyTitledEnumSchema, {"enum": ["a"], "enum_names": ["A"]}, {"type": "string", "enum": ["a"], "enumNames": ["A"]}),
    Kind("J10.8", "several of some", UntitledMultiSelectEnumSchema, {"items": {"type": "string", "enum": ["a", "b"]}, "min_items": 1, "max_items": 2, "default": ["a"]},
        {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "minItems": 1, "maxItems": 2, "default": ["a"]}),
    Kind("J10.9", "several of some, titled", TitledMultiSelectEnumSchema, {"items": {"anyOf": [OPTION]}}, {"type": "array", "items": {"anyOf": [OPTION]}}),
    Kind("J10.10", "a choice needs values", UntitledSingleSelectEnumSchema, {"enum": []}, None),
    Kind("J10.11", "a titled choice needs options", TitledSingleSelectEnumSchema, {"one_of": []}, None),
    Kind("J10.12", "the older one too", LegacyTitledEnumSchema, {"enum": [], "enum_names": []}, None),
    Kind("J10.13", "several of none", UntitledMultiSelectEnumSchema, {"items": {"type": "string", "enum": []}}, None),
    Kind("J10.14", "several of none, titled", TitledMultiSelectEnumSchema, {"items": {"anyOf": []}}, None),
    Kind("J10.15", "values stay in order", UntitledSingleSelectEnumSchema, {"enum": ["c", "a", "b"]}, {"type": "string", "enum": ["c", "a", "b"]}),
    Kind("J10.16", "title, description and default", UntitledSingleSelectEnumSchema, {"enum": ["a"], "title": "T", "description": "D", "default": "a"},
        {"type": "string", "enum": ["a"], "title": "T", "description": "D", "default": "a"}),
    Kind("J10.17", "one option is enough", TitledSingleSelectEnumSchema, {"one_of": [OPTION], "title": "T", "default": "#F00"},
        {"type": "string", "oneOf": [OPTION], "title": "T", "default": "#F00"}),
    Kind("J10.18", "values and names in order", LegacyTitledEnumSchema, {"enum": ["b", "a"], "enum_names": ["B", "A"]}, {"type": "string", "enum": ["b", "a"], "enumNames": ["B", "A"]}),
    Kind("J10.19", "two options to choose several of", TitledMultiSelectEnumSchema, {"items": {"anyOf": [OPTION, BLUE]}}, {"type": "array", "items": {"anyOf": [OPTION, BLUE]}}),
    Kind("J10.20", "with title, counts and default", TitledMultiSelectEnumSchema, {"items": {"anyOf": [OPTION, BLUE]}, "title": "T", "min_items": 1, "max_items": 2, "default": ["#00F"]},
        {"type": "array", "items": {"anyOf": [OPTION, BLUE]}, "title": "T", "minItems": 1, "maxItems": 2, "default": ["#00F"]}),
    Kind("N10", "a text without a default has none", StringSchema, {"title": "Name"}, {"type": "string", "title": "Name"}),
    Kind("N11", "a text with one", StringSchema, {"title": "Email", "format": "email", "default": "user@example.com"}, {"type": "string", "title": "Email", "format": "email", "default": "user@example.com"}),
    Kind("N12", "a number with a fraction by default", NumberSchema, {"minimum": 0, "maximum": 150, "default": 25.5}, {"type": "number", "minimum": 0, "maximum": 150, "default": 25.5}),
    Kind("N13", "true by default", BooleanSchema, {"default": True}, {"type": "boolean", "default": True}),
    Kind("N14", "the older titled choice without a default", LegacyTitledEnumSchema, {"enum": ["a"], "enum_names": ["A"], "title": "T"}, {"type": "string", "enum": ["a"], "enumNames": ["A"], "title": "T"}),
    Kind("N15", "with one", LegacyTitledEnumSchema, {"enum": ["a", "b"], "enum_names": ["A", "B"], "default": "b"}, {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"], "default": "b"}),
    Kind("J11.1", "a boolean", BooleanSchema, {"default": False}, {"type": "boolean", "default": False}),
    Kind("J11.2", "a number by default", NumberSchema, {"minimum": 0, "maximum": 1.5}, {"type": "number", "minimum": 0, "maximum": 1.5}),
    Kind("J11.2i", "an integer by its type", NumberSchema, {"type": "integer", "default": 3}, {"type": "integer", "default": 3}),
    Kind("J11.3", "a text", StringSchema, {"min_length": 1, "max_length": 9, "format": "email"}, {"type": "string", "minLength": 1, "maxLength": 9, "format": "email"}),
    Kind("J11.4", "a format that is none", StringSchema, {"format": "uuid"}, None),
    Kind("JA6.13", "a default outside of its range: stricter than Java", NumberSchema, {"maximum": 1, "default": 2}, None),
    Kind("JA6.2", "names that do not go with their values: stricter than Java", LegacyTitledEnumSchema, {"enum": ["a", "b"], "enum_names": ["A"]}, None),
)  # fmt: skip
