"""The quick look at ordinary messages: it changes the time, and nothing else."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import threading
from collections.abc import Callable, Iterator
from enum import Enum
from types import MappingProxyType
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from mcp_elicit import _slots
from mcp_elicit._frozen import FrozenDict, harden
from mcp_elicit._json import INT_MAX, INT_MIN, MAX_BYTES, MAX_DEPTH
from mcp_elicit._slots import AS_READ
from mcp_elicit._wire import READERS, WireModel
from mcp_elicit.errors import Fault, NotSendableError, PeerError
from mcp_elicit.forms.fields import every_fault
from mcp_elicit.ordinary import (
    is_ordinary_url,
    look_at_completion,
    look_at_request,
    look_at_result,
)
from mcp_elicit.render import schema_on_the_wire
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitationCompleteNotification, ElicitResult
from mcp_elicit.urls.parts import parts_of
from mcp_elicit.urls.rules import readable_url_faults
from mcp_elicit.versions import PROTOCOL_VERSIONS, rules_for

from .test_corpus import CORPUS
from .test_fields import KINDS, OUTSIDE, REFUSED, TOLERATED, WRONG_TYPES

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def _underived() -> Iterator[None]:
    """A class of messages that somebody derived from reads in another way as long as the process lives."""
    yield
    for model, reader in READERS.items():
        setattr(model, "from_json", staticmethod(reader))  # noqa: B010


NEWEST = ("2025-11-25", "2026-07-28")
ORDINARY_FIELDS: list[Json] = [
    *[prop for _, prop in KINDS],
    {"type": "string", "title": "T", "description": "D", "minLength": 1, "maxLength": 9, "default": "a"},
    *[{"type": "string", "format": name} for name in ("email", "uri", "date", "date-time")],
    {"type": "number", "minimum": 0, "maximum": 9, "default": 1},
    {"type": "boolean", "default": False},
    {"type": "array", "minItems": 1, "maxItems": 2, "default": ["a"], "items": KINDS[7][1]["items"]},
]
URL = "https://auth.example/connect?id=1"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def form(**properties: Any) -> Json:
    return {"type": "object", "properties": properties}


def read_twice(model: type[WireModel], wire: Any) -> tuple[Any, Any]:
    """The record, or what the error says: of the quick look and the rules, and of the rules alone."""
    assert read(by_the_rules(model), wire) == read(model.from_wire, wire)
    return read(model.from_json, orjson.dumps(wire)), read(by_the_rules(model), wire)


def asking(schema: Json) -> Json:
    """A request with this form."""
    return {"message": "m", "requestedSchema": schema}


def by_the_rules(model: type[WireModel]) -> Callable[[Any], WireModel]:
    """Reading without any look, which takes plain dicts alone."""
    return lambda wire: model.from_wire(MappingProxyType(wire) if type(wire) is dict else wire)


def read(way: Callable[[Any], Any], data: Any) -> Any:
    try:
        return way(data)
    except PeerError as error:
        return str(error)


def written(record: Any, version: str) -> Any:
    try:
        return json.loads(record.to_json(version))
    except NotSendableError as error:
        return str(error)


def assert_read_alike(model: type[WireModel], wire: Any) -> None:
    quick, slow = read_twice(model, wire)
    assert slow == quick
    if isinstance(quick, WireModel):
        assert slow.model_fields_set == quick.model_fields_set
        assert slow.model_dump() == quick.model_dump()
        assert dict(slow) == dict(read(model.from_json, orjson.dumps(wire)))
        assert (slow.model_extra, hash(slow), repr(slow)) == (quick.model_extra, hash(quick), repr(quick))
        for version in PROTOCOL_VERSIONS:
            # Twice, as what was written once is remembered.
            assert written(slow, version) == written(quick, version) == written(quick, version)


FIELDS = st.sampled_from(
    [*ORDINARY_FIELDS, *OUTSIDE, *[prop for prop, _ in WRONG_TYPES + REFUSED], *TOLERATED]
) | st.sampled_from([None, 1, "string", [], ["type"]])


def can_travel(value: Json) -> bool:
    """Whether a peer could send it: the tables hold numbers past 64 bits too."""
    try:
        orjson.dumps(value)
    except TypeError:
        return False
    return True


FORMS = st.fixed_dictionaries(
    {"type": st.sampled_from(["object", "object", "object", 1])},
    optional={
        "properties": st.dictionaries(st.sampled_from(["a", "first-name"]), FIELDS, max_size=2),
        "required": st.sampled_from([[], ["a"], [1], "a", {"a": 1}]),
        "title": st.sampled_from(["T", None]),
        "description": st.sampled_from(["D", 1]),
        "$schema": st.sampled_from([DIALECT, DIALECT, "http://json-schema.org/draft-07/schema#", "x", []]),
        "additionalProperties": st.sampled_from([True, False, {}, None]),
    },
).filter(can_travel)
WIRES: st.SearchStrategy[Json] = st.fixed_dictionaries(
    {},
    optional={
        "mode": st.sampled_from(["form", "form", "url", "url", "x", None]),
        "message": st.sampled_from(["Hello", "", 1, None]),
        "requestedSchema": FORMS | st.sampled_from([None, form(a={"type": "string"})]),
        "url": st.sampled_from([URL, URL, "http://127.1/", "", None, 1]),
        "elicitationId": st.sampled_from(["id", "", None, 1]),
        "_meta": st.sampled_from(
            [{}, {"progressToken": 1, "a": "b", "c": True}, {"a": [1]}, {"a": 1.5}, None]
        ),
        "task": st.sampled_from([{}, None]),
        "other": st.none(),
        "action": st.sampled_from(["accept", "accept", "decline", "cancel", "x", None, []]),
        "content": st.none()
        | st.dictionaries(
            st.sampled_from(["a", "b"]), st.sampled_from(["x", 1, 1.5, True, None, ["x"], [], [1], {}])
        ),
    },
)


@given(WIRES)
@pytest.mark.parametrize("model", [ElicitRequest, ElicitResult, ElicitationCompleteNotification])
def test_the_quick_look_reads_what_the_rules_read(model: type[WireModel], wire: Json) -> None:
    """Ours: speed changes no verdict and no record."""
    known = model._field_of
    assert_read_alike(model, wire)
    assert_read_alike(model, {name: value for name, value in wire.items() if name in known})


@pytest.mark.parametrize("payload", [each["payload"] for each in CORPUS], ids=[each["id"] for each in CORPUS])
@pytest.mark.parametrize("model", [ElicitRequest, ElicitResult, ElicitationCompleteNotification])
def test_a_payload_from_the_wild_is_read_alike(model: type[WireModel], payload: Any) -> None:
    """Ours."""
    assert_read_alike(model, payload)


@given(FORMS)
def test_an_ordinary_form_has_no_fault_and_is_written_as_it_stands(schema: Json) -> None:
    """Ours: what the quick look claims."""
    parsed = orjson.loads(orjson.dumps(schema))
    if look_at_request(asking(parsed)) is not None:
        assert [] == every_fault(schema, strict=False)
        for version in NEWEST:
            obstacles: list[Any] = []
            assert (
                schema["properties"]
                == schema_on_the_wire(schema, rules_for(version), obstacles)["properties"]
            )
            assert [] == obstacles


@pytest.mark.parametrize("prop", ORDINARY_FIELDS)
def test_the_quick_look_knows_every_kind_of_field(prop: Json) -> None:
    """Ours: an ordinary form is never looked at twice."""
    fields = form(a=prop)
    for schema in (fields, {**fields, "required": ["a"]}, {"$schema": DIALECT, **fields}):
        wire = asking(schema)
        assert {"2025-11-25": wire, "2026-07-28": wire} == look_at_request(wire)
    for hints in ({"title": "T", "description": "D"}, {"additionalProperties": False}):
        wire = asking({**fields, **hints})
        hintless = asking(fields)
        assert {AS_READ: wire, "2025-11-25": hintless, "2026-07-28": hintless} == look_at_request(wire)


META = {"progressToken": 1, "origin": "x"}
PAGE = {"mode": "url", "message": "m", "url": URL, "elicitationId": "i"}


@pytest.mark.parametrize(
    ("model", "look", "wire"),
    [
        (ElicitRequest, look_at_request, {"message": "m", "requestedSchema": form()}),
        (ElicitRequest, look_at_request, {"mode": "form", "message": "m", "requestedSchema": form()}),
        (ElicitRequest, look_at_request, PAGE),
        (ElicitResult, look_at_result, {"action": "accept", "content": {"a": "b"}}),
        (ElicitResult, look_at_result, {"action": "accept"}),
        (ElicitResult, look_at_result, {"action": "decline"}),
        (ElicitationCompleteNotification, look_at_completion, {"elicitationId": "i"}),
    ],
)
def test_the_quick_look_reads_ordinary_messages_with_their_meta(
    model: Any, look: Callable[[Json], Any], wire: Json
) -> None:
    """Ours: what real peers send is not looked at twice."""
    for sent in (wire, {**wire, "_meta": META}, {"_meta": {}, **wire}):
        assert_read_alike(model, sent)
        by_version = look(sent)
        assert by_version["2025-11-25"] == by_the_rules(model)(sent).to_wire("2025-11-25") == sent
        assert None is look({**sent, "x": 1})


class Around(BaseModel, revalidate_instances="always"):
    """A user's own model, which reads a record without asking it."""

    question: ElicitRequest


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda record: pickle.loads(pickle.dumps(record))])
@pytest.mark.parametrize(
    "schema", [form(a={"type": "string"}), {**form(a={"type": "string"}), "title": "T"}], ids=["", "title"]
)
def test_what_nobody_asked_a_record_for_yet_goes_with_its_copies(
    way: Callable[[Any], Any], schema: Json
) -> None:
    """Ours: what is worked out when it is asked for is worked out alike in a copy."""
    wire = {"message": "m", "requestedSchema": schema, "_meta": META}
    slow = ElicitRequest.from_wire(wire)
    for ask in (
        lambda record: record.model_fields_set,
        lambda record: record.model_extra,
        lambda record: record.requested_schema,
        lambda record: (record.message, record.meta, record.requested_schema, record.url),
        lambda record: record.findings,
        lambda record: set(vars(record)) | {"requested_schema"},
        lambda record: record.model_dump(),
        lambda record: record.model_copy(update={"message": "n"}),
        lambda record: Around(question=record).model_dump(),
        hash,
        lambda record: record.to_wire("2025-11-25"),
        lambda record: record.to_wire("2025-06-18"),
        lambda record: getattr(record, "nothing", "none"),
        dict,
        repr,
    ):
        quick = ElicitRequest.from_json(orjson.dumps(wire))
        assert ask(slow) == ask(way(quick)) == ask(quick)
        assert slow == quick


