"""Answers out of a file, for a host at which nobody sits.

A list answers question after question; a mapping answers by the message, or by the lines it begins with, and
a list in it answers the same question again and again. One answer is the content of an accept, one of the
words "accept", "decline", "cancel", or a whole ElicitResult.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..errors import RequestError
from ..request import ElicitRequest
from ..result import ElicitResult
from .author import fields_of
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
        self._in_turn: list[tuple[str, ElicitResult]] = []
        self._by_message: dict[str, list[ElicitResult]] = {}
        if isinstance(answers, list):
            named = ((f"answer {i}", one) for i, one in enumerate(answers, 1))
            self._in_turn = [(name, _answer(name, one)) for name, one in named]
        elif isinstance(answers, Mapping):
            for message, given in answers.items():
                listed = given if isinstance(given, list) else [given]
                if not listed:
                    raise UnreadableError(f"the list of answers to {message!r} is empty", _REMEDY)
                self._by_message[message] = [_answer(f"the answer to {message!r}", one) for one in listed]
        else:
            raise UnreadableError("answers are a list, or an object of messages", _REMEDY)
        self._given: dict[str, int] = {}

    def answers(self, request: ElicitRequest) -> Iterator[ElicitResult]:
        """The next answer to *request*, then those to take if it does not fit."""
        if self._in_turn:
            yield _for(request, self._in_turn.pop(0)[1])
            return
        # What is asked once more begins with what was asked.
        lines = f"{request.message}\n"
        name = max((one for one in self._by_message if lines.startswith(f"{one}\n")), key=len, default=None)
        if name is None:
            return
        listed = self._by_message[name]
        nth = self._given.get(name, 0)
        for answer in listed[min(nth, len(listed) - 1) :]:
            nth += 1
            self._given[name] = nth
            yield _for(request, answer)

    @property
    def unused(self) -> list[str]:
        """What was never given, by its place in the file."""
        never = [f"the answer to {message!r}" for message in self._by_message if message not in self._given]
        return [name for name, _ in self._in_turn] + never


def _answer(what: str, given: Any) -> ElicitResult:
    if isinstance(given, str) and given in _ACTIONS:
        return _ACTIONS[given]
    if not isinstance(given, Mapping):
        raise UnreadableError(f"{what} is not an answer", _REMEDY)
    action, content = given.get("action"), given.get("content")
    if isinstance(action, str) and action in _ACTIONS and isinstance(content, Mapping):
        # No field of a form holds an object, so this is a whole result.
        return _answer(what, content) if action == "accept" else _ACTIONS[action]
    try:
        return ElicitResult.accept(given)
    except RequestError as refusal:
        raise UnreadableError(f"{what} is not an answer: {refusal.faults[0]}", _REMEDY) from refusal


def _for(request: ElicitRequest, answer: ElicitResult) -> ElicitResult:
    """A lone ``{"action": "decline"}`` is a whole result, but to a form that has such a field."""
    content = answer._plain("content") or {}
    action = content.get("action")
    if content.keys() <= {"action", "_meta"} and action in _ACTIONS and "action" not in fields_of(request):
        return _ACTIONS[action]
    return answer
