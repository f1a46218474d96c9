"""Errors: fields in, sentence out, and they travel between processes."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path
from typing import Any, Literal

import pytest

from mcp_elicit import errors
from mcp_elicit.errors import (
    CapabilityError,
    ElicitError,
    Fault,
    InvalidAnswerError,
    NotSendableError,
    PeerError,
    Problem,
    QuestionExpiredError,
    QuestionWithdrawnError,
    RefusedError,
    RequestError,
    UnknownProtocolVersionError,
    UnsupportedFieldError,
)

AGE = Problem("$.age", "integer >= 18", "string")

EVERY_ERROR: list[tuple[ElicitError, str]] = [
    (RequestError(Fault("a", "wrong", "do it"), Fault("", "also wrong")), "a: wrong; do it; and also wrong"),
    (
        UnknownProtocolVersionError("x", ("1", "2")),
        "protocol_version: unknown protocol version 'x'; use one of 1, 2",
    ),
    (
        UnsupportedFieldError("Booking", "guests", "a form cannot hold a nested model", "ask field by field"),
        "Booking.guests: a form cannot hold a nested model; ask field by field",
    ),
    (
        NotSendableError("2025-06-18", (("mode", "no url mode"),)),
        "not sendable to 2025-06-18: mode: no url mode",
    ),
    (
        CapabilityError("form", "2025-11-25", "the client declared no form", "use a broker"),
        "the client declared no form; use a broker",
    ),
    (PeerError(Fault("message", "required, got nothing")), "message: required, got nothing"),
    (
        InvalidAnswerError((AGE, Problem("$.name", "required", "nothing"))),
        "the answer does not fit the form: $.age: expected integer >= 18, got string; "
        "$.name: required, got nothing",
    ),
    (RefusedError("decline"), "the user declined the request"),
    (RefusedError("cancel"), "the user cancelled the request"),
    (QuestionExpiredError(600.0), "no answer within 600 seconds; the question was withdrawn"),
    (QuestionExpiredError(1.0), "no answer within 1 second; the question was withdrawn"),
    (QuestionExpiredError(1.0, "page"), "the page was not done within 1 second"),
    (QuestionExpiredError(60, "server"), "the server had neither a question nor a result within 60 seconds"),
    (QuestionWithdrawnError("the call ended"), "the question was withdrawn: the call ended"),
]


@pytest.mark.parametrize(("error", "sentence"), EVERY_ERROR)
def test_an_error_is_a_sentence_of_its_fields_and_survives_pickle_and_copy(
    error: ElicitError, sentence: str
) -> None:
    for twin in (error, pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert sentence == twin.sentence
        assert f"{sentence} (docs/errors.md#{type(error).__name__.lower()})" == str(twin)
        assert vars(error) == vars(twin)
        assert type(error) is type(twin)


def test_every_class_of_the_tree_has_its_sentence_in_the_table() -> None:
    named = {getattr(errors, name) for name in errors.__all__}
    classes = {kind for kind in named if isinstance(kind, type) and issubclass(kind, Exception)}
    assert classes - {ElicitError} == {type(error) for error, _ in EVERY_ERROR}


def test_the_tree_says_who_erred() -> None:
    assert issubclass(NotSendableError, RequestError)
    assert issubclass(CapabilityError, RequestError)
    assert issubclass(InvalidAnswerError, PeerError)
    assert not issubclass(RefusedError, (RequestError, PeerError))


@pytest.mark.parametrize(("mode", "needed"), [("form", {}), ("url", {"url": {}})])
def test_a_missing_capability_is_told_in_the_words_of_2026_07_28(
    mode: Literal["form", "url"], needed: dict[str, object]
) -> None:
    error = CapabilityError(mode, "2026-07-28", "the client declared nothing").to_error()
    assert {"requiredCapabilities": {"elicitation": needed}} == error["data"]
    assert (-32021, "the client declared nothing") == (error["code"], error["message"])
    assert (mode, "2026-07-28") == (
        CapabilityError.from_error(error).mode,
        CapabilityError.from_error(error).protocol_version,
    )


@pytest.mark.parametrize(
    "error",
    [
        None,
        [],
        5,
        "x",
        {},
        {"code": -32021},
        {"code": -32021, "data": {"requiredCapabilities": {"sampling": {}}}},
        {"code": -32602, "data": {"requiredCapabilities": {"elicitation": {}}}},
        {"code": -32021, "data": {"requiredCapabilities": {"elicitation": []}}},
    ],
)
def test_another_error_is_no_missing_capability(error: Any) -> None:
    with pytest.raises(PeerError):
        CapabilityError.from_error(error)


def test_the_tree_names_every_error_of_the_package_with_its_file() -> None:
    """Ours: a caller finds in one place what may be raised."""
    package = Path(errors.__file__).parent
    bases: dict[str, set[str]] = {}
    file_of: dict[str, str] = {}
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                file_of[node.name] = path.relative_to(package).as_posix()
    ours = {"ElicitError"}
    while grown := {name for name in bases if bases[name] & ours} - ours:
        ours |= grown
    line_of = {
        line.split("─ ")[-1].split()[0]: line for line in (errors.__doc__ or "").splitlines() if "─ " in line
    }
    assert ours - {"ElicitError"} == line_of.keys()
    for name, line in line_of.items():
        assert file_of[name] == "errors.py" or file_of[name] in line


def test_an_error_of_a_user_is_explained_where_its_base_is() -> None:
    """Ours: only the errors of this package have a section in the documents."""

    class TooLateError(RefusedError):
        pass

    assert "docs/errors.md#refusederror" == TooLateError("decline").see
