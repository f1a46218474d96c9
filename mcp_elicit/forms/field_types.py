"""One annotation, one property of a form: what a Python type means to the person who fills it in.

Types are read, never run: a nested type is refused where it stands and not walked into, so recursive
and generic models end here like any other. What the subset cannot say is left out in silence,
because the model itself judges every answer again (derive.py).
"""

from __future__ import annotations

import datetime
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, NewType, TypeGuard, Union, get_args, get_origin

import typing_extensions
from pydantic import AnyUrl, EmailStr
from pydantic.fields import FieldInfo
from pydantic.types import AwareDatetime, FutureDate, FutureDatetime, PastDate, PastDatetime

from .._json import json_kind
from ..errors import Fault, RequestError
from .field_bounds import lengths, number_bounds, text_bounds, whole_bounds
from .field_refusals import NAME_A_TYPE, TypeRefused, refusal
from .secret_names import asks_for_secret

__all__ = ["FieldType", "Titles", "read_type"]


@dataclass(frozen=True)
class Titles:
    """What to show for the choices of a field, where the values themselves are not for people.

    >>> Plan = Annotated[Literal["s", "l"], Titles({"s": "Small", "l": "Large"})]

    Keys are values, or members of an Enum. A choice without a title shows its value.
    """

    by_value: Mapping[Any, str]

    def __post_init__(self) -> None:
        if not isinstance(self.by_value, Mapping):
            raise RequestError(
                Fault(
                    "Titles",
                    f"expected a mapping of values to titles, got {json_kind(self.by_value)}",
                    'write Titles({"s": "Small", ...})',
                )
            )

    def __hash__(self) -> int:
        return hash(frozenset(self.by_value.items()))


@dataclass(frozen=True)
class FieldType:
    """What `read_type` found."""

    prop: dict[str, Any]
    """The property, without title, description and default."""
    optional: bool = False
    distinct: bool = False
    """A set: the answer must not name a choice twice, which the subset has no word for."""
    infos: tuple[FieldInfo, ...] = ()
    """The Field(...)s that speak of it, the nearest to the type first."""


_TEXT_FORMATS: Final[tuple[tuple[tuple[Any, ...], str], ...]] = (
    ((datetime.datetime, AwareDatetime, PastDatetime, FutureDatetime), "date-time"),
    ((datetime.date, PastDate, FutureDate), "date"),
    ((EmailStr,), "email"),
)


def read_type(annotation: Any, metadata: tuple[Any, ...] = ()) -> FieldType:
    """Say *annotation*, with its Annotated *metadata*, as a property.

    Raises:
        TypeRefused: The subset has no such field.
    """
    annotation, extras, optional = _unwrap(annotation)
    metadata = (*_flat(extras), *_flat(metadata))
    container = get_origin(annotation) or annotation
    if container in (list, set, frozenset):
        prop = _multi(annotation, metadata)
    else:
        choices = _choices(annotation)
        prop = (
            _plain(annotation, metadata) if choices is None else _single(choices, _titles(metadata, choices))
        )
    infos = tuple(item for item in metadata if isinstance(item, FieldInfo))
    return FieldType(prop, optional, distinct=container in (set, frozenset), infos=infos)


def _unwrap(annotation: Any) -> tuple[Any, tuple[Any, ...], bool]:
    """Peel Annotated, NewType, type aliases and Optional off: (type, metadata, is it optional)."""
    metadata: tuple[Any, ...] = ()
    optional = False
    for _ in range(_DEEPEST):
        origin = get_origin(annotation)
        if origin is typing_extensions.Annotated:
            annotation, *extras = get_args(annotation)
            metadata = (*extras, *metadata)
        elif isinstance(annotation, NewType):
            annotation = annotation.__supertype__
        elif isinstance(origin, _ALIASES):
            annotation = origin.__value__[get_args(annotation)]
        elif isinstance(annotation, _ALIASES):
            annotation = annotation.__value__
        elif origin in (Union, types.UnionType):
            rest = [arg for arg in get_args(annotation) if arg is not type(None)]
            if len(rest) != 1:
                raise TypeRefused("a form field has one type, not a union", "choose one type, or ask twice")
            annotation, optional = rest[0], True
        else:
            return annotation, metadata, optional or (origin is Literal and None in get_args(annotation))
    raise TypeRefused("the type is defined by itself", NAME_A_TYPE)


_DEEPEST: Final = 100
"""Wrappers around one type; an alias that stands for itself has no end."""

_ALIASES: Final = tuple(
    {typing_extensions.TypeAliasType, getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType)}
)


