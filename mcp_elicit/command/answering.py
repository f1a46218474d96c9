"""Who answers a host's questions: the file, then the person at the terminal, then nobody.

Nobody cancels: that is no refusal of a person, and the server does not wait. It is always said.
"""

from __future__ import annotations

from collections.abc import Callable

from ..client.asker import Asker
from ..errors import NotSendableError
from ..handlers.terminal import TerminalHandler
from ..reasons import Loss
from ..request import ElicitRequest
from ..result import ElicitResult
from ..urls.parts import visible
from ..versions import rules_for
from .scripted import ScriptedAnswers

__all__ = ["Answering", "misfits"]


def misfits(request: ElicitRequest, protocol_version: str) -> list[str]:
    """What its version does not have of a question, as it came: a strict host refuses it for that."""
    lost: list[Loss] = []
    try:
        request._render(rules_for(protocol_version), lost)
    except NotSendableError as refusal:
        return [f"{path}: {reason}" if path else reason for path, reason in refusal.reasons]
    return [f"{loss.path}: {loss.reason}" for loss in lost]


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
        for misfit in misfits(request, asker.protocol_version):
            self._note(f'"{message}" does not fit {asker.protocol_version}: {visible(misfit)}')
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
