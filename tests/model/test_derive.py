"""Python types to forms and back: what goes on the wire, what is kept back, what is refused."""

from __future__ import annotations

import gc
import pickle
import re
import weakref
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import (  # noqa: UP035  # old spellings are met
    Annotated,
    Any,
    Dict,
    Generic,
    List,
    Literal,
    NewType,
    Optional,
    Set,
    TypeVar,
    Union,
)
from uuid import UUID, uuid4

import pytest
from annotated_types import Interval, Len, MultipleOf
from hypothesis import given
from hypothesis import strategies as st
from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasPath,
    AnyHttpUrl,
    AnyUrl,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    EmailStr,
    Field,
    FutureDate,
    HttpUrl,
    NaiveDatetime,
    PastDate,
    PositiveInt,
    PostgresDsn,
    RootModel,
    SecretStr,
    StrictInt,
    StringConstraints,
    create_model,
    field_validator,
    model_validator,
)
from pydantic import dataclasses as pydantic_dataclasses
from typing_extensions import NamedTuple, TypeAliasType, TypedDict

from mcp_elicit.errors import InvalidAnswerError, RequestError, UnsupportedFieldError
from mcp_elicit.forms.derive import DerivedForm, Titles, derive, derive_form, derive_scalar
from mcp_elicit.forms.fields import schema_faults

T = TypeVar("T")


class Color(Enum):
    RED = "#F00"
    GREEN = "#0F0"


class Size(str, Enum):
    SMALL = "s"
    LARGE = "l"


class Level(IntEnum):
    LOW = 1


class Empty(Enum):
    pass


class Nested(BaseModel):
    x: int


class Shape(TypedDict):
    x: int


class Point(NamedTuple):
    x: int


class Sku(str):
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Callable[[Any], Any]) -> Any:
        return handler(str)


class PaymentCardNumber(Sku):
    pass


@pydantic_dataclasses.dataclass
class Record:
    x: int


UserName = NewType("UserName", str)
Weekday = TypeAliasType("Weekday", Literal["mon", "tue"])
Among = TypeAliasType("Among", List[T], type_params=(T,))  # noqa: UP006


def field(annotation: Any, **keywords: Any) -> dict[str, Any]:
    """The property of one field x, its schema found sound."""
    return form_of(annotation, **keywords).schema["properties"]["x"]  # type: ignore[no-any-return]  # raw JSON


def form_of(annotation: Any, **keywords: Any) -> DerivedForm[BaseModel]:
    form = derive_form(create_model("Model", x=(annotation, Field(**keywords))))
    assert [] == schema_faults(form.schema, strict=True)
    return form


SIZES = [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]


