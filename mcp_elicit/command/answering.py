"""Who answers a host's questions: the file, then the person at the terminal, then nobody.

Nobody cancels: that is no refusal of a person, and the server does not wait. It is always said.
"""

from __future__ import annotations

from collections.abc import Callable

from ..client.asker import Asker
from ..client.unanswered import UnansweredError
from ..errors import InvalidAnswerError, NotSendableError
from ..fit import fitted
from ..handlers.terminal import TerminalHandler
from ..reasons import Loss
from ..request import ElicitRequest
from ..result import ElicitResult
from ..urls.parts import visible
from ..versions import ErrorCodes, rules_for
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
    """A handler of questions; with *strict*, one that refuses what a version does not have."""

    def __init__(
        self,
        scripted: ScriptedAnswers | None,
        terminal: TerminalHandler | None,
        note: Callable[[str], None],
        *,
        strict: bool = False,
    ) -> None:
        self._scripted = scripted
        self._terminal = terminal
        self._note = note
        self._strict = strict
        self.failures: list[str] = []
        """Why questions of this call got no answer; a server may tell it in other words, or not at all."""

    def __call__(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        """Answer, by whoever is there.

        Raises:
            UnansweredError: Nobody may answer it: it is strictly refused, or nobody is at the terminal.
        """
        named = f'"{visible(request.message.partition(chr(10))[0])}"'
        version = asker.protocol_version
        found = misfits(request, version)
        for misfit in found:
            self._note(f"{named} does not fit {version}: {visible(misfit)}")
        if found and self._strict:
            self.failures.append(
                f"{named} was refused ({ErrorCodes.INVALID_PARAMS}), as strict hosts of {version} do:"
                f" {'; '.join(found)}"
            )
            refusal = UnansweredError("; ".join(found))
            refusal._code = ErrorCodes.INVALID_PARAMS
            raise refusal
        answer = self._from_the_file(named, request)
        if answer is not None:
            return answer
        if self._terminal is not None:
            return self._terminal(request, asker)
        why = "no one is at the terminal, and --answers has no answer to it"
        self._note(f"{named} was answered with cancel: {why}")
        return ElicitResult.cancel()

    def _from_the_file(self, named: str, request: ElicitRequest) -> ElicitResult | None:
        answer: ElicitResult | None = None
        failure = ""
        for answer in self._scripted.answers(request) if self._scripted is not None else ():
            if failure:
                self._note(failure)
            try:
                fitted(request, answer)
            except InvalidAnswerError as refusal:
                reason = "; ".join(map(str, refusal.problems))
                failure = f"the answer to {named} in the file does not fit, and was not sent: {reason}"
                continue
            agreed = ""
            if request.is_url and answer.action == "accept":
                agreed = ", and the page was not opened"
                if answer._plain("content"):
                    agreed += "; a page takes no values, and those in the file were not sent"
            self._note(f"{named} was answered from the file: {answer.action}{agreed}")
            return answer
        if failure:
            self.failures.append(failure)
        return answer  # the client holds it to the form once more, and tells the server
