"""JSON values that nobody can change, and copies that everybody may.

What an author gives is checked and copied in (`freeze`), what the parser made is copied as it is (`harden`),
and what leaves is copied out (`thaw`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final, NoReturn

from ._json import INT_MAX, INT_MIN, MAX_DEPTH, json_kind
from .errors import Fault, PeerError, RequestError

__all__ = ["FrozenDict", "FrozenList", "freeze", "harden", "thaw"]


def _refuse_change(self: object, *args: object, **kwargs: object) -> NoReturn:
    raise TypeError(
        "this JSON value belongs to a frozen message; change a copy: dict(...), list(...), thaw(...)"
    )


class FrozenDict(dict[str, Any]):
    """A JSON object that cannot be changed; equal to the plain dict of the same members."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse_change
    clear = pop = popitem = setdefault = update = _refuse_change

    def __hash__(self) -> int:  # type: ignore[override]  # dict says None; frozen, so by value
        return hash(frozenset(self.items()))

    def __copy__(self) -> FrozenDict:
        return self

    def __deepcopy__(self, memo: object) -> FrozenDict:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (FrozenDict, (dict(self),))


class FrozenList(list[Any]):
    """A JSON array that cannot be changed; equal to the plain list of the same elements."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse_change
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse_change

    def __hash__(self) -> int:  # type: ignore[override]  # list says None; frozen, so by value
        return hash(tuple(self))

    def __copy__(self) -> FrozenList:
        return self

    def __deepcopy__(self, memo: object) -> FrozenList:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (FrozenList, (list(self),))


class _NotJson(Exception):
    """Carries what is wrong up through the containers, each of which adds where it was."""

    def __init__(self, reason: str, remedy: str = "") -> None:
        self.reason = reason
        self.remedy = remedy
        self.steps: list[str] = []

    def path(self, start: str) -> str:
        path = (start + "".join(reversed(self.steps))).removeprefix(".")
        return path if len(path) <= 120 else path[:119] + "…"


def freeze(value: Any, path: str, error: type[RequestError] | type[PeerError]) -> Any:
    """Copy a JSON value into one that nobody can change.

    Raises:
        RequestError, PeerError: As *error* says: not JSON, nested past `MAX_DEPTH`, not finite,
            an integer past 64 bits, a lone surrogate.
    """
    try:
        return _freeze(value, 0)
    except _NotJson as bad:
        raise error(Fault(bad.path(path), bad.reason, bad.remedy)) from None


def _freeze(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _text(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        if INT_MIN <= value <= INT_MAX:
            return value
        raise _NotJson("an integer past 64 bits", "send it as a string")
    if kind is float:
        if isfinite(value):
            return value
        raise _NotJson("expected a finite number", "JSON has no NaN and no infinity")
    if kind is FrozenDict or kind is FrozenList:
        return value
    if depth >= MAX_DEPTH:
        raise _NotJson(f"nested deeper than {MAX_DEPTH} levels", "send less of it")
    if isinstance(value, Mapping):
        return _freeze_members(value, depth + 1)
    if isinstance(value, (list, tuple)):
        return _freeze_elements(value, depth + 1)
    # Subclasses (StrEnum, IntEnum, numpy's float64) become the plain value they stand for.
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return _freeze(int(value), depth)
    if isinstance(value, float):
        return _freeze(float(value), depth)
    raise _NotJson(f"expected a JSON value, got {kind.__name__}", "write it as JSON can say it")


def _freeze_members(value: Mapping[Any, Any], depth: int) -> FrozenDict:
    members = {}
    for key, member in value.items():
        if not isinstance(key, str):
            raise _NotJson(f"expected strings as keys, got {json_kind(key)}", "write the keys as strings")
        name = _text(key)
        try:
            members[name] = _freeze(member, depth)
        except _NotJson as bad:
            bad.steps.append(f".{name}" if name.isidentifier() else f"[{name!r}]")
            raise
    return FrozenDict(members)


def _freeze_elements(value: list[Any] | tuple[Any, ...], depth: int) -> FrozenList:
    elements = []
    for i, element in enumerate(value):
        try:
            elements.append(_freeze(element, depth))
        except _NotJson as bad:
            bad.steps.append(f"[{i}]")
            raise
    return FrozenList(elements)


def _text(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _NotJson("a lone surrogate is not text", "take it out") from None
    return str.__str__(value) if type(value) is not str else value


def harden(value: Any) -> Any:
    """Like `freeze`, for what `loads` returned: nothing is left to be checked."""
    kind = type(value)
    if kind is dict:
        return FrozenDict(
            {key: harden(one) if type(one) in _CONTAINERS else one for key, one in value.items()}
        )
    if kind is list:
        return FrozenList([harden(one) if type(one) in _CONTAINERS else one for one in value])
    return value


_CONTAINERS: Final = frozenset({dict, list})


def thaw(value: Any) -> Any:
    """Copy a JSON value into plain dicts and lists that the caller may change."""
    if isinstance(value, dict):
        return {key: one if type(one) in _SCALARS else thaw(one) for key, one in value.items()}
    if isinstance(value, list):
        return [one if type(one) in _SCALARS else thaw(one) for one in value]
    return value


_SCALARS: Final = frozenset({str, bool, int, float, type(None)})
"""Asked before a call is made: copying takes a fifth less time."""