@pytest.mark.parametrize(
    ("prop", "annotation"),
    [
        ({"type": "string"}, str),
        ({"type": "integer"}, int),
        ({"type": "number"}, float),
        ({"type": "boolean"}, bool),
        ({"type": "string", "format": "date"}, date),
        ({"type": "string", "format": "date"}, PastDate),
        ({"type": "string", "format": "date"}, FutureDate),
        ({"type": "string", "format": "date-time"}, datetime),
        ({"type": "string", "format": "date-time"}, AwareDatetime),
        ({"type": "string", "format": "email"}, EmailStr),
        ({"type": "string", "format": "email", "maxLength": 9}, Annotated[EmailStr, Field(max_length=9)]),
        ({"type": "string", "format": "uri"}, AnyUrl),
        ({"type": "string", "format": "uri"}, HttpUrl),
        ({"type": "string", "format": "uri"}, AnyHttpUrl),
        ({"type": "string"}, UserName),
        ({"type": "string"}, Sku),
        ({"type": "integer"}, StrictInt),
        ({"type": "string", "enum": ["a", "b"]}, Literal["a", "b"]),
        ({"type": "string", "enum": ["a"]}, Literal["a", "a"]),
        ({"type": "string", "enum": ["a"]}, Literal["a", None]),
        ({"type": "string", "enum": ["#F00"]}, Literal[Color.RED]),
        ({"type": "string", "enum": ["mon", "tue"]}, Weekday),
        ({"type": "string", "enum": ["#F00", "#0F0"]}, Color),
        ({"type": "string", "enum": ["s", "l"]}, Size),
        (
            {"type": "string", "oneOf": SIZES},
            Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})],
        ),
        (
            {"type": "string", "oneOf": SIZES},
            Annotated[Size, Titles({Size.SMALL: "Small", Size.LARGE: "Large"})],
        ),
        (
            {"type": "string", "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "l"}]},
            Annotated[Size, Titles({"s": "Small"})],
        ),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, list[Literal["a", "b"]]),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, List[Literal["a", "b"]]),  # noqa: UP006
        ({"type": "array", "items": {"type": "string", "enum": ["mon", "tue"]}}, Among[Weekday]),
        ({"type": "array", "items": {"type": "string", "enum": ["s", "l"]}}, set[Size]),
        ({"type": "array", "items": {"type": "string", "enum": ["s", "l"]}}, Set[Size]),  # noqa: UP006
        ({"type": "array", "items": {"type": "string", "enum": ["s", "l"]}}, frozenset[Size]),
        (
            {"type": "array", "items": {"anyOf": SIZES}},
            list[Annotated[Size, Titles({"s": "Small", "l": "Large"})]],
        ),
        (
            {"type": "array", "items": {"anyOf": SIZES}, "minItems": 1, "maxItems": 2},
            Annotated[set[Size], Titles({"s": "Small", "l": "Large"}), Field(min_length=1, max_length=2)],
        ),
        (
            {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}, "minItems": 1},
            Annotated[list[Size], Len(1)],
        ),
        ({"type": "integer", "minimum": 1}, PositiveInt),
        ({"type": "integer", "minimum": 1}, Annotated[int, Field(gt=0)]),
        ({"type": "integer", "minimum": 1}, Annotated[int, Field(gt=0.0)]),
        ({"type": "integer", "maximum": 9}, Annotated[int, Field(lt=10)]),
        ({"type": "integer", "minimum": 2, "maximum": 3}, Annotated[int, Field(ge=2.0, le=3)]),
        (
            {"type": "integer", "minimum": 5, "maximum": 6},
            Annotated[int, Interval(gt=4, lt=9), Field(ge=2, le=6)],
        ),
        ({"type": "integer"}, Annotated[int, MultipleOf(5)]),
        ({"type": "number", "minimum": 0.5, "maximum": 2}, Annotated[float, Field(ge=0.5, le=2)]),
        ({"type": "number", "minimum": 0.5}, Annotated[float, Field(ge=Decimal("0.5"))]),
        ({"type": "number"}, Annotated[float, Field(gt=0, lt=1)]),
        (
            {"type": "string", "minLength": 1, "maxLength": 9},
            Annotated[str, Field(min_length=1, max_length=9)],
        ),
        ({"type": "string"}, Annotated[str, Field(min_length=0)]),
        (
            {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"},
            Annotated[str, StringConstraints(min_length=2, pattern="^[a-z]+$", strip_whitespace=True)],
        ),
        ({"type": "string", "pattern": "a"}, Annotated[str, Field(pattern=re.compile("a"))]),
        ({"type": "string"}, Annotated[str, Field(pattern=re.compile("a", re.IGNORECASE))]),
        ({"type": "string"}, Annotated[str, Field(pattern="(?i)a")]),
        ({"type": "string"}, Annotated[str, Field(pattern=r"\Aa\z")]),
        ({"type": "string", "pattern": "(?:a)"}, Annotated[str, Field(pattern="(?:a)")]),
        ({"type": "string"}, Annotated[str, AfterValidator(str.strip)]),
        ({"type": "integer", "minimum": 1}, Optional[Annotated[int, Field(gt=0)]]),  # noqa: UP045
        ({"type": "integer"}, int | None),
        ({"type": "string"}, Annotated[UserName | None, "a note"]),
        ({"type": "integer", "title": "Inner"}, Annotated[int, Field(title="Inner")] | None),
    ],
)
def test_a_type_becomes_a_property(prop: dict[str, Any], annotation: Any) -> None:
    """Ours: inline, never a reference; what the subset cannot say is not said."""
    assert prop == field(annotation)


