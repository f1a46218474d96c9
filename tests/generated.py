"""Messages of every kind that an author may build, as hypothesis strategies.

Whatever comes out of here is allowed by the builder's rules; the tests say what must follow from that.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_elicit import ElicitRequest, ElicitResult

__all__ = [
    "LABEL",
    "field",
    "form",
    "form_requests",
    "holds_a_list",
    "requests",
    "results",
    "sample",
    "text",
    "url_requests",
]

T = TypeVar("T")

EXAMPLES = 2000 if find_spec("mcp") else 300
"""Messages in a sample; fewer where only the core is tested, once more, on another Python."""

LARGEST = 2**53
"""JavaScript reads no larger integer exactly."""

PATTERNS = ("^[a-z]+$", "[0-9]{2,4}", "^(red|green|blue)$", "^\\S+$")
URL_WORDS = ("connect", "orders", "2026", "caf%C3%A9", "a-b")


def text(**limits: int) -> st.SearchStrategy[str]:
    """Text that JSON can carry and a person can see: no lone surrogates, never blank."""
    return st.text(st.characters(exclude_categories=["Cs", "Cc"]), **limits).filter(
        lambda value: value.strip() != ""
    )


WORDS = (
    "a",
    "Lisbon",
    "São Tomé",
    "名前",
    "🙂",
    "a b",
    "x-1",
    '"quoted"',
    "</b>",
    "null",
    "0",
    "é",
    "\u202e",
    "{}",
)
LABEL = st.one_of(st.sampled_from(WORDS), st.sampled_from(WORDS), text(min_size=1, max_size=5))
NAME = st.one_of(
    st.sampled_from(["first-name", "class", "__proto__", "constructor", "toString", "🙂", "$ref"]), LABEL
)
INTEGER = st.integers(-LARGEST, LARGEST)
NUMBER = st.one_of(INTEGER, st.floats(-1e15, 1e15, allow_nan=False))


@st.composite
def field(draw: st.DrawFn) -> dict[str, Any]:
    kinds = (_string, _number, _boolean, _single, _titled_single, _legacy, _multi, _titled_multi)
    made: dict[str, Any] = draw(st.sampled_from(kinds))(draw)
    for keyword in ("title", "description"):
        if draw(st.booleans()):
            made[keyword] = draw(LABEL)
    return made


def _string(draw: st.DrawFn) -> dict[str, Any]:
    shape = draw(st.sampled_from(("plain", "format", "pattern", "lengths")))
    made: dict[str, Any] = {"type": "string"}
    if shape == "format":
        examples = {
            "email": "ada@example.org",
            "uri": "https://example.org/a",
            "date": "2026-02-28",
            "date-time": "2026-02-28T12:00:00Z",
        }
        made["format"] = draw(st.sampled_from(sorted(examples)))
        default = examples[made["format"]]
    elif shape == "pattern":
        made["pattern"] = draw(st.sampled_from(PATTERNS))
        return made
    elif shape == "lengths":
        made["minLength"] = draw(st.integers(0, 5))
        made["maxLength"] = draw(st.integers(5, 9))
        default = draw(text(min_size=made["minLength"] or 1, max_size=made["maxLength"]))
    else:
        default = draw(LABEL)
    if draw(st.booleans()):
        made["default"] = default
    return made


def _number(draw: st.DrawFn) -> dict[str, Any]:
    made: dict[str, Any] = {"type": draw(st.sampled_from(("integer", "number")))}
    values = draw(
        st.lists(INTEGER if made["type"] == "integer" else NUMBER, min_size=3, max_size=3).map(sorted)
    )
    for keyword, value in zip(("minimum", "default", "maximum"), values, strict=True):
        if draw(st.booleans()):
            made[keyword] = value
    return made


def _boolean(draw: st.DrawFn) -> dict[str, Any]:
    return {"type": "boolean", **draw(st.sampled_from(({}, {"default": True}, {"default": False})))}


def _choices(draw: st.DrawFn) -> list[str]:
    return draw(st.lists(LABEL, min_size=1, max_size=5, unique=True))


def _options(draw: st.DrawFn, choices: list[str]) -> list[dict[str, str]]:
    return [{"const": choice, "title": draw(LABEL)} for choice in choices]


def _with_default(draw: st.DrawFn, made: dict[str, Any], choices: list[str]) -> dict[str, Any]:
    return {**made, "default": draw(st.sampled_from(choices))} if draw(st.booleans()) else made


def _single(draw: st.DrawFn) -> dict[str, Any]:
    choices = _choices(draw)
    return _with_default(draw, {"type": "string", "enum": choices}, choices)


def _titled_single(draw: st.DrawFn) -> dict[str, Any]:
    choices = _choices(draw)
    return _with_default(draw, {"type": "string", "oneOf": _options(draw, choices)}, choices)


def _legacy(draw: st.DrawFn) -> dict[str, Any]:
    choices = _choices(draw)
    names = [draw(LABEL) for _ in choices]
    return _with_default(draw, {"type": "string", "enum": choices, "enumNames": names}, choices)


def _counts(draw: st.DrawFn, choices: list[str]) -> dict[str, Any]:
    chosen = draw(st.lists(st.sampled_from(choices), unique=True))
    counts: dict[str, Any] = {"type": "array"}
    if draw(st.booleans()):
        counts["minItems"] = draw(st.integers(0, len(chosen)))
        counts["maxItems"] = draw(st.integers(max(1, len(chosen)), len(choices)))
    if draw(st.booleans()):
        counts["default"] = chosen
    return counts


def _multi(draw: st.DrawFn) -> dict[str, Any]:
    choices = _choices(draw)
    return {**_counts(draw, choices), "items": {"type": "string", "enum": choices}}


def _titled_multi(draw: st.DrawFn) -> dict[str, Any]:
    choices = _choices(draw)
    return {**_counts(draw, choices), "items": {"anyOf": _options(draw, choices)}}


@st.composite
def form(draw: st.DrawFn) -> dict[str, Any]:
    properties = draw(st.dictionaries(NAME, field(), min_size=1, max_size=4))
    made: dict[str, Any] = {"type": "object", "properties": properties}
    if draw(st.booleans()):
        made["required"] = draw(st.lists(st.sampled_from(sorted(properties)), unique=True))
    if draw(st.booleans()):
        made["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return made


META = st.one_of(
    st.none(),
    st.dictionaries(st.sampled_from(("example.org/a", "progressToken")), LABEL, min_size=1),
)
TASK = st.one_of(st.none(), st.just({"ttl": 60000}))


@st.composite
def form_requests(draw: st.DrawFn) -> ElicitRequest:
    schema = draw(form())
    builder = ElicitRequest.builder(draw(LABEL), schema).not_secret(*schema["properties"])
    if draw(st.booleans()):
        builder.mode("form")
    return _with_extras(draw, builder)


@st.composite
def url_requests(draw: st.DrawFn) -> ElicitRequest:
    path = "/".join(draw(st.lists(st.sampled_from(URL_WORDS), max_size=3)))
    host = draw(st.sampled_from(("example.org", "xn--bcher-kva.example", "example.org:8443")))
    query = draw(st.sampled_from(("", "?order=7", "#top")))
    builder = ElicitRequest.builder(draw(LABEL)).url(f"https://{host}/{path}{query}")
    return _with_extras(draw, builder.elicitation_id(draw(LABEL)))


def _with_extras(draw: st.DrawFn, builder: Any) -> ElicitRequest:
    meta, task = draw(META), draw(TASK)
    if meta is not None:
        builder.meta(meta)
    if task is not None:
        builder.task(task)
    request: ElicitRequest = builder.build()
    return request


@cache
def requests() -> st.SearchStrategy[ElicitRequest]:
    return st.one_of(form_requests(), form_requests(), url_requests())


VALUE = st.one_of(st.text(st.characters(exclude_categories=["Cs"]), max_size=9), NUMBER, st.booleans())


@cache
def results() -> st.SearchStrategy[ElicitResult]:
    values = st.one_of(VALUE, st.lists(LABEL, max_size=3))
    contents = st.one_of(st.none(), st.dictionaries(NAME, values, max_size=4))
    return st.one_of(
        contents.map(ElicitResult.accept), st.builds(ElicitResult.decline), st.builds(ElicitResult.cancel)
    )


def holds_a_list(result: ElicitResult) -> bool:
    return any(isinstance(value, list) for value in (result.content or {}).values())


@cache
def sample(strategy: st.SearchStrategy[T]) -> tuple[T, ...]:
    """The same messages in every run: made once, read by many parsers."""
    made: list[T] = []

    @settings(max_examples=EXAMPLES)
    @given(strategy)
    def collect(message: T) -> None:
        made.append(message)

    collect()
    return tuple(made)
