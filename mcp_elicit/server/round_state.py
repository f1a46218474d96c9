"""What stands in the state of a conversation, and how a question is named there.

Plain values in, plain values out; who seals the state is the SDK's business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from .._json import dumps, loads
from ..errors import PeerError
from ..request import ElicitRequest
from ..result import ElicitResult

__all__ = ["FORMAT", "MARK", "RESULT_VERSION", "digest", "our_state", "result_of"]

RESULT_VERSION: Final = "2026-07-28"
"""The version in which questions travel in results."""
MARK: Final = "mcp_elicit"
"""The member by which state of ours is told from an author's own."""
FORMAT: Final = 1


def digest(request: ElicitRequest) -> str:
    """A short name for what the person sees: everything but the id."""
    seen = request.to_wire(RESULT_VERSION)
    seen.pop("elicitationId", None)
    seen.setdefault("mode", request.mode)
    return hashlib.sha256(dumps(_sorted(seen))).hexdigest()[:24]


def _sorted(value: Any) -> Any:
    # The order of properties is what the person sees; the order of keywords is not. Keep it plain: all but
    # `properties` is sorted.
    if isinstance(value, dict):
        return {
            name: {inner: _sorted(field) for inner, field in value[name].items()}
            if name == "properties" and isinstance(value[name], dict)
            else _sorted(value[name])
            for name in sorted(value)
        }
    return [_sorted(element) for element in value] if isinstance(value, list) else value


def our_state(state: object) -> dict[str, Any] | None:
    """The members of *state*; None where it is somebody else's, or none."""
    if not isinstance(state, str) or MARK not in state:
        return None
    try:
        read = loads(state)
    except PeerError:
        return None
    if not isinstance(read, dict) or read.get(MARK) != FORMAT:
        return None
    return read


def result_of(wire: object) -> ElicitResult | None:
    """An answer as it came; None where it is none, which asks the question again."""
    if wire is None:
        return None
    if not isinstance(wire, Mapping):
        return None
    try:
        return ElicitResult.from_wire(wire)
    except PeerError:
        return None