@pytest.mark.parametrize(
    ("prop", "annotation", "keywords"),
    [
        ({"type": "string", "title": "T", "description": "D"}, str, {"title": "T", "description": "D"}),
        (
            {"type": "string", "title": "Outer"},
            Annotated[str, Field(title="Inner")] | None,
            {"title": "Outer"},
        ),
        ({"type": "string", "default": "a"}, str, {"default": "a"}),
        ({"type": "integer", "default": 0}, int, {"default": 0}),
        ({"type": "boolean", "default": False}, bool, {"default": False}),
        ({"type": "string"}, str | None, {"default": None}),
        ({"type": "integer", "default": 5}, int | None, {"default": 5}),
        ({"type": "string", "enum": ["s", "l"], "default": "l"}, Size, {"default": Size.LARGE}),
        ({"type": "string", "format": "date", "default": "2026-01-31"}, date, {"default": date(2026, 1, 31)}),
        (
            {"type": "string", "format": "date-time", "default": "2026-01-31T10:00:00+00:00"},
            datetime,
            {"default": datetime(2026, 1, 31, 10, tzinfo=timezone.utc)},
        ),
        ({"type": "string", "format": "date-time"}, datetime, {"default": datetime(2026, 1, 31)}),
        (
            {"type": "string", "format": "uri", "default": "https://a.example/"},
            AnyUrl,
            {"default": AnyUrl("https://a.example")},
        ),
        (
            {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}, "default": ["s", "l"]},
            set[Size],
            {"default": {Size.LARGE, Size.SMALL}},
        ),
        (
            {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}, "default": ["l"]},
            list[Size],
            {"default_factory": lambda: [Size.LARGE]},
        ),
        ({"type": "string"}, str, {"default_factory": lambda: uuid4().hex}),
        ({"type": "string"}, str | None, {"default_factory": lambda: None}),
        ({"type": "string"}, str, {"default_factory": lambda data: "a"}),
        ({"type": "string", "oneOf": SIZES}, str, {"json_schema_extra": {"oneOf": SIZES, "x-order": 1}}),
        (
            {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]},
            Size,
            {"json_schema_extra": {"enumNames": ["Small", "Large"]}},
        ),
        (
            {"type": "array", "items": {"anyOf": SIZES}, "maxItems": 1},
            list[str],
            {"json_schema_extra": {"items": {"anyOf": SIZES}}, "max_length": 1},
        ),
        (
            {"type": "string", "format": "uri"},
            str,
            {"json_schema_extra": lambda prop: prop.update(format="uri")},
        ),
        ({"type": "string"}, str, {"examples": ["a"], "deprecated": True}),
    ],
)
def test_what_a_field_says_of_itself_goes_along(
    prop: dict[str, Any], annotation: Any, keywords: dict[str, Any]
) -> None:
    """Ours: titles, descriptions, defaults; choices in json_schema_extra as written for SDK 1.x."""
    assert prop == field(annotation, **keywords)


class Booking(BaseModel):
    """A docstring that is not for the person."""

    model_config = ConfigDict(title="Not for the person either")

    guests: int = Field(gt=0)
    note: str | None
    first_name: str = Field(alias="first-name")
    day: date | None = None
    tags: list[Literal["a", "b"]] = []
    class_: str = Field("eco", validation_alias=AliasChoices("class", "cls"))


def test_a_model_becomes_a_flat_form_in_the_order_of_its_fields() -> None:
    """Ours: wire names are aliases; what may be left out is not required; no title on top."""
    assert {
        "type": "object",
        "properties": {
            "guests": {"type": "integer", "minimum": 1},
            "note": {"type": "string"},
            "first-name": {"type": "string"},
            "day": {"type": "string", "format": "date"},
            "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "default": []},
            "class": {"type": "string", "default": "eco"},
        },
        "required": ["guests", "first-name"],
    } == derive_form(Booking).schema
    assert list(derive_form(Booking).schema["properties"]) == [
        "guests",
        "note",
        "first-name",
        "day",
        "tags",
        "class",
    ]


def test_a_schema_is_a_copy_that_may_be_changed() -> None:
    """Ours."""
    form = derive_form(Booking)
    form.schema["properties"]["tags"]["items"]["enum"].clear()
    assert ["a", "b"] == form.schema["properties"]["tags"]["items"]["enum"]


def test_a_form_of_optional_fields_requires_nothing() -> None:
    """Ours: no empty list either."""
    assert "required" not in form_of(int | None).schema


