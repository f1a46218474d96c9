"""Every server of these tests starts once for all of them, and the tests wait for other programs to end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from .servers import PATIENCE, conformance_server

Urls = dict[str, str]
HERE: Final = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a test here take as long as the program that it waits for."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(PATIENCE + 100))


@pytest.fixture(scope="session")
def on_sdk_2() -> Iterator[Urls]:
    with conformance_server("main") as urls:
        yield urls


@pytest.fixture(scope="session")
def on_sdk_1() -> Iterator[Urls]:
    with conformance_server("mcp-1.30") as urls:
        yield urls
