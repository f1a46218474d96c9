"""What a gateway said of its upstream connections; plain values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

__all__ = ["Settings"]


class Settings:
    """How upstream connections are made."""

    def __init__(
        self,
        target: Callable[[Any], Any],
        arguments: Callable[[Any], Mapping[str, Any]],
        client: type[Any] | str | None,
        protocol_version: str | None,
        schemes: Collection[str],
        timeout: float | None,
        same_for_all: bool,
    ) -> None:
        self.target = target
        self.arguments = arguments
        self.client = client
        self.protocol_version = protocol_version
        self.schemes = schemes
        self.timeout = timeout
        self.same_for_all = same_for_all
        """Whether no host's context changes how the connection is made."""
