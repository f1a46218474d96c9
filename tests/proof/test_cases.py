"""The other SDKs' rules, row by row."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from mcp_elicit import (
    ClientElicitation,
    ElicitRequest,
    ElicitResult,
    NotSendableError,
    PeerError,
    RequestedSchema,
    RequestError,
)
from mcp_elicit.sdk.server_memory import serve
from mcp_elicit.testing import CallError, Person, TestClient, connect

from .cases import (
    ANSWERS,
    CLIENTS,
    CONVERSATIONS,
    DEFAULTS,
    FORMS,
    JAVA,
    KINDS,
    MODES,
    READ,
    REFUSED,
    TABLES,
    TALKS,
    WRITTEN,
)
from .cases.answers import Answer, Default
from .cases.conversations import Client, Conversation, Modes, awaited
from .cases.forms import Form, Kind
from .cases.messages import Read, Refused, Written
from .cases.served import server
from .cases.talks import Talk


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


BEFORE_THE_HANDSHAKE = "J1.1"
"""The one of Java's that is no row of a table: see `test_nothing_is_asked_before_the_handshake`."""


def test_every_test_of_java_that_is_about_elicitation_has_a_row() -> None:
    """Ours: none is forgotten; a row may stand for one of them in more than one version."""
    found = [re.match(r"J(\d+)\.(\d+)", row.id) for table in TABLES for row in table]
    held = {(int(row[1]), int(row[2])) for row in found if row is not None}
    wanted = {(file, place) for file, (_, tests) in JAVA.items() for place in range(1, tests + 1)}
    assert {f"J{file}.{place}" for file, place in wanted ^ held} == {BEFORE_THE_HANDSHAKE}


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
        roots = {fault.path.partition(".")[0] for fault in refused.value.faults}
        assert roots <= {"requestedSchema", "requested_schema"}


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


@pytest.mark.anyio
@pytest.mark.parametrize("case", CONVERSATIONS, ids=name)
async def test_a_conversation_ends_as_the_row_says(case: Conversation) -> None:
    """As the row says; a client that may not be asked is not asked."""
    person = Person({"m": case.answer})
    tool = "ask_blocking" if case.blocking else "ask"
    async with connect(server, person, protocol_version=case.version, modes=case.modes or ()) as client:
        if case.modes is None:
            client.capability = {}
            await client.start()
        try:
            reply = await client.call_tool(tool, {"mode": case.asks, "timeout": case.timeout})
            given = reply.text
        except CallError as error:
            given = str(error.code)
    assert case.gives == given
    if given != "QuestionExpiredError":  # the time may be over before a busy machine brings the question
        assert (given not in ("CapabilityError", "-32021")) == bool(person.asked)


@pytest.mark.anyio
@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
async def test_nothing_is_asked_before_the_handshake(version: str) -> None:
    """J1.1: of a client that did not say what it can, no question is asked; its call is an error."""
    person = Person({"m": {"name": "Ann"}})
    async with serve(server) as wire:
        client = TestClient(person, version, {"form": {}}, wire)
        listening = asyncio.create_task(client.listen())
        with pytest.raises(CallError):
            await client.call_tool("ask", {"mode": "form", "timeout": 300.0})
        await client.leave()
        listening.cancel()
    assert [] == person.asked


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
    arguments = {"handler": awaited, **case.arguments}
    if case.declares is None:
        with pytest.raises(RequestError):
            ClientElicitation(**arguments)
    else:
        assert case.declares == ClientElicitation(**arguments).modes


@pytest.mark.anyio
@pytest.mark.parametrize("case", TALKS, ids=name)
async def test_each_side_sees_of_the_other_what_the_row_says(case: Talk) -> None:
    """As the row says."""
    outcome: dict[str, Any] = {"seen": [], "completed": []}
    heard = asyncio.Event()

    def answer(request: ElicitRequest) -> ElicitResult:
        outcome["seen"].append(request.to_wire(case.version))
        if isinstance(case.answer, ElicitResult):
            return case.answer
        return ElicitResult.accept(None if request.is_url else case.answer)

    async def complete(notification: Any) -> None:
        outcome["completed"].append(notification.elicitation_id)
        heard.set()

    person = ClientElicitation(
        answer, modes=case.modes, elicitation_complete_consumers=[complete], apply_defaults=True
    )
    tool, arguments = (
        ("ask", {"mode": {"form": "form", "page": "url"}[case.tool], "timeout": 300.0})
        if case.tool in ("form", "page")
        else (case.tool, {})
    )
    async with person.connect(server, protocol_version=case.version) as client:
        try:
            reply: Any = await client.call_tool(tool, arguments)
            outcome["text"] = reply.content[0].text
        except MCPError as error:
            outcome |= {"code": error.error.code, "data": error.error.data}
        if "completed" in case.expects:
            await heard.wait()
    assert case.expects == {key: outcome.get(key) for key in case.expects}
