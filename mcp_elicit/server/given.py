"""What an author gave to an exchange, checked before anything is asked or sent, on every version alike.

A wrong argument is told by its name, what is wrong with it, and what to give instead; never by its value.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .._json import json_kind
from ..convert import SdkObject, as_request
from ..errors import Fault, RequestError
from ..given import MOST, wrong_kind
from ..request import ElicitRequest
from ..result import ElicitationCompleteNotification

__all__ = [
    "Asked",
    "asks_given",
    "completion_given",
    "function_given",
    "key_given",
    "number_given",
    "options_given",
    "page_given",
    "plain_function_given",
    "requests_given",
]

Asked = ElicitRequest | SdkObject
"""A question: ours, or the SDK's own object."""


def key_given(key: Any, *, optional: bool = True) -> Any:
    """The author's name for a question, or for work done once.

    Raises:
        RequestError: No text.
    """
    if (key is None and optional) or isinstance(key, str):
        return key
    remedy = "name it by a short text that is the same on every run of the body"
    raise wrong_kind("key", "a string", key, remedy)


def function_given(name: str, function: Any, remedy: str) -> Callable[..., Any]:
    """A function of the author's.

    Raises:
        RequestError: It cannot be called.
    """
    if not callable(function):
        raise wrong_kind(name, "a function", function, remedy)
    called: Callable[..., Any] = function
    return called


def plain_function_given(name: str, function: Any, remedy: str) -> Callable[..., Any]:
    """A function of the author's whose value is used at once.

    Raises:
        RequestError: It cannot be called, or must be awaited.
    """
    if inspect.iscoroutinefunction(function):
        raise RequestError(Fault(name, "is a coroutine function, and nobody awaits it", remedy))
    return function_given(name, function, remedy)


def page_given(request: Any) -> ElicitRequest | Callable[[], Any]:
    """A page to open, or what makes it.

    Raises:
        RequestError: Neither.
    """
    return request if callable(request) else as_request(request, "request")


def requests_given(requests: Any) -> dict[str, ElicitRequest]:
    """Several questions, by key.

    Raises:
        RequestError: No mapping of texts to questions.
    """
    if not isinstance(requests, Mapping):
        raise wrong_kind("requests", "a mapping of keys to questions", requests, "give each question a key")
    for key in requests:
        if not isinstance(key, str):
            raise wrong_kind("requests", "keys that are strings", key, "name each question by a text")
    return {key: as_request(request, f"requests[{key!r}]") for key, request in requests.items()}


def completion_given(of: Any) -> ElicitationCompleteNotification:
    """What says that a page is done.

    Raises:
        RequestError: No id and no notification.
    """
    if isinstance(of, ElicitationCompleteNotification):
        return of
    if not isinstance(of, str):
        raise wrong_kind("elicitation_id", "the id of a page", of, "give the `elicitation_id` of its request")
    return ElicitationCompleteNotification(elicitation_id=of)


def options_given(options: Any) -> tuple[tuple[str, ...], Mapping[str, str] | None]:
    """The values to choose from, and their titles where they have some.

    Raises:
        RequestError: None, something else than texts, or one that stands twice.
    """
    remedy = "give a list of strings, or a dict of values and titles"
    if isinstance(options, (str, bytes)):
        raise RequestError(Fault("options", "is one string", "give a list of strings"))
    if isinstance(options, (set, frozenset)):
        raise RequestError(Fault("options", "has no order", "give a list of strings"))
    if not isinstance(options, Iterable):
        raise wrong_kind("options", "strings to choose from", options, remedy)
    titles = dict(options) if isinstance(options, Mapping) else None
    values: tuple[Any, ...] = tuple(options)
    faults = [
        Fault(f"options[{index}]", f"expected a string, got {json_kind(value)}", remedy)
        for index, value in enumerate(values)
        if not isinstance(value, str)
    ]
    faults += [
        Fault(f"options[{value!r}]", f"expected a title, got {json_kind(title)}", remedy)
        for value, title in (titles or {}).items()
        if isinstance(value, str) and not isinstance(title, str)
    ]
    if faults:
        raise RequestError(*faults)
    if not values:
        raise RequestError(Fault("options", "is empty", "give at least one option"))
    if len(set(values)) < len(values):
        raise RequestError(Fault("options", "one option stands twice", "give each once"))
    if titles is not None and len(set(titles.values())) < len(titles):
        raise RequestError(Fault("options", "two options have one title", "give each a title of its own"))
    return values, titles


def asks_given(broker: Any) -> Any:
    """Somebody who asks where the client cannot.

    Raises:
        RequestError: It has no `ask`.
    """
    if broker is None or (callable(getattr(broker, "ask", None)) and not isinstance(broker, type)):
        return broker
    raise wrong_kind("broker", "an object with `ask`", broker, "give a mcp_elicit.broker.Broker")


def number_given(name: str, value: Any, *, least: float, whole: bool = False) -> Any:
    """A setting of a server.

    Raises:
        RequestError: No number, a smaller one than *least*, one too large, or none that ends.
    """
    expected = f"{'a whole number' if whole else 'a number of seconds'} >= {least:g}"
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise wrong_kind(name, expected, value, "leave it out for the default")
    if not least <= value <= MOST:
        got = "less" if value < least else "too many" if isinstance(value, int) else "none that ends"
        raise RequestError(Fault(name, f"expected {expected}, got {got}", "leave it out for the default"))
    return value
