"""Answers against their form: strict, all problems at once, and no value of the answer in any of them."""

from __future__ import annotations

import enum
import pickle
import re
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mcp_elicit.errors import RequestError
from mcp_elicit.forms.check import FAST_AFTER, compile_check, fill_defaults
from mcp_elicit.forms.formats import FORMATS, MAX_PATTERN_LENGTH, compile_pattern

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
AGE: Json = {"type": "integer", "minimum": 18, "maximum": 99}
RATIO: Json = {"type": "number", "minimum": 0.5, "maximum": 1}
COLOUR: Json = {"type": "string", "enum": ["red", "green"]}
PLAN: Json = {"type": "string", "oneOf": [{"const": "a", "title": "Alpha"}, {"const": "b", "title": "Beta"}]}
LEGACY: Json = {"type": "string", "enum": ["a", "b"], "enumNames": ["Alpha", "Beta"]}
TAGS: Json = {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}, "minItems": 1, "maxItems": 2}
TITLED_TAGS: Json = {"type": "array", "items": {"anyOf": [{"const": "x", "title": "X"}]}}


def problems(prop: Json, content: Any, *, name: str = "f", required: bool = True) -> list[str]:
    check = compile_check(
        {"type": "object", "properties": {name: prop}, "required": [name] if required else []}
    )
    return [str(problem) for problem in check(content)]


