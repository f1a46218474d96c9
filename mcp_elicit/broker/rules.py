"""What may be asked and answered: rules without a state.

A refusal says what to do, and never what was typed.
"""

from __future__ import annotations

from math import isfinite

from ..errors import Fault, InvalidAnswerError, RequestError
from ..forms.check import compile_check
from ..request import ElicitRequest
from ..result import ElicitResult

__all__ = ["checked_timeout", "fitting"]


def fitting(request: ElicitRequest, result: ElicitResult) -> ElicitResult:
    """The answer as its asker gets it: without content where none belongs, and checked where it does.

    Raises:
        InvalidAnswerError: The content does not fit the form.
    """
    # Looser than the specification, on purpose: an accept without content is {}, and then checked.
    if result.action != "accept" or request.requested_schema is None:
        return result if result.content is None else result.model_copy(update={"content": None})
    problems = compile_check(request.requested_schema)(result.content)
    if problems:
        raise InvalidAnswerError(problems)
    return result if result.content is not None else result.model_copy(update={"content": {}})


def checked_timeout(timeout: float) -> float:
    """Let *timeout* through, in seconds.

    Raises:
        RequestError: It is no span of time.
    """
    if not (timeout > 0 and isfinite(timeout)):
        raise RequestError(Fault("timeout", "is not a positive number of seconds", "None waits for ever"))
    return timeout
