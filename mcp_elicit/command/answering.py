"""Who answers a host's questions: the file, then the person at the terminal, then nobody.

Nobody cancels: that is no refusal of a person, and the server does not wait. It is always said.
"""

from __future__ import annotations

from collections.abc import Callable

from ..client.asker import Asker
from ..handlers.terminal import TerminalHandler
from ..request import ElicitRequest
from ..result import ElicitResult
from ..urls.parts import visible
from .scripted import ScriptedAnswers

__all__ = ["Answering"]


class Answering:
    """A handler of questions."""

    def __init__(
        self,
        scripted: ScriptedAnswers | None,
        terminal: TerminalHandler | None,
        note: Callable[[str], None],
    ) -> None:
        self._scripted = scripted
        self._terminal = terminal
        self._note = note

    def __call__(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        """Answer, by whoever is there."""
        message = visible(request.message.partition("\n")[0])
        answer = self._scripted.answer(request) if self._scripted is not None else None
        if answer is not None:
            agreed = ", and the page was not opened" if request.is_url and answer.action == "accept" else ""
            self._note(f'"{message}" was answered from the file: {answer.action}{agreed}')
            return answer
        if self._terminal is not None:
            return self._terminal(request, asker)
        why = "no one is at the terminal, and --answers has no answer to it"
        self._note(f'"{message}" was answered with cancel: {why}')
        return ElicitResult.cancel()