class Shade(str, enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 20


class Reading(float):
    pass


@pytest.mark.parametrize(
    ("prop", "value"),
    [
        (TEXT, ""),
        (TEXT, Shade.RED),
        ({"type": "string", "minLength": 2, "maxLength": 2}, "é🙂"),
        ({"type": "string", "minLength": 2}, "👩🏽"),
        ({"type": "string", "pattern": "b"}, "abc"),
        ({"type": "string", "pattern": ""}, "abc"),
        (AGE, 18),
        (AGE, 99),
        (AGE, 18.0),
        (AGE, Level.HIGH),
        (RATIO, 1),
        (RATIO, 0.5),
        (RATIO, Reading(0.75)),
        ({"type": "integer"}, 2**64 - 1),
        ({"type": "number"}, -(2**63)),
        ({"type": "number", "maximum": 2**53 + 1}, 2**53 + 1),
        ({"type": "boolean"}, False),
        (COLOUR, "red"),
        (COLOUR, Shade.RED),
        (PLAN, "b"),
        (LEGACY, "b"),
        (TAGS, ["y", "x"]),
        (TAGS, ("y",)),
        (TAGS, ["x", "x"]),
        (TITLED_TAGS, []),
        ({"type": "object"}, {"a": [1]}),
        ({"type": "null"}, None),
        ({"type": "string", "format": "phone"}, "anything"),
        ({"type": "string", "pattern": "(?=a)b"}, "anything"),
        ({"type": "string", "pattern": "a" * (MAX_PATTERN_LENGTH + 1)}, "anything"),
        ({"enum": ["a"]}, "a"),
    ],
)
def test_an_answer_that_fits_has_no_problem(prop: Json, value: object) -> None:
    """Spec: JSON Schema counts code points, 3.0 is an integer, a pattern is searched for anywhere.

    Ours: a choice may be named twice; what only a peer can say and nobody can enforce is a hint.
    """
    assert [] == problems(prop, {"f": value})


@pytest.mark.parametrize(
    ("prop", "value", "problem"),
    [
        (TEXT, 5, "$.f: expected string, got integer"),
        (TEXT, None, "$.f: expected string, got null"),
        (TEXT, ["a"], "$.f: expected string, got array"),
        (TEXT, {"a": 1}, "$.f: expected string, got object"),
        ({"type": "string", "minLength": 3}, "ab", "$.f: expected string with length >= 3, got string"),
        ({"type": "string", "maxLength": 1}, "ab", "$.f: expected string with length <= 1, got string"),
        ({"type": "string", "pattern": "^a$"}, "a\n", "$.f: expected string that matches '^a$', got string"),
        (
            {"type": "string", "pattern": "a"},
            "\ud800",
            "$.f: expected text without lone surrogates, got string",
        ),
        ({"type": "string"}, "a\udfffb", "$.f: expected text without lone surrogates, got string"),
        ({"type": "integer"}, 2**64, "$.f: expected integer of at most 64 bits, got integer"),
        ({"type": "integer"}, -(10**400), "$.f: expected integer of at most 64 bits, got integer"),
        ({"type": "number"}, 10**400, "$.f: expected number of at most 64 bits, got integer"),
        ({"type": "number", "minimum": 1}, 2**64, "$.f: expected number of at most 64 bits, got integer"),
        ({"type": "object"}, {"a": float("nan")}, "$.f: expected value that JSON can carry, got object"),
        ({"type": "object"}, "\ud800", "$.f: expected value that JSON can carry, got string"),
        ({"type": "string", "format": "email"}, "me", "$.f: expected string with format email, got string"),
        (AGE, "18", "$.f: expected integer, got string"),
        (AGE, True, "$.f: expected integer, got boolean"),
        (AGE, 18.5, "$.f: expected integer, got number"),
        (AGE, Reading(18.5), "$.f: expected integer, got number"),
        (AGE, float("inf"), "$.f: expected integer, got number"),
        (AGE, 17, "$.f: expected integer >= 18, got integer"),
        (AGE, 100, "$.f: expected integer <= 99, got integer"),
        (AGE, None, "$.f: expected integer, got null"),
        (RATIO, "1", "$.f: expected number, got string"),
        (RATIO, True, "$.f: expected number, got boolean"),
        (RATIO, 0.25, "$.f: expected number >= 0.5, got number"),
        (RATIO, 2, "$.f: expected number <= 1, got integer"),
        (RATIO, float("nan"), "$.f: expected number, got number"),
        ({"type": "number", "maximum": 2**53}, 2**53 + 1, f"$.f: expected number <= {2**53}, got integer"),
        ({"type": "boolean"}, 1, "$.f: expected boolean, got integer"),
        ({"type": "boolean"}, "true", "$.f: expected boolean, got string"),
        (COLOUR, "Red", "$.f: expected one of 'red', 'green', got string"),
        (COLOUR, " red", "$.f: expected one of 'red', 'green', got string"),
        (COLOUR, ["red"], "$.f: expected one of 'red', 'green', got array"),
        (PLAN, "Alpha", "$.f: expected one of 'a', 'b', got string"),
        (LEGACY, "Alpha", "$.f: expected one of 'a', 'b', got string"),
        (TAGS, "x", "$.f: expected array, got string"),
        (TAGS, [], "$.f: expected array with length >= 1, got array"),
        (TAGS, ["x", "y", "x"], "$.f: expected array with length <= 2, got array"),
        (TAGS, ["x", "z"], "$.f[1]: expected one of 'x', 'y', got string"),
        (TAGS, [["x"]], "$.f[0]: expected one of 'x', 'y', got array"),
        (TITLED_TAGS, ["X"], "$.f[0]: expected one of 'x', got string"),
        ({"type": "string", "enum": []}, "a", "$.f: expected one of , got string"),
        ({"enum": ["a"]}, "b", "$.f: expected one of 'a', got string"),
    ],
)
def test_an_answer_that_misses_its_field_names_the_rule_and_the_kind_that_came(
    prop: Json, value: object, problem: str
) -> None:
    """Ours: answers are checked, never coerced, and never repeated."""
    assert [problem] == problems(prop, {"f": value})


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("age", "$.age: required, got nothing"),
        ("class", "$.class: required, got nothing"),
        ("__proto__", "$.__proto__: required, got nothing"),
        ("first-name", "$['first-name']: required, got nothing"),
        ("it's", '$["it\'s"]: required, got nothing'),
        ("🙂", "$['🙂']: required, got nothing"),
    ],
)
@pytest.mark.parametrize("content", [{}, None])
def test_a_missing_required_answer_is_a_problem(content: Json | None, name: str, problem: str) -> None:
    """Spec: required; ours: accept without content is {} and then checked."""
    assert [problem] == problems(TEXT, content, name=name)


