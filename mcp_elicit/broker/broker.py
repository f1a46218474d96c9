"""The desk: questions are put here, and people answer them.

Every rule about who may answer, and with what, is in this file; every record is in the store.
Only `ask` and `wait_completed` need a running event loop (asyncio); everything else may be
called from any thread and never waits for a person.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, Literal

from ..alarm import Alarms
from ..errors import Fault, QuestionExpiredError, RequestError
from ..fit import fitted
from ..given import seconds_given, span_given
from ..request import ElicitRequest
from ..result import ElicitResult
from .audience import Answer, Audience
from .endings import answer_of
from .given import (
    ID,
    PAGE_ID,
    check_asked,
    check_clock,
    check_number,
    check_result,
    check_store,
    check_text,
    check_user,
    of_a_page,
    of_a_question,
)
from .memory import MemoryQuestionStore
from .question import EVERYBODY, OpenQuestion, UserFilter
from .refusals import ForeignUserError, NotOpenError
from .store import Answered, Change, Expired, PageDone, QuestionStore, Withdrawn
from .subscription import MAX_UNREAD, Subscription, hand_over, running_loop

__all__ = ["Broker"]

log = logging.getLogger("mcp_elicit")

TIMEOUT: Final = 600.0
"""Seconds a question waits by default."""
PAGE_LIFE: Final = 3600.0
"""Seconds that a page may be completed after the person agreed to open it."""


class Broker:
    """Puts questions to people who are not at the client, and brings their answers back.

    A question belongs to *user*: the one it is put to, who alone can answer it. None stands for
    the one person at a machine where nobody signs in, and is a user like any other: nobody
    signed in answers for None, and None answers for nobody signed in.

    *store* keeps the questions; without one they live in memory. *page_life* is in seconds.

    Raises:
        RequestError: *store* is no store, *page_life* no span of time, or *clock* no function.
    """

    def __init__(
        self,
        store: QuestionStore | None = None,
        *,
        page_life: float = PAGE_LIFE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if store is not None:
            check_store(store)
        check_clock(clock)
        self._page_life = span_given("page_life", page_life, f"leave it out for {PAGE_LIFE:g} seconds")
        self._store = MemoryQuestionStore() if store is None else store
        self._clock = clock
        self._lock = threading.Lock()
        self._last_stamp = 0
        self._audience = Audience()
        self._endings = self._audience.endings
        self._alarms = Alarms(self._audience.askers, self._run_out)
        self._store.watch(self._audience.told)

    # ---- asking ---------------------------------------------------------------------------

    async def ask(
        self,
        request: ElicitRequest,
        *,
        user: str | None = None,
        call: str | None = None,
        asked_by: str | None = None,
        timeout: float | None = TIMEOUT,
        kind: Literal["confirm", "credential"] | None = None,
    ) -> ElicitResult:
        """Put *request* to *user* and wait for the answer, which fits the form.

        *call* and *asked_by* are what the person is told of who asks. *timeout* is in seconds,
        None waits for ever. *kind* marks a consent or a credential that the form does not show.
        For a URL the answer is the consent to open it; `wait_completed` waits for the rest.
        When this is cancelled, the question is withdrawn.

        Raises:
            QuestionExpiredError: Nobody answered in time.
            QuestionWithdrawnError: Somebody took the question back.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Change] = loop.create_future()
        question_id = self._park(request, user, call, asked_by, timeout, kind, answer)
        try:
            if timeout is not None:
                self._alarms.set(loop, question_id, timeout)
            ending = await answer
        except BaseException:  # cancelled, or closed with its event loop: nobody waits any more
            self._give_up(question_id)
            raise
        finally:
            self._audience.leave(question_id)
        return answer_of(ending)

    def ask_blocking(
        self,
        request: ElicitRequest,
        *,
        user: str | None = None,
        call: str | None = None,
        asked_by: str | None = None,
        timeout: float | None = TIMEOUT,
        kind: Literal["confirm", "credential"] | None = None,
    ) -> ElicitResult:
        """Like `ask`, but blocks this thread, which must not be that of an event loop."""
        if running_loop() is not None:
            raise RequestError(
                Fault("ask_blocking", "waiting here would block this thread's event loop", "await ask(...)")
            )
        answer: concurrent.futures.Future[Change] = concurrent.futures.Future()
        question_id = self._park(request, user, call, asked_by, timeout, kind, answer)
        try:
            concurrent.futures.wait(
                (answer,), None if timeout is None else min(timeout, threading.TIMEOUT_MAX)
            )
            if timeout is not None and not answer.done():
                self._run_out(question_id, timeout)
            ending = answer.result()
        except BaseException:  # an interrupt from the keyboard, say: nobody waits for the answer any more
            self._give_up(question_id)
            raise
        finally:
            self._audience.leave(question_id)
        return answer_of(ending)

    # ---- for people -----------------------------------------------------------------------

    def pending(
        self, user: UserFilter = EVERYBODY, *, limit: int | None = None, after: str | None = None
    ) -> tuple[OpenQuestion, ...]:
        """The questions of *user* that nobody answered, oldest first.

        Without *user* those of everybody, for an operator; show a person their own. *limit* is
        the length of a page (None: all), *after* the id of the last question of the page before.
        """
        check_user(user, or_everybody=True)
        check_text("after", after, or_none=True, remedy=ID)
        if limit is not None:
            check_number("limit", limit)
            if limit < 1:
                raise RequestError(Fault("limit", "is below 1", "None lists all"))
        self.expire()
        return self._store.page(user, after=after, limit=limit)

    def answer(self, question_id: str, result: ElicitResult, *, user: str | None) -> None:
        """Answer the question as *user*, who is signed in where this comes from.

        A page has nothing to fill in: content that comes with its accept is left out.

        Raises:
            InvalidAnswerError: The content does not fit the form; the question stays open.
            NotOpenError: Somebody else answered first, or the question is gone.
            ForeignUserError: It was put to another user.
            RequestError: *result* is no `ElicitResult`; the question stays open.
        """
        check_text("id", question_id, remedy=ID)
        check_user(user)
        check_result(result)
        while True:
            question = self._of(question_id, user)
            if question.consented:
                raise NotOpenError(question_id, "answered")
            answered = Answered(fitted(question.request, result))
            if result.action != "accept" or not question.request.is_url or question.page_done:
                to = None
            else:
                to = replace(question, consented=True, expires_at=self._clock() + self._page_life)
            if self._store.change(question, to, answered):
                return

    def is_open(self, elicitation_id: str, *, user: str | None) -> bool:
        """Whether *user* was asked to open the page of *elicitation_id*, and it is not done."""
        check_text("elicitation_id", elicitation_id, remedy=PAGE_ID)
        check_user(user)
        self.expire()
        asked = self._store.of_page(elicitation_id)
        return any(question.user == user and not question.page_done for question in asked)

    def complete(self, elicitation_id: str, *, user: str | None) -> None:
        """Say that the page of *elicitation_id*, which *user* was asked to open, is done.

        It counts also where the person has not agreed here yet. Once more does nothing: people
        reload pages.

        Raises:
            NotOpenError: No such page is open here.
            ForeignUserError: Another user was asked to open it.
            RequestError: It is the id of a question, and not its page's.
        """
        check_text("elicitation_id", elicitation_id, remedy=PAGE_ID)
        check_user(user)
        # "the server MUST ensure that the user who started the elicitation request [...] is the same
        # user who completes the authorization flow." 2025-11-25, client/elicitation#phishing
        self.expire()
        asked = self._store.of_page(elicitation_id)
        mine = [question for question in asked if question.user == user]
        if not mine:
            if asked:
                raise ForeignUserError(elicitation_id)
            self._check_page(elicitation_id, user)
            refusal = self._endings.page_refusal(elicitation_id, user)
            if refusal is not None:
                raise refusal
        for question in mine:
            self._complete(question)

    def withdraw(self, question_id: str, reason: str) -> None:
        """Take the question back; its asker is told *reason*.

        Raises:
            NotOpenError: It was answered first, or is gone.
        """
        check_text("id", question_id, remedy=ID)
        check_text("reason", reason, remedy="say why, in words for the asker")
        if not self._end(question_id, Withdrawn(reason)):
            if self._store.of_page(question_id):
                raise of_a_question()
            raise self._endings.refusal(question_id, EVERYBODY)

    def expire(self) -> int:
        """End every question whose time is up; gives their number.

        Everything here that reads questions does this first, so that nobody need call it.
        """
        ended = 0
        while (question := self._store.overdue(self._clock())) is not None:
            ended += self._store.change(question, None, Expired(question.seconds or 0.0))
        return ended

    def subscribe(self, user: UserFilter = EVERYBODY, *, max_unread: int = MAX_UNREAD) -> Subscription:
        """Events about the questions of *user* from now on, to read with ``async for``."""
        check_user(user, or_everybody=True)
        check_number("max_unread", max_unread)
        subscription = Subscription(user, max_unread)
        self._audience.subscribe(subscription)
        return subscription

    async def wait_completed(
        self, elicitation_id: str, *, user: str | None = None, timeout: float | None = TIMEOUT
    ) -> None:
        """Wait until *user* has agreed to open the page, and the page is done.

        Raises:
            RefusedError: The person declined or cancelled.
            QuestionExpiredError: Not in time; the page can still be agreed to, and completed. Or its own
                time was up.
            QuestionWithdrawnError: Somebody took the question back.
            NotOpenError: No such page is open here.
            RequestError: It is the id of a question, and not its page's.
        """
        check_text("elicitation_id", elicitation_id, remedy=PAGE_ID)
        check_user(user)
        self._check_page(elicitation_id, user)
        loop = asyncio.get_running_loop()
        seconds = seconds_given(timeout)
        until = None if seconds is None else loop.time() + seconds
        while True:
            bell: asyncio.Future[None] = loop.create_future()
            with self._audience.hearing_of_page(elicitation_id, user, partial(hand_over, bell, None)):
                self.expire()
                if not any(question.user == user for question in self._store.of_page(elicitation_id)):
                    break
                await asyncio.wait((bell,), timeout=None if until is None else until - loop.time())
            if not bell.done():
                raise QuestionExpiredError(timeout or 0.0, "page")
        failure = self._endings.page_failure(elicitation_id, user)
        if failure is not None:
            raise failure

    # ---- inside ---------------------------------------------------------------------------

    def _park(
        self,
        request: ElicitRequest,
        user: str | None,
        call: str | None,
        asked_by: str | None,
        timeout: float | None,
        kind: Literal["confirm", "credential"] | None,
        answer: Answer,
    ) -> str:
        check_asked(request, user, call, asked_by, kind)
        seconds = seconds_given(timeout)
        self.expire()
        now = self._clock()
        until = None if seconds is None else now + seconds
        question = OpenQuestion(self._mint(now), user, call, asked_by, request, now, until, kind)
        self._audience.await_answer(question.id, answer)
        try:
            self._store.add(question)
        except BaseException:
            self._audience.leave(question.id)
            raise
        return question.id

    def _mint(self, now: float) -> str:
        with self._lock:
            self._last_stamp = max(self._last_stamp + 1, int(now * 1e9))
            # Of 40 characters: shorter ones lie among other things of their size, and a page of 20 takes a
            # quarter longer to read where very many are open.
            return f"{self._last_stamp:016x}{secrets.token_hex(12)}"

    def _of(self, question_id: str, user: str | None) -> OpenQuestion:
        self.expire()
        question = self._store.get(question_id)
        if question is None:
            if any(other.user == user for other in self._store.of_page(question_id)):
                raise of_a_question()
            raise self._endings.refusal(question_id, user)
        if question.user != user:
            raise ForeignUserError(question_id)
        return question

    def _check_page(self, elicitation_id: str, user: str | None) -> None:
        """Tell a caller who took the question's id for its page's."""
        question = self._store.get(elicitation_id)
        if question is not None and question.user == user:
            raise of_a_page(question)

    def _complete(self, question: OpenQuestion | None) -> None:
        while question is not None and not question.page_done:
            to = None if question.consented else replace(question, page_done=True)
            if self._store.change(question, to, PageDone()):
                return
            question = self._store.get(question.id)

    def _run_out(self, question_id: str, seconds: float) -> None:
        expired = Expired(seconds)
        self._end_unanswered(question_id, expired)
        self._audience.wake(question_id, expired)  # where the store has not: the time is up all the same

    def _give_up(self, question_id: str) -> None:
        self._end_unanswered(question_id, Withdrawn("the call that asked has ended"))

    def _end_unanswered(self, question_id: str, ending: Change) -> None:
        """End a question for its asker, who is to hear of that end and not of a store that fails.

        Where it fails the question stays, until the store works again and `expire` finds it overdue.
        """
        try:
            self._end(question_id, ending, answered_too=False)
        except Exception as failure:  # a store of the user's may raise anything
            # By its class alone: the text of a store's error may hold what it was to write, an answer say.
            log.warning("a question could not be ended: the store raised %s", type(failure).__name__)

    def _end(self, question_id: str, ending: Change, *, answered_too: bool = True) -> bool:
        """End a question, and where *answered_too* also one whose page is not done yet."""
        while (question := self._store.get(question_id)) is not None:
            if question.consented and not answered_too:
                return False
            if self._store.change(question, None, ending):
                return True
        return False
