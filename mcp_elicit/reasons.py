"""Why a version cannot carry a part of a message, in one sentence each, and what its author can do.

Sentences alone: render.py says where they hold. Every obstacle has a remedy; a loss needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

__all__ = ["REMEDIES", "Loss"]


class Loss(NamedTuple):
    """A part of a message that one version leaves out, writes another way, or needs beside it."""

    path: str
    what: Literal["dropped", "rewritten", "added"]
    reason: str


NO_ELICITATION: Final = "this version has no elicitation"
NO_URL_MODE: Final = "this version has no url mode"
NEEDS_ID: Final = "required in this version, and the request has none"
NO_KEYWORD: Final = "no version has this keyword, and without it other answers would be right"
NO_KIND: Final = "none of the field kinds that a form can hold"
NO_MULTI_SELECT: Final = (
    "this version has no multi-select, and a single choice would change the answer's type"
)
A_SECRET: Final = "a form must not ask for a secret"
NO_LISTS: Final = "an answer of this version cannot hold a list"
NO_COMPLETION: Final = "this version has no completion notification"
NO_URL_REQUIRED: Final = "this version has no -32042"
FORM_ALONE: Final = "this version knows form alone, and only url is declared"

NO_MODE: Final = "this version has no modes: every question is a form"
NO_IDS: Final = "this version has no ids"
NO_META: Final = "this version has no _meta here"
NO_TASK: Final = "this version has no tasks here"
NO_DIALECT: Final = "this version has no $schema here"
A_HINT: Final = "a hint that no version of a form has"
NO_DEFAULT: Final = "this version has defaults on booleans alone"
NO_PATTERN: Final = "this version has no pattern; the answer is held to it all the same"
NO_FORMAT: Final = "a format that no version of a form has"
NO_ONE_OF: Final = "this version has titled choices as enum and enumNames; the answer is the same"
A_TYPE: Final = "hosts refuse a choice without a type"
A_NULL: Final = "a null stands for a field left empty"

REMEDIES: Final[Mapping[str, str]] = {
    NO_ELICITATION: "give the exchange a broker, or do without the answer",
    NO_URL_MODE: "give the exchange a broker, or tell the person in the tool's result where to go",
    NEEDS_ID: "give an elicitationId that is unique on this server",
    NO_KEYWORD: "leave it out, and check the answer yourself",
    NO_KIND: "ask for it as text, a number, yes or no, or a choice of texts",
    NO_MULTI_SELECT: "ask one yes-or-no field for each choice, or give the exchange a broker",
    A_SECRET: "use URL mode",
    NO_LISTS: "ask without a multi-select",
    NO_COMPLETION: "leave it out: the client repeats its call by itself",
    NO_URL_REQUIRED: "ask with require_url, which uses what each version has",
    FORM_ALONE: "declare form, too",
}
"""What to do about each obstacle."""
