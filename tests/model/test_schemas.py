"""The form as types: built from keywords or read from JSON, frozen, equal by value."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, ValidationError

from mcp_elicit import (
    BooleanSchema,
    EnumOption,
    LegacyTitledEnumSchema,
    NotSendableError,
    NumberSchema,
    PeerError,
    RequestedSchema,
    RequestError,
    StringSchema,
    TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
)
from mcp_elicit.forms.schemas import OtherSchema

Json = dict[str, Any]

OPTIONS: list[Json] = [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]
TITLES = {"a": "A", "b": "B"}

BUILT: list[tuple[Any, Json]] = [
    (StringSchema(), {"type": "string"}),
    (
        StringSchema(
            title="T", description="D", min_length=0, max_length=9, format="email", pattern="@", default="a@b"
        ),
        {
            "type": "string",
            "title": "T",
            "description": "D",
            "minLength": 0,
            "maxLength": 9,
            "format": "email",
            "pattern": "@",
            "default": "a@b",
        },
    ),
    (NumberSchema(), {"type": "number"}),
    (
        NumberSchema(type="integer", minimum=0, maximum=9, default=0),
        {"type": "integer", "minimum": 0, "maximum": 9, "default": 0},
    ),
    (BooleanSchema(default=False), {"type": "boolean", "default": False}),
    (
        UntitledSingleSelectEnumSchema(enum=["a"], default="a"),
        {"type": "string", "enum": ["a"], "default": "a"},
    ),
    (
        TitledSingleSelectEnumSchema(
            one_of=[EnumOption(const="a", title="A"), EnumOption(const="b", title="B")]
        ),
        {"type": "string", "oneOf": OPTIONS},
    ),
    (
        TitledSingleSelectEnumSchema.of(TITLES, default="b"),
        {"type": "string", "oneOf": OPTIONS, "default": "b"},
    ),
    (
        LegacyTitledEnumSchema(enum=("a", "b"), enum_names=("A", "B")),
        {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]},
    ),
    (
        UntitledMultiSelectEnumSchema(items={"type": "string", "enum": ["a"]}, min_items=1),
        {"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 1},
    ),
    (
        UntitledMultiSelectEnumSchema.of(["a", "b"], title="T", max_items=2, default=["b"]),
        {
            "type": "array",
            "title": "T",
            "items": {"type": "string", "enum": ["a", "b"]},
            "maxItems": 2,
            "default": ["b"],
        },
    ),
    (
        TitledMultiSelectEnumSchema(items={"anyOf": [EnumOption(const="a", title="A")]}),
        {"type": "array", "items": {"anyOf": OPTIONS[:1]}},
    ),
    (
        TitledMultiSelectEnumSchema.of(TITLES, description="D", min_items=0, default=[]),
        {"type": "array", "description": "D", "items": {"anyOf": OPTIONS}, "minItems": 0, "default": []},
    ),
]
CONTACT = RequestedSchema(
    properties={
        "first-name": StringSchema(min_length=1),
        "age": NumberSchema(type="integer", minimum=18, default=30),
        "plan": TitledSingleSelectEnumSchema.of(TITLES),
        "tags": UntitledMultiSelectEnumSchema.of(["x", "y"], default=["x"]),
    },
    required=["age"],
)


@pytest.mark.parametrize(("schema", "wire"), BUILT)
def test_a_field_is_the_json_that_the_specification_shows(schema: Any, wire: Json) -> None:
    """Spec: 2025-11-25, client/elicitation#requested-schema."""
    assert wire == schema.to_json_object()
    assert wire == schema.to_wire("2025-11-25")
    again = type(schema).from_wire(wire)
    assert schema == again
    assert hash(schema) == hash(again)
    assert wire == type(schema)(**wire).to_json_object()


@pytest.mark.parametrize(("schema", "wire"), BUILT)
def test_a_field_can_be_pickled_and_copied_and_not_changed(schema: Any, wire: Json) -> None:
    """Ours: frozen, equal by value."""
    assert schema == pickle.loads(pickle.dumps(schema))
    assert schema == copy.deepcopy(schema)
    assert schema == schema.model_copy()
    assert schema == type(schema).from_wire(wire).model_copy()
    with pytest.raises(ValidationError):
        schema.title = "other"


@pytest.mark.parametrize(
    ("schema", "choices"),
    [
        (UntitledSingleSelectEnumSchema(enum=["a", "b"]), ("a", "b")),
        (TitledSingleSelectEnumSchema.of(TITLES), ("a", "b")),
        (LegacyTitledEnumSchema(enum=["a"], enum_names=["A"]), ("a",)),
        (UntitledMultiSelectEnumSchema.of(["a", "b"]), ("a", "b")),
        (TitledMultiSelectEnumSchema.of(TITLES), ("a", "b")),
    ],
)
def test_a_choice_tells_its_values(schema: Any, choices: tuple[str, ...]) -> None:
    """Ours."""
    assert choices == schema.choices


