"""What a gateway gave to a relay, checked when it gives it and not when the first host calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..errors import Fault, RequestError
from ..given import wrong_kind
from ..sdk.client_choice import check_client, takes_more
from ..sdk.client_target import check_target
from ..server.given import plain_function_given

__all__ = ["arguments_given", "call_given", "methods_given", "upstream_given"]

PLAIN: Final = "make it a plain function of the context"


def upstream_given(upstream: Any, client: Any) -> Callable[[Any], Any]:
    """What to connect to, as a function of a host's context.

    Raises:
        RequestError: No client of an SDK connects to it, or there is no such client.
    """
    check_client(client)
    if callable(upstream):
        return plain_function_given("upstream", upstream, PLAIN)
    if not takes_more(upstream, client):
        check_target(upstream, "upstream")
    return lambda _: upstream


def arguments_given(arguments: Any) -> Callable[[Any], Mapping[str, Any]]:
    """The arguments of the client, as a function of a host's context.

    Raises:
        RequestError: They are neither a mapping nor a function.
    """
    if callable(arguments):
        return plain_function_given("client_arguments", arguments, PLAIN)
    if arguments is not None and not isinstance(arguments, Mapping):
        raise wrong_kind("client_arguments", "a mapping, or a function of the context", arguments)
    return lambda _: arguments or {}


def methods_given(methods: Any) -> tuple[str, ...]:
    """The methods to forward.

    Raises:
        RequestError: None, or no sequence of texts.
    """
    remedy = "leave it out for all that can be forwarded"
    if not isinstance(methods, (tuple, list, set, frozenset)):
        raise wrong_kind("methods", "a sequence of method names", methods, remedy)
    if not methods:
        raise RequestError(Fault("methods", "is empty", remedy))
    return tuple(methods)


def call_given(method: Any, params: Any, name: str = "params") -> Mapping[str, Any]:
    """The params of a call to forward; none count as empty.

    Raises:
        RequestError: *method* is no text, or the params are no mapping.
    """
    if not isinstance(method, str):
        raise wrong_kind("method", "the name of a method", method, "'tools/call', say")
    if params is not None and not isinstance(params, Mapping):
        raise wrong_kind(name, "a mapping of names to values", params)
    return params or {}
