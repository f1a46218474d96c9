"""Bytes to a validated record and back to bytes: ours, mcp_types', and what orjson alone takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import orjson
from mcp_types import ElicitCompleteNotification as TheirCompletion
from mcp_types import ElicitRequest as TheirRequest
from mcp_types import ElicitResult as TheirResult
from messages import ANSWER, COMPLETION, CONTACT, PAGE
from pydantic import BaseModel

from mcp_elicit import ElicitationCompleteNotification, ElicitRequest, ElicitResult

__all__ = ["MESSAGES", "Message"]

VERSION: Final = "2025-11-25"


class Message(NamedTuple):
    """One message, in the three ways."""

    name: str
    ours: Callable[[], object]
    theirs: Callable[[], object]
    floor: Callable[[], bytes]
    to_theirs: float | None
    """At least this many times faster than theirs."""
    to_floor: float | None
    """At most this many times the floor."""

    @property
    def ways(self) -> Mapping[str, Callable[[], object]]:
        """For `side_by_side`."""
        return {"ours": self.ours, "theirs": self.theirs, "floor": self.floor}


def _floor(data: bytes) -> Callable[[], bytes]:
    loads, dumps = orjson.loads, orjson.dumps
    return lambda: dumps(loads(data))


def _theirs(model: type[BaseModel], data: bytes) -> Callable[[], str]:
    # As the SDK writes: wire names, nothing that is not set.
    return lambda: model.model_validate_json(data).model_dump_json(by_alias=True, exclude_none=True)


def _ours(
    model: type[ElicitRequest | ElicitResult | ElicitationCompleteNotification], wire: Any
) -> Callable[[], bytes]:
    data = orjson.dumps(wire)
    assert orjson.loads(model.from_json(data).to_json(VERSION)) == wire
    return lambda: model.from_json(data).to_json(VERSION)


def _looked_at(name: str, params: Any) -> Message:
    """What it takes whoever also reads the fields: ours are filled when the first of them is read."""
    whole = orjson.dumps({"method": "elicitation/create", "params": params})
    data = orjson.dumps(params)

    def ours() -> tuple[Any, ...]:
        request = ElicitRequest.from_json(data)
        what = request.url if request.mode == "url" else request.requested_schema
        return request.message, what, request.to_json(VERSION)

    def theirs() -> tuple[Any, ...]:
        request = TheirRequest.model_validate_json(whole)
        asked: Any = request.params
        what = asked.url if asked.mode == "url" else asked.requested_schema
        return asked.message, what, request.model_dump_json(by_alias=True, exclude_none=True)

    return Message(name, ours, theirs, _floor(data), None, None)


def _request(name: str, params: Any, to_theirs: float, to_floor: float) -> Message:
    # Ours is the params; theirs is the request around them: 43 bytes more, and one model more.
    whole = orjson.dumps({"method": "elicitation/create", "params": params})
    data = orjson.dumps(params)
    return Message(
        name, _ours(ElicitRequest, params), _theirs(TheirRequest, whole), _floor(data), to_theirs, to_floor
    )


MESSAGES: Final = (
    _request("form request", CONTACT, 2.7, 2.5),
    _request("url request", PAGE, 2.5, 4.0),
    _looked_at("form request, its fields read too", CONTACT),
    _looked_at("url request, its fields read too", PAGE),
    Message(
        "result",
        _ours(ElicitResult, ANSWER),
        _theirs(TheirResult, orjson.dumps(ANSWER)),
        _floor(orjson.dumps(ANSWER)),
        2.0,
        None,
    ),
    Message(
        "completion",
        _ours(ElicitationCompleteNotification, COMPLETION),
        _theirs(
            TheirCompletion,
            orjson.dumps({"method": "notifications/elicitation/complete", "params": COMPLETION}),
        ),
        _floor(orjson.dumps(COMPLETION)),
        2.0,
        None,
    ),
)
