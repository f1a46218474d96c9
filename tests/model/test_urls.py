"""Which URLs build, which can be read, what a person is told, and what is never shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_elicit.urls.findings import UrlFinding, clickable_urls, url_findings
from mcp_elicit.urls.parts import host_of, redact, scheme_of
from mcp_elicit.urls.rules import readable_url_faults, url_faults

RLO = "\u202e"
SOFT_HYPHEN = "\u00ad"
CYRILLIC_APPLE = "\u0430\u0440\u0440\u04cf\u0435"
CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    "url",
    [
        "https://mcp.example.com/ui/set_api_key",
        "https://mcp.example.com/connect?elicitationId=550e8400-e29b-41d4-a716-446655440000",
        "https://github.com/login/oauth/authorize?client_id=abc123&state=xyz789&scope=repo",
        "https://as.example/authorize?response_type=code&client_id=a&code_challenge=b&code_challenge_method=S256"
        "&redirect_uri=https%3A%2F%2Fmcp.example%2Fcallback&nonce=n&scope=openid%20email",
        "https://bedrock.example/authorize?request_uri=abc",
        "https://example.com/auth/callback?session=abc123",
        "https://example.com/authorize?demo=true&token=",
        "https://example.com/@joe",
        "https://example.com/docs#password",
        "https://example.com:8443/",
        "https://xn--80ak6aa92e.com/authorize",
        "https://my_app.a.example./x%20y%C3%A9?z=%2f",
        "https://" + "a" * 63 + ".example/",
        "https://b\u00fccher.example/",
        "https://[2001:db8::1]/",
        "https://192.0.2.1/",
        "HTTPS://EXAMPLE.com",
        "http://localhost:3000/x",
        "http://app.localhost/x",
        "http://localhost./x",
        "http://127.0.0.1:34000/authorize",
        "http://127.8.9.1/",
        "http://[::1]:34000/authorize",
    ],
)
def test_a_url_that_a_person_may_be_sent_to_builds(url: str) -> None:
    """The spec: https outside development; ours: http for loopback hosts."""
    assert [] == url_faults(url)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (None, "a URL must be a string"),
        (b"https://a.example", "a URL must be a string"),
        ("", "the URL is blank"),
        (" \t", "the URL is blank"),
        ("/approve/conv_1/e1", "not an absolute URL with a host"),
        ("//auth.example", "not an absolute URL with a host"),
        ("relative/callback", "not an absolute URL with a host"),
        ("auth.example", "not an absolute URL with a host"),
        ("https:", "not an absolute URL with a host"),
        ("https://", "not an absolute URL with a host"),
        ("https:///path", "not an absolute URL with a host"),
        ("https:auth.example", "not an absolute URL with a host"),
        ("https://user@", "not an absolute URL with a host"),
        ("https://?q", "not an absolute URL with a host"),
        ("https://:443/", "not an absolute URL with a host"),
        ("https://a.example:99999/", "not an absolute URL with a host"),
        ("https://a.example:port/", "not an absolute URL with a host"),
        ("https://[::1/", "not an absolute URL with a host"),
        ("https://[fe80::1%25eth0]/", "not an absolute URL with a host"),
        ("https://a<b>.example/", "not an absolute URL with a host"),
        ("https://256.256.256.256/", "not an absolute URL with a host"),
        ("https://auth.example/ with-space", "the URL holds white space"),
        (" https://auth.example/", "the URL holds white space"),
        ("https://auth.example/\n", "the URL holds white space"),
        ("java\nscript:alert(1)", "the URL holds white space"),
        ("https://auth.example/\u3000", "the URL holds white space"),
        ("https://auth.example/\u2028", "the URL holds white space"),
        ("https://auth.example/\x00", "the URL holds control characters"),
        ("https://auth.example/\x7f", "the URL holds control characters"),
        ("https://auth.example/\ud800", "the URL holds control characters"),
        ("https:\\\\auth.example", "the URL holds a backslash, which browsers read as a slash"),
        ("https://good.example\\@evil.example/", "the URL holds a backslash, which browsers read as a slash"),
    ],
)
def test_what_is_no_absolute_url_can_neither_be_built_nor_read(url: object, reason: str) -> None:
    """The spec: "The `url` parameter MUST contain a valid URL"."""
    assert [reason] == [fault.reason for fault in readable_url_faults(url)]
    assert [reason] == [fault.reason for fault in url_faults(url)]


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://auth.example", "url: plain http is for loopback hosts only; use https"),
        ("http://127.0.0.1.evil.example/", "url: plain http is for loopback hosts only; use https"),
        ("http://notlocalhost/", "url: plain http is for loopback hosts only; use https"),
        ("http://localhost.evil.example/", "url: plain http is for loopback hosts only; use https"),
        ("http://[::ffff:127.0.0.1]/", "url: plain http is for loopback hosts only; use https"),
        ("http://10.0.0.1/", "url: plain http is for loopback hosts only; use https"),
        ("https://.", "url: the host is no name that can exist; write one host, as in auth.example"),
        ("https://a..b/", "url: the host is no name that can exist; write one host, as in auth.example"),
        ("https://-a.com", "url: the host is no name that can exist; write one host, as in auth.example"),
        ("https://a-.com/", "url: the host is no name that can exist; write one host, as in auth.example"),
        (
            "https://" + "a" * 64 + ".example/",
            "url: the host is no name that can exist; write one host, as in auth.example",
        ),
        (
            "https://" + "abcdefghi." * 26 + "example/",
            "url: the host is no name that can exist; write one host, as in auth.example",
        ),
        (
            "https://a.example,https://b.example",
            "url: the host is no name that can exist; write one host, as in auth.example",
        ),
        ("https://a.example/%zz", "url: a percent sign that escapes nothing; write it as %25"),
        ("https://a.example/?x=100%", "url: a percent sign that escapes nothing; write it as %25"),
        ("http://0x7f.1/", "url: the host is an IP address in disguise; write it as 127.0.0.1"),
        ("https://2130706433/", "url: the host is an IP address in disguise; write it as 127.0.0.1"),
        ("myapp://open", "url: the scheme myapp is not allowed; use https, or name it: schemes=('myapp',)"),
        (
            "mailto:a@b.example",
            "url: the scheme mailto is not allowed; use https, or name it: schemes=('mailto',)",
        ),
        ("ftp://a.example/x", "url: the scheme ftp is not allowed; use https, or name it: schemes=('ftp',)"),
        ("javascript:alert(1)", "url: javascript: URLs are never sent to a person; use https"),
        ("JavaScript:alert(1)", "url: javascript: URLs are never sent to a person; use https"),
        ("vbscript:msgbox", "url: vbscript: URLs are never sent to a person; use https"),
        ("data:text/html,<script>alert(1)</script>", "url: data: URLs are never sent to a person; use https"),
        ("file:///etc/passwd", "url: file: URLs are never sent to a person; use https"),
        ("blob:https://a.example/1", "url: blob: URLs are never sent to a person; use https"),
        (
            f"https://a.example/{RLO}gpj.exe",
            "url: the URL holds invisible or bidirectional characters; take them out",
        ),
        (
            f"https://exa{SOFT_HYPHEN}mple.com/",
            "url: the URL holds invisible or bidirectional characters; take them out",
        ),
    ],
)
def test_a_url_that_can_be_read_need_not_build(url: str, fault: str) -> None:
    """Ours: strict in building, lenient in reading; the client judges the scheme."""
    assert [] == readable_url_faults(url)
    assert [fault] == list(map(str, url_faults(url)))


@pytest.mark.parametrize(
    ("url", "schemes"),
    [
        ("myapp://open/it", ("myapp",)),
        ("myapp:open", ("https", "MyApp")),
        ("myapp://open/it", "myapp"),
        ("mailto:help@a.example", ("mailto",)),
        ("http://auth.example/", ("http",)),
        ("https://auth.example/", ("myapp",)),
    ],
)
def test_a_scheme_that_the_author_names_is_allowed_beside_https(
    url: str, schemes: tuple[str, ...] | str
) -> None:
    """Ours: every other scheme is refused unless it is named."""
    assert [] == url_faults(url, schemes=schemes)


@pytest.mark.parametrize("scheme", ["javascript", "data", "file", "vbscript", "blob"])
def test_a_scheme_that_runs_code_is_refused_even_when_named(scheme: str) -> None:
    """Ours: always."""
    assert 1 == len(url_faults(f"{scheme}:x", schemes=(scheme,)))


def test_naming_a_longer_scheme_does_not_allow_a_part_of_it() -> None:
    """Ours: a text given where a list is meant is one name, not many letters."""
    assert 1 == len(url_faults("http://a.example/", schemes="https"))


@pytest.mark.parametrize(
    ("url", "reason", "name"),
    [
        (
            "https://a.example/?access_token=v4lue",
            "the parameter 'access_token' carries a credential (token)",
            None,
        ),
        (
            "https://a.example/?x=1&apiKey=v4lue",
            "the parameter 'apiKey' carries a credential (api key)",
            None,
        ),
        (
            "https://a.example/?access%5Ftoken=v4lue",
            "the parameter 'access_token' carries a credential (token)",
            None,
        ),
        ("https://a.example/?x=1;pwd=v4lue", "the parameter 'pwd' carries a credential (pwd)", None),
        ("https://a.example/#id_token=v4lue", "the parameter 'id_token' carries a credential (token)", None),
        (
            "https://a.example/#/route?secret=v4lue",
            "the parameter 'secret' carries a credential (secret)",
            None,
        ),
        (
            "https://a.example/?session_id=v4lue",
            "the parameter 'session_id' carries a credential (session id)",
            None,
        ),
        (
            "https://a.example/?X-Amz-Signature=v4lue",
            "the parameter 'X-Amz-Signature' carries a credential",
            None,
        ),
        ("https://v4lue:v4lue@a.example/", "user info stands before the host", "userinfo"),
        ("https://v4lue@a.example/", "user info stands before the host", "userinfo"),
        (
            "https://a.example/?login_hint=v4lue@mail.example",
            "the parameter 'login_hint' carries a mail",
            None,
        ),
        (
            "https://a.example/?login_hint=v4lue%40mail.example",
            "the parameter 'login_hint' carries a mail",
            None,
        ),
        ("https://a.example/?v4lue@mail.example", "the query carries a mail address", "query"),
        ("https://a.example/?v4lue@mail.example=1", "the query carries a mail address", "query"),
        ("https://a.example/users/v4lue@mail.example/", "the path carries a mail address", "path"),
    ],
)
def test_a_url_that_carries_what_the_spec_forbids_is_refused_until_cleared_by_name(
    url: str, reason: str, name: str | None
) -> None:
    """The spec: nothing sensitive about the end-user, nothing pre-authenticated; ours: how to clear it."""
    (fault,) = url_faults(url)
    name = name or reason.split("'")[1]
    assert reason in fault.reason
    assert f"clear a false alarm with not_secret=({name!r},)" in fault.remedy
    assert "v4lue" not in str(fault)
    assert [] == url_faults(url, cleared=(name,))
    assert [] == url_faults(url, cleared=name)
    assert [fault] == url_faults(url, cleared=("another",))


def test_all_that_is_wrong_with_a_url_is_said_at_once() -> None:
    """Ours."""
    faults = url_faults("http://u:p@a.example/?token=x&mail=joe@mail.example&mail=ann@mail.example")
    assert 4 == len(faults)
    assert {"url"} == {fault.path for fault in faults}
    assert all(fault.remedy for fault in faults)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://a.example/x?token=1#f", "https://a.example/x?…#…"),
        ("https://u:p@a.example:8443/x", "https://…@a.example:8443/x"),
        ("HTTPS://a.example", "https://a.example"),
        ("javascript:alert(1)", "javascript:…"),
        ("mailto:joe@a.example", "mailto:…"),
        ("/relative?token=1", "…"),
        ("", "…"),
        (None, "…"),
        (7, "…"),
        (f"https://a.example/{RLO}\n?x", "https://a.example/\\u202e\\n?…"),
        ("https://a.example/" + "x" * 200, "https://a.example/" + "x" * 79 + "…"),
    ],
)
def test_a_url_is_shown_without_query_fragment_and_user_info(url: object, shown: str) -> None:
    """Ours: no repr and no log holds a URL's query."""
    assert shown == redact(url)


