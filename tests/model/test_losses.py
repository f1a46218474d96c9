"""What writing for a version leaves out is named: all of it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

from mcp_elicit.errors import NotSendableError, PeerError
from mcp_elicit.forms.values import member_path
from mcp_elicit.reasons import REMEDIES, Loss
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult
from mcp_elicit.versions import PROTOCOL_VERSIONS, rules_for
from tests.model.test_corpus import CORPUS

EVERYTHING: dict[str, Any] = {
    "mode": "form",
    "message": "m",
    "requestedSchema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "title": "T",
        "x-order": [],
        "properties": {
            "a b": {"type": "string", "default": "d", "pattern": "d", "format": "colour", "x-hint": 1},
            "size": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}]},
            "colour": {"enum": ["red"]},
            "yes": {"type": "boolean", "default": True},
        },
    },
    "task": {"ttl": 1},
    "_meta": {"k": 1},
}
OLD = "requestedSchema.properties"
FIELD = f"{OLD}['a b']"


def losses(params: dict[str, Any], version: str) -> list[Loss]:
    lost: list[Loss] = []
    ElicitRequest.from_wire(params)._render(rules_for(version), lost)
    return lost


@pytest.mark.parametrize(
    ("version", "named"),
    [
        (
            "2025-06-18",
            {
                ("mode", "dropped"),
                ("task", "dropped"),
                ("requestedSchema.$schema", "dropped"),
                ("requestedSchema.title", "dropped"),
                ("requestedSchema['x-order']", "dropped"),
                (f"{FIELD}.default", "dropped"),
                (f"{FIELD}.pattern", "dropped"),
                (f"{FIELD}.format", "dropped"),
                (f"{FIELD}['x-hint']", "dropped"),
                (f"{OLD}.size.oneOf", "rewritten"),
                (f"{OLD}.colour.type", "added"),
            },
        ),
        (
            "2025-11-25",
            {
                ("requestedSchema.title", "dropped"),
                ("requestedSchema['x-order']", "dropped"),
                (f"{FIELD}.format", "dropped"),
                (f"{FIELD}['x-hint']", "dropped"),
                (f"{OLD}.colour.type", "added"),
            },
        ),
        (
            "2026-07-28",
            {
                ("task", "dropped"),
                ("_meta", "dropped"),
                ("requestedSchema.title", "dropped"),
                ("requestedSchema['x-order']", "dropped"),
                (f"{FIELD}.pattern", "dropped"),
                (f"{FIELD}.format", "dropped"),
                (f"{FIELD}['x-hint']", "dropped"),
                (f"{OLD}.colour.type", "added"),
            },
        ),
    ],
)
def test_each_loss_is_named_by_its_path(version: str, named: set[tuple[str, str]]) -> None:
    """Decisions 6 and 7."""
    found = losses(EVERYTHING, version)
    assert named == {(loss.path, loss.what) for loss in found}
    assert len(named) == len(found)


def changes(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Where two objects differ; a choice that is written with other keywords differs in the first of them."""
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        if before != after:
            yield path, "rewritten"
        return
    rewritten = "oneOf" in before and "enumNames" in after
    for name in before.keys() | after.keys():
        where = member_path(path, name) if path else name
        if name == "$schema":
            where = f"{path}.$schema"
        if rewritten and name in ("oneOf", "enum", "enumNames"):
            if name == "oneOf":
                yield where, "rewritten"
        elif name not in after:
            yield where, "dropped"
        elif name not in before:
            yield where, "added"
        else:
            yield from changes(before[name], after[name], where)


@pytest.mark.parametrize("version", PROTOCOL_VERSIONS)
def test_what_is_named_is_what_changes(version: str) -> None:
    """Ours: nothing goes missing in silence, for whatever was met in the wild."""
    for case, value in readable():
        with suppress(NotSendableError):
            assert_named(case, value, version)


def test_every_obstacle_has_a_remedy() -> None:
    """Ours: errors know what to do."""
    met = {
        reason
        for _, value in readable()
        for version in PROTOCOL_VERSIONS
        for _, reason in obstacles(value, version)
    }
    assert met
    assert set() == met - REMEDIES.keys()


def readable() -> Iterator[tuple[dict[str, Any], ElicitRequest | ElicitResult]]:
    for case in CORPUS:
        if case["kind"] in ("form_params", "url_params", "result"):
            with suppress(PeerError):
                record = ElicitResult if case["kind"] == "result" else ElicitRequest
                yield case, record.from_wire(case["payload"])


def obstacles(value: ElicitRequest | ElicitResult, version: str) -> tuple[tuple[str, str], ...]:
    try:
        value.to_wire(version)
    except NotSendableError as refusal:
        return refusal.reasons
    return ()


def assert_named(case: dict[str, Any], value: ElicitRequest | ElicitResult, version: str) -> None:
    taken = {name for name, part in value._values().items() if part is not None}
    before = {
        name: part
        for name, part in case["payload"].items()
        if _field(name) in taken or name in (value.model_extra or {})
    }
    lost: list[Loss] = []
    after = value._render(rules_for(version), lost)
    assert set(changes(before, after)) == {(loss.path, loss.what) for loss in lost}, case["id"]
    assert all(loss.reason for loss in lost)


def _field(name: str) -> str:
    odd = {"requestedSchema": "requested_schema", "elicitationId": "elicitation_id", "_meta": "meta"}
    return odd.get(name, name)
