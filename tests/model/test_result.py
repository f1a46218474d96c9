"""The answer, the completion notice, and the capability."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pydantic
import pytest

from mcp_elicit.capability import ElicitationCapability
from mcp_elicit.errors import NotSendableError, PeerError, RequestError
from mcp_elicit.result import ElicitationCompleteNotification, ElicitResult

CONTENT: dict[str, Any] = {"name": "Ada", "age": 36, "score": 0.5, "ok": True, "langs": ["en", "fr"]}


def test_three_actions_build() -> None:
    assert ("accept", CONTENT) == (ElicitResult.accept(CONTENT).action, ElicitResult.accept(CONTENT).content)
    assert ("accept", None) == (ElicitResult.accept().action, ElicitResult.accept().content)
    assert ("decline", None) == (ElicitResult.decline().action, ElicitResult.decline().content)
    assert ("cancel", None) == (ElicitResult.cancel().action, ElicitResult.cancel().content)


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_content_on_a_refusal_is_dropped(action: Any) -> None:
    """Decision 11."""
    assert ElicitResult(action=action) == ElicitResult(action=action, content={"a": 1})
    assert ElicitResult(action=action) == ElicitResult.from_wire({"action": action, "content": {"a": 1}})
    assert {"action": action} == ElicitResult.from_wire({"action": action, "content": "x"}).to_wire(
        "2025-11-25"
    )


@pytest.mark.parametrize(
    ("wire", "words"),
    [
        ({}, "action: expected 'accept', 'decline' or 'cancel', got nothing"),
        ({"action": None}, "action: .* got null"),
        ({"action": "DECLINE"}, "action: .* got another string"),
        ({"action": "reject"}, "action: .* got another string"),
        ({"action": "accept", "content": "Alice"}, "content: expected object, got string"),
        (
            {"action": "accept", "content": {"a": ["x", 1]}},
            "content.a: expected string, number, boolean or list of strings",
        ),
        ({"action": "accept", "content": {"a": {"b": 1}}}, "content.a: .* got object"),
        ({"action": "accept", "_meta": 1}, "_meta: expected object, got integer"),
        ([], "expected an object, got array"),
    ],
)
def test_an_answer_that_is_none_is_an_error(wire: Any, words: str) -> None:
    with pytest.raises(PeerError, match=words):
        ElicitResult.from_wire(wire)


def test_the_constructor_refuses_the_same_and_names_the_remedy() -> None:
    with pytest.raises(RequestError, match=r"use ElicitResult.accept\(\)"):
        ElicitResult(action="approved")  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(RequestError, match=r"content.a"):
        ElicitResult.accept({"a": {"b": 1}})


def test_no_text_shows_an_answer() -> None:
    result = ElicitResult.accept({"pin": "hunter2"})
    assert "hunter2" not in repr(result) + str(result)
    with pytest.raises(PeerError) as refusal:
        ElicitResult.from_wire({"action": "accept", "content": {"a": ["hunter2", 1]}})
    assert "hunter2" not in str(refusal.value) + repr(refusal.value)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("2025-06-18", {"action": "accept", "content": {"a": 1}, "_meta": {"m": 1}}),
        ("2025-11-25", {"action": "accept", "content": {"a": 1}, "_meta": {"m": 1}}),
        ("2026-07-28", {"action": "accept", "content": {"a": 1}}),
    ],
)
def test_a_result_is_written_for_each_version(version: str, expected: dict[str, Any]) -> None:
    result = ElicitResult.accept({"a": 1, "left_empty": None}, meta={"m": 1})
    assert expected == result.to_wire(version)
    assert expected == ElicitResult.from_json(result.to_json(version)).to_wire(version)


def test_lists_do_not_travel_to_a_version_without_them() -> None:
    with pytest.raises(NotSendableError) as refusal:
        ElicitResult.accept(CONTENT).to_wire("2025-06-18")
    assert (("content.langs", "an answer of this version cannot hold a list"),) == refusal.value.reasons
    assert CONTENT == ElicitResult.accept(CONTENT).to_wire("2026-07-28")["content"]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26"])
def test_versions_without_elicitation_carry_nothing(version: str) -> None:
    for message in (
        ElicitResult.decline(),
        ElicitationCompleteNotification(elicitation_id="e"),
        ElicitationCapability(),
    ):
        with pytest.raises(NotSendableError):
            message.to_wire(version)


def test_unknown_members_of_an_answer_survive() -> None:
    wire = {"action": "accept", "content": {"a": 1}, "resultType": "complete"}
    assert wire == ElicitResult.from_wire(wire).to_wire("2026-07-28")


def test_a_result_is_a_value() -> None:
    result = ElicitResult.accept(copy.deepcopy(CONTENT))
    assert result == ElicitResult.from_json(result.to_json("2025-11-25"))
    assert hash(result) == hash(ElicitResult.from_json(result.to_json("2025-11-25")))
    assert result == pickle.loads(pickle.dumps(result)) == copy.deepcopy(result)
    assert result.content is not None
    with pytest.raises(TypeError):
        result.content["name"] = "x"


# ---- completion -----------------------------------------------------------------------------


def test_a_completion_is_read_and_written() -> None:
    wire = {"elicitationId": "e", "_meta": {"source": "x"}, "status": "success"}
    notice = ElicitationCompleteNotification.from_wire(wire)
    assert ("e", {"source": "x"}) == (notice.elicitation_id, notice.meta)
    assert wire == notice.to_wire("2025-11-25")


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_only_one_version_has_completions(version: str) -> None:
    with pytest.raises(NotSendableError, match="no completion notification"):
        ElicitationCompleteNotification(elicitation_id="e").to_wire(version)


@pytest.mark.parametrize(
    "wire",
    [
        {},
        {"elicitation_id": "e"},
        {"elicitationId": 5},
        {"elicitationId": None},
        {"elicitationId": "e", "_meta": 1},
    ],
)
def test_a_completion_without_its_id_is_an_error(wire: dict[str, Any]) -> None:
    with pytest.raises(PeerError):
        ElicitationCompleteNotification.from_wire(wire)


def test_a_completion_of_a_blank_id_does_not_build() -> None:
    with pytest.raises(RequestError, match="is blank"):
        ElicitationCompleteNotification(elicitation_id=" ")
    assert "" == ElicitationCompleteNotification.from_wire({"elicitationId": ""}).elicitation_id


# ---- capability -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wire", "form", "url"),
    [
        ({}, True, False),
        ({"form": {}}, True, False),
        ({"url": {}}, False, True),
        ({"form": {}, "url": {}}, True, True),
        ({"x": {}}, True, False),
        ({"form": {"applyDefaults": True}, "url": {}}, True, True),
        ({"schemaValidation": False}, True, False),
    ],
)
def test_presence_decides_what_a_client_can_show(wire: dict[str, Any], form: bool, url: bool) -> None:
    """Decision 8."""
    capability = ElicitationCapability.from_wire(wire)
    assert (form, url) == (capability.supports("form"), capability.supports("url"))
    assert (form, url) == (
        capability.supports("form", "2025-11-25"),
        capability.supports("url", "2026-07-28"),
    )
    assert (True, False) == (
        capability.supports("form", "2025-06-18"),
        capability.supports("url", "2025-06-18"),
    )
    assert (False, False) == (
        capability.supports("form", "2025-03-26"),
        capability.supports("url", "2024-11-05"),
    )
    assert wire == capability.to_wire("2025-11-25")


@pytest.mark.parametrize("wire", [[], "yes", True, {"form": True}, {"url": []}, {"form": None}])
def test_a_capability_of_another_type_is_an_error(wire: Any) -> None:
    with pytest.raises(PeerError):
        ElicitationCapability.from_wire(wire)


def test_the_capability_is_found_in_all_that_a_client_declares() -> None:
    found = ElicitationCapability.from_capabilities({"sampling": {}, "elicitation": {"url": {}}})
    assert found is not None
    assert found.supports("url")
    assert ElicitationCapability.from_capabilities({"sampling": {}}) is None
    wrong: list[Any] = [{"elicitation": []}, ["elicitation"], {"elicitation": True}]
    for wire in wrong:
        with pytest.raises(PeerError):
            ElicitationCapability.from_capabilities(wire)


@pytest.mark.parametrize(
    ("wire", "expected"),
    [({}, {}), ({"form": {}}, {}), ({"form": {}, "url": {}}, {}), ({"x": {}}, {"x": {}})],
)
def test_a_version_without_modes_is_told_none(wire: dict[str, Any], expected: dict[str, Any]) -> None:
    assert expected == ElicitationCapability.from_wire(wire).to_wire("2025-06-18")


def test_url_alone_cannot_be_declared_where_modes_do_not_exist() -> None:
    with pytest.raises(NotSendableError):
        ElicitationCapability(url={}).to_wire("2025-06-18")


# ---- what is never shown, and what is left out ----------------------------------------------

HALF = '{"action":"accept","content":{"a":"hunter2"'


@pytest.mark.parametrize(
    "leak",
    [
        lambda: ElicitResult.model_validate_json(HALF),
        lambda: ElicitResult.model_validate(["hunter2"]),
        lambda: ElicitResult.model_validate("hunter2"),
        lambda: pydantic.TypeAdapter(ElicitResult).validate_json(HALF),
        lambda: pydantic.TypeAdapter(ElicitResult).validate_json('["hunter2"]'),
        lambda: pydantic.TypeAdapter(ElicitResult).validate_python("hunter2"),
        lambda: setattr(ElicitResult.accept(), "content", "hunter2"),
        lambda: setattr(ElicitResult.accept(), "other", "hunter2"),
        lambda: setattr(ElicitResult.accept(), "_private", "hunter2"),
        lambda: delattr(ElicitResult.accept({"a": "hunter2"}), "content"),
    ],
)
def test_no_error_of_pydantics_shows_an_answer(leak: Callable[[], object]) -> None:
    """Ours: no user's answer in any error."""
    with pytest.raises(pydantic.ValidationError) as refusal:
        leak()
    assert "hunter2" not in str(refusal.value) + repr(refusal.value)


