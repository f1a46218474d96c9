"""An upstream server that is not there: what the host is told, and what the gateway's log says."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from mcp.client.stdio import StdioServerParameters

from mcp_elicit import Relay
from mcp_elicit.relay import link
from mcp_elicit.relay.causes import named
from mcp_elicit.testing import CallError, Person, connect
from tests.environments import ROOT, variables

from .programs import Program
from .servers import Upstream, gateway

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]

UNREACHED = "the upstream server cannot be reached, and nothing of the call was sent; call again later"
NO_RESULT = "no result came from the upstream server: the connection to it closed, or could not be made"
HOSTS = ("2025-06-18", "2025-11-25", "2026-07-28")


@pytest.fixture(scope="module")
def silent() -> Iterator[str]:
    """A URL at which nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"http://user:pass@127.0.0.1:{bound.getsockname()[1]}/mcp?token=hidden"


def command(*line: str) -> StdioServerParameters:
    return StdioServerParameters(command=line[0], args=list(line[1:]), env=variables(), cwd=ROOT)


async def told(server: Any, host: str, method: str, params: dict[str, Any]) -> str:
    """What a host reads when its request cannot be forwarded."""
    async with connect(server, Person(), protocol_version=host) as client:
        if method == "tools/call":
            result = await client.request(method, params)
            assert result["isError"] is True
            return str(result["content"][0]["text"])
        with pytest.raises(CallError) as refused:
            await client.request(method, params)
        return str(refused.value.message)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", {"name": "work", "arguments": {}}),
        ("prompts/get", {"name": "work"}),
        ("resources/read", {"uri": "work://it"}),
        ("tools/list", {}),
    ],
)
@pytest.mark.parametrize("spoken", ["2025-11-25", "2026-07-28"])
async def test_an_upstream_at_which_nothing_listens_is_an_error_that_names_nothing(
    spoken: str,
    method: str,
    params: dict[str, Any],
    host: str,
    silent: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Ours: a sentence for the host; one line in the log, without the query and the user of the URL."""
    async with Relay(silent, protocol_version=spoken) as relay:
        said = await told(gateway(relay), host, method, params)
    # 2026-07-28 shakes no hands: there the connection begins with the call.
    assert (NO_RESULT if spoken == "2026-07-28" else UNREACHED) == said
    (line,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert ("mcp_elicit", None) == (line.name, line.exc_info)
    assert named(silent) in line.getMessage()
    assert "hidden" not in caplog.text
    assert "user:pass" not in caplog.text


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    "target", [command("no-such-command", "--token", "hidden"), command("false"), command("/", "hidden")]
)
async def test_a_command_that_does_not_start_is_an_error_that_names_nothing(
    target: StdioServerParameters, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: the log names the command, and none of its arguments."""
    async with Relay(target, protocol_version="2025-11-25") as relay:
        said = await told(gateway(relay), host, "tools/call", {"name": "work", "arguments": {}})
    assert UNREACHED == said
    (line,) = [record for record in caplog.records if record.name == "mcp_elicit"]
    assert line.getMessage().startswith(f"the upstream server {target.command} cannot be reached: ")
    assert "hidden" not in caplog.text


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("kind", ["http", "stdio"])
async def test_an_upstream_that_accepts_and_never_speaks_is_given_up(
    kind: str, host: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours: a host waits for an answer of a person, not for a server that has none."""
    monkeypatch.setattr(link, "CONNECTING", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"http://127.0.0.1:{mute.getsockname()[1]}/mcp"
        target = url if kind == "http" else command(sys.executable, "-c", "import time; time.sleep(60)")
        async with Relay(target, protocol_version="2025-11-25") as relay:
            server = gateway(relay)
            for _ in range(2):  # the next call tries again
                assert UNREACHED == await told(server, host, "tools/call", {"name": "work", "arguments": {}})
    said = [record.getMessage() for record in caplog.records if record.name == "mcp_elicit"]
    assert [f"the upstream server {named(target)} cannot be reached: it said nothing for 1 s"] * 2 == said


async def test_time_that_is_up_as_the_connection_is_made_ends_nothing() -> None:
    """Ours: both may happen in one turn of the event loop."""

    async def hello(ctx: Any, given: dict[str, Any]) -> str:
        return "hello"

    relay = Relay(Upstream(hello).server, protocol_version="2025-11-25")
    async with relay, connect(gateway(relay), Person()) as client:
        assert "hello" == (await client.call_tool("work")).text
        (connected,) = relay._hosts._links.values()
        assert connected._client is not None and connected._task is not None
        connected._give_up(connected._client, connected._task)
        assert "hello" == (await client.call_tool("work")).text
        assert [connected] == list(relay._hosts._links.values())


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("spoken", ["2025-11-25", "2026-07-28"])
async def test_a_process_that_ends_within_a_call_is_an_error_and_the_next_call_starts_another(
    spoken: str, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Ours: whether the first call did its work nobody knows, so it is not made again."""
    target = command(sys.executable, "-m", "tests.relay.upstream_stdio")
    async with (
        Relay(target, protocol_version=spoken) as relay,
        connect(gateway(relay), Person(), protocol_version=host) as client,
    ):
        first = await client.call_tool("work")
        lost = await client.call_tool("work", {"dies": True})
        second = await client.call_tool("work")
    assert (True, NO_RESULT) == (lost.is_error, lost.text)
    assert [False, False] == [first.is_error, second.is_error]
    assert first.text != second.text
    assert ["mcp_elicit"] == [record.name for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("host", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("spoken", ["2025-11-25", "2026-07-28"])
async def test_a_process_that_ended_while_nothing_was_sent_loses_no_call(spoken: str, host: str) -> None:
    """Ours: the connection is known to have ended; the call goes to a new process, and there alone."""
    target = command(sys.executable, "-m", "tests.relay.upstream_stdio")
    async with (
        Relay(target, protocol_version=spoken) as relay,
        connect(gateway(relay), Person(), protocol_version=host) as client,
    ):
        first = await client.call_tool("work")
        (link,) = relay._hosts._links.values()
        os.kill(int(first.text), signal.SIGKILL)
        while link.usable():
            await asyncio.sleep(0)  # gives way, until the pipe is read to its end
        second = await client.call_tool("work")
    assert (False, True) == (second.is_error, first.text != second.text)


async def test_a_gateway_on_sdk_1_says_the_same(silent: str) -> None:
    """Ours: a process of its own, on SDK 1.x."""
    from mcp import Client

    with ExitStack() as stack:
        program = Program(stack, "tests.relay.gateway_1", "60", silent, environment="mcp-1.30")
        async with Client(f"http://127.0.0.1:{program.ports[0]}/mcp", mode="legacy") as client:
            result = await client.call_tool("work", {})
    assert (True, UNREACHED) == (result.is_error, getattr(result.content[0], "text", None))


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("https://up.example/mcp?token=hidden#hidden", "https://up.example/mcp"),
        ("https://user:hidden@up.example:8443/mcp", "https://up.example:8443/mcp"),
        ("hidden words", "of a text that is no URL"),
        ("http://[hidden", "of a text that is no URL"),
        (command("run", "--token", "hidden"), "run"),
        (5, "int"),
    ],
)
def test_a_log_names_an_upstream_without_what_may_be_secret(target: Any, name: str) -> None:
    """Ours: no query of a URL is logged, ever."""
    assert name == named(target)
