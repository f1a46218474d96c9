"""Elicitation ids, minted anew at the relay, so that those of two upstream servers cannot collide.

Pure books of one upstream connection, bounded; nothing here waits.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from ..request import ElicitRequest
from ..url_required import UrlElicitationRequiredError

__all__ = ["Identities", "Minted"]

MAX_KNOWN: Final = 1024
"""Ids remembered per upstream connection; the oldest goes first."""


@dataclass
class Minted:
    """The relay's own id of a page, and the user who was asked to open it."""

    elicitation_id: str
    user: str | None = None


class Identities:
    """Upstream id -> ours."""

    def __init__(self) -> None:
        self._minted: OrderedDict[str, Minted] = OrderedDict()

    def of(self, request: ElicitRequest, user: str | None) -> ElicitRequest:
        """The question as the host gets it; a form as it is, a page under our id."""
        if not request.is_url:
            return request
        known = request.elicitation_id
        minted = self._minted.get(known) if known is not None else None
        if minted is None:
            minted = Minted(str(uuid.uuid4()))
            if known is not None:
                self._minted[known] = minted
                while len(self._minted) > MAX_KNOWN:
                    self._minted.popitem(last=False)
        minted.user = user
        # Read leniently: what an author may build is stricter than what a server may send.
        wire = request.to_wire("2025-11-25" if known is not None else "2026-07-28")
        return ElicitRequest.from_wire({**wire, "elicitationId": minted.elicitation_id})

    def of_error(self, error: UrlElicitationRequiredError, user: str | None) -> UrlElicitationRequiredError:
        """The same for every page of a -32042."""
        return UrlElicitationRequiredError(
            [self.of(page, user) for page in error.elicitations], error.message
        )

    def completed(self, elicitation_id: str) -> Minted | None:
        """Whose page is done; None for an id that was never asked here."""
        return self._minted.get(elicitation_id)
