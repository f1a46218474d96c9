"""What the wire itself says where no SDK would tell: HTTP status and JSON-RPC error, read as bytes."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from .conftest import Urls
from .servers import PATIENCE

KEY = "io.modelcontextprotocol/"


def post(url: str, tool: str, capabilities: dict[str, Any], **arguments: str) -> tuple[int, Any]:
    """Call a tool as a client of 2026-07-28 that declares *capabilities*; status and message."""
    return sent(url, "tools/call", tool, capabilities, {"name": tool, "arguments": arguments})


def sent(
    url: str, method: str, name: str, capabilities: dict[str, Any], params: dict[str, Any]
) -> tuple[int, Any]:
    """Send one request of 2026-07-28, as bytes; status, and the answer to it."""
    status, messages = messages_of(url, *envelope(method, name, capabilities, params))
    return status, messages[-1]


def envelope(
    method: str, name: str, capabilities: dict[str, Any] | None, params: dict[str, Any], who: str = "bytes"
) -> tuple[dict[str, Any], dict[str, str]]:
    """A request of 2026-07-28 and its headers; *who* is the name of the client."""
    meta: dict[str, Any] = {
        f"{KEY}protocolVersion": "2026-07-28",
        f"{KEY}clientInfo": {"name": who, "version": "1"},
    }
    if capabilities is not None:
        meta[f"{KEY}clientCapabilities"] = capabilities
    message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": {**params, "_meta": meta}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
        "Mcp-Name": name,
    }
    return message, headers


def messages_of(url: str, message: dict[str, Any], headers: dict[str, str]) -> tuple[int, list[Any]]:
    """Send it; the status, and everything that the server sent until the response was over."""
    request = urllib.request.Request(url, json.dumps(message).encode(), headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Unraised)
    with opener.open(request, timeout=PATIENCE) as response:
        text = response.read().decode()
        if not response.headers["Content-Type"].startswith("text/event-stream"):
            return response.status, [json.loads(text)]
        lines = [line.partition("data: ")[2] for line in text.splitlines()]
        return response.status, [json.loads(line) for line in lines if line]


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


def test_nothing_but_the_result_travels_on_the_stream_of_a_call_that_asks(on_sdk_2: Urls) -> None:
    """Spec: 2026-07-28, streamable HTTP; no request of the server's own, and no cancellation of one."""
    params = {"name": "two_questions", "arguments": {}}
    call = envelope("tools/call", "two_questions", {"elicitation": {}}, params)
    status, (message,) = messages_of(on_sdk_2["stream"], *call)
    assert (200, "input_required") == (status, message["result"]["resultType"])


@pytest.mark.parametrize("endpoint", ["stream", "json"])
def test_a_call_that_does_not_say_what_its_client_can_is_malformed(on_sdk_2: Urls, endpoint: str) -> None:
    """Spec: 2026-07-28, basic; -32602 with status 400, whatever an earlier request said."""
    params = {"name": "confirmed", "arguments": {}}
    said = envelope("tools/call", "confirmed", {"elicitation": {}}, params)
    silent = envelope("tools/call", "confirmed", None, params)
    assert 200 == messages_of(on_sdk_2[endpoint], *said)[0]
    status, (message,) = messages_of(on_sdk_2[endpoint], *silent)
    assert (400, -32602) == (status, message["error"]["code"])


def test_whoever_a_client_says_it_is_it_is_asked_the_same(on_sdk_2: Urls) -> None:
    """Spec: 2026-07-28, basic; clientInfo is for display, and changes nothing."""
    params = {"name": "confirmed", "arguments": {}}
    asked = []
    for who in ("one host", "another", "bytes"):
        call = envelope("tools/call", "confirmed", {"elicitation": {}}, params, who)
        _, (message,) = messages_of(on_sdk_2["stream"], *call)
        asked.append(message["result"]["inputRequests"])
    assert [asked[0]] * 3 == asked
