"""The messages that are measured: what the specification shows, in ordinary sizes."""

from __future__ import annotations

from typing import Any, Final

import orjson

__all__ = ["ANSWER", "COMPLETION", "CONTACT", "CONTACT_BYTES", "PAGE", "answer_to", "form_of"]

CONTACT: Final[dict[str, Any]] = {
    "mode": "form",
    "message": "Please share your contact details, so we can reach you about a trip soon.",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "title": "Name", "minLength": 1},
            "email": {"type": "string", "format": "email", "title": "Email"},
            "age": {"type": "number", "minimum": 18},
            "plan": {
                "type": "string",
                "oneOf": [{"const": "free", "title": "Free"}, {"const": "pro", "title": "Pro plan"}],
                "default": "free",
            },
            "topics": {
                "type": "array",
                "title": "Topics",
                "items": {"type": "string", "enum": ["news", "events", "offers"]},
            },
        },
        "required": ["name", "email"],
    },
}
CONTACT_BYTES: Final = orjson.dumps(CONTACT)
"""552 bytes: a string, an email, a number with a minimum, a titled choice, a multi-select."""

PAGE: Final[dict[str, Any]] = {
    "mode": "url",
    "elicitationId": "550e8400-e29b-41d4-a716-446655440000",
    "url": "https://auth.example.com/connect?elicitationId=550e8400-e29b-41d4-a716-446655440000",
    "message": "Please authorize access to your repositories to continue.",
}
ANSWER: Final[dict[str, Any]] = {
    "action": "accept",
    "content": {
        "name": "Monalisa Octocat",
        "email": "octocat@example.com",
        "age": 30,
        "plan": "pro",
        "topics": ["news", "offers"],
    },
}
COMPLETION: Final[dict[str, Any]] = {"elicitationId": "550e8400-e29b-41d4-a716-446655440000"}


def form_of(size: int) -> dict[str, Any]:
    """A form of *size* fields: the kinds of the contact form in turn, without the multi-select."""
    kinds = list(CONTACT["requestedSchema"]["properties"].values())[:4]
    properties = {f"field_{n}": kinds[n % 4] for n in range(size)}
    return {"type": "object", "properties": properties, "required": [f"field_{n}" for n in range(0, size, 2)]}


def answer_to(size: int) -> dict[str, Any]:
    """An answer that fits `form_of(size)`."""
    values = list(ANSWER["content"].values())[:4]
    return {f"field_{n}": values[n % 4] for n in range(size)}