@pytest.mark.parametrize(
    ("build", "paths"),
    [
        (lambda: StringSchema(format="password"), ["format"]),  # type: ignore[arg-type]  # what a checker refuses too
        (lambda: StringSchema(min_length=3, max_length=1), ["minLength"]),
        (lambda: NumberSchema(type="string"), ["type"]),  # type: ignore[arg-type]  # as above
        (lambda: NumberSchema(minimum=1, default=0), ["default"]),
        (lambda: UntitledSingleSelectEnumSchema(), ["enum"]),  # type: ignore[call-arg]  # as above
        (lambda: UntitledSingleSelectEnumSchema(enum=[]), ["enum"]),
        (lambda: TitledSingleSelectEnumSchema.of({}), ["oneOf"]),
        (lambda: TitledSingleSelectEnumSchema.of(["a"]), ["titles"]),  # type: ignore[arg-type]  # as above
        (lambda: TitledSingleSelectEnumSchema.of(None), ["titles"]),  # type: ignore[arg-type]  # as above
        (lambda: TitledMultiSelectEnumSchema.of(["a"]), ["titles"]),  # type: ignore[arg-type]  # as above
        (lambda: TitledMultiSelectEnumSchema.of({"a": 5}), ["items.anyOf[0].title"]),  # type: ignore[dict-item]  # as above
        (lambda: UntitledMultiSelectEnumSchema.of(None), ["items.enum"]),  # type: ignore[arg-type]  # as above
        (lambda: RequestedSchema.from_model(BaseModel), ["BaseModel"]),
        (lambda: RequestedSchema.from_model(5), ["int"]),  # type: ignore[arg-type]  # as above
        (
            lambda: RequestedSchema(properties={"a": {"type": "string", "title": "\ud800"}}),  # type: ignore[dict-item]  # as above
            ["requestedSchema.properties.a.title"],
        ),
        (lambda: TitledSingleSelectEnumSchema.of({"": "None"}), ["oneOf[0].const"]),
        (lambda: LegacyTitledEnumSchema(enum=["a"], enum_names=[]), ["enumNames"]),
        (lambda: UntitledMultiSelectEnumSchema.of(["a"], min_items=2), ["minItems"]),
        (lambda: UntitledMultiSelectEnumSchema(items={"anyOf": OPTIONS}), ["type"]),
        (lambda: TitledMultiSelectEnumSchema(items={}), [""]),
        (lambda: StringSchema(minimum=1), ["minimum"]),  # type: ignore[call-arg]  # as above
        (lambda: EnumOption(const="a"), ["title"]),  # type: ignore[call-arg]  # as above
        (lambda: OtherSchema(title="T"), [""]),
        (lambda: RequestedSchema(), ["requestedSchema.properties"]),  # type: ignore[call-arg]  # as above
        (lambda: RequestedSchema(properties={}, required=["a"]), ["requestedSchema.required"]),
        (lambda: RequestedSchema(properties={}, dialect="x"), ["requestedSchema.$schema"]),
        (
            lambda: RequestedSchema(properties={"a b": OtherSchema.from_wire({"type": "object"})}),
            ["requestedSchema.properties['a b']"],
        ),
        (lambda: CONTACT.model_copy(update={"required": ["nobody"]}), ["requestedSchema.required"]),
        (lambda: StringSchema().model_copy(update={"pattern": "("}), ["pattern"]),
        (lambda: NumberSchema.model_construct(minimum="1"), ["minimum"]),
    ],
)
def test_what_makes_no_form_does_not_build(build: Callable[[], object], paths: list[str]) -> None:
    """Ours: a kind is checked when built, and there is no way around it."""
    with pytest.raises(RequestError) as caught:
        build()
    assert paths == [fault.path for fault in caught.value.faults]
    assert all(fault.remedy for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("read", "wire"),
    [
        (StringSchema.from_wire, {"type": "number"}),
        (StringSchema.from_wire, {"type": "string", "title": 1}),
        (NumberSchema.from_wire, {"type": "integer", "minimum": "1"}),
        (UntitledSingleSelectEnumSchema.from_wire, {"type": "string"}),
        (TitledSingleSelectEnumSchema.from_wire, {"type": "string", "oneOf": [{"title": "A"}]}),
        (EnumOption.from_wire, {"title": "A"}),
        (RequestedSchema.from_wire, {"type": "object"}),
        (
            RequestedSchema.from_wire,
            {"type": "object", "properties": {"a": {"type": "boolean", "default": 1}}},
        ),
        (RequestedSchema.from_wire, {"properties": {}}),
    ],
)
def test_json_types_that_the_specification_forbids_are_the_peers_error(
    read: Callable[[Json], object], wire: Json
) -> None:
    """Spec: the published schemas."""
    with pytest.raises(PeerError):
        read(wire)


