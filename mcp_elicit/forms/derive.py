"""Python types to forms, and answers back to Python values.

A form says what its subset can say. The rest (exclusive bounds of a float, multiples, distinct choices,
the author's validators) is kept back from the wire, and the model judges each answer by it. No
problem and no error from here holds a value of the answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Generic, TypeGuard, TypeVar, cast, get_origin
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ValidationError, create_model

from .._json import dumps, json_kind
from ..errors import InvalidAnswerError, Problem, UnsupportedFieldError
from .field_refusals import TypeRefused, is_record
from .field_types import Titles, read_type
from .form_rows import FormRow, made_default, rows_of
from .values import member_path

__all__ = ["DerivedForm", "Titles", "derive", "derive_form", "derive_scalar"]

_log: Final = logging.getLogger("mcp_elicit")

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

SCALAR_FIELD: Final = "value"
"""The one field of a form that asks for a single value."""


@dataclass(frozen=True, eq=False)
class DerivedForm(Generic[T]):
    """A form made from a Python type, and the way back."""

    model: type[BaseModel]
    _fields: tuple[FormRow, ...] = field(repr=False)
    _value_of: Callable[[Any], T] = field(repr=False)

    @property
    def schema(self) -> dict[str, Any]:
        """The `requestedSchema`, a fresh copy; `default_factory` runs anew for it.

        Raises:
            UnsupportedFieldError: A `default_factory` fails, or makes what does not fit its own field.
        """
        properties: dict[str, Any] = {}
        for row in self._fields:
            prop = deepcopy(row.prop)
            prop.update(made_default(self.model.__name__, row))
            properties[row.wire_name] = prop
        required = [row.wire_name for row in self._fields if row.required]
        return {"type": "object", "properties": properties, **({"required": required} if required else {})}

    def check_held_back(self, content: Mapping[str, Any] | None) -> tuple[Problem, ...]:
        """Name what the schema could not say, for *content* that fits the schema."""
        outcome = self._validated(content or {})
        return outcome if isinstance(outcome, tuple) else ()

    def read(self, content: Mapping[str, Any] | None) -> T:
        """Turn *content* that fits the schema into the typed value.

        Members that are not in the form never reach it; a skipped optional field is its default, or None.

        Raises:
            InvalidAnswerError: The model does not accept it.
        """
        outcome = self._validated(content or {})
        if isinstance(outcome, tuple):
            raise InvalidAnswerError(outcome)
        return self._value_of(outcome)

    def _validated(self, content: Mapping[str, Any]) -> BaseModel | tuple[Problem, ...]:
        repeated = tuple(_repeated_choices(self._fields, content))
        handed_over = dict(_handed_over(self._fields, content))
        try:
            written = dumps(handed_over)
        except TypeError:
            # Nobody checked it before: `RequestedSchema.check` names the member.
            return (*repeated, Problem("$", "object of values that JSON can carry", "object"))
        try:
            # Read as JSON: a strict model, too, takes "2026-01-31" for a date and a list for a set there.
            model = self.model.model_validate_json(written)
        except ValidationError as error:
            return repeated + tuple(_problems(self.model, self._fields, content, error))
        except Exception as error:
            # A validator that fails in another way than by ValueError does not accept the answer either.
            # What it raised may hold the answer (`KeyError(answer)`): its class is told, to the author alone.
            _log.warning("a validator of %s raised %s", self.model.__name__, type(error).__name__)
            return (*repeated, Problem("$", f"a value that {self.model.__name__} accepts", "object"))
        return repeated or model


def derive(response_type: type[T]) -> DerivedForm[T]:
    """Make a form from a pydantic model, or a form with one field `value` from any other type.

    Raises:
        UnsupportedFieldError: A form cannot hold it; `faults` has every field that does not fit.
    """
    if _is_model(response_type):
        return cast("DerivedForm[T]", derive_form(response_type))
    return derive_scalar(response_type)


_GIVE_A_TYPE: Final = "the message comes first, then the type, as in ask(message, int)"


def _refuse_a_value(given: object) -> None:
    """A value in the place of a type is told by its kind: what it holds may be somebody's."""
    kind = type(given).__name__
    if isinstance(given, BaseModel):
        raise UnsupportedFieldError("response_type", "", f"got a value of {kind}", f"give the class {kind}")
    if isinstance(given, Mapping):
        remedy = "ask it with create_elicitation(ElicitRequest.for_form(message, schema)), or give a model"
        raise UnsupportedFieldError("response_type", "", "a schema gives no typed answer", remedy)
    if isinstance(given, (str, bytes, int, float)):
        raise UnsupportedFieldError("response_type", "", f"got a value, {kind}", _GIVE_A_TYPE)


def _is_model(candidate: object) -> TypeGuard[type[BaseModel]]:
    # On Python 3.10, list[int] passes for a class.
    return isinstance(candidate, type) and get_origin(candidate) is None and issubclass(candidate, BaseModel)


