"""A person who answers by script."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..errors import Fault, RequestError
from ..request import ElicitRequest
from ..result import ElicitResult

__all__ = ["CANCEL", "DECLINE", "NEVER", "After", "Person"]

DECLINE: Final = ElicitResult.decline()
"""The person says no."""
CANCEL: Final = ElicitResult.cancel()
"""The person closes the dialog."""
NEVER: Final = "never"
"""The person does not answer."""

Answer = Any
"""A dict (accepted content), an `ElicitResult`, `After`, `NEVER`, or a function of the request.

The function may be async, and gives any of these.
"""


@dataclass(frozen=True)
class After:
    """Answer with *answer*, *seconds* later."""

    seconds: float
    answer: Answer


class Person:
    """Answers questions by their message.

    *answers* maps a message, or its first line, to an answer, or to a list of answers that are
    given one after the other, the last of them again and again. An answer is a dict (accepted content), an
    `ElicitResult`, `After`, `NEVER`, or a function of the request, async or not, that gives one of these.
    A URL question without an entry
    is agreed to; any other gets *otherwise*. What a function raises, and an answer that is none, fails the
    test's own call, on every version.
    """

    def __init__(self, answers: Mapping[str, Answer] | None = None, *, otherwise: Answer = CANCEL) -> None:
        self._answers = dict(answers or {})
        self._given: dict[str, int] = {}
        self._otherwise = otherwise
        self.requests: list[ElicitRequest] = []
        """Every question in the order it came, as it came."""
        self.withdrawn: list[str] = []
        """The messages of questions that the server took back."""

    @property
    def asked(self) -> list[str]:
        """The first line of every question, in the order they came."""
        return [request.message.partition("\n")[0] for request in self.requests]

    async def answer(self, request: ElicitRequest) -> ElicitResult:
        """Answer one question."""
        self.requests.append(request)
        try:
            return await self._act(self._next(request), request)
        except asyncio.CancelledError:
            self.withdrawn.append(request.message)
            raise

    def _next(self, request: ElicitRequest) -> Answer:
        for name in (request.message, request.message.partition("\n")[0]):
            if name in self._answers:
                answer = self._answers[name]
                if not isinstance(answer, list):
                    return answer
                nth = self._given.get(name, 0)
                self._given[name] = nth + 1
                return answer[min(nth, len(answer) - 1)]
        return ElicitResult.accept() if request.is_url else self._otherwise

    async def _act(self, answer: Answer, request: ElicitRequest) -> ElicitResult:
        if isinstance(answer, ElicitResult):
            return answer
        if isinstance(answer, Mapping):
            return ElicitResult.accept(answer)
        if isinstance(answer, After):
            await asyncio.sleep(answer.seconds)
            return await self._act(answer.answer, request)
        if isinstance(answer, str) and answer == NEVER:
            await asyncio.Event().wait()
        if callable(answer):
            return await self._act(await _called(answer, request), request)
        kind = type(answer).__name__
        raise RequestError(Fault("answers", f"{kind} is no answer", "give a dict or an ElicitResult"))


async def _called(function: Callable[[ElicitRequest], Any], request: ElicitRequest) -> Any:
    try:
        answer = function(request)
    except asyncio.CancelledError as error:
        # A plain function cannot be cancelled: it raised this itself, and nobody would hear of it.
        raise RequestError(
            Fault("answers", "the function raised CancelledError", "return CANCEL or NEVER")
        ) from error
    return await answer if inspect.isawaitable(answer) else answer
