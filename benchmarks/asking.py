"""Questions on a connection in memory: ours beside the SDK's own, with the SDK's own client and server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from time import perf_counter, thread_time
from typing import Annotated, Any, Final

from mcp import Client
from mcp.server import Server
from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
from mcp_types import (
    CallToolResult,
    ElicitRequestFormParams,
    InputRequiredResult,
    ListToolsResult,
    TextContent,
    Tool,
)
from mcp_types import ElicitRequest as TheirRequest
from mcp_types import ElicitResult as TheirResult
from measure import Times
from messages import ANSWER, CONTACT
from pydantic import BaseModel

from mcp_elicit import AsyncServerExchange, ElicitRequest, enable

__all__ = ["QUESTIONS", "conversations", "one_ask", "state_sizes"]

QUESTIONS: Final = 10
"""As many rounds as a stock client goes."""

Steps = Mapping[str, Callable[[], Any]]


async def _answer(context: Any, params: Any) -> TheirResult:
    if "confirm" in params.requested_schema["properties"]:
        return TheirResult(action="accept", content={"confirm": True})
    return TheirResult(action="accept", content=ANSWER["content"])


# ---- one ask at 2025-11-25 ---------------------------------------------------------------------


def one_ask(seconds: float) -> Times:
    """Ask the contact form both ways in turn, from within one call of one tool: all of it on one thread."""
    schema: dict[str, Any] = CONTACT["requestedSchema"]
    request = ElicitRequest.for_form(CONTACT["message"], schema)
    taken: dict[str, list[float]] = {"ours": [], "theirs": []}
    server = MCPServer("asking")
    enable(server)

    @server.tool()
    async def ask(ctx: Context) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        session = ctx.request_context.session
        ways: dict[str, Callable[[], Any]] = {
            "ours": lambda: exchange.create_elicitation(request),
            "theirs": lambda: session.elicit_form(
                CONTACT["message"], schema, related_request_id=ctx.request_id
            ),
        }
        end = perf_counter() + seconds
        while perf_counter() < end:
            # Who comes first changes, so that neither always finds the caches of the other.
            ways = dict(reversed(ways.items()))
            for name, way in ways.items():
                start = thread_time()
                answer = await way()
                taken[name].append(thread_time() - start)
                assert answer.content == ANSWER["content"]
        return "done"

    async def run() -> None:
        async with Client(server, mode="legacy", elicitation_callback=_answer) as client:
            await client.call_tool("ask")

    asyncio.run(run())
    return Times(taken)


# ---- ten questions at 2026-07-28 ---------------------------------------------------------------


class Confirmed(BaseModel):
    """What every question asks for."""

    confirm: bool


CONFIRM: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Confirm"}},
    "required": ["confirm"],
}


def _message(number: int) -> str:
    return f"Delete environment {number}?"


def _ours(settle: float = 0.02) -> MCPServer:
    server = MCPServer("ours")
    enable(server, settle=settle)

    @server.tool()
    async def converse(ctx: Context) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        for number in range(QUESTIONS):
            await exchange.create_elicitation(ElicitRequest.for_form(_message(number), CONFIRM))
        return "done"

    return server


def _theirs() -> MCPServer:
    server = MCPServer("theirs")
    resolver: Any = None
    # Each waits for the one before, as our questions do: ten rounds and not one.
    for number in range(QUESTIONS):
        resolver = _resolver(number, resolver)

    async def converse(last: Any) -> str:
        return "done"

    converse.__annotations__ = {"last": Annotated[Confirmed, Resolve(resolver)], "return": str}
    server.tool()(converse)
    return server


def _resolver(number: int, before: Any) -> Any:
    async def ask(last: Any = None) -> Any:
        return Elicit(_message(number), Confirmed)

    async def first() -> Any:
        return Elicit(_message(number), Confirmed)

    one = first if before is None else ask
    one.__annotations__ = {"return": Elicit[Confirmed]}
    if before is not None:
        one.__annotations__["last"] = Annotated[Confirmed, Resolve(before)]
    one.__name__ = one.__qualname__ = f"ask_{number}"
    return one


def _by_hand() -> Server[Any]:
    """The least that a conversation can cost: a counter as its state, and no answer looked at."""

    async def call_tool(ctx: Any, params: Any) -> CallToolResult | InputRequiredResult:
        number = int(params.request_state or 0)
        if number == QUESTIONS:
            return CallToolResult(content=[TextContent(type="text", text="done")])
        form = ElicitRequestFormParams(message=_message(number), requested_schema=CONFIRM)
        return InputRequiredResult(
            input_requests={"confirm": TheirRequest(params=form)}, request_state=str(number + 1)
        )

    async def list_tools(ctx: Any, params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name="converse", input_schema={"type": "object"})])

    return Server("by hand", on_call_tool=call_tool, on_list_tools=list_tools)


def conversations(seconds: float) -> Times:
    """Ten questions, one after another, in ways that take turns.

    A round of ours ends at once where nobody else can ask; else when no further question came for
    `settle` seconds, as with `settle=0` it always does.
    """
    taken: dict[str, list[float]] = {"ours": [], "ours, settle=0": [], "theirs": [], "by hand": []}

    async def run() -> None:
        async with (
            Client(_ours(), mode="2026-07-28", elicitation_callback=_answer) as ours,
            Client(_ours(settle=0.0), mode="2026-07-28", elicitation_callback=_answer) as at_once,
            Client(_theirs(), mode="2026-07-28", elicitation_callback=_answer) as theirs,
            Client(_by_hand(), mode="2026-07-28", elicitation_callback=_answer) as by_hand,
        ):
            clients = {"ours": ours, "ours, settle=0": at_once, "theirs": theirs, "by hand": by_hand}
            end = perf_counter() + seconds
            while perf_counter() < end:
                for name, client in clients.items():
                    start = perf_counter()
                    result = await client.call_tool("converse")
                    taken[name].append(perf_counter() - start)
                    assert not result.is_error

    asyncio.run(run())
    return Times({name: times[1:] for name, times in taken.items()})


def state_sizes() -> dict[str, list[int]]:
    """Bytes of the state of each round, as it travels."""
    sizes: dict[str, list[int]] = {}

    async def run() -> None:
        for name, server in (("ours", _ours()), ("theirs", _theirs())):
            async with Client(server, mode="2026-07-28", elicitation_callback=_answer) as client:
                sizes[name] = []
                result: Any = await client.session.call_tool("converse", allow_input_required=True)
                while isinstance(result, InputRequiredResult):
                    sizes[name].append(len(result.request_state or ""))
                    yes = TheirResult(action="accept", content={"confirm": True})
                    result = await client.session.call_tool(
                        "converse",
                        input_responses=dict.fromkeys(result.input_requests or (), yes),
                        request_state=result.request_state,
                        allow_input_required=True,
                    )

    asyncio.run(run())
    return sizes