@pytest.mark.parametrize(
    ("config", "alias", "name"),
    [
        ({}, {"alias": "y"}, "y"),
        ({"populate_by_name": True}, {"alias": "y"}, "y"),
        ({"validate_by_alias": False, "validate_by_name": True}, {"alias": "y"}, "x"),
        ({}, {"serialization_alias": "y"}, "x"),
        ({}, {"validation_alias": "y", "alias": "z"}, "y"),
        ({}, {"validation_alias": AliasChoices(AliasPath("a", 0), "y")}, "y"),
        ({"populate_by_name": True}, {"validation_alias": AliasPath("a", 0)}, "x"),
        ({"alias_generator": str.upper}, {}, "X"),
    ],
)
def test_the_name_on_the_wire_is_the_one_that_the_model_reads(
    config: ConfigDict, alias: dict[str, Any], name: str
) -> None:
    """Ours: wire name = alias, as far as the model takes it."""
    model = create_model("Model", __config__=config, x=(int, Field(**alias)))
    form = derive_form(model)
    assert [name] == list(form.schema["properties"])
    assert 5 == getattr(form.read({name: 5}), "x")  # noqa: B009  # the model was made at run time


class Recursive(BaseModel):
    child: Recursive | None = None


class Box(BaseModel, Generic[T]):
    content: T


@pytest.mark.parametrize(
    ("annotation", "reason", "remedy"),
    [
        (Nested, "a form cannot hold a nested model", "ask for its fields one by one"),
        (Nested | None, "a form cannot hold a nested model", "ask for its fields one by one"),
        (Box[int], "a form cannot hold a nested model", "ask for its fields one by one"),
        (Record, "a form cannot hold a nested model", "ask for its fields one by one"),
        (Shape, "a form cannot hold a nested model", "ask for its fields one by one"),
        (dict, "a form cannot hold an object", "ask for its fields one by one"),
        (dict[str, int], "a form cannot hold an object", "ask for its fields one by one"),
        (Dict[str, str], "a form cannot hold an object", "ask for its fields one by one"),  # noqa: UP006
        (Mapping[str, str], "a form cannot hold an object", "ask for its fields one by one"),
        (list[str], "a list in a form holds choices only", "or ask for str"),
        (list[int], "a list in a form holds choices only", "or ask for str"),
        (list, "a list in a form holds choices only", "or ask for str"),
        (list[Size | None], "a list in a form holds choices only", "or ask for str"),
        (list[list[Size]], "a list in a form holds choices only", "or ask for str"),
        (set[str], "a list in a form holds choices only", "or ask for str"),
        (list[Nested], "a list in a form holds choices only", "or ask for str"),
        (list[Level], "choices must be strings", "make the values strings"),
        (tuple[str, str], "a form has no tuples", "ask for the parts one by one"),
        (Point, "a form has no tuples", "ask for the parts one by one"),
        (int | str, "a form field has one type, not a union", "choose one type"),
        (Union[int, str, None], "a form field has one type, not a union", "choose one type"),  # noqa: UP007
        (Literal[1, 2], "choices must be strings", 'as in Literal["1", "2"]'),
        (Literal["a", 1], "choices must be strings", 'as in Literal["1", "2"]'),
        (Literal[True], "choices must be strings", 'as in Literal["1", "2"]'),
        (Level, "choices must be strings", "make the values strings"),
        (Sequence[Literal["a"]], "a form cannot hold Sequence", 'use list[Literal["a", "b"]]'),
        (tuple[Literal["a"], ...], "a form has no tuples", 'or use list[Literal["a", "b"]]'),
        (Annotated[int, Field(ge=10**400)], "minimum: not a finite number of at most 64 bits", "smaller"),
        (Annotated[int, Field(lt=-(10**400))], "maximum: not a finite number of at most 64 bits", "smaller"),
        (Empty, "there is no choice to offer", "give it values"),
        (Literal[None], "there is no choice to offer", "give it values"),
        (Annotated[Size, Titles({"xl": "Huge"})], "Titles names 'xl', which is no choice", "name values"),
        (Decimal, "a form has no decimal numbers", "use float"),
        (bytes, "a form carries no bytes", "URL mode"),
        (UUID, "a form has no UUIDs", "use str"),
        (time, "a form has no time of day", "use str"),
        (timedelta, "a form has no durations", "name the unit"),
        (Path, "a form has no paths", "use str"),
        (NaiveDatetime, "a date-time in an answer always has a time zone", "use datetime"),
        (Any, "a form field needs a type", "name one of str, int"),
        (object, "a form field needs a type", "name one of str, int"),
        (complex, "a form cannot hold complex", "name one of str, int"),
        (None, "a form cannot hold", "name one of str, int"),
        (Callable[[], int], "a form cannot hold Callable", "name one of str, int"),
        (SecretStr, "a form must not ask for a secret", "use URL mode"),
        (SecretStr | None, "a form must not ask for a secret", "use URL mode"),
        (PaymentCardNumber, "a form must not ask for a secret", "use URL mode"),
        (PostgresDsn, "a form must not ask for a secret", "use URL mode"),
        (T, "the type variable ~T is open", "Box[str]"),
        (Annotated[int, Field(ge=5, le=1)], "m", ""),
    ],
)
def test_a_type_that_a_form_cannot_hold_is_refused_by_class_and_field(
    annotation: Any, reason: str, remedy: str
) -> None:
    """The spec: "flat objects with primitive properties only"; ours: with what to write instead."""
    model = create_model("Model", fine=(int, 1), x=(annotation, ...))
    with pytest.raises(UnsupportedFieldError) as caught:
        derive_form(model)
    assert ("Model", "x") == (caught.value.owner, caught.value.field)
    assert reason in caught.value.reason
    assert remedy in caught.value.remedy
    assert str(caught.value).startswith("Model.x: ")


