"""What only a relay can fail at. None of these holds a question, an answer, or an id of another host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from ..errors import ElicitError

__all__ = ["Lost", "ParkedCallLostError", "StillBlockedError", "UpstreamGoneError"]

Lost = Literal["process", "ended", "host"]

_SENTENCES: Final[Mapping[Lost, str]] = {
    "process": "it was parked in another process or relay, or before this process was restarted: make the"
    " call anew, and route a host's requests to the process that it left (sticky sessions)",
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
    """There is no connection to the upstream server: it ended before the result came, or none was made.

    *sent* says whether the call may have reached the server. Which server that is, and why, is in the
    gateway's log: a host is told neither.
    """

    def __init__(self, sent: bool = True) -> None:
        super().__init__(sent)
        self.sent = sent
        """False where nothing of the call was sent: calling again does nothing twice."""

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        if self.sent:
            return (
                "no result came from the upstream server: the connection to it closed, or could not be made"
            )
        return "the upstream server cannot be reached, and nothing of the call was sent; call again later"
