"""The one tool body of the matrix, async and plain, and the page it sends people to.

Every step says what came of it, or which of our errors; the error that must leave the tool leaves.
"""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any, Literal

from pydantic import BaseModel, Field

from mcp_elicit import (
    Accepted,
    AsyncServerExchange,
    ElicitError,
    ElicitRequest,
    ServerElicitation,
    SyncServerExchange,
    UrlElicitationRequiredError,
)

CLASSES = {"e": "Economy", "b": "Business"}
EXTRAS = {
    "type": "object",
    "properties": {"extras": {"type": "array", "items": {"type": "string", "enum": ["sea", "pets", "sun"]}}},
    "required": ["extras"],
}
PAGE_SECONDS = 0.05
"""How long a person takes on the page."""


class Trip(BaseModel):
    city: str
    nights: int = Field(ge=1, le=30)
    board: Literal["none", "half", "full"] = "none"


class Desk:
    """A server's state: who connected, and what was ordered."""

    def __init__(self) -> None:
        self.handle: ServerElicitation | None = None
        self.connected: set[str] = set()
        self.orders: dict[str, int] = {}
        self.endings: list[str] = []
        """How each patient question ended."""
        self._news = threading.Condition()

    def place(self, account: str) -> int:
        self.orders[account] = self.orders.get(account, 0) + 1
        return self.orders[account]

    def page(self, account: str) -> ElicitRequest:
        request = ElicitRequest.for_url("Connect, please", "https://desk.example/connect")
        assert request.elicitation_id is not None
        timer = threading.Timer(PAGE_SECONDS, self._finish, (account, request.elicitation_id))
        timer.daemon = True
        timer.start()
        return request

    def _finish(self, account: str, elicitation_id: str) -> None:
        assert self.handle is not None
        with self._news:
            self.connected.add(account)
            self._news.notify_all()
        self.handle.complete(elicitation_id)

    def wait_for(self, account: str) -> bool:
        with self._news:
            return self._news.wait_for(lambda: account in self.connected, timeout=20)

    # ---- the body, twice: the two colours differ by `await` alone ---------------------------

    async def book(self, ctx: Any, account: str) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        said: dict[str, str] = {}
        try:
            trip = await exchange.ask("Where to?", Trip)
            said["form"] = f"{trip.data.city} {trip.data.nights}" if isinstance(trip, Accepted) else "no"
        except ElicitError as error:
            said["form"] = type(error).__name__
        try:
            seat = await exchange.choose("Which class?", CLASSES)
            said["choice"] = seat.data if isinstance(seat, Accepted) else "no"
        except ElicitError as error:
            said["choice"] = type(error).__name__
        try:
            extras = await exchange.create_elicitation(ElicitRequest.for_form("Extras?", EXTRAS))
            said["multi"] = ",".join((extras.content or {})["extras"])
        except ElicitError as error:
            said["multi"] = type(error).__name__
        try:
            said["confirm"] = str(await exchange.confirm("Book it?"))
        except ElicitError as error:
            said["confirm"] = type(error).__name__
        try:
            said["order"] = str(await exchange.once("order", lambda: self.place(account)))
        except ElicitError as error:
            said["order"] = type(error).__name__
        return json.dumps(said)

    def book_plainly(self, ctx: Any, account: str) -> str:
        exchange = SyncServerExchange.from_context(ctx)
        said: dict[str, str] = {}
        try:
            trip = exchange.ask("Where to?", Trip)
            said["form"] = f"{trip.data.city} {trip.data.nights}" if isinstance(trip, Accepted) else "no"
        except ElicitError as error:
            said["form"] = type(error).__name__
        try:
            seat = exchange.choose("Which class?", CLASSES)
            said["choice"] = seat.data if isinstance(seat, Accepted) else "no"
        except ElicitError as error:
            said["choice"] = type(error).__name__
        try:
            extras = exchange.create_elicitation(ElicitRequest.for_form("Extras?", EXTRAS))
            said["multi"] = ",".join((extras.content or {})["extras"])
        except ElicitError as error:
            said["multi"] = type(error).__name__
        try:
            said["confirm"] = str(exchange.confirm("Book it?"))
        except ElicitError as error:
            said["confirm"] = type(error).__name__
        try:
            said["order"] = str(exchange.once("order", lambda: self.place(account)))
        except ElicitError as error:
            said["order"] = type(error).__name__
        return json.dumps(said)

    async def connect(self, ctx: Any, account: str) -> str:
        try:
            await AsyncServerExchange.from_context(ctx).require_url(
                lambda: self.page(account), done=lambda: account in self.connected
            )
        except UrlElicitationRequiredError:
            raise
        except ElicitError as error:
            return type(error).__name__
        return "connected"

    def connect_plainly(self, ctx: Any, account: str) -> str:
        try:
            SyncServerExchange.from_context(ctx).require_url(
                lambda: self.page(account), done=lambda: account in self.connected
            )
        except UrlElicitationRequiredError:
            raise
        except ElicitError as error:
            return type(error).__name__
        return "connected"

    async def be_patient(self, ctx: Any) -> str:
        try:
            said = str(await AsyncServerExchange.from_context(ctx).confirm("Take your time?"))
        except BaseException as error:
            self.endings.append(type(error).__name__)
            raise
        self.endings.append(said)
        return said

    async def wait(self, account: str) -> str:
        return str(await asyncio.to_thread(self.wait_for, account))
