"""What came of one cell of the matrix, in the words of the document.

Said by both sides: what the host received, what the upstream server received, how the host's call ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

__all__ = ["Cell", "cell_of"]

Cell = tuple[str, str, str]
CONNECTION_CLOSED = -32000


def cell_of(report: Any, seen: list[Any]) -> Cell:
    """Both sides' reports as the three columns."""
    assert isinstance(report, dict), report
    arrived, completed = report["arrived"], report["completed"]
    received = "; ".join(_times(*same) for same in groupby(map(_question, arrived))) or "nothing"
    if completed:
        assert [question.get("elicitationId") for question in arrived] == completed
        received += "; completed"
    return received, _upstream(seen), _ended(report.get("ended"))


def _times(question: str, same: Iterable[str]) -> str:
    times = len(list(same))
    return question if times == 1 else f"{question} ({times} times)"


def _question(params: dict[str, Any]) -> str:
    if "url" in params:
        assert params["url"] == "https://pay.example/checkout?flow=1"
        identity = params.get("elicitationId")
        assert identity is None or not identity.startswith("upstream")
        return "url" if identity is None else "url, id minted"
    properties: dict[str, Any] = params["requestedSchema"]["properties"]
    mode = "form" if "mode" in params else "no mode"
    if "seat" in properties:
        field = properties["seat"]
        if "oneOf" in field:
            assert [("w", "Window"), ("a", "Aisle")] == [(o["const"], o["title"]) for o in field["oneOf"]]
            return f"{mode}, oneOf"
        assert (["w", "a"], ["Window", "Aisle"]) == (field["enum"], field["enumNames"])
        return f"{mode}, enum + enumNames"
    if "extras" in properties:
        return f"{mode}, array"
    defaults = [name for name, field in properties.items() if "default" in field]
    return f"{mode}, defaults: {', '.join(defaults)}"


def _upstream(seen: list[Any]) -> str:
    declared = [event["declared"] for event in seen if "declared" in event]
    assert all(one == declared[0] for one in declared)
    modes = "nothing" if declared[0] is None else ", ".join(declared[0]) or "form"
    calls = f"{len(declared)} call{'s' if len(declared) > 1 else ''}"
    answers = [_answer(event) for event in seen if "declared" not in event]
    return "; ".join((f"declared: {modes}", calls, *answers))


def _answer(event: Any) -> str:
    # A host that left: the end of upstream's own connection may overtake the cancellation of the call.
    if event == "cancelled" or event.get("error") == CONNECTION_CLOSED:
        return "cancelled"
    if "error" in event:
        return f"error {event['error']}"
    content = event.get("content")
    return str(event["action"]) if content is None else f"{event['action']} {json.dumps(content)}"


def _ended(ended: Any) -> str:
    if ended is None:
        return "gone"
    if "error" in ended:
        return f"error {ended['error']}"
    return "tool error" if ended["failed"] else "result"
