"""Who makes a call."""

from __future__ import annotations

from ..server.carry import Carrier
from ..server.carry_pages import CallPages

__all__ = ["user_of"]


def user_of(carrier: Carrier) -> str | None:
    """Who makes the call of a host."""
    return CallPages(carrier.call, carrier.setup, set()).user()