def _flat(metadata: tuple[Any, ...]) -> Iterator[Any]:
    for item in metadata:
        if isinstance(item, FieldInfo):
            yield from _flat(tuple(item.metadata))
        yield item


def _choices(annotation: Any) -> list[str] | None:
    """The values to choose from, None where *annotation* is no choice."""
    if get_origin(annotation) is Literal:
        offered = tuple(choice for choice in get_args(annotation) if choice is not None)
    elif _is_class(annotation) and issubclass(annotation, Enum):
        offered = tuple(annotation)
    else:
        return None
    if not offered:
        raise TypeRefused("there is no choice to offer", "give it values")
    values = [choice.value if isinstance(choice, Enum) else choice for choice in offered]
    if not all(isinstance(value, str) for value in values):
        if get_origin(annotation) is Literal:
            remedy = 'write them as strings, as in Literal["1", "2"]'
        else:
            remedy = "make the values strings, and show others by Titles"
        raise TypeRefused("choices must be strings", remedy)
    # A StrEnum's value may be a str subclass with a text of its own.
    return list(dict.fromkeys(str.__str__(value) for value in values))


def _is_class(annotation: Any) -> TypeGuard[type[Any]]:
    # On Python 3.10, list[int] passes for a class.
    return isinstance(annotation, type) and get_origin(annotation) is None


def _titles(metadata: tuple[Any, ...], choices: list[str]) -> dict[str, str]:
    titles: dict[str, str] = {}
    for item in metadata:
        if isinstance(item, Titles):
            titles.update(
                (key.value if isinstance(key, Enum) else key, text) for key, text in item.by_value.items()
            )
    unknown = [value for value in titles if value not in choices]
    if unknown:
        raise TypeRefused(f"Titles names {unknown[0]!r}, which is no choice", "name values of the field")
    return titles


def _options(choices: list[str], titles: dict[str, str]) -> list[dict[str, str]]:
    return [{"const": value, "title": titles.get(value, value)} for value in choices]


def _single(choices: list[str], titles: dict[str, str]) -> dict[str, Any]:
    if titles:
        return {"type": "string", "oneOf": _options(choices, titles)}
    return {"type": "string", "enum": choices}


def _multi(annotation: Any, metadata: tuple[Any, ...]) -> dict[str, Any]:
    inner, extras, optional = _unwrap(next(iter(get_args(annotation)), Any))
    choices = _choices(inner)
    items: dict[str, Any] | None = None
    if choices is not None and not optional:
        titles = _titles((*_flat(extras), *metadata), choices)
        items = {"anyOf": _options(choices, titles)} if titles else {"type": "string", "enum": choices}
    elif inner is str:
        # `list[str]` with the choices in json_schema_extra, as written for SDK 1.x.
        items = next((item["items"] for item in _schema_extras(metadata) if "items" in item), None)
    if items is None:
        raise TypeRefused(
            "a list in a form holds choices only",
            'use list[Literal["a", "b"]] or a list of an Enum, or ask for str',
        )
    return {"type": "array", "items": items, **lengths(metadata, "minItems", "maxItems")}


def _schema_extras(metadata: tuple[Any, ...]) -> Iterator[Mapping[str, Any]]:
    for item in metadata:
        if isinstance(item, FieldInfo) and isinstance(item.json_schema_extra, Mapping):
            yield item.json_schema_extra


def _plain(annotation: Any, metadata: tuple[Any, ...]) -> dict[str, Any]:
    for among, text_format in _TEXT_FORMATS:
        if annotation in among:
            return {"type": "string", "format": text_format, **lengths(metadata, "minLength", "maxLength")}
    if _is_class(annotation):
        _refuse_secret(annotation)
        if issubclass(annotation, AnyUrl):
            return {"type": "string", "format": "uri", **lengths(metadata, "minLength", "maxLength")}
        if issubclass(annotation, bool):
            return {"type": "boolean"}
        if issubclass(annotation, int):
            return {"type": "integer", **whole_bounds(metadata)}
        if issubclass(annotation, float):
            return {"type": "number", **number_bounds(metadata)}
        if issubclass(annotation, str):
            return {"type": "string", **text_bounds(metadata)}
    raise refusal(annotation)


def _refuse_secret(annotation: type) -> None:
    # PaymentCardNumber and the like, and PostgresDsn, which holds a password.
    name = annotation.__name__
    if asks_for_secret(name) or name.endswith("Dsn"):
        raise TypeRefused("a form must not ask for a secret", "use URL mode")
