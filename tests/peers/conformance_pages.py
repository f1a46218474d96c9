"""Tools that send the user to a page, and the page. The referee has no scenario for URL mode: all are ours.

The page is real: whoever opens it, by any HTTP client, has done what the server waits for.
"""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from mcp_elicit import (
    AsyncServerExchange,
    ElicitError,
    ElicitRequest,
    RequestError,
    ServerElicitation,
    UrlElicitationRequiredError,
)

from .conformance_sdk import Context, Server

__all__ = ["Pages", "add_pages"]


class Pages:
    """The pages of one server, and who opened them."""

    def __init__(self) -> None:
        self.origin = "https://pages.example"
        self.opened: set[str] = set()
        self.handle: ServerElicitation | None = None

    def request(self, account: str) -> ElicitRequest:
        """A question about *account*; its id says for which."""
        return ElicitRequest.for_url("Please sign in", f"{self.origin}/page?account={account}", account)

    def raised(self, account: str) -> str:
        """What code without this package does: end the call with -32042 while the page was not opened."""
        if account not in self.opened:
            raise UrlElicitationRequiredError([self.request(account)])
        return f"signed in as {account}"

    async def open(self, request: Request) -> PlainTextResponse:
        """What the browser of the user gets."""
        account = request.query_params["account"]
        self.opened.add(account)
        assert self.handle is not None
        try:
            self.handle.complete(account)
        except RequestError as error:
            return PlainTextResponse(type(error).__name__, status_code=409)
        return PlainTextResponse("signed in")


def add_pages(server: Server, pages: Pages) -> None:
    """Give *server* the tools of this file; *pages* has the handle later."""

    @server.tool()
    async def url_asked(account: str, ctx: Context) -> str:
        """Ask the user to open a page, and tell what they said."""
        result = await AsyncServerExchange.from_context(ctx).create_elicitation(pages.request(account))
        return json.dumps({"action": result.action, "content": result.content})

    @server.tool()
    async def url_required(account: str, ctx: Context) -> str:
        """Go on only when the page was opened."""
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.require_url(lambda: pages.request(account), done=lambda: account in pages.opened)
        return f"signed in as {account}"

    @server.tool()
    async def url_raised(account: str) -> str:
        """End the call with -32042 while the page was not opened, as code without this package does."""
        return pages.raised(account)

    @server.prompt()
    async def page_required(account: str, ctx: Context) -> str:
        """Give the prompt only when the page was opened."""
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.require_url(lambda: pages.request(account), done=lambda: account in pages.opened)
        return f"signed in as {account}"

    @server.prompt()
    async def page_raised(account: str) -> str:
        """Like `url_raised`, for a prompt."""
        return pages.raised(account)

    @server.resource("required://pages/{account}")
    async def required(account: str, ctx: Context) -> str:
        """Tell the resource only when the page was opened."""
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.require_url(lambda: pages.request(account), done=lambda: account in pages.opened)
        return f"signed in as {account}"

    @server.resource("raised://pages/{account}")
    async def raised(account: str) -> str:
        """Like `url_raised`, for a resource."""
        return pages.raised(account)

    @server.tool()
    async def completions(ids: list[str], ctx: Context) -> str:
        """Say that pages are done which nobody was asked to open."""
        exchange = AsyncServerExchange.from_context(ctx)
        for elicitation_id in ids:
            await exchange.send_elicitation_complete(elicitation_id)
        return "said"

    @server.tool()
    async def completed_from_outside(account: str) -> str:
        """Complete by id, as a web callback does; where it may not, the name of our error comes back."""
        assert pages.handle is not None
        try:
            pages.handle.complete(account)
        except ElicitError as error:
            return type(error).__name__
        return "completed"

    @server.tool()
    async def declared(ctx: Context) -> str:
        """Tell the version, and which modes the client may be asked in."""
        exchange = AsyncServerExchange.from_context(ctx)
        modes: dict[str, Any] = {mode: exchange.supports(mode) for mode in ("form", "url")}
        return json.dumps({"version": exchange.protocol_version, **modes})
