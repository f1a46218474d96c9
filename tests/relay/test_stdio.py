"""An upstream of SDK 1.x over stdio: a gateway process starts it, one for each host.

The rows of docs/relay.md hold here as they do over HTTP. Nothing on either end knows this package.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

import mcp_types as types
import pytest
from mcp import Client

from .cells import cell_of
from .programs import CASES, HOSTS, IMPATIENT, Host, Hosts, Program, environment_of
from .test_matrix import documented

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

VERSION: Final = "2025-11-25"
GATEWAYS: Final[dict[str, tuple[Host, ...]]] = {
    "main": (HOSTS[0], HOSTS[2], HOSTS[4]),
    "mcp-1.30": (HOSTS[0], HOSTS[2]),  # SDK 1.x has the handshake versions on both sides
}
"""The environment of each gateway, and who comes to it: one host of every version."""
CELLS: Final = [(env, host, case) for env, hosts in GATEWAYS.items() for host in hosts for case in CASES]
SETTLING: Final = 20.0
"""Seconds in which a call that was left must have ended at the upstream server too."""


class Stdio:
    """The gateways, and the folder in which their upstream servers write."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._folder = folder
        command = (environment_of("mcp-1.30"), "-m", "tests.relay.upstream_1_stdio", str(folder))
        self._gateways = {
            environment: Program(
                stack, "tests.relay.gateway_stdio", str(IMPATIENT), *command, environment=environment
            )
            for environment in GATEWAYS
        }

        class Till(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                (run,) = parse_qs(urlsplit(self.path).query)["run"]
                (folder / f"{quote(run, safe='')}.paid").touch()
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Quietly."""

        till = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Till))
        threading.Thread(target=till.serve_forever, daemon=True).start()
        stack.callback(till.shutdown)
        self.till = f"http://127.0.0.1:{till.server_port}/paid"
        """Where somebody pays who was shown the page of a -32042."""

    def url(self, environment: str, *, impatient: bool = False) -> str:
        slash = "/" if environment == "mcp-1.30" else ""
        return f"http://127.0.0.1:{self._gateways[environment].ports[impatient]}/mcp{slash}"

    def _lines(self) -> list[tuple[int, Any]]:
        return [
            (int(file.stem), json.loads(line))
            for file in self._folder.glob("*.jsonl")
            for line in file.read_text("utf-8").splitlines()
        ]

    def seen(self) -> dict[str, list[Any]]:
        """What was seen, by run, once no call is in progress any more."""
        until = time.monotonic() + SETTLING
        while sum(line.get("calls", 0) for _, line in self._lines()) and time.monotonic() < until:
            time.sleep(0.05)
        seen: dict[str, list[Any]] = defaultdict(list)
        for _, line in self._lines():
            if "run" in line:
                seen[line["run"]].append(line["event"])
        return seen

    def process_of(self, run: str) -> int:
        """The upstream process that serves a run."""
        (process,) = {process for process, line in self._lines() if line.get("run") == run}
        return process


def run_of(environment: str, host: Host, case: str) -> str:
    return f"{environment} > {host} > {case}"


@pytest.fixture(scope="module")
def stdio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stdio]:
    with ExitStack() as stack:
        yield Stdio(stack, tmp_path_factory.mktemp("upstream"))


@pytest.fixture(scope="module")
def reports(stdio: Stdio) -> dict[str, tuple[Any, list[Any]]]:
    """Every host does every case, by every gateway."""
    jobs: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for environment, host, case in CELLS:
        jobs[host.environment].append(
            {
                "case": case,
                "run": run_of(environment, host, case),
                "version": host.version,
                # A host of 2026-07-28 that goes away is noticed when it does not come back.
                "url": stdio.url(
                    environment,
                    impatient=case == "timeout" or (case == "disconnect" and host.version == "2026-07-28"),
                ),
                "completes": host.version == "2025-11-25",
                "till": stdio.till,
            }
        )
    with ExitStack() as stack:
        said = Hosts(stack, jobs).run(jobs)
    seen = stdio.seen()
    return {run: (report, seen[run]) for run, report in said.items()}


@pytest.mark.parametrize(("environment", "host", "case"), CELLS, ids=str)
def test_an_upstream_over_stdio_is_as_the_document_says(
    environment: str, host: Host, case: str, reports: dict[str, tuple[Any, list[Any]]]
) -> None:
    """Ours: the transport and the SDK are nobody's business; asserted from both sides."""
    assert documented()[VERSION, host.version, case] == cell_of(*reports[run_of(environment, host, case)])


@pytest.mark.parametrize(
    ("environment", "mode"), [("main", "legacy"), ("main", "2026-07-28"), ("mcp-1.30", "legacy")]
)
async def test_a_process_that_dies_while_it_asks_is_an_error_and_the_next_call_starts_another(
    environment: str, mode: str, stdio: Stdio
) -> None:
    """Ours: never a hang. The person may still answer, or stay silent for ever; their host's call is over."""
    run = f"dies {environment} {mode}"

    async def kills(context: Any, params: Any) -> Any:
        os.kill(stdio.process_of(run), signal.SIGKILL)
        if mode == "legacy":
            await asyncio.Event().wait()
        return types.ElicitResult(action="accept", content={"seat": "a"})

    async def answers(context: Any, params: Any) -> Any:
        return types.ElicitResult(action="accept", content={"seat": "a"})

    handlers = [kills, answers]

    async def asked(context: Any, params: Any) -> Any:
        return await handlers.pop(0)(context, params)

    async with Client(stdio.url(environment), mode=mode, elicitation_callback=asked) as client:
        arguments = {"case": "titled choice", "run": run}
        lost = await asyncio.wait_for(client.call_tool("work", arguments), 30)
        arguments = {"case": "titled choice", "run": f"{run}, again"}
        found = await asyncio.wait_for(client.call_tool("work", arguments), 30)
    (content,) = lost.content
    assert lost.is_error
    assert "no result came from the upstream server" in getattr(content, "text", "")
    assert not found.is_error
    assert stdio.process_of(run) != stdio.process_of(f"{run}, again")
