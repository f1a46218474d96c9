"""The flat record: what builds, what is refused, what a reader accepts."""

from __future__ import annotations

import copy
import pickle
import re
import uuid
from collections.abc import Callable
from typing import Any, Literal

import orjson
import pydantic
import pytest

from mcp_elicit import ElicitRequestBuilder
from mcp_elicit import request as request_module
from mcp_elicit.errors import PeerError, RequestError
from mcp_elicit.forms.schemas import RequestedSchema, StringSchema
from mcp_elicit.request import ElicitRequest

FORM: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
URL = "https://vault.example/connect"


class Trip(pydantic.BaseModel):
    """A docstring that no user shall see."""

    city: str
    nights: int = 2


# ---- building -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            {"mode": "url", "message": "m", "elicitation_id": "e"},
            r"url: required, got nothing; give the page",
        ),
        (
            {"mode": "url", "message": "m", "url": URL},
            r"elicitation_id: required, got nothing; .*for_url, which mints one",
        ),
        ({"mode": "url", "message": "m", "url": URL, "elicitation_id": " "}, r"elicitation_id: is blank"),
        ({"mode": "url", "message": "m", "url": URL, "elicitation_id": ""}, r"elicitation_id: is blank"),
        (
            {"mode": "url", "message": "m", "url": URL, "elicitation_id": 7},
            r"elicitation_id: expected string, got integer",
        ),
        (
            {"mode": "url", "message": "m", "url": URL, "elicitation_id": "e", "requested_schema": FORM},
            r"requested_schema: a url request does not carry a form; ask the form in a request of its own",
        ),
        (
            {"mode": "form", "message": "m"},
            r"requested_schema: required, got nothing; give the form's fields",
        ),
        ({"message": "m"}, r"requested_schema: required, got nothing"),
        ({"message": "m", "requested_schema": "{}"}, r"requested_schema: expected object, got string"),
        ({"message": "m", "requested_schema": []}, r"requested_schema: expected object, got array"),
        ({"message": "m", "requested_schema": FORM, "url": URL}, r"url: a form request does not carry it"),
        ({"message": "m", "url": URL}, r"url: a form request does not carry it; set mode to 'url'"),
        (
            {"message": "m", "requested_schema": FORM, "elicitation_id": "e"},
            r"elicitation_id: a form request does not",
        ),
        (
            {"mode": "voice", "message": "m", "requested_schema": FORM},
            r"mode: expected 'form' or 'url', got 'voice'",
        ),
        (
            {"mode": 1, "message": "m", "requested_schema": FORM},
            r"mode: expected 'form' or 'url', got integer",
        ),
        ({"requested_schema": FORM}, r"message: required, got nothing; say what the user is asked"),
        ({"message": " \n", "requested_schema": FORM}, r"message: is blank"),
        ({"message": 5, "requested_schema": FORM}, r"message: expected string, got integer"),
        ({"message": "m", "requested_schema": FORM, "task": 1}, r"task: expected object, got integer"),
        ({"message": "m", "requested_schema": FORM, "meta": "x"}, r"meta: expected object, got string"),
        ({"message": "m", "requested_schema": FORM, "requestedSchema": FORM}, r"given twice"),
        (
            {"message": "m", "requested_shema": FORM},
            r"requested_shema: ElicitRequest has no such field; use one of message",
        ),
        ({"message": "\ud800", "requested_schema": FORM}, r"message: a lone surrogate .*; take it out"),
        (
            {"message": "m", "requested_schema": {**FORM, "x-a b": {1}}},
            r"requestedSchema\['x-a b'\]: expected a JSON value, got set; write it",
        ),
        (
            {"message": "m", "requested_schema": FORM, "meta": {"progressToken": 1.5}},
            r"meta\.progressToken: expected string or integer, got number",
        ),
        ({"message": "m", "requested_schema": {**FORM, "x-a": float("nan")}}, r"finite number"),
        ({"message": "m", "requested_schema": {**FORM, "x-a": 2**64}}, r"past 64 bits"),
        ({"message": "m", "requested_schema": {"type": "object"}}, r"requestedSchema\.properties"),
        (
            {"mode": "url", "message": "m", "url": "/connect", "elicitation_id": "e"},
            r"url: not an absolute URL",
        ),
        (
            {"mode": "url", "message": "m", "url": "https://a.example/ b", "elicitation_id": "e"},
            r"url: .*white space",
        ),
        (
            {"mode": "url", "message": "m", "url": "https://a.example/\x00", "elicitation_id": "e"},
            r"url: .*control",
        ),
        (
            {"mode": "url", "message": "m", "url": "http://a.example/", "elicitation_id": "e"},
            r"url: plain http",
        ),
        (
            {"mode": "url", "message": "m", "url": "javascript:alert(1)", "elicitation_id": "e"},
            r"url: javascript",
        ),
        (
            {"mode": "url", "message": "m", "url": "ftp://a.example/", "elicitation_id": "e"},
            r"url: the scheme ftp",
        ),
    ],
)
def test_a_combination_that_is_not_allowed_is_refused_with_its_field_and_remedy(
    data: dict[str, Any], sentence: str
) -> None:
    """Ours, decisions 2 and 3: the constructor, the builder and every other way in obey one set of rules."""
    ways: list[Callable[[], ElicitRequest]] = [
        lambda: ElicitRequest(**data),
        lambda: ElicitRequest.model_construct(**data),
        lambda: ElicitRequest.model_validate(data),
        lambda: ElicitRequest.for_form("m", FORM).model_copy(
            update={"message": None, "requested_schema": None, "mode": None} | data
        ),
    ]
    for way in ways[: 3 if "requestedSchema" in data else 4]:  # a copy's update is one mapping by field
        with pytest.raises(RequestError) as refusal:
            way()
        assert re.search(sentence, str(refusal.value)), str(refusal.value)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(RequestError) as refusal:
        ElicitRequest.builder().mode("url").requested_schema(FORM).build()
    assert ["message", "requested_schema", "url", "elicitation_id"] == [
        fault.path for fault in refusal.value.faults
    ]
    assert all(fault.remedy for fault in refusal.value.faults)


