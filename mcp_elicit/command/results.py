"""The result of a call, as it is printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..urls.parts import visible

__all__ = ["result_lines"]


def result_lines(result: Mapping[str, Any]) -> list[str]:
    """Its texts line by line, every other block as JSON; what is structured alone as JSON, too."""
    lines = [line for block in result.get("content") or () for line in _block(block)]
    if not lines and "structuredContent" in result:
        structured = result["structuredContent"]
        if isinstance(structured, Mapping) and structured.keys() == {"result"}:
            structured = structured["result"]  # how SDKs wrap what is no object, an empty list for one
        lines = [visible(json.dumps(structured, ensure_ascii=False))]
    return lines


def _block(block: Mapping[str, Any]) -> Iterator[str]:
    if block.get("type") == "text" and isinstance(block.get("text"), str):
        yield from map(visible, block["text"].split("\n"))
        return
    shown = {
        name: f"<{len(value)} characters>" if name in ("data", "blob") and isinstance(value, str) else value
        for name, value in block.items()
    }
    yield visible(json.dumps(shown, ensure_ascii=False))
