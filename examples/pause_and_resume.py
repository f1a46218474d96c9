"""A question that outlives the process: the call is put away as one document, and goes on elsewhere.

On 2026-07-28 no process waits for a person. Look at the two programs: the first stores the open question,
the second only has the file and the answer. Run it: `python examples/pause_and_resume.py` (SDK 2.x).
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from mcp.client import Client
from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel

from mcp_elicit import (
    Accepted,
    AsyncServerExchange,
    Call,
    ClientElicitation,
    ElicitRequest,
    ElicitResult,
    PausedCall,
    UnansweredError,
    enable,
)

server = MCPServer("expenses")
enable(server)


class Approval(BaseModel):
    """What the boss is asked, tomorrow perhaps."""

    approved: bool
    note: str = ""


@server.tool()
async def pay(ctx: Context, amount: int) -> str:
    """Pay a bill, if somebody approves."""
    reply = await AsyncServerExchange.from_context(ctx).ask(f"Approve {amount} euros?", Approval)
    if isinstance(reply, Accepted) and reply.data.approved:
        return f"paid {amount} euros: {reply.data.note}"
    return "not paid"


def nobody(request: ElicitRequest) -> ElicitResult:
    """Answers what is asked outside of `start` and `resume`: here no one is there."""
    raise UnansweredError("ask by mail")


elicit = ClientElicitation(nobody)


async def start(store: Path) -> None:
    """In the evening: make the call, up to its question."""
    async with elicit.connect(server, client=Client, protocol_version="2026-07-28") as client:
        paused = await elicit.start(client, Call("tools/call", "pay"), {"amount": 120})
    store.write_bytes(paused.to_json())  # holds the arguments and the server's sealed state
    print("put away:", *(question.message for question in paused.questions.values()))


async def resume(store: Path) -> None:
    """The next morning, in another program: read it, answer, go on."""
    paused = PausedCall.from_json(store.read_bytes())
    answers = {key: ElicitResult.accept({"approved": True, "note": "ok"}) for key in paused.questions}
    async with elicit.connect(server, client=Client, protocol_version="2026-07-28") as client:
        result = await elicit.resume(client, paused, answers)
    print("resumed:", paused.call.name, "->", result.content[0].text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(start(Path(folder, "paused.json")))
        asyncio.run(resume(Path(folder, "paused.json")))
