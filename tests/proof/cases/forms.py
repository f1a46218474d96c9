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


FORMS: Final = (
    Form("G1", "a text", form(a={"type": "string"}), True),
    Form("G2", "a number", form(a={"type": "number"}), True),
    Form("G3", "an integer", form(a={"type": "integer"}), True),
    Form("G4", "a boolean", form(a={"type": "boolean"}), True),
    Form("G5", "a choice", form(a={"type": "string", "enum": ["x", "y"]}), True),
    Form("G6", "a choice with names beside it", form(a={"type": "string", "enum": ["x"], "enumNames": ["X"]}), True),
    Form("G7", "each format", form(**{f"a{i}": {"type": "string", "format": f} for i, f in enumerate(("email", "uri", "date", "date-time"))}), True),
    Form("G8", "lengths", form(a={"type": "string", "minLength": 1, "maxLength": 2}), True),
    Form("G9", "bounds", form(a={"type": "number", "minimum": 0, "maximum": 1}), True),
    Form("G10", "a boolean with a default", form(a={"type": "boolean", "default": True}), True),
    Form("G11", "title and description", form(a={"type": "string", "title": "A", "description": "D"}), True),
    Form("G12", "the root is an object", {"type": "string"}, False),
    Form("G13", "no object inside", form(a={"type": "object", "properties": {}}), False),
    Form("G14", "no list of just anything", form(a={"type": "array", "items": {"type": "string"}}), False),
    Form("G15", "a kind that is none", form(a={"type": "null"}), False),
    Form("G16", "no type at all", form(a={}), False),
    Form("G17", "a format that is none", form(a={"type": "string", "format": "uuid"}), False),
    Form("G18", "a length below zero", form(a={"type": "string", "minLength": -1}), False),
    Form("G19", "lengths that cross", form(a={"type": "string", "minLength": 3, "maxLength": 2}), False),
    Form("G20", "bounds that cross", form(a={"type": "number", "minimum": 3, "maximum": 2}), False),
    Form("G21", "a boolean whose default is none", form(a={"type": "boolean", "default": "yes"}), False),
    Form("G22", "names that do not go with their values", form(a={"type": "string", "enum": ["x", "y"], "enumNames": ["X"]}), False),
    Form("G23", "a choice of nothing", form(a={"type": "string", "enum": []}), False),
    Form("G24", "a default that is not offered", form(a={"type": "string", "enum": ["x"], "default": "y"}), False),
    Form("G25", "no reference", form(a={"$ref": "#/$defs/A"}), False),
    Form("G26", "a property is an object", form(a="string"), False),  # type: ignore[arg-type]  # what must be refused
    Form("G27", "several of some", form(a={"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}), True),
    Form("G28", "several of some, titled", form(a={"type": "array", "items": {"anyOf": [{"const": "x", "title": "X"}]}}), True),
    Form("G29", "a form without fields", form(), True),
    Form("J1.7", "a dialect that is not known", {**form(a={"type": "string"}), "$schema": "https://example.com/mine"}, False),
    Form("J1.8", "the dialect by its name", {**form(a={"type": "string"}), "$schema": "https://json-schema.org/draft/2020-12/schema"}, True),
    Form("J9.1r", "what is required is a field: stricter than Java", {**form(foo={"type": "string"}), "required": ["a"]}, False),
)  # fmt: skip

OPTION: Final = {"const": "#F00", "title": "Red"}
KINDS: Final = (
    Kind("J10.1", "an option", EnumOption, {"const": "#F00", "title": "Red"}, OPTION),
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
    Kind("J11.1", "a boolean", BooleanSchema, {"default": False}, {"type": "boolean", "default": False}),
    Kind("J11.2", "a number by default", NumberSchema, {"minimum": 0, "maximum": 1.5}, {"type": "number", "minimum": 0, "maximum": 1.5}),
    Kind("J11.2i", "an integer by its type", NumberSchema, {"type": "integer", "default": 3}, {"type": "integer", "default": 3}),
    Kind("J11.3", "a text", StringSchema, {"min_length": 1, "max_length": 9, "format": "email"}, {"type": "string", "minLength": 1, "maxLength": 9, "format": "email"}),
    Kind("J11.4", "a format that is none", StringSchema, {"format": "uuid"}, None),
    Kind("J6.13", "a default outside of its range: stricter than Java", NumberSchema, {"maximum": 1, "default": 2}, None),
    Kind("J6.2", "names that do not go with their values: stricter than Java", LegacyTitledEnumSchema, {"enum": ["a", "b"], "enum_names": ["A"]}, None),
)  # fmt: skip
