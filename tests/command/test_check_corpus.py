"""`mcp-elicit check` over what was met in the wild: an exit code of the table, and no value of an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcp_elicit.__main__ import main
from tests.model.test_corpus import CORPUS, ERRORS

UNKNOWN = {"020", "274", "281", "295", "296", "306"}
"""Payloads that are none of the messages that the command knows; neither are capabilities."""


@pytest.mark.parametrize("case", CORPUS, ids=[f"{case['id']}-{case['kind']}" for case in CORPUS])
def test_a_payload_from_the_wild_ends_with_an_exit_code_of_the_table(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: 2 for what is no message, 1 for what no client has to read, and a report for the rest."""
    file = tmp_path / "payload.json"
    file.write_text(json.dumps(case["payload"]), "utf-8")
    codes = {main(["check", str(file), *options]) for options in ((), ("--json",))}
    printed = capsys.readouterr()
    if case["kind"] == "capabilities" or case["id"] in UNKNOWN:
        assert {2} == codes
        assert "" == printed.out
        return
    assert {1} == codes if case["id"] in ERRORS else codes in ({0}, {1})
    assert "" == printed.err


@pytest.mark.parametrize("case", [case for case in CORPUS if case["kind"] == "result"], ids=lambda c: c["id"])
def test_an_answer_from_the_wild_is_shown_without_a_value(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ours: every value is replaced by a word to look for."""
    file = tmp_path / "payload.json"
    file.write_text(json.dumps(marked(case["payload"])), "utf-8")
    for options in ((), ("--json",)):
        assert main(["check", str(file), *options]) in (0, 1, 2)
    printed = capsys.readouterr()
    assert "hunter2" not in printed.out + printed.err


def marked(payload: Any) -> Any:
    """The payload with a mark in the place of each text but the action."""
    if isinstance(payload, dict):
        return {
            name: value if name == "action" and value in ("accept", "decline", "cancel") else marked(value)
            for name, value in payload.items()
        }
    if isinstance(payload, list):
        return [marked(value) for value in payload]
    return "hunter2" if isinstance(payload, str) else payload