@pytest.mark.parametrize("content", [{}, None, {"f": None}, {"other": object()}])
def test_a_skipped_optional_answer_is_no_problem(content: Json | None) -> None:
    """Ours: null counts as absent where nothing is required (hosts send it); unknown members are ignored."""
    assert [] == problems(AGE, content, required=False)


@pytest.mark.parametrize("content", [[], "x", 1, True])
def test_content_that_is_no_object_is_one_problem(content: object) -> None:
    """Spec: content is an object."""
    (problem,) = problems(TEXT, content)
    assert problem.startswith("$: expected object, got ")


def test_a_required_name_without_a_property_must_be_answered_all_the_same() -> None:
    """Spec: JSON Schema's required does not look at properties; a peer may send such a form."""
    check = compile_check({"type": "object", "properties": {}, "required": ["a"]})
    assert ["$.a: required, got nothing"] == list(map(str, check({})))
    assert () == check({"a": 1})
    assert () == check({"a": None})


def test_all_problems_come_at_once_in_the_order_of_the_form() -> None:
    """Ours."""
    prop = {"type": "string", "minLength": 9, "format": "email", "pattern": "z"}
    check = compile_check(
        {"type": "object", "properties": {"a": prop, "b": TAGS, "c": AGE}, "required": ["c"]}
    )
    assert [
        "$.a: expected string with length >= 9, got string",
        "$.a: expected string with format email, got string",
        "$.a: expected string that matches 'z', got string",
        "$.b: expected array with length <= 2, got array",
        "$.b[1]: expected one of 'x', 'y', got integer",
        "$.c: required, got nothing",
    ] == list(map(str, check({"a": "me", "b": ["x", 1, "x"]})))


def test_a_long_list_of_choices_is_counted_and_a_long_pattern_is_cut() -> None:
    """Ours: a peer wrote them, and a problem stays readable."""
    many = [f"choice {i}" for i in range(300)]
    assert ["$.f: expected one of 300 choices, got string"] == problems(
        {"type": "string", "enum": many}, {"f": ""}
    )
    (cut,) = problems({"type": "string", "pattern": "a" * 999}, {"f": ""})
    assert len(cut) < 200


