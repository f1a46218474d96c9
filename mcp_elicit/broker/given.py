"""What a broker is given, looked at before anything is done with it.

Rules without a state. No sentence holds a value: it may be what somebody answered.
"""

from __future__ import annotations

from typing import Any, Final

from ..errors import Fault, RequestError
from ..given import wrong_kind
from ..request import ElicitRequest
from ..result import ElicitResult
from .question import Everybody, OpenQuestion
from .store import QuestionStore

__all__ = [
    "ID",
    "PAGE_ID",
    "check_asked",
    "check_clock",
    "check_number",
    "check_result",
    "check_store",
    "check_text",
    "check_user",
    "of_a_page",
    "of_a_question",
]

ID: Final = "give the id of the question"
PAGE_ID: Final = "give the page's: question.elicitation_id"

_KINDS: Final = ("confirm", "credential")
_STORE: Final = tuple(name for name in vars(QuestionStore) if not name.startswith("_"))
"""The methods that a store has."""


def check_text(name: str, given: Any, *, or_none: bool = False, remedy: str = "") -> None:
    """Let a text through.

    Raises:
        RequestError: It is none.
    """
    if not (isinstance(given, str) or (or_none and given is None)):
        raise wrong_kind(name, "a text or None" if or_none else "a text", given, remedy)


def check_user(given: Any, *, or_everybody: bool = False) -> None:
    """Let a user through: a text, or None where nobody signs in.

    Raises:
        RequestError: It is none.
    """
    if or_everybody and isinstance(given, Everybody):
        return
    if isinstance(given, Everybody):
        raise RequestError(Fault("user", "is everybody", "name one user; None where nobody signs in"))
    check_text("user", given, or_none=True, remedy="give the user's name, as text")


def check_number(name: str, given: Any) -> None:
    """Let a whole number through.

    Raises:
        RequestError: It is none.
    """
    if type(given) is not int:
        raise wrong_kind(name, "a whole number", given)


def check_store(given: Any) -> None:
    """Let a store through: any object that has the methods of one.

    Raises:
        RequestError: It is none, or the class of one.
    """
    remedy = f"give MemoryQuestionStore(), or an object with {', '.join(_STORE)}"
    if isinstance(given, type):
        raise RequestError(Fault("store", "is a class", remedy))
    if not all(callable(getattr(given, name, None)) for name in _STORE):
        raise wrong_kind("store", "QuestionStore", given, remedy)


def check_clock(given: Any) -> None:
    """Let a clock through.

    Raises:
        RequestError: It cannot be called.
    """
    if not callable(given):
        raise wrong_kind("clock", "a function", given, "leave it out for time.time")


def check_asked(request: Any, user: Any, call: Any, asked_by: Any, kind: Any) -> None:
    """Look at what `Broker.ask` was given.

    Raises:
        RequestError: Something of it is of another type.
    """
    if not isinstance(request, ElicitRequest):
        remedy = "give ElicitRequest.for_form(...) or for_url(...)"
        raise wrong_kind("request", "ElicitRequest", request, remedy)
    check_user(user)
    check_text("call", call, or_none=True)
    check_text("asked_by", asked_by, or_none=True)
    if kind is not None and kind not in _KINDS:
        raise RequestError(Fault("kind", f"is none of {', '.join(_KINDS)}", "leave it out"))


def check_result(result: Any) -> None:
    """Look at an answer, before its content is held to the form.

    Raises:
        RequestError: It is no result.
    """
    if not isinstance(result, ElicitResult):
        remedy = "give ElicitResult.accept(values), .decline() or .cancel()"
        raise wrong_kind("result", "ElicitResult", result, remedy)


def of_a_page(question: OpenQuestion) -> RequestError:
    """A question's id was given where the page's is wanted."""
    if question.elicitation_id is None:
        return RequestError(
            Fault(
                "elicitation_id", "is the id of a question without a page to complete", "answer the question"
            )
        )
    return RequestError(Fault("elicitation_id", "is the id of the question", PAGE_ID))


def of_a_question() -> RequestError:
    """A page's id was given where the question's is wanted."""
    return RequestError(Fault("id", "is the elicitation id of a page", "give the question's: question.id"))
