"""The client side: one handler, honest capabilities, completion, and the -32042 circuit."""

from __future__ import annotations

from .asker import Asker, Call
from .builder import ClientElicitationBuilder
from .elicitation import ClientElicitation
from .pages import OpenPage
from .paused import PausedCall
from .unanswered import UnansweredError

__all__ = [
    "Asker",
    "Call",
    "ClientElicitation",
    "ClientElicitationBuilder",
    "OpenPage",
    "PausedCall",
    "UnansweredError",
]
