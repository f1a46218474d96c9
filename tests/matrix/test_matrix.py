"""The matrix: one body, every SDK, version, transport and colour, between real processes.

Each cell gives the answer, or exactly the error that the delivery table names for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .document import DOCUMENT, rendered
from .world import CELLS, JOBS, SDKS, Job, World

pytestmark = pytest.mark.timeout(300)  # the first cell of a job waits for all its processes
OWN = "the SDK's own"


def expected(sdk: str, version: str, transport: str, colour: str) -> dict[str, str]:
    """What the delivery table says of this cell."""
    steps = ("form", "choice", "multi", "confirm", "order", "page")
    if sdk == "fastmcp_1" and colour == "plain":
        # A plain tool of SDK 1.x runs on the thread of the event loop: it is told so, and not blocked.
        return dict.fromkeys(steps, "RequestError")
    said = dict(zip(steps, ("Rome 3", "b", "sea,sun", "True", "1", "connected"), strict=True))
    if version == "2026-07-28":
        return said
    if version == "2025-06-18":
        said |= {"multi": "NotSendableError", "page": "CapabilityError"}
    if transport == "http_json":
        said |= dict.fromkeys(("form", "choice", "confirm"), "CapabilityError")
        if version == "2025-11-25":
            said |= {"multi": "CapabilityError", "page": "-32042, then connected"}
    if transport == "http_stateless":
        said |= dict.fromkeys(("form", "choice", "multi", "confirm", "page"), "CapabilityError")
    return said


@pytest.fixture(scope="module")
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    world = World()
    # What will be asked for starts at once, so that two processes run side by side.
    world.start(job for item in request.session.items for job in jobs_of(item))
    yield world
    world.close()


def jobs_of(item: pytest.Item) -> list[Job]:
    if not isinstance(item, pytest.Function) or item.module.__name__ != __name__:
        return []
    if item.originalname == "test_the_document_says_what_was_measured":
        return JOBS
    given: dict[str, Any] = item.callspec.params
    return [(given["sdk"], given.get("version", "2025-11-25"), given.get("client", OWN))]


@pytest.mark.parametrize(("sdk", "version", "client", "transport", "colour"), CELLS)
def test_a_cell_gives_the_answer_or_the_error_of_the_table(
    sdk: str, version: str, client: str, transport: str, colour: str, world: World
) -> None:
    """The specification's and ours: the delivery table, measured."""
    report = world.report(sdk, version, client)[transport]
    assert isinstance(report, dict), report
    assert expected(sdk, version, transport, colour) == report[colour]


@pytest.mark.parametrize("sdk", SDKS)
@pytest.mark.parametrize("transport", ["memory", "stdio", "http"])
def test_the_client_of_2025_11_25_hears_that_its_page_is_done(sdk: str, transport: str, world: World) -> None:
    """The specification's: the notification reaches the client that was asked."""
    report = world.report(sdk, "2025-11-25", OWN)[transport]
    assert isinstance(report, dict), report
    assert (1 if sdk == "fastmcp_1" else 2) == report["completed"]


def test_the_document_says_what_was_measured(world: World) -> None:
    """Ours: ``python -m tests.matrix.document`` measures, and writes it."""
    assert DOCUMENT.read_text("utf-8") == rendered(world)
