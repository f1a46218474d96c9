"""What a relay adds to one call: `python benchmarks/relaying.py`.

A call that asks one form, made by the same small client directly and through a relay in turns, everything
in one process. Told are the shortest time that passes, which a busy machine disturbs least, and the median
of the processor time of all who take part.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from mcp.server import Server  # noqa: E402
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity  # noqa: E402
from mcp_types import CallToolResult, TextContent  # noqa: E402

from mcp_elicit import AsyncServerExchange, ElicitRequest, Relay, enable  # noqa: E402
from mcp_elicit.testing import Person, connect  # noqa: E402

__all__ = ["PAIRS", "one_call"]

PAIRS: Final = tuple(
    (upstream, host) for upstream in ("2025-11-25", "2026-07-28") for host in ("2025-11-25", "2026-07-28")
)
WHO: Final = {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}


def _sealed(name: str, **handlers: Any) -> Server[Any]:
    server: Server[Any] = Server(name, **handlers)
    server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=name))
    enable(server)
    return server


async def _call_tool(ctx: Any, params: Any) -> CallToolResult:
    exchange = AsyncServerExchange.from_context(ctx)
    reply = await exchange.create_elicitation(ElicitRequest.for_form("Who?", WHO))
    return CallToolResult(content=[TextContent(type="text", text=str((reply.content or {})["who"]))])


async def one_call(upstream: str, host: str, calls: int) -> dict[str, tuple[float, float]]:
    """Seconds that a call takes, and seconds of processor time: directly, and through a relay."""
    server, gateway = _sealed("upstream", on_call_tool=_call_tool), _sealed("gateway")
    taken: dict[str, list[tuple[float, float]]] = {"direct": [], "relayed": []}
    async with AsyncExitStack() as stack:
        relay = await stack.enter_async_context(Relay(server, protocol_version=upstream))
        relay.serve(gateway)
        clients = {}
        for way, at in (("direct", server), ("relayed", gateway)):
            person = Person({"Who?": {"who": "Ann"}})
            clients[way] = await stack.enter_async_context(connect(at, person, protocol_version=host))
            await clients[way].call_tool("work", {})
        gc.collect()
        gc.disable()
        for _ in range(calls):
            for way, client in clients.items():
                began, worked = perf_counter(), process_time()
                await client.call_tool("work", {})
                taken[way].append((perf_counter() - began, process_time() - worked))
        gc.enable()
    return {
        way: (min(each[0] for each in times), median(each[1] for each in times))
        for way, times in taken.items()
    }


def main() -> None:
    """Print the table of docs/relay.md."""
    ways = ("direct", "through the relay", "added")
    print(f"| upstream, host | {' | '.join(f'{way}, ms (processor)' for way in ways)} |")
    print("| --- | --- | --- | --- |")
    for upstream, host in PAIRS:
        times = asyncio.run(one_call(upstream, host, calls=200))
        (direct, worked), (relayed, worked_too) = times["direct"], times["relayed"]
        cells = [(direct, worked), (relayed, worked_too), (relayed - direct, worked_too - worked)]
        said = (f"{waited * 1e3:.1f} ({busy * 1e3:.1f})" for waited, busy in cells)
        print(f"| from {upstream} to {host} | {' | '.join(said)} |")


if __name__ == "__main__":
    main()
