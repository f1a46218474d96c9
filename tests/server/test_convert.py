"""Questions and answers as the SDK's own objects, of whichever SDK is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from mcp_elicit import AsyncServerExchange, ElicitRequest, ElicitResult, RequestError
from mcp_elicit.convert import request_from_sdk, request_to_sdk, result_from_sdk, result_to_sdk
from mcp_elicit.testing import Person, connect

from .servers import CELLS, SDK_2, build

types: Any = import_module("mcp.types")
FORM = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 1}, "age": {"type": "integer"}},
    "required": ["name"],
}
QUESTIONS = [
    ElicitRequest.for_form("Who?", FORM),
    ElicitRequest.for_url("Connect", "https://a.example/x", "id-1"),
]
ANSWERS = [
    ElicitResult.accept({"name": "Ada", "age": 36, "tags": ["a"]}),
    ElicitResult.accept(),
    ElicitResult.decline(),
    ElicitResult.cancel(),
]


def sdk_form() -> Any:
    """The SDK's own form params, as its users write them."""
    if SDK_2:
        return types.ElicitRequestFormParams(message="Who?", requested_schema=FORM)
    return types.ElicitRequestFormParams(message="Who?", requestedSchema=FORM)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_survives_the_way_to_the_sdk_and_back(question: ElicitRequest) -> None:
    """Ours: nothing is lost under another name."""
    params = request_to_sdk(question)
    assert question.to_wire("2025-11-25") == request_from_sdk(params).to_wire("2025-11-25")
    assert question.to_wire("2025-11-25") == request_from_sdk(types.ElicitRequest(params=params)).to_wire(
        "2025-11-25"
    )


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_survives_the_way_to_the_sdk_and_back(answer: ElicitResult) -> None:
    """Ours."""
    assert answer == result_from_sdk(result_to_sdk(answer))


def test_the_sdks_form_reads_as_ours() -> None:
    """Ours: camelCase and snake_case alike."""
    assert QUESTIONS[0].requested_schema == request_from_sdk(sdk_form()).requested_schema


@pytest.mark.parametrize("thing", [{"message": "Who?"}, object(), None])
def test_what_is_no_object_of_an_sdk_is_refused(thing: Any) -> None:
    """Ours: never a guess."""
    with pytest.raises(RequestError):
        request_from_sdk(thing)


@pytest.mark.parametrize("name", ["requestedSchema", "elicitationId"])
def test_the_other_sdks_name_is_an_error_and_no_silent_default(name: str) -> None:
    """Ours: code that reads the wrong name stops there."""
    with pytest.raises(AttributeError):
        getattr(QUESTIONS[0], name)


@pytest.mark.anyio
@pytest.mark.parametrize(("kind", "version"), CELLS)
async def test_an_exchange_takes_the_sdks_question(kind: str, version: str) -> None:
    """Ours: the call moves over before the question does."""

    async def body(ctx: Any) -> str:
        answer = await AsyncServerExchange.from_context(ctx).create_elicitation(sdk_form())
        return str((result_to_sdk(answer).content or {})["name"])

    person = Person({"Who?": {"name": "Ada"}})
    async with connect(build(kind, tool=body).server, person, protocol_version=version) as client:
        reply = await client.call_tool("tool")
    assert "Ada" == reply.text
