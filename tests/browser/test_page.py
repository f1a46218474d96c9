"""The page of examples/url_page.py in a real browser, opened because a client's person agreed to it."""

from __future__ import annotations

import importlib.util
import queue
import socket
import subprocess
import threading
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import anyio
import pytest
import uvicorn
from mcp.client import Client

from mcp_elicit import ClientElicitation, ElicitRequest, ElicitResult, OpenPage, RefusedError
from tests.environments import ROOT, chromium, python_of

pytestmark = pytest.mark.anyio

SECONDS = 90


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    """The example as a module, with its web page served."""
    chromium(), python_of("browser")  # here, where what is missing skips
    spec = importlib.util.spec_from_file_location("url_page", ROOT / "examples" / "url_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    threading.Thread(target=module.web.serve_forever, daemon=True).start()
    yield module
    module.web.shutdown()
    module.web.server_close()


@pytest.fixture
def without_a_channel(example: ModuleType) -> Iterator[str]:
    """The example's server over HTTP with JSON responses."""
    listening = socket.create_server(("127.0.0.1", 0))
    app = example.server.streamable_http_app(json_response=True)
    http = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=http.run, args=([listening],))
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    http.should_exit = True
    thread.join()


class Desk:
    """A client application: asks its person, opens the browser after a yes, and draws the controls.

    *visits* are what people do in browsers once the page is open: who is signed in there, and the button.
    """

    def __init__(self, *visits: tuple[str, str], consents: bool = True) -> None:
        self.consents = consents
        self.visits = visits
        self.shown: list[str] = []
        self.told: list[str] = []
        self.titles: list[str] = []
        self.browser: threading.Thread | None = None
        self.pages: queue.Queue[OpenPage] = queue.Queue()

    def answer(self, request: ElicitRequest) -> ElicitResult:
        self.shown.append(request.message)
        if not self.consents:
            return ElicitResult.decline()
        self.browser = threading.Thread(target=self.browse, args=(request.url or "",))
        self.browser.start()
        return ElicitResult.accept()

    def browse(self, url: str) -> None:
        command = [str(python_of("browser")), "-m", "tests.browser.visit", str(chromium()), url]
        for visit in self.visits:
            done = subprocess.run(
                [*command, *visit], capture_output=True, text=True, cwd=ROOT, timeout=SECONDS, check=False
            )
            self.titles += [*done.stdout.splitlines(), *done.stderr.splitlines()]
        if self.visits[-1][1] == "close":
            self.pages.get(timeout=SECONDS).give_up()  # "I closed the window": the client's own control

    async def call(self, example: ModuleType, version: str, target: Any = None) -> str:
        """Call the tool; returns when the browser is closed too."""
        person = ClientElicitation(
            self.answer,
            modes=("form", "url"),
            elicitation_complete_consumers=[lambda complete: self.told.append(complete.elicitation_id)],
            page_consumers=[self.pages.put],
        )
        example.decisions.clear()
        try:
            with anyio.fail_after(SECONDS):
                server = target or example.server
                async with person.connect(server, client=Client, protocol_version=version) as client:
                    result: Any = await person.call_tool(client, "agenda", {})
                    return str(result.content[0].text)
        finally:
            if self.browser is not None:
                await anyio.to_thread.run_sync(self.browser.join)


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
async def test_a_click_in_the_browser_lets_the_tool_go_on(version: str, example: ModuleType) -> None:
    """Ours: consent opens the page, the page completes it, the tool reads what was decided there."""
    desk = Desk(("ada", "allow"))
    assert "lunch at noon" == await desk.call(example, version)
    assert ["Please connect your calendar."] == desk.shown
    assert ["Calendar", "Done"] == desk.titles
    assert (1 if version == "2025-11-25" else 0) == len(desk.told)


async def test_a_no_on_the_page_reaches_the_tool(example: ModuleType) -> None:
    """Ours: consent to open a page is no consent to what it asks."""
    desk = Desk(("ada", "deny"))
    assert "denied on the page" == await desk.call(example, "2025-11-25")
    assert ["Calendar", "Done"] == desk.titles


async def test_without_consent_no_browser_starts(example: ModuleType) -> None:
    """Spec: clients MUST NOT "open the URL without explicit consent from the user" (2025-11-25)."""
    desk = Desk(("ada", "allow"), consents=False)
    assert "declined" in await desk.call(example, "2025-11-25")
    assert desk.browser is None


async def test_somebody_else_s_click_connects_nothing(example: ModuleType) -> None:
    """Spec: who completes the page MUST be who was asked (2025-11-25, client/elicitation#phishing)."""
    desk = Desk(("mallory", "allow"), ("ada", "allow"))
    assert "lunch at noon" == await desk.call(example, "2025-11-25")
    assert ["Calendar", "Not yours", "Calendar", "Done"] == desk.titles


async def test_a_closed_window_ends_the_call_by_the_person_s_own_control(
    example: ModuleType, without_a_channel: str
) -> None:
    """Spec: clients SHOULD let the user cancel where the completion never comes; here after -32042."""
    desk = Desk(("ada", "close"))
    with pytest.raises(RefusedError, match="cancel"):
        await desk.call(example, "2025-11-25", without_a_channel)
    assert ["Calendar"] == desk.titles
    assert [] == desk.told
