"""On which stream a question travels, where it is a request: read as bytes, without a second stream."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from typing import Any

import pytest

from .conftest import Urls
from .servers import PATIENCE

CLIENT = {"clientInfo": {"name": "bytes", "version": "1"}, "capabilities": {"elicitation": {}}}
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@contextmanager
def posted(url: str, session: str | None, message: dict[str, Any]) -> Iterator[HTTPResponse]:
    """Post one message; the response, as it comes."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if session is not None:
        headers |= {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    request = urllib.request.Request(url, json.dumps({"jsonrpc": "2.0", **message}).encode(), headers)
    with OPENER.open(request, timeout=PATIENCE) as response:
        yield response


def messages_on(stream: HTTPResponse) -> Iterator[dict[str, Any]]:
    """What the server sends on *stream*, until it ends."""
    for line in stream:
        _, event, data = line.decode().partition("data: ")
        if event and data.strip():
            yield json.loads(data)


@pytest.mark.parametrize("served", ["on_sdk_2", "on_sdk_1"])
def test_a_question_rides_the_stream_of_its_call(served: str, request: pytest.FixtureRequest) -> None:
    """Spec: what belongs to a call travels on its stream; this client opened no other."""
    urls: Urls = request.getfixturevalue(served)
    hello = {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", **CLIENT}}
    with posted(urls["stream"], None, hello) as response:
        session = response.headers["Mcp-Session-Id"]
        response.read()
    with posted(urls["stream"], session, {"method": "notifications/initialized"}):
        pass
    call = {"id": 2, "method": "tools/call", "params": {"name": "confirmed", "arguments": {}}}
    with posted(urls["stream"], session, call) as stream:
        messages = messages_on(stream)
        question = next(messages)
        assert "elicitation/create" == question["method"]
        answer = {"id": question["id"], "result": {"action": "accept", "content": {"confirm": True}}}
        with posted(urls["stream"], session, answer) as accepted:
            assert 202 == accepted.status
        (result,) = messages
    assert (2, "true") == (result["id"], result["result"]["content"][0]["text"])
