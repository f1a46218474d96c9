"""docs/matrix.md, from what the matrix measured: ``python -m tests.matrix.document`` writes it."""

from __future__ import annotations

from typing import Any, Final

from tests.environments import ROOT

from .call import TOOLS
from .serve import TRANSPORTS
from .world import JOBS, SDKS, World, transports_of

__all__ = ["DOCUMENT", "rendered"]

DOCUMENT: Final = ROOT / "docs" / "matrix.md"
NAMES: Final = {
    "mcpserver": "SDK 2.x, `MCPServer`",
    "fastmcp_4": "FastMCP 4",
    "fastmcp_1": "SDK 1.30, `FastMCP`",
}
COLUMNS: Final = {
    "memory": "in memory",
    "stdio": "stdio",
    "http": "HTTP",
    "http_json": "HTTP, JSON responses",
    "http_stateless": "HTTP, stateless",
}
CLIENTS: Final = {"mcp-1.22": "SDK 1.22", "mcp-1.23.0": "SDK 1.23.0"}
"""Clients with an environment of their own; the others are called by their name."""
COLOURS: Final = {"async": "async", "plain": "sync"}
ANSWERS: Final = {
    "form": "Rome 3",
    "choice": "b",
    "multi": "sea,sun",
    "confirm": "True",
    "order": "1",
    "page": "connected",
}
"""What each step of the body gives where the person could be asked."""

PREFACE: Final = """\
# One tool body, everywhere

As the tests measured it (`tests/matrix`): one tool body asks for a typed form, a titled choice, a
multi-select and a confirmation, places an order with `once`, and sends the person to a page with
`require_url`. It runs as `async def` with `AsyncServerExchange` and as plain `def` with
`SyncServerExchange`, against the real server of its SDK and a real client, each in a process of its own
but for the column in memory.

Every cell is what came of it: **all** when every question was answered, the order was placed once and
the page was waited for; otherwise the steps that went another way, and how. Each error was raised before
anything was sent.

- `CapabilityError`: this client cannot be asked from here. The version has no url mode (2025-06-18), or
  there is no way to send the client a request (JSON responses), or nobody knows what it declared
  (stateless). A broker takes these questions.
- `NotSendableError`: 2025-06-18 has no multi-select.
- `-32042`: the call ended with the page's address, and was made again when the page was done.
- `RequestError`: a plain tool of SDK 1.x runs on the event loop's own thread, where waiting would block
  the answer. Make it `async def`, or run the body in `asyncio.to_thread`.
"""


def rendered(world: World) -> str:
    """The document."""
    world.start(JOBS)
    return "\n".join([PREFACE, *(_table(world, sdk) for sdk in SDKS)])


def _table(world: World, sdk: str) -> str:
    columns = [name for name in COLUMNS if name in ("memory", *TRANSPORTS)]
    lines = [
        f"## {NAMES[sdk]}",
        "",
        f"| version | client | tool | {' | '.join(COLUMNS[name] for name in columns)} |",
        f"|{' --- |' * (len(columns) + 3)}",
    ]
    for _, version, client in (job for job in JOBS if job[0] == sdk):
        report = world.report(sdk, version, client)
        rows = {
            colour: [
                _cell(report[name][colour]) if name in transports_of(client) else "-" for name in columns
            ]
            for colour in TOOLS
        }
        same = rows["async"] == rows["plain"]
        for colour, cells in list(rows.items())[: 1 if same else 2]:
            tool = "async, sync" if same else COLOURS[colour]
            lines.append(f"| {version} | {CLIENTS.get(client, client)} | {tool} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _cell(said: dict[str, Any]) -> str:
    other: dict[str, list[str]] = {}
    for step, answer in ANSWERS.items():
        if said[step] != answer:
            other.setdefault(said[step], []).append(step)
    if not other:
        return "**all**"
    return "; ".join(
        f"{'every step' if steps == list(ANSWERS) else ', '.join(steps)}: {way}"
        for way, steps in other.items()
    )


def main() -> None:
    """Measure, and write."""
    world = World()
    try:
        DOCUMENT.write_text(rendered(world), "utf-8")
    finally:
        world.close()


if __name__ == "__main__":
    main()
