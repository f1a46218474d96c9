"""What every test gets: one backend for anyio, and hypothesis that is the same on every machine.

Where no SDK is installed (the wheel's own environment, the oldest dependencies, other Pythons) only
the tests of the core are collected.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    deadline=None,  # a machine under load is no finding
    derandomize=True,  # the same examples for everybody: a red run is red again
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")

LONGEST_FIRST = (
    *("command/test_host.py", "documents/test_guides.py", "matrix", "relay/test_matrix.py", "frameworks"),
    *("relay/test_stdio.py", "relay/test_many.py"),
    *("client/test_circuit.py", "test_spec_schemas.py", "browser", "test_examples.py", "test_release.py"),
    *("client/test_answers.py", "relay", "documents", "proof", "command", "test_real_parsers.py", "client"),
    *("server/test_budgets.py", "test_demo.py"),
)
"""What takes long. Where several processes share the tests, a long file that comes last is waited for."""

CORE_TESTS = ("model", "test_package.py", "test_spec_schemas.py")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    tests = Path(__file__).parent
    if find_spec("mcp") is not None or collection_path.parent != tests:
        return None
    return True if collection_path.name not in CORE_TESTS else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(tests)
        names = {path.as_posix(), path.parts[0]}
        return next((at for at, name in enumerate(LONGEST_FIRST) if name in names), len(LONGEST_FIRST))

    items.sort(key=place)


@pytest.fixture
def anyio_backend() -> str:
    """Ours: SDKs and their users run on asyncio; the core knows no event loop."""
    return "asyncio"