GOOD: dict[str, list[str]] = {
    "email": [
        "a@b",
        "joe.bloggs@example.com",
        "te~st@example.com",
        '"joe bloggs"@example.com',
        '"joe@b"@example.com',
        "joe@[127.0.0.1]",
        "joe@[IPv6:::1]",
        "a" * 64 + "@b.c",
    ],
    "uri": [
        "http://foo.bar/?baz=qux#quux",
        "http://foo.com/blah_(x)_blah#cite-1",
        "mailto:a@example.com",
        "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "http://[v1.x:y]/",
        "urn:oasis:names:a:1.2",
        "tel:+1-816-555-1212",
        "file:///etc/x",
        "HTTPS://A:80/",
        "a:",
        "a:/",
        "https://u:p@h",
    ],
    "date": ["2024-02-29", "0001-01-01", "9999-12-31"],
    "date-time": [
        "1963-06-19T08:30:06.283185Z",
        "1963-06-19t08:30:06z",
        "1990-12-31T15:59:50.123-08:00",
        "1998-12-31T23:59:60Z",
        "1998-12-31T15:59:60.123-08:00",
        "1999-01-01T05:29:60+05:30",
    ],
}
BAD: dict[str, list[str]] = {
    "email": [
        "",
        "@",
        "a@",
        "@b",
        "2962",
        ".t@e.c",
        "t.@e.c",
        "te..st@e.c",
        "a b@c.d",
        "a@-b.c",
        "a@b-.c",
        "a@b..c",
        "a@b.",
        "joe@[x]",
        "a@b.c\n",
        "ü@b.c",
        "a@" + "b" * 64 + ".c",
        "a" * 65 + "@b.c",
        "a@b@c",
        "a@" + "b." * 130 + "c",
    ],
    "uri": [
        "",
        "abc",
        "/abc",
        "//foo.bar/x",
        "\\\\host\\share",
        "http:// shouldfail.com",
        ":// no",
        "bar,baz",
        "1a:b",
        "https://[@example.org/x",
        "https://example.org/\\x",
        "https://example.org/<>",
        "https://example.org/{}",
        "https://example.org/a b",
        "https://example.org/\u00ae",
        "https://a/%zz",
        "https://a/\n",
        "http://a:b",
        "http:",
        "https://",
        "http:foo",
        "http:///x",
        "http://:80/",
        "http://u@/",
        "http://u:p@/",
    ],
    "date": [
        "",
        "2024-02-30",
        "2023-02-29",
        "2024-13-01",
        "2024-1-01",
        "20240101",
        "2024-W01-1",
        "2024-001",
        "0000-01-01",
        "2024-01-01T00:00:00Z",
        "1963-06-1\u09ea",
        "2024-01-01 ",
    ],
    "date-time": [
        "",
        "2024-01-01",
        "2024-01-01T00:00:00",
        "2024-01-01 00:00:00Z",
        "2024-01-01T24:00:00Z",
        "2024-01-01T00:60:00Z",
        "1990-02-31T15:59:59Z",
        "1998-12-31T23:58:60Z",
        "1998-12-31T22:59:60Z",
        "1998-12-31T23:59:60+01:00",
        "2024-01-01T00:00:61Z",
        "2024-01-01T00:00:00+24:00",
        "2024-01-01T00:00:00.Z",
        "2024-01-01T00:00:00+0100",
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in GOOD.items() for text in texts])
def test_a_text_of_the_format_passes(name: str, text: str) -> None:
    """Spec: RFC 5321 Mailbox, RFC 3986 URI, RFC 3339 full-date and date-time."""
    assert FORMATS[name](text)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BAD.items() for text in texts])
def test_a_text_of_another_format_does_not(name: str, text: str) -> None:
    """Spec: as above; ours: http and https need a host, a date a year that Python has."""
    assert not FORMATS[name](text)


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        (r"^\d+$", "12", "\u0661"),
        (r"^\D$", "\u0661", "1"),
        (r"^[\w-]+$", "a-b", "é"),
        (r"^[^\w]$", "é", "a"),
        (r"^\W$", "é", "a"),
        (r"^[[a]$", "[", "b"),
        (r"^[[^a]$", "^", "b"),
        (r"^[a&&b]$", "&", "c"),
        (r"^[a~~b]$", "~", "c"),
        (r"^a&&b$", "a&&b", "ab"),
        (r"^[+--]$", "-", "~"),
        (r"^\\d$", "\\d", "1"),
        (r"^[\]x]$", "]", "\\"),
        (r"^a\/b$", "a/b", "a\\/b"),
        (r"^(?<year>\d{4})$", "2026", "26"),
        (r"^.$", "🙂", ""),
    ],
)
def test_a_pattern_is_read_as_ecma_262_reads_it(pattern: str, matching: str, other: str) -> None:
    """Spec: JSON Schema patterns are ECMA-262; classes are ASCII there, and sets have no operators."""
    test = compile_pattern(pattern)
    assert test is not None
    assert test(matching)
    assert not test(other)


@pytest.mark.parametrize(
    "pattern", [r"(?=a)b", r"(?<!a)b", r"(a)\1", "(", "a{2,1}", "(a{1000}){1000}", r"\Z", "[z-a]"]
)
def test_a_pattern_that_no_linear_engine_runs_is_none(pattern: str) -> None:
    """Ours: refused when built, a hint when read."""
    assert compile_pattern(pattern) is None


