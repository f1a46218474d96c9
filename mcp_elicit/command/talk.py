"""One conversation of a host: connect, list, choose, call, print.

The terminal gets its lines on stderr, so that a result on stdout can be piped.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..client.answers import Mode, declared
from ..client.elicitation import ClientElicitation
from ..errors import ElicitError
from ..handlers.lines import Cancelled, Ended, NoOne, Withdrawn
from ..handlers.terminal import TerminalHandler
from ..sdk.client_host import (
    CallFailedError,
    HostSession,
    NoConnectionError,
    NoResultError,
    connected,
    transport_to,
)
from ..sdk.client_wait import in_thread
from ..urls.parts import redact, visible
from .answering import Answering
from .colours import Paint
from .prompts import Prompts, tool_lines
from .results import result_lines
from .scripted import ScriptedAnswers
from .tap import Tapped
from .traffic import Look, Traffic
from .unreadable import FAILED, FINE, INTERRUPTED, NO_CONNECTION, UnreadableError

__all__ = ["Plan", "talk"]


@dataclass(frozen=True)
class Plan:
    """What the command line said."""

    target: str | Sequence[str]
    protocol_version: str | None
    modes: frozenset[Mode]
    tool: str | None
    arguments: Mapping[str, Any]
    answers: ScriptedAnswers | None
    look: Look
    show_answers: bool
    open_pages: bool
    strict: bool
    as_json: bool
    timeout: float
    call_timeout: float | None


async def talk(plan: Plan) -> int:
    """Hold the conversation; the exit code.

    Raises:
        UnreadableError: There is no such tool.
    """
    traffic = Traffic(sys.stderr, plan.look, show_answers=plan.show_answers)
    terminal = _terminal(plan)
    answering = Answering(plan.answers, terminal, _note, strict=plan.strict)
    _only_our_log()
    try:
        transport = Tapped(transport_to(plan.target), traffic)
        async with connected(
            _person(plan, answering, terminal),
            transport,
            protocol_version=plan.protocol_version,
            timeout=plan.timeout,
        ) as session:
            _refuse_another_version(session, plan)
            tools = await session.tools()
            _greet(session, plan)
            if plan.tool is not None:
                tool = _named(plan.tool, tools)
                return await _call(session, plan, traffic, answering, tool, plan.arguments)
            _say(*(["", "tools:", *tool_lines(tools)] if tools else ["", "this server has no tools"]))
            if not tools or not sys.stdin.isatty():
                return FINE
            return await _converse(session, plan, traffic, answering, tools)
    except (NoConnectionError, CallFailedError, NoResultError, ElicitError) as failure:
        return _no_connection(failure, plan, traffic)


# ---- the parts of it ------------------------------------------------------------------------------


def _terminal(plan: Plan) -> TerminalHandler | None:
    if not sys.stdin.isatty():
        return None
    if plan.open_pages:
        return TerminalHandler(target=sys.stderr)
    return TerminalHandler(target=sys.stderr, open_page=_left_to_the_person)


def _left_to_the_person(url: str) -> bool:
    _say("Please open the address above yourself.")
    return True


def _person(plan: Plan, answering: Answering, terminal: TerminalHandler | None) -> ClientElicitation:
    person = ClientElicitation(
        answering,
        modes=plan.modes or ("form",),
        page_consumers=[terminal.controls] if terminal is not None else (),
        elicitation_complete_consumers=[lambda told: _note(f"page {told.elicitation_id} is done")],
        page_timeout=plan.call_timeout,
    )
    if not plan.modes:
        # A host without elicitation: the library has no such client, for it would never ask anybody.
        person._settings = replace(person._settings, modes=frozenset())
    return person


def _refuse_another_version(session: HostSession, plan: Plan) -> None:
    wanted, agreed = plan.protocol_version, session.protocol_version
    if wanted is not None and wanted != agreed:
        raise NoConnectionError(f"the server does not speak {wanted}: it answered with {agreed}")


def _greet(session: HostSession, plan: Plan) -> None:
    name, version = session.server
    agreed = session.protocol_version
    who = f" to {visible(name)}{f' {visible(version)}' if version else ''}" if name else ""
    said = declared(plan.modes, agreed)
    offered = "no elicitation" if said is None else f'"elicitation": {json.dumps(said)}'
    _say(f"connected{who} as a host of {agreed} that declares {offered}")
    if said is None and plan.modes == {"url"}:
        _note(f"{agreed} has no url mode, so that nothing is declared")


async def _converse(
    session: HostSession,
    plan: Plan,
    traffic: Traffic,
    answering: Answering,
    tools: Sequence[Mapping[str, Any]],
) -> int:
    """Call one tool after the other, until the person has enough."""
    while True:
        prompts = Prompts(lambda: traffic.is_over)
        try:
            tool = await in_thread(lambda: prompts.tool(tools))  # noqa: B023 - awaited here
            if tool is None:
                _tell_unused(plan)
                return FINE
            arguments = await in_thread(lambda: prompts.arguments(tool))  # noqa: B023 - awaited here
        except (Ended, NoOne):
            _say("")
            return FINE
        except Cancelled:
            _say("")
            return INTERRUPTED
        except Withdrawn:
            raise NoConnectionError("the server ended") from None
        finally:
            prompts.left.set()
        answering.failures.clear()
        await _call(session, plan, traffic, answering, tool, arguments)


async def _call(
    session: HostSession,
    plan: Plan,
    traffic: Traffic,
    answering: Answering,
    tool: Mapping[str, Any],
    arguments: Mapping[str, Any],
) -> int:
    failed = ""
    result: Mapping[str, Any] = {}
    try:
        result = await session.call(tool["name"], arguments, timeout=plan.call_timeout)
        failed = "the tool says that it failed" if result.get("isError") else ""
    except (CallFailedError, NoResultError, ElicitError) as failure:
        if traffic.is_over:
            raise
        failed = f"the call failed: {failure}"
    is_unused = plan.tool is not None and _tell_unused(plan)
    if failed:
        _error(failed)
    if result:
        shown = [json.dumps(result, ensure_ascii=False, indent=2)] if plan.as_json else result_lines(result)
        print(*shown, sep="\n", flush=True)
    for reason in answering.failures:
        _error(reason)
    return FAILED if failed or answering.failures or is_unused else FINE


def _tell_unused(plan: Plan) -> bool:
    unused = plan.answers.unused if plan.answers is not None else []
    if unused:
        _note(f"never used of --answers: {visible(', '.join(unused))}")
    return bool(unused)


def _named(name: str, tools: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    for tool in tools:
        if tool["name"] == name:
            return tool
    names = ", ".join(visible(str(tool["name"])) for tool in tools)
    raise UnreadableError(f"there is no tool {name!r}", f"it has {names}" if names else "it has none")


def _no_connection(failure: Exception, plan: Plan, traffic: Traffic) -> int:
    if traffic.is_over and traffic.garbage_lines and not traffic.messages_received:
        reason = "the server ended, and what it wrote was no MCP"
    elif traffic.is_over:
        reason = "the server ended; its standard error, if it wrote to it, stands above"
    else:
        reason = str(failure)
        if isinstance(plan.target, str):
            reason = f"{redact(plan.target)}: {reason}"
        if isinstance(failure, CallFailedError) and plan.protocol_version is not None:
            reason += f"; perhaps the server does not speak {plan.protocol_version}"
    _error(reason)
    return NO_CONNECTION


# ---- what is said ---------------------------------------------------------------------------------


def _only_our_log() -> None:
    """The SDKs log a traceback for what is told here in a sentence; what this package warns of is a note."""
    logging.basicConfig(handlers=[logging.NullHandler()])
    ours = logging.getLogger("mcp_elicit")
    ours.propagate = False
    ours.addHandler(_Notes(logging.WARNING))


class _Notes(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        _note(visible(record.getMessage()))


def _say(*lines: str) -> None:
    print(*lines, sep="\n", file=sys.stderr, flush=True)


def _note(text: str) -> None:
    _say(f"{Paint(sys.stderr)('warning', 'note')}: {text}")


def _error(text: str) -> None:
    _say(f"{Paint(sys.stderr)('bad', 'error')}: {visible(text)}")