def test_the_builder_infers_url_from_a_url_and_nothing_else() -> None:
    """Decision 4."""
    assert ElicitRequest.builder("m").url(URL).elicitation_id("e").build().is_url
    assert ElicitRequest.builder("m", FORM).build().is_form
    with pytest.raises(RequestError, match="elicitation_id: a form request does not carry it"):
        ElicitRequest.builder("m", FORM).elicitation_id("e").build()
    with pytest.raises(RequestError, match="requested_schema: a url request does not carry a form"):
        ElicitRequest.builder("m", FORM).url(URL).elicitation_id("e").build()


def test_every_builder_step_reaches_the_record() -> None:
    request = (
        ElicitRequest.builder()
        .message("m")
        .requested_schema(FORM)
        .mode("form")
        .task({"ttl": 60000})
        .meta({"trace": "t"})
        .progress_token(7)
        .build()
    )
    assert ("m", FORM, "form", {"ttl": 60000}, {"trace": "t", "progressToken": 7}) == (
        request.message,
        request.requested_schema,
        request.mode,
        request.task,
        request.meta,
    )


def test_a_progress_token_does_not_touch_the_callers_meta() -> None:
    meta = {"trace": "t"}
    ElicitRequest.builder("m", FORM).meta(meta).progress_token("p").build()
    assert {"trace": "t"} == meta


def test_for_url_mints_a_new_id_each_time() -> None:
    first, second = (ElicitRequest.for_url("m", URL) for _ in range(2))
    assert first.elicitation_id != second.elicitation_id
    assert 4 == uuid.UUID(first.elicitation_id).version
    assert "mine" == ElicitRequest.for_url("m", URL, "mine").elicitation_id


@pytest.mark.parametrize(
    "schema", [FORM, RequestedSchema(properties={"city": StringSchema()}, required=["city"])]
)
def test_a_form_is_given_as_json_or_typed(schema: Any) -> None:
    assert FORM == ElicitRequest.for_form("m", schema).requested_schema
    assert FORM == ElicitRequest.builder("m", schema).build().requested_schema
    assert FORM == ElicitRequest(message="m", requested_schema=schema).requested_schema


