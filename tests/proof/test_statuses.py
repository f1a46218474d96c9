"""What the wire itself says where no SDK would tell: HTTP status and JSON-RPC error, read as bytes."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from .conftest import Urls

KEY = "io.modelcontextprotocol/"


def post(url: str, tool: str, capabilities: dict[str, Any], **arguments: str) -> tuple[int, Any]:
    """Call a tool as a client of 2026-07-28 that declares *capabilities*; status and message."""
    return sent(url, "tools/call", tool, capabilities, {"name": tool, "arguments": arguments})


def sent(
    url: str, method: str, name: str, capabilities: dict[str, Any], params: dict[str, Any]
) -> tuple[int, Any]:
    """Send one request of 2026-07-28, as bytes."""
    meta = {
        f"{KEY}protocolVersion": "2026-07-28",
        f"{KEY}clientInfo": {"name": "bytes", "version": "1"},
        f"{KEY}clientCapabilities": capabilities,
    }
    message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": {**params, "_meta": meta}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
        "Mcp-Name": name,
    }
    request = urllib.request.Request(url, json.dumps(message).encode(), headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Unraised)
    with opener.open(request, timeout=20) as response:
        text = response.read().decode()
        return response.status, json.loads(text.rpartition("data: ")[2] if "data: " in text else text)


class Unraised(urllib.request.HTTPErrorProcessor):
    """A status of 400 is an answer here, not an error."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response


@pytest.mark.parametrize("endpoint", ["stream", "json"])
@pytest.mark.parametrize(
    ("tool", "declared", "required"),
    [
        ("confirmed", {}, "form"),
        ("confirmed", {"sampling": {}}, "form"),
        ("confirmed", {"elicitation": {"url": {}}}, "form"),
        ("url_asked", {"elicitation": {}}, "url"),
        ("url_required", {"elicitation": {"form": {}}}, "url"),
    ],
)
def test_what_was_not_declared_is_minus_32021_with_status_400(
    on_sdk_2: Urls, endpoint: str, tool: str, declared: dict[str, Any], required: str
) -> None:
    """Spec: 2026-07-28, basic; the error names the capability that the call needs."""
    arguments = {} if tool == "confirmed" else {"account": "statuses"}
    status, message = post(on_sdk_2[endpoint], tool, declared, **arguments)
    assert (400, 7, -32021) == (status, message["id"], message["error"]["code"])
    needed: dict[str, Any] = {} if required == "form" else {required: {}}  # empty means form alone
    assert {"requiredCapabilities": {"elicitation": needed}} == message["error"]["data"]


@pytest.mark.parametrize("endpoint", ["stream", "json"])
@pytest.mark.parametrize("declared", [{}, {"form": {}}, {"form": {}, "url": {}}], ids=str)
def test_a_question_is_a_result_with_state_and_without_what_the_version_lacks(
    on_sdk_2: Urls, endpoint: str, declared: dict[str, Any]
) -> None:
    """Spec: 2026-07-28; input_required, one request per key, and an opaque state."""
    status, message = post(on_sdk_2[endpoint], "confirmed", {"elicitation": declared})
    result = message["result"]
    assert (200, "input_required", str) == (status, result["resultType"], type(result["requestState"]))
    ((_, question),) = result["inputRequests"].items()
    assert "elicitation/create" == question["method"]
    assert not {"elicitationId", "_meta", "task"} & set(question["params"])


def test_a_resource_that_asks_carries_no_caching_hints(on_sdk_2: Urls) -> None:
    """Spec: 2026-07-28, caching; the complete result carries them, the one that asks does not."""
    uri = "asked://rain"
    declared: dict[str, Any] = {"elicitation": {}}
    _, message = sent(on_sdk_2["stream"], "resources/read", uri, declared, {"uri": uri})
    asked = message["result"]
    assert "input_required" == asked["resultType"]
    assert not {"ttlMs", "cacheScope"} & set(asked)
    answers = {key: {"action": "accept", "content": {"value": "short"}} for key in asked["inputRequests"]}
    again = {"uri": uri, "inputResponses": answers, "requestState": asked["requestState"]}
    _, message = sent(on_sdk_2["stream"], "resources/read", uri, declared, again)
    told = message["result"]
    assert ("complete", "rain, short") == (told["resultType"], told["contents"][0]["text"])
    assert {"ttlMs", "cacheScope"} <= set(told)
