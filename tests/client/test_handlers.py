"""The two ready handlers: what a person at a terminal sees and types, and rules that answer for no one."""

from __future__ import annotations

import io
import os
import threading
from typing import Any

import anyio
import pytest

from mcp_elicit.client import Asker, Call, OpenPage, UnansweredError
from mcp_elicit.handlers import RuleHandler, TerminalHandler
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

ASKER = Asker("travel server", "1.0", "2025-11-25", Call("tools/call", "book"))
FORM = ElicitRequest.for_form(
    "Where to?",
    {
        "type": "object",
        "properties": {
            "city": {"type": "string", "title": "City", "minLength": 2},
            "nights": {"type": "integer", "minimum": 1, "default": 3},
            "budget": {"type": "number", "description": "In euros"},
            "breakfast": {"type": "boolean", "default": True},
            "class": {
                "type": "string",
                "oneOf": [{"const": "1", "title": "First"}, {"const": "2", "title": "Second"}],
            },
            "extras": {"type": "array", "items": {"type": "string", "enum": ["wifi", "pool", "sauna"]}},
        },
        "required": ["city", "class"],
    },
)
PAGE = ElicitRequest.for_url("Please sign in", "https://auth.example/connect?flow=1", "id-1")


def at_the_terminal(request: ElicitRequest, *typed: str) -> tuple[ElicitResult, str, list[str]]:
    """Type these lines, then end the input; returns the answer, the screen and the pages opened."""
    screen = io.StringIO()
    opened: list[str] = []

    def open_page(url: str) -> bool:
        opened.append(url)
        return True

    source = io.StringIO("".join(f"{line}\n" for line in typed))
    handler = TerminalHandler(source=source, target=screen, open_page=open_page)
    return handler(request, ASKER), screen.getvalue(), opened


TYPED = ("Rome", "", "", "n", "2", "1, sauna")
ANSWER = {"city": "Rome", "nights": 3, "breakfast": False, "class": "2", "extras": ["wifi", "sauna"]}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ((*TYPED, "s"), ElicitResult.accept(ANSWER)),
        (("R", *TYPED, "s"), ElicitResult.accept(ANSWER)),
        (("Rome", "0", "many", "", "", "n", "7", "2", "9", "1, sauna", "s"), ElicitResult.accept(ANSWER)),
        (("Rome", "-", "99.5", "yes", "First", "", "s"),
         ElicitResult.accept({"city": "Rome", "budget": 99.5, "breakfast": True, "class": "1"})),
        ((*TYPED, "e", "Oslo", "", "", "", "", "", "s"), ElicitResult.accept({**ANSWER, "city": "Oslo"})),
        ((*TYPED, "what", "d"), ElicitResult.decline()),
        (("/decline",), ElicitResult.decline()),
        ((*TYPED[:3], "/decline"), ElicitResult.decline()),
        ((*TYPED, "c"), ElicitResult.cancel()),
    ],
    ids=["sent", "short", "range", "left out", "edited", "declined", "at once", "midway", "cancelled"],
)  # fmt: skip
def test_a_form_is_filled_in_checked_and_sent(typed: tuple[str, ...], expected: ElicitResult) -> None:
    """Spec: "allow users to review and modify their responses before sending"."""
    answer, _, _ = at_the_terminal(FORM, *typed)
    assert expected == answer
    assert () == (FORM.form.check(answer.content) if answer.action == "accept" else ())


def test_the_screen_names_the_server_and_every_field_with_what_stands_there() -> None:
    """Spec: "clear which server is requesting information"; defaults SHOULD be pre-populated."""
    _, screen, _ = at_the_terminal(FORM, *TYPED, "s")
    for text in (
        "travel server (for book) asks:",
        "Where to?",
        "City (required)",
        "nights (optional, a whole number)\n[3]> ",
        "In euros",
        "[y]> ",
        "  2. Second",
        "class: Second",
        "extras: wifi, sauna",
    ):
        assert text in screen


