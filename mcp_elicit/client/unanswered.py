"""A question that reached no answer, and what the peer is told about it.

A refusal is an answer, not an error; "could not ask" is an error, never an answer. No text of
an exception travels: it may hold what the person typed.
"""

from __future__ import annotations

import os
from pathlib import Path
from traceback import extract_tb
from typing import Final

from ..errors import ElicitError, InvalidAnswerError, PeerError
from ..versions import ErrorCodes

__all__ = ["HANDLER_FAILED", "UnansweredError", "place_of", "rpc_error", "said_of"]

_PACKAGE: Final = f"{Path(__file__).parent.parent}{os.sep}"

INTERNAL_ERROR: Final = -32603
"""JSON-RPC 2.0, section 5.1."""


HANDLER_FAILED: Final = "the client's handler failed; its log says where"
"""What a server learns of a failure that is none of its business."""


class UnansweredError(ElicitError):
    """The question was not put to a person, or the handler failed: neither a decline nor a cancel.

    A handler raises it to say that no one is there. *reason* never holds an answer; *told* is what the
    server is told in its place.
    """

    _code: int = INTERNAL_ERROR

    def __init__(self, reason: str, *, told: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.told = reason if told is None else told

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return f"the question was not answered: {self.reason}"


def place_of(failure: BaseException) -> str:
    """Where it was raised, for a log: file, line and function, and nothing that its text may hold.

    Of the frames outside this package, if there are any, the last: the line that called us, or raised.
    """
    frames = extract_tb(failure.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(_PACKAGE)]
    if not frames:
        return "nowhere"
    frame = (theirs or frames)[-1]
    return f"{frame.filename}, line {frame.lineno}, in {frame.name}"


def said_of(failure: BaseException) -> str:
    """The sentence of an error of this package, which never holds an answer; nothing of any other."""
    ours = type(failure).__module__.startswith(f"{__name__.partition('.')[0]}.")
    return f": {failure.sentence}" if ours and isinstance(failure, ElicitError) else ""


def rpc_error(error: ElicitError) -> tuple[int, str]:
    """The JSON-RPC code and message by which a server learns that it gets no answer."""
    if isinstance(error, InvalidAnswerError):
        return INTERNAL_ERROR, "the client's answer does not fit the form, so it was not sent"
    if isinstance(error, PeerError):
        return ErrorCodes.INVALID_PARAMS, error.sentence
    if isinstance(error, UnansweredError):
        return error._code, f"the question was not answered: {error.told}"
    return INTERNAL_ERROR, "the question was not answered"
