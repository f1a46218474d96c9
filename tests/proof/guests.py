"""Clients of this package that visit servers of the TypeScript SDKs: what each asks for, and what it met."""

from __future__ import annotations

import json
from typing import Any, Final

from .servers import lines_of, python

__all__ = ["CLIENTS", "DEFAULTS", "MALFORMED", "PERSON", "SERVERS", "Visit", "Visits"]

SERVERS: Final = ("sdk-1.32.2", "sdk-2.4.0")
CLIENTS: Final = ("main", "mcp-1.30")
MALFORMED: Final = (
    "no data",
    "no list",
    "an empty list",
    "not a list",
    "a form in the list",
    "no url",
    "no id",
    "a payment",
)
PERSON: Final[dict[str, Any]] = {
    "Every kind": {"text": "t", "count": 3, "titled": "value2", "many": ["value1", "value2"]},
    "No mode": {"a": "x"},
    "Your name?": {"value": "Ann"},
    "How old are you, Ann?": {"value": 44},
}
DEFAULTS: Final = {"share": 0.5, "sure": True, "one": "b", "some": ["a"]}


Visit = dict[str, Any]
Calls = list[tuple[Any, ...]]
"""Name, arguments, and the method where it is not tools/call."""


def job(url: str, calls: Calls, *, version: str = "2025-11-25", **rest: Any) -> dict[str, Any]:
    """One connection, and the calls to make on it, one after the other."""
    return {
        "url": url,
        "version": version,
        "person": {**PERSON, **rest.pop("person", {})},
        "calls": [
            {"name": name, "arguments": arguments, "method": (*method, "tools/call")[0]}
            for name, arguments, *method in calls
        ],
        **rest,
    }


def jobs_for(url: str, who: str) -> dict[str, dict[str, Any]]:
    """Everything that one client asks of one server."""
    everything: Calls = [
        ("form", {}),
        ("plain form", {}),
        ("page", {"id": f"page-{who}"}),
        ("completions", {"ids": ["nobody", f"page-{who}", "nobody"]}),
        ("required", {"id": f"required-{who}"}),
        ("early", {"id": f"early-{who}"}),
        ("always required", {"id": f"always-{who}"}),
        ("count", {"id": f"always-{who}"}),
        *(("malformed", {"id": f"malformed-{who}", "kind": kind}) for kind in MALFORMED),
        ("count", {"id": f"malformed-{who}"}),
    ]
    behind: Calls = [
        ("behind", {"id": f"prompt-{who}"}, "prompts/get"),
        (f"behind://pages/resource-{who}", {}, "resources/read"),
        ("with a task", {}),
    ]
    undeclared: Calls = [("plain form", {}), ("undeclared", {"id": f"undeclared-{who}"})]

    def refusing(action: str) -> Calls:
        blocked = {"id": f"{action}-{who}"}
        return [
            ("page", {"id": f"{action}-page-{who}"}),
            ("required", blocked),
            ("behind", {"id": f"{action}-prompt-{who}"}, "prompts/get"),
            (f"behind://pages/{action}-resource-{who}", {}, "resources/read"),
            *(("count", {"id": f"{action}{kind}-{who}"}) for kind in ("", "-prompt", "-resource")),
        ]

    older: Calls = [
        ("plain form", {}),
        ("required", {"id": f"older-{who}"}),
        ("count", {"id": f"older-{who}"}),
    ]
    found = {
        "everything": job(url, everything, apply_defaults=True),
        "behind": job(url, behind),
        "undeclared": job(url, undeclared, modes=["form"]),
        "decline": job(url, refusing("decline"), person={"url": "decline"}),
        "cancel": job(url, refusing("cancel"), person={"url": "cancel"}),
        "older": job(url, older, version="2025-06-18"),
    }
    if who == "main-sdk-2.4.0":
        rounds: Calls = [("rounds", {}), ("page in a round", {"id": "round"}), ("strays", {})]
        found["rounds"] = job(url, rounds, version="2026-07-28")
    return found


class Visits:
    """All visits of a client, to every server, in one process that starts when they are first asked for."""

    def __init__(self, servers: dict[str, str]) -> None:
        self._servers = servers
        self._done: dict[str, dict[str, Visit]] = {}

    def of(self, client: str) -> dict[str, Visit]:
        if client not in self._done:
            self._done[client] = self._make(client)
        return self._done[client]

    def _make(self, client: str) -> dict[str, Visit]:
        jobs = [
            (server, name, job)
            for server, url in self._servers.items()
            for name, job in jobs_for(url, f"{client}-{server}").items()
        ]
        command = [python(client), "-m", "tests.peers.guest", json.dumps([job for *_, job in jobs])]
        found: dict[str, Visit] = {server: {"who": f"{client}-{server}"} for server in self._servers}
        for (server, name, _), printed in zip(jobs, lines_of(command), strict=True):
            found[server][name] = printed["reports"]
            found[server].setdefault("completed", printed["completed"])
        for visit in found.values():
            reports = iter(visit["everything"])
            names = (
                "form",
                "plain form",
                "page",
                "completions",
                "required",
                "early",
                "always required",
                "count",
            )
            visit.update({name: next(reports) for name in names})
            visit["malformed"] = {kind: next(reports) for kind in MALFORMED}
            visit["calls of malformed"] = next(reports)
        return found
