"""Which URLs a person may be sent to, and which can be read from a peer.

Every fault says what to do, and none shows a query's value or user info. What a person should
know about a URL that passes stands in findings.py.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from ipaddress import IPv4Address
from typing import Final

from ..errors import Fault
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
)

__all__ = ["readable_url_faults", "url_faults"]


def readable_url_faults(url: object) -> list[Fault]:
    """What makes *url*, as a peer sent it, no valid absolute URL. The scheme is not judged here."""
    # "The `url` parameter MUST contain a valid URL."
    # 2025-11-25, client/elicitation#url-mode-elicitation-requests
    if not isinstance(url, str):
        return [Fault("url", "a URL must be a string")]
    if not url.strip():
        return [Fault("url", "the URL is blank", "give the absolute URL of the page")]
    faults = list(_bad_characters(url))
    if not faults and parts_of(url) is None:
        faults.append(
            Fault(
                "url",
                "not an absolute URL with a host",
                "write it in full, as in https://auth.example/connect",
            )
        )
    return faults


def _bad_characters(url: str) -> Iterator[Fault]:
    if any(ch.isspace() for ch in url):
        yield Fault("url", "the URL holds white space", "percent-encode it as %20")
    if any(unicodedata.category(ch) in ("Cc", "Cs") and not ch.isspace() for ch in url):
        yield Fault("url", "the URL holds control characters", "take them out")
    if "\\" in url:
        yield Fault("url", "the URL holds a backslash, which browsers read as a slash", "write / or %5C")


def url_faults(
    url: object, *, schemes: Collection[str] = ("https",), cleared: Collection[str] = ()
) -> list[Fault]:
    """Everything that forbids sending a person to *url*.

    https is always allowed, http for loopback hosts; *schemes* names others, http included. *cleared* names
    the parameters, or "userinfo", "path", "query", in which a false alarm was found.
    """
    faults = readable_url_faults(url)
    if not isinstance(url, str) or faults:
        return faults
    if any(unicodedata.category(ch) == "Cf" for ch in url):
        faults.append(Fault("url", "the URL holds invisible or bidirectional characters", "take them out"))
    if has_bad_escape(url):
        faults.append(Fault("url", "a percent sign that escapes nothing", "write it as %25"))
    parts = parts_of(url)
    if parts is not None:
        if is_odd_host(parts):
            faults.append(
                Fault("url", "the host is no name that can exist", "write one host, as in auth.example")
            )
        faults.extend(_scheme_faults(parts, {schemes} if isinstance(schemes, str) else set(schemes)))
        faults.extend(_forbidden_parts(parts, {cleared} if isinstance(cleared, str) else set(cleared)))
    return faults


def _scheme_faults(parts: UrlParts, schemes: Collection[str]) -> Iterator[Fault]:
    # Servers "SHOULD use HTTPS URLs for non-development environments."
    # 2025-11-25, client/elicitation#safe-url-handling; ours: plain http for loopback hosts only.
    scheme = parts.scheme
    if scheme in ALWAYS_REFUSED_SCHEMES:
        yield Fault("url", f"{scheme}: URLs are never sent to a person", "use https")
    elif scheme != "https" and scheme not in {name.lower().rstrip(":") for name in schemes}:
        if scheme != "http":
            yield Fault(
                "url", f"the scheme {scheme} is not allowed", f"use https, or name it: schemes=({scheme!r},)"
            )
        elif not is_loopback(parts.host):
            yield Fault("url", "plain http is for loopback hosts only", "use https")
    address = address_of(parts.host)
    if address is not None and parts.host != parts.written_host and isinstance(address, IPv4Address):
        yield Fault("url", "the host is an IP address in disguise", f"write it as {address}")


_KEEP: Final = "keep it on the server and let the page find it"


def _clear(name: str) -> str:
    return f"clear a false alarm with not_secret=({name!r},)"


def _forbidden_parts(parts: UrlParts, cleared: Collection[str]) -> Iterator[Fault]:
    # "MUST NOT include sensitive information about the end-user, including credentials, personal
    # identifiable information, etc., in the URL", nor "provide a URL which is pre-authenticated".
    # 2025-11-25, client/elicitation#safe-url-handling
    if parts.userinfo is not None and "userinfo" not in cleared:
        yield Fault(
            "url",
            "user info stands before the host",
            f"leave it out and let the page sign the person in, or {_clear('userinfo')}",
        )
    for name, found in named_credentials(parts):
        if name not in cleared:
            yield Fault(
                "url",
                f"the parameter {name!r} carries a credential ({found})",
                f"{_KEEP}, or {_clear(name)}",
            )
    for place in dict.fromkeys(mail_places(parts)):
        if place not in cleared:
            where = place if place in ("path", "query") else f"parameter {place!r}"
            yield Fault(
                "url",
                f"the {where} carries a mail address",
                f"{_KEEP}, or {_clear(place)}",
            )
