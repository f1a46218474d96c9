"""A client of ours and a server of ours, on the SDK's own connection: what each sees of the other."""

# ruff: noqa: E501  # a row is a line

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from mcp_elicit.testing import CANCEL, DECLINE

__all__ = ["PAGE", "TALKS", "WHO", "Talk"]

Mode = Literal["form", "url"]
Json = dict[str, Any]
MID, NEW = "2025-11-25", "2026-07-28"
BOTH: Final[tuple[Mode, ...]] = ("form", "url")
WHO: Final[Json] = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name"],
}
PAGE: Final[Json] = {"mode": "url", "message": "m", "url": "https://example.com/a", "elicitationId": "e1"}
FORM: Final[Json] = {"mode": "form", "message": "m", "requestedSchema": WHO}


class Talk(NamedTuple):
    """Which tool is called, what the handler gives, and what came of it: all that the row names."""

    id: str
    rule: str
    version: str
    modes: tuple[Mode, ...]
    tool: str
    answer: Any
    expects: Json
    """Of: text, the tool's; code and data of the call's error; seen, what reached the handler; completed, the
    ids that reached the consumer."""


TALKS: Final = (
    Talk("J5.8", "a page has no form whose defaults could be filled in", MID, BOTH, "page", {}, {"text": "accept None"}),
    Talk("J6.1", "the handler sees message and form, and its answer arrives", MID, ("form",), "form", {"name": "Ann", "age": 4},
        {"seen": [FORM], "text": "accept {'name': 'Ann', 'age': 4}"}),
    Talk("J6.1n", "in a round too", NEW, ("form",), "form", {"name": "Ann", "age": 4}, {"seen": [FORM], "text": "accept {'name': 'Ann', 'age': 4}"}),
    Talk("J6.2", "a decline arrives without content", MID, ("form",), "form", DECLINE, {"text": "decline None"}),
    Talk("J6.2c", "so does a cancel", MID, ("form",), "form", CANCEL, {"text": "cancel None"}),
    Talk("J6.3", "what was not declared is answered with an error, and reaches no handler", MID, ("form",), "undeclared", {}, {"seen": [], "text": "-32602"}),
    Talk("J7.1", "a client that declares it shakes hands and is asked", MID, BOTH, "declared", {}, {"text": "form url"}),
    Talk("J7.2", "what is declared decides, whatever the handler could take", MID, ("url",), "declared", {}, {"text": "url"}),
    Talk("J13.10u", "the handler of a page sees message, url and id, and agrees without content", MID, BOTH, "page", {}, {"seen": [PAGE], "text": "accept None"}),
    Talk("J13.10n", "in a round there is no id", NEW, BOTH, "page", {}, {"seen": [{key: PAGE[key] for key in ("mode", "message", "url")}], "text": "accept None"}),
    Talk("J13.11", "a completion reaches the consumer with its id", MID, BOTH, "completed", {}, {"completed": ["e1"]}),
    Talk("J13.12", "-32042 leaves a tool as it was raised", MID, BOTH, "blocked", {}, {"seen": [], "code": -32042, "data": {"elicitations": [PAGE]}}),
    Talk("N21", "and reaches a client of pages alone", MID, ("url",), "blocked", {}, {"code": -32042, "data": {"elicitations": [PAGE]}}),
    Talk("G60", "a page that was agreed to is said to be done", MID, ("url",), "completed", {}, {"seen": [PAGE], "completed": ["e1"]}),
)  # fmt: skip
