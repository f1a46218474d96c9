"""What we write, read by parsers that nobody here wrote, each in its own environment and process.

Hypothesis makes the messages (tests/generated.py), the same ones for every parser.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mcp_elicit import ElicitationCompleteNotification, UrlElicitationRequiredError
from tests.environments import node, node_modules_of, python_of
from tests.generated import holds_a_list, requests, results, sample

pytestmark = [pytest.mark.timeout(600), pytest.mark.no_cover]  # the first test to ask makes the sample

PEERS = Path(__file__).parent / "peers"


class Parser:
    """A process that reads one message per line and says what is wrong with it."""

    def __init__(self, name: str) -> None:
        if name.startswith("sdk-"):
            command = [node(), PEERS / "read_sdk.mjs", node_modules_of(name)]
        else:
            command = [python_of(name), PEERS / "read_python.py"]
        self._process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # Nothing of ours runs in there: measuring it would only make it slow.
            env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")},
        )

    def complaints(self, kind: str, version: str, bodies: Iterable[dict[str, Any]]) -> list[tuple[Any, str]]:
        """Have *bodies* read; give those that were refused, each with the reason."""
        heard = [(body, self._complaint(kind, version, body)) for body in bodies]
        return [(body, reason) for body, reason in heard if reason is not None]

    def _complaint(self, kind: str, version: str, body: dict[str, Any]) -> str | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"kind": kind, "version": version, "body": body}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"the parser ended with {self._process.wait()}"
        reason: str | None = json.loads(answer)
        return reason

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def parser(request: pytest.FixtureRequest) -> Iterator[Parser]:
    made = Parser(request.param)
    yield made
    made.close()


REQUEST_PARSERS = [
    ("2025-06-18", "sdk-1.17.5"),
    ("2025-06-18", "mcp-1.22"),
    ("2025-06-18", "mcp-1.23.0"),
    ("2025-06-18", "main"),
    ("2025-11-25", "mcp-1.30"),
    ("2025-11-25", "sdk-1.32.2"),
    ("2025-11-25", "main"),
    ("2026-07-28", "main"),
]
"""(protocol version, environment); `main` holds `mcp` 2.x."""
URL_MODE_PARSERS = [(version, name) for version, name in REQUEST_PARSERS if version == "2025-11-25"]
"""The version that has completions and -32042."""


def each(parsers: list[tuple[str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("version", "parser"), parsers, indirect=["parser"], ids=[f"{v}-{name}" for v, name in parsers]
    )


@each(REQUEST_PARSERS)
def test_every_request_that_is_sendable_is_read(version: str, parser: Parser) -> None:
    """Spec: the peers' own types are the specification as they shipped it."""
    sendable = [r.to_wire(version) for r in sample(requests()) if r.sendable_to(version)]
    assert len(sample(requests())) / 10 < len(sendable)
    assert [] == parser.complaints("request", version, sendable)


@each(REQUEST_PARSERS)
def test_every_result_that_is_sendable_is_read(version: str, parser: Parser) -> None:
    """Spec: content holds strings, numbers and booleans, and from 2025-11-25 on lists of strings."""
    sendable = [
        result.to_wire(version)
        for result in sample(results())
        if version != "2025-06-18" or not holds_a_list(result)
    ]
    assert [] == parser.complaints("result", version, sendable)


@each(URL_MODE_PARSERS)
def test_every_completion_is_read(version: str, parser: Parser) -> None:
    """Spec: 2025-11-25, client/elicitation#completion-notifications-for-url-mode-elicitation"""
    ids = {request.elicitation_id for request in sample(requests()) if request.is_url}
    written = [ElicitationCompleteNotification(elicitation_id=one).to_wire(version) for one in ids if one]
    assert [] == parser.complaints("complete", version, written)


@each([row for row in URL_MODE_PARSERS if row[1] != "main"])
def test_every_url_required_error_is_read(version: str, parser: Parser) -> None:
    """Spec: 2025-11-25, client/elicitation#url-elicitation-required-error"""
    asked = [request for request in sample(requests()) if request.is_url]
    written = [UrlElicitationRequiredError([request]).to_error(version) for request in asked]
    assert [] == parser.complaints("url_required", version, written)


def test_a_parser_that_refuses_says_so() -> None:
    """Ours: the parsers above are awake; a strict old host refuses an array."""
    parser = Parser("sdk-1.17.5")
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": {"enum": ["x"]}}}}
    array = {"message": "m", "requestedSchema": schema}
    assert [array] == [body for body, _ in parser.complaints("request", "2025-06-18", [array])]
    parser.close()