@pytest.mark.parametrize(
    ("keywords", "reason"),
    [
        ({"validation_alias": AliasPath("a", 0)}, "its alias is a path into nested data, and a form is flat"),
        ({"validation_alias": AliasChoices(AliasPath("a", 0))}, "its alias is a path into nested data"),
        ({"alias": "fine"}, "its name in the form, 'fine', is taken"),
        ({"default": 5}, "default: "),
        ({"default": "ab", "max_length": 1}, "default: "),
        ({"json_schema_extra": {"format": "password"}}, "a form must not ask for a secret"),
        ({"json_schema_extra": {"writeOnly": True}}, "a form must not ask for a secret"),
        ({"json_schema_extra": {"format": "phone"}}, "format: "),
    ],
)
def test_what_a_field_says_wrongly_is_refused_by_class_and_field(
    keywords: dict[str, Any], reason: str
) -> None:
    """Ours."""
    with pytest.raises(UnsupportedFieldError) as caught:
        derive_form(create_model("Model", fine=(int, 1), x=(str, Field(**keywords))))
    assert "x" == caught.value.field
    assert caught.value.reason.startswith(reason)
    assert caught.value.remedy


class Root(RootModel[int]):
    pass


class Fieldless(BaseModel):
    """Nothing to ask."""


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (Fieldless, "Fieldless: a form needs at least one field; add one, or use confirm()"),
        (BaseModel, "BaseModel: a form needs at least one field; add one, or use confirm()"),
        (5, "int: a form is made from a pydantic model class; derive from BaseModel"),
        (None, "NoneType: a form is made from a pydantic model class; derive from BaseModel"),
        (list[int], "list: a form is made from a pydantic model class; derive from BaseModel"),
        (Root, "Root: a form needs named fields; use a BaseModel with fields"),
        (dict, "dict: a form is made from a pydantic model class; derive from BaseModel"),
        (Fieldless(), "Fieldless: a form is made from a pydantic model class; derive from BaseModel"),
        (Recursive, "Recursive.child: a form cannot hold a nested model; ask for its fields one by one"),
        (Box, "Box.content: the type variable ~T is open; give the model its types, as in Box[str]"),
        (
            Box[Box[int]],
            "Box[Box[int]].content: a form cannot hold a nested model; ask for its fields one by one",
        ),
    ],
)
def test_a_class_that_makes_no_form_is_refused_by_name(model: Any, sentence: str) -> None:
    """Ours: recursive and generic models do not hang."""
    with pytest.raises(UnsupportedFieldError) as caught:
        derive_form(model)
    assert sentence == caught.value.sentence


def test_a_generic_model_with_its_types_makes_a_form() -> None:
    """Ours."""
    assert {"content": {"type": "integer"}} == derive_form(Box[int]).schema["properties"]
    assert 5 == derive_form(Box[int]).read({"content": 5}).content