def test_a_record_that_two_threads_read_is_never_seen_half_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours: a handler in a thread reads what its event loop reads."""
    record = ElicitRequest.from_json(orjson.dumps({**PAGE, "_meta": META}))
    seen: list[Any] = []

    def harden_slowly(value: Any) -> Any:
        monkeypatch.undo()
        other = threading.Thread(target=lambda: seen.extend((record.message, record.url, record.meta)))
        other.start()
        other.join()
        return harden(value)

    monkeypatch.setattr(_slots, "harden", harden_slowly)
    assert (META, ["m", URL, META]) == (record.meta, seen)


NOT_ORDINARY: list[Json] = [
    {**form(), "$schema": "http://json-schema.org/draft-07/schema#"},
    {**form(), "$schema": [DIALECT]},
    {**form(), "additionalProperties": {}},
    form(a={"type": "string", "pattern": "a"}),
    form(a={"type": "string", "format": "password"}),
    form(a={"type": "string", "enum": ["a"], "oneOf": []}),
    form(a={"type": "string", "enum": {"a": 1}}),
    form(a={"type": "string", "enum": ["a"], "enumNames": [1]}),
    form(a={"type": "array", "items": {"type": "string", "enum": "ab"}}),
    form(a={"type": "array", "items": {"anyOf": ""}}),
    form(a={"type": "array", "items": {"enum": ["a"]}}),
    form(a={"type": "array", "items": {"type": "string", "enum": ["a"], "x": [[]]}}),
    form(a={"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}], "x": [[]]}}),
    form(a={"type": "number", "minimum": 0.5}),
    form(a={"type": "string", "x-hint": 1}),
    form(a={"type": "string", "oneOf": [{"const": "a"}]}),
    form(a={"type": "string", "oneOf": [{"const": "a", "title": "A", "x": 1}]}),
]


@pytest.mark.parametrize("schema", NOT_ORDINARY)
def test_what_is_not_ordinary_is_left_to_the_rules(schema: Json) -> None:
    """Ours."""
    assert None is look_at_request(asking(schema))
    assert_read_alike(ElicitRequest, asking(schema))


DEEP: Any = json.loads("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
LONG = 123456789012345678901234567890
HIDING: list[tuple[type[WireModel], Json]] = [
    (ElicitRequest, {"message": "m", "requestedSchema": {**form(), "x": "HERE"}}),
    (ElicitRequest, {"message": "m", "requestedSchema": form(a={"type": "number", "minimum": "HERE"})}),
    (ElicitRequest, {"message": "m", "requestedSchema": form(a={"type": "string", "x": "HERE"})}),
    (ElicitRequest, {"message": "m", "requestedSchema": form(), "_meta": {"x": "HERE"}}),
    (ElicitRequest, {"message": "m", "mode": "url", "url": URL, "other": "HERE"}),
    (ElicitResult, {"action": "accept", "content": {"a": "HERE"}}),
    (ElicitResult, {"action": "decline", "content": "HERE"}),
    (ElicitResult, {"action": "cancel", "_meta": {"a": "HERE"}}),
    (ElicitationCompleteNotification, {"elicitationId": "a", "other": "HERE"}),
]


@pytest.mark.parametrize(("model", "wire"), HIDING)
@pytest.mark.parametrize(
    "hidden", [json.dumps(DEEP), str(LONG), f"[{LONG}]"], ids=["deep", "long", "in a list"]
)
def test_nothing_hides_from_the_quick_look(model: type[WireModel], wire: Json, hidden: str) -> None:
    """Ours: nesting and integers past 64 bits are looked for wherever a value was not."""
    with pytest.raises(PeerError):
        model.from_json(json.dumps(wire).replace('"HERE"', hidden))


LETTERS = "az09-.AZ_~%:@[]!$ \\\t\u00e9\u3002xn"
HOSTS = st.text(st.sampled_from(LETTERS), max_size=12) | st.sampled_from(
    [
        "a.example",
        "127.1",
        "0x7f.1",
        "xn--p1ai",
        "a.0",
        "a.0x1",
        "1e1",
        "a--b.c",
        "a.b.",
        "localhost",
        "e" * 300,
    ]
)


@given(
    st.sampled_from(["https://", "http://", "HTTPS://", "ftp://", "https:/", "javascript:"]),
    HOSTS,
    st.sampled_from(["", ":", ":1", ":443", ":65536", ":99999", ":080", ":a"]),
    st.sampled_from(["", "/", "?", "#"]) | st.text(max_size=6).map("/".__add__),
)
def test_an_ordinary_url_has_no_fault_and_leads_where_it_says(
    scheme: str, host: str, port: str, rest: str
) -> None:
    """Ours: what the quick look claims, against the parser that the rules ask."""
    url = scheme + host + port + rest
    if is_ordinary_url(url):
        assert [] == readable_url_faults(url)
        parts = parts_of(url)
        assert parts is not None
        assert (host, None) == (parts.host, parts.userinfo)


@pytest.mark.parametrize(
    "url",
    [
        "https://auth.example/connect?id=550e8400-e29b-41d4-a716-446655440000#top",
        "http://localhost:8080/",
        "https://my-app.co.uk",
        "https://2fa.example?x",
    ],
)
def test_common_urls_are_ordinary(url: str) -> None:
    """Ours."""
    assert is_ordinary_url(url)


def test_a_record_that_was_read_quickly_is_a_record() -> None:
    """Ours: it is copied, pickled and used like any other, and remembers what it wrote for itself alone."""
    wire = {"mode": "form", "message": "m", "requestedSchema": form(a=dict(KINDS[5][1]))}
    for record in (ElicitRequest.from_json(orjson.dumps(wire)), ElicitRequest.from_wire(wire)):
        first = record.to_wire("2025-06-18")
        assert "enumNames" in first["requestedSchema"]["properties"]["a"]
        first["requestedSchema"]["properties"].clear()
        for again in (record, copy.deepcopy(record), pickle.loads(pickle.dumps(record)), record.model_copy()):
            assert record == again
            assert wire == again.to_wire("2025-11-25")
            assert "enumNames" in again.to_wire("2025-06-18")["requestedSchema"]["properties"]["a"]
        other = record.model_copy(update={"requested_schema": form(b={"type": "boolean"})})
        assert ["b"] == list(other.to_wire("2025-06-18")["requestedSchema"]["properties"])


def test_a_subclass_is_read_by_the_rules() -> None:
    """Ours: a parent's quick look does not know its fields."""

    class Tagged(ElicitRequest, frozen=True):  # type: ignore[misc]  # final for checkers, not at run time
        tag: str = "none"

    wire = {"mode": "form", "message": "m", "requestedSchema": form()}
    record = Tagged.from_json(orjson.dumps(wire))
    assert ("none", Tagged) == (record.tag, type(record))
    assert "blue" == Tagged.from_json(orjson.dumps({**wire, "tag": "blue"})).tag
    assert ElicitRequest is type(ElicitRequest.from_json(orjson.dumps(wire)))


