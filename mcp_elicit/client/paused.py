"""A call of 2026-07-28 that waits for answers, as one JSON document.

Typed, versioned, limited in size. The server's state is carried and never looked into:
"Clients MUST NOT inspect, parse, modify, or make any assumptions about the `requestState`
contents." 2026-07-28, basic/patterns/mrtr#client-requirements-basic-workflow
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .._json import dumps, json_kind, loads
from ..errors import Fault, PeerError
from ..request import ElicitRequest
from .asker import Call

__all__ = ["FORMAT", "MAX_PAUSED_BYTES", "PausedCall"]

FORMAT: Final = "mcp-elicit.paused-call/1"
"""Name and version of the document; a reader refuses every other."""

MAX_PAUSED_BYTES: Final = 1024 * 1024
"""Largest document read or written; a sealed state of a hundred answers takes some 30 KiB."""

PROTOCOL_VERSION: Final = "2026-07-28"
_METHODS: Final = ("tools/call", "resources/read", "prompts/get")


@dataclass(frozen=True)
class PausedCall:
    """The open questions of one call, and all that is needed to go on from another process.

    The document holds the call's arguments and the server's state: store it as you store those.
    """

    call: Call
    questions: Mapping[str, ElicitRequest]
    """By the server's own keys."""
    arguments: Mapping[str, Any] | None = field(default=None, repr=False)
    request_state: str | None = field(default=None, repr=False)
    other_responses: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What the server asked besides (sampling, roots): answered at once, by the client's own callbacks."""

    def to_json(self) -> bytes:
        """Write the document.

        Raises:
            PeerError: It is larger than `MAX_PAUSED_BYTES`.
        """
        document = dumps(
            {
                "format": FORMAT,
                "method": self.call.method,
                "name": self.call.name,
                "arguments": None if self.arguments is None else dict(self.arguments),
                "questions": {
                    key: question.to_wire(PROTOCOL_VERSION) for key, question in self.questions.items()
                },
                "otherResponses": dict(self.other_responses),
                "requestState": self.request_state,
            }
        )
        if len(document) > MAX_PAUSED_BYTES:
            raise PeerError(Fault("requestState", f"the paused call is larger than {MAX_PAUSED_BYTES} bytes"))
        return document

    @classmethod
    def from_json(cls, document: bytes | str, *, max_bytes: int = MAX_PAUSED_BYTES) -> PausedCall:
        """Read the document.

        Raises:
            PeerError: It is too long, or no document of this format.
        """
        value = loads(document, max_bytes=max_bytes)
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise PeerError(Fault("format", f"expected {FORMAT}"))
        faults = [
            Fault(key, f"expected {expected}, got {json_kind(value.get(key))}")
            for key, expected, kinds in _MEMBERS
            if not isinstance(value.get(key), kinds)
        ]
        if value.get("method") not in _METHODS:
            faults.append(Fault("method", f"expected one of {', '.join(_METHODS)}"))
        if faults:
            raise PeerError(*faults)
        return cls(
            call=Call(value["method"], value["name"]),
            questions={key: ElicitRequest.from_wire(params) for key, params in value["questions"].items()},
            arguments=value["arguments"],
            request_state=value["requestState"],
            other_responses=value["otherResponses"],
        )


_MEMBERS: Final[tuple[tuple[str, str, tuple[type, ...]], ...]] = (
    ("name", "string", (str,)),
    ("arguments", "object or null", (dict, type(None))),
    ("questions", "object", (dict,)),
    ("otherResponses", "object", (dict,)),
    ("requestState", "string or null", (str, type(None))),
)
