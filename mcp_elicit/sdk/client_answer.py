"""Questions on their way to the handler, and completions on their way to whoever waits.

The rules are not here: what may reach a person and what may leave is client/answers.py, the books are
client/pages.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from math import inf
from typing import Any, Final, TypeVar

import anyio

from ..client.answers import admit, release
from ..client.asker import Asker
from ..client.circuit import questions_in
from ..client.connection import CallInProgress, Connection
from ..client.pages import OpenPage
from ..client.unanswered import HANDLER_FAILED, UnansweredError, place_of, rpc_error, said_of
from ..errors import ElicitError, QuestionExpiredError, QuestionWithdrawnError, RequestError
from ..request import ElicitRequest
from ..result import ElicitResult
from ..versions import rules_for
from .client_wait import being_cancelled, in_thread, result_of, until
from .client_wire import (
    completion_of,
    error_data,
    fastmcp_result,
    params_of,
    result_for,
    server_of,
    version_of,
)

__all__ = [
    "announce",
    "answer",
    "answer_or_raise",
    "consult",
    "log",
    "register_pages",
    "take",
    "time_left",
    "while_connected",
]

log = logging.getLogger("mcp_elicit")

R = TypeVar("R")

FIRST_RETRY: Final = 1.0
"""Seconds before a call is repeated by itself for a page that is not done (2026-07-28); doubles each time."""
SLOWEST_RETRY: Final = 15.0


# ---- questions -----------------------------------------------------------------------------------


async def answer(connection: Connection, context: Any, params: Any) -> Any:
    """Answer as a callback of SDK 1.x or 2.x does: with its ElicitResult or its ErrorData."""
    try:
        return await _answer(connection, context, params)
    except ElicitError as error:
        code, message = rpc_error(error)
        return error_data(params, code, message)


async def answer_or_raise(connection: Connection, context: Any, params: Any) -> Any:
    """Answer as a FastMCP handler does: with FastMCP's own ElicitResult, or an exception with a text."""
    try:
        return fastmcp_result(await _answer(connection, context, params))
    except ElicitError as error:
        _, message = rpc_error(error)
        raise UnansweredError(error.told if isinstance(error, UnansweredError) else message) from None


async def _answer(connection: Connection, context: Any, params: Any) -> Any:
    session = getattr(context, "session", None)
    version = version_of(session)
    current = connection.current_call() if rules_for(version).delivery == "result" else None
    try:
        asking = ask(connection, params_of(params), session=session, version=version, current=current)
        in_a_call = rules_for(version).delivery == "result"
        result = await (while_connected(connection, asking) if in_a_call else asking)
        return result_for(params, result, version)
    except Exception as error:
        failure = (
            error
            if isinstance(error, ElicitError)
            else UnansweredError(f"{type(error).__name__} in the client")
        )
        if current is not None:
            current.failure = failure
        log.warning("%s", failure)
        if failure is error:
            raise  # with its own cause
        raise failure from error


async def while_connected(connection: Connection, asking: Coroutine[Any, Any, R]) -> R:
    """Run what asks from within a call, and not within the connection's own tasks, which end with it.

    Raises:
        QuestionWithdrawnError: The connection was closed meanwhile.
    """
    with anyio.CancelScope() as scope, connection.asking(scope.cancel):
        if connection.closed:
            scope.cancel()
        return await asking
    raise QuestionWithdrawnError("the connection was closed")


async def ask(
    connection: Connection,
    params: Mapping[str, Any],
    *,
    session: Any,
    version: str,
    current: CallInProgress | None,
) -> ElicitResult:
    """Put one question to the person.

    Raises:
        ElicitError: There is no answer; never a decline in its place.
    """
    settings = connection.settings
    request = admit(params, modes=settings.modes, schemes=settings.schemes, protocol_version=version)
    if current is None or not request.is_url:
        connection.ledger.know(request, afresh=True)
        result = await consult(connection, request, session, version, page=None)
        if current is not None:
            current.deadline = None  # a person answered: what is waited for now is something new
        return result
    # 2026-07-28 has no ids: in one call, the same page under the same words is the same question.
    opened = current.opened.get((request.message, request.url or ""))
    if opened is not None:
        return await _wait_for_page_again(connection, current, opened)
    page = OpenPage(request)
    page.waiting = 1  # until the call ends
    try:
        result = await consult(connection, request, session, version, page=page)
        page.consent = result.action
    finally:
        if page.consent == "accept":
            current.opened[request.message, request.url or ""] = page
        else:
            page.waiting = 0
    current.deadline = None
    return result