@pytest.mark.parametrize("model", [ElicitRequest, ElicitResult, ElicitationCompleteNotification])
def test_reading_is_a_method_like_any_other(model: type[WireModel]) -> None:
    """Ours: it can be sent to another process, and says how it is called; a spy is not taken away."""
    assert model.from_json == pickle.loads(pickle.dumps(model.from_json))
    told = inspect.signature(model.from_json)
    assert told == inspect.signature(WireModel.from_json).replace(return_annotation=model.__name__)
    assert inspect.getdoc(WireModel.from_json) == inspect.getdoc(model.from_json)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "from_json", spy := lambda data: data)
        type("Derived", (model,), {"__module__": __name__})
        assert spy is model.from_json


@pytest.mark.parametrize("end", [b" ", b"\xc3\xa9"])
def test_a_message_is_as_long_as_its_bytes(end: bytes) -> None:
    """Ours: text counts as it is sent, by default and where a length is given."""
    text = b'{"action": "accept", "content": {"a": "%b"}}' % (end * 30)
    for data in (text, text.decode()):
        assert "accept" == ElicitResult.from_json(data, max_bytes=len(text)).action
        with pytest.raises(PeerError, match=f"longer than {len(text) - 1} bytes"):
            ElicitResult.from_json(data, max_bytes=len(text) - 1)
    with pytest.raises(PeerError, match=f"longer than {MAX_BYTES} bytes"):
        ElicitResult.from_json(text + b" " * MAX_BYTES)


