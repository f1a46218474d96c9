"""What the application gave, checked when it gives it and not when the first question comes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar, get_args

from ..errors import Fault, RequestError
from ..given import wrong_kind
from ..request import ElicitRequest
from ..result import ElicitResult
from .answers import Mode
from .connection import Handler, Parking
from .unanswered import UnansweredError

__all__ = [
    "above_zero",
    "consumers_given",
    "handler_given",
    "modes_given",
    "runs_in_thread",
    "schemes_given",
    "wants_asker",
]


async def _no_one(request: ElicitRequest) -> ElicitResult:
    raise UnansweredError("no one is there")


def handler_given(handler: Handler | None, broker: Parking | None) -> Any:
    """The handler; no one, where a broker takes every question.

    Raises:
        RequestError: It is no function, or none of one or two parameters.
    """
    if handler is None and broker is not None:
        return _no_one
    if not callable(handler):
        raise wrong_kind("handler", "a function", handler, "give ElicitRequest -> ElicitResult")
    try:
        signature = inspect.signature(handler)
    except (TypeError, ValueError):
        return handler  # what is not written in Python need not say what it takes
    try:
        signature.bind(*(["request", "asker"] if wants_asker(handler) else ["request"]))
    except TypeError:
        got = len(signature.parameters)
        reason = f"takes the request, or the request and the asker; got {got} parameter{'s' * (got != 1)}"
        raise RequestError(Fault("handler", reason, "give the others a default")) from None
    return handler


def modes_given(modes: Iterable[Mode]) -> frozenset[Mode]:
    """The modes to declare.

    Raises:
        RequestError: None, or an unknown one.
    """
    given: tuple[Any, ...] = (modes,) if isinstance(modes, str) else tuple(modes)
    unknown = [mode for mode in given if mode not in get_args(Mode)]
    if unknown or not given:
        # "Clients declaring the `elicitation` capability MUST support at least one mode (`form` or `url`)."
        reason = f"unknown mode {unknown[0]!r}" if unknown else "is empty"
        raise RequestError(Fault("modes", reason, "name 'form', 'url' or both"))
    return frozenset(given)


def consumers_given(name: str, consumers: Iterable[Callable[..., object]]) -> tuple[Any, ...]:
    """The functions to tell.

    Raises:
        RequestError: They are no sequence, or not all functions.
    """
    sequence: Any = consumers
    if not isinstance(sequence, Iterable):
        raise wrong_kind(name, "a sequence of functions", sequence, "put it in a list")
    given = tuple(sequence)
    for consumer in given:
        if not callable(consumer):
            raise wrong_kind(name, "functions", consumer)
    return given


def schemes_given(schemes: Collection[str]) -> frozenset[str]:
    """The URL schemes to allow besides http and https.

    Raises:
        RequestError: It is one text, or holds something else.
    """
    given: Any = schemes
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise wrong_kind("schemes", "a sequence of texts", given)
    taken = list(given)
    for scheme in taken:
        if not isinstance(scheme, str):
            raise wrong_kind("schemes", "texts", scheme)
    return frozenset(scheme.lower() for scheme in taken)


N = TypeVar("N", int, float)


def above_zero(name: str, number: N | None) -> N | None:
    """*number*, which is None for no limit.

    Raises:
        RequestError: It is no number, or not above zero.
    """
    given: Any = number
    if given is None or (isinstance(given, (int, float)) and not isinstance(given, bool) and given > 0):
        return number
    raise RequestError(Fault(name, "expected a number above 0, or None for no limit"))


def runs_in_thread(handler: Any) -> bool:
    """Whether it is a plain function."""
    called = handler if inspect.isroutine(handler) else type(handler).__call__
    return not any(map(inspect.iscoroutinefunction, (called, getattr(handler, "func", None))))


def wants_asker(handler: Callable[..., Any]) -> bool:
    """Whether a second positional parameter is there for the Asker: required, or None by default."""
    try:
        parameters = list(inspect.signature(handler).parameters.values())
    except (TypeError, ValueError):
        return False
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(positional) >= 2:
        return positional[1].default in (inspect.Parameter.empty, None)
    return any(p.kind is p.VAR_POSITIONAL for p in parameters)
