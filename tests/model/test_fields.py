"""What may stand in a form: everything when read that has the right JSON types, far less when built."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_elicit.forms.fields import (
    DIALECTS,
    every_fault,
    field_faults,
    kind_of_field,
    property_path,
    schema_faults,
)
from mcp_elicit.forms.formats import MAX_PATTERN_LENGTH
from mcp_elicit.forms.sound import is_sound

Json = dict[str, Any]

OPTIONS = [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]
KINDS: list[tuple[str, Json]] = [
    ("string", {"type": "string"}),
    ("number", {"type": "number"}),
    ("number", {"type": "integer"}),
    ("boolean", {"type": "boolean"}),
    ("enum", {"type": "string", "enum": ["a", "b"]}),
    ("titled_enum", {"type": "string", "oneOf": OPTIONS}),
    ("legacy_enum", {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}),
    ("multi_enum", {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
    ("titled_multi_enum", {"type": "array", "items": {"anyOf": OPTIONS}}),
]
OUTSIDE: list[Json] = [
    {},
    {"type": "object"},
    {"type": "object", "properties": {"x": {"type": "string"}}},
    {"type": "array"},
    {"type": "array", "items": {"type": "string"}},
    {"type": "array", "items": {"type": "integer", "enum": [1]}},
    {"type": "array", "items": {"type": "string", "format": "uri"}},
    {"type": "array", "items": [{"enum": ["a"]}]},
    {"type": "null"},
    {"type": None},
    {"type": ["string", "null"]},
    {"type": "vendor/file"},
    {"type": 1},
    {"$ref": "#/$defs/Fruit"},
    {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    {"enum": [1, 2]},
    {"enum": "ab"},
]


@pytest.mark.parametrize(("kind", "prop"), KINDS)
def test_each_of_the_eight_kinds_is_told_by_its_keywords(kind: str, prop: Json) -> None:
    """Spec: 2025-11-25, schema PrimitiveSchemaDefinition."""
    assert kind == kind_of_field(prop)
    assert [] == field_faults("", prop, strict=True)
    assert [] == field_faults("", prop, strict=False)


@pytest.mark.parametrize("prop", OUTSIDE)
def test_a_field_outside_the_subset_is_read_and_cannot_be_built(prop: Json) -> None:
    """Ours: a gateway must carry what it does not know; an author is told what to write instead."""
    assert kind_of_field(prop) is None
    assert [] == field_faults("", prop, strict=False)
    (fault,) = field_faults("x", prop, strict=True)
    assert fault.path == "x"
    assert fault.remedy


@pytest.mark.parametrize(
    ("prop", "remedy"),
    [
        ({"type": "object"}, "one by one"),
        ({"$ref": "#/$defs/X"}, "inline"),
        ({"type": "array", "items": {"type": "string"}}, "enum"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "required"),
        ({"type": ["string", "null"]}, "required"),
        ({}, '"type"'),
        ({"type": "file"}, "as text"),
        ({"type": {}}, "as text"),
    ],
)
def test_the_remedy_fits_what_was_written(prop: Json, remedy: str) -> None:
    """Ours."""
    (fault,) = field_faults("x", prop, strict=True)
    assert remedy in fault.remedy


@pytest.mark.parametrize("names", [{}, {"enumNames": ["A", "B"]}])
def test_an_enum_without_type_is_read_as_one_and_not_built(names: Json) -> None:
    """Ours: such forms are met; the specification requires the type."""
    prop = {"enum": ["a", "b"], **names}
    assert kind_of_field(prop) == ("legacy_enum" if names else "enum")
    assert [] == field_faults("", prop, strict=False)
    assert ["type"] == [fault.path for fault in field_faults("", prop, strict=True)]


WRONG_TYPES: list[tuple[Json, str]] = [
    ({"type": "string", "title": 1}, "title: expected string, got integer"),
    ({"type": "string", "description": []}, "description: expected string, got array"),
    ({"type": "string", "minLength": "1"}, "minLength: expected integer, got string"),
    ({"type": "string", "maxLength": 1.5}, "maxLength: expected integer, got number"),
    ({"type": "string", "format": 1}, "format: expected string, got integer"),
    ({"type": "string", "pattern": None}, "pattern: expected string, got null"),
    ({"type": "string", "default": 1}, "default: expected string, got integer"),
    ({"type": "number", "minimum": "0"}, "minimum: expected number, got string"),
    ({"type": "number", "maximum": True}, "maximum: expected number, got boolean"),
    ({"type": "number", "default": "0"}, "default: expected number, got string"),
    ({"type": "integer", "default": None}, "default: expected integer, got null"),
    ({"type": "boolean", "default": "false"}, "default: expected boolean, got string"),
    ({"type": "boolean", "default": 1}, "default: expected boolean, got integer"),
    ({"type": "string", "enum": None}, "enum: expected array of strings, got null"),
    ({"type": "string", "enum": ["ok", 1]}, "enum[1]: expected string, got integer"),
    ({"type": "string", "enum": ["a"], "default": 1}, "default: expected string, got integer"),
    ({"type": "string", "enum": ["a"], "enumNames": [True]}, "enumNames[0]: expected string, got boolean"),
    ({"type": "string", "oneOf": {}}, "oneOf: expected array of objects, got object"),
    ({"type": "string", "oneOf": ["a"]}, "oneOf[0]: expected object, got string"),
    (
        {"type": "string", "oneOf": [{"const": 1, "title": "A"}]},
        "oneOf[0].const: expected string, got integer",
    ),
    (
        {"type": "string", "oneOf": [{"const": "a", "title": 1}]},
        "oneOf[0].title: expected string, got integer",
    ),
    ({"type": "string", "oneOf": [{"title": "A"}]}, "oneOf[0].const: required, got nothing"),
    (
        {"type": "array", "items": {"enum": [1], "type": "string"}},
        "items.enum[0]: expected string, got integer",
    ),
    ({"type": "array", "items": {"anyOf": [1]}}, "items.anyOf[0]: expected object, got integer"),
    ({"type": "array", "items": {"anyOf": [{}]}}, "items.anyOf[0].const: required, got nothing"),
    (
        {"type": "array", "minItems": "1", "items": {"type": "string", "enum": ["a"]}},
        "minItems: expected integer, got string",
    ),
    (
        {"type": "array", "default": ["a", 1], "items": {"type": "string", "enum": ["a"]}},
        "default[1]: expected string, got integer",
    ),
    (
        {"type": "array", "default": "a", "items": {"type": "string", "enum": ["a"]}},
        "default: expected array of strings, got string",
    ),
]


@pytest.mark.parametrize(("prop", "sentence"), WRONG_TYPES)
def test_a_keyword_of_the_wrong_json_type_is_a_fault_in_reading_too(prop: Json, sentence: str) -> None:
    """Spec: the published schemas type these keywords."""
    assert any(str(fault).startswith(sentence) for fault in field_faults("", prop, strict=False))
    assert any(str(fault).startswith(sentence) for fault in field_faults("", prop, strict=True))
    assert not is_sound({"type": "object", "properties": {"x": prop}})


TOLERATED: list[Json] = [
    {"type": "string", "x-vendor": {"a": 1}},
    {"type": "string", "const": "yes"},
    {"type": "string", "format": "phone"},
    {"type": "string", "minLength": -1},
    {"type": "string", "minLength": 10, "maxLength": 5},
    {"type": "string", "pattern": "(?=a)"},
    {"type": "number", "enum": None},
    {"type": "integer", "enum": [1, 2]},
    {"type": "integer", "default": 1.5},
    {"type": "number", "minimum": 5, "maximum": 1},
    {"type": "string", "enum": []},
    {"type": "string", "enum": ["a", "a"]},
    {"type": "string", "enum": ["a", "b"], "enumNames": ["A"]},
    {"type": "string", "oneOf": [{"const": "a"}]},
    {"type": "string", "oneOf": [{"const": "a", "title": "A", "description": "first"}]},
    {"type": "array", "items": {"enum": ["a"]}},
    {"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 2},
    {"type": "array", "items": {"type": "string", "enum": ["a"]}, "uniqueItems": True},
    {"type": "string", "enum": ["a"], "default": "b"},
]


@pytest.mark.parametrize("prop", TOLERATED)
def test_what_a_peer_may_say_an_author_may_not(prop: Json) -> None:
    """Ours: strict in building, lenient in reading; every refusal names a remedy."""
    assert [] == field_faults("", prop, strict=False)
    faults = field_faults("", prop, strict=True)
    assert faults
    assert all(fault.remedy for fault in faults)


MULTI: Json = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}
REFUSED: list[tuple[Json, str]] = [
    ({"type": "string", "format": "password"}, "format"),
    ({"type": "string", "minLength": -1}, "minLength"),
    ({"type": "string", "maxLength": -1}, "maxLength"),
    ({"type": "string", "minLength": 2, "maxLength": 1}, "minLength"),
    ({"type": "string", "minLength": 2**64}, "minLength"),
    ({"type": "string", "pattern": "(a)\\1"}, "pattern"),
    ({"type": "string", "pattern": "("}, "pattern"),
    ({"type": "string", "pattern": "a" * (MAX_PATTERN_LENGTH + 1)}, "pattern"),
    ({"type": "string", "default": "x", "minLength": 2}, "default"),
    ({"type": "string", "default": "xyz", "maxLength": 2}, "default"),
    ({"type": "string", "default": "x", "format": "email"}, "default"),
    ({"type": "string", "default": "x", "pattern": "^y$"}, "default"),
    ({"type": "string", "minimum": 1}, "minimum"),
    ({"type": "number", "minLength": 1}, "minLength"),
    ({"type": "number", "minimum": 2, "maximum": 1}, "minimum"),
    ({"type": "number", "minimum": float("nan")}, "minimum"),
    ({"type": "number", "maximum": float("inf")}, "maximum"),
    ({"type": "number", "minimum": -(2**63) - 1}, "minimum"),
    ({"type": "number", "default": float("inf")}, "default"),
    ({"type": "number", "default": 2**64}, "default"),
    ({"type": "number", "default": 0, "minimum": 1}, "default"),
    ({"type": "number", "default": 2, "maximum": 1}, "default"),
    ({"type": "integer", "default": 1.5}, "default"),
    ({"type": "boolean", "enum": [True]}, "enum"),
    ({"type": "string", "enum": []}, "enum"),
    ({"type": "string", "enum": ["a", "a"]}, "enum[1]"),
    ({"type": "string", "enum": ["a", " "]}, "enum[1]"),
    ({"type": "string", "enum": ["a"], "default": "b"}, "default"),
    ({"type": "string", "enum": ["a"], "pattern": "a"}, "pattern"),
    ({"type": "string", "enum": ["a"], "oneOf": OPTIONS}, "oneOf"),
    ({"type": "string", "oneOf": []}, "oneOf"),
    ({"type": "string", "oneOf": [*OPTIONS, OPTIONS[0]]}, "oneOf[2].const"),
    ({"type": "string", "oneOf": [{"const": "a"}]}, "oneOf[0].title"),
    ({"type": "string", "oneOf": [{"const": "", "title": "None"}]}, "oneOf[0].const"),
    ({"type": "string", "oneOf": [{**OPTIONS[0], "description": "d"}]}, "oneOf[0].description"),
    ({"type": "string", "oneOf": OPTIONS, "default": "A"}, "default"),
    ({"type": "string", "enum": ["a"], "enumNames": []}, "enumNames"),
    ({**MULTI, "minItems": 2, "maxItems": 1}, "minItems"),
    ({**MULTI, "minItems": -1}, "minItems"),
    ({**MULTI, "minItems": 3}, "minItems"),
    ({**MULTI, "default": ["c"]}, "default[0]"),
    ({**MULTI, "default": [], "minItems": 1}, "default"),
    ({**MULTI, "uniqueItems": True}, "uniqueItems"),
    ({"type": "array", "items": {"enum": ["a"]}}, "items.type"),
    ({"type": "array", "items": {"type": "string", "enum": ["a"], "title": "T"}}, "items.title"),
    ({"type": "array", "items": {"anyOf": OPTIONS, "type": "string"}}, "items.type"),
    ({"type": "array", "items": {"anyOf": []}}, "items.anyOf"),
]


@pytest.mark.parametrize(("prop", "path"), REFUSED)
def test_a_field_that_makes_no_sense_is_not_built(prop: Json, path: str) -> None:
    """Ours: a field is checked when built, each fault with its place and a remedy."""
    (fault,) = field_faults("f", prop, strict=True)
    assert f"f.{path}" == fault.path
    assert fault.remedy


@pytest.mark.parametrize(
    "prop",
    [
        {"type": "string", "title": "", "description": "", "minLength": 0, "maxLength": 0, "default": ""},
        {"type": "string", "minLength": 3.0},
        {"type": "string", "format": "date", "default": "2026-02-28"},
        {"type": "string", "pattern": "^\\d+$", "default": "12"},
        {"type": "integer", "minimum": 1, "maximum": 1, "default": 1.0},
        {"type": "number", "minimum": -(2**63), "maximum": 2**64 - 1, "default": 0.5},
        {"type": "integer", "minimum": 0.5},
        {"type": "boolean", "default": False},
        {**MULTI, "minItems": 0, "maxItems": 9, "default": ["b", "a"]},
    ],
)
def test_a_field_at_its_limits_is_built(prop: Json) -> None:
    """Spec: nothing forbids these."""
    assert [] == field_faults("", prop, strict=True)


def test_every_fault_of_a_field_is_told_at_once() -> None:
    """Ours."""
    prop = {"type": "string", "format": "phone", "minLength": -1, "pattern": "("}
    assert ["minLength", "format", "pattern"] == [fault.path for fault in field_faults("", prop, strict=True)]


FIELD: Json = {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "path", "when"),
    [
        ({}, "type", "read"),
        ({"properties": {}}, "type", "read"),
        ({"type": "array", "properties": {}}, "type", "read"),
        ({"type": None, "properties": {}}, "type", "read"),
        ({"type": "object"}, "properties", "read"),
        ({"type": "object", "properties": []}, "properties", "read"),
        ({"type": "object", "properties": None}, "properties", "read"),
        ({"type": "object", "properties": {"a": "string"}}, "properties.a", "read"),
        ({"type": "object", "properties": {"a": FIELD}, "required": "a"}, "required", "read"),
        ({"type": "object", "properties": {"a": FIELD}, "required": [["a"]]}, "required[0]", "read"),
        ({"type": "object", "properties": {}, "$schema": 1}, "$schema", "read"),
        ({"type": "object", "properties": {}, "title": 1}, "title", "read"),
        ({"type": "object", "properties": {"a": FIELD}, "required": ["b"]}, "required", "built"),
        ({"type": "object", "properties": {"a": FIELD}, "required": ["a", "a"]}, "required", "built"),
        (
            {"type": "object", "properties": {}, "$schema": "http://json-schema.org/draft-07/schema#"},
            "$schema",
            "built",
        ),
        (
            {"type": "object", "properties": {}, "additionalProperties": False},
            "additionalProperties",
            "built",
        ),
        ({"type": "object", "properties": {}, "$defs": {}}, "$defs", "built"),
    ],
)
def test_a_form_with_a_fault_says_where(schema: Json, path: str, when: str) -> None:
    """Spec for what is read; ours, stricter, for what is built."""
    strict = schema_faults(schema, strict=True)
    assert f"requestedSchema.{path}" in [fault.path for fault in strict]
    assert all(fault.remedy for fault in strict)
    lenient = [fault.path for fault in schema_faults(schema, strict=False)]
    assert (f"requestedSchema.{path}" in lenient) == (when == "read")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_form_may_name_its_dialect_and_carry_hints(dialect: str) -> None:
    """Spec: 2020-12 is the dialect of MCP; hints are dropped when written."""
    schema = {
        "type": "object",
        "$schema": dialect,
        "title": "T",
        "description": "D",
        "x-a": 1,
        "properties": {},
    }
    assert [] == schema_faults(schema, strict=True)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("age", "requestedSchema.properties.age"),
        ("class", "requestedSchema.properties.class"),
        ("__proto__", "requestedSchema.properties.__proto__"),
        ("first-name", "requestedSchema.properties['first-name']"),
        ("", "requestedSchema.properties['']"),
        ("🙂", "requestedSchema.properties['🙂']"),
        ("a\nb", "requestedSchema.properties['a\\nb']"),
    ],
)
def test_a_property_may_have_any_name(name: str, path: str) -> None:
    """Ours: what is no identifier stands in brackets."""
    schema = {"type": "object", "properties": {name: {"type": "number", "minimum": 2, "maximum": 1}}}
    assert path == property_path(name)
    assert [f"{path}.minimum"] == [fault.path for fault in schema_faults(schema, strict=True)]
    outside = {"type": "object", "properties": {name: {}}}
    assert [path] == [fault.path for fault in schema_faults(outside, strict=True)]


FIELDS = st.one_of(
    *[st.sampled_from(table) for table in ([p for _, p in KINDS], OUTSIDE, TOLERATED)],
    st.sampled_from([prop for prop, _ in WRONG_TYPES + REFUSED]),
)
FORMS = st.fixed_dictionaries(
    {"type": st.sampled_from(["object", "object", "object", 1])},
    optional={
        "properties": st.dictionaries(st.sampled_from(["a", "first-name"]), FIELDS, max_size=2),
        "required": st.sampled_from([[], ["a"], [1], "a"]),
        "$schema": st.sampled_from(["x", 1]),
        "title": st.sampled_from(["T", None]),
        "extra": st.none(),
    },
)


@given(FORMS)
def test_the_quick_look_passes_only_what_reading_passes(schema: Json) -> None:
    """Ours: speed changes no verdict."""
    faults = every_fault(schema, strict=False)
    assert faults == schema_faults(schema, strict=False)
    if is_sound(schema):
        assert [] == faults


@pytest.mark.parametrize(("kind", "prop"), KINDS)
def test_the_quick_look_knows_every_kind(kind: str, prop: Json) -> None:
    """Ours: a form of the subset is never looked at twice."""
    assert is_sound({"type": "object", "properties": {kind: prop}, "required": [kind], "title": "T"})
    assert not is_sound({"type": "object", "properties": {kind: {**prop, "title": 1}}})
