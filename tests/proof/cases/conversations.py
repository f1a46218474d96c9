"""A tool that asks and a client that answers, on the versions that send requests and on the one that does not."""

# ruff: noqa: E501  # a row is a line

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, NoReturn

from mcp_elicit import ElicitRequest, ElicitResult
from mcp_elicit.testing import CANCEL, DECLINE, NEVER, After, CallError

__all__ = ["CLIENTS", "CONVERSATIONS", "MODES", "Client", "Conversation", "Modes", "awaited"]

Mode = Literal["form", "url"]
BOTH: Final[tuple[Mode, ...]] = ("form", "url")
OLD, MID, NEW = "2025-06-18", "2025-11-25", "2026-07-28"
ANN: Final = {"name": "John Doe", "age": 30}
BARE: Final = None


async def awaited(request: ElicitRequest) -> ElicitResult:
    return DECLINE


def blocking(request: ElicitRequest) -> ElicitResult:
    return DECLINE


def FAILING(request: ElicitRequest) -> NoReturn:  # noqa: N802 - a row reads it as an answer
    """The client answers with an error."""
    raise CallError(-32603, "client failed to elicit")


class Conversation(NamedTuple):
    """What is asked of whom, and what the tool makes of it: a text, or the name of the error."""

    id: str
    rule: str
    version: str
    modes: tuple[Mode, ...] | None
    """What is declared; None for a bare capability."""
    asks: Mode
    answer: Any
    gives: str
    blocking: bool = False
    """Whether the tool is a plain function, on the exchange without await."""
    timeout: float = 300.0


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
FROZEN: Final[Any] = MappingProxyType({})
PAGE_MODES: Final = ("url",)
CLIENTS: Final = (
    Client("J13.3", "an empty accept is filled with the defaults of the form", MID, True, {}, FILLED),
    Client("J13.3n", "in a round too", NEW, True, {}, FILLED),
    Client("J13.4", "an answer that cannot be changed is filled all the same", MID, True, FROZEN, FILLED),
    Client("O18", "no content at all is filled as well: .NET's, unlike Java", MID, True, None, FILLED),
    Client("J13.5", "unless asked for, nothing is filled: unlike .NET and Go, which always do", MID, False, {}, {}),
    Client("J13.5n", "in a round neither", NEW, False, {}, {}),
    Client("J13.6", "a refusal is not filled", MID, True, DECLINE, None),
    Client("J13.6n", "in a round neither", NEW, True, DECLINE, None),
    Client("N5", "nor is a decline of .NET's", OLD, True, DECLINE, None),
    Client("N6", "nor a cancel", MID, True, CANCEL, None),
    Client("O19", "what a person said stands beside the defaults", MID, True, {"age": 4}, {**FILLED, "age": 4}),
    Client("J13.7", "the meta of an answer stays when defaults are filled in", MID, True,
        ElicitResult(action="accept", content={}, meta={"at": "noon"}), {**FILLED, "_meta": {"at": "noon"}}),
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
    Conversation("J1.6", "an error of the client is an error, and no refusal", MID, BOTH, "form", FAILING, "PeerError"),
    Conversation("J1.9", "a page to a client that opens pages", MID, PAGE_MODES, "url", {}, "accept None"),
    Conversation("J1.11", "a bare capability: a form", MID, BARE, "form", ANN, "accept {'name': 'John Doe', 'age': 30}"),
    Conversation("J1.11u", "and no page", MID, BARE, "url", {}, "CapabilityError"),
    Conversation("J1.11n", "in a round neither", NEW, BARE, "url", {}, "-32021"),
    Conversation("J1.12", "a client of forms: a form", MID, ("form",), "form", ANN, "accept {'name': 'John Doe', 'age': 30}"),
    Conversation("J1.12u", "and no page", MID, ("form",), "url", {}, "CapabilityError"),
    Conversation("J1.12n", "in a round neither", NEW, ("form",), "url", {}, "-32021"),
    Conversation("J1.12o", "on 2025-06-18 neither", OLD, ("form",), "url", {}, "CapabilityError"),
    Conversation("J1.13", "a client of pages: no form", MID, PAGE_MODES, "form", ANN, "CapabilityError"),
    Conversation("J1.13u", "but a page", MID, PAGE_MODES, "url", {}, "accept None"),
    Conversation("J1.13n", "in a round too", NEW, PAGE_MODES, "url", {}, "accept None"),
    Conversation("J1.14", "a client of both: a form", MID, BOTH, "form", ANN, "accept {'name': 'John Doe', 'age': 30}"),
    Conversation("J1.14u", "and a page", MID, BOTH, "url", {}, "accept None"),
    Conversation("J2.1", "blocking: nothing declared, nothing sent", MID, (), "form", ANN, "CapabilityError", blocking=True),
    Conversation("J2.2", "on 2025-06-18 too", OLD, (), "form", ANN, "CapabilityError", blocking=True),
    Conversation("J2.3", "blocking: an accepted form", MID, BOTH, "form", ANN, "accept {'name': 'John Doe', 'age': 30}", blocking=True),
    Conversation("J2.3n", "in a round too", NEW, BOTH, "form", ANN, "accept {'name': 'John Doe', 'age': 30}", blocking=True),
    Conversation("J2.4", "blocking: a decline", MID, BOTH, "form", DECLINE, "decline None", blocking=True),
    Conversation("J2.5", "blocking: a cancel", MID, BOTH, "form", CANCEL, "cancel None", blocking=True),
    Conversation("J2.6", "blocking: an error of the client", MID, BOTH, "form", FAILING, "PeerError", blocking=True),
    Conversation("J13.1", "a call that asks whom it may not ask fails", OLD, (), "form", ANN, "CapabilityError"),
    Conversation("J13.2", "from one end to the other, with content", OLD, ("form",), "form", {"name": "Ann"}, "accept {'name': 'Ann'}"),
    Conversation("J13.8", "an answer in time", MID, BOTH, "form", After(0.05, ANN), "accept {'name': 'John Doe', 'age': 30}"),
    Conversation("J13.9", "an answer too late is an error, and nothing is recorded", MID, BOTH, "form", NEVER, "QuestionExpiredError", timeout=0.2),
    Conversation("J13.10", "a page from one end to the other", MID, BOTH, "url", {}, "accept None"),
    Conversation("G54", "a refusal is not held against the form", OLD, ("form",), "form", DECLINE, "decline None"),
    Conversation("G54c", "nor is a cancel", MID, BOTH, "form", CANCEL, "cancel None"),
    Conversation("G55", "a page is agreed to", MID, PAGE_MODES, "url", {}, "accept None"),
    Conversation("G56", "a page may be declined", MID, PAGE_MODES, "url", DECLINE, "decline None"),
    Conversation("G57", "an error of the client, of a page", MID, PAGE_MODES, "url", FAILING, "PeerError"),
    Conversation("G58", "who has no handler is not asked", MID, (), "form", ANN, "CapabilityError"),
    Conversation("G59", "who has one is", MID, BARE, "form", CANCEL, "cancel None"),
    Conversation("N18", "a page may be cancelled", MID, PAGE_MODES, "url", CANCEL, "cancel None"),
    Conversation("O20", "an answer that does not fit is an error", MID, BOTH, "form", {"name": 1}, "InvalidAnswerError"),
    Conversation("O20n", "in a round too", NEW, BOTH, "form", {"name": 1}, "InvalidAnswerError"),
    Conversation("O21", "an accepted form without content is held against the form", MID, BOTH, "form", {}, "InvalidAnswerError"),
)  # fmt: skip

