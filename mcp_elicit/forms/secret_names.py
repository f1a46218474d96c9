"""Which names ask for a secret.

Forms are no place for "secrets and credentials that grant access or authorize transactions"
(2026-07-28, client/elicitation#user-interaction-model); contact and profile data, bank accounts and identity
numbers included, is left to the author there and does not match here.
Matching is by whole English words, so `sort_key`, `max_tokens` and `keyboard` pass, and so does every name in
another language: a net for slips, no proof. A false alarm an author clears by the field's name, one by one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from ..errors import Fault
from .values import member_path

__all__ = ["SECRET_FORMATS", "asks_for_secret", "names_credential", "schema_secrets", "words_of"]

_WORD: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in re.split(r"[,\n]", text) if phrase.strip())


_SECRETS: Final = _phrases("""
    password, passwords, passwd, pwd, passphrase, passphrases, passcode, passcodes, passkey, passkeys
    pass word, pass phrase, pass code, pass key, secret, secrets, credential, credentials, token, jwt
    access tokens, api tokens, auth tokens, bearer tokens, refresh tokens, session tokens
    pin, otp, totp, one time code, 2 fa, mfa code, sms code, auth code, authentication code
    authorization code, verification code, confirmation code, login code, recovery code, recovery codes
    backup code, backup codes, api key, api keys, access key, access keys, secret key, private key
    auth key, master key, signing key, encryption key, decryption key, account key, ssh key
    ssl key, tls key, mnemonic, seed phrase, recovery phrase
    card number, card no, credit card, debit card, cc number, cvv, cvc, security code, card code
    apikey, apikeys, apitoken, accesskey, accesstoken, authtoken, bearertoken, refreshtoken, secretkey
    privatekey, clientsecret, cardnumber, creditcard
""")

_URL_SECRETS: Final = _SECRETS | _phrases("""
    sid, sessionid, jsessionid, phpsessid, session id, session key, session cookie, sig, signature
    authorization, bearer
""")
"""In a URL these let a bearer in, too; a form may ask for the session of a conference."""

_WHOLE_NAMES: Final = _phrases("""
    pass, bearer, user pass, db pass, database pass, login pass, admin pass, root pass, smtp pass, ftp pass
    proxy pass, auth header, authorization header
""")
"""Secrets where they are all of a name; a longer one (`boarding_pass`, `bearer_name`) is another thing."""

_LONGEST: Final = max(map(len, _URL_SECRETS))

_ABOUT: Final = _phrases("""
    budget, count, counts, expiration, expiry, length, lifetime, limit, limits, manager, method, name, names
    policy, price, provider, rotation, size, strategy, strength, symbol, ttl, type, types, usage
""")
"""Words that, after the secret's own, say that the name is about the secret and does not ask for it."""

_COUNTED: Final = _phrases("max, min, total, page, next, continuation")
"""`max_token` counts words of a language model, `page_token` marks a place in a list."""

_TITLE_WORDS: Final = 4
"""A title of up to this many words is read as a name ("Your API key"), a longer one as a sentence."""

SECRET_FORMATS: Final = frozenset({"password", "private-key"})
"""Values of `format`, met in the wild, that mark a secret."""


def words_of(name: str) -> tuple[str, ...]:
    """Split snake, kebab, camel and Pascal case, acronyms and plain text into lower-case words.

    >>> words_of("APIKey"), words_of("user-password2")
    (('api', 'key'), ('user', 'password', '2'))
    """
    return tuple(word.lower() for word in _WORD.findall(unicodedata.normalize("NFKC", name)))


def asks_for_secret(name: str) -> str | None:
    """Tell whether a field of this name asks for a secret: the words that say so, or None.

    >>> asks_for_secret("userPassword"), asks_for_secret("card-number"), asks_for_secret("max_tokens")
    ('password', 'card number', None)
    """
    words = words_of(name)
    return " ".join(words) if words in _WHOLE_NAMES else next(_secrets_in(words, _SECRETS), None)


def names_credential(name: str) -> str | None:
    """Tell whether a URL parameter of this name carries a credential: the words that say so, or None."""
    words = words_of(name)
    return " ".join(words) if words in _WHOLE_NAMES else next(_secrets_in(words, _URL_SECRETS), None)


def _secrets_in(words: tuple[str, ...], secrets: frozenset[tuple[str, ...]]) -> Iterator[str]:
    for start, word in enumerate(words):
        for end in range(min(start + _LONGEST, len(words)), start, -1):
            found = words[start:end]
            if found in secrets or (len(found) == 1 and word.endswith(("password", "passwd", "passphrase"))):
                if not _only_mentioned(words[:start], found, words[end:]):
                    yield " ".join(found)
                break


def _only_mentioned(before: tuple[str, ...], found: tuple[str, ...], after: tuple[str, ...]) -> bool:
    if any((word,) in _ABOUT for word in after):
        return True
    if found[-1] == "key" and after == ("id",):  # access_key_id is the half that is not secret
        return True
    return found == ("token",) and before[-1:] in _COUNTED


def schema_secrets(schema: Mapping[str, Any], *, not_secret: Collection[str] = ()) -> list[Fault]:
    """Find the fields of a form that ask for a secret, one fault each.

    *not_secret* clears a false alarm by the property's name. It clears names and titles alone: where
    `format` or `writeOnly` says that the value is secret, nothing is left to be mistaken about.
    A yes-or-no field never asks for a secret.
    """
    cleared = {not_secret} if isinstance(not_secret, str) else set(not_secret)
    properties = schema.get("properties")
    fields = properties if isinstance(properties, Mapping) else {}
    faults = [
        Fault("not_secret", f"{name!r} is no property of this form", f"name one of {_listed(fields)}")
        for name in sorted(cleared.difference(fields), key=str)
    ]
    for name, field in fields.items():
        if isinstance(name, str) and isinstance(field, Mapping):
            faults.extend(_field_secrets(name, field, name in cleared))
    return faults


def _field_secrets(name: str, field: Mapping[str, Any], cleared: bool) -> Iterator[Fault]:
    path = member_path("requestedSchema.properties", name)
    remedy = "use URL mode"
    if cleared:
        remedy += "; not_secret cannot clear it, only a name or a title"
    stated = field.get("format")
    if isinstance(stated, str) and stated in SECRET_FORMATS:
        yield Fault(path, f"format {stated!r} asks for a secret, which a form must not", remedy)
        return
    if field.get("writeOnly") is True:
        yield Fault(path, "writeOnly marks a secret, which a form must not ask for", remedy)
        return
    if cleared or field.get("type") == "boolean":
        return
    title = field.get("title")
    short = isinstance(title, str) and len(title.split()) <= _TITLE_WORDS
    found = asks_for_secret(name)
    told_by = "name"
    if found is None and isinstance(title, str) and short:
        found, told_by = asks_for_secret(title), "title"
    if found is not None:
        yield Fault(
            path,
            f"the {told_by} asks for a secret ({found}), which a form must not",
            f"use URL mode, or clear a false alarm with not_secret=({name!r},)",
        )


def _listed(names: Collection[object]) -> str:
    return ", ".join(repr(name) for name in names) or "its properties"
