"""JSON in and out: bytes to plain values, plain values to frozen ones.

Whatever a peer may send ends here in a value or in one clear PeerError. Nothing in this
file knows what an elicitation is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, Final, NoReturn

import orjson

from .errors import Fault, PeerError, RequestError

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "FrozenDict",
    "FrozenList",
    "dumps",
    "freeze",
    "json_kind",
    "loads",
    "thaw",
]

MAX_BYTES: Final = 4 * 1024 * 1024
"""Longest message read by default, in bytes; a form of 10,000 fields takes less than one MiB."""

MAX_DEPTH: Final = 200
"""Deepest nesting accepted; the deepest message of the specification has eight levels."""

INT_MIN: Final = -(2**63)
INT_MAX: Final = 2**64 - 1
"""Integers outside are refused: JSON writers do not agree on what to do with them."""

_LONG_DIGITS: Final = re.compile(rb"[0-9]{19}")
_KINDS: Final = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def json_kind(value: object) -> str:
    """Name the JSON kind of *value*, for the texts of errors: never the value itself."""
    kind = _KINDS.get(type(value))
    if kind is not None:
        return kind
    if isinstance(value, Mapping):
        return "object"
    if isinstance(value, (list, tuple)):
        return "array"
    for base, name in _KINDS.items():
        if isinstance(value, base):
            return name
    return type(value).__name__


def _refuse_change(self: object, *args: object, **kwargs: object) -> NoReturn:
    raise TypeError("this JSON value belongs to a frozen message; change a copy: dict(...), list(...), thaw(...)")


class FrozenDict(dict[str, Any]):
    """A JSON object that cannot be changed; equal to the plain dict of the same members."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse_change  # type: ignore[assignment]  # refusing is the point
    clear = pop = popitem = setdefault = update = _refuse_change  # type: ignore[assignment]  # as above

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
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse_change  # type: ignore[assignment]  # refusing is the point
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse_change  # type: ignore[assignment]  # as above

    def __hash__(self) -> int:  # type: ignore[override]  # list says None; frozen, so by value
        return hash(tuple(self))

    def __copy__(self) -> FrozenList:
        return self

    def __deepcopy__(self, memo: object) -> FrozenList:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (FrozenList, (list(self),))


def freeze(value: Any, path: str, error: type[RequestError] | type[PeerError]) -> Any:
    """Copy a JSON value into one that nobody can change.

    Raises:
        RequestError, PeerError: As *error* says: not JSON, nested past `MAX_DEPTH`, not finite,
            an integer past 64 bits, a lone surrogate.
    """
    return _freeze(value, path, error, 0)


def _freeze(value: Any, path: str, error: type[RequestError] | type[PeerError], depth: int) -> Any:
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _text(value, path, error)
    if value is None or kind is bool:
        return value
    if kind is int:
        if INT_MIN <= value <= INT_MAX:
            return value
        raise error(Fault(path, "an integer past 64 bits", "send it as a string"))
    if kind is float:
        if isfinite(value):
            return value
        raise error(Fault(path, "expected a finite number", "JSON has no NaN and no infinity"))
    if kind is FrozenDict or kind is FrozenList:
        return value
    if depth >= MAX_DEPTH:
        raise error(Fault(_short(path), f"nested deeper than {MAX_DEPTH} levels"))
    if isinstance(value, Mapping):
        members = {}
        for key, member in value.items():
            if not isinstance(key, str):
                raise error(Fault(path, f"expected strings as keys, got {json_kind(key)}"))
            members[_text(key, path, error)] = _freeze(member, f"{path}.{key}" if path else key, error, depth + 1)
        return FrozenDict(members)
    if isinstance(value, (list, tuple)):
        return FrozenList([_freeze(element, f"{path}[{i}]", error, depth + 1) for i, element in enumerate(value)])
    # Subclasses (StrEnum, IntEnum, numpy's float64) become the plain value they stand for.
    if isinstance(value, str):
        return _text(value, path, error)
    if isinstance(value, int):
        return _freeze(int(value), path, error, depth)
    if isinstance(value, float):
        return _freeze(float(value), path, error, depth)
    raise error(Fault(path, f"expected a JSON value, got {kind.__name__}"))


def _text(value: str, path: str, error: type[RequestError] | type[PeerError]) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise error(Fault(path, "a lone surrogate is not text")) from None
    return str.__str__(value) if type(value) is not str else value


def _short(path: str) -> str:
    return path if len(path) <= 120 else path[:119] + "…"


def thaw(value: Any) -> Any:
    """Copy a JSON value into plain dicts and lists that the caller may change."""
    if isinstance(value, dict):
        return {key: thaw(member) for key, member in value.items()}
    if isinstance(value, list):
        return [thaw(element) for element in value]
    return value


def loads(data: bytes | bytearray | memoryview | str, *, max_bytes: int | None = MAX_BYTES) -> Any:
    """Read JSON text; of duplicate keys the last wins.

    *max_bytes* bounds the size; None reads any.

    Raises:
        PeerError: Too long, not UTF-8, not JSON, nested past `MAX_DEPTH`, a number that is not
            finite or an integer past 64 bits. The text itself is never quoted.
    """
    if not isinstance(data, (bytes, bytearray, memoryview, str)):
        raise PeerError(Fault("", f"expected JSON as bytes or str, got {type(data).__name__}"))
    if max_bytes is not None and len(data) > max_bytes:
        raise PeerError(Fault("", f"the message is longer than {max_bytes} bytes", "raise max_bytes to read it"))
    if isinstance(data, memoryview):
        data = bytes(data)
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as refusal:
        # The exception carries the whole text (`doc`), so it is not chained.
        raise PeerError(Fault("", f"not JSON ({refusal.msg}, at character {refusal.pos})")) from None
    raw = data.encode() if isinstance(data, str) else data
    if raw.count(b"{") + raw.count(b"[") > MAX_DEPTH and _too_deep(value):
        raise PeerError(Fault("", f"nested deeper than {MAX_DEPTH} levels"))
    if _LONG_DIGITS.search(raw):
        _refuse_long_integers(raw)
    return value


def _too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for item in level:
            if type(item) is dict:
                below.extend(item.values())
            elif type(item) is list:
                below.extend(item)
        level = below
        if not level:
            return False
    return any(type(item) is dict or type(item) is list for item in level)


def _refuse_long_integers(raw: bytes | bytearray) -> None:
    # orjson reads an integer past 64 bits as a float and so loses digits without a word.
    import json

    def whole(digits: str) -> int:
        if len(digits) > 20 or not INT_MIN <= int(digits) <= INT_MAX:
            raise PeerError(Fault("", "an integer past 64 bits", "send it as a string"))
        return 0

    json.loads(raw, parse_int=whole)


def dumps(value: Any) -> bytes:
    """Write a JSON value that `freeze` or `loads` has let in."""
    return orjson.dumps(value)
