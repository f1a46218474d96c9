"""Who asks, as a handler learns it.

"MCP clients MUST provide UI that makes it clear which server is requesting information."
2025-11-25, client/elicitation#user-interaction-model
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Literal

from .pages import OpenPage

__all__ = ["Asker", "Call"]


@dataclass(frozen=True)
class Call:
    """A call that a server is serving while it asks."""

    method: Literal["tools/call", "resources/read", "prompts/get"]
    name: str
    """The tool's or the prompt's name, or the resource's URI."""


@dataclass(frozen=True)
class Asker:
    """Who asks, and on behalf of which call: the second argument of a handler that takes one."""

    server: str | None
    """The name the server gave itself; nothing proves it. None when it gave none."""
    server_version: str | None
    protocol_version: str
    call: Call | None
    """The one call in progress on this connection; None when there is none, or more than one."""
    page: OpenPage | None = None
    """The person's own controls while the call waits for a page; None when nothing will wait."""
    withdrawn: threading.Event = field(default_factory=threading.Event, compare=False)
    """Set once nobody waits for the answer. A plain function, which cannot be cancelled, looks here."""

    def __str__(self) -> str:
        who = self.server or "a server without a name"
        return f"{who} (for {self.call.name})" if self.call else who
