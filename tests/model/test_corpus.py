"""238 payloads as they were met in public code and captures: each ends in a value or in one clear PeerError.

`tests/data/corpus.jsonl` holds them (texts replaced, structure kept), one JSON object a line.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mcp_elicit._wire import WireModel
from mcp_elicit.capability import ElicitationCapability
from mcp_elicit.errors import CapabilityError, ElicitError, NotSendableError, PeerError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitationCompleteNotification, ElicitResult
from mcp_elicit.url_required import UrlElicitationRequiredError
from mcp_elicit.versions import PROTOCOL_VERSIONS

CORPUS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "corpus.jsonl").read_text().splitlines()
]

ERRORS = """
031 046 054 059 062 095 096 099 103 124 148 149 153 156 158 166 178 184 189 191 192 193 194 196 200 203 204
207 233 235 251 252 256 257 258 274 275 276 277 278 279 281 282 295 296 306 314 316 320 324 325 327 328 332
333 364 376
""".split()
"""The payloads that end in a PeerError; every other one ends in a value."""

DEFAULTS_TAKEN_OUT = ("075", "088", "147")
"""Read as valid for 2025-06-18 with defaults its schema does not have: written without them (decision 7)."""


def read(kind: str, payload: Any) -> WireModel | ElicitError | None:
    if kind in ("form_params", "url_params"):
        return ElicitRequest.from_wire(payload)
    if kind == "result":
        return ElicitResult.from_wire(payload)
    if kind == "notification":
        return ElicitationCompleteNotification.from_wire(payload)
    if kind == "capabilities":
        return ElicitationCapability.from_capabilities(payload)
    assert kind == "error_data"
    if isinstance(payload, dict) and "requiredCapabilities" in payload:
        return CapabilityError.from_error({"code": -32021, "message": "m", "data": payload})
    return UrlElicitationRequiredError.from_error({"code": -32042, "message": "m", "data": payload})


def write(value: Any, version: str) -> Any:
    if isinstance(value, UrlElicitationRequiredError):
        return value.to_error(version)["data"]
    if isinstance(value, CapabilityError):
        return value.to_error()["data"]
    return value.to_wire(version)


def test_the_whole_corpus_is_here() -> None:
    assert 238 == len(CORPUS) == len({case["id"] for case in CORPUS})


@pytest.mark.parametrize("case", CORPUS, ids=[f"{case['id']}-{case['kind']}" for case in CORPUS])
def test_a_payload_from_the_wild_ends_as_the_table_says(case: dict[str, Any]) -> None:
    """Ours: a value or one clear PeerError, and a valid one survives reading and writing for its version."""
    if case["id"] in ERRORS:
        assert case["spec_valid"] is not True
        with pytest.raises(PeerError) as refusal:
            read(case["kind"], case["payload"])
        assert str(refusal.value)
        return
    value = read(case["kind"], case["payload"])
    assert value is not None
    if case["spec_valid"] is not True:
        return
    expected = case["payload"]["elicitation"] if case["kind"] == "capabilities" else case["payload"]
    if case["id"] in DEFAULTS_TAKEN_OUT:
        expected = without_defaults(expected)
    versions = ["2025-11-25", "2026-07-28"] if case["version"] == "any" else [case["version"]]
    for version in versions:
        assert expected == write(value, version)
        if isinstance(value, WireModel):
            text = json.dumps(
                case["payload"]["elicitation"] if case["kind"] == "capabilities" else case["payload"]
            )
            assert value == type(value).from_json(text)
            assert expected == json.loads(value.to_json(version))


def without_defaults(params: dict[str, Any]) -> dict[str, Any]:
    schema = params["requestedSchema"]
    fields = {
        name: {key: value for key, value in field.items() if key != "default" or field["type"] == "boolean"}
        for name, field in schema["properties"].items()
    }
    return {**params, "requestedSchema": {**schema, "properties": fields}}


@pytest.mark.parametrize("version", PROTOCOL_VERSIONS)
def test_what_was_read_is_written_for_any_version_or_refused_with_reasons(version: str) -> None:
    """Ours: writing never fails in another way, however odd the payload was."""
    for case in CORPUS:
        if case["id"] in ERRORS or case["kind"] in ("error_data", "capabilities"):
            continue
        value = read(case["kind"], case["payload"])
        assert isinstance(value, WireModel)
        written = writable(value, version)
        if written is not None:
            again = type(value).from_wire(written)
            assert written == again.to_wire(version)
            assert hash(again) == hash(type(value).from_wire(written))


def writable(value: WireModel, version: str) -> dict[str, Any] | None:
    with suppress(NotSendableError):
        return value.to_wire(version)
    return None
