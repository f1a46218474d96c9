"""Answers out of a file, for a host at which nobody sits.

A list answers question after question; a mapping answers by the message, or its first line, and a list in it
answers the same question again and again. One answer is the content of an accept, or one of the words
"accept", "decline", "cancel".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..errors import RequestError
from ..request import ElicitRequest
from ..result import ElicitResult
from .unreadable import UnreadableError

__all__ = ["ScriptedAnswers"]

_ACTIONS: Final = {
    "accept": ElicitResult.accept(),
    "decline": ElicitResult.decline(),
    "cancel": ElicitResult.cancel(),
}
_REMEDY: Final = 'give an object with the values, or "accept", "decline" or "cancel"'


class ScriptedAnswers:
    """The answers of one file."""

    def __init__(self, answers: Any) -> None:
        """Read *answers*, a JSON value.

        Raises:
            UnreadableError: It is none of the two shapes, or an answer in it is none.
        """
        self._in_turn: list[ElicitResult] = []
        self._by_message: dict[str, list[ElicitResult]] = {}
        if isinstance(answers, list):
            self._in_turn = [_answer(f"answer {i}", one) for i, one in enumerate(answers, 1)]
        elif isinstance(answers, Mapping):
            for message, given in answers.items():
                listed = given if isinstance(given, list) else [given]
                if not listed:
                    raise UnreadableError(f"the list of answers to {message!r} is empty", _REMEDY)
                self._by_message[message] = [_answer(f"the answer to {message!r}", one) for one in listed]
        else:
            raise UnreadableError("answers are a list, or an object of messages", _REMEDY)
        self._given: dict[str, int] = {}

    def answer(self, request: ElicitRequest) -> ElicitResult | None:
        """The next answer to *request*; None where the file has none."""
        if self._in_turn:
            return self._in_turn.pop(0)
        for name in (request.message, request.message.partition("\n")[0]):
            if name in self._by_message:
                answers = self._by_message[name]
                nth = self._given.get(name, 0)
                self._given[name] = nth + 1
                return answers[min(nth, len(answers) - 1)]
        return None


def _answer(what: str, given: Any) -> ElicitResult:
    if isinstance(given, str) and given in _ACTIONS:
        return _ACTIONS[given]
    if not isinstance(given, Mapping):
        raise UnreadableError(f"{what} is none", _REMEDY)
    try:
        return ElicitResult.accept(given)
    except RequestError as refusal:
        raise UnreadableError(f"{what} is none: {refusal.faults[0]}", _REMEDY) from refusal
