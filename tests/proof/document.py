"""docs/conformance.md, from the coverage list and the referee's last recorded run.

``python -m tests.proof.document`` writes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from mcp_elicit.forms.fields import DIALECTS
from tests.client.test_referee import ROWS as CLIENT_ROWS
from tests.environments import ROOT

from .cases import TABLES
from .coverage import SENTENCES, Sentence
from .hosts import VERSIONS
from .referee import written
from .scenarios import SCENARIOS

__all__ = ["DOCUMENT", "rendered"]

DOCUMENT: Final = ROOT / "docs" / "conformance.md"
HEAD: Final = """\
# Conformance

What holds this package to the Model Context Protocol, judged by others: the official suite, hosts and servers
of other SDKs, the rules that other SDKs' tests hold, and the specification itself, sentence by sentence.

    python3 tests/run.py tests/proof     # all of it; every peer is installed, pinned by version

Generated from the tests by `python -m tests.proof.document`; a test keeps it in step. Names of tests are
those of functions below `tests/`.

## The official suite

`@modelcontextprotocol/conformance`, run on {date} with Node.js {node}, against servers built with this
package on `mcp` {main} and {v1}: one imperative body per tool (`tests/peers/conformance_*.py`). Scenarios
that mix in sampling or roots use the SDK's own means for those. Every test run repeats all of it, and must
find the same.

The one warning is `sep-2322-ignore-unexpected-params`. The scenario sends an answer together with its first
call, to a question that was never asked, and expects it to be taken. Here an answer counts only for a
question that this conversation asked in exactly that wording, because a consent that was never shown is
none; so the question is asked, and the extra answers are ignored as the specification says.
"""
CLIENTS_HEAD: Final = """
Its scenarios for clients, against a client built with this package (`tests/client/test_referee.py`), with
neither failures nor warnings:

| suite | scenario | client | passed | warnings | failed |
| --- | --- | --- | --: | --: | --: |"""
PEERS: Final = """\
## Peers, live

| peer | version | what it does in the tests |
| --- | --- | --- |
"""
SCENARIOS_HEAD: Final = """\
## Scenarios that the suite lacks

It has none for URL mode, and none for hosts of 2025-06-18. These run over the wire between one side built
with this package and one that is not; a page is opened by an HTTP client of the person's own.
"""
SENTENCES_HEAD: Final = """\
## The specification, sentence by sentence

Every sentence about elicitation that says MUST, MUST NOT, SHOULD or SHOULD NOT, in capitals as the
specification counts them, on the pages of 2025-06-18, 2025-11-25 and 2026-07-28: those that name elicitation,
and those that bind whoever asks, answers, or carries a question. They stand in our words; the section is the
anchor on the page. {count} sentences: {tested} are proved by tests of this checkout, {both} of them beside a
duty that stays with the application; {duty} are its duty alone, with the help that there is.

Read and found without such a sentence of their own: the authorization pages and the changelogs of all three
versions, and the page on prompts. The tasks extension of 2026-07-28 has a specification of its own, and is
out of scope here; so are sampling and roots.

Dialects of a `requestedSchema`: 2020-12, by default or by name ({dialects}). Others are an error.
"""
REPLAYED_HEAD: Final = """\
## The rules of other SDKs, replayed

What their tests hold about elicitation, as rows of our own in our own words (`tests/proof/cases`), each run
against this package. Java's are complete, test by test.

| whose | rows |
| --- | --: |
"""
WHOSE: Final = {"J": "Java", "K": "Kotlin", "G": "Go", "N": ".NET", "T": "TypeScript", "O": "ours alone"}
ON_PURPOSE: Final = ("stricter than", "looser than", "unlike")
DUTIES_HEAD: Final = """\
## What falls to the application

