"""Who makes a call, and who asks a person when the host cannot."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from ..request import ElicitRequest
from ..result import ElicitResult
from ..server.carry import Carrier
from ..server.carry_pages import CallPages

__all__ = ["Parks", "user_of"]


class Parks(Protocol):
    """Where a question goes that the host cannot show: a `Broker`."""

    @abstractmethod
    async def ask(
        self,
        request: ElicitRequest,
        *,
        user: str | None,
        call: str | None,
        asked_by: str | None,
        timeout: float | None,
    ) -> ElicitResult:
        """Put the question to *user* and wait for the answer."""


def user_of(carrier: Carrier) -> str | None:
    """Who makes the call of a host."""
    return CallPages(carrier.call, carrier.setup, set()).user()
