"""The slots of a record, and how each is worked out where nobody has filled it yet.

A record that was read in one look (`ordinary.py`) holds what it was read from and nothing else: filling the
rest takes as long as the look, and whoever passes a message on never asks for it. Here is the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import BaseModel

from ._frozen import FrozenDict, harden

__all__ = [
    "AS_READ",
    "LATER",
    "FilledAtFirstTouch",
    "FrozenAtFirstTouch",
    "new",
    "plain_of",
    "same_names",
    "set_extra",
    "set_private",
    "set_visible",
    "visible_of",
    "wire_name",
]

# A record is made and its slots are set directly: an eighth less than by `object.__setattr__`.
new = object.__new__
_visible = vars(BaseModel)["__dict__"].__get__
set_visible = vars(BaseModel)["__dict__"].__set__
_set_given = vars(BaseModel)["__pydantic_fields_set__"].__set__
set_extra = vars(BaseModel)["__pydantic_extra__"].__set__
set_private = vars(BaseModel)["__pydantic_private__"].__set__

AS_READ: Final = object()
"""Beside the versions of a record's ``_by_version``: what it was read from, where no version writes that."""

_ODD_NAMES: Final = {"meta": "_meta", "dialect": "$schema"}


def wire_name(field: str) -> str:
    """The specification's name of a field: ``elicitation_id`` -> ``elicitationId``."""
    odd = _ODD_NAMES.get(field)
    if odd is not None:
        return odd
    head, *tail = field.split("_")
    return head + "".join(part.capitalize() for part in tail)


_NAMES: Final[dict[frozenset[str], frozenset[str]]] = {}


def same_names(names: Mapping[str, Any]) -> frozenset[str]:
    """The names of the fields given, once for all records that have the same: a set takes 216 bytes."""
    given = frozenset(names)
    return _NAMES.setdefault(given, given)


def visible_of(record: Any) -> dict[str, Any]:
    """The fields of a record by name, as ``__dict__``; a lazy field is not among them before it is read."""
    visible: dict[str, Any] = _visible(record)
    if not visible:
        filled: dict[str, Any] = record._blank.copy()
        field_of = record._field_of
        for member, value in _read_from(record).items():
            if type(value) is not dict:
                filled[field_of[member]] = value
            elif field_of[member] in record._lazy:
                del filled[field_of[member]]
            else:
                filled[field_of[member]] = harden(value)
        # Put there when it is whole: another thread may read the same record.
        set_visible(record, filled)
        return filled
    return visible


def plain_of(record: Any, name: str) -> Any:
    """The value of a field as it is kept: frozen or not yet."""
    visible = _visible(record)
    if name in visible:
        return visible[name]
    if visible:
        return record.__pydantic_private__[name]
    return _read_from(record).get(record._member_of[name], record._blank[name])


def _read_from(record: Any) -> dict[str, Any]:
    first: dict[str, Any] = next(iter(record._by_version.values()))
    return first


def _given(record: Any) -> set[str]:
    names = record._names
    given = {record._field_of[name] for name in _read_from(record)} if names is None else set(names)
    _set_given(record, given)
    return given


_NO_EXTRA: Final = FrozenDict()


def _no_extra(record: Any) -> dict[str, Any]:
    set_extra(record, _NO_EXTRA)
    return _NO_EXTRA


def _unfrozen(record: Any) -> dict[str, Any]:
    wire = _read_from(record)
    members = record._member_of
    private = {field: wire[members[field]] for field in record._lazy if members[field] in wire}
    set_private(record, private)
    return private


def _nothing_written(record: Any) -> dict[str, dict[str, Any]]:
    by_version: dict[str, dict[str, Any]] = {}
    type(record)._by_version.__set__(record, by_version)
    return by_version


def _no_names(record: Any) -> None:
    return None


LATER: Final[Mapping[str, Callable[[Any], Any]]] = {
    "__pydantic_fields_set__": _given,
    "__pydantic_extra__": _no_extra,
    "__pydantic_private__": _unfrozen,
    "_by_version": _nothing_written,
    "_names": _no_names,
}
"""Slot of a record -> how it is worked out where nobody set it yet."""


class FilledAtFirstTouch:
    """Stands in for a field until one of them is read; then the instance's own value hides it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, record: Any, owner: type) -> Any:
        if record is None:
            raise AttributeError(self.name)
        return visible_of(record)[self.name]


class FrozenAtFirstTouch(FilledAtFirstTouch):
    """Stands in for a lazy field until it is read."""

    def __get__(self, record: Any, owner: type) -> Any:
        if record is None:
            raise AttributeError(self.name)
        visible = visible_of(record)
        if self.name not in visible:
            visible[self.name] = harden(record._private()[self.name])
        return visible[self.name]