def test_a_form_is_given_as_a_model_class() -> None:
    schema = ElicitRequest.for_form("m", Trip).requested_schema
    assert schema is not None
    assert ["city", "nights"] == list(schema["properties"])
    assert ["city"] == schema["required"]
    assert "docstring" not in str(schema)


def test_http_is_for_loopback_and_other_schemes_are_named() -> None:
    for host in ("localhost", "127.0.0.1:8000", "[::1]", "app.localhost"):
        assert ElicitRequest.for_url("m", f"http://{host}/x").is_url
    assert ElicitRequest.for_url("m", "myapp://connect/x", schemes=("https", "myapp")).is_url
    assert ElicitRequest.builder("m").url("myapp://c/x").elicitation_id("e").schemes("myapp").build().is_url
    for scheme in ("javascript", "data", "file"):
        with pytest.raises(RequestError, match=f"{scheme}: URLs are never sent to a person"):
            ElicitRequest.for_url("m", f"{scheme}:x", schemes=("https", scheme))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.example/?access_token=hunter2", "access_token"),
        ("https://a.example/#id=1&apiKey=hunter2", "apiKey"),
        ("https://user:hunter2@a.example/", "userinfo"),
        ("https://a.example/?login=jo.hunter2@mail.example", "login"),
    ],
)
def test_a_url_that_carries_a_credential_or_a_person_is_refused_until_cleared_by_name(
    url: str, name: str
) -> None:
    """Spec: the URL MUST NOT include sensitive information about the end-user."""
    with pytest.raises(RequestError) as refusal:
        ElicitRequest.for_url("m", url)
    assert name in str(refusal.value)
    assert "hunter2" not in str(refusal.value)
    assert url == ElicitRequest.for_url("m", url, not_secret=(name,)).url
    assert url == ElicitRequest.builder("m").url(url).elicitation_id("e").not_secret(name).build().url


def test_a_form_that_asks_for_a_secret_is_refused_until_cleared_field_by_field() -> None:
    """Spec: servers MUST NOT use form mode to request sensitive information."""
    form = {"type": "object", "properties": {"pin_color": {"type": "string"}, "apiKey": {"type": "string"}}}
    with pytest.raises(RequestError, match="use URL mode") as refusal:
        ElicitRequest.for_form("m", form)
    assert 2 == len(refusal.value.faults)
    with pytest.raises(RequestError) as refusal:
        ElicitRequest.for_form("m", form, not_secret=("pin_color",))
    assert 1 == len(refusal.value.faults)
    cleared = ElicitRequest.for_form("m", form, not_secret=("pin_color", "apiKey"))
    assert form == cleared.requested_schema
    assert "again" == cleared.model_copy(update={"message": "again"}).message
    assert cleared == pickle.loads(pickle.dumps(cleared)).model_copy()


def test_texts_with_clickable_urls_are_a_finding_and_no_error() -> None:
    """Spec: SHOULD NOT include URLs intended to be clickable in any field of a form."""
    request = ElicitRequest.for_form("see https://docs.example/a?b=c", FORM)
    assert ["message"] == [finding.path for finding in request.findings]
    assert () == ElicitRequest.for_form("m", FORM).findings
    assert "https://docs.example/a?…" in str(request.findings[0])


def test_a_url_request_knows_its_findings() -> None:
    kinds = [finding.kind for finding in ElicitRequest.for_url("m", "https://xn--80ak6aa92e.com/x").findings]
    assert "punycode" in kinds