@pytest.mark.parametrize("depth", [300, 1000])
def test_what_a_second_member_of_the_same_name_replaces_does_no_harm(depth: int) -> None:
    """Ours: it was deep, and beside it stands what looks like a long integer."""
    deep = b"[" * depth + b"]" * depth
    data = b'{"action": %b, "action": "accept", "x": 1234567890123456789}' % deep
    assert read(ElicitResult.from_json, data) in (
        ElicitResult.from_json(b'{"action": "accept", "x": 1234567890123456789}'),
        str(PeerError(Fault("", f"nested deeper than {MAX_DEPTH} levels"))),
    )


def test_a_subclass_may_read_by_its_parent() -> None:
    """Ours: `super().from_json` reads for whoever asks."""

    class Logged(ElicitResult, frozen=True):  # type: ignore[misc]  # final for checkers, not at run time
        @classmethod
        def from_json(cls, data: Any, **options: Any) -> Any:
            return super().from_json(data, **options)

    wire = {"action": "decline"}
    for model in (Logged, ElicitResult):
        assert (model, wire) == (
            type(record := model.from_json(orjson.dumps(wire))),
            record.to_wire("2025-11-25"),
        )


# ---- results that somebody else parsed, or made -------------------------------------------


class Verb(str, Enum):
    """A text that is more than text."""

    ACCEPT = "accept"


