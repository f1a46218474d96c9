"""The demo's host: the SDK's own client, with every message printed as it travels."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import ElicitResult as SdkElicitResult

from mcp_elicit import ElicitRequest, ElicitResult, NotSendableError

from ..command.tap import Tapped
from .server import CITY
from .traffic import Printed, indented, side_by_side

__all__ = ["main"]

VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")


async def answer(context: Any, params: Any) -> SdkElicitResult:
    """The person: takes Helsinki, and agrees to open the page."""
    request = ElicitRequest.from_wire(params.model_dump(by_alias=True, exclude_none=True))
    result = ElicitResult.accept({"city": "HEL", "nights": 4} if request.is_form else None)
    return SdkElicitResult.model_validate(result.to_wire("2025-11-25"))


async def talk() -> None:
    """Call the tool, and print what goes over the wire."""
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "mcp_elicit.demo.server"], env=dict(os.environ)
    )
    transport = Tapped(stdio_client(command), Printed())
    async with Client(transport, mode="legacy", elicitation_callback=answer) as client:
        result = await client.call_tool("book", {})
    print(f"\nThe tool returned: {result.content[0].text}")  # type: ignore[union-attr]  # our tool returns text


def show_versions() -> None:
    """Print one request as each version carries it, and why a multi-select does not fit the oldest."""
    form = ElicitRequest.for_form("Let us plan your trip.", CITY)
    print("\n== The same form, written for three versions ==\n")
    print(side_by_side({version: indented(form.to_wire(version)) for version in VERSIONS}))
    topics = {"type": "array", "items": {"type": "string", "enum": ["food", "music", "sea"]}}
    several = ElicitRequest.for_form(
        "What do you like?", {"type": "object", "properties": {"topics": topics}}
    )
    print("\n== A multi-select ==\n")
    for version in VERSIONS:
        try:
            several.to_wire(version)
        except NotSendableError as refusal:
            print(refusal)
        else:
            print(f"sendable to {version} as it is")


def main() -> int:
    """Run both parts."""
    print("== One tool call over stdio, as it travelled (protocol version 2025-11-25) ==\n")
    asyncio.run(talk())
    show_versions()
    return 0
