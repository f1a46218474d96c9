"""What makes an answer fit its question: one rule, for every way that an answer comes.

A server's exchange, a client, a broker and a relay all hold to it (decision 11): nothing is coerced, content
that does not belong to the answer is dropped, and no text made here holds what a person typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .errors import InvalidAnswerError, Problem
from .request import ElicitRequest
from .result import ElicitResult

__all__ = ["ASKINGS", "asked_again", "fitted"]

ASKINGS: Final = 3
"""How often a question is put whose answers do not fit; then it is an error."""


def fitted(request: ElicitRequest, result: ElicitResult) -> ElicitResult:
    """The answer as its asker gets it: without content where none belongs, and checked where it does.

    Raises:
        InvalidAnswerError: The content does not fit the form.
        PeerError: A peer sent fields that no form can hold.
    """
    content = result._plain("content")
    if result._plain("action") != "accept" or request.is_url:
        # "For URL mode: The `content` field is omitted"; 2025-11-25, client/elicitation#response-actions
        return result if content is None else result.model_copy(update={"content": None})
    # Looser than the specification, on purpose: widespread hosts accept without content.
    problems = request.form.check(content)
    if problems:
        raise InvalidAnswerError(problems)
    return result if content is not None else result.model_copy(update={"content": {}})


def asked_again(message: str, problems: Sequence[Problem]) -> str:
    """The question once more, with the reason why its last answer was none."""
    return f"{message}\n\nThe last answer did not fit: {'; '.join(map(str, problems))}"
