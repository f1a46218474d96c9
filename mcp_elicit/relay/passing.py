"""What passes through a relay as it came, and the little that may not.

Plain values in, plain values out.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from ..errors import CapabilityError, PeerError
from .forwarded import Forwarded

__all__ = ["in_words", "travelling", "uncached"]

_META: Final = "io.modelcontextprotocol/"
_HOP_META: Final = frozenset(
    {"progressToken", *(_META + name for name in ("protocolVersion", "clientInfo", "clientCapabilities"))}
)
"""Members of ``_meta`` that belong to one connection and do not travel."""


def uncached(call: Forwarded, result: Any) -> Any:
    """A result, without a hint to cache what was asked for."""
    # "Results produced by retrying a request through the multi round-trip requests mechanism [...]
    # MUST NOT be cached": what one person's answers made is nobody else's.
    # 2026-07-28, server/utilities/caching#cache-key
    if call.method == "resources/read" and call.asked and isinstance(result, Mapping) and "ttlMs" in result:
        return {**result, "ttlMs": 0, "cacheScope": "private"}
    return result


def in_words(failure: BaseException, error: dict[str, Any] | None) -> BaseException:
    """-32021 exists on 2026-07-28 alone; an older host is told in words."""
    with suppress(PeerError):
        return CapabilityError.from_error(error or {})
    return failure


def travelling(params: Mapping[str, Any]) -> tuple[dict[str, Any], str | int | None]:
    """The params without what belongs to the host's own connection and rounds; and its progress token."""
    given = {name: value for name, value in params.items() if name not in ("inputResponses", "requestState")}
    meta = given.pop("_meta", None)
    if not isinstance(meta, Mapping):
        return given, None
    kept = {name: value for name, value in meta.items() if name not in _HOP_META}
    if kept:
        given["_meta"] = kept
    token = meta.get("progressToken")
    return given, token if isinstance(token, (str, int)) else None
