"""Hosts that exist, each a small program on its SDK alone: give one jobs, get what came of each.

All jobs of a host are done in one process, so a whole module of tests costs a few starts. Accounts are
named by the job, so that hosts that share a server do not meet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.environments import node, node_modules_of

from .servers import PEERS, lines_of, python

__all__ = ["ANSWERS", "VERSIONS", "Host", "Report", "ask_everything", "do"]

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


VERSIONS: Final = (
    ("`mcp`", "1.22.0", "a host of our servers on 2025-06-18"),
    ("`mcp`", "1.23.0", "a host of our servers on 2025-06-18, declaring url there"),
    ("`mcp`", "1.30.0", "below our servers, and below our client"),
    ("`mcp`", "2.3.0", "below our servers, and below our client"),
    ("`@modelcontextprotocol/sdk`", "1.17.5", "a strict host of our servers on 2025-06-18"),
    ("`@modelcontextprotocol/sdk`", "1.32.2", "a host of our servers, and a server of our client"),
    ("`@modelcontextprotocol/client`", "2.4.0", "a host of our servers on 2025-11-25 and 2026-07-28"),
    ("`@modelcontextprotocol/server`", "2.4.0", "a server of our client on both"),
)
"""What is installed by the lists in tests/environments, as docs/conformance.md says it."""


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

    def job(self, server: str | list[str], calls: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """One connection to a URL or a command, and the calls to make on it, one after the other."""
        return {
            "url" if isinstance(server, str) else "command": server,
            "version": self.version,
            "declares": {} if self.declares is None else self.declares,
            "person": ANSWERS,
            "calls": list(calls),
            "bystander": self.version == "2025-11-25",
        }


def do(packages: str, jobs: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Do the jobs in one process; what the program printed, job by job."""
    if packages.startswith("mcp-"):
        command = [python(packages), str(PEERS / "host.py")]
    else:
        command = [str(node()), str(PEERS / "host.mjs"), str(node_modules_of(packages))]
    return lines_of([*command, json.dumps(jobs)])


@dataclass(frozen=True, slots=True)
class Report:
    """What one host reported of the job that asks everything."""

    host: Host
    version: str
    of: Mapping[str, Any]
    """Tool -> what arrived at the host, and how its call ended."""
    completed: tuple[str, ...]
    overheard: tuple[str, ...]
    """The completions that reached a second client, up to the one that it caused itself."""

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


def ask_everything(hosts: Sequence[Host], servers: Mapping[str, Any]) -> dict[tuple[str, str], Report]:
    """Let hosts of the same packages call every tool of ours on every server; by host and server."""
    (packages,) = {host.packages for host in hosts}
    visits = [
        (host, server, _calls(f"{packages}-{host.version}-{server}"))
        for host in hosts
        for server in servers
        if not (host.version == "2026-07-28" and server != "on_sdk_2 stream")
    ]
    printed = do(packages, [host.job(servers[server], calls) for host, server, calls in visits])
    found: dict[tuple[str, str], Report] = {}
    for (host, server, calls), one in zip(visits, printed, strict=True):
        of = {
            call.get("as", call["name"]): report for call, report in zip(calls, one["reports"], strict=True)
        }
        found[str(host), server] = Report(
            host, one["version"], of, tuple(one["completed"]), tuple(one.get("overheard", ()))
        )
    return found


def _calls(account: str) -> list[dict[str, Any]]:
    account = account.replace(" ", "-")
    return [
        *({"name": name} for name in FORMS),
        *(
            {"name": name, "arguments": {"account": f"{account}-{name}"}, "again": "when completed"}
            for name in ("url_asked", "url_required", "url_raised")
        ),
        *(
            {
                "name": name,
                "arguments": {"account": f"{account}-{name}"},
                "method": "prompts/get",
                "again": "when completed",
            }
            for name in ("page_required", "page_raised")
        ),
        *(
            {
                "name": f"{scheme}://pages/{account}-{scheme}",
                "as": scheme,
                "method": "resources/read",
                "again": "when completed",
            }
            for scheme in ("required", "raised")
        ),
        {"name": "completions", "arguments": {"ids": ["never issued", "never issued"]}},
        *(
            {"name": "completed_from_outside", "arguments": {"account": whose}, "as": f"completed {name}"}
            for name, whose in (("again", f"{account}-url_required"), ("nobody", f"{account}-nobody"))
        ),
    ]
