"""JSON in and out: bytes to plain values, and back.

Whatever a peer may send ends here in a value or in one clear PeerError. Nothing in this
file knows what an elicitation is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson

from .errors import Fault, PeerError, RequestError

__all__ = [
    "INT_MAX",
    "INT_MIN",
    "MAX_BYTES",
    "MAX_DEPTH",
    "dumps",
    "json_kind",
    "loads",
    "parse",
    "refuse_hidden",
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
    if max_bytes is not None:
        if type(max_bytes) is not int:
            expected = f"expected a number of bytes, got {json_kind(max_bytes)}"
            raise RequestError(Fault("max_bytes", expected, "give an integer, or None for any"))
        if _size(data, max_bytes) > max_bytes:
            raise PeerError(
                Fault("", f"the message is longer than {max_bytes} bytes", "raise max_bytes to read it")
            )
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as refusal:
        # The exception carries the whole text (`doc`), so it is not chained.
        raise PeerError(Fault("", f"not JSON ({refusal.msg}, at character {refusal.pos})")) from None


def _size(data: bytes | bytearray | str, enough: int) -> int:
    """Bytes of *data* in UTF-8; where its characters alone are more than *enough*, their number."""
    if not isinstance(data, str) or len(data) > enough or data.isascii():
        return len(data)
    return len(data.encode("utf-8", "surrogatepass"))


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

    try:
        json.loads(raw, parse_int=whole)
    except RecursionError:  # under a member that is given once more: the last one counts, and is not so deep
        raise PeerError(Fault("", f"nested deeper than {MAX_DEPTH} levels")) from None


dumps: Final[Callable[[Any], bytes]] = orjson.dumps
"""Write a JSON value that `freeze` or `loads` has let in."""