def test_a_form_without_its_answers_compiles_no_pattern() -> None:
    """Ours: a peer's form may hold thousands of patterns that are slow to compile."""
    slow = {f"f{i}": {"type": "string", "pattern": rf"\pL{{{i + 500}}}"} for i in range(2000)}
    assert () == compile_check({"type": "object", "properties": slow})({})


@pytest.mark.parametrize(
    ("given_content", "filled"),
    [
        ({}, {"a": "x", "b": False, "c": ["x"]}),
        (None, {"a": "x", "b": False, "c": ["x"]}),
        ({"a": None, "b": True}, {"a": None, "b": True, "c": ["x"]}),
        ({"z": 1, "c": []}, {"z": 1, "a": "x", "b": False, "c": []}),
    ],
)
def test_defaults_fill_what_is_missing_and_overwrite_nothing(
    given_content: Json | None, filled: Json
) -> None:
    """Ours: a member that is there stays, null included; the content itself is not changed."""
    before = None if given_content is None else dict(given_content)
    schema = {
        "type": "object",
        "properties": {
            "a": {**TEXT, "default": "x"},
            "b": {"type": "boolean", "default": False},
            "c": {**TAGS, "default": ["x"]},
            "d": TEXT,
        },
    }
    result = fill_defaults(schema, given_content)
    assert filled == result
    assert before == given_content
    result["c"].append("y")
    assert ["x"] == schema["properties"]["c"]["default"]  # type: ignore[index]  # the JSON above


FIELDS: list[Json] = [
    TEXT,
    {"type": "string", "minLength": 1, "maxLength": 3},
    {"type": "string", "minLength": 3, "maxLength": 1},
    {"type": "string", "format": "email"},
    {"type": "string", "format": "email", "maxLength": 70},
    {"type": "string", "format": "date"},
    {"type": "string", "format": "phone", "maxLength": 2},
    {"type": "string", "pattern": "^a", "maxLength": 2},
    {"type": "string", "pattern": "(?=a)"},
    AGE,
    RATIO,
    {"type": "integer", "minimum": 0.5, "maximum": 2**53},
    {"type": "integer", "minimum": 2**53 - 1, "maximum": 2**60},
    {"type": "integer", "maximum": 1.5},
    {"type": "number", "minimum": -(2**53) - 1},
    {"type": "number", "maximum": 2**53},
    {"type": "number", "maximum": 1e300},
    {"type": "boolean"},
    COLOUR,
    PLAN,
    LEGACY,
    TAGS,
    TITLED_TAGS,
    {"type": "string", "enum": []},
    {"enum": ["a", "b"]},
    {"type": "array", "items": {"type": "string"}},
    {},
]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(["", "a", "b", "x", "red", "abcd", "a@b", "2024-02-29", "é🙂", "\ud800", "1"]),
    st.sampled_from(["a" * 63 + "@b", "a" * 64 + "@b", "a" * 65 + "@b", "a" * 69 + "@b"]),
    st.sampled_from([0, 1, 18, 99, 2**53, 2**53 + 1, -(2**53) - 1, -(2**53) - 2, 2**60, 2**63, 10**400]),
    st.sampled_from([0.0, 0.5, 1.0, 18.0, 1e300, -1e308, float("nan"), float("inf"), float(2**53)]),
    st.integers(),
    st.floats(),
    st.lists(st.sampled_from(["x", "y", "z", 1, None, ["x"]]), max_size=3),
    st.sampled_from([("x",), {"a": 1}, Shade.RED, Level.HIGH, Reading("nan"), Reading(18.5), object()]),
)
FORMS = st.dictionaries(
    st.sampled_from(["a", "first-name", "__proto__"]), st.sampled_from(FIELDS), max_size=3
)
CONTENTS = st.dictionaries(st.sampled_from(["a", "first-name", "__proto__", "other"]), VALUES, max_size=4)