def derive_form(model: type[M]) -> DerivedForm[M]:
    """Make a form from a pydantic model: its fields become the properties, flat.

    Raises:
        UnsupportedFieldError: A field has no place in a form; `faults` has all of them.
    """
    if not _is_model(model):
        shown = getattr(model, "__name__", type(model).__name__)
        raise UnsupportedFieldError(
            shown, "", "a form is made from a pydantic model class", "derive from BaseModel"
        )
    rows = _ROWS.get(model)
    if rows is None:
        rows = _ROWS[model] = rows_of(model)
    return DerivedForm(model, rows, _itself)


_ROWS: Final[WeakKeyDictionary[type[BaseModel], tuple[FormRow, ...]]] = WeakKeyDictionary()
"""Rows do not hold their model, so that a model made in a function can go."""


def derive_scalar(response_type: type[T]) -> DerivedForm[T]:
    """Make a form with one field, `value`, from str, int, float, bool, a Literal, an Enum and the like.

    Raises:
        UnsupportedFieldError: A form cannot hold it.
    """
    _refuse_a_value(response_type)
    shown = getattr(response_type, "__name__", str(response_type))
    if is_record(response_type):
        raise UnsupportedFieldError(
            shown, "", "a form is made from a pydantic model class", "derive from BaseModel"
        )
    try:
        read_type(response_type)
    except TypeRefused as refused:
        raise UnsupportedFieldError(shown, "", refused.reason, refused.remedy) from None
    # A class of the author's must be free to go; the built-in ones stay anyway.
    return (
        _builtin_scalar(cast("Any", response_type))
        if response_type in (str, int, float, bool)
        else _scalar(response_type)
    )


def _scalar(response_type: Any) -> DerivedForm[Any]:
    model = create_model("Answer", value=(response_type, ...))
    return DerivedForm(model, rows_of(model), _scalar_of)


_builtin_scalar: Final = lru_cache(maxsize=None)(_scalar)


def _itself(model: Any) -> Any:
    return model


def _scalar_of(model: Any) -> Any:
    return model.value


def _handed_over(rows: tuple[FormRow, ...], content: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the model gets to see: the form's own members, null and 3.0 understood as the form means them."""
    for row in rows:
        value = content.get(row.wire_name)
        if value is None and not row.required:
            if row.needed:
                yield row.wire_name, None
        elif row.wire_name in content:
            if isinstance(value, float) and row.prop["type"] == "integer" and value.is_integer():
                value = int(value)
            yield row.wire_name, value


def _repeated_choices(rows: tuple[FormRow, ...], content: Mapping[str, Any]) -> Iterator[Problem]:
    for row in rows:
        value = content.get(row.wire_name)
        if (
            row.distinct
            and isinstance(value, (list, tuple))
            and any(item in value[:i] for i, item in enumerate(value))
        ):
            yield Problem(member_path("$", row.wire_name), "array of distinct choices", "array")


_EXPECTED: Final[Mapping[str, tuple[str, str]]] = {
    "greater_than": ("> {}", "gt"),
    "greater_than_equal": (">= {}", "ge"),
    "less_than": ("< {}", "lt"),
    "less_than_equal": ("<= {}", "le"),
    "multiple_of": ("that is a multiple of {}", "multiple_of"),
    "string_too_short": ("with length >= {}", "min_length"),
    "string_too_long": ("with length <= {}", "max_length"),
    "string_pattern_mismatch": ("that matches {!r}", "pattern"),
    "too_short": ("with length >= {}", "min_length"),
    "too_long": ("with length <= {}", "max_length"),
    "url_scheme": ("with the scheme {}", "expected_schemes"),
}
"""Kinds of pydantic's errors whose context repeats the author's own bound, and never the answer."""

_IN_WORDS: Final[Mapping[str, str]] = {
    "date_past": "in the past",
    "date_future": "in the future",
    "datetime_past": "in the past",
    "datetime_future": "in the future",
}


def _problems(
    model: type[BaseModel], rows: tuple[FormRow, ...], content: Mapping[str, Any], error: ValidationError
) -> Iterator[Problem]:
    by_place = {row.name: row for row in rows} | {row.wire_name: row for row in rows}
    for detail in error.errors(include_url=False, include_input=False):
        place = detail["loc"]
        row = by_place.get(str(place[0])) if place else None
        if row is None:
            yield Problem("$", f"answers that {model.__name__} accepts together", "object")
            continue
        path, value = member_path("$", row.wire_name), content.get(row.wire_name)
        if detail["type"] == "missing":
            yield Problem(path, "required", "nothing")
            continue
        kind = row.prop["type"]
        if "format" in row.prop:
            kind += f" with format {row.prop['format']}"
        yield Problem(path, f"{kind} {_expected(model, detail)}", json_kind(value))


def _expected(model: type[BaseModel], detail: Any) -> str:
    # A validator's own sentence may repeat the answer, so it goes nowhere.
    bound, key = _EXPECTED.get(detail["type"], ("", ""))
    if key in detail.get("ctx", {}):
        return bound.format(detail["ctx"][key])
    return _IN_WORDS.get(detail["type"], f"that {model.__name__} accepts")
