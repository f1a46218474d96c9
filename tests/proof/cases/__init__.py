"""What the tests of other SDKs hold about elicitation, as rows of our own in our own words.

An id says whose rule it is, and no code or wording is theirs: J Java (its file and its place there, see
`JAVA`; JA, JB and JD what it does without a test), K Kotlin (the server's validation of answers, then its
messages), G Go (the table of schemas, then answers, defaults and pages), N .NET (defaults, kinds of
fields, pages), T TypeScript, and O where a rule is ours alone. Where we differ on purpose the rule says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .answers import ANSWERS, DEFAULTS
from .conversations import CLIENTS, CONVERSATIONS, MODES
from .forms import FORMS, KINDS
from .messages import READ, REFUSED, WRITTEN
from .talks import TALKS

__all__ = [
    "ANSWERS",
    "CLIENTS",
    "CONVERSATIONS",
    "DEFAULTS",
    "FORMS",
    "JAVA",
    "KINDS",
    "MODES",
    "READ",
    "REFUSED",
    "TABLES",
    "TALKS",
    "WRITTEN",
]

JAVA: Final[Mapping[int, tuple[str, int]]] = {
    1: ("the asynchronous exchange", 14),
    2: ("the blocking exchange", 6),
    3: ("the asynchronous client", 10),
    4: ("the blocking client", 5),
    5: ("defaults", 12),
    6: ("a client's responses", 3),
    7: ("a client's handshake", 2),
    8: ("errors", 1),
    9: ("messages", 15),
    10: ("choices", 20),
    11: ("primitive fields", 4),
    12: ("the capability", 7),
    13: ("client and server together", 12),
}
"""Java's test files, and how many of their tests are about elicitation: J10.4 is the fourth of the tenth."""

TABLES = (ANSWERS, DEFAULTS, FORMS, KINDS, READ, REFUSED, WRITTEN, CONVERSATIONS, CLIENTS, MODES, TALKS)
