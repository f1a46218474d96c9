"""The conversations, step by step.

Nothing here waits, reads a clock or touches a socket: a flow yields a step and is handed its
result. Who carries it out is the shell's business (exchange.py). A refusal is an answer and is
returned; only what makes the work impossible is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from typing_extensions import assert_never

from ..convert import as_request
from ..errors import Fault, InvalidAnswerError, Problem, RefusedError, RequestError
from ..fit import ASKINGS, asked_again, fitted
from ..outcome import Accepted, Cancelled, Declined
from ..request import ElicitRequest
from ..result import ElicitResult
from .given import options_given
from .steps import (
    Ask,
    Claim,
    Count,
    Finish,
    Fresh,
    Question,
    Reach,
    Record,
    Recorded,
    Release,
    Rest,
    Run,
    Step,
)

__all__ = [
    "Derived",
    "Flow",
    "Options",
    "ask",
    "confirm",
    "create_elicitation",
    "create_elicitations",
    "once",
    "require_url",
]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Outcome = Accepted[T] | Declined | Cancelled


class Derived(Protocol[T_co]):
    """A Python type as a form, and the way back."""

    @property
    def schema(self) -> Any:
        """The form."""
        ...

    def read(self, content: Mapping[str, Any]) -> T_co:
        """The answer as the Python type."""
        ...


Flow = Generator[Step, Any, T]


def create_elicitations(questions: Mapping[str, ElicitRequest]) -> Flow[dict[str, ElicitResult]]:
    """Ask several at once, and check every answer once."""
    asked = tuple(Question(request, key, key_is_wire_key=True) for key, request in questions.items())
    replies = yield Ask(asked)
    return {
        key: fitted(request, reply) for (key, request), reply in zip(questions.items(), replies, strict=True)
    }


def create_elicitation(request: ElicitRequest, key: str | None = None) -> Flow[ElicitResult]:
    """Ask once, and check the answer once."""
    (reply,) = yield Ask((Question(request, key),))
    return fitted(request, reply)


def ask(message: str, derived: Derived[T], key: str | None = None) -> Flow[Outcome[T]]:
    """Ask for a typed answer, and again with the reason while it does not fit."""
    text = message
    problems: tuple[Problem, ...] = ()
    for _ in range(ASKINGS):
        request = ElicitRequest.for_form(text, derived.schema)
        (reply,) = yield Ask((Question(request, key),))
        match reply.action:
            case "decline":
                return Declined()
            case "cancel":
                return Cancelled()
            case "accept":
                content = reply.content or {}
                problems = request.form.check(content)
                if not problems:
                    try:
                        return Accepted(derived.read(content))
                    except InvalidAnswerError as misfit:
                        problems = misfit.problems
                text = asked_again(message, problems)
            case _:
                assert_never(reply.action)
    raise InvalidAnswerError(problems)


@dataclass(frozen=True, slots=True)
class Options:
    """A choice of one, as a form with the single field ``value``."""

    titles: Mapping[str, str] | None
    values: tuple[str, ...]

    @classmethod
    def of(cls, options: Sequence[str] | Mapping[str, str]) -> Options:
        """Read what `choose` takes: values, or values with titles.

        Raises:
            RequestError: As `options_given`.
        """
        values, titles = options_given(options)
        return cls(titles, values)

    @property
    def schema(self) -> dict[str, Any]:
        """The form."""
        field: dict[str, Any] = {"type": "string"}
        if self.titles is None:
            field["enum"] = list(self.values)
        else:
            field["oneOf"] = [{"const": value, "title": title} for value, title in self.titles.items()]
        return {"type": "object", "properties": {"value": field}, "required": ["value"]}

    def read(self, content: Mapping[str, Any]) -> str:
        """The chosen value."""
        return str(content["value"])


CONFIRM_FORM: Final[Mapping[str, Any]] = {
    "type": "object",
    # No default: a host that fills defaults in must not say yes for the person.
    "properties": {"confirm": {"type": "boolean", "title": "Confirm"}},
    "required": ["confirm"],
}


def confirm(message: str, key: str | None = None) -> Flow[bool]:
    """Ask yes or no; only an accepted ``confirm: true`` is a yes."""
    (reply,) = yield Ask((Question(ElicitRequest.for_form(message, CONFIRM_FORM), key),))
    match reply.action:
        case "accept":
            return reply.content is not None and reply.content.get("confirm") is True
        case "decline" | "cancel":
            return False
        case _:
            assert_never(reply.action)


def once(key: str, function: Callable[..., Any], takes_idempotency_key: bool) -> Flow[Any]:
    """Run *function* once per conversation, and give its value ever after."""
    claimed = yield Claim(key)
    if isinstance(claimed, Recorded):
        return claimed.value
    assert isinstance(claimed, Fresh)
    try:
        value = yield Run(function, (claimed.idempotency_key,) if takes_idempotency_key else ())
        return (yield Record(key, value))
    except BaseException:
        yield Release(key)
        raise


def require_url(
    request: ElicitRequest | Callable[[], Any], done: Callable[[], Any], key: str | None = None
) -> Flow[None]:
    """Have the person open a page, and go on when *done* says so."""
    name = _name_of(request, key)
    # Counted before anything may return early, so that the count is the same on every replay.
    nth = yield Count(name)
    if (yield Run(done)):
        return
    if isinstance(request, ElicitRequest):
        page = request
    else:
        yield Reach("url")
        page = yield from _made_once(request, f"{name} #{nth}")
    if not page.is_url:
        raise RequestError(Fault("request", "is a form", "build it with ElicitRequest.for_url"))
    (reply,) = yield Ask((Question(page, key),), waits_for_page=True)
    if reply.action != "accept":
        yield Finish(page, completed=False)
        raise RefusedError(reply.action)
    # "It does not mean that the interaction is complete."
    # 2025-11-25, client/elicitation#example-request-sensitive-data
    while not (yield Run(done)):
        yield Rest(page)
    yield Finish(page, completed=True)


_CARRIES_EVERYTHING: Final = "2025-11-25"
"""The version whose url request has every member, so that a page survives being written down."""


def _name_of(request: object, key: str | None) -> str:
    code = getattr(request, "__code__", None)
    line = getattr(code, "co_firstlineno", "")
    return f"require_url {getattr(request, '__qualname__', '')}:{line} {key or ''}"


def _made_once(make: Callable[[], Any], name: str) -> Flow[ElicitRequest]:
    """A page made anew on every replay would be another question every time."""

    def page_as_json(made: Any) -> dict[str, Any]:
        return as_request(made).to_wire(_CARRIES_EVERYTHING)

    claimed = yield Claim(name)
    if isinstance(claimed, Recorded):
        return ElicitRequest.from_wire(claimed.value)
    try:
        made = yield Run(make)
        yield Record(name, page_as_json(made))
    except BaseException:
        yield Release(name)
        raise
    return as_request(made)
