"""Why somebody may not answer.

Both are our own caller's mistake, so `RequestError`; neither says what was asked or answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from ..errors import Fault, RequestError

__all__ = ["Ended", "ForeignUserError", "NotOpenError"]

Ended = Literal["answered", "completed", "withdrawn", "expired"]

_SENTENCES: Final[Mapping[Ended | None, str]] = {
    "answered": "the question was answered already",
    "completed": "the page was completed already",
    "withdrawn": "the question was withdrawn",
    "expired": "the question has expired",
    None: "no such question is open here",
}


class NotOpenError(RequestError):
    """The question, or the page, is not open any more, or never was.

    `id` is the question's id or the page's elicitation id. *ended* says how it ended: ``answered``
    where somebody else was faster, None where nobody remembers.
    """

    def __init__(self, question_id: str, ended: Ended | None = None) -> None:
        super().__init__(Fault("id", _SENTENCES[ended], "list the pending questions again"))
        self.args = (question_id, ended)
        self.id = question_id
        self.ended = ended


class ForeignUserError(RequestError):
    """The question, or the page, was put to another user; `id` as for `NotOpenError`."""

    def __init__(self, question_id: str) -> None:
        super().__init__(
            Fault("user", "this question was put to another user", "name the user who is signed in there")
        )
        self.args = (question_id,)
        self.id = question_id
