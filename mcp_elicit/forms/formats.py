"""What a text may be: the four formats and the patterns of the string kind.

Nothing here looks at a schema. Each test is linear in the length of the text, whoever wrote the
pattern: all run on the Rust engine that pydantic-core brings, which knows no backtracking. (On an
address it is also eight times faster than `re`.) Nothing is compiled before its first use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Final

from pydantic_core import SchemaError, SchemaValidator, core_schema

__all__ = [
    "EMAIL_PATTERN",
    "EMAIL_SURE_LENGTH",
    "FORMATS",
    "MAX_PATTERN_LENGTH",
    "TextTest",
    "compile_pattern",
]

TextTest = Callable[[str], bool]

EMAIL_PATTERN: Final = (
    # RFC 5321, 4.1.2: Mailbox = Local-part "@" ( Domain / address-literal ), in ASCII.
    r"^(?:ATOM(?:\.ATOM)*|QUOTED)@(?:LABEL(?:\.LABEL)*|\[(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|IPv6:[0-9A-Fa-f:.]+)\])$".replace(
        "ATOM", r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
    )
    .replace("QUOTED", r'"(?:[ !#-\[\]-~]|\\[ -~])*"')
    .replace("LABEL", r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
)
_URI: Final = (
    # RFC 3986, appendix A, rule URI.
    r"^[A-Za-z][A-Za-z0-9+.-]*:"
    r"(?://(?:(?:NAME|:)*@)?(?:\[[0-9A-Fa-f:.]+\]|\[[Vv][0-9A-Fa-f]+\.(?:NAME|:)+\]|NAME*)(?::[0-9]*)?(?:/PCHAR*)*"
    r"|/(?:PCHAR+(?:/PCHAR*)*)?|PCHAR+(?:/PCHAR*)*|)"
    r"(?:\?(?:PCHAR|[/?])*)?(?:#(?:PCHAR|[/?])*)?$".replace("PCHAR", "(?:NAME|[:@])").replace(
        "NAME", r"(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})"
    )
)
_WITH_HOST: Final = r"^[A-Za-z]+://(?:[^/?#@]*@)?[^/?#:@][^/?#@]*(?:[/?#]|$)"
_DATE_TIME: Final = (
    # RFC 3339, 5.6: date-time has an offset; "T" and "Z" may be lower case.
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?"
    r"(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$"
)
_compiled: Final[dict[str, TextTest]] = {}


def _matches(pattern: str, text: str) -> bool:
    test = _compiled.get(pattern)
    if test is None:
        test = _compiled[pattern] = _compile(pattern)
    return test(text)


def _compile(pattern: str) -> TextTest:
    schema = core_schema.str_schema(pattern=pattern, regex_engine="rust-regex", strict=True)
    return SchemaValidator(schema).isinstance_python


EMAIL_SURE_LENGTH: Final = 66
"""Up to here, in characters, the pattern alone tells: what stands before the "@" cannot be too long."""


def _is_email(text: str) -> bool:
    # RFC 5321, 4.5.3.1: 64 octets before the "@", 254 in all.
    return len(text) <= 254 and text.rfind("@") <= 64 and _matches(EMAIL_PATTERN, text)


def _is_uri(text: str) -> bool:
    if not _matches(_URI, text):
        return False
    # Stricter than RFC 3986, on purpose: nobody can open http or https without a host.
    return text.partition(":")[0].lower() not in ("http", "https") or _matches(_WITH_HOST, text)


def _is_date(text: str) -> bool:
    """RFC 3339 full-date, from year 1 on, as in Python's calendar."""
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        return False  # Python 3.11 and later read more than RFC 3339: 20240102, 2024-W01-1
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_date_time(text: str) -> bool:
    if not _matches(_DATE_TIME, text) or not _is_date(text[:10]):
        return False
    if text[17:19] != "60":
        return True
    # RFC 3339, 5.7: a leap second is the last second of a day in UTC.
    minute = int(text[11:13]) * 60 + int(text[14:16])
    if text[-1] not in "Zz":
        offset = int(text[-5:-3]) * 60 + int(text[-2:])
        minute -= offset if text[-6] == "+" else -offset
    return minute % 1440 == 1439


FORMATS: Final[Mapping[str, TextTest]] = {
    "email": _is_email,
    "uri": _is_uri,
    "date": _is_date,
    "date-time": _is_date_time,
}
"""The formats of the subset; 2025-11-25, client/elicitation#requested-schema."""

MAX_PATTERN_LENGTH: Final = 1000
"""Longest pattern enforced, in characters: compiling takes time too, and a peer may have written it."""

_PATTERN_TOKEN: Final = re.compile(r"\\.|\[\^?|\]|&&|--|~~", re.DOTALL)
_ASCII_CLASS: Final = {r"\d": "[0-9]", r"\D": "[^0-9]", r"\w": "[0-9A-Za-z_]", r"\W": "[^0-9A-Za-z_]"}


def compile_pattern(pattern: str) -> TextTest | None:
    """Compile a JSON Schema pattern; None when no linear-time engine can run it.

    It is searched for anywhere in the text, as JSON Schema says. Look-around and back-references
    have no linear-time form; what is left of ECMA-262 is read as ECMA-262 does.
    """
    if len(pattern) > MAX_PATTERN_LENGTH:
        return None
    try:
        return _compile(_for_rust(pattern))
    except SchemaError:
        return None


def _for_rust(pattern: str) -> str:
    """Spell an ECMA-262 pattern for Rust's `regex`, which has ASCII classes and set operators of its own."""
    inside = False

    def spell(token: re.Match[str]) -> str:
        nonlocal inside
        text = token[0]
        if text[0] == "\\":
            return _ASCII_CLASS.get(text, text)
        if text[0] == "[":
            if inside:
                return "\\" + text.replace("^", r"\^")
            inside = True
        elif text == "]":
            inside = False
        elif inside:
            return f"\\{text[0]}\\{text[1]}"
        return text

    return _PATTERN_TOKEN.sub(spell, pattern)
