"""What only HTTP shows: status codes, and replicas that take each other's state."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.environments import ROOT, python_of, variables

pytestmark = pytest.mark.timeout(300)
VERSION = "2026-07-28"
PREFIX = "io.modelcontextprotocol"


@contextmanager
def served(sdk: str, *more: str, processes: int = 1, environment: str = "main") -> Iterator[list[str]]:
    """Server processes, by their URLs."""
    python = sys.executable if environment == "main" else str(python_of(environment))
    servers = [
        subprocess.Popen(
            [python, "-m", "tests.matrix.serve", sdk, "http", *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=variables(),
            cwd=ROOT,
        )
        for _ in range(processes)
    ]
    try:
        ports = [server.stdout.readline().strip() for server in servers if server.stdout is not None]
        yield [f"http://127.0.0.1:{port}/mcp" for port in ports]
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.communicate(timeout=10)


def post(url: str, capabilities: dict[str, Any], params: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """One request, as a client of 2026-07-28 posts it; the status and the message."""
    meta = {
        f"{PREFIX}/protocolVersion": VERSION,
        f"{PREFIX}/clientInfo": {"name": "test", "version": "1"},
        f"{PREFIX}/clientCapabilities": capabilities,
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {**params, "_meta": meta}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": VERSION,
        "Mcp-Method": "tools/call",
        "Mcp-Name": params["name"],
    }
    request = urllib.request.Request(url, json.dumps(message).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, _message(response.read().decode())
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, _message(refused.read().decode())


def _message(body: str) -> dict[str, Any]:
    data = [line[5:] for line in body.splitlines() if line.startswith("data:")]
    message: dict[str, Any] = json.loads(data[-1] if data else body)
    return message


@pytest.mark.parametrize("sdk", ["mcpserver", "fastmcp_4"])
def test_a_missing_capability_is_status_400(sdk: str) -> None:
    """The specification's: -32021 over HTTP with status 400."""
    with served(sdk) as (url,):
        status, message = post(url, {}, {"name": "ask", "arguments": {}})
    assert (400, -32021) == (status, message["error"]["code"])


@pytest.mark.parametrize("sdk", ["mcpserver", "fastmcp_4"])
@pytest.mark.parametrize("shared", [True, False])
def test_a_second_process_takes_the_state_of_the_first_when_they_share_a_key(sdk: str, shared: bool) -> None:
    """Ours: without a shared key the second replica refuses, with the SDK's own error."""
    keys = ("shared-key-of-all-replicas-123456",) if shared else ()
    capabilities: dict[str, Any] = {"elicitation": {"form": {}}}
    call = {"name": "ask", "arguments": {}}
    with served(sdk, *keys, processes=2) as (one, other):
        _, asked = post(one, capabilities, call)
        responses = {
            key: {"action": "accept", "content": {"confirm": True}}
            for key in asked["result"]["inputRequests"]
        }
        state = asked["result"]["requestState"]
        _, answered = post(other, capabilities, {**call, "inputResponses": responses, "requestState": state})
    if shared:
        assert "True" == answered["result"]["content"][0]["text"]
    else:
        assert -32602 == answered["error"]["code"]