@pytest.mark.parametrize(
    ("url", "scheme", "host"),
    [
        ("HTTPS://EXAMPLE.com:1/x", "https", "example.com"),
        ("https://github.com@evil.example/", "https", "evil.example"),
        ("https://b\u00fccher.example/", "https", "xn--bcher-kva.example"),
        ("http://0x7f.1/", "http", "127.0.0.1"),
        ("https://[0:0::1]/", "https", "[::1]"),
        ("mailto:a@b.example", "mailto", ""),
        ("https://a b/", "https", ""),
        ("no url", "", ""),
    ],
)
def test_scheme_and_host_are_what_a_browser_takes(url: str, scheme: str, host: str) -> None:
    """The spec: clients highlight the domain."""
    assert (scheme, host) == (scheme_of(url), host_of(url))


def kinds(url: str) -> list[str]:
    return [f"{finding.severity} {finding.kind}" for finding in url_findings(url)]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/x?y=1", []),
        ("https://a.example:443/", []),
        ("http://a.example/", ["warning not-https"]),
        ("http://localhost:3000/", ["note not-https", "note port"]),
        ("https://a.example:8443/", ["warning port"]),
        ("https://a.example:80/", ["warning port"]),
        ("http://a.example:443/", ["warning not-https", "warning port"]),
        ("https://192.0.2.1/", ["warning ip-address"]),
        ("https://127.0.0.1/", ["note ip-address"]),
        ("https://[2001:db8::1]/", ["warning ip-address"]),
        ("https://[0:0:0:0:0:0:0:1]/", ["note ip-address"]),
        ("https://3221225985/", ["warning ip-address", "danger disguised-host"]),
        ("https://0300.0.02.01/", ["warning ip-address", "danger disguised-host"]),
        ("https://%65xample.com/", ["danger disguised-host"]),
        ("https://exa\u00admple.com/", ["danger disguised-host", "danger invisible"]),
        ("https://\uff45xample.com/", ["danger disguised-host"]),
        ("https://b\u00fccher.example/", ["warning punycode"]),
        ("https://bu\u0308cher.example/", ["warning punycode"]),
        ("https://xn--bcher-kva.example/", ["warning punycode"]),
        ("https://\u65e5\u672c\u8a9e\u306e\u30c6\u30b9\u30c8.example/", ["warning punycode"]),
        (
            f"https://p{CYRILLIC_A}ypal.com/",
            ["warning punycode", "danger mixed-scripts", "danger lookalike"],
        ),
        (f"https://{CYRILLIC_APPLE}.com/", ["warning punycode", "danger lookalike"]),
        ("https://xn--80ak6aa92e.com/", ["warning punycode", "danger lookalike"]),
        ("https://github.com@evil.example/", ["danger user-info"]),
        ("https://a.example/?access_token=1", ["warning credential"]),
        ("https://a.example/?token=1&token=2", ["warning credential"]),
        ("https://a.example/?hint=joe@mail.example", ["warning mail-address"]),
        ("https://a.example/" + "x" * 2048, ["warning long"]),
        (f"https://a.example/{RLO}x", ["danger bidirectional"]),
        ("https://a.example/\u200bx", ["danger invisible"]),
    ],
)
def test_a_person_is_told_what_is_odd_about_a_url(url: str, expected: list[str]) -> None:
    """The spec: highlight the domain, warn of "ambiguous/suspicious URIs (i.e., containing Punycode)"."""
    assert ["note host", *expected] == kinds(url)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("javascript:alert(1)", ["danger scheme"]),
        ("myapp:open", ["warning scheme"]),
        ("/relative", ["danger unreadable"]),
        ("https://a b/", ["danger unreadable", "danger white-space"]),
        ("https://a\x00/", ["danger unreadable", "danger control-characters"]),
        ("https:\\\\a.example\\\x00", ["danger unreadable", "danger control-characters", "danger backslash"]),
        ("https://a/\ud800", ["danger unreadable", "danger control-characters"]),
    ],
)
def test_a_url_without_a_host_still_gets_its_findings(url: str, expected: list[str]) -> None:
    """Ours: the client refuses such a URL and can say why."""
    assert expected == kinds(url)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("https://a.example/", "This opens a.example."),
        ("https://2130706433/", "The host is written as 2130706433 but is 127.0.0.1."),
        (
            "https://github.com@evil.example/",
            "What stands before the @ is not the host; the host is evil.example.",
        ),
        (f"https://{CYRILLIC_APPLE}.com/", "The host looks like apple.com but is xn--80ak6aa92e.com."),
        (f"https://p{CYRILLIC_A}y.com/", f"p{CYRILLIC_A}y mixes Cyrillic and Latin letters."),
        ("https://a.example/?token=v4lue", "The address carries what looks like a credential: token."),
    ],
)
def test_a_finding_is_a_sentence_for_a_person(url: str, sentence: str) -> None:
    """Ours."""
    assert sentence in map(str, url_findings(url))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Open https://a.example/x?token=1.", ["https://a.example/x?…"]),
        (
            "See [here](http://a.example/b) or www.b.example, please",
            ["http://a.example/b", "https://www.b.example"],
        ),
        ("Write to mailto:joe@a.example", ["mailto:…"]),
        ("https://a.example https://a.example", ["https://a.example"]),
        ("One of a/b, c:d or e.g. 10:30", []),
        ("", []),
    ],
)
def test_clickable_urls_in_a_text_are_found_and_shown_redacted(text: str, shown: list[str]) -> None:
    """The spec: no clickable URL in a field of a form; ours: a finding, not an error."""
    findings = clickable_urls(text)
    assert {"clickable"} >= {finding.kind for finding in findings}
    assert [f"A form should hold no clickable address, but a text holds {url}." for url in shown] == [
        finding.sentence for finding in findings
    ]


