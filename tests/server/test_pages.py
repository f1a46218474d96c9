"""Pages a person opens: `require_url`, completion, and -32042."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from mcp_elicit import (
    AsyncServerExchange,
    ElicitRequest,
    ElicitResult,
    RequestError,
    ServerElicitation,
    UrlElicitationRequiredError,
)
from mcp_elicit.server.opened import OpenedPages
from mcp_elicit.testing import CANCEL, DECLINE, CallError, Person, connect

from .servers import CELLS, KINDS, MODERN, SDK_2, VERSIONS, build

pytestmark = pytest.mark.anyio

URL_CELLS = [(kind, version) for kind, version in CELLS if version != "2025-06-18"]
modern_only = pytest.mark.skipif(not SDK_2, reason="SDK 2.x only")


@dataclass
class Vault:
    """Where the page puts what the person typed there."""

    handle: ServerElicitation | None = None
    names: set[str] = field(default_factory=set)
    made: list[str] = field(default_factory=list)

    def page(self) -> ElicitRequest:
        request = ElicitRequest.for_url("Connect, please", f"https://vault.example/{len(self.made)}")
        assert request.elicitation_id is not None
        self.made.append(request.elicitation_id)
        return request

    async def connect(self, ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.require_url(self.page, done=lambda: "ada" in self.names)
        return "connected"

    def opens(self, tell: bool = True) -> Callable[[ElicitRequest], ElicitResult]:
        """A person who agrees, and whose page is done in another thread a moment later."""

        def done() -> None:
            self.names.add("ada")
            assert self.handle is not None
            if tell:
                self.handle.complete(self.made[-1])

        def opened(request: ElicitRequest) -> ElicitResult:
            threading.Timer(0.02, done).start()
            return ElicitResult.accept()

        return opened


def served(kind: str, vault: Vault, body: Any = None, **options: Any) -> Any:
    built = build(kind, tool=body or vault.connect, prompt=body, resource=body, **options)
    vault.handle = built.handle
    return built.server


@pytest.mark.parametrize("kind", KINDS)
async def test_a_page_that_is_not_done_in_time_is_told_as_that(kind: str) -> None:
    """Ours: its person answered, and nothing was withdrawn."""
    vault = Vault()

    async def in_vain(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)
        await exchange.require_url(vault.page, done=lambda: False, timeout=0.5)
        return "connected"

    async with connect(served(kind, vault, in_vain, look_again=0.1), Person()) as client:
        reply = await client.call_tool("tool")
    assert (True, True) == (reply.is_error, "the page was not done within 0.5 seconds" in reply.text)


@pytest.mark.parametrize(("kind", "version"), URL_CELLS)
async def test_the_call_goes_on_when_the_page_is_done(kind: str, version: str) -> None:
    """The specification's: accept is consent to open, not the end of it."""
    vault = Vault()
    person = Person({"Connect, please": vault.opens()})
    async with connect(served(kind, vault, look_again=600.0), person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "connected" == reply.text
    assert ["Connect, please"] == person.asked
    assert 1 == len(vault.made)
    assert (vault.made if version == "2025-11-25" else []) == client.completed


@pytest.mark.parametrize(("kind", "version"), URL_CELLS)
async def test_a_page_that_nobody_reports_is_looked_at_again(kind: str, version: str) -> None:
    """Ours: `done` decides, and the client hears of it all the same."""
    vault = Vault()
    person = Person({"Connect, please": vault.opens(tell=False)})
    async with connect(served(kind, vault, look_again=0.01), person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "connected" == reply.text
    assert (vault.made if version == "2025-11-25" else []) == client.completed


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_a_page_that_is_done_is_not_offered(kind: str, version: str) -> None:
    """Ours: on every version, those without url mode too."""
    vault = Vault(names={"ada"})
    person = Person()
    async with connect(served(kind, vault), person, protocol_version=version) as client:
        assert "connected" == (await client.call_tool("tool")).text
    assert [] == person.asked
    assert [] == vault.made


@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_no_page_is_made_for_a_client_that_cannot_be_asked_to_open_it(kind: str, version: str) -> None:
    """Ours: what makes a page may write it down somewhere."""
    vault = Vault()
    server = served(kind, vault)
    async with connect(server, Person(), protocol_version=version, modes=("form",)) as client:
        try_it = client.call_tool("tool")
        if version == "2026-07-28":
            with pytest.raises(CallError, match="url mode"):
                await try_it
        else:
            assert "url mode" in (await try_it).text
    assert [] == vault.made


@pytest.mark.parametrize(("answer", "verb"), [(DECLINE, "declined"), (CANCEL, "cancelled")])
@pytest.mark.parametrize(("kind", "version"), URL_CELLS)
async def test_a_refusal_ends_the_call(kind: str, version: str, answer: ElicitResult, verb: str) -> None:
    """Ours: require_url has no answer to give, so a refusal is raised."""
    vault = Vault()
    person = Person({"Connect, please": answer})
    async with connect(served(kind, vault), person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert verb in reply.text
    with pytest.raises(RequestError):
        vault.handle.complete(vault.made[0])  # type: ignore[union-attr]  # served() set it


@modern_only
@pytest.mark.parametrize("kind", MODERN)
async def test_a_round_that_waited_long_enough_ends_without_offering_the_page_again(kind: str) -> None:
    """Ours: 45 s by default, far less here; the next round carries state alone."""
    vault = Vault()

    async def until_the_third(ctx: Any) -> str:
        rounds.append(1)
        if len(rounds) == 4:
            vault.names.add("ada")
        return await vault.connect(ctx)

    rounds: list[int] = []
    person = Person()
    server = served(kind, vault, until_the_third, hold=0.01)
    async with connect(server, person, protocol_version="2026-07-28") as client:
        reply = await client.call_tool("tool")
    assert "connected" == reply.text
    assert 3 == reply.rounds
    assert ["Connect, please"] == person.asked
    assert 1 == len(vault.made)


# ---- -32042 -----------------------------------------------------------------------------------


@modern_only
@pytest.mark.parametrize("kind", MODERN)
async def test_without_a_channel_the_call_ends_with_its_page_and_works_when_repeated(kind: str) -> None:
    """The specification's: -32042 lists what must be completed before the call is retried."""
    vault = Vault()
    person = Person({"Connect, please": vault.opens()})
    async with connect(served(kind, vault), person, channel=False) as client:
        with pytest.raises(CallError) as required:
            await client.call_tool("tool")
        await client.open_pages(required.value)
        reply = await client.call_tool("tool")
    assert -32042 == required.value.code
    assert vault.made == [page["elicitationId"] for page in required.value.data["elicitations"]]
    assert vault.made == client.completed
    assert "connected" == reply.text


@modern_only
@pytest.mark.parametrize("kind", MODERN)
async def test_the_error_lists_exactly_the_pages_the_call_waits_for(kind: str) -> None:
    """The specification's and ours: those asked side by side, and none that is done."""

    async def body(ctx: Any) -> str:
        exchange = AsyncServerExchange.from_context(ctx)

        def need(name: str) -> Any:
            page = ElicitRequest.for_url(name, f"https://{name}.example", name)
            return exchange.require_url(page, done=lambda: name == "done")

        await asyncio.gather(need("left"), need("done"), need("right"))
        return "connected"

    async with connect(build(kind, tool=body).server, Person(), channel=False) as client:
        with pytest.raises(CallError) as required:
            await client.call_tool("tool")
    pages = [page["elicitationId"] for page in required.value.data["elicitations"]]
    assert ["left", "right"] == sorted(pages)


@modern_only
@pytest.mark.parametrize("kind", MODERN)
async def test_a_form_never_becomes_that_error(kind: str) -> None:
    """The specification's: MUST NOT return it except when URL mode is required."""

    async def body(ctx: Any) -> str:
        return str(await AsyncServerExchange.from_context(ctx).confirm("Sure?"))

    async with connect(build(kind, tool=body).server, Person(), channel=False) as client:
        reply = await client.call_tool("tool")
    assert reply.is_error
    assert "no way to send" in reply.text


def sdk_required() -> Exception:
    """The SDK's own class, as its users raise it."""
    if SDK_2:
        import mcp_types
        from mcp.shared.exceptions import UrlElicitationRequiredError as Required

        page = mcp_types.ElicitRequestURLParams(
            message="Connect, please", url="https://a.example", elicitation_id="a"
        )
        return Required([page])
    from importlib import import_module

    params = import_module("mcp.types").ElicitRequestURLParams(
        mode="url", message="Connect, please", url="https://a.example", elicitationId="a"
    )
    raised: Exception = import_module("mcp.shared.exceptions").UrlElicitationRequiredError([params])
    return raised


def our_required() -> Exception:
    return UrlElicitationRequiredError([ElicitRequest.for_url("Connect, please", "https://a.example", "a")])


@pytest.mark.parametrize("make", [our_required, sdk_required])
@pytest.mark.parametrize("kind", KINDS)
async def test_raised_by_hand_it_reaches_a_client_that_opens_pages(kind: str, make: Any) -> None:
    """Ours: in a tool, a prompt and a resource, whichever class it is."""

    async def body(ctx: Any) -> str:
        raise make()

    built = build(kind, tool=body, prompt=body, resource=body)
    errors: list[CallError] = []
    async with connect(built.server, Person()) as client:
        for request in (
            client.call_tool("tool"),
            client.get_prompt("prompt"),
            client.read_resource("test://resource/1"),
        ):
            with pytest.raises(CallError) as required:
                await request
            errors.append(required.value)
    assert [-32042] * 3 == [error.code for error in errors]
    assert ["a"] * 3 == [error.data["elicitations"][0]["elicitationId"] for error in errors]
    assert built.handle is not None
    built.handle.complete("a")


@pytest.mark.parametrize("make", [our_required, sdk_required])
@pytest.mark.parametrize(("version", "modes"), [("2025-06-18", ("form", "url")), ("2025-11-25", ("form",))])
@pytest.mark.parametrize("kind", KINDS)
async def test_raised_by_hand_it_never_reaches_a_client_that_does_not_know_it(
    kind: str, version: str, modes: Any, make: Any
) -> None:
    """Ours: such a client shows a dead error; the model gets a sentence instead."""

    async def body(ctx: Any) -> str:
        raise make()

    built = build(kind, tool=body, prompt=body)
    async with connect(built.server, Person(), protocol_version=version, modes=modes) as client:
        reply = await client.call_tool("tool")
        with pytest.raises(CallError) as in_prompt:
            await client.get_prompt("prompt")
    assert reply.is_error
    assert "url mode" in reply.text
    assert -32603 == in_prompt.value.code
    assert "url mode" in in_prompt.value.message


@modern_only
@pytest.mark.parametrize("make", [our_required, sdk_required])
@pytest.mark.parametrize("kind", MODERN)
async def test_raised_by_hand_on_2026_07_28_it_becomes_a_round(kind: str, make: Any) -> None:
    """The specification's: MUST NOT be sent there; ours: its pages are asked instead."""
    names: set[str] = set()

    async def body(ctx: Any) -> str:
        if "ada" not in names:
            raise make()
        return "connected"

    built = build(kind, tool=body, prompt=body)
    assert built.handle is not None
    complete = built.handle.complete

    def done() -> None:
        names.add("ada")
        complete("a")

    def opened(request: ElicitRequest) -> ElicitResult:
        threading.Timer(0.02, done).start()
        return ElicitResult.accept()

    person = Person({"Connect, please": opened})
    async with connect(built.server, person, protocol_version="2026-07-28") as client:
        reply = await client.call_tool("tool")
        names.clear()
        prompt = await client.get_prompt("prompt")
    assert "connected" == reply.text
    assert "connected" == prompt.text
    assert ["Connect, please"] * 2 == person.asked


# ---- who may complete -------------------------------------------------------------------------


@pytest.mark.parametrize("version", [version for version in VERSIONS if version != "2025-06-18"])
async def test_a_page_is_completed_by_the_user_who_was_asked(version: str) -> None:
    """The specification's: MUST be the same user, or a phished victim hands over an account."""
    vault = Vault()
    tried: list[str] = []

    def opened(request: ElicitRequest) -> ElicitResult:
        assert vault.handle is not None
        for user in (None, "eve"):
            with pytest.raises(RequestError, match="another user"):
                vault.handle.complete(vault.made[-1], user=user)
            assert not vault.handle.is_open(vault.made[-1], user=user)
            tried.append(str(user))
        assert vault.handle.is_open(vault.made[-1], user="ada")
        vault.names.add("ada")
        vault.handle.complete(vault.made[-1], user="ada")
        vault.handle.complete(vault.made[-1], user="ada")
        assert not vault.handle.is_open(vault.made[-1], user="ada")
        return ElicitResult.accept()

    person = Person({"Connect, please": opened})
    server = served(KINDS[0], vault, user_of=lambda ctx: "ada")
    async with connect(server, person, protocol_version=version) as client:
        assert "connected" == (await client.call_tool("tool")).text
    assert ["None", "eve"] == tried


def test_an_id_that_was_never_opened_is_refused() -> None:
    """Ours: a page must not be able to complete what it was not opened for."""
    handle = build(KINDS[0], tool=Vault().connect).handle
    assert handle is not None
    with pytest.raises(RequestError, match="opened"):
        handle.complete("never")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("never", "no page of this id was opened here (in another process, or after an hour, none is known)"),
        (None, "expected a text, got None"),
        (7, "expected a text, got int"),
    ],
)
def test_an_id_that_no_page_has_is_told_by_what_it_is(given: Any, reason: str) -> None:
    """Ours: the error says which id to give."""
    with pytest.raises(RequestError) as refused:
        OpenedPages().complete(given, None)
    remedy = "give the elicitation_id of the request that require_url or the ask made"
    assert f"elicitation_id: {reason}; {remedy}" == refused.value.sentence


def test_pages_are_forgotten_after_an_hour() -> None:
    """Ours: pages that nobody finishes leave nothing behind."""
    now = 0.0
    pages = OpenedPages(lambda: now)
    pages.open("a", None, None)
    pages.open("b", None, None)
    pages.complete("b", None)
    assert 1 == len(pages)
    now = 3601.0
    assert 0 == len(pages)
