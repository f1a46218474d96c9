"""One request, written for each version: downgraded, stripped of hints, or refused with every reason."""

from __future__ import annotations

import copy
from typing import Any

import orjson
import pytest

from mcp_elicit.capability import ElicitationCapability
from mcp_elicit.errors import NotSendableError, UnknownProtocolVersionError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.versions import PROTOCOL_VERSIONS

TITLED: dict[str, Any] = {
    "type": "string",
    "title": "Plan",
    "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}],
    "default": "s",
}
MULTI: dict[str, Any] = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "minItems": 1}
TITLED_MULTI: dict[str, Any] = {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}


def form(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def field_for(version: str, field: dict[str, Any]) -> Any:
    request = ElicitRequest.from_wire({"message": "m", "requestedSchema": form(f=field)})
    return request.to_wire(version)["requestedSchema"]["properties"]["f"]


@pytest.mark.parametrize(
    ("field", "old"),
    [
        (TITLED, {"type": "string", "title": "Plan", "enum": ["s", "l"], "enumNames": ["Small", "Large"]}),
        ({"type": "string", "enum": ["b", "a"], "default": "a"}, {"type": "string", "enum": ["b", "a"]}),
        (
            {"type": "string", "enum": ["a"], "enumNames": ["A"], "default": "a"},
            {"type": "string", "enum": ["a"], "enumNames": ["A"]},
        ),
        ({"type": "boolean", "default": True}, {"type": "boolean", "default": True}),
        ({"type": "integer", "minimum": 1, "default": 2}, {"type": "integer", "minimum": 1}),
        ({"type": "number", "maximum": 1.5, "default": 0.5}, {"type": "number", "maximum": 1.5}),
        (
            {"type": "string", "minLength": 1, "format": "email", "pattern": "a", "default": "a@b.example"},
            {"type": "string", "minLength": 1, "format": "email"},
        ),
    ],
)
def test_a_field_is_downgraded_for_the_oldest_version_and_kept_for_the_newer(
    field: dict[str, Any], old: Any
) -> None:
    """Decisions 6 and 7."""
    assert old == field_for("2025-06-18", field)
    assert field == field_for("2025-11-25", field)
    assert {key: value for key, value in field.items() if key != "pattern"} == field_for("2026-07-28", field)


@pytest.mark.parametrize("field", [MULTI, TITLED_MULTI])
def test_a_multi_select_is_not_sendable_to_a_version_without_it(field: dict[str, Any]) -> None:
    """Decision 6: flattening would change the answer's type."""
    with pytest.raises(NotSendableError) as refusal:
        field_for("2025-06-18", field)
    ((path, reason),) = refusal.value.reasons
    assert ("2025-06-18", "requestedSchema.properties.f") == (refusal.value.protocol_version, path)
    assert "multi-select" in reason
    assert field == field_for("2025-11-25", field) == field_for("2026-07-28", field)


def test_hints_are_dropped_and_meaning_is_not() -> None:
    schema = {
        **form(f={"type": "string", "x-widget": "area", "readOnly": True}),
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "T",
        "description": "D",
        "x-order": ["f"],
        "additionalProperties": False,
    }
    request = ElicitRequest.from_wire(
        {"message": "m", "requestedSchema": schema, "_meta": {"a": 1}, "task": {"ttl": 1}}
    )
    bare = form(f={"type": "string"})
    with_dialect = {**bare, "$schema": schema["$schema"]}
    assert {"message": "m", "requestedSchema": bare, "_meta": {"a": 1}} == request.to_wire("2025-06-18")
    assert {
        "message": "m",
        "requestedSchema": with_dialect,
        "_meta": {"a": 1},
        "task": {"ttl": 1},
    } == request.to_wire("2025-11-25")
    assert {"message": "m", "requestedSchema": with_dialect} == request.to_wire("2026-07-28")


def test_all_reasons_are_said_at_once_with_their_paths() -> None:
    schema = {
        **form(
            a=MULTI,
            **{"b c": {"type": "object"}},
            d={"type": "string", "const": "x"},
            e={"type": "string", "format": "password"},
        ),
        "minProperties": 1,
    }
    request = ElicitRequest.from_wire({"message": "m", "requestedSchema": schema})
    with pytest.raises(NotSendableError) as refusal:
        request.to_wire("2025-06-18")
    assert [
        "requestedSchema.minProperties",
        "requestedSchema.properties.a",
        "requestedSchema.properties['b c']",
        "requestedSchema.properties.d.const",
        "requestedSchema.properties.e.format",
    ] == [path for path, _ in refusal.value.reasons]
    with pytest.raises(NotSendableError) as refusal:
        request.to_wire("2026-07-28")
    assert 4 == len(refusal.value.reasons)


def test_a_mode_is_written_where_it_exists_and_was_given() -> None:
    given = ElicitRequest.from_wire({"mode": "form", "message": "m", "requestedSchema": form()})
    left_out = ElicitRequest.from_wire({"message": "m", "requestedSchema": form()})
    assert [False, True, True] == ["mode" in given.to_wire(version) for version in PROTOCOL_VERSIONS[2:]]
    assert [False, False, False] == ["mode" in left_out.to_wire(version) for version in PROTOCOL_VERSIONS[2:]]
    assert given == left_out


def test_a_url_request_is_written_for_each_version() -> None:
    url = "https://a.example/x"
    request = ElicitRequest.builder("m").url(url).elicitation_id("e").meta({"a": 1}).task({}).build()
    assert {
        "mode": "url",
        "message": "m",
        "url": url,
        "elicitationId": "e",
        "task": {},
        "_meta": {"a": 1},
    } == request.to_wire("2025-11-25")
    assert {"mode": "url", "message": "m", "url": url} == request.to_wire("2026-07-28")
    with pytest.raises(NotSendableError) as refusal:
        request.to_wire("2025-06-18")
    assert (("mode", "this version has no url mode"),) == refusal.value.reasons


def test_a_url_request_without_an_id_does_not_travel_to_a_version_that_requires_one() -> None:
    request = ElicitRequest.from_wire({"mode": "url", "message": "m", "url": "https://a.example/x"})
    with pytest.raises(NotSendableError) as refusal:
        request.to_wire("2025-11-25")
    assert "elicitationId" == refusal.value.reasons[0][0]
    assert "url" in request.to_wire("2026-07-28")


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26"])
def test_versions_without_elicitation_are_refused(version: str) -> None:
    for request in (ElicitRequest.for_form("m", form()), ElicitRequest.for_url("m", "https://a.example/x")):
        with pytest.raises(
            NotSendableError, match=f"not sendable to {version}: this version has no elicitation"
        ):
            request.to_wire(version)


@pytest.mark.parametrize("version", ["2025-11-26", "", "DRAFT-2026-v1", None, 5, []])
def test_an_unknown_version_raises_and_lists_those_that_are_known(version: Any) -> None:
    request = ElicitRequest.for_form("m", form())
    for use in (request.to_wire, request.to_json, request.sendable_to):
        with pytest.raises(
            UnknownProtocolVersionError, match="2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28"
        ):
            use(version)


@pytest.mark.parametrize(
    ("version", "capability", "form_goes", "url_goes"),
    [
        ("2025-03-26", None, False, False),
        ("2025-06-18", None, True, False),
        ("2025-06-18", {}, True, False),
        ("2025-06-18", {"form": {}, "url": {}}, True, False),
        ("2025-11-25", None, True, True),
        ("2025-11-25", {}, True, False),
        ("2025-11-25", {"url": {}}, False, True),
        ("2026-07-28", {"form": {}, "url": {}}, True, True),
        ("2026-07-28", {"form": {}}, True, False),
    ],
)
def test_sendable_asks_the_version_and_the_capability(
    version: str, capability: dict[str, Any] | None, form_goes: bool, url_goes: bool
) -> None:
    declared = None if capability is None else ElicitationCapability.from_wire(capability)
    assert form_goes == ElicitRequest.for_form("m", form()).sendable_to(version, declared)
    assert url_goes == ElicitRequest.for_url("m", "https://a.example/x").sendable_to(version, declared)


def test_sendable_asks_the_form_too() -> None:
    request = ElicitRequest.for_form("m", form(f=MULTI))
    assert [False, False, False, True, True] == [
        request.sendable_to(version) for version in PROTOCOL_VERSIONS
    ]


def test_rendering_changes_nothing_and_json_and_dict_agree() -> None:
    schema = {**form(f=TITLED, g=MULTI, h={"type": "string", "pattern": "^a$"}), "title": "T"}
    request = ElicitRequest.for_form("m", schema)
    before = copy.deepcopy(schema)
    for version in PROTOCOL_VERSIONS[3:]:
        assert orjson.loads(request.to_json(version)) == request.to_wire(version)
        request.to_wire(version)["requestedSchema"]["properties"]["f"].clear()
    assert before == request.requested_schema


def test_a_choice_whose_type_was_forgotten_is_written_with_it() -> None:
    """Hosts refuse the whole form for an enum without type; peers send them."""
    assert {"type": "string", "enum": ["a", "b"]} == field_for("2025-06-18", {"enum": ["a", "b"]})


def test_an_unknown_format_is_a_hint() -> None:
    assert {"type": "string"} == field_for("2025-11-25", {"type": "string", "format": "phone"})


@pytest.mark.parametrize("name", ["first-name", "class", "__proto__", "😀", "", "a.b", "$ref", "x-y"])
def test_a_property_may_have_any_name(name: str) -> None:
    request = ElicitRequest.for_form("m", form(**{name: {"type": "boolean"}}))
    for version in PROTOCOL_VERSIONS[2:]:
        assert [name] == list(request.to_wire(version)["requestedSchema"]["properties"])
