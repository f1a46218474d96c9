"""Reading JSON text, and freezing JSON values."""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_elicit._frozen import FrozenDict, FrozenList, freeze, thaw
from mcp_elicit._json import MAX_BYTES, MAX_DEPTH, dumps, json_kind, loads
from mcp_elicit.errors import PeerError, RequestError

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4)
    ),
    max_leaves=12,
)


class Colour(str, Enum):
    RED = "red"


class Size(IntEnum):
    SMALL = 1


class Ratio(float):
    pass


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b'{"a":}',
        b"\xff\xfe",
        b'"\xed\xa0\x80"',
        b'"\\ud800"',
        "\ud800",
        '"\ud800"',
        b"NaN",
        b"[Infinity]",
        b"1e400",
        b"18446744073709551616",
        b"-9223372036854775809",
        b'{"deep": {"er": [1, 99999999999999999999999999]}}',
        b"1" * 5000,
        nested(MAX_DEPTH + 1).encode(),
        nested(MAX_DEPTH + 1),
        b'{"a":' * (MAX_DEPTH + 1) + b"1" + b"}" * (MAX_DEPTH + 1),
        nested(100_000).encode(),
        b"[1] [2]",
    ],
)
def test_hostile_text_ends_in_one_clear_error(text: bytes | str) -> None:
    """Ours: hostile input gives one clear PeerError, never another exception, never a hang."""
    with pytest.raises(PeerError) as refusal:
        loads(text)
    assert 0 < len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (18446744073709551615, b"18446744073709551615"),
        (-9223372036854775808, b"-9223372036854775808"),
        ({"id": "18446744073709551616"}, b'{"id":"18446744073709551616"}'),
        (0.1234567890123456789012345, b"0.1234567890123456789012345"),
        ({"a": 2}, b'{"a":1,"a":2}'),
        ("😀", '"😀"'),
        ("😀", b'"\\ud83d\\ude00"'),
        ([1], bytearray(b"[1]")),
        ([1], memoryview(b"[1]")),
    ],
)
def test_what_json_allows_is_read(expected: object, text: Any) -> None:
    """Ours: of duplicate keys the last wins, and only numbers count as integers past 64 bits."""
    assert expected == loads(text)


def test_the_deepest_nesting_that_is_allowed_is_read() -> None:
    assert nested(MAX_DEPTH) == dumps(loads(nested(MAX_DEPTH))).decode()


def test_many_shallow_members_are_not_deep() -> None:
    assert MAX_DEPTH * 2 == len(loads(b"[" + b",".join([b"[]"] * MAX_DEPTH * 2) + b"]"))


def test_the_size_limit_is_documented_and_settable() -> None:
    text = b'"' + b"x" * MAX_BYTES + b'"'
    with pytest.raises(PeerError, match="longer than 4194304 bytes"):
        loads(text)
    assert MAX_BYTES == len(loads(text, max_bytes=None))
    with pytest.raises(PeerError, match="longer than 4 bytes"):
        loads(b"[1,2]", max_bytes=4)


def test_only_text_is_read() -> None:
    with pytest.raises(PeerError, match="expected JSON as bytes or str, got int"):
        loads(5)  # type: ignore[arg-type]  # the point of the test


def test_the_text_that_was_refused_is_not_quoted() -> None:
    """Ours: what a peer sent may hold an answer, and an error may be logged."""
    with pytest.raises(PeerError) as refusal:
        loads(b'{"password": "hunter2"')
    assert "hunter2" not in str(refusal.value) + repr(refusal.value)
    assert refusal.value.__cause__ is None


@pytest.mark.parametrize("error", [RequestError, PeerError])
@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": [1, float("nan")]}, r"m\.a\[1\]: expected a finite number"),
        ({"a": -math.inf}, r"m\.a: expected a finite number"),
        ({"a": 2**64}, r"m\.a: an integer past 64 bits"),
        ({"a": -(2**63) - 1}, r"m\.a: an integer past 64 bits"),
        ({"a": "\ud800"}, r"m\.a: a lone surrogate"),
        ({"\ud800": 1}, r"m: a lone surrogate"),
        ({1: 2}, r"m: expected strings as keys, got integer"),
        ({"a": {1, 2}}, r"m\.a: expected a JSON value, got set"),
        ({"a": object()}, r"m\.a: expected a JSON value, got object"),
        ({"a": b"bytes"}, r"m\.a: expected a JSON value, got bytes"),
    ],
)
def test_what_is_not_json_is_refused_by_path(
    error: type[RequestError] | type[PeerError], value: object, words: str
) -> None:
    with pytest.raises(error, match=words):
        freeze(value, "m", error)


def test_a_value_that_holds_itself_is_refused() -> None:
    ring: dict[str, Any] = {}
    ring["ring"] = ring
    with pytest.raises(PeerError, match="nested deeper than 200 levels"):
        freeze(ring, "", PeerError)


def test_values_that_stand_for_json_become_plain() -> None:
    frozen = freeze({"a": Colour.RED, "b": Size.SMALL, "c": (1, 2), "d": Ratio(0.5)}, "", RequestError)
    assert {"a": "red", "b": 1, "c": [1, 2], "d": 0.5} == frozen
    assert [str, int, FrozenList, float] == [type(value) for value in frozen.values()]
    assert b'{"a":"red","b":1,"c":[1,2],"d":0.5}' == dumps(frozen)


def test_a_frozen_value_refuses_every_change() -> None:
    """Decision 1: frozen means it."""
    frozen = freeze({"a": {"b": [1]}}, "", RequestError)
    changes: list[Callable[[], object]] = [
        lambda: frozen.__setitem__("a", 1),
        lambda: frozen.__delitem__("a"),
        lambda: frozen.update(a=1),
        lambda: frozen.setdefault("z", 1),
        lambda: frozen.pop("a"),
        lambda: frozen.popitem(),
        lambda: frozen.clear(),
        lambda: frozen.__ior__({"z": 1}),
        lambda: frozen["a"]["b"].append(2),
        lambda: frozen["a"]["b"].__iadd__([2]),
        lambda: frozen["a"]["b"].__setitem__(0, 2),
        lambda: frozen["a"]["b"].sort(),
        lambda: frozen["a"]["b"].reverse(),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="frozen"):
            change()
    assert {"a": {"b": [1]}} == frozen


@given(JSON_VALUES)
def test_freezing_and_thawing_lose_nothing(value: Any) -> None:
    frozen = freeze(value, "", PeerError)
    assert value == frozen
    assert value == thaw(frozen)
    assert not isinstance(thaw(frozen), (FrozenDict, FrozenList))
    assert hash(frozen) == hash(freeze(value, "", PeerError))
    assert frozen == pickle.loads(pickle.dumps(frozen)) == copy.deepcopy(frozen) == copy.copy(frozen)
    assert orjson.dumps(value) == dumps(frozen)
    assert value == json.loads(json.dumps(frozen))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("string", "x"),
        ("string", Colour.RED),
        ("boolean", True),
        ("integer", 1),
        ("integer", Size.SMALL),
        ("number", 0.5),
        ("null", None),
        ("array", []),
        ("array", ()),
        ("object", {}),
        ("object", FrozenDict()),
        ("set", set()),
    ],
)
def test_a_kind_is_named_in_json_words(kind: str, value: object) -> None:
    assert kind == json_kind(value)
