"""Hosts that exist, each a small program on its SDK alone: give one a job, get what came of it.

A job is done in one process, so a whole module of tests costs a few starts. Accounts are named by the
job, so that hosts that share a server do not meet.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.environments import ROOT, node, node_modules_of, variables

from .servers import PEERS, python

__all__ = ["ANSWERS", "Host", "Report", "ask_everything"]

ANSWERS: Final[Mapping[str, Any]] = {
    "Which seat?": {"value": "w"},
    "Where to?": {"city": "Rome", "nights": 3, "price": 12, "board": "full", "window": False},
    "Which tags?": {"tags": ["green", "red"]},
    "Really?": {"confirm": True},
    "Please check what we know": {
        "name": "Ann",
        "age": 4,
        "score": 1.5,
        "status": "pending",
        "verified": False,
    },
    "Your name?": {"value": "Ann"},
    "How old are you, Ann?": {"value": 44},
    "Every kind": {
        "text": "é",
        "mail": "ann@example.com",
        "day": "2026-02-28",
        "count": 9,
        "share": 0.25,
        "sure": True,
        "untitledSingle": "option2",
        "titledSingle": "value3",
        "legacyEnum": "opt1",
        "untitledMulti": ["option3", "option1"],
        "titledMulti": [],
    },
    "Please provide your information": "decline",
}
"""What the person answers, by what they are asked; a string is an action without content."""
FORMS: Final = (
    "declared",
    "titled_choice",
    "typed",
    "many",
    "confirmed",
    "every_kind",
    "test_elicitation_sep1034_defaults",
    "two_questions",
)


@dataclass(frozen=True, slots=True)
class Host:
    """One SDK's client."""

    name: str
    packages: str
    """The environment: one of Python, or the packages of one for Node.js."""
    version: str
    """The protocol version that it speaks with our server."""
    declares: Mapping[str, Any] | None = None
    """The capability, where the program can say it; Python clients say what their SDK says."""

    def __str__(self) -> str:
        return f"{self.name} on {self.version}"

    def do(self, url: str, calls: Sequence[Mapping[str, Any]], **person: Any) -> dict[str, Any]:
        """Do the calls one after the other; what the program printed."""
        job = {
            "url": url,
            "version": self.version,
            "declares": {} if self.declares is None else self.declares,
            "person": {**ANSWERS, **person},
            "calls": list(calls),
        }
        if self.packages.startswith("mcp-"):
            command = [python(self.packages), str(PEERS / "host.py")]
        else:
            command = [str(node()), str(PEERS / "host.mjs"), str(node_modules_of(self.packages))]
        done = subprocess.run(
            [*command, json.dumps(job)],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=variables(),
            stdin=subprocess.DEVNULL,
            timeout=100,
        )
        assert done.returncode == 0, f"{self}: {done.stderr}"
        printed: dict[str, Any] = json.loads(done.stdout)
        return printed


@dataclass(frozen=True, slots=True)
class Report:
    """What one host reported of the job that asks everything."""

    host: Host
    version: str
    of: Mapping[str, Any]
    """Tool -> what arrived at the host, and how its call ended."""
    completed: tuple[str, ...]

    def text(self, tool: str) -> str:
        """What the tool gave."""
        result = self.of[tool]["result"]
        assert result["isError"] is False, result
        return str(result["text"])

    def given(self, tool: str) -> Any:
        """What the tool gave, as JSON."""
        return json.loads(self.text(tool))

    def refused(self, tool: str) -> bool:
        """Whether the tool ended with an error for the model, and nothing arrived."""
        return self.of[tool]["result"]["isError"] is True and self.of[tool]["arrived"] == []

    def form(self, tool: str) -> Any:
        """The one form that arrived."""
        (arrived,) = self.of[tool]["arrived"]
        return arrived["requestedSchema"]


def ask_everything(host: Host, server: str, url: str) -> Report:
    """Let the host call every tool of the conformance server that is ours."""
    account = f"{host.packages}-{host.version}-{server}-{url.rpartition(':')[2].partition('/')[0]}"
    pages = ("url_asked", "url_required", "url_raised")
    calls: list[dict[str, Any]] = [
        *({"name": name} for name in FORMS),
        *(
            {"name": name, "arguments": {"account": f"{account}-{name}"}, "again": "when completed"}
            for name in pages
        ),
        {"name": "completions", "arguments": {"ids": ["never issued", "never issued"]}},
    ]
    printed = host.do(url, calls)
    reports = {call["name"]: report for call, report in zip(calls, printed["reports"], strict=True)}
    return Report(host, printed["version"], reports, tuple(printed["completed"]))
