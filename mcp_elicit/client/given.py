"""What the application gave, checked when it gives it and not when the first question comes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, get_args

from ..errors import Fault, RequestError
from ..request import ElicitRequest
from ..result import ElicitResult
from .answers import Mode
from .connection import Handler, Parking
from .unanswered import UnansweredError

__all__ = ["handler_given", "modes_given", "runs_in_thread", "wants_asker"]


async def _no_one(request: ElicitRequest) -> ElicitResult:
    raise UnansweredError("no one is there")


def handler_given(handler: Handler | None, broker: Parking | None) -> Any:
    """The handler; no one, where a broker takes every question.

    Raises:
        RequestError: It is no function.
    """
    if handler is None and broker is not None:
        return _no_one
    if not callable(handler):
        kind = type(handler).__name__
        raise RequestError(
            Fault("handler", f"expected a function, got {kind}", "give ElicitRequest -> ElicitResult")
        )
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
