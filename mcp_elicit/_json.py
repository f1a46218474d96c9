"""JSON in and out: bytes to plain values, plain values to frozen ones.

Whatever a peer may send ends here in a value or in one clear PeerError. Nothing in this
file knows what an elicitation is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    "harden",
    "json_kind",
    "loads",
    "parse",
    "refuse_hidden",
    "thaw",
]

MAX_BYTES: Final = 4 * 1024 * 1024
"""Longest message read by default, in bytes; a form of 10,000 fields takes less than one MiB."""

MAX_DEPTH: Final = 200
"""Deepest nesting accepted; the deepest message of the specification has eight levels."""

INT_MIN: Final = -(2**63)
INT_MAX: Final = 2**64 - 1
"""Integers outside are refused: JSON writers do not agree on what to do with them."""

_DIGITS_AS_ZERO: Final = bytes(0x30 if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))
_LONG_DIGITS: Final = b"0" * 19
"""Nineteen digits in a row may be an integer past 64 bits. Looked for after `_DIGITS_AS_ZERO` has made
every digit a zero: a tenth of the time that a regular expression takes over the same 552 bytes."""

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


_SCALARS: Final = frozenset(_KINDS)
"""Asked before a call is made: copying takes a fifth less time."""


def loads(data: bytes | bytearray | memoryview | str, *, max_bytes: int | None = MAX_BYTES) -> Any:
    """Read JSON text; of duplicate keys the last wins.

    *max_bytes* bounds the size; None reads any.

    Raises:
        PeerError: Too long, not UTF-8, not JSON, nested past `MAX_DEPTH`, a number that is not
            finite or an integer past 64 bits. The text itself is never quoted.
    """
    value = parse(data, max_bytes)
    refuse_hidden(data, value)
    return value


def parse(data: bytes | bytearray | memoryview | str, max_bytes: int | None) -> Any:
    """The first half of `loads`, for whoever then looks at every single value.

    What may hide in the value: nesting past `MAX_DEPTH`, and floats that were written as integers past
    64 bits. `refuse_hidden` finds both.
    """
    if type(data) is not bytes:
        if not isinstance(data, (bytes, bytearray, memoryview, str)):
            raise PeerError(Fault("", f"expected JSON as bytes or str, got {type(data).__name__}"))
        if isinstance(data, memoryview):
            data = bytes(data)
    try:
        is_longer = max_bytes is not None and len(data) > max_bytes
    except TypeError:
        kind = json_kind(max_bytes)
        raise RequestError(
            Fault("max_bytes", f"expected a number of bytes, got {kind}", "give an integer, or None for any")
        ) from None
    if is_longer:
        raise PeerError(
            Fault("", f"the message is longer than {max_bytes} bytes", "raise max_bytes to read it")
        )
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as refusal:
        # The exception carries the whole text (`doc`), so it is not chained.
        raise PeerError(Fault("", f"not JSON ({refusal.msg}, at character {refusal.pos})")) from None


def refuse_hidden(data: bytes | bytearray | memoryview | str, value: Any) -> None:
    """The second half of `loads`: refuse what *value* hides, once *data* was parsed to it."""
    raw = data.encode() if isinstance(data, str) else bytes(data)
    if (
        len(raw) > 2 * MAX_DEPTH  # each level opens and closes
        and raw.count(b"{") + raw.count(b"[") > MAX_DEPTH
        and _too_deep(value)
    ):
        raise PeerError(Fault("", f"nested deeper than {MAX_DEPTH} levels"))
    if _LONG_DIGITS in raw.translate(_DIGITS_AS_ZERO):
        _refuse_long_integers(raw)


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


def _refuse_long_integers(raw: bytes) -> None:
    # orjson reads an integer past 64 bits as a float and so loses digits without a word.
    import json

    def whole(digits: str) -> int:
        if len(digits) > 20 or not INT_MIN <= int(digits) <= INT_MAX:
            raise PeerError(Fault("", "an integer past 64 bits", "send it as a string"))
        return 0

    json.loads(raw, parse_int=whole)


dumps: Final[Callable[[Any], bytes]] = orjson.dumps
"""Write a JSON value that `freeze` or `loads` has let in."""
