"""What only a relay can fail at. None of these holds a question, an answer, or an id of another host."""

from __future__ import annotations

from ..errors import ElicitError

__all__ = ["ParkedCallLostError", "StillBlockedError", "UpstreamGoneError"]


class ParkedCallLostError(ElicitError):
    """The host came back for a call that is not parked here, or not for this user."""

    @property
    def sentence(self) -> str:
        return (
            "the call that this answers is not waiting here: it expired, another process holds it,"
            " or another user made it; make the call anew"
        )


class StillBlockedError(ElicitError):
    """The upstream server wants pages opened again, after all of them were done."""

    def __init__(self, pages: int) -> None:
        super().__init__(pages)
        self.pages = pages

    @property
    def sentence(self) -> str:
        return (
            f"the server still waits for {self.pages} page{'s' if self.pages > 1 else ''}; call again later"
        )


class UpstreamGoneError(ElicitError):
    """The connection to the upstream server ended before the result came."""

    @property
    def sentence(self) -> str:
        return "the connection to the upstream server closed before the result came"