def test_what_a_peer_may_not_say_is_read_and_kept() -> None:
    """Ours: lenient in reading; a choice without its title shows its value, an enum without type is text."""
    wire: Json = {
        "type": "object",
        "title": "T",
        "x-hint": [1],
        "properties": {
            "a": {"type": "object", "properties": {}},
            "b": {"enum": ["x"]},
            "c": {"type": "string", "format": "phone", "x-c": {}},
            "d": {"type": "string", "oneOf": [{"const": "x", "description": "d"}]},
        },
        "required": ["nowhere"],
    }
    schema = RequestedSchema.from_wire(wire)
    assert isinstance(schema.properties["a"], OtherSchema)
    assert {
        **wire,
        "properties": {
            **wire["properties"],
            "b": {"type": "string", "enum": ["x"]},
            "d": {"type": "string", "oneOf": [{"const": "x", "title": "x", "description": "d"}]},
        },
    } == schema.to_json_object()
    assert schema == RequestedSchema.from_wire(schema.to_json_object())
    assert ["$.b: expected one of 'x', got integer", "$.nowhere: required, got nothing"] == list(
        map(str, schema.check({"a": [1], "b": 1}))
    )


def test_a_form_reads_as_types() -> None:
    """Ours: the order of the properties is the order shown."""
    assert ["first-name", "age", "plan", "tags"] == list(CONTACT.properties)
    read = RequestedSchema.from_json(CONTACT.to_json("2025-11-25"))
    assert read == CONTACT
    assert hash(read) == hash(CONTACT)
    plan = read.properties["plan"]
    assert isinstance(plan, TitledSingleSelectEnumSchema)
    assert ["A", "B"] == [option.title for option in plan.one_of]
    assert ["age"] == read.required


def test_a_form_takes_plain_json_for_its_fields() -> None:
    """Ours: code written for an SDK moves over."""
    plain: Any = {"a": {"type": "string", "minLength": 1}}
    assert RequestedSchema(properties=plain) == RequestedSchema(properties={"a": StringSchema(min_length=1)})


def test_a_form_cannot_be_changed_from_outside() -> None:
    """Ours: what went in is copied, what comes out is a copy or frozen."""
    properties: Json = {"a": StringSchema()}
    schema = RequestedSchema(properties=properties)
    properties["b"] = StringSchema()
    schema.to_json_object()["properties"]["c"] = {}
    assert ["a"] == list(schema.properties)
    with pytest.raises(TypeError):
        schema.properties["b"] = StringSchema()  # type: ignore[index]  # what a checker refuses too


def test_a_form_is_written_for_a_version_or_says_why_not() -> None:
    """Spec: 2025-06-18 has no multi-select, and titles by enumNames."""
    with pytest.raises(NotSendableError) as caught:
        CONTACT.to_wire("2025-06-18")
    assert ["requestedSchema.properties.tags"] == [path for path, _ in caught.value.reasons]
    with pytest.raises(NotSendableError):
        StringSchema().to_wire("2025-03-26")
    plan = CONTACT.properties["plan"]
    assert {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]} == plan.to_wire("2025-06-18")
    assert {"const": "a", "title": "A"} == EnumOption(const="a", title="A").to_wire("2025-11-25")


def test_a_form_checks_answers_and_fills_defaults() -> None:
    """Ours: the form is compiled once, and travels with copies."""
    content = {"first-name": "", "plan": "A"}
    told = [
        "$['first-name']: expected string with length >= 1, got string",
        "$.age: required, got nothing",
        "$.plan: expected one of 'a', 'b', got string",
    ]
    assert told == list(map(str, CONTACT.check(content)))
    assert told == list(map(str, pickle.loads(pickle.dumps(CONTACT)).check(content)))
    assert {"first-name": "", "plan": "A", "age": 30, "tags": ["x"]} == CONTACT.with_defaults(content)
    assert CONTACT.check(None) == CONTACT.check({}) != ()


def test_pydantic_dumps_a_form_as_its_json() -> None:
    """Ours: a wire model is a pydantic model."""
    assert CONTACT.to_json_object() == CONTACT.model_dump()
    assert EnumOption(const="a", title="A").model_dump_json() == '{"const":"a","title":"A"}'


class Order(BaseModel):
    """What a form cannot say in full: an even number of boxes."""

    boxes: Annotated[int, Field(multiple_of=2, ge=2)]
    note: str = ""


@pytest.mark.parametrize(
    ("content", "paths"),
    [
        ({"boxes": 4}, []),
        ({"boxes": 3}, ["$.boxes"]),
        ({"boxes": 1}, ["$.boxes"]),
        ({"boxes": 3, "note": 1}, ["$.note", "$.boxes"]),
        ({"note": "x"}, ["$.boxes"]),
        (None, ["$.boxes"]),
        ([], ["$"]),
    ],
)
def test_a_form_made_from_a_class_demands_all_that_the_class_demands(content: Any, paths: list[str]) -> None:
    """Ours: what was held back from the wire is enforced on the answer, told once."""
    schema = RequestedSchema.from_model(Order)
    assert "multipleOf" not in str(schema.to_json_object())
    for same in (schema, pickle.loads(pickle.dumps(schema)), copy.copy(schema), schema.model_copy()):
        assert paths == [problem.path for problem in same.check(content)]


def test_a_changed_copy_is_no_longer_the_form_of_its_class() -> None:
    """Ours: nobody knows what the class would demand of other fields."""
    changed = RequestedSchema.from_model(Order).model_copy(
        update={"properties": {"n": NumberSchema()}, "required": []}
    )
    assert () == changed.check({"n": 3})
