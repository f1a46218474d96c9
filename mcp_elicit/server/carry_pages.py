"""The pages that one call sends a person to: opened, waited for, and reported done."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..given import wrong_kind
from ..request import ElicitRequest
from ..sdk import server_wait as wait
from ..versions import METHOD_NOTIFICATION_ELICITATION_COMPLETE, rules_of_peer
from .serving import Setup

if TYPE_CHECKING:
    from ..sdk.server_call import ServerCall

__all__ = ["CallPages"]


class CallPages:
    """The pages of one call, among those of its server."""

    def __init__(self, call: ServerCall, setup: Setup, withdrawals: wait.Withdrawals) -> None:
        self._call = call
        self._setup = setup
        self._withdrawals = withdrawals

    def user(self) -> str | None:
        """Who made the call: what `user_of` says, or else the SDK's authentication."""
        user_of = self._setup.user_of
        if user_of is None:
            return self._call.principal()
        user: object = user_of(self._call.context)
        if user is not None and not isinstance(user, str):
            if inspect.iscoroutine(user):
                user.close()
            remedy = "give it back from a plain function"
            raise wrong_kind("user_of", "a user's name as text, or None", user, remedy)
        return user

    def open(self, request: ElicitRequest) -> None:
        """Remember that the person of this call was asked to open the page of *request*, if it has one."""
        identity = request.elicitation_id
        if identity is not None:
            self._setup.pages.open(identity, self.user(), self._teller(identity))

    def reopen(self, request: ElicitRequest) -> None:
        """Remember a page that was agreed to on an earlier round, perhaps in another process."""
        # A page may have been completed between two rounds: that one is not opened again.
        if request.elicitation_id is not None and not self._setup.pages.knows(request.elicitation_id):
            self.open(request)

    def _teller(self, elicitation_id: str) -> Callable[[], None] | None:
        if not rules_of_peer(self._call.protocol_version).completion:
            return None
        return partial(wait.soon, self._telling(elicitation_id), wait.running_loop())

    def _telling(self, elicitation_id: str) -> Callable[[], Awaitable[None]]:
        params = {"elicitationId": elicitation_id}
        return partial(self._call.notify, METHOD_NOTIFICATION_ELICITATION_COMPLETE, params)

    async def rest(self, pages: Sequence[ElicitRequest], seconds: float) -> None:
        """Wait until one of *pages* is completed, *seconds* at most, and less where one is already."""
        bell = wait.Bell()
        ids = [page.elicitation_id for page in pages if page.elicitation_id is not None]
        for identity in ids:
            if not self._setup.pages.listen(identity, bell.ring):  # completed already
                seconds = min(seconds, self._setup.look_again)
        try:
            hearing = partial(bell.heard, seconds)
            await wait.bounded(hearing, seconds=None, budget=None, withdrawals=self._withdrawals)
        finally:
            for identity in ids:
                self._setup.pages.unlisten(identity, bell.ring)

    async def finish(self, page: ElicitRequest, completed: bool) -> None:
        """Nobody waits for *page* any more: it is done, or it was refused."""
        if page.elicitation_id is None:
            return
        if not completed:
            self._setup.pages.drop(page.elicitation_id)
        elif self._setup.pages.finish(page.elicitation_id):
            # Waited for, so that the client hears of it before it gets the result of the call.
            await wait.quietly(self._telling(page.elicitation_id))
