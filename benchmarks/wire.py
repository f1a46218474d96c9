"""Bytes to a validated record and back to bytes: ours, mcp_types', and what orjson alone takes.

Where a process finds its memory changes what the same code takes by some 7 %, in one process in three and as
long as it lives: what is told are medians over processes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any, Final, NamedTuple

import orjson
from mcp_types import ElicitCompleteNotification as TheirCompletion
from mcp_types import ElicitRequest as TheirRequest
from mcp_types import ElicitResult as TheirResult
from measure import side_by_side
from messages import ANSWER, COMPLETION, CONTACT, PAGE
from pydantic import BaseModel

from mcp_elicit import ElicitationCompleteNotification, ElicitRequest, ElicitResult

__all__ = ["MESSAGES", "Message", "Taken", "in_processes"]

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


class Taken(NamedTuple):
    """What one message took: of all processes the median, and the least and the most."""

    seconds: Mapping[str, float]
    """Of one call, each way."""
    faster: tuple[float, float, float]
    """Than theirs."""
    over: tuple[float, float, float]
    """The time of the floor."""


def in_processes(number: int = 7, seconds: float = 1.0) -> dict[str, Taken]:
    """Measure each message in so many processes, one after the other, for so many *seconds* in each."""
    command = [sys.executable, __file__, str(seconds)]
    runs = [
        json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(number)
    ]
    return {
        message.name: Taken(
            {way: median(run[message.name]["seconds"][way] for run in runs) for way in message.ways},
            _range([run[message.name]["faster"] for run in runs]),
            _range([run[message.name]["over"] for run in runs]),
        )
        for message in MESSAGES
    }


def _range(values: list[float]) -> tuple[float, float, float]:
    return median(values), min(values), max(values)


def _here(seconds: float) -> dict[str, Any]:
    measured = {}
    for message in MESSAGES:
        times = side_by_side(message.ways, seconds=seconds)
        measured[message.name] = {
            "seconds": {way: times[way] for way in message.ways},
            "faster": 1 / times.ratio("ours", to="theirs"),
            "over": times.ratio("ours", to="floor"),
        }
    return measured


if __name__ == "__main__":
    print(json.dumps(_here(float(sys.argv[1]))))
