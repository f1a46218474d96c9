"""Every server of these tests starts once for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .servers import conformance_server

Urls = dict[str, str]


@pytest.fixture(scope="session")
def on_sdk_2() -> Iterator[Urls]:
    with conformance_server("main") as urls:
        yield urls


@pytest.fixture(scope="session")
def on_sdk_1() -> Iterator[Urls]:
    with conformance_server("mcp-1.30") as urls:
        yield urls