def test_an_alias_without_an_end_is_refused() -> None:
    """Ours: recursive types do not hang; `type X = X | None` is such an alias."""
    alias: Any = int
    for _ in range(200):
        alias = TypeAliasType("X", alias)  # type: ignore[misc]  # made at run time
    with pytest.raises(UnsupportedFieldError) as caught:
        derive_scalar(alias)
    assert "the type is defined by itself" == caught.value.reason


def test_every_field_that_does_not_fit_is_named_at_once_and_survives_pickling() -> None:
    """Ours: say all problems at once."""
    model = create_model("Model", a=(dict, ...), b=(int, ...), c=(bytes, ...))
    with pytest.raises(UnsupportedFieldError) as caught:
        derive_form(model)
    assert ["Model.a", "Model.c"] == [fault.path for fault in caught.value.faults]
    assert str(caught.value) == str(pickle.loads(pickle.dumps(caught.value)))


class Early(BaseModel):
    day: Later
    again: Later | None = None


class Undefined(BaseModel):
    x: Nowhere  # type: ignore[name-defined]  # noqa: F821  # the point of the test


Later = Literal["mon", "tue"]


def test_a_model_whose_types_are_defined_later_makes_a_form() -> None:
    """Ours: with `from __future__ import annotations`, too."""
    assert {"type": "string", "enum": ["mon", "tue"]} == derive_form(Early).schema["properties"]["day"]
    assert "tue" == derive_form(Early).read({"day": "tue"}).day


def test_a_model_whose_types_are_defined_nowhere_is_refused() -> None:
    """Ours."""
    with pytest.raises(UnsupportedFieldError) as caught:
        derive_form(Undefined)
    sentence = "Undefined.x: its type is not defined; define it before asking, or call model_rebuild()"
    assert sentence == caught.value.sentence


def test_forms_are_remembered_but_do_not_keep_a_class_alive() -> None:
    """Ours: a model made inside a function may go."""
    model = create_model("Model", x=(Size, ...), y=(int, Field(default_factory=int)))
    assert derive_form(model)._fields is derive_form(model)._fields
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


# ---- answers ----------------------------------------------------------------------------------


class Trip(BaseModel):
    guests: int
    when: date
    at: datetime | None
    plan: Size
    extras: set[Color] = set()
    site: AnyUrl | None = None
    price: float = 1.0
    flag: bool = True


@pytest.mark.parametrize("config", [{}, {"extra": "forbid"}, {"extra": "allow"}, {"strict": True}])
def test_an_answer_becomes_the_typed_value(config: ConfigDict) -> None:
    """Ours: what is not in the form never reaches the value; 3.0 is an integer; null is absent."""
    model: type[Trip] = create_model("Model", __base__=type("Base", (Trip,), {"model_config": config}))
    trip = derive_form(model).read(
        {
            "guests": 3.0,
            "when": "2026-01-31",
            "at": None,
            "plan": "s",
            "extras": ["#F00"],
            "site": "https://a.example",
            "price": 2,
            "flag": None,
            "unknown": "x",
        }
    )
    assert (3, int) == (trip.guests, type(trip.guests))
    assert (date(2026, 1, 31), None, Size.SMALL, {Color.RED}) == (trip.when, trip.at, trip.plan, trip.extras)
    assert ("https://a.example/", 2.0, True) == (str(trip.site), trip.price, trip.flag)
    assert not trip.model_extra


@given(
    st.fixed_dictionaries(
        {
            "guests": st.integers(-(2**63), 2**63 - 1),
            "when": st.dates().map(str),
            "plan": st.sampled_from(["s", "l"]),
        },
        optional={
            "at": st.none() | st.datetimes(timezones=st.just(timezone.utc)).map(lambda d: d.isoformat())
        },
    )
)
def test_every_answer_that_fits_is_read(content: dict[str, Any]) -> None:
    """Ours."""
    form = derive_form(Trip)
    assert () == form.check_held_back(content)
    trip = form.read(content)
    assert (content["guests"], content["when"], content["plan"]) == (
        trip.guests,
        str(trip.when),
        trip.plan.value,
    )


