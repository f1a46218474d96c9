"""A handler for unattended use: it answers by rule, and refuses the rest with an error.

Never with a decline: no person refused. URL questions and consent questions are a person's to
answer, so no rule is asked about them unless the application says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..client.asker import Asker
from ..client.unanswered import UnansweredError
from ..request import ElicitRequest
from ..result import ElicitResult

__all__ = ["Rule", "RuleHandler"]

Rule = Callable[[ElicitRequest, Asker], ElicitResult | Mapping[str, Any] | None]
"""Answer with a result, or with the content of an accept; None leaves the question to the next rule."""


class RuleHandler:
    """Ask each of *rules* in turn; the first that answers, answers.

    *urls* lets rules see URL questions too. A form with one boolean `confirm`, which asks for a
    person's consent, reaches them only with *consent*.
    """

    def __init__(self, rules: Iterable[Rule], *, urls: bool = False, consent: bool = False) -> None:
        self._rules = tuple(rules)
        self._urls = urls
        self._consent = consent

    async def __call__(self, request: ElicitRequest, asker: Asker) -> ElicitResult:
        """Answer by rule.

        Raises:
            UnansweredError: No rule has an answer.
        """
        if request.is_url and not self._urls:
            raise UnansweredError("no one is there to open a page")
        if _asks_for_consent(request) and not self._consent:
            raise UnansweredError("no one is there to consent")
        for rule in self._rules:
            answer = rule(request, asker)
            if isinstance(answer, ElicitResult):
                return answer
            if answer is not None:
                return ElicitResult.accept(answer)
        raise UnansweredError("no one is there, and no rule answers this")


def _asks_for_consent(request: ElicitRequest) -> bool:
    if request.is_url:
        return False
    properties = (request.requested_schema or {}).get("properties", {})
    return list(properties) == ["confirm"] and properties["confirm"].get("type") == "boolean"
