"""Names that ask for a secret, and names that only sound like it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_elicit.forms.secret_names import asks_for_secret, names_credential, schema_secrets, words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("api_key", ("api", "key")),
        ("apiKey", ("api", "key")),
        ("APIKey", ("api", "key")),
        ("ApiKey", ("api", "key")),
        ("API_KEY", ("api", "key")),
        ("access-token", ("access", "token")),
        ("db.password2", ("db", "password", "2")),
        ("Your PIN", ("your", "pin")),
        ("ＰＩＮ", ("pin",)),  # noqa: RUF001  # full width on purpose
        ("__proto__", ("proto",)),
        ("", ()),
        ("🙂", ()),
    ],
)
def test_a_name_falls_into_words_however_it_is_written(name: str, words: tuple[str, ...]) -> None:
    """Ours: whole words in snake, camel, kebab and Pascal case."""
    assert words == words_of(name)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("password", "password"),
        ("password", "user_password"),
        ("password", "userPassword"),
        ("password", "password2"),
        ("password", "confirm-password"),
        ("dbpassword", "dbpassword"),
        ("passphrase", "passphrase"),
        ("pass phrase", "pass_phrase"),
        ("pwd", "pwd"),
        ("passwd", "passwd"),
        ("api key", "api_key"),
        ("api key", "apiKey"),
        ("api key", "APIKey"),
        ("api key", "OPENAI_API_KEY"),
        ("apikey", "apikey"),
        ("token", "token"),
        ("token", "access-token"),
        ("token", "accessToken"),
        ("token", "refreshToken"),
        ("access tokens", "access_tokens"),
        ("secret", "client_secret"),
        ("secret", "clientSecret"),
        ("private key", "privateKey"),
        ("ssl key", "sslKey"),
        ("card number", "card_number"),
        ("card number", "cardNumber"),
        ("card number", "card-number"),
        ("cvv", "cvv"),
        ("cvv", "cvv2"),
        ("cvc", "CVC"),
        ("security code", "securityCode"),
        ("pin", "pin"),
        ("pin", "PIN"),
        ("pin", "pinCode"),
        ("otp", "otp"),
        ("2 fa", "2fa_code"),
        ("one time code", "oneTimeCode"),
        ("pin", "pin_color"),
        ("credentials", "aws_credentials"),
    ],
)
def test_a_name_that_asks_for_a_secret_is_told_by_its_words(word: str, name: str) -> None:
    """The spec forbids forms that ask for secrets; `pin_color` is a false alarm that the author clears."""
    assert word == asks_for_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "sort_key",
        "primary_key",
        "partitionKey",
        "keyboard",
        "key",
        "public_key",
        "access_key_id",
        "max_tokens",
        "maxTokens",
        "tokens",
        "max_token",
        "token_count",
        "token_limit",
        "tokenType",
        "page_token",
        "pinned",
        "spin",
        "opinion",
        "shipping",
        "pinterest",
        "secretary",
        "tokenizer",
        "password_policy",
        "passwordExpiryDays",
        "api_key_name",
        "secret_name",
        "email",
        "username",
        "first-name",
        "phone",
        "zipCode",
        "postal_code",
        "country_code",
        "iban",
        "ssn",
        "compass",
        "passenger",
        "session_id",
        "signature",
        "business_card",
        "cardinality",
    ],
)
def test_a_name_that_only_sounds_secret_passes(name: str) -> None:
    """Ours: whole words only; contact and profile data is left to the author by the spec."""
    assert asks_for_secret(name) is None


@pytest.mark.parametrize(
    "name", ["session_id", "JSESSIONID", "sid", "sig", "X-Amz-Signature", "access_token"]
)
def test_a_url_parameter_that_lets_a_bearer_in_is_a_credential(name: str) -> None:
    """The spec: no URL "which is pre-authenticated to access a protected resource"."""
    assert names_credential(name) is not None


@pytest.mark.parametrize(
    "name",
    "client_id state scope response_type response_mode code code_challenge code_challenge_method "
    "redirect_uri request_uri nonce prompt audience resource login_hint elicitationId user_code cart "
    "session".split(),
)
def test_the_ordinary_parameters_of_oauth_are_no_credentials(name: str) -> None:
    """Ours: an authorization link must build as it is."""
    assert names_credential(name) is None


def form(**fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields}


def texts(schema: dict[str, Any], *cleared: str) -> list[str]:
    return [str(fault) for fault in schema_secrets(schema, not_secret=cleared)]


P = "requestedSchema.properties"
CLEAR = "use URL mode, or clear a false alarm with not_secret=('{}',)"


@pytest.mark.parametrize(
    ("schema", "fault"),
    [
        (
            form(password={"type": "string"}),
            P
            + ".password: the name asks for a secret (password), which a form must not; "
            + CLEAR.format("password"),
        ),
        (
            form(**{"access-token": {"type": "string"}}),
            P
            + "['access-token']: the name asks for a secret (token), which a form must not; "
            + CLEAR.format("access-token"),
        ),
        (
            form(x={"type": "string", "title": "Your API key"}),
            P + ".x: the title asks for a secret (api key), which a form must not; " + CLEAR.format("x"),
        ),
        (
            form(x={"type": "string", "format": "private-key"}),
            P + ".x: format 'private-key' asks for a secret, which a form must not; use URL mode",
        ),
        (
            form(x={"type": "string", "writeOnly": True}),
            P + ".x: writeOnly marks a secret, which a form must not ask for; use URL mode",
        ),
        (
            form(pin_color={"type": "string", "enum": ["red"]}),
            P
            + ".pin_color: the name asks for a secret (pin), which a form must not; "
            + CLEAR.format("pin_color"),
        ),
    ],
)
def test_a_field_that_asks_for_a_secret_is_refused_with_what_to_do(
    schema: dict[str, Any], fault: str
) -> None:
    """The spec: "Servers MUST NOT use form mode elicitation to request sensitive information"."""
    assert [fault] == texts(schema)


@pytest.mark.parametrize(
    "schema",
    [
        form(rotate_password={"type": "boolean"}),
        form(x={"type": "string", "title": "How should we reset the password?"}),
        form(x={"type": "string", "title": 5, "format": ["password"]}),
        form(x="no object"),  # type: ignore[arg-type]  # met in the wild
        {"type": "object", "properties": {1: {"type": "string"}}},
        {"type": "object", "properties": ["password"]},
        {},
    ],
)
def test_what_asks_for_no_secret_has_no_fault(schema: dict[str, Any]) -> None:
    """Ours: a yes-or-no field carries no secret, a sentence is no name; broken schemas are not judged."""
    assert [] == texts(schema)


def test_a_false_alarm_is_cleared_by_name_and_for_that_field_alone() -> None:
    """Ours: never globally."""
    schema = form(pin_color={"type": "string"}, pin={"type": "string"})
    assert [] == texts(form(pin_color={"type": "string"}), "pin_color")
    assert [f.path for f in schema_secrets(schema, not_secret=("pin_color",))] == [P + ".pin"]
    assert [f.path for f in schema_secrets(schema, not_secret="pin_color")] == [P + ".pin"]


def test_a_stated_secret_cannot_be_cleared() -> None:
    """Ours: a format says it outright, so it is no false alarm."""
    assert 1 == len(texts(form(x={"type": "string", "format": "password"}), "x"))


def test_clearing_a_name_that_the_form_does_not_have_is_a_fault() -> None:
    """Ours: a typo must not pass for a cleared field."""
    stated = {"properties": {"pin": {"type": "string", "format": "password"}}}
    assert [
        P + ".pin: format 'password' asks for a secret, which a form must not;"
        " use URL mode; not_secret cannot clear it, only a name or a title"
    ] == texts(stated, "pin")
    assert ["not_secret: 'pin_colour' is no property of this form; name one of 'pin_color'"] == texts(
        form(pin_color={"type": "boolean"}), "pin_colour"
    )
    assert ["not_secret: 'x' is no property of this form; name one of its properties"] == texts({}, "x")


@given(st.text(), st.text())
def test_any_name_is_judged_and_a_secret_word_beside_it_is_found(name: str, title: str) -> None:
    """Ours: property names may be any string."""
    schema_secrets(form(**{name: {"type": "string", "title": title}}))
    assert asks_for_secret(f"{name} password") is not None


@pytest.mark.parametrize("name", ["pass", "Pass", "user_pass", "dbPass", "smtp-pass", "bearer", "authHeader"])
def test_a_short_name_is_a_secret_where_it_is_the_whole_name(name: str) -> None:
    """Ours: the spec forbids forms that ask for secrets."""
    assert asks_for_secret(name) is not None
    assert names_credential(name) is not None


@pytest.mark.parametrize(
    "name", ["boarding_pass", "pass_type", "bus_pass", "pass_fail", "bearer_name", "header"]
)
def test_a_short_name_inside_a_longer_one_is_no_secret(name: str) -> None:
    """Ours: a ski pass is asked for in a form."""
    assert asks_for_secret(name) is None