@pytest.mark.parametrize(
    ("typed", "action", "opened"),
    [
        (("y",), "accept", [PAGE.url]),
        (("", "what", "yes"), "accept", [PAGE.url]),
        (("d",), "decline", []),
        (("c",), "cancel", []),
    ],
)
def test_a_page_is_opened_after_consent_only(typed: tuple[str, ...], action: str, opened: list[str]) -> None:
    """Spec: "clearly display the target domain/host and gather user consent before navigation"."""
    answer, screen, pages = at_the_terminal(PAGE, *typed)
    assert (action, opened) == (answer.action, pages)
    assert "  https://auth.example/connect?flow=1\n  host: auth.example\n" in screen


@pytest.mark.parametrize(
    ("request_", "typed"), [(FORM, ()), (FORM, ("Rome",)), (PAGE, ()), (PAGE, ("what",))]
)
def test_an_input_that_ends_is_no_person_who_cancels(request_: ElicitRequest, typed: tuple[str, ...]) -> None:
    """Ours: "could not ask" is an error, never an answer; a broker may take the question."""
    with pytest.raises(UnansweredError, match="no one is at the terminal"):
        at_the_terminal(request_, *typed)


def test_nobody_at_the_terminal_gives_no_page_up() -> None:
    """Ours: its completion may still come."""
    page = OpenPage(PAGE)
    page.waiting = 1
    screen = io.StringIO()
    TerminalHandler(source=io.StringIO(), target=screen)._controls(page)
    assert (False, False) == (page.done, page.given_up)
    assert "no one is at the terminal" in screen.getvalue()


@pytest.mark.parametrize(("request_", "typed"), [(FORM, (*TYPED, "what", "d")), (PAGE, ("what", "d"))])
def test_a_line_that_means_nothing_is_said_not_to_be_understood(
    request_: ElicitRequest, typed: tuple[str, ...]
) -> None:
    """Ours: the same prompt again, without a word, looks broken."""
    assert 1 == at_the_terminal(request_, *typed)[1].count("not understood")


def test_what_a_person_should_know_of_a_page_stands_below_it() -> None:
    """Ours: each finding is a sentence."""
    odd = ElicitRequest.from_wire({**PAGE.to_wire("2025-11-25"), "url": "http://user@192.0.2.1:8443/x"})
    _, screen, _ = at_the_terminal(odd, "d")
    sentences = [finding.sentence for finding in odd.findings if finding.kind != "host"]
    assert len(sentences) >= 3
    assert all(sentence in screen for sentence in sentences)


@pytest.mark.parametrize("hidden", ["\x1b[2J", "\u202e", "\r", "\u200b"])
def test_no_text_of_the_server_can_repaint_the_screen(hidden: str) -> None:
    """Ours: escapes, direction marks and zero-width characters are written out."""
    field = {"type": "string", "title": f"T{hidden}", "description": f"D{hidden}"}
    form = {
        "message": f"M{hidden}",
        "requestedSchema": {"type": "object", "properties": {f"n{hidden}": field}},
    }
    _, screen, _ = at_the_terminal(ElicitRequest.from_wire(form), "a", "d")
    assert hidden not in screen


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("When?\nSecond line", "  When?\n  Second line\n"),
        ("When?\r\n\r\nThird", "  When?\n  \n  Third\n"),
        ("When?\nx\rEvil\x1b[2J", "  When?\n  x\\rEvil\\x1b[2J\n"),
        ("When?\u2028x\x0by", "  When?\\u2028x\\x0by\n"),
    ],
)
def test_a_text_of_several_lines_is_shown_in_lines(text: str, shown: str) -> None:
    """Ours: what is asked once more always has some; no other control character gets through."""
    for request in (
        ElicitRequest.for_form(text, {"type": "object", "properties": {}}),
        ElicitRequest.from_wire({**PAGE.to_wire("2025-11-25"), "message": text}),
    ):
        assert f"asks:\n{shown}" in at_the_terminal(request, "d")[1]
    form = {"type": "object", "properties": {"a": {"type": "string", "description": text}}}
    _, screen, _ = at_the_terminal(ElicitRequest.for_form("m", form), "/decline")
    assert f"a (optional)\n{shown.removeprefix('  ')}" in screen


def test_ctrl_c_cancels_the_question_and_not_the_program() -> None:
    """Ours: in a worker thread, where Python delivers no Ctrl-C."""
    with on_a_terminal() as (source, target, keyboard, read_until):
        answered: list[ElicitResult] = []
        handler = TerminalHandler(source=source, target=target)
        asking = threading.Thread(target=lambda: answered.append(handler(PAGE, ASKER)), daemon=True)
        asking.start()
        read_until("cancel: ")
        os.write(keyboard, b"y\x03")
        asking.join(20)
    assert [ElicitResult.cancel()] == answered