STRANGE: tuple[Any, ...] = (
    *(INT_MIN, INT_MAX, INT_MIN - 1, INT_MAX + 1, 0.5, float("nan"), True, None, Verb.ACCEPT),
    *("\ud800", "\u00e9", ["\ud800"], ["\u00e9"], [Verb.ACCEPT], [1], ("a",), b"a", {1}, {}),
)

MADE: list[Json] = [
    {"action": Verb.ACCEPT},
    {"action": Verb.ACCEPT, "content": {"a": "b"}},
    *[{"action": "accept", "content": {"a": value}} for value in STRANGE],
    *[{"action": "accept", "content": {name: 1}} for name in ("\ud800", "\u00e9", Verb.ACCEPT, 1, None)],
    {"action": "accept", "content": FrozenDict({"a": 1})},
    {"action": "accept", "content": FrozenDict({"a": 1}), "_meta": {}},
    {"action": "accept", "other": {"a": 1}},
    {"action": "decline", "content": {"a": 1}},
    {"action": "decline", "other": 1},
]


@pytest.mark.parametrize("wire", MADE, ids=ascii)
def test_a_result_that_was_not_parsed_here_is_read_by_the_same_rules(wire: Json) -> None:
    """Ours: in memory a client may hand over anything that Python has."""
    slow, quick = read(by_the_rules(ElicitResult), wire), read(ElicitResult.from_wire, wire)
    assert slow == quick
    if isinstance(quick, ElicitResult):
        assert str is type(vars(quick)["action"])
        assert repr(slow.to_wire("2025-11-25")) == repr(quick.to_wire("2025-11-25"))


def test_whoever_handed_a_result_over_cannot_change_it() -> None:
    """Ours: a record is a value."""
    texts = ["a"]
    content: Json = {"texts": texts}
    wire: Json = {"action": "accept", "content": content}
    result = ElicitResult.from_wire(wire)
    texts.append("b")
    content["more"] = 1
    wire["action"] = "cancel"
    assert ElicitResult.accept({"texts": ["a"]}) == result
