"""The traffic as a host shows it: answers by name and kind, URLs without queries.

Masked are what a person answered, the state that a server carries along (it may hold answers), and
the queries of pages. Nothing else is: a server that repeats an answer in a text shows it itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, TextIO

from ..urls.parts import visible
from .colours import Paint
from .masking import masked_result, without_queries
from .tap import Direction

__all__ = ["Look", "Traffic", "masked"]

Look = Literal["line", "pretty", "none"]


def masked(direction: Direction, message: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of *message* that may be shown."""
    shown: dict[str, Any] = without_queries(message)
    if direction == "sent":
        result, params = shown.get("result"), shown.get("params")
        if isinstance(result, dict) and "action" in result:
            shown["result"] = masked_result(result)
        responses = params.get("inputResponses") if isinstance(params, dict) else None
        if isinstance(params, dict) and isinstance(responses, dict):
            params["inputResponses"] = {
                key: masked_result(response) if isinstance(response, dict) else response
                for key, response in responses.items()
            }
    for part in (shown.get("params"), shown.get("result")):
        if isinstance(part, dict) and isinstance(part.get("requestState"), str):
            part["requestState"] = f"<{len(part['requestState'])} characters>"
    return shown


def _with_tools_by_name(message: dict[str, Any]) -> dict[str, Any]:
    """The one long message of every conversation, short enough for a line."""
    result = message.get("result")
    tools = result.get("tools") if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(tools, list):
        return message
    names = [str(tool.get("name")) if isinstance(tool, Mapping) else "?" for tool in tools]
    return {
        **message,
        "result": {**result, "tools": f"<{': '.join([str(len(names)), *filter(None, [', '.join(names)])])}>"},
    }


class Traffic:
    """Shows the messages of one connection, and remembers how it ended."""

    def __init__(self, target: TextIO, look: Look = "line", *, show_answers: bool = False) -> None:
        self._target = target
        self._look: Look = look
        self._show_answers = show_answers
        self._paint = Paint(target)
        self.is_over = False
        """The server will send nothing more."""
        self.messages_received = 0
        self.garbage_lines = 0
        """Lines of the server that are no message."""

    def message(self, direction: Direction, message: dict[str, Any]) -> None:
        """Show one message."""
        self.messages_received += direction == "received"
        if self._look == "none":
            return
        shown = message if self._show_answers else masked(direction, message)
        if self._look == "line":
            text = json.dumps(_with_tools_by_name(shown), ensure_ascii=False)
        else:
            text = json.dumps(shown, ensure_ascii=False, indent=2)
        lines = "\n".join(map(visible, text.split("\n")))
        if direction == "sent":
            self._say(self._paint("faint", f"client -> server  {lines}"))
        else:
            self._say(f"server -> client  {lines}")

    def garbage(self, failure: Exception) -> None:
        """Tell of a line that is no message, once; what stood in it the server's author knows."""
        self.garbage_lines += 1
        if self.garbage_lines == 1:
            self._say(
                self._paint("bad", "error")
                + ": the server wrote something to its standard output that is no JSON-RPC message;"
                " print() and logs belong on the standard error"
            )

    def ended(self) -> None:
        """Remember that the server will send nothing more."""
        self.is_over = True

    def _say(self, text: str) -> None:
        print(text, file=self._target, flush=True)