class Held(BaseModel):
    ratio: float = Field(0.5, gt=0, lt=1)
    step: int = Field(5, multiple_of=5)
    name: str = Field("ab", pattern=r"(?i)^a")
    extras: set[Size] = set()
    several: set[Size] = Field({Size.SMALL}, min_length=1)
    past: PastDate = date(2000, 1, 1)
    since: date = Field(date(2000, 1, 1), ge=date(2000, 1, 1))
    site: HttpUrl = Field("https://a.example", validate_default=True)
    mode: str = Field("x", alias="my-mode")

    @field_validator("mode")
    @classmethod
    def _no_shouting(cls, value: str) -> str:
        if value.isupper():
            raise ValueError(f"{value} is shouting")
        return value

    @model_validator(mode="after")
    def _together(self) -> Held:
        assert not (self.mode == "x" and self.step == 0), f"{self.mode} and {self.step}"
        return self


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        ({}, []),
        (None, []),
        ({"ratio": 0.9, "step": 10, "name": "Ab", "extras": ["s", "l"]}, []),
        ({"ratio": 0}, ["$.ratio: expected number > 0.0, got integer"]),
        ({"ratio": 1.0}, ["$.ratio: expected number < 1.0, got number"]),
        ({"step": 7}, ["$.step: expected integer that is a multiple of 5, got integer"]),
        ({"step": 7.0}, ["$.step: expected integer that is a multiple of 5, got number"]),
        ({"name": "xyz"}, ["$.name: expected string that matches '(?i)^a', got string"]),
        ({"extras": ["s", "s"]}, ["$.extras: expected array of distinct choices, got array"]),
        ({"several": []}, ["$.several: expected array with length >= 1, got array"]),
        ({"past": "2999-01-01"}, ["$.past: expected string with format date in the past, got string"]),
        ({"since": "1999-01-01"}, ["$.since: expected string with format date >= 2000-01-01, got string"]),
        (
            {"site": "ftp://a.example"},
            ["$.site: expected string with format uri with the scheme 'http' or 'https', got string"],
        ),
        ({"my-mode": "LOUD"}, ["$['my-mode']: expected string that Held accepts, got string"]),
        ({"step": 0}, ["$: expected answers that Held accepts together, got object"]),
        (
            {"ratio": 7, "step": 7, "extras": ["l", "l"]},
            [
                "$.extras: expected array of distinct choices, got array",
                "$.ratio: expected number < 1.0, got integer",
                "$.step: expected integer that is a multiple of 5, got integer",
            ],
        ),
    ],
)
def test_what_the_wire_cannot_say_is_enforced_on_the_answer(
    content: dict[str, Any] | None, problems: list[str]
) -> None:
    """Ours: all problems at once, and never the value."""
    form = derive_form(Held)
    assert problems == list(map(str, form.check_held_back(content)))
    if not problems:
        assert isinstance(form.read(content), Held)
        return
    with pytest.raises(InvalidAnswerError) as caught:
        form.read(content)
    assert problems == list(map(str, caught.value.problems))
    assert caught.value.__context__ is None


def test_an_answer_that_was_not_checked_before_is_still_refused_without_its_values() -> None:
    """Ours: never another library's error, which would show the input."""
    assert [
        "$.guests: required, got nothing",
        "$.when: expected string with format date that Trip accepts, got string",
        "$.plan: expected string that Trip accepts, got string",
        "$.extras: expected array that Trip accepts, got array",
    ] == list(
        map(
            str, derive_form(Trip).check_held_back({"when": "S3CR3T", "plan": "S3CR3T", "extras": ["S3CR3T"]})
        )
    )


def test_null_for_a_field_that_must_be_answered_is_refused() -> None:
    """Ours: null counts as absent only where the property is not required."""
    assert ["$.x: expected integer that Model accepts, got null"] == list(
        map(str, derive_form(create_model("Model", x=(int, ...))).check_held_back({"x": None}))
    )


@pytest.mark.parametrize(
    ("response_type", "prop", "answer", "value"),
    [
        (str, {"type": "string"}, "a", "a"),
        (int, {"type": "integer"}, 5.0, 5),
        (float, {"type": "number"}, 5, 5.0),
        (bool, {"type": "boolean"}, False, False),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}, "a", "a"),
        (Color, {"type": "string", "enum": ["#F00", "#0F0"]}, "#F00", Color.RED),
        (date, {"type": "string", "format": "date"}, "2026-01-31", date(2026, 1, 31)),
        (set[Size], {"type": "array", "items": {"type": "string", "enum": ["s", "l"]}}, ["s"], {Size.SMALL}),
        (Annotated[int, Field(gt=0, title="Age")], {"type": "integer", "minimum": 1, "title": "Age"}, 5, 5),
    ],
)
def test_a_single_type_becomes_a_form_with_one_field_and_reads_back(
    response_type: Any, prop: dict[str, Any], answer: Any, value: object
) -> None:
    """Ours: str, int, float, bool and choices in one field `value`."""
    form = derive_scalar(response_type)
    assert {"type": "object", "properties": {"value": prop}, "required": ["value"]} == form.schema
    assert [] == schema_faults(form.schema, strict=True)
    assert () == form.check_held_back({"value": answer})
    read = form.read({"value": answer, "more": 1})
    assert (value, type(value)) == (read, type(read))