UNTYPED: Any = ElicitRequest
"""For calls that a type checker refuses, too."""


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: UNTYPED.for_url("m", URL, schemes=None), "schemes: expected names .*, got null"),
        (lambda: UNTYPED.for_url("m", URL, not_secret=5), "not_secret: expected names .*, got integer"),
        (lambda: UNTYPED.for_form("m", FORM, not_secret=5), "not_secret: expected names"),
        (lambda: UNTYPED.for_form("m", FORM, not_secret=[None]), "not_secret: expected names"),
        (
            lambda: UNTYPED.builder("m").url(URL).elicitation_id("e").schemes(4).build(),
            r"schemes: expected names as strings, got integer; write schemes=\('name',\)",
        ),
        (lambda: UNTYPED.builder("m", FORM).meta(5).progress_token(1).build(), "meta: expected object"),
        (lambda: UNTYPED.builder("m", FORM).progress_token([]).build(), "meta.progressToken: expected"),
        (lambda: UNTYPED.for_form("m", pydantic.BaseModel), "BaseModel: a form needs at least one"),
        (lambda: UNTYPED.for_form("m", int), "int: a form is made from a pydantic model class"),
        (lambda: UNTYPED.for_form("m", 5), "requested_schema: expected object, got integer"),
        (lambda: UNTYPED.for_form("m", Trip(city="x")), "requested_schema: expected object"),
        (lambda: UNTYPED.from_json(b"{}", max_bytes="x"), "max_bytes: expected a number of bytes"),
        (lambda: UNTYPED.from_json(b"{}", max_bytes=True), "max_bytes: expected a number of bytes"),
        (lambda: UNTYPED.from_json(b"{}", max_bytes=float("nan")), "max_bytes: expected a number of bytes"),
        (
            lambda: UNTYPED.for_form("m", FORM).sendable_to("2025-11-25", 5),
            "capability: expected ElicitationCapability, got integer",
        ),
    ],
)
def test_a_wrong_argument_is_named(build: Callable[[], object], words: str) -> None:
    """Ours: no bare TypeError from inside."""
    with pytest.raises(RequestError, match=words):
        build()


def test_a_capability_may_be_given_as_its_json() -> None:
    page = ElicitRequest.for_url("m", URL)
    assert page.sendable_to("2025-11-25", {"url": {}})
    assert not page.sendable_to("2025-11-25", {})
    with pytest.raises(PeerError):
        page.sendable_to("2025-11-25", {"url": 5})


def test_the_builder_is_found_beside_the_record() -> None:
    assert isinstance(ElicitRequest.builder(), request_module.ElicitRequestBuilder)
    assert ElicitRequestBuilder is request_module.ElicitRequestBuilder


# ---- a value --------------------------------------------------------------------------------


def test_camel_case_keywords_build_the_same_record() -> None:
    keywords: dict[str, Any] = {
        "message": "m",
        "mode": "url",
        "url": URL,
        "elicitationId": "e",
        "_meta": {"a": 1},
    }
    camel = ElicitRequest(**keywords)
    assert ElicitRequest(message="m", mode="url", url=URL, elicitation_id="e", meta={"a": 1}) == camel


def test_the_record_cannot_be_changed_from_outside() -> None:
    """Decision 1: the schema is copied in."""
    given = copy.deepcopy(FORM)
    request = ElicitRequest.for_form("m", given)
    given["properties"]["city"]["type"] = "boolean"
    given["required"].append("x")
    assert FORM == request.requested_schema
    assert request.requested_schema is not None
    with pytest.raises(TypeError):
        request.requested_schema["properties"]["city"]["type"] = "boolean"
    with pytest.raises(pydantic.ValidationError):
        request.message = "other"  # type: ignore[misc]  # the point of the test


@pytest.mark.parametrize("extra", [{}, {"vendor": {"a": [1]}}])
def test_members_that_nobody_knows_cannot_be_changed_either(extra: dict[str, Any]) -> None:
    """Ours: neither added, which one version would write and another, written before, would not."""
    wire = {"message": "m", "requestedSchema": FORM, **extra}
    read = ElicitRequest.from_json(orjson.dumps(wire))
    built = ElicitRequest.for_form("m", FORM)
    copies = (read.model_copy(), read.model_copy(update={"message": "n"}), pickle.loads(pickle.dumps(read)))
    for record in (read, ElicitRequest.from_wire(wire), *copies, built):
        assert record.model_extra is not None
        with pytest.raises(TypeError):
            record.model_extra["other"] = 1
        assert (extra if record is not built else {}) == record.model_extra


