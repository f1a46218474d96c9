"""An open question, as the person sees it.

A record never changes; a new state is a new record. It knows no protocol version, and nothing
of an answer is ever in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal

from ..forms.secret_names import schema_secrets
from ..request import ElicitRequest
from ..urls.findings import UrlFinding

__all__ = ["EVERYBODY", "Everybody", "OpenQuestion", "QuestionKind", "UserFilter"]

QuestionKind = Literal["form", "confirm", "credential", "url"]


class Everybody(Enum):
    """All users at once: for the operator's list, never for a person's."""

    EVERYBODY = "everybody"


EVERYBODY: Final = Everybody.EVERYBODY

UserFilter = str | None | Everybody
"""One user; None is the one person at a machine where nobody signs in; `EVERYBODY` is all of them."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that waits for its person: what to show, and whom to show it to."""

    id: str
    """Sorts by age; cannot be guessed."""
    user: str | None
    """Whom it is put to; None where nobody signs in."""
    call: str | None
    """The call it belongs to, as whoever asks names it."""
    asked_by: str | None
    """Who asks, as a person knows them: the server's name, say."""
    request: ElicitRequest
    asked_at: float
    """Seconds since the epoch."""
    expires_at: float | None
    """Seconds since the epoch; None waits for ever."""
    said: Literal["confirm", "credential"] | None = None
    """What the asker says it is, where its form does not show it."""
    consented: bool = False
    """The person agreed to open the page, which is not done yet."""
    page_done: bool = False
    """The page was done before the person agreed here to open it."""

    @property
    def message(self) -> str:
        """What the person is asked."""
        return self.request.message

    @property
    def requested_schema(self) -> dict[str, Any] | None:
        """The form, as JSON; None for a page."""
        return self.request.requested_schema

    @property
    def url(self) -> str | None:
        """The page in full, as it must be shown before it is opened; None for a form."""
        # "MUST show the full URL to the user for examination before consent."
        # 2025-11-25, client/elicitation#safe-url-handling
        return self.request.url

    @property
    def elicitation_id(self) -> str | None:
        """The id by which the page is completed; None for a form."""
        return self.request.elicitation_id

    @property
    def findings(self) -> tuple[UrlFinding, ...]:
        """What the person should know about the URL, or about URLs in the form's texts."""
        return self.request.findings

    @property
    def kind(self) -> QuestionKind:
        """What is asked for; the asker can make it stricter, never milder."""
        schema = self.request.requested_schema
        if schema is None:
            return "url"
        if schema_secrets(schema):
            return "credential"
        if self.said is not None:
            return self.said
        fields = schema.get("properties", {}).values()
        # Accepting a form of ticks alone, or of nothing, is a consent whatever its fields are called.
        return "confirm" if all(field.get("type") == "boolean" for field in fields) else "form"

    @property
    def for_person_only(self) -> bool:
        """Whether this is a consent or a credential, which no program may answer in a person's place."""
        return self.kind != "form"

    @property
    def seconds(self) -> float | None:
        """How long it may wait in all; None for ever."""
        return None if self.expires_at is None else round(self.expires_at - self.asked_at, 3)