def test_a_single_optional_type_may_be_skipped() -> None:
    """Ours."""
    optional: Any = int | None
    form: DerivedForm[Any] = derive_scalar(optional)
    assert {"type": "object", "properties": {"value": {"type": "integer"}}} == form.schema
    assert (None, None, 5) == (form.read({}), form.read({"value": None}), form.read({"value": 5}))


class Secret(BaseModel):
    word: str


@pytest.mark.parametrize(
    ("response_type", "sentence"),
    [
        (dict, "dict: a form cannot hold an object; ask for its fields one by one"),
        (Record, "Record: a form is made from a pydantic model class; derive from BaseModel"),
        (Shape, "Shape: a form is made from a pydantic model class; derive from BaseModel"),
        (SecretStr, "SecretStr: a form must not ask for a secret; use URL mode"),
        (int | str, "int | str: a form field has one type, not a union; choose one type, or ask twice"),
        (Secret(word="hunter2"), "response_type: got a value of Secret; give the class Secret"),
        (
            "hunter2",
            "response_type: got a value, str; the message comes first, then the type,"
            " as in ask(message, int)",
        ),
        (
            {"type": "hunter2"},
            "response_type: a schema gives no typed answer; ask it with"
            " create_elicitation(ElicitRequest.for_form(message, schema)), or give a model",
        ),
    ],
)
def test_a_single_type_that_a_form_cannot_hold_is_refused_by_name(response_type: Any, sentence: str) -> None:
    """Ours."""
    with pytest.raises(UnsupportedFieldError) as caught:
        derive_scalar(response_type)
    assert sentence == caught.value.sentence


def test_any_response_type_finds_its_form() -> None:
    """Ours: a model is its own form, anything else one field."""
    assert derive_form(Trip).schema == derive(Trip).schema
    assert derive_scalar(int).schema == derive(int).schema
    assert derive_scalar(int) is derive_scalar(int)


def test_titles_can_be_compared_and_hashed() -> None:
    """Ours: annotations are put into sets and caches."""
    assert Titles({"a": "A"}) == Titles({"a": "A"})
    assert 1 == len({Titles({"a": "A"}), Titles({"a": "A"})})


def _fails() -> int:
    raise KeyError("hunter2")


@pytest.mark.parametrize(
    ("factory", "sentence"),
    [
        (_fails, "Model.x: its default_factory raised KeyError; mend it, or give no default"),
        (
            lambda: 0,
            "Model.x: default: does not fit its own field: expected integer >= 1; "
            "give a default that the field accepts, or none",
        ),
        (lambda: "a", "Model.x: default: expected integer, got string; write it as integer"),
    ],
)
def test_a_default_that_a_factory_makes_is_held_to_what_a_plain_default_is(
    factory: Callable[[], Any], sentence: str
) -> None:
    """Ours: a form shows no default that its own field refuses."""
    form = derive_form(create_model("Model", x=(int, Field(default_factory=factory, ge=1))))
    with pytest.raises(UnsupportedFieldError) as caught:
        _ = form.schema
    assert sentence == caught.value.sentence


def test_an_answer_that_no_json_can_carry_is_refused_without_its_values() -> None:
    """Ours: also where nobody checked it before."""
    form = derive_form(create_model("Model", x=(str, ...)))
    assert "$: expected object of values that JSON can carry, got object" == str(
        form.check_held_back({"x": "hunter2\ud800"})[0]
    )


@pytest.mark.parametrize("given", [5, None, ["a"], "a"])
def test_titles_are_a_mapping(given: Any) -> None:
    """Ours: told where they are written."""
    with pytest.raises(RequestError, match="Titles: expected a mapping of values to titles, got"):
        Titles(given)
