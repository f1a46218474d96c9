"""The builder of `ClientElicitation`: the Java client builder's way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from typing_extensions import Self

from .answers import Mode
from .connection import CompleteConsumer, Handler, Parking

if TYPE_CHECKING:
    from .elicitation import ClientElicitation

__all__ = ["ClientElicitationBuilder"]


class ClientElicitationBuilder:
    """Builds a `ClientElicitation` step by step; every rule is checked in `build`."""

    def __init__(self) -> None:
        self._given: dict[str, Any] = {}
        self._consumers: list[CompleteConsumer] = []

    def handler(self, handler: Handler) -> Self:
        """Set the handler."""
        self._given["handler"] = handler
        return self

    def modes(self, *modes: Mode | Iterable[Mode]) -> Self:
        """Set the modes to declare, one by one or as one sequence; form alone without this."""
        self._given["modes"] = [one for mode in modes for one in ([mode] if isinstance(mode, str) else mode)]
        return self

    def elicitation_complete_consumer(self, consumer: CompleteConsumer) -> Self:
        """Add one more consumer of completions."""
        self._consumers.append(consumer)
        return self

    def apply_defaults(self, apply_defaults: bool = True) -> Self:
        """Fill accepted forms with their defaults."""
        self._given["apply_defaults"] = apply_defaults
        return self

    def broker(self, broker: Parking) -> Self:
        """Set where questions wait when no one is there."""
        self._given["broker"] = broker
        return self

    def build(self) -> ClientElicitation:
        """Check everything and make it.

        Raises:
            RequestError: No handler, no mode, or an unknown one.
        """
        from .elicitation import ClientElicitation

        given = {"handler": None, **self._given}
        return ClientElicitation(elicitation_complete_consumers=tuple(self._consumers), **given)
