"""Reads messages with the types of the `mcp` that is installed beside it: one JSON line in, one out.

In: ``{"kind": ..., "version": ..., "body": ...}``. Out: ``null``, or a sentence saying why it was refused.
Knows nothing of mcp_elicit: it runs in the peer's own environment.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from pydantic import TypeAdapter

Body = dict[str, Any]
Reader = Callable[[str, Body], object]


def readers_of_1() -> dict[str, Reader]:
    from mcp import types

    def url_required(_: str, error: Body) -> object:
        types.ErrorData.model_validate(error)
        return types.ElicitationRequiredErrorData.model_validate(error["data"])

    def request(_: str, params: Body) -> object:
        message = {"method": "elicitation/create", "params": params}
        read = getattr(TypeAdapter(types.ServerRequest).validate_python(message), "root", None)
        assert isinstance(read, types.ElicitRequest)
        if hasattr(types, "ElicitRequestURLParams"):
            assert isinstance(read.params, types.ElicitRequestURLParams) == ("url" in params)
        return read

    return {
        "request": request,
        "result": lambda _, result: types.ElicitResult.model_validate(result),
        "complete": lambda _, params: TypeAdapter(types.ServerNotification).validate_python(
            {"method": "notifications/elicitation/complete", "params": params}
        ),
        "url_required": url_required,
    }


def readers_of_2() -> dict[str, Reader]:
    from mcp_types import methods

    def request(version: str, params: Body) -> object:
        if version < "2026-07-28":
            return methods.parse_server_request("elicitation/create", version, params)
        request = {"method": "elicitation/create", "params": params}
        result = {"resultType": "input_required", "inputRequests": {"a": request}}
        return methods.parse_server_result("tools/call", version, result)

    def result(version: str, result: Body) -> object:
        if version < "2026-07-28":
            return methods.parse_client_result("elicitation/create", version, result)
        meta = {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "a", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        params = {"name": "t", "arguments": {}, "inputResponses": {"a": result}, "_meta": meta}
        return methods.parse_client_request("tools/call", version, params)

    return {
        "request": request,
        "result": result,
        "complete": lambda version, params: methods.parse_server_notification(
            "notifications/elicitation/complete", version, params
        ),
    }


readers = readers_of_1() if version("mcp").startswith("1.") else readers_of_2()
for line in sys.stdin:
    message = json.loads(line)
    try:
        readers[message["kind"]](message["version"], message["body"])
        reason = None
    except Exception as error:  # whatever the peer says is its reason
        reason = f"{type(error).__name__}: {error}"
    print(json.dumps(reason), flush=True)
