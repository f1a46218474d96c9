"""What a person should know about a URL before opening it, and an author about a text that holds one.

Findings, not verdicts: each is a sentence for a screen. No network, and none shows a query's values.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from ..forms.values import member_path
from .parts import (
    ALWAYS_REFUSED_SCHEMES,
    UrlParts,
    address_of,
    has_bad_escape,
    is_loopback,
    is_odd_host,
    mail_places,
    named_credentials,
    parts_of,
    redact,
    visible,
)

__all__ = ["LONG_URL", "UrlFinding", "UrlFindingKind", "clickable_urls", "form_url_findings", "url_findings"]

LONG_URL: Final = 2048
"""Characters; longer ones do not fit a dialog, and some browsers and servers cut them."""

UrlFindingKind = Literal[
    "host",
    "unreadable",
    "scheme",
    "not-https",
    "punycode",
    "mixed-scripts",
    "lookalike",
    "user-info",
    "ip-address",
    "disguised-host",
    "odd-host",
    "bad-escape",
    "port",
    "control-characters",
    "bidirectional",
    "invisible",
    "white-space",
    "backslash",
    "long",
    "credential",
    "mail-address",
    "clickable",
]


@dataclass(frozen=True)
class UrlFinding:
    """One thing to know: `kind` for code, `sentence` for people."""

    kind: UrlFindingKind
    severity: Literal["note", "warning", "danger"]
    sentence: str
    path: str = "url"
    """Where in the message."""

    def __str__(self) -> str:
        return self.sentence


_SCRIPTS_TOGETHER: Final = (
    # The mixes that Unicode TS 39 calls highly restrictive: what Japanese, Chinese and Korean are written in.
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
_LATIN_TWINS: Final = {ord(twin): row[0] for row in (
    "a\u0430\u03b1\u0251", "c\u0441\u03f2", "d\u0501", "e\u0435", "g\u0261\u0581", "h\u04bb\u0570",
    "i\u0456\u03b9", "j\u0458\u03f3", "k\u043a", "l\u04cf", "n\u0578\u057c", "o\u043e\u03bf\u0585",
    "p\u0440\u03c1", "q\u051b", "r\u0433", "s\u0455", "t\u0442", "u\u03c5\u057d", "v\u03bd\u0475",
    "w\u051d\u0461\u03c9", "x\u0445\u03c7", "y\u0443\u03b3", "z\u1d22",
) for twin in row[1:]}  # fmt: skip
"""Cyrillic, Greek, Armenian and IPA letters that most screens draw like a Latin one."""


def url_findings(url: str) -> tuple[UrlFinding, ...]:
    """Everything worth knowing about *url*, the host first."""
    return tuple(_findings(url))


def _findings(url: str) -> Iterator[UrlFinding]:
    parts = parts_of(url)
    if parts is None:
        yield UrlFinding("unreadable", "danger", "This is not an address that a browser would open.")
    else:
        yield from _about_host(parts)
        yield from _about_way(parts)
        yield from _about_contents(parts)
    yield from _about_characters(url)
    if len(url) > LONG_URL:
        yield UrlFinding("long", "warning", f"The address is very long: {len(url)} characters.")


def _about_host(parts: UrlParts) -> Iterator[UrlFinding]:
    if not parts.host:
        return
    yield UrlFinding("host", "note", f"This opens {parts.host}.")
    address = address_of(parts.host)
    if address is not None:
        severity: Literal["note", "warning"] = "note" if is_loopback(parts.host) else "warning"
        yield UrlFinding("ip-address", severity, f"The host is the IP address {address}, not a name.")
    if _disguised(parts):
        yield UrlFinding(
            "disguised-host",
            "danger",
            f"The host is written as {visible(parts.written_host)} but is {parts.host}.",
        )
    if is_odd_host(parts):
        yield UrlFinding("odd-host", "warning", f"The host {visible(parts.host)} is no name that can exist.")
    if parts.unicode_host != parts.host:
        yield UrlFinding(
            "punycode",
            "warning",
            f"The host {parts.host} shows as {visible(parts.unicode_host)}; such letters can imitate others.",
        )
        yield from _about_scripts(parts)


def _disguised(parts: UrlParts) -> bool:
    written = unicodedata.normalize("NFC", parts.written_host.lower())
    return written not in (parts.host, parts.unicode_host) and not parts.host.startswith("[")


def _about_scripts(parts: UrlParts) -> Iterator[UrlFinding]:
    for label in parts.unicode_host.split("."):
        scripts = {script for script in map(_script, label) if script}
        if len(scripts) > 1 and not any(scripts <= together for together in _SCRIPTS_TOGETHER):
            names = " and ".join(sorted(script.capitalize() for script in scripts))
            yield UrlFinding("mixed-scripts", "danger", f"{visible(label)} mixes {names} letters.")
    twin = parts.unicode_host.translate(_LATIN_TWINS)
    if twin != parts.unicode_host and twin.isascii():
        yield UrlFinding("lookalike", "danger", f"The host looks like {twin} but is {parts.host}.")


def _script(letter: str) -> str | None:
    if not unicodedata.category(letter).startswith("L"):
        return None
    first = unicodedata.name(letter, "UNNAMED").split()[0]
    return None if first in ("KATAKANA-HIRAGANA", "MODIFIER", "IDEOGRAPHIC") else first


def _about_way(parts: UrlParts) -> Iterator[UrlFinding]:
    if parts.scheme == "http":
        if is_loopback(parts.host):
            yield UrlFinding("not-https", "note", "The page is on this machine and is not encrypted.")
        else:
            yield UrlFinding(
                "not-https", "warning", "The connection is not encrypted: others can read and change it."
            )
    elif parts.scheme in ALWAYS_REFUSED_SCHEMES:
        yield UrlFinding(
            "scheme", "danger", f"{parts.scheme}: addresses can run code or read files; do not open this."
        )
    elif parts.scheme != "https":
        yield UrlFinding("scheme", "warning", f"This opens another program, by the scheme {parts.scheme}.")
    if parts.userinfo is not None:
        yield UrlFinding(
            "user-info", "danger", f"What stands before the @ is not the host; the host is {parts.host}."
        )
    if parts.port not in (None, 80, 443) or (parts.scheme, parts.port) in (("http", 443), ("https", 80)):
        severity: Literal["note", "warning"] = "note" if is_loopback(parts.host) else "warning"
        yield UrlFinding("port", severity, f"The port {parts.port} is unusual for {parts.scheme}.")


def _about_contents(parts: UrlParts) -> Iterator[UrlFinding]:
    for name in dict.fromkeys(name for name, _ in named_credentials(parts)):
        yield UrlFinding(
            "credential", "warning", f"The address carries what looks like a credential: {visible(name)}."
        )
    for place in dict.fromkeys(mail_places(parts)):
        yield UrlFinding("mail-address", "warning", f"The address carries a mail address: {visible(place)}.")


def _about_characters(url: str) -> Iterator[UrlFinding]:
    categories = {unicodedata.category(ch) for ch in url if not ch.isspace()}
    if any(ch.isspace() for ch in url):
        yield UrlFinding("white-space", "danger", "The address holds white space.")
    if not categories.isdisjoint({"Cc", "Cs"}):
        yield UrlFinding("control-characters", "danger", "The address holds control characters.")
    if not _TURNING.isdisjoint(url):
        yield UrlFinding("bidirectional", "danger", "The address holds characters that turn the text around.")
    elif "Cf" in categories:
        yield UrlFinding("invisible", "danger", "The address holds characters that a screen does not show.")
    if has_bad_escape(url):
        yield UrlFinding("bad-escape", "warning", "The address holds a percent sign that escapes nothing.")
    if "\\" in url:
        yield UrlFinding(
            "backslash", "danger", "The address holds a backslash, which browsers read as a slash."
        )


_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_CLICKABLE: Final = re.compile(r"(?:\b[a-z][a-z0-9+.-]{1,30}://|\bwww\.|\bmailto:)[^\s<>\"']+", re.IGNORECASE)


def clickable_urls(text: str) -> tuple[UrlFinding, ...]:
    """Find the URLs in *text* that a screen may turn into links, which a form should not hold."""
    # Servers "SHOULD NOT include URLs intended to be clickable in any field of a form mode elicitation
    # request." 2025-11-25, client/elicitation#safe-url-handling
    found = (match.group().rstrip(".,;:!?)]}") for match in _CLICKABLE.finditer(text))
    return tuple(
        UrlFinding(
            "clickable", "warning", f"A form should hold no clickable address, but a text holds {shown}."
        )
        for shown in dict.fromkeys(
            redact(f"https://{url}" if url.lower().startswith("www.") else url) for url in found
        )
    )


def form_url_findings(message: str, requested_schema: Mapping[str, Any]) -> tuple[UrlFinding, ...]:
    """Clickable URLs in the texts of a form, each with its path."""
    texts = [("message", message)]
    properties = requested_schema.get("properties")
    for name, field in properties.items() if isinstance(properties, Mapping) else ():
        texts.extend((member_path("requestedSchema.properties", name), text) for text in _texts(field))
    return tuple(replace(found, path=path) for path, text in texts for found in clickable_urls(text))


_SHOWN: Final = ("title", "description", "enum", "enumNames", "oneOf", "anyOf", "items")


def _texts(field: object) -> Iterator[str]:
    if not isinstance(field, Mapping):
        return
    for value in map(field.get, _SHOWN):
        for part in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(part, str):
                yield part
            else:
                yield from _texts(part)