No library can do these. A host that shows questions on a screen of its own, and a server that stands behind a
page of its own, should read them: first what is to be done, or what helps, then the sentences it is for.
"""


def rendered() -> str:
    """The whole document."""
    parts = (*_referee(written()), *_peers(), *_scenarios(), *_replayed(), *_duties(), *_sentences())
    return "\n".join(parts) + "\n"


def _referee(run: dict[str, Any]) -> Iterator[str]:
    servers = run["servers"]
    yield HEAD.format(date=run["date"], node=run["node"], main=servers["main"], v1=servers["mcp-1.30"])
    yield "| suite | scenario | server | passed | warnings | failed |"
    yield "| --- | --- | --- | --: | --: | --: |"
    for row in run["rows"]:
        server = f"mcp {servers[row['server']]}"
        counts = f"{row['success']} | {row['warning']} | {row['failure']}"
        yield f"| {row['referee']} | {row['scenario']} | {server} | {counts} |"
    yield CLIENTS_HEAD
    for referee, scenario, environment, successes in CLIENT_ROWS:
        yield f"| {referee} | {scenario} | mcp {servers[environment]} | {successes} | 0 | 0 |"
    yield ""


def _peers() -> Iterator[str]:
    yield PEERS + "\n".join(f"| {peer} | {version} | {what} |" for peer, version, what in VERSIONS)
    yield ""


def _scenarios() -> Iterator[str]:
    yield SCENARIOS_HEAD
    yield "| scenario | versions | against | tests |"
    yield "| --- | --- | --- | --- |"
    for scenario in SCENARIOS:
        names = "; ".join(f"`{test.partition('::')[2]}`" for test in scenario.tests)
        yield f"| {scenario.name} | {scenario.versions} | {scenario.against} | {names} |"
    yield ""


def _replayed() -> Iterator[str]:
    rows = [row for table in TABLES for row in table]
    counts = Counter(row.id[0] for row in rows)
    yield REPLAYED_HEAD + "\n".join(f"| {name} | {counts[letter]} |" for letter, name in WHOSE.items())
    yield f"\n{len(rows)} rows. Where we differ from the SDK whose rule it is, we do so on purpose:\n"
    yield from (f"- {row.id}: {row.rule}" for row in rows if any(word in row.rule for word in ON_PURPOSE))
    yield ""


def _duties() -> Iterator[str]:
    yield DUTIES_HEAD
    for bound, whose in (("server", "Of servers"), ("client", "Of hosts"), ("both", "Of both")):
        yield f"### {whose}\n"
        found = [sentence for sentence in SENTENCES if sentence.duty and sentence.bound == bound]
        for duty in dict.fromkeys(sentence.duty for sentence in found):
            yield f"- {duty[0].upper()}{duty[1:]}:"
            alike = [sentence for sentence in found if sentence.duty == duty]
            for meaning in dict.fromkeys(sentence.meaning for sentence in alike):
                same = [sentence for sentence in alike if sentence.meaning == meaning]
                levels = " or ".join(dict.fromkeys(sentence.level for sentence in same))
                yield f"    - {levels}: {meaning} ({', '.join(sentence.id for sentence in same)})"
        yield ""


def _sentences() -> Iterator[str]:
    tested = [sentence for sentence in SENTENCES if sentence.tests]
    yield SENTENCES_HEAD.format(
        count=len(SENTENCES),
        tested=len(tested),
        both=sum(bool(sentence.duty) for sentence in tested),
        duty=len(SENTENCES) - len(tested),
        dialects=f"`{DIALECTS[0]}`",
    )
    for page in dict.fromkeys(sentence.page for sentence in SENTENCES):
        versions = dict.fromkeys(
            version for sentence in SENTENCES if sentence.page == page for version in sentence.versions
        )
        yield f"### {page}\n"
        yield f"{', '.join(f'[{version}]({_address(page, version)})' for version in versions)}\n"
        yield "| id | versions | section | level | who | meaning | proof |"
        yield "| --- | --- | --- | --- | --- | --- | --- |"
        yield from (_line(sentence) for sentence in SENTENCES if sentence.page == page)
        yield ""


def _address(page: str, version: str) -> str:
    if page.startswith("docs/"):
        return f"https://modelcontextprotocol.io/docs/{version}/{page.removeprefix('docs/')}"
    return f"https://modelcontextprotocol.io/specification/{version}/{page}"


def _named(test: str) -> str:
    """The function; its folder too where there is another of that name."""
    file, _, function = test.partition("::")
    namesakes = {one for sentence in SENTENCES for one in sentence.tests if one.endswith(f"::{function}")}
    return f"`{function}`" if namesakes <= {test} else f"`{function}` in `{file.partition('/')[0]}/`"


def _line(sentence: Sentence) -> str:
    proofs = [_named(test) for test in sentence.tests]
    if sentence.duty:
        proofs.append(f"the application's duty: {sentence.duty}")
    if sentence.note:
        proofs.append(sentence.note)
    cells = (
        sentence.id,
        ", ".join(sentence.versions),
        sentence.section,
        sentence.level,
        sentence.bound,
        sentence.meaning,
        "; ".join(proofs),
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(rendered(), "utf-8")