def test_a_field_left_empty_is_left_out_when_built_and_kept_when_read() -> None:
    """Decision 11: null for a field that must be answered is a problem of the peer's."""
    built = ElicitResult.accept({"a": None, "b": 1})
    assert {"b": 1} == built.content
    assert built == ElicitResult.from_json(built.to_json("2025-11-25"))
    assert {} == ElicitResult.accept({"a": None}).content
    assert {"b": 1} == built.model_copy(update={"content": {"b": 1, "c": None}}).content
    assert {"a": None} == ElicitResult.from_wire({"action": "accept", "content": {"a": None}}).content


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        (ElicitResult.accept({"a": "hunter2"}), "ElicitResult(action='accept', content='<1 value>')"),
        (ElicitResult.accept({"a": 1, "b": 2}), "ElicitResult(action='accept', content='<2 values>')"),
        (ElicitResult.accept({}), "ElicitResult(action='accept', content='<0 values>')"),
        (
            ElicitationCompleteNotification.from_wire(
                {"elicitationId": "e", "x": "hunter2", "_meta": {"y": 1}}
            ),
            "ElicitationCompleteNotification(elicitation_id='e')",
        ),
        (
            ElicitationCapability.from_wire({"form": {"y": "hunter2"}, "url": {}, "x": "hunter2"}),
            "ElicitationCapability(modes=['form', 'url'])",
        ),
        (ElicitationCapability(), "ElicitationCapability(modes=['form'])"),
    ],
)
def test_a_record_shows_what_it_is_and_no_values(record: object, shown: str) -> None:
    """Ours: an answer, and what a peer adds, go into no log."""
    assert shown == repr(record)


def test_an_unknown_mode_is_no_question_to_a_capability() -> None:
    """Ours: a misspelt mode would read as a missing capability."""
    with pytest.raises(RequestError, match="mode: expected 'form' or 'url'"):
        ElicitationCapability().supports("zzz")  # type: ignore[arg-type]  # the point of the test
