"""What a host asks its person besides questions: which tool, and with which arguments.

A field that a form can hold is asked like one; any other takes JSON.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .._json import loads
from ..errors import PeerError, Problem
from ..forms.fields import field_faults, kind_of_field
from ..handlers.form_lines import SKIPPED, FormLine
from ..handlers.lines import read_line
from ..urls.parts import visible

__all__ = ["Prompts", "tool_lines"]


def tool_lines(tools: Sequence[Mapping[str, Any]]) -> list[str]:
    """The tools by number, each with the first line of its description."""
    lines = []
    for number, tool in enumerate(tools, 1):
        described = str(tool.get("description") or "").strip().partition("\n")[0]
        lines.append(visible(f"  {number}. {tool['name']}" + (f": {described}" if described else "")))
    return lines


class Prompts:
    """Asks at the terminal; every method reads lines, so it runs in a thread of its own."""

    def __init__(self, is_over: Callable[[], bool]) -> None:
        self._is_over = is_over
        self.left = threading.Event()
        """Set once nobody waits for the line."""

    def tool(self, tools: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
        """The tool that the person chose; None for an empty line.

        Raises:
            Cancelled, NoOne, Withdrawn: As `read_line` does.
        """
        while True:
            typed = self._line("\nWhich tool? its number or name; an empty line ends: ")
            if not typed:
                return None
            if typed.isdecimal() and 1 <= int(typed) <= len(tools):
                return tools[int(typed) - 1]
            for tool in tools:
                if tool["name"] == typed:
                    return tool
            self._say("  there is no such tool")

    def arguments(self, tool: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments that the person typed.

        Raises:
            Cancelled, NoOne, Withdrawn: As `read_line` does.
        """
        schema = tool.get("inputSchema")
        properties = schema.get("properties") if isinstance(schema, Mapping) else None
        if not isinstance(properties, Mapping):
            return {}
        required = schema.get("required", ()) if isinstance(schema, Mapping) else ()
        given: dict[str, Any] = {}
        for name, field in properties.items():
            value = self._argument(name, field if isinstance(field, Mapping) else {}, name in required)
            if value is not SKIPPED:
                given[name] = value
        return given

    def _argument(self, name: str, field: Mapping[str, Any], is_required: bool) -> Any:
        plain = {key: value for key, value in field.items() if key not in ("$ref", "$defs")}
        if kind_of_field(plain) is None or field_faults("", plain, strict=False):
            return self._json(name, field, is_required)
        line = FormLine(name, plain, is_required)
        self._say(line.label, *line.explanation)
        standing = plain.get("default", SKIPPED)
        bracket = f" [{line.shown(standing)}]" if standing is not SKIPPED else ""
        while True:
            value = line.read(self._line(f"{bracket}> ".lstrip()), standing)
            if not isinstance(value, Problem):
                return value
            self._say(f"  {visible(str(value))}")

    def _json(self, name: str, field: Mapping[str, Any], is_required: bool) -> Any:
        kind = "required" if is_required else "optional"
        self._say(visible(f"{field.get('title') or name} ({kind}, as JSON)"))
        standing = f" [{json.dumps(field['default'])}]" if "default" in field else ""
        while True:
            typed = self._line(visible(f"{standing}> ".lstrip()))
            if not typed and not (is_required and "default" not in field):
                return SKIPPED
            try:
                return loads(typed)
            except PeerError as refusal:
                self._say(f"  {refusal.faults[0]}")

    def _line(self, prompt: str) -> str:
        def show() -> None:
            print(prompt, end="", file=sys.stderr, flush=True)

        return read_line(sys.stdin, lambda: self.left.is_set() or self._is_over(), show).strip()

    def _say(self, *lines: str) -> None:
        print(*lines, sep="\n", file=sys.stderr, flush=True)
