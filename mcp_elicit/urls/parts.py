"""A URL taken apart, as it is written and as a browser takes it, and shown without its secrets.

No network, ever. Where a URL leads is asked of pydantic's parser, which reads as browsers do. It also
mends what browsers mend (white space, backslashes), so callers look at the raw text as well.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from typing import Final, NamedTuple
from urllib.parse import unquote, unquote_plus

from pydantic import ValidationError
from pydantic_core import Url

from ..forms.secret_names import names_credential

__all__ = [
    "ALWAYS_REFUSED_SCHEMES",
    "UrlParts",
    "address_of",
    "has_bad_escape",
    "host_of",
    "is_loopback",
    "is_odd_host",
    "mail_places",
    "named_credentials",
    "parts_of",
    "redact",
    "scheme_of",
    "visible",
]

ALWAYS_REFUSED_SCHEMES: Final = frozenset({"javascript", "vbscript", "data", "blob", "file"})
"""They run code or read the person's own files; no author can name them."""

_SHOWN_PATH: Final = 80
"""Characters of a path that `redact` shows; a log line needs no more to tell two pages apart."""

_SHAPE: Final = re.compile(
    # RFC 3986, appendix B, with the authority taken apart.
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):"
    r"(?P<slashes>//(?:(?P<userinfo>[^/?#]*)@)?(?P<authority>[^/?#@]*))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_NEEDS_HOST: Final = frozenset({"http", "https", "ws", "wss", "ftp"})
_LOOPBACK: Final = IPv4Network("127.0.0.0/8")
_MAIL: Final = re.compile(r"[^\s@/?&=:;,<>\"'()]@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}", re.IGNORECASE)
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class UrlParts(NamedTuple):
    """A URL as it is written (`written_host`, `userinfo`, ...) and where a browser goes (`host`, `port`)."""

    scheme: str
    userinfo: str | None
    written_host: str
    host: str
    """As the browser asks for it: lower case, punycode, numbers as an address; empty where there is none."""
    unicode_host: str
    """`host` as a person reads it."""
    port: int | None
    path: str
    query: str
    fragment: str


def parts_of(url: str) -> UrlParts | None:
    """Take *url* apart, or None where a browser would not open it as an absolute URL."""
    shape = _SHAPE.fullmatch(url)
    if shape is None:
        return None
    try:
        opened = Url(url)
    except ValidationError:
        return None
    if opened.scheme in _NEEDS_HOST and not shape["authority"]:
        return None
    return UrlParts(
        scheme=opened.scheme,
        userinfo=shape["userinfo"],
        written_host=re.sub(r":[0-9]*\Z", "", shape["authority"] or ""),
        host=opened.host or "",
        unicode_host=opened.unicode_host() or "",
        port=opened.port,
        path=shape["path"],
        query=shape["query"] or "",
        fragment=shape["fragment"] or "",
    )


def scheme_of(url: str) -> str:
    """The scheme in lower case; empty where *url* has none."""
    shape = _SHAPE.fullmatch(url)
    return shape["scheme"].lower() if shape else ""


def host_of(url: str) -> str:
    """The host that a browser would ask, in punycode where it has to be; empty where there is none."""
    parts = parts_of(url)
    return parts.host if parts else ""


def is_loopback(host: str) -> bool:
    """Tell whether *host*, as `UrlParts.host` has it, is the person's own machine."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = address_of(host)
    return address == IPv6Address(1) or (isinstance(address, IPv4Address) and address in _LOOPBACK)


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """Read *host*, as `UrlParts.host` has it, as an IP address; None where it is a name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def is_odd_host(parts: UrlParts) -> bool:
    """Tell whether the host is neither an IP address nor a name that the Domain Name System can hold."""
    # RFC 1035, 2.3.4, with the underscore that is met in names: letters, digits and inner hyphens, 63 octets
    # a label, 253 in all. One dot at the end is the root.
    if parts.scheme not in _NEEDS_HOST or address_of(parts.host) is not None:
        return False
    name = parts.host.removesuffix(".")
    return len(name) > 253 or not all(map(_LABEL.fullmatch, name.split(".")))


_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def has_bad_escape(url: str) -> bool:
    """Tell whether a percent sign stands before anything but two hexadecimal digits."""
    # RFC 3986, 2.1
    return _BAD_ESCAPE.search(url) is not None


_BAD_ESCAPE: Final = re.compile("%(?![0-9A-Fa-f]{2})")


def visible(text: str) -> str:
    """Write characters that a screen hides, or that turn the text around, as escapes."""
    return "".join(
        ch if unicodedata.category(ch) not in _INVISIBLE else ch.encode("unicode_escape").decode()
        for ch in text
    )


def redact(url: object) -> str:
    """Show *url* without its query, fragment and user info: what a repr or a log may hold."""
    shape = _SHAPE.fullmatch(url) if isinstance(url, str) else None
    if shape is None:
        return "…"
    if shape["slashes"] is None:
        return f"{shape['scheme'].lower()}:…"
    userinfo = "…@" if shape["userinfo"] is not None else ""
    path = shape["path"] if len(shape["path"]) <= _SHOWN_PATH else shape["path"][:_SHOWN_PATH] + "…"
    query = "?…" if shape["query"] is not None else ""
    fragment = "#…" if shape["fragment"] is not None else ""
    return visible(f"{shape['scheme'].lower()}://{userinfo}{shape['authority']}{path}{query}{fragment}")


def named_credentials(parts: UrlParts) -> Iterator[tuple[str, str]]:
    """Parameters of the query and the fragment whose name is that of a credential: (name, what it names)."""
    for name, value in _parameters(parts):
        found = names_credential(name) if value else None
        if found is not None:
            yield name, found


def mail_places(parts: UrlParts) -> Iterator[str]:
    """Where a mail address stands: a parameter's name, "path", or "query" where no parameter has a name."""
    if _MAIL.search(unquote(parts.path)) and parts.scheme != "mailto":
        yield "path"
    for name, value in _parameters(parts):
        if _MAIL.search(name) or _MAIL.search(value):
            yield name if value and not _MAIL.search(name) else "query"


def _parameters(parts: UrlParts) -> Iterator[tuple[str, str]]:
    """Names and values; a piece without ``=`` is all value, under the name "query"."""
    for text in (parts.query, parts.fragment):
        for piece in re.split("[?&;]", text):
            name, equals, value = piece.partition("=")
            if equals:
                yield unquote_plus(name), unquote_plus(value)
            elif piece:
                yield "query", unquote_plus(piece)
