"""Tools that ask with forms: one body each, the same on every SDK and protocol version.

The names that start with ``test_`` are the referee's, and what they ask is what it demands; the
others are ours, for peers that it does not know.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from mcp_elicit import Accepted, AsyncServerExchange, ElicitError, ElicitRequest, ElicitResult

from .conformance_sdk import Context, Server

__all__ = ["EVERY_KIND", "add_forms"]

WHO: Final = {
    "type": "object",
    "properties": {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    },
    "required": ["username", "email"],
}
DEFAULTS: Final = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    },
}
OPTIONS: Final = ["option1", "option2", "option3"]
TITLED: Final = [
    {"const": f"value{number}", "title": f"{word} Option"}
    for number, word in enumerate(("First", "Second", "Third"), 1)
]
ENUMS: Final = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": OPTIONS},
        "titledSingle": {"type": "string", "oneOf": TITLED},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": TITLED}},
    },
}
EVERY_KIND: Final = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 20},
        "mail": {"type": "string", "format": "email"},
        "day": {"type": "string", "format": "date"},
        "count": {"type": "integer", "minimum": 1, "maximum": 9},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "sure": {"type": "boolean", "default": False},
        **ENUMS["properties"],  # type: ignore[dict-item]  # a JSON object
    },
    "required": ["text", "count", "sure"],
}
MANY: Final = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string", "enum": ["red", "green"]}}},
}
SECRET: Final = {
    "type": "object",
    "properties": {"word": {"type": "string", "pattern": "^[a-z]{3}$"}},
    "required": ["word"],
}


class Trip(BaseModel):
    city: str
    nights: int = Field(default=2, ge=1)
    price: float = 99.5
    board: Literal["half", "full"] = "half"
    window: bool = True


def told(result: ElicitResult) -> str:
    content = None if result.content is None else dict(result.content)
    return f"action={result.action}, content={json.dumps(content, default=list)}"


def as_json(value: Any) -> str:
    return json.dumps(value, default=list)


def add_forms(server: Server) -> None:
    """Give *server* the tools of this file."""

    @server.tool()
    async def test_elicitation(message: str, ctx: Context) -> str:
        """Ask who the user is."""
        exchange = AsyncServerExchange.from_context(ctx)
        return (
            f"User response: {told(await exchange.create_elicitation(ElicitRequest.for_form(message, WHO)))}"
        )

    @server.tool()
    async def test_elicitation_sep1034_defaults(ctx: Context) -> str:
        """Ask with a default in every kind of field."""
        request = ElicitRequest.for_form("Please check what we know", DEFAULTS)
        result = await AsyncServerExchange.from_context(ctx).create_elicitation(request)
        return f"Elicitation completed: {told(result)}"

    @server.tool()
    async def test_elicitation_sep1330_enums(ctx: Context) -> str:
        """Ask with a choice of every kind."""
        request = ElicitRequest.for_form("Please choose", ENUMS)
        result = await AsyncServerExchange.from_context(ctx).create_elicitation(request)
        return f"Elicitation completed: {told(result)}"

    @server.tool()
    async def every_kind(ctx: Context) -> str:
        """Ask with every kind of field; the content comes back as JSON."""
        request = ElicitRequest.for_form("Every kind", EVERY_KIND)
        result = await AsyncServerExchange.from_context(ctx).create_elicitation(request)
        return as_json({"action": result.action, "content": result.content and dict(result.content)})

    @server.tool()
    async def titled_choice(ctx: Context) -> str:
        """Ask for one of three seats that have titles."""
        exchange = AsyncServerExchange.from_context(ctx)
        seat = await exchange.choose("Which seat?", {"a": "Aisle", "m": "Middle", "w": "Window"})
        return as_json(["chose", seat.data] if isinstance(seat, Accepted) else type(seat).__name__)

    @server.tool()
    async def typed(ctx: Context) -> str:
        """Ask for a model, and tell the Python type of every field that came back."""
        trip = await AsyncServerExchange.from_context(ctx).ask("Where to?", Trip)
        if not isinstance(trip, Accepted):
            return as_json(type(trip).__name__)
        assert isinstance(trip.data, Trip)
        fields = trip.data.model_dump()
        return as_json({name: [type(value).__name__, value] for name, value in fields.items()})

    @server.tool()
    async def many(ctx: Context) -> str:
        """Ask for several of some; where that cannot be asked, the name of our error comes back."""
        try:
            result = await AsyncServerExchange.from_context(ctx).create_elicitation(
                ElicitRequest.for_form("Which tags?", MANY)
            )
        except ElicitError as error:
            return as_json(type(error).__name__)
        return as_json(result.content and dict(result.content))

    @server.tool()
    async def confirmed(ctx: Context) -> str:
        """Ask yes or no."""
        return as_json(await AsyncServerExchange.from_context(ctx).confirm("Really?"))

    @server.tool()
    async def checked(ctx: Context) -> str:
        """Ask for three small letters; an answer that does not fit is an error."""
        request = ElicitRequest.for_form("Three letters", SECRET, not_secret=("word",))
        result = await AsyncServerExchange.from_context(ctx).create_elicitation(request)
        return as_json(result.content and dict(result.content))

    @server.tool()
    async def two_questions(ctx: Context) -> str:
        """Ask twice, the second time with what the first answer said."""
        exchange = AsyncServerExchange.from_context(ctx)
        name = await exchange.ask("Your name?", str)
        if not isinstance(name, Accepted):
            return as_json(type(name).__name__)
        age = await exchange.ask(f"How old are you, {name.data}?", int)
        return as_json([name.data, age.data if isinstance(age, Accepted) else type(age).__name__])

    @server.resource("asked://{topic}")
    async def asked(topic: str, ctx: Context) -> str:
        """Ask how to tell a topic, and tell it."""
        tone = await AsyncServerExchange.from_context(ctx).choose(f"How to tell {topic}?", ["short", "long"])
        return f"{topic}, {tone.data if isinstance(tone, Accepted) else 'untold'}"
