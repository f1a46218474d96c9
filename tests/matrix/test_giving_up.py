"""A client that gives up a call over streamable HTTP: its question is withdrawn, a late answer dropped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .raw_http import RawClient
from .test_http import served

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("sdk", "environment"), [("mcpserver", "main"), ("fastmcp_4", "main"), ("fastmcp_1", "mcp-1.30")]
)
def test_a_call_that_is_given_up_takes_its_question_back(sdk: str, environment: str) -> None:
    """Ours: the client is told, the late yes changes nothing, and the session goes on."""
    with served(sdk, environment=environment) as (url,):
        client = RawClient(url)
        call = client.call("be_patient")
        question = client.until(lambda message: message.get("method") == "elicitation/create")
        client.send(_notification("notifications/cancelled", {"requestId": call}))
        withdrawn = client.until(lambda message: message.get("method") == "notifications/cancelled")
        assert question["id"] == withdrawn["params"]["requestId"]
        late = {"action": "accept", "content": {"confirm": True}}
        client.send({"jsonrpc": "2.0", "id": question["id"], "result": late})
        assert len(json.loads(client.text_of("endings"))) == 1
        assert json.loads(client.text_of("endings")) != ["True"]
        # The next question of the same session is asked and answered as ever.
        second = client.call("be_patient")
        again = client.until(lambda message: message.get("method") == "elicitation/create")
        client.send({"jsonrpc": "2.0", "id": again["id"], "result": late})
        told = client.until(lambda message: "result" in message, second)
        assert "True" == told["result"]["content"][0]["text"]


def _notification(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}
