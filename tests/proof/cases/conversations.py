"""A tool that asks and a client that answers, on the versions that send requests and on the one that does not."""

# ruff: noqa: E501  # a row is a line

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from mcp_elicit.testing import CANCEL, DECLINE

__all__ = ["CLIENTS", "CONVERSATIONS", "MODES", "Client", "Conversation", "Modes"]

Mode = Literal["form", "url"]
BOTH: Final[tuple[Mode, ...]] = ("form", "url")
OLD, MID, NEW = "2025-06-18", "2025-11-25", "2026-07-28"
ANN: Final = {"name": "John Doe", "age": 30}


class Conversation(NamedTuple):
    """What is asked of whom, and what the tool makes of it: a text, or the name of the error."""

    id: str
    rule: str
    version: str
    modes: tuple[Mode, ...]
    asks: Mode
    answer: Any
    gives: str


class Modes(NamedTuple):
    """What a client is built with, and what it declares; None where it cannot be built."""

    id: str
    rule: str
    arguments: dict[str, Any]
    declares: frozenset[str] | None


class Client(NamedTuple):
    """A client of ours with or without defaults, what its person says, and what reaches the tool."""

    id: str
    rule: str
    version: str
    apply_defaults: bool
    answer: Any
    content: dict[str, Any] | None


FILLED: Final = {"name": "John Doe", "age": 30, "sure": True, "kind": "low"}
CLIENTS: Final = (
    Client("J13.3", "an empty accept is filled with the defaults of the form", MID, True, {}, FILLED),
    Client("J13.3n", "in a round too", NEW, True, {}, FILLED),
    Client("J13.4", "no content at all is filled as well: ours and .NET's", MID, True, None, FILLED),
    Client("J13.5", "unless asked for, nothing is filled", MID, False, {}, {}),
    Client("J13.5n", "in a round neither", NEW, False, {}, {}),
    Client("J13.6", "a refusal is not filled", MID, True, DECLINE, None),
    Client("J13.6n", "in a round neither", NEW, True, DECLINE, None),
    Client("J13.2", "what a person said stands beside the defaults", MID, True, {"age": 4}, {**FILLED, "age": 4}),
)  # fmt: skip

CONVERSATIONS: Final = (
    Conversation("J1.2", "nothing declared, nothing sent", MID, (), "form", ANN, "CapabilityError"),
    Conversation("J1.2n", "the same where questions travel in results", NEW, (), "form", ANN, "-32021"),
    Conversation("J1.2p", "a version without elicitation", "2025-03-26", ("form",), "form", ANN, "CapabilityError"),
    Conversation("J1.3", "an accepted form comes back", MID, BOTH, "form", ANN, "accept {'name': 'John Doe', 'age': 30}"),
    Conversation("J1.3o", "on 2025-06-18", OLD, ("form",), "form", ANN, "accept {'name': 'John Doe', 'age': 30}"),
    Conversation("J1.3n", "on 2026-07-28", NEW, BOTH, "form", ANN, "accept {'name': 'John Doe', 'age': 30}"),
    Conversation("J1.4", "a decline is a decline", MID, BOTH, "form", DECLINE, "decline None"),
    Conversation("J1.4n", "in a round too", NEW, BOTH, "form", DECLINE, "decline None"),
    Conversation("J1.5", "a cancel is a cancel", MID, BOTH, "form", CANCEL, "cancel None"),
    Conversation("J1.5n", "in a round too", NEW, BOTH, "form", CANCEL, "cancel None"),
    Conversation("G31", "a refusal is not held against the form", OLD, ("form",), "form", DECLINE, "decline None"),
    Conversation("K33", "an answer that does not fit is an error", MID, BOTH, "form", {"name": 1}, "InvalidAnswerError"),
    Conversation("K33n", "in a round too", NEW, BOTH, "form", {"name": 1}, "InvalidAnswerError"),
    Conversation("K34", "an accepted form without content is held against the form", MID, BOTH, "form", {}, "InvalidAnswerError"),
    Conversation("J1.9", "a page to a client that opens pages", MID, BOTH, "url", {}, "accept None"),
    Conversation("G32", "a page may be declined", MID, BOTH, "url", DECLINE, "decline None"),
    Conversation("J1.12", "no page to a client of forms", MID, ("form",), "url", {}, "CapabilityError"),
    Conversation("J1.12n", "in a round neither", NEW, ("form",), "url", {}, "-32021"),
    Conversation("J1.12o", "on 2025-06-18 neither", OLD, ("form",), "url", {}, "CapabilityError"),
    Conversation("J1.13", "no form to a client of pages", MID, ("url",), "form", ANN, "CapabilityError"),
    Conversation("J1.13u", "but a page", MID, ("url",), "url", {}, "accept None"),
    Conversation("J1.13n", "in a round too", NEW, ("url",), "url", {}, "accept None"),
)  # fmt: skip

MODES: Final = (
    Modes("J3.6", "no handler, no client", {"handler": None}, None),
    Modes("J3.7m", "a handler alone declares forms", {}, frozenset({"form"})),
    Modes("J3.8", "pages are declared by name", {"modes": ("url",)}, frozenset({"url"})),
    Modes("J3.9", "both", {"modes": ("form", "url")}, frozenset({"form", "url"})),
    Modes("J3.10", "nothing to declare is an error: ours", {"modes": ()}, None),
    Modes("J3.1", "an unknown mode is an error", {"modes": ("form", "voice")}, None),
)  # fmt: skip
