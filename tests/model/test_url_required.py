"""-32042, as an exception and as data."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from mcp_elicit.errors import NotSendableError, PeerError, RequestError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.url_required import UrlElicitationRequiredError
from mcp_elicit.versions import PROTOCOL_VERSIONS, URL_ELICITATION_REQUIRED, ErrorCodes

PAGE: dict[str, Any] = {"mode": "url", "message": "m", "url": "https://a.example/x", "elicitationId": "e"}


def test_the_code_is_the_specifications() -> None:
    assert -32042 == URL_ELICITATION_REQUIRED == ErrorCodes.URL_ELICITATION_REQUIRED


def test_the_error_is_written_and_read() -> None:
    required = UrlElicitationRequiredError(
        [ElicitRequest.for_url("m", "https://a.example/x", "e")], "Sign in first."
    )
    error = {"code": -32042, "message": "Sign in first.", "data": {"elicitations": [PAGE]}}
    assert error == required.to_error()
    read = UrlElicitationRequiredError.from_error(error)
    assert (required.elicitations, required.message) == (read.elicitations, read.message)


@pytest.mark.parametrize("version", [version for version in PROTOCOL_VERSIONS if version != "2025-11-25"])
def test_only_one_version_has_the_error(version: str) -> None:
    required = UrlElicitationRequiredError([ElicitRequest.for_url("m", "https://a.example/x")])
    with pytest.raises(NotSendableError, match="this version has no -32042"):
        required.to_error(version)


@pytest.mark.parametrize(
    ("requests", "words"),
    [
        ([], "elicitations: is empty"),
        (
            [ElicitRequest.for_form("m", {"type": "object", "properties": {}})],
            r"elicitations\[0\]: a form cannot",
        ),
        (
            [ElicitRequest.for_url("m", "https://a.example/x", "e")] * 2,
            r"elicitations\[1\].elicitationId: stands twice",
        ),
        ([ElicitRequest.from_wire({**PAGE, "elicitationId": ""})], r"elicitationId: required"),
        ([PAGE], r"expected ElicitRequest, got dict"),
    ],
)
def test_what_cannot_be_required_does_not_build(requests: list[Any], words: str) -> None:
    with pytest.raises(RequestError, match=words):
        UrlElicitationRequiredError(requests)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (None, "error: expected object, got null"),
        ({"code": -32041}, "error.code"),
        ({"code": -32042}, "error.data.elicitations: expected array, got null"),
        ({"code": -32042, "data": None}, "error.data.elicitations"),
        ({"code": -32042, "data": {"challenges": []}}, "error.data.elicitations"),
        ({"code": -32042, "data": {"elicitations": []}}, "is empty"),
        ({"code": -32042, "data": {"elicitations": {}}}, "expected array, got object"),
        ({"code": -32042, "data": {"elicitations": ["x", PAGE]}}, r"elicitations\[0\]: .*expected an object"),
        ({"code": -32042, "data": {"elicitations": [{**PAGE, "mode": "form"}]}}, r"elicitations\[0\]"),
        ({"code": -32042, "data": {"elicitations": [{**PAGE, "url": "/x"}]}}, r"elicitations\[0\]\.url"),
        (
            {"code": -32042, "data": {"elicitations": [PAGE, PAGE]}},
            r"elicitations\[1\].elicitationId: stands twice",
        ),
        (
            {
                "code": -32042,
                "data": {"elicitations": [{k: v for k, v in PAGE.items() if k != "elicitationId"}]},
            },
            r"elicitations\[0\].elicitationId: required",
        ),
    ],
)
def test_malformed_data_is_told_by_path(error: Any, words: str) -> None:
    with pytest.raises(PeerError, match=words):
        UrlElicitationRequiredError.from_error(error)


def test_the_error_survives_pickle_and_copy_and_shows_no_query() -> None:
    required = UrlElicitationRequiredError([ElicitRequest.for_url("m", "https://a.example/x?state=hunter2")])
    for twin in (pickle.loads(pickle.dumps(required)), copy.copy(required), copy.deepcopy(required)):
        assert required.elicitations == twin.elicitations
        assert str(required) == str(twin)
    assert "hunter2" not in repr(required) + str(required)


PAGE_REQUEST = ElicitRequest.for_url("m", "https://a.example/x", "e")


@pytest.mark.parametrize("given", [PAGE_REQUEST, None, 5, "x", {"a": PAGE_REQUEST}])
def test_what_is_no_list_of_requests_is_told_in_one_sentence(given: Any) -> None:
    """Ours: a record is iterable, too, by its fields."""
    with pytest.raises(
        RequestError, match=r"expected a list, got .*; give a list of URL requests"
    ) as refusal:
        UrlElicitationRequiredError(given)
    assert 1 == len(refusal.value.faults)


@pytest.mark.parametrize("message", [5, None, b"x", "\ud800"])
def test_a_message_that_json_cannot_carry_is_refused_and_read_as_none(message: Any) -> None:
    """Ours: nothing fails later, when it is written."""
    with pytest.raises(RequestError, match="message: expected text that JSON can carry"):
        UrlElicitationRequiredError([PAGE_REQUEST], message)
    error = {"code": -32042, "message": message, "data": {"elicitations": [PAGE]}}
    read = UrlElicitationRequiredError.from_error(error)
    assert ("", "(1 page to open first)") == (read.message, read.sentence)