MODES: Final = (
    Modes("J3.1", "forms without a handler", {"handler": None, "modes": ("form",)}, None),
    Modes("J3.1b", "both modes without a handler", {"handler": None, "modes": BOTH}, None),
    Modes("J3.2", "forms with a handler", {"modes": ("form",)}, frozenset({"form"})),
    Modes("J3.3", "pages without a handler", {"handler": None, "modes": PAGE_MODES}, None),
    Modes("J3.4", "pages with a handler", {"modes": PAGE_MODES}, frozenset({"url"})),
    Modes("J3.5", "a handler for more than is declared does no harm", {"modes": ("form",), "elicitation_complete_consumers": [str]}, frozenset({"form"})),
    Modes("J3.6", "no handler, no client: there is nothing to declare", {"handler": None}, None),
    Modes("J3.7", "a handler alone declares forms", {}, frozenset({"form"})),
    Modes("J3.8", "pages are declared by name: one handler takes both", {"modes": PAGE_MODES}, frozenset({"url"})),
    Modes("J3.9", "both by name", {"modes": BOTH}, frozenset({"form", "url"})),
    Modes("J3.10", "nothing to declare is an error: unlike Java", {"modes": ()}, None),
    Modes("J4.1", "a blocking handler: none, no client", {"handler": None}, None),
    Modes("J4.2", "a blocking handler alone declares forms", {"handler": blocking}, frozenset({"form"})),
    Modes("J4.3", "or pages", {"handler": blocking, "modes": PAGE_MODES}, frozenset({"url"})),
    Modes("J4.4", "or both", {"handler": blocking, "modes": BOTH}, frozenset({"form", "url"})),
    Modes("J4.5", "or nothing, which is an error", {"handler": blocking, "modes": ()}, None),
    Modes("N19", "a handler alone never declares pages", {}, frozenset({"form"})),
    Modes("O22", "an unknown mode is an error", {"modes": ("form", "voice")}, None),
)  # fmt: skip