async def consult(
    connection: Connection, request: ElicitRequest, session: Any, version: str, *, page: OpenPage | None
) -> ElicitResult:
    """Hand *request* to the handler, and check what comes back."""
    settings = connection.settings
    if not connection.pace.admits(settings.clock()):
        raise UnansweredError(
            f"the server asked more than {connection.pace.most} questions a minute;"
            " raise max_questions_per_minute"
        )
    name, server_version = server_of(session)
    if name is None:
        name, server_version = connection.server
    asker = Asker(name, server_version, version, connection.call_of_question(), page)
    try:
        answered = await _handle(connection, request, asker)
    finally:
        asker.withdrawn.set()
    return release(request, answered, apply_defaults=settings.apply_defaults, protocol_version=version)


async def _handle(connection: Connection, request: ElicitRequest, asker: Asker) -> Any:
    settings = connection.settings
    handler: Callable[..., Any] = settings.handler
    arguments: tuple[Any, ...] = (request, asker) if settings.wants_asker else (request,)
    try:
        if settings.runs_in_thread:
            return await result_of(await in_thread(lambda: handler(*arguments)))
        return await result_of(handler(*arguments))
    except UnansweredError:
        if settings.broker is None:
            raise
        return await settings.broker.ask(
            _for_broker(connection, request),
            call=asker.call.name if asker.call else None,
            asked_by=asker.server,
            timeout=settings.page_timeout,
        )
    except asyncio.CancelledError as failure:
        if being_cancelled():
            raise
        # Let through, it would be taken for the end of a round without an answer, again and again.
        raise _handler_failed(failure) from failure
    except Exception as failure:
        raise _handler_failed(failure) from failure


def _for_broker(connection: Connection, request: ElicitRequest) -> ElicitRequest:
    if request.elicitation_id is None:
        return request
    return request.model_copy(update={"elicitation_id": connection.name_at_broker(request.elicitation_id)})


def _handler_failed(failure: BaseException) -> UnansweredError:
    # The class and the place, and no text but our own: another's may hold what the person typed.
    name, said = type(failure).__name__, said_of(failure)
    log.error("the handler raised %s at %s%s", name, place_of(failure), said)
    return UnansweredError(f"the handler raised {name}{said}", told=HANDLER_FAILED)


async def _wait_for_page_again(
    connection: Connection, current: CallInProgress, page: OpenPage
) -> ElicitResult:
    """A page that was opened in an earlier round is not opened again: wait, then repeat the call."""
    await announce(connection, page)
    left = time_left(connection, current)
    pause = min(FIRST_RETRY * 2**page.rounds, SLOWEST_RETRY, left)
    page.rounds += 1
    with anyio.move_on_after(pause):
        await until([page], lambda: page.done or page.given_up)
    if page.given_up:
        return ElicitResult.cancel()
    page.reopen()
    return ElicitResult.accept()


def time_left(connection: Connection, current: CallInProgress) -> float:
    """Seconds that a call may go on waiting for pages, and in rounds that nobody has to answer.

    Raises:
        QuestionExpiredError: None.
    """
    timeout = connection.settings.page_timeout
    if current.deadline is None:
        current.deadline = inf if timeout is None else anyio.current_time() + timeout
    left = current.deadline - anyio.current_time()
    if left <= 0:
        raise QuestionExpiredError(timeout or 0.0, "page" if current.opened else "server")
    return left


# ---- completions ---------------------------------------------------------------------------------


def register_pages(connection: Connection, error: dict[str, Any] | None) -> None:
    """Know the pages of a -32042 the moment it arrives, before a completion can overtake it."""
    if connection.settings.opens_pages(connection.protocol_version):
        blocked = questions_in(error)
        for request in blocked.elicitations if blocked else ():
            connection.ledger.know(request)


async def take(connection: Connection, message: Any) -> None:
    """Take a notification; everything that is no completion, or one to ignore, is left alone."""
    notification = completion_of(message)
    if notification is None or not connection.ledger.complete(notification.elicitation_id):
        return
    complete = getattr(connection.settings.broker, "complete", None)
    if complete is not None:
        with suppress(RequestError):  # the handler was asked, and not the broker
            complete(connection.name_at_broker(notification.elicitation_id), user=None)
    await _tell(connection.settings.complete_consumers, notification)


async def announce(connection: Connection, page: OpenPage) -> None:
    """Tell whoever draws the controls that a call waits for *page* now; once per page."""
    if not page.announced:
        page.announced = True
        await _tell(connection.settings.page_consumers, page)


async def _tell(consumers: Iterable[Callable[[Any], object]], news: Any) -> None:
    for consumer in consumers:
        try:
            await result_of(consumer(news))
        except Exception as failure:
            log.error("a consumer raised %s", type(failure).__name__)
