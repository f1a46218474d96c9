"""A handler for a person at a terminal. Every text of the server is shown with nothing hidden in it.

MCP clients MUST make clear which server asks, offer decline and cancel, let the person review a
form before it is sent, and show a page's host and ask before it is opened.
2025-11-25, client/elicitation#user-interaction-model
"""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any, Final, Literal, TextIO

from ..client.asker import Asker
from ..client.pages import OpenPage
from ..client.unanswered import UnansweredError
from ..errors import Problem
from ..request import ElicitRequest
from ..result import ElicitResult
from ..urls.parts import host_of, visible
from .form_lines import SKIPPED, FormLine, lines_of, visible_lines
from .lines import Cancelled, NoOne, Withdrawn, read_line

__all__ = ["TerminalHandler"]

_MARKS: Final = {"note": " ", "warning": "!", "danger": "!!"}
_NOT_UNDERSTOOD: Final = "  not understood"
_DECLINES: Final = "/decline"
"""Typed in the place of any field; a person who will not answer need not fill in the form first."""
_LEAVE: Final = {"d": "decline", "decline": "decline", "c": "cancel", "cancel": "cancel"}


class _Declined(Exception):
    """The person will not fill in this form."""


class TerminalHandler:
    """Ask at the terminal: one question at a time, Ctrl-C cancels it.

        terminal = TerminalHandler()
        person = ClientElicitation(terminal, modes=("form", "url"), page_consumers=[terminal.controls])

    *open_page* opens the system's browser, after consent only.
    """

    def __init__(
        self,
        *,
        source: TextIO | None = None,
        target: TextIO | None = None,
        open_page: Callable[[str], object] = webbrowser.open,
    ) -> None:
        self._source = source
        self._target = target
        self._open_page = open_page
        self._turn = threading.Lock()

    def __call__(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        """Put *request* to the person.

        Raises:
            UnansweredError: The input has ended: no one is at the terminal.
        """
        while not self._turn.acquire(timeout=0.2):
            if asker.withdrawn.is_set():
                return ElicitResult.cancel()
        try:
            self._say("", f"{visible(str(asker))} asks:", *visible_lines(request.message), "")
            return self._page(request, asker) if request.is_url else self._form(request, asker)
        except _Declined:
            return ElicitResult.decline()
        except Cancelled:
            self._say("", "cancelled")
            return ElicitResult.cancel()
        except NoOne:
            raise UnansweredError("no one is at the terminal") from None
        except Withdrawn:
            self._say("", "the question was withdrawn")
            return ElicitResult.cancel()  # goes nowhere
        finally:
            self._turn.release()

    def controls(self, page: OpenPage) -> None:
        """Let the person say by hand that *page* is done, or give up: a consumer of open pages."""
        threading.Thread(target=self._controls, args=(page,), name="page-controls", daemon=True).start()

    # ---- a page -------------------------------------------------------------------------------

    def _page(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        url = request.url or ""
        self._say("It wants you to open this page:", f"  {visible(url)}", f"  host: {visible(host_of(url))}")
        for finding in request.findings:
            if finding.kind != "host":
                self._say(f"  {_MARKS[finding.severity]} {visible(finding.sentence)}")
        while True:
            typed = self._ask("Open it in your browser? y / d = decline / c = cancel: ", asker).lower()
            if typed in _LEAVE:
                return _leave(_LEAVE[typed])
            if typed in ("y", "yes"):
                break
            self._say(_NOT_UNDERSTOOD)
        if not self._open_page(url):
            self._say("No browser could be opened: please open the address above yourself.")
        return ElicitResult.accept()

    def _controls(self, page: OpenPage) -> None:
        host = visible(host_of(page.request.url or ""))
        told = f"Waiting for {host}. Enter: I am done, go on. Ctrl-C: give up."
        try:
            read_line(
                self._from, lambda: page.closed or self._turn.locked(), lambda: self._say(told), self._turn
            )
            page.go_on()
        except Cancelled:
            page.give_up()
        except NoOne:
            self._say("(no one is at the terminal: waiting goes on)")
        except Withdrawn:
            if not page.closed:
                self._say("(another question comes first)")
                with self._turn:
                    pass
                self._controls(page)

    # ---- a form -------------------------------------------------------------------------------

    def _form(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        for finding in request.findings:
            self._say(f"  {_MARKS[finding.severity]} {visible(finding.sentence)}")
        lines = lines_of(request.requested_schema or {})
        self._say(
            "Enter keeps what stands in brackets, - leaves a field out,"
            f" {_DECLINES} declines, Ctrl-C cancels."
        )
        answers: dict[str, Any] = {line.name: line.field.get("default", SKIPPED) for line in lines}
        while True:
            for line in lines:
                answers[line.name] = self._field(line, answers[line.name], asker)
            self._say("", "Please check:")
            for line in lines:
                self._say(f"  {line.title}: {line.shown(answers[line.name])}")
            review = "s = send / e = edit / d = decline / c = cancel: "
            while (typed := self._ask(review, asker).lower()) not in ("s", "send", "e", "edit", *_LEAVE):
                self._say(_NOT_UNDERSTOOD)
            if typed in _LEAVE:
                return _leave(_LEAVE[typed])
            if typed in ("s", "send"):
                return ElicitResult.accept(
                    {name: value for name, value in answers.items() if value is not SKIPPED}
                )

    def _field(self, line: FormLine, standing: Any, asker: Asker) -> Any:
        self._say(line.label, *line.explanation)
        bracket = f" [{line.shown(standing)}]" if standing is not SKIPPED else ""
        while True:
            typed = self._ask(f"{bracket}> ".lstrip(), asker)
            if typed == _DECLINES:
                raise _Declined
            value = line.read(typed, standing)
            if not isinstance(value, Problem):
                return value
            self._say(f"  {visible(str(value))}")

    # ---- the terminal -------------------------------------------------------------------------

    def _ask(self, prompt: str, asker: Asker) -> str:
        def show() -> None:
            print(prompt, end="", file=self._to, flush=True)

        return read_line(self._from, asker.withdrawn.is_set, show).strip()

    def _say(self, *lines: str) -> None:
        print(*lines, sep="\n", file=self._to, flush=True)

    @property
    def _from(self) -> TextIO:
        return self._source or sys.stdin

    @property
    def _to(self) -> TextIO:
        return self._target or sys.stdout


def _leave(action: str) -> ElicitResult:
    kind: Literal["decline", "cancel"] = "decline" if action == "decline" else "cancel"
    return ElicitResult(action=kind)