def test_a_withdrawn_question_leaves_the_terminal_to_the_next() -> None:
    """Ours: nobody types an answer that goes nowhere."""
    withdrawn = Asker("travel server", None, "2025-11-25", None)
    with on_a_terminal() as (source, target, _, read_until):
        handler = TerminalHandler(source=source, target=target)
        asking = threading.Thread(target=handler, args=(FORM, withdrawn), daemon=True)
        asking.start()
        read_until("> ")
        withdrawn.withdrawn.set()
        asking.join(20)
        assert not asking.is_alive()


@pytest.mark.parametrize(("typed", "ends"), [(b"\n", "done"), (b"\x03", "given up")])
def test_the_person_can_go_on_or_give_up_by_hand(typed: bytes, ends: str) -> None:
    """Spec: clients SHOULD "provide manual controls" where no notification comes."""
    page = OpenPage(PAGE)
    page.waiting = 1
    ended = threading.Event()
    with on_a_terminal() as (source, target, keyboard, read_until), page.woken_by(ended.set):
        TerminalHandler(source=source, target=target).controls(page)
        read_until("give up.")
        os.write(keyboard, typed)
        assert ended.wait(20)
    assert (ends == "done", ends == "given up") == (page.done, page.given_up)


class on_a_terminal:  # noqa: N801  # a context manager, used like a function
    """A real terminal: what is written to *keyboard* is typed, *read_until* waits for the screen."""

    def __enter__(self) -> tuple[Any, Any, int, Any]:
        if not hasattr(os, "openpty"):
            pytest.skip("no pseudo-terminals here")
        self.keyboard, self.screen = os.openpty()
        self.files: list[Any] = [os.fdopen(self.screen), os.fdopen(os.dup(self.screen), "w")]
        return self.files[0], self.files[1], self.keyboard, self.read_until

    def read_until(self, text: str) -> None:
        seen = ""
        while text not in seen:
            seen += os.read(self.keyboard, 4096).decode()

    def __exit__(self, *failure: object) -> None:
        for file in self.files:
            file.close()
        os.close(self.keyboard)


# ---- by rule -------------------------------------------------------------------------------------


def fixed(request: ElicitRequest, asker: Asker) -> Any:
    return (
        {"city": "Rome", "class": "1"} if "city" in (request.requested_schema or {})["properties"] else None
    )


CONFIRM = ElicitRequest.for_form(
    "Really?", {"type": "object", "properties": {"confirm": {"type": "boolean"}}, "required": ["confirm"]}
)
OTHER = ElicitRequest.for_form("Name?", {"type": "object", "properties": {"name": {"type": "string"}}})


def by_rule(handler: RuleHandler, request: ElicitRequest) -> ElicitResult:
    return anyio.run(handler, request, ASKER)


def test_a_rule_answers_with_content_or_with_a_result() -> None:
    """Ours: the first that answers, answers."""
    assert ElicitResult.accept({"city": "Rome", "class": "1"}) == by_rule(RuleHandler([fixed]), FORM)
    declines = RuleHandler([lambda request, asker: None, lambda request, asker: ElicitResult.decline()])
    assert ElicitResult.decline() == by_rule(declines, FORM)


@pytest.mark.parametrize("request_", [OTHER, PAGE, CONFIRM], ids=["no rule", "a page", "consent"])
def test_what_no_rule_answers_is_an_error_and_no_decline(request_: ElicitRequest) -> None:
    """Ours: no person refused, and no rule consents for one unless the application says so."""
    handler = RuleHandler([lambda request, asker: fixed(request, asker) if request.is_form else {}])
    with pytest.raises(UnansweredError, match="no one is there"):
        by_rule(handler, request_)


def test_the_application_can_let_rules_consent() -> None:
    """Ours: by name, for what it names."""
    handler = RuleHandler(
        [lambda request, asker: {"confirm": True} if request.is_form else {}], urls=True, consent=True
    )
    assert ElicitResult.accept({"confirm": True}) == by_rule(handler, CONFIRM)
    assert ElicitResult.accept({}) == by_rule(handler, PAGE)