@given(
    st.text() | st.text().map("https://{}".format) | st.from_regex(r"\Ahttps?://[^/]{1,20}/[^?]{0,5}\?.*\Z")
)
def test_any_text_is_judged_without_an_exception(url: str) -> None:
    """Ours: what a peer sends ends in faults and findings."""
    readable = readable_url_faults(url)
    assert set(map(str, readable)) <= set(map(str, url_faults(url)))
    assert all(isinstance(finding, UrlFinding) for finding in url_findings(url))
    assert clickable_urls(url) == clickable_urls(url)
    assert redact(url) == redact(url)
    assert not host_of(url) or readable or host_of(url) in str(url_findings(url)[0])


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="?#/@"), min_size=12))
def test_no_sentence_shows_what_stands_in_a_query_or_user_info(secret: str) -> None:
    """Ours: no URL query in any error, repr or log."""
    marked = f"S3CR3T{secret}S3CR3T"
    url = f"https://{marked}@a.example/?token={marked}&{marked}"
    assert "S3CR3T" not in " ".join(map(str, (*url_faults(url), *url_findings(url), redact(url))))


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://a..b/", "odd-host"),
        ("https://a.example,https://b.example", "odd-host"),
        ("https://a.example/%zz", "bad-escape"),
    ],
)
def test_a_url_from_a_peer_that_could_not_be_built_is_told_to_the_person(url: str, kind: str) -> None:
    """Ours: lenient in reading, and the person knows."""
    assert ["warning"] == [finding.severity for finding in url_findings(url) if finding.kind == kind]
    assert kind not in [finding.kind for finding in url_findings("https://a.example/%20")]