def test_what_is_read_cannot_be_changed_either() -> None:
    wire: dict[str, Any] = {"message": "m", "requestedSchema": copy.deepcopy(FORM), "vendor": {"a": [1]}}
    request = ElicitRequest.from_wire(wire)
    wire["requestedSchema"]["properties"].clear()
    assert FORM == request.requested_schema
    read = ElicitRequest.from_json(request.to_json("2025-11-25"))
    assert read.requested_schema is read.requested_schema
    assert read.requested_schema is not None
    assert read.model_extra is not None
    with pytest.raises(TypeError):
        read.requested_schema["properties"]["city"]["type"] = "boolean"
    with pytest.raises(TypeError):
        read.model_extra["vendor"]["a"].append(2)
    written = read.to_wire("2025-11-25")
    written["requestedSchema"]["properties"].clear()
    assert FORM == read.requested_schema


def test_equality_and_hash_go_by_value() -> None:
    one, two = (ElicitRequest.for_form("m", copy.deepcopy(FORM)) for _ in range(2))
    read = ElicitRequest.from_json(one.to_json("2025-11-25"))
    assert one == two == read
    assert 1 == len({one, two, read})
    other = ElicitRequest.for_form("m", {**FORM, "required": []})
    assert one != other
    assert 2 == len({one, other})
    assert one != "m"


def test_a_record_survives_pickle_and_copy() -> None:
    requests = [
        ElicitRequest.for_form("m", FORM),
        ElicitRequest.for_url("m", URL, "e"),
        ElicitRequest.from_wire({"message": "m", "requestedSchema": FORM, "vendor": [1]}),
        ElicitRequest.from_json(b'{"message":"m","requestedSchema":{"type":"object","properties":{}}}'),
    ]
    for request in requests:
        assert request == pickle.loads(pickle.dumps(request)) == copy.copy(request) == copy.deepcopy(request)
        assert request == request.model_copy() == request.model_copy(deep=True)
        assert request.to_json("2025-11-25") == pickle.loads(pickle.dumps(request)).to_json("2025-11-25")


def test_a_copy_obeys_the_rules_that_its_record_obeyed() -> None:
    built = ElicitRequest.for_form("m", FORM)
    assert "n" == built.model_copy(update={"message": "n"}).message
    with pytest.raises(RequestError):
        built.model_copy(update={"url": URL})
    with pytest.raises(RequestError):
        built.copy(update={"mode": "url"})
    read = ElicitRequest.from_wire({"mode": "url", "message": "m", "url": URL, "vendor": 1})
    assert "e" == read.model_copy(update={"elicitation_id": "e"}).elicitation_id
    assert {"vendor": 1} == read.model_copy(update={"message": "n"}).model_extra
    with pytest.raises(RequestError):
        read.model_copy(update={"url": "nowhere"})
    with pytest.raises(RequestError, match="no such field"):
        read.model_copy(update={"uri": URL})


def test_no_text_of_a_record_shows_a_query() -> None:
    request = ElicitRequest.for_url("m", "https://a.example/p?state=hunter2#hunter2")
    for text in (repr(request), str(request), f"{request!r}"):
        assert "hunter2" not in text
        assert "https://a.example/p" in text


def test_a_record_fits_into_a_users_own_model() -> None:
    class Job(pydantic.BaseModel):
        ask: ElicitRequest

    job = Job(
        ask=ElicitRequest.from_json(b'{"message":"m","requestedSchema":{"type":"object","properties":{}}}')
    )
    assert {"type": "object", "properties": {}} == job.model_dump()["ask"]["requested_schema"]
    assert job == Job.model_validate(job.model_dump(exclude_none=True))


