"""Rounds of 2026-07-28 where the SDK drives none, or where the caller wants to pause between two.

"The client MUST construct the requested inputs before retrying the original request", and
"MUST echo back the exact value" of the state.
2026-07-28, basic/patterns/mrtr#client-requirements-basic-workflow
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Final

import anyio

from ..client.answers import admit, release
from ..client.asker import Call
from ..client.connection import CallInProgress, Connection
from ..client.paused import PausedCall
from ..errors import Fault, RequestError
from ..result import ElicitResult
from ..versions import METHOD_ELICITATION_CREATE, rules_for
from .client_answer import time_left
from .client_wire import params_of, version_of

__all__ = ["drive", "resume", "start"]

STATE_ONLY_PAUSE: Final = 0.25
"""Seconds between two rounds when the server asks nothing; the official SDK's own cap."""


async def drive(
    connection: Connection, session: Any, method: str, arguments: tuple[Any, ...], keywords: Mapping[str, Any]
) -> Any:
    """Make a call of a 2.x ClientSession, which drives no rounds, to its end."""
    made = getattr(session, method)
    given = {**keywords, "allow_input_required": True}
    progress = connection.current_call()
    result = await made(*arguments, **given)
    while _is_open(result):
        if result.input_requests:
            given["input_responses"] = {
                key: await _dispatch(session, key, request) for key, request in result.input_requests.items()
            }
        else:
            given.pop("input_responses", None)
            await _pause(connection, progress)
        given["request_state"] = result.request_state
        result = await made(*arguments, **given)
    return result


async def start(connection: Connection, client: Any, call: Call, arguments: Mapping[str, Any] | None) -> Any:
    """Make a call up to its first questions."""
    session = _session_of(client)
    return await _until_questions(connection, session, call, arguments, await _send(session, call, arguments))


async def resume(
    connection: Connection, client: Any, paused: PausedCall, answers: Mapping[str, ElicitResult]
) -> Any:
    """Answer a paused call."""
    session = _session_of(client)
    missing = [key for key in paused.questions if key not in answers]
    unknown = [key for key in answers if key not in paused.questions]
    if missing or unknown:
        raise RequestError(
            *(
                Fault(key, "this question has no answer", "answer it, with a decline or a cancel if need be")
                for key in missing
            ),
            *(Fault(key, "no such question", "use the keys of `questions`") for key in unknown),
        )
    version = version_of(session)
    responses: dict[str, Any] = dict(paused.other_responses)
    for key, question in paused.questions.items():
        answer = release(
            question,
            answers[key],
            apply_defaults=connection.settings.apply_defaults,
            protocol_version=version,
        )
        responses[key] = answer.to_wire(version)
    result = await _send(session, paused.call, paused.arguments, responses, paused.request_state)
    return await _until_questions(connection, session, paused.call, paused.arguments, result)


def _session_of(client: Any) -> Any:
    session = getattr(client, "session", client)
    version = version_of(session)
    if rules_for(version).delivery != "result":
        raise RequestError(
            Fault("client", f"{version} cannot pause a call", "connect with protocol_version='2026-07-28'")
        )
    return session


async def _send(
    session: Any,
    call: Call,
    arguments: Mapping[str, Any] | None,
    responses: Mapping[str, Any] | None = None,
    state: str | None = None,
) -> Any:
    given: dict[str, Any] = {
        "input_responses": dict(responses) if responses else None,
        "request_state": state,
        "allow_input_required": True,
    }
    plain = None if arguments is None else dict(arguments)
    if call.method == "tools/call":
        return await session.call_tool(call.name, plain, **given)
    if call.method == "prompts/get":
        return await session.get_prompt(call.name, plain, **given)
    return await session.read_resource(call.name, **given)


async def _until_questions(
    connection: Connection, session: Any, call: Call, arguments: Mapping[str, Any] | None, result: Any
) -> Any:
    settings = connection.settings
    progress = CallInProgress(call, settings.clock())
    while _is_open(result):
        questions, others = {}, {}
        for key, request in (result.input_requests or {}).items():
            if request.method == METHOD_ELICITATION_CREATE:
                questions[key] = admit(
                    params_of(request.params),
                    modes=settings.modes,
                    schemes=settings.schemes,
                    protocol_version=version_of(session),
                )
            else:
                response = await _dispatch(session, key, request)
                others[key] = response.model_dump(by_alias=True, mode="json", exclude_none=True)
        if questions:
            return PausedCall(call, questions, arguments, result.request_state, others)
        if not others:
            await _pause(connection, progress)
        result = await _send(session, call, arguments, others, result.request_state)
    return result


def _is_open(result: Any) -> bool:
    return getattr(result, "result_type", None) == "input_required"


async def _dispatch(session: Any, key: str, request: Any) -> Any:
    """Let the session's own callbacks answer: ours for questions, the application's for the rest."""
    meta = request.params.meta if request.params else None
    context = importlib.import_module("mcp.client.session").ClientRequestContext(
        session=session, request_id=key, meta=meta
    )
    response = await session.dispatch_input_request(context, request)
    if type(response).__name__ == "ErrorData":
        raise importlib.import_module("mcp.shared.exceptions").MCPError.from_error_data(response)
    return response


async def _pause(connection: Connection, progress: CallInProgress | None) -> None:
    """A round that asks nothing is repeated after a pause, while there is time."""
    if progress is not None:
        await anyio.sleep(min(STATE_ONLY_PAUSE, time_left(connection, progress)))
    else:
        await anyio.sleep(STATE_ONLY_PAUSE)
