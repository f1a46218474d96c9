"""The other SDKs' rules, row by row."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from mcp.server.mcpserver import Context, MCPServer

from mcp_elicit import (
    AsyncServerExchange,
    CapabilityError,
    ClientElicitation,
    ElicitError,
    ElicitRequest,
    ElicitResult,
    NotSendableError,
    PeerError,
    RequestedSchema,
    RequestError,
    enable,
)
from mcp_elicit.testing import CallError, Person, connect

from .cases import (
    ANSWERS,
    CLIENTS,
    CONVERSATIONS,
    DEFAULTS,
    FORMS,
    KINDS,
    MODES,
    READ,
    REFUSED,
    TABLES,
    WRITTEN,
)
from .cases.answers import Answer, Default
from .cases.conversations import Client, Conversation, Modes
from .cases.forms import Form, Kind
from .cases.messages import Read, Refused, Written


def name(case: Any) -> str:
    return str(case.id)


def form_of(properties: Mapping[str, Any], required: tuple[str, ...] = ()) -> RequestedSchema:
    return RequestedSchema.from_wire(
        {"type": "object", "properties": dict(properties), "required": list(required)}
    )


def test_there_are_at_least_120_rows_and_each_has_its_own_id_and_a_rule() -> None:
    """Ours: what other SDKs hold is held here, and can be named."""
    rows = [row for table in TABLES for row in table]
    assert len(rows) >= 120
    assert [] == [used for used, times in Counter(row.id for row in rows).items() if times > 1]
    assert all(row.rule for row in rows)


@pytest.mark.parametrize("case", ANSWERS, ids=name)
def test_an_answer_is_held_against_its_form(case: Answer) -> None:
    """As the row says."""
    problems = form_of(case.properties, case.required).check(case.content)
    assert case.problems == tuple(problem.path for problem in problems)


@pytest.mark.parametrize("case", DEFAULTS, ids=name)
def test_defaults_are_filled_in(case: Default) -> None:
    """As the row says."""
    assert case.filled == form_of(case.properties).with_defaults(case.content)


@pytest.mark.parametrize("case", FORMS, ids=name)
def test_a_form_builds_or_is_refused_before_anything_is_sent(case: Form) -> None:
    """As the row says."""
    if case.builds:
        request = ElicitRequest.for_form("m", case.schema)
        assert case.schema == request.to_wire("2025-11-25")["requestedSchema"]
    else:
        with pytest.raises(RequestError) as refused:
            ElicitRequest.for_form("m", case.schema)
        assert all("requestedSchema" in fault.path for fault in refused.value.faults)


@pytest.mark.parametrize("case", KINDS, ids=name)
def test_a_field_is_written_and_read_or_refused(case: Kind) -> None:
    """As the row says."""
    if case.written is None:
        with pytest.raises(RequestError):
            case.made_of(**case.keywords)
    else:
        field = case.made_of(**case.keywords)
        assert case.written == field.to_wire("2025-11-25")
        assert field == case.made_of.from_wire(case.written)


@pytest.mark.parametrize("case", READ, ids=name)
def test_a_message_of_a_peer_is_read_or_is_its_error(case: Read) -> None:
    """As the row says."""
    if case.says is None:
        with pytest.raises(PeerError):
            case.reader(case.wire)
    else:
        read = case.reader(case.wire)
        assert case.says == {field: getattr(read, field) for field in case.says}


@pytest.mark.parametrize("case", REFUSED, ids=name)
def test_a_wrong_combination_is_refused_by_the_name_of_its_field(case: Refused) -> None:
    """As the row says."""
    with pytest.raises(RequestError) as refused:
        case.builds()
    assert case.field in [fault.path for fault in refused.value.faults]


@pytest.mark.parametrize("case", WRITTEN, ids=name)
def test_a_message_is_written_for_a_version_or_refused(case: Written) -> None:
    """As the row says."""
    if case.wire is None:
        with pytest.raises(NotSendableError):
            case.message.to_wire(case.version)
    else:
        assert case.wire == case.message.to_wire(case.version)


server = MCPServer("cases")
WHO = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name"],
}


@server.tool()
async def ask(mode: str, ctx: Context) -> str:
    """Ask once."""
    page = ElicitRequest.for_url("m", "https://example.com/a", "e1")
    request = page if mode == "url" else ElicitRequest.for_form("m", WHO)
    try:
        result = await AsyncServerExchange.from_context(ctx).create_elicitation(request)
    except CapabilityError:
        if ctx.protocol_version == "2026-07-28":
            raise  # there it reaches the client as -32021
        return "CapabilityError"
    except ElicitError as error:
        return type(error).__name__
    return f"{result.action} {result.content and dict(result.content)}"


PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "sure": {"type": "boolean", "default": True},
        "kind": {"type": "string", "enum": ["low", "high"], "default": "low"},
    },
}


@server.tool()
async def ask_with_defaults(ctx: Context) -> str:
    """Ask once; what came back as JSON."""
    request = ElicitRequest.for_form("m", PERSON)
    result = await AsyncServerExchange.from_context(ctx).create_elicitation(request)
    return json.dumps(result.content and dict(result.content))


enable(server)


@pytest.mark.anyio
@pytest.mark.parametrize("case", CONVERSATIONS, ids=name)
async def test_a_conversation_ends_as_the_row_says(case: Conversation) -> None:
    """As the row says; a client that may not be asked is not asked."""
    person = Person({"m": case.answer})
    async with connect(server, person, protocol_version=case.version, modes=case.modes) as client:
        try:
            reply = await client.call_tool("ask", {"mode": case.asks})
            given = reply.text
        except CallError as error:
            given = str(error.code)
    assert case.gives == given
    assert (given not in ("CapabilityError", "-32021")) == bool(person.asked)


@pytest.mark.anyio
@pytest.mark.parametrize("case", CLIENTS, ids=name)
async def test_a_client_fills_defaults_where_it_was_told_to(case: Client) -> None:
    """As the row says."""
    said = case.answer if isinstance(case.answer, ElicitResult) else ElicitResult.accept(case.answer)
    person = ClientElicitation(lambda request: said, apply_defaults=case.apply_defaults)
    async with person.connect(server, protocol_version=case.version) as client:
        reply: Any = await person.call_tool(client, "ask_with_defaults")
    assert case.content == json.loads(reply.content[0].text)


@pytest.mark.parametrize("case", MODES, ids=name)
def test_a_client_declares_what_it_was_built_with_or_cannot_be_built(case: Modes) -> None:
    """As the row says."""
    arguments = {"handler": lambda request: ElicitResult.decline(), **case.arguments}
    if case.declares is None:
        with pytest.raises(RequestError):
            ClientElicitation(**arguments)
    else:
        assert case.declares == ClientElicitation(**arguments).modes
