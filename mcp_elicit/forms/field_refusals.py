"""Types that have no place in a form: why, and what to write instead."""

from __future__ import annotations

import datetime
import decimal
import pathlib
import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Final, ForwardRef, TypeVar, cast, get_origin

import typing_extensions
from pydantic import BaseModel, NaiveDatetime, Secret, SecretBytes, SecretStr

__all__ = ["NAME_A_TYPE", "TypeRefused", "is_record", "refusal"]


class TypeRefused(Exception):
    """A type has no place in a form; never leaves: `reason` and `remedy` go into `UnsupportedFieldError`."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason, remedy)
        self.reason = reason
        self.remedy = remedy


_ONE_BY_ONE = "ask for its fields one by one"
NAME_A_TYPE: Final = "name one of str, int, float, bool, date, datetime, EmailStr, AnyUrl, Literal or an Enum"
CHOICES_AS_A_LIST: Final = 'use list[Literal["a", "b"]]'
_REFUSED: Final[tuple[tuple[tuple[Any, ...], str, str], ...]] = (
    ((SecretStr, SecretBytes, Secret), "a form must not ask for a secret", "use URL mode"),
    ((BaseModel,), "a form cannot hold a nested model", _ONE_BY_ONE),
    ((Mapping,), "a form cannot hold an object", _ONE_BY_ONE),
    ((decimal.Decimal,), "a form has no decimal numbers", "use float, or str with a pattern"),
    ((uuid.UUID,), "a form has no UUIDs", "use str with a pattern"),
    ((bytes, bytearray, memoryview), "a form carries no bytes", "use str, or a page to upload to: URL mode"),
    ((NaiveDatetime,), "a date-time in an answer always has a time zone", "use datetime"),
    ((datetime.time,), "a form has no time of day", "use str with a pattern, or datetime"),
    ((datetime.timedelta,), "a form has no durations", "use int or float and name the unit"),
    ((pathlib.PurePath,), "a form has no paths", "use str"),
)


def is_record(annotation: object) -> bool:
    """Whether it is a dataclass or a TypedDict: several fields, and no model."""
    return typing_extensions.is_typeddict(annotation) or hasattr(annotation, "__dataclass_fields__")


def refusal(annotation: Any) -> TypeRefused:
    """Say why *annotation* is no field."""
    if isinstance(annotation, TypeVar):
        return TypeRefused(
            f"the type variable {annotation} is open", "give the model its types, as in Box[str]"
        )
    if isinstance(annotation, (str, ForwardRef)):
        return TypeRefused("its type is not defined", "define it before asking, or call model_rebuild()")
    concrete = get_origin(annotation) or annotation
    if is_record(concrete):
        return TypeRefused("a form cannot hold a nested model", _ONE_BY_ONE)
    if isinstance(concrete, type):
        for among, reason, remedy in _REFUSED:
            # NaiveDatetime is a class at run time and an alias to checkers.
            if issubclass(concrete, cast("tuple[type, ...]", among)):
                return TypeRefused(reason, remedy)
        if issubclass(concrete, tuple):
            return TypeRefused(
                "a form has no tuples", f"ask for the parts one by one, or {CHOICES_AS_A_LIST}"
            )
        if issubclass(concrete, Iterable) and not issubclass(concrete, str):
            return TypeRefused(f"a form cannot hold {concrete.__name__}", CHOICES_AS_A_LIST)
    if annotation is Any or annotation is object:
        return TypeRefused("a form field needs a type", NAME_A_TYPE)
    name = getattr(concrete, "__name__", None) or "this type"
    return TypeRefused(f"a form cannot hold {name}", NAME_A_TYPE)