@settings(max_examples=400)
@given(FORMS, st.lists(st.sampled_from(["a", "first-name", "nowhere"]), unique=True), CONTENTS)
@example({"a": {"type": "number", "maximum": 2**53}}, [], {"a": 2**53 + 1})
@example({"a": {}}, ["a"], {"a": None})
def test_the_fast_yes_says_what_the_rules_say(properties: Json, required: list[str], content: Json) -> None:
    """Ours: a form that is answered often is checked faster, never otherwise."""
    check = compile_check({"type": "object", "properties": properties, "required": required})
    expected = check.by_rules(content)
    for _ in range(FAST_AFTER + 2):
        assert expected == check(content)
    assert all(re.fullmatch(r"[a-z]+|object", problem.got) for problem in expected)


@pytest.mark.parametrize("content", [{"f": 17}, {"f": 20}, {}, None, [], {"f": None}])
def test_a_form_answered_often_still_tells_every_problem(content: Mapping[str, Any] | None) -> None:
    """Ours."""
    check = compile_check({"type": "object", "properties": {"f": AGE}, "required": ["f"]})
    first = check(content)
    for _ in range(FAST_AFTER * 2):
        assert first == check(content)


def test_a_compiled_form_can_be_pickled() -> None:
    """Ours: messages are picklable, and carry it."""
    check = pickle.loads(pickle.dumps(compile_check({"type": "object", "properties": {"f": AGE}})))
    assert ["$.f: expected integer, got string"] == list(map(str, check({"f": ""})))


PLAIN_FIELDS = [
    field
    for field in FIELDS
    if "format" not in field and "pattern" not in field and field.get("enum") != [] and "items" not in field
] + [TAGS, TITLED_TAGS]
JSON_VALUES = st.one_of(
    st.booleans(),
    st.sampled_from(["", "a", "x", "red", "abcd", "é🙂"]),
    st.integers(-(2**63), 2**64 - 1),
    st.integers(0, 100),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([1.0, 18.0, 0.5]),
    st.lists(st.sampled_from(["x", "y", "z", 1]), max_size=3),
    st.just({"a": 1}),
)


@settings(max_examples=300)
@given(
    st.dictionaries(st.sampled_from("ab"), st.sampled_from(PLAIN_FIELDS), max_size=2),
    st.lists(st.sampled_from("abc"), unique=True),
    st.dictionaries(st.sampled_from("abcd"), JSON_VALUES, max_size=3),
)
def test_a_json_schema_validator_agrees(properties: Json, required: list[str], content: Json) -> None:
    """Spec: the requested schema is JSON Schema 2020-12; null, where we are looser, is left out here."""
    schema = {"type": "object", "properties": properties, "required": required}
    fits = jsonschema.Draft202012Validator(schema).is_valid(content)
    assert fits == (compile_check(schema)(content) == ())


@pytest.mark.parametrize("content", ["", "x", 5, 0, [], ["a"], False])
def test_defaults_go_into_an_object_or_into_nothing(content: Any) -> None:
    """Ours: told like any wrong argument."""
    with pytest.raises(RequestError, match="content: expected object, got"):
        fill_defaults({"properties": {}}, content)


@pytest.mark.parametrize(
    ("prop", "value"),
    [
        ({"type": "string"}, "\ud800"),
        ({"type": "string", "format": "email"}, "\ud800@a.example"),
        ({"type": "integer"}, 10**400),
        ({"type": "number"}, 10**400),
        ({"type": "number", "maximum": 5}, -(10**400)),
        ({"type": "object"}, object()),
    ],
)
def test_a_form_answered_often_still_refuses_what_no_json_can_carry(prop: Json, value: object) -> None:
    """Ours: such a value could not have come, and cannot go."""
    check = compile_check({"type": "object", "properties": {"f": prop}, "required": ["f", "g"]})
    for _ in range(2 * FAST_AFTER):
        (problem,) = check({"f": value, "g": 1})
        assert "$.f" == problem.path
    fitting = "a@b.example" if prop["type"] == "string" else 5
    assert () == check({"f": fitting, "g": 1})
    assert ["$.g"] == [problem.path for problem in check({"f": fitting, "g": "\ud800"})]
