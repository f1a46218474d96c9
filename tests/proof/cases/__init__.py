"""What the tests of other SDKs hold about elicitation, as rows of our own in our own words.

An id says whose rule it is (J Java, K Kotlin, G Go, N .NET, T TypeScript), and no code or wording is theirs.
Where we differ on purpose the rule says so.
"""

from __future__ import annotations

from .answers import ANSWERS, DEFAULTS
from .conversations import CLIENTS, CONVERSATIONS, MODES
from .forms import FORMS, KINDS
from .messages import READ, REFUSED, WRITTEN

__all__ = [
    "ANSWERS",
    "CLIENTS",
    "CONVERSATIONS",
    "DEFAULTS",
    "FORMS",
    "KINDS",
    "MODES",
    "READ",
    "REFUSED",
    "TABLES",
    "WRITTEN",
]

TABLES = (ANSWERS, DEFAULTS, FORMS, KINDS, READ, REFUSED, WRITTEN, CONVERSATIONS, CLIENTS, MODES)
