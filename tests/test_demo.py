"""The demo, run as a newcomer runs it: a real server process, a real client, and what it prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from mcp_elicit.__main__ import main


@pytest.fixture(scope="module")
def printed() -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mcp_elicit", "demo"],
        capture_output=True,
        text=True,
        timeout=60,
        env=dict(os.environ),
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout


def test_both_sides_json_is_printed_as_it_travelled(printed: str) -> None:
    lines = [
        line.split("  {", 1) for line in printed.splitlines() if line.startswith(("client -> ", "server -> "))
    ]
    messages = [(arrow.strip(), json.loads("{" + text)) for arrow, text in lines]
    asked = [
        message["params"] for arrow, message in messages if message.get("method") == "elicitation/create"
    ]
    assert ["form", "url"] == [params["mode"] for params in asked]
    assert "oneOf" in asked[0]["requestedSchema"]["properties"]["city"]
    assert "checkout-7f3a" == asked[1]["elicitationId"]
    answers = [message["result"] for _, message in messages if "action" in message.get("result", {})]
    assert [{"action": "accept", "content": {"city": "HEL", "nights": 4}}, {"action": "accept"}] == answers
    assert "The tool returned: HEL, 4 nights; payment page: accept" in printed


def test_the_same_form_stands_side_by_side_for_three_versions(printed: str) -> None:
    assert [["2025-06-18", "2025-11-25", "2026-07-28"]] == [
        line.split() for line in printed.splitlines() if line.startswith("2025-06-18 ")
    ]
    assert '"enumNames": [' in printed


def test_it_says_why_a_multi_select_cannot_go_to_the_oldest_version(printed: str) -> None:
    (refusal,) = [line for line in printed.splitlines() if line.startswith("not sendable to 2025-06-18")]
    assert "requestedSchema.properties.topics: this version has no multi-select" in refusal
    assert "sendable to 2025-11-25 as it is" in printed


def test_a_wrong_call_ends_with_usage_and_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["nothing"]):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert 2 == end.value.code
        assert "usage: mcp-elicit" in capsys.readouterr().err
