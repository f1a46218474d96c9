"""Questions to put, for every test here."""

from __future__ import annotations

from itertools import count

from mcp_elicit.broker import OpenQuestion
from mcp_elicit.request import ElicitRequest

AGE = ElicitRequest.for_form(
    "How old are you?",
    {"type": "object", "properties": {"age": {"type": "integer", "minimum": 18}}, "required": ["age"]},
)
SURE = ElicitRequest.for_form(
    "Delete it?",
    {"type": "object", "properties": {"confirm": {"type": "boolean"}}, "required": ["confirm"]},
)
PAGE = ElicitRequest.for_url("Connect your account", "https://auth.example/connect?state=s3cr3t", "page-1")

_ids = count()


def question(
    request: ElicitRequest = AGE,
    *,
    user: str | None = "ann",
    expires_at: float | None = None,
    question_id: str | None = None,
) -> OpenQuestion:
    """A record for a store; ids come in order unless one is given."""
    identity = f"{next(_ids):08d}" if question_id is None else question_id
    return OpenQuestion(identity, user, "deploy", "a server", request, 0.0, expires_at)
