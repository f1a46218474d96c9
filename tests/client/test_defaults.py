"""Defaults that the client fills in, as far as the version of the connection can carry them."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_elicit.client.answers import release
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult

TAGS = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "default": ["a"]}
FORM = ElicitRequest.from_wire(
    {
        "message": "?",
        "requestedSchema": {
            "type": "object",
            "properties": {"tags": TAGS, "news": {"type": "boolean", "default": True}},
        },
    }
)


@pytest.mark.parametrize(
    ("version", "content"),
    [("2025-06-18", {"news": True}), ("2025-11-25", {"tags": ["a"], "news": True})],
)
def test_a_default_that_the_version_cannot_carry_is_not_filled_in(
    version: str, content: dict[str, Any]
) -> None:
    """Ours: a server that asks for a list where there are none still gets an answer."""
    released = release(FORM, ElicitResult.accept(), apply_defaults=True, protocol_version=version)
    assert content == released.to_wire(version)["content"]
