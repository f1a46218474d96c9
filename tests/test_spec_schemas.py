"""What we read and write, held against the specification's own JSON Schemas and example messages."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_elicit import (
    PROTOCOL_VERSIONS,
    ElicitationCompleteNotification,
    ElicitRequest,
    ElicitResult,
    UrlElicitationRequiredError,
)
from tests.generated import holds_a_list, requests, results, sample
from tests.spec_schemas import EXAMPLES, VERSIONS, complaints

pytestmark = [pytest.mark.timeout(600), pytest.mark.no_cover]  # the first test to ask makes the sample

EXAMPLES_VERSION = "2026-07-28"


def elicitations_in(
    name: str, message: dict[str, Any]
) -> list[tuple[type[ElicitRequest | ElicitResult], dict[str, Any]]]:
    """Every elicitation message in an example, with the class that reads it."""
    kind = name.split("__")[0]
    if kind in {"ElicitRequestFormParams", "ElicitRequestURLParams"}:
        return [(ElicitRequest, message)]
    if kind == "ElicitResult":
        return [(ElicitResult, message)]
    if kind == "InputResponses":
        return [(ElicitResult, response) for response in message.values() if "action" in response]
    inside = [message] if kind == "ElicitRequest" else list(message.get("inputRequests", message).values())
    return [(ElicitRequest, one["params"]) for one in inside if one["method"] == "elicitation/create"]


WITHOUT_A_QUESTION = {"InputRequiredResult__input-required-result-with-request-state-only"}


@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - WITHOUT_A_QUESTION))
def test_an_example_of_the_specification_is_read_and_written_back_unchanged(name: str) -> None:
    """Spec: 2026-07-28, schema, the examples of each definition."""
    found = elicitations_in(name, EXAMPLES[name])
    assert [] != found
    assert [message for _, message in found] == [
        reader.from_wire(message).to_wire(EXAMPLES_VERSION) for reader, message in found
    ]


def test_all_examples_are_there() -> None:
    """Ours: a file that went missing would be tested no more."""
    assert 11 == len(EXAMPLES)
    assert WITHOUT_A_QUESTION < EXAMPLES.keys()


@pytest.mark.parametrize("closed", [False, True], ids=["as published", "and no member more"])
@pytest.mark.parametrize("version", VERSIONS)
def test_every_request_that_is_sendable_is_valid(version: str, closed: bool) -> None:
    """Spec: the version's schema.json; that no member is written which the version lacks is ours."""
    sendable = [request.to_wire(version) for request in sample(requests()) if request.sendable_to(version)]
    assert len(sample(requests())) / 10 < len(sendable)
    wrong = [
        (params, complaint)
        for params in sendable
        for complaint in complaints(
            version, "ElicitRequest", {"method": "elicitation/create", "params": params}, closed=closed
        )
    ]
    assert [] == wrong


def test_a_request_is_not_sendable_for_a_multi_select_or_a_url_alone() -> None:
    """Ours (decisions 6 and 7): whatever else 2025-06-18 lacks is downgraded, or a hint and dropped."""
    for request in sample(requests()):
        fields = (request.requested_schema or {}).get("properties", {}).values()
        expected = request.is_form and all(field["type"] != "array" for field in fields)
        assert expected == request.sendable_to("2025-06-18")
        assert request.sendable_to("2025-11-25")
        assert request.sendable_to("2026-07-28")
        assert not any(request.sendable_to(older) for older in PROTOCOL_VERSIONS[:2])


@pytest.mark.parametrize("closed", [False, True], ids=["as published", "and no member more"])
@pytest.mark.parametrize("version", VERSIONS)
def test_every_result_that_is_sendable_is_valid(version: str, closed: bool) -> None:
    """Spec: the version's schema.json; its one known fault is corrected in spec_schemas.py."""
    sendable = [
        r.to_wire(version) for r in sample(results()) if version != "2025-06-18" or not holds_a_list(r)
    ]
    wrong = [
        (result, complaint)
        for result in sendable
        for complaint in complaints(version, "ElicitResult", result, closed=closed)
    ]
    assert [] == wrong


def test_what_was_written_for_a_version_reads_as_what_it_says() -> None:
    """Ours: reading our own 2025-11-25 loses nothing."""
    written = [request.to_json("2025-11-25") for request in sample(requests())]
    assert written == [ElicitRequest.from_json(data).to_json("2025-11-25") for data in written]


def test_a_completion_and_a_url_required_error_are_valid() -> None:
    """Spec: 2025-11-25, schema.json: ElicitationCompleteNotification, URLElicitationRequiredError."""
    pages = [request for request in sample(requests()) if request.is_url]
    assert [] != pages
    for page in pages:
        assert page.elicitation_id is not None
        params = ElicitationCompleteNotification(elicitation_id=page.elicitation_id).to_wire("2025-11-25")
        frame = {"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": params}
        assert [] == complaints("2025-11-25", "ElicitationCompleteNotification", frame, closed=False)
        response = {"jsonrpc": "2.0", "id": 1, "error": UrlElicitationRequiredError([page]).to_error()}
        assert [] == complaints("2025-11-25", "URLElicitationRequiredError", response, closed=False)


def test_the_closed_schemas_notice_a_member_that_the_version_lacks() -> None:
    """Ours: the checks above are awake."""
    form = {
        "type": "object",
        "properties": {"a": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]}},
    }
    frame = {"method": "elicitation/create", "params": {"message": "m", "requestedSchema": form}}
    assert [] == complaints("2025-06-18", "ElicitRequest", frame, closed=False)
    assert [] != complaints("2025-06-18", "ElicitRequest", frame, closed=True)
    assert [] == complaints("2025-11-25", "ElicitRequest", frame, closed=True)
