"""Messages of SDK 2.x as they are, without its types, and a host that answers whatever it is asked."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from pydantic import RootModel

__all__ = ["Answer", "Callbacks", "Raw", "ask"]


class Answer(RootModel[Any]):
    """A result as it came."""


class Raw:
    """A message as it is."""

    method = ""

    def __init__(self, wire: Any) -> None:
        self.wire = wire

    def model_dump(self, **_: Any) -> Any:
        return self.wire


async def ask(ctx: Any, request: Any) -> Any:
    """Ask on the stream of the call; an error of the client is given as it came."""
    metadata = ServerMessageMetadata(related_request_id=ctx.request_id)
    try:
        return (await ctx.session.send_request(Raw(request), Answer, metadata=metadata)).root
    except MCPError as error:
        return {"code": error.code, "message": error.message, "data": error.data}


class Callbacks:
    """The host's own: what it was asked, and what it says."""

    def __init__(self) -> None:
        self.sampled: list[Any] = []

    async def sampling(self, context: Any, params: Any) -> Any:
        self.sampled.append(params.model_dump(by_alias=True, mode="json", exclude_unset=True))
        content = types.TextContent(type="text", text="hello")
        return types.CreateMessageResult(role="assistant", content=content, model="a model")

    async def roots(self, context: Any) -> Any:
        root = types.Root.model_validate({"uri": "file:///home", "name": "home"})
        return types.ListRootsResult(roots=[root])

    async def elicitation(self, context: Any, params: Any) -> Any:
        return types.ElicitResult(action="accept", content={"name": "Ann"})
