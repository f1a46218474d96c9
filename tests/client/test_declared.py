"""What a server sees declared, read off the wire on the server's side.

Every combination of modes, on every SDK and version.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from mcp_elicit.client import ClientElicitation
from mcp_elicit.errors import RequestError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult
from tests.environments import ROOT, python_of, variables

from .programs import PATIENCE, outcomes_of, served

pytestmark = pytest.mark.timeout(PATIENCE + 20)

MODES = (("form",), ("url",), ("form", "url"))
NOTHING: Any = None
LATER: tuple[Any, ...] = ({}, {"url": {}}, {"form": {}, "url": {}})
OLDER: tuple[Any, ...] = ({}, NOTHING, {})
"""2025-06-18 knows no modes: elicitation there means form, and a client of url alone has none."""

ROWS: dict[str, dict[str, tuple[Any, ...]]] = {
    "SDK 2.x": {"any": LATER, "2025-06-18": OLDER, "2025-11-25": LATER, "2026-07-28": LATER},
    "SDK 2.x session": {"any": LATER, "2025-06-18": OLDER, "2025-11-25": LATER, "2026-07-28": LATER},
    "FastMCP 4": {"any": LATER, "2025-06-18": OLDER, "2025-11-25": LATER, "2026-07-28": LATER},
    "SDK 1.30": {"any": LATER, "2025-06-18": OLDER, "2025-11-25": LATER},
    "SDK 1.23.0": {"any": OLDER, "2025-06-18": OLDER},
    "SDK 1.22": {"any": OLDER, "2025-06-18": OLDER},
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served("asking_server") as url:
        yield url


@pytest.mark.parametrize("client", ROWS)
def test_exactly_the_modes_asked_for_are_declared(client: str, url: str) -> None:
    """Spec: 2025-11-25, client/elicitation#capabilities. The bare ``{}`` for form is decision 8."""
    outcomes = outcomes_of("declaring_program", url, client, *ROWS[client])
    seen = {
        (row["version"], tuple(row["modes"])): [one["capabilities"].get("elicitation") for one in row["seen"]]
        for row in outcomes
    }
    expected = {
        (version, modes): declared
        for version, row in ROWS[client].items()
        for modes, declared in zip(MODES, row, strict=True)
    }
    assert expected == {key: each[0] for key, each in seen.items()}
    assert all(one == each[0] for each in seen.values() for one in each), "some requests told another story"


LOST = """
import anyio, mcp
from mcp_elicit.client import ClientElicitation
from mcp_elicit.errors import RequestError

async def main():
    person = ClientElicitation(lambda request: None)
    try:
        async with person.connect("http://127.0.0.1:9/mcp"):
            pass
    except RequestError as lost:
        print(lost)

class Bare:
    pass

mcp.ClientSession = Bare
anyio.run(main)
"""


def test_a_lost_hook_of_sdk_1_fails_loudly() -> None:
    """Ours: never a silent lie about what this client can do."""
    command = [str(python_of("mcp-1.30")), "-c", LOST]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=variables(), timeout=60)
    assert "no place to say what is declared" in done.stdout, done.stderr


async def answer(request: ElicitRequest) -> ElicitResult:
    return ElicitResult.cancel()


@pytest.mark.parametrize("modes", [(), ("form", "x/form"), ("Form",)])
def test_no_mode_or_an_unknown_one_is_an_error_at_construction(modes: Any) -> None:
    """Spec: "Clients declaring the `elicitation` capability MUST support at least one mode"."""
    with pytest.raises(RequestError, match="modes"):
        ClientElicitation(answer, modes=modes)


def test_a_handler_that_is_no_function_is_an_error_at_construction() -> None:
    """Ours: not when the first question comes."""
    with pytest.raises(RequestError, match="handler"):
        ClientElicitation.builder().build()


def test_the_builder_adds_consumers_up_and_means_the_same_as_the_keywords() -> None:
    """Ours: the Java client builder's way."""
    built = (
        ClientElicitation.builder()
        .handler(answer)
        .modes("form", "url")
        .elicitation_complete_consumer(print)
        .elicitation_complete_consumer(repr)
        .apply_defaults()
        .build()
    )
    plain = ClientElicitation(
        answer, modes=("url", "form"), elicitation_complete_consumers=[print, repr], apply_defaults=True
    )
    assert plain._settings == built._settings
