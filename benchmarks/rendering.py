"""Writing a built form for two versions: the first time, when it is rendered, and from then on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Final

from messages import CONTACT, form_of

from mcp_elicit import ElicitRequest

__all__ = ["NEW", "OLD", "SIZES", "first_time", "from_then_on"]

OLD: Final = "2025-06-18"
NEW: Final = "2025-11-25"
SIZES: Final = (10, 100, 1_000, 10_000)


def _without_lists(schema: dict[str, Any]) -> dict[str, Any]:
    """2025-06-18 has no multi-select."""
    properties = {name: prop for name, prop in schema["properties"].items() if prop["type"] != "array"}
    return {**schema, "properties": properties}


def _build(size: int | None) -> ElicitRequest:
    schema = _without_lists(deepcopy(CONTACT["requestedSchema"])) if size is None else form_of(size)
    return ElicitRequest.for_form(CONTACT["message"], schema)


def first_time(size: int | None = None) -> Mapping[str, Callable[[], object]]:
    """Render without what the record remembers: for each version one way. No *size*: the contact form."""
    request = _build(size)

    def way(version: str) -> Callable[[], object]:
        def write() -> bytes:
            # A fresh copy would cost more than what is measured, so the memory is taken away.
            request._by_version.clear()
            return request.to_json(version)

        return write

    assert b"enumNames" in request.to_json(OLD)
    return {OLD: way(OLD), NEW: way(NEW)}


def from_then_on(size: int | None = None) -> Mapping[str, Callable[[], object]]:
    """Write again what was written before."""
    to_json = _build(size).to_json
    return {OLD: lambda: to_json(OLD), NEW: lambda: to_json(NEW)}
