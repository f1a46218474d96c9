"""What only a relay can fail at. None of these holds a question, an answer, or an id of another host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from ..errors import ElicitError

__all__ = ["Lost", "ParkedCallLostError", "StillBlockedError", "UpstreamGoneError"]

Lost = Literal["process", "ended", "host"]

_SENTENCES: Final[Mapping[Lost, str]] = {
    "process": "it was parked in another process, or before this one was restarted: make the call anew,"
    " and route a host's requests to the process that it left (sticky sessions)",
    "ended": "it expired, was cancelled, or its result was given long ago: make the call anew",
    "host": "another host or user made it: make the call anew",
}


class ParkedCallLostError(ElicitError):
    """The host came back for a call that is not parked here, or not for this host; *lost* says why."""

    def __init__(self, lost: Lost) -> None:
        super().__init__(lost)
        self.lost: Lost = lost

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return f"the call that this answers is not waiting here: {_SENTENCES[self.lost]}"


class StillBlockedError(ElicitError):
    """The upstream server wants pages opened again, after all of them were done."""

    def __init__(self, pages: int) -> None:
        super().__init__(pages)
        self.pages = pages

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return (
            f"the server still waits for {self.pages} page{'s' if self.pages > 1 else ''}; call again later"
        )


class UpstreamGoneError(ElicitError):
    """The connection to the upstream server ended before the result came."""

    @property
    def sentence(self) -> str:
        """What went wrong."""
        return "the connection to the upstream server closed before the result came"
