"""Whose state it is: a server of SDK 2.x behind bearer tokens, one process, two users."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import Context, MCPServer
from pydantic import AnyHttpUrl
from starlette.testclient import TestClient

from mcp_elicit import AsyncServerExchange, ElicitRequest, RequestError, ServerElicitation, enable

from .test_statuses import envelope


class Tokens:
    """Every token is good, and names its user."""

    async def verify_token(self, token: str) -> AccessToken:
        return AccessToken(token=token, client_id="host", scopes=[], subject=token)


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[TestClient, ServerElicitation]]:
    here = AnyHttpUrl("http://127.0.0.1:8000")
    auth = AuthSettings(issuer_url=here, resource_server_url=here, validate_token_resource=False)
    server = MCPServer("principals", auth=auth, token_verifier=Tokens(), log_level="CRITICAL")

    @server.tool()
    async def confirmed(ctx: Context) -> str:
        """Ask yes or no."""
        return str(await AsyncServerExchange.from_context(ctx).confirm("Really?"))

    @server.tool()
    async def paged(ctx: Context) -> str:
        """Ask for a page."""
        request = ElicitRequest.for_url("Please sign in", "https://example.com/in", "e1")
        return (await AsyncServerExchange.from_context(ctx).create_elicitation(request)).action

    handle = enable(server)
    app = server.streamable_http_app(json_response=True)
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client, handle


@pytest.fixture
def http(served: tuple[TestClient, ServerElicitation]) -> TestClient:
    return served[0]


def called(http: TestClient, user: str, tool: str, **more: Any) -> dict[str, Any]:
    """What came of a call of *user*'s."""
    params = {"name": tool, "arguments": {}, **more}
    body, headers = envelope("tools/call", tool, {"elicitation": {"form": {}, "url": {}}}, params)
    headers["Authorization"] = f"Bearer {user}"
    response = http.post("/mcp", content=json.dumps(body), headers=headers)
    found: dict[str, Any] = response.json()
    return found


def answering(asked: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """The members of a call that answers what was asked."""
    result = asked["result"]
    return {
        "inputResponses": dict.fromkeys(result["inputRequests"], answer),
        "requestState": result["requestState"],
    }


YES = {"action": "accept", "content": {"confirm": True}}


def test_the_answer_of_the_user_who_was_asked_counts(http: TestClient) -> None:
    """The other half of the next."""
    asked = called(http, "ada", "confirmed")
    assert "True" == called(http, "ada", "confirmed", **answering(asked, YES))["result"]["content"][0]["text"]


def test_the_state_of_one_user_is_refused_from_another(http: TestClient) -> None:
    """Spec: 2026-07-28; servers SHOULD put the principal into the state, and reject another's."""
    asked = called(http, "ada", "confirmed")
    assert -32602 == called(http, "eve", "confirmed", **answering(asked, YES))["error"]["code"]


def test_the_page_of_an_authenticated_user_is_completed_for_no_other(
    served: tuple[TestClient, ServerElicitation],
) -> None:
    """Spec: the user comes from MCP authorization; ours: without `user_of`, it is the principal."""
    http, handle = served
    assert "input_required" == called(http, "ada", "paged")["result"]["resultType"]
    for user in (None, "eve"):
        assert not handle.is_open("e1", user=user)
        with pytest.raises(RequestError):
            handle.complete("e1", user=user)
