"""Calls on their way through what they wait for: the circuit of 2025-11-25, the rounds of 2026-07-28.

The rules are not here: the steps of a blocked call are client/circuit.py, the books are client/pages.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from math import inf
from typing import Any, Final

import anyio

from ..client import circuit
from ..client.answers import admit_url
from ..client.asker import Call
from ..client.connection import CURRENT_CALL, CallInProgress, Connection
from ..client.pages import Action, OpenPage
from ..errors import ElicitError, QuestionExpiredError
from ..url_required import UrlElicitationRequiredError
from ..versions import PROTOCOL_VERSIONS, rules_for
from .client_answer import announce, consult, log, while_connected
from .client_wait import until
from .client_wire import error_of, version_of

__all__ = ["call"]

MAX_ROUNDS: Final = 1_000_000
"""Rounds of one call: the page timeout ends it long before; the SDK pauses up to 250 ms between two."""


async def call(
    connection: Connection,
    client: Any,
    subject: Call,
    method: str,
    arguments: tuple[Any, ...],
    keywords: Mapping[str, Any],
) -> Any:
    """Call *method* of *client*, and see the person through what the call waits for."""
    version = version_of(client)
    made = getattr(client, method)
    if version not in PROTOCOL_VERSIONS:
        return await made(*arguments, **keywords)
    progress = CallInProgress(subject, connection.settings.clock())
    connection.calls.append(progress)
    token = CURRENT_CALL.set(progress)
    try:
        if rules_for(version).delivery == "result":
            return await _in_rounds(connection, client, progress, method, arguments, keywords)
        if not connection.settings.opens_pages(version):
            return await made(*arguments, **keywords)
        return await _through_the_circuit(
            connection, client, version, progress, lambda: made(*arguments, **keywords)
        )
    finally:
        CURRENT_CALL.reset(token)
        connection.calls.remove(progress)
        for page in progress.opened.values():
            page.waiting = 0
            page.wake()


async def _in_rounds(
    connection: Connection,
    client: Any,
    progress: CallInProgress,
    method: str,
    arguments: tuple[Any, ...],
    keywords: Mapping[str, Any],
) -> Any:
    try:
        if keywords.get("allow_input_required"):
            return await getattr(client, method)(*arguments, **keywords)
        if hasattr(client, "input_required_max_rounds"):
            # The same connection, counted by time instead of by rounds.
            patient = copy(client)
            patient.input_required_max_rounds = MAX_ROUNDS
            return await getattr(patient, method)(*arguments, **keywords)
        from .client_rounds import drive

        return await drive(connection, client, method, arguments, keywords)
    except Exception as failure:
        if progress.failure is not None and progress.failure is not failure:
            # A handler's own exception is the better cause than the SDK's error that stands for it.
            raise progress.failure from (progress.failure.__cause__ or failure)
        raise


async def _through_the_circuit(
    connection: Connection, client: Any, version: str, progress: CallInProgress, send: Callable[[], Any]
) -> Any:
    joined: list[OpenPage] = []
    flow = circuit.blocked_call()
    deadline = inf
    try:
        step = next(flow)
        while True:
            result: Any
            if isinstance(step, circuit.Send):
                result = await _send(send)
            elif isinstance(step, circuit.Join):
                for request in step.requests:
                    admit_url(request, connection.settings.schemes)
                joined += [
                    connection.ledger.join(request, sent_at=progress.sent_at) for request in step.requests
                ]
                if connection.settings.page_timeout is not None:
                    deadline = anyio.current_time() + connection.settings.page_timeout
                result = tuple(joined)
            elif isinstance(step, circuit.Show):
                result = await _show(connection, client, version, step.page, deadline)
            else:
                result = await while_connected(connection, _await(connection, step.pages, deadline))
            step = flow.send(result)
    except StopIteration as end:
        return end.value
    except circuit.Blocked as blocked:
        for request in blocked.again.elicitations:
            connection.ledger.know(request, afresh=True)  # its completion did not help: ask anew next time
        raise _both_kinds(blocked) from blocked.failed.exception
    finally:
        flow.close()
        for page in joined:
            connection.ledger.leave(page)


async def _send(send: Callable[[], Any]) -> circuit.Returned | circuit.Failed:
    try:
        return circuit.Returned(await send())
    except Exception as exception:
        error = error_of(exception)
        fault = circuit.fault_in(error)
        if fault is not None:
            log.warning("an error -32042 is not well formed at %s: it is passed on untouched", fault)
        return circuit.Failed(exception, error)


async def _show(connection: Connection, client: Any, version: str, page: OpenPage, deadline: float) -> Action:
    """Ask for consent once for all calls that share the page."""
    while True:
        if page.failure is not None:
            raise page.failure
        if page.consent is not None:
            return page.consent
        if page.given_up:
            return "cancel"
        mine = not page.asking
        with anyio.CancelScope(deadline=deadline):
            if mine:
                await _show_first(connection, client, version, page)
            else:
                await until([page], lambda: not page.asking)
            continue
        if mine:
            page.failure = _expired(connection)  # for all who share it
        raise _expired(connection)


async def _show_first(connection: Connection, client: Any, version: str, page: OpenPage) -> None:
    page.asking = True
    try:
        asking = consult(connection, page.request, client, version, page=page)
        page.consent = (await while_connected(connection, asking)).action
    except ElicitError as error:
        page.failure = error
    finally:
        page.asking = False
        page.wake()


async def _await(connection: Connection, pages: tuple[OpenPage, ...], deadline: float) -> str:
    with anyio.CancelScope(deadline=deadline):
        for page in pages:
            if not page.done:
                await announce(connection, page)
        await until(pages, lambda: any(page.given_up for page in pages) or all(page.done for page in pages))
        return "given up" if any(page.given_up for page in pages) else "done"
    raise QuestionExpiredError(connection.settings.page_timeout or 0.0, "page")


def _expired(connection: Connection) -> QuestionExpiredError:
    return QuestionExpiredError(connection.settings.page_timeout or 0.0)


def _both_kinds(blocked: circuit.Blocked) -> UrlElicitationRequiredError:
    """Our error that is also the SDK's own, so that code which already catches that one keeps working."""
    original, again = blocked.failed.exception, blocked.again
    kind = type(
        "UrlElicitationRequiredError",
        (UrlElicitationRequiredError, type(original)),
        {"__reduce__": lambda self: (UrlElicitationRequiredError, self.args), "__module__": __name__},
    )
    # Made of the parts of both: neither constructor knows the other's arguments.
    raised: UrlElicitationRequiredError = BaseException.__new__(kind)
    raised.args = (again.elicitations, again.message)
    vars(raised).update(vars(original), **vars(again))
    return raised
