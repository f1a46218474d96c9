"""What came of a question, typed.

A refusal is an answer, not an error: whoever asks must look at which of the three it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeVar

from .errors import Fault, RequestError

__all__ = ["Accepted", "Cancelled", "Declined"]

# Covariant: an accepted Booking is an accepted Trip where Booking is a Trip.
T_co = TypeVar("T_co", covariant=True)


class _Slotted:
    __slots__: tuple[str, ...] = ()

    # A frozen slotted dataclass of Python 3.10 pickles only when told how.
    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    def __bool__(self) -> bool:
        # Each of the three would be true, a refusal too.
        raise RequestError(
            Fault(
                "outcome",
                "is neither true nor false",
                "write `if isinstance(outcome, Accepted)`, and look at its data",
            )
        )


@dataclass(frozen=True)
class Accepted(_Slotted, Generic[T_co]):
    """The person answered, and the answer fits what was asked."""

    __slots__ = ("data",)

    action: ClassVar[Literal["accept"]] = "accept"
    data: T_co

    def __repr__(self) -> str:
        return f"Accepted(<{type(self.data).__name__}>)"  # no user's answer in any repr


@dataclass(frozen=True)
class Declined(_Slotted):
    """The person said no."""

    __slots__ = ()

    action: ClassVar[Literal["decline"]] = "decline"


@dataclass(frozen=True)
class Cancelled(_Slotted):
    """The person dismissed the question without choosing."""

    __slots__ = ()

    action: ClassVar[Literal["cancel"]] = "cancel"
