"""What a screen or a log may show: of an answer names and kinds, of a URL no query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._json import json_kind
from ..urls.parts import redact

__all__ = ["kind_shown", "masked_content", "masked_result", "without_queries"]


def kind_shown(value: object) -> str:
    """The kind of a JSON value, where the value itself would stand."""
    return f"<{json_kind(value)}>"


def masked_content(content: object) -> object:
    """The content of an answer, each value as its kind."""
    if isinstance(content, Mapping):
        return {name: kind_shown(value) for name, value in content.items()}
    return kind_shown(content)


def masked_result(result: Mapping[str, Any]) -> dict[str, Any]:
    """An ``ElicitResult`` as on the wire: the action as it is, everything else by name and kind."""
    shown: dict[str, Any] = {}
    for name, value in result.items():
        if name == "action" and isinstance(value, str):
            # What is none of the three may be anything, a misplaced answer included.
            shown[name] = value if value in ("accept", "decline", "cancel") else kind_shown(value)
        else:
            shown[name] = masked_content(value)
    return shown


def without_queries(message: Any) -> Any:
    """A copy of a message in which each member ``url`` is without its query, fragment and user info."""
    if isinstance(message, Mapping):
        return {
            name: redact(value) if name == "url" and isinstance(value, str) else without_queries(value)
            for name, value in message.items()
        }
    if isinstance(message, (list, tuple)):
        return [without_queries(one) for one in message]
    return message
