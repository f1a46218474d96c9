"""SDK 2.x: our errors behind the wrappers that this SDK, and FastMCP, put around them."""

from __future__ import annotations

import mcp_types as types
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.shared.exceptions import MCPError

from ..errors import ElicitError, PeerError
from ..server.serving import Serving
from ..url_required import UrlElicitationRequiredError
from ..versions import ErrorCodes

__all__ = ["Leaving", "find_ours", "leaving"]


class Leaving(MCPError):
    """Carries an error of ours through the SDK's own handlers, which keep nothing else."""

    def __init__(self, ours: ElicitError) -> None:
        super().__init__(types.INTERNAL_ERROR, ours.sentence)
        self.ours = ours


def find_ours(error: BaseException, depth: int = 2) -> ElicitError | None:
    """Our error, or the SDK's -32042 as ours, behind at most *depth* wrappers of an SDK."""
    found: BaseException | None = error
    for _ in range(depth + 1):
        if isinstance(found, ElicitError):
            return found
        if isinstance(found, Leaving):
            return found.ours
        if isinstance(found, MCPError) and found.code == ErrorCodes.URL_ELICITATION_REQUIRED:
            try:
                wire = {"code": found.code, "message": found.message, "data": found.data}
                return UrlElicitationRequiredError.from_error(wire)
            except PeerError:
                return None  # the code also exists elsewhere, with other data: not ours to touch
        if found is None:
            return None
        if found.__cause__ is None and isinstance(found.__context__, ResourceError):
            found = found.__context__
        else:
            found = found.__cause__
    return None


def leaving(error: Exception, serving: Serving | None) -> Exception:
    """What to raise in place of an SDK's wrapper *error*; *error* itself when it is not about us."""
    ours = find_ours(error, depth=1)
    if ours is None:
        return error
    return Leaving(ours) if serving is not None else ToolError(ours.sentence)