# ---- reading --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "wire"),
    [
        ("form", {"message": "m", "requestedSchema": FORM}),
        ("form", {"message": "m", "requestedSchema": FORM, "url": URL, "elicitationId": "e"}),
        ("form", {"mode": "form", "message": "m", "requestedSchema": FORM, "url": 5}),
        ("url", {"mode": "url", "message": "m", "url": URL}),
        ("url", {"mode": "url", "message": "m", "url": URL, "elicitationId": "", "requestedSchema": "x"}),
        ("url", {"mode": "url", "message": "m", "url": "javascript:x", "elicitationId": "a\n"}),
        ("form", {"message": "", "requestedSchema": FORM}),
        (
            "form",
            {
                "message": "m",
                "requestedSchema": {
                    **FORM,
                    "title": "T",
                    "$schema": "http://json-schema.org/draft-07/schema#",
                },
            },
        ),
        (
            "form",
            {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}},
        ),
        (
            "form",
            {
                "message": "m",
                "requestedSchema": {
                    "type": "object",
                    "properties": {"p": {"type": "string", "format": "password"}},
                },
            },
        ),
    ],
)
def test_a_reader_is_lenient(mode: Literal["form", "url"], wire: dict[str, Any]) -> None:
    """Decision 2: what does not belong to the mode is dropped; what nobody can draw, the handler refuses."""
    request = ElicitRequest.from_wire(wire)
    assert mode == request.mode
    if mode == "form":
        assert (None, None) == (request.url, request.elicitation_id)
    else:
        assert request.requested_schema is None


@pytest.mark.parametrize(
    ("wire", "words"),
    [
        ({}, r"message: required, got nothing; and requestedSchema: required, got nothing"),
        ({"message": None, "requestedSchema": FORM}, r"message: expected string, got null"),
        ({"message": "m", "schema": FORM}, r"requestedSchema: required, got nothing"),
        ({"message": "m", "requestedSchema": None}, r"requestedSchema: expected object, got null"),
        ({"message": "m", "requestedSchema": "bad"}, r"requestedSchema: expected object, got string"),
        ({"message": "m", "requestedSchema": {}}, r"requestedSchema"),
        (
            {"mode": None, "message": "m", "requestedSchema": FORM},
            r"mode: expected 'form' or 'url', got null",
        ),
        (
            {"mode": "x/form", "message": "m", "requestedSchema": FORM},
            r"mode: expected 'form' or 'url', got 'x/form'",
        ),
        ({"mode": "url", "message": "m"}, r"url: required, got nothing"),
        ({"mode": "url", "message": "m", "url": "/connect"}, r"url: not an absolute URL"),
        (
            {"mode": "url", "message": "m", "url": URL, "elicitationId": 5},
            r"elicitationId: expected string, got integer",
        ),
        (
            {"mode": "url", "message": "m", "url": URL, "elicitationId": None},
            r"elicitationId: expected string, got null",
        ),
        (
            {"message": "m", "requestedSchema": {**FORM, "$schema": "https://schemas.example/own"}},
            r"requestedSchema.\$schema: this dialect is not supported",
        ),
        ({"message": "m", "requestedSchema": FORM, "_meta": []}, r"_meta: expected object, got array"),
        ({"message": "m", "requestedSchema": FORM, "task": "t"}, r"task: expected object, got string"),
        ([], r"expected an object, got array"),
        ("x", r"expected an object, got string"),
        (None, r"expected an object, got null"),
    ],
)
def test_a_wrong_type_or_an_unknown_mode_is_never_a_silent_form(wire: Any, words: str) -> None:
    with pytest.raises(PeerError, match=words):
        ElicitRequest.from_wire(wire)


def test_unknown_members_are_kept_and_written_back() -> None:
    wire = {"mode": "form", "message": "m", "requestedSchema": FORM, "sessionId": "s", "x": {"y": [1, None]}}
    request = ElicitRequest.from_wire(wire)
    assert {"sessionId": "s", "x": {"y": [1, None]}} == request.model_extra
    assert wire == request.to_wire("2025-11-25")


def test_the_typed_view_of_a_form() -> None:
    request = ElicitRequest.from_wire({"message": "m", "requestedSchema": FORM})
    assert isinstance(request.form, RequestedSchema)
    assert request.form is request.form
    assert "$.city: required, got nothing" == str(request.form.check({})[0])
    with pytest.raises(RequestError, match="a url request has no form"):
        _ = ElicitRequest.for_url("m", URL).form
