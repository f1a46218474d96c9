"""2026-07-28: one conversation over many rounds, by replay.

The body of the call runs anew on every round. Questions answered before return at once; the
first open ones end the round. What was asked, answered and done travels in the request state,
which the SDK seals: this file only says what stands in it, and waits for nothing.

State that is not ours (the SDK's own resolvers, rounds written by hand) is carried and handed
on untouched.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .._frozen import thaw
from .._json import dumps
from ..errors import Fault, RequestError
from ..request import ElicitRequest
from ..result import ElicitResult
from ..versions import METHOD_ELICITATION_CREATE
from .round_state import FORMAT, MARK, RESULT_VERSION, digest, our_state, result_of
from .steps import Question

__all__ = ["Conversation", "Limits", "RoundEnds", "RoundLimitError", "UnstableBodyError"]

_ROUND_MEMBERS: Final = ("requestState", "inputResponses")
_PASSED_ON: Final = ""
"""Stands in the state where a question of ours has its name."""
UNSTABLE_AFTER: Final = 2
"""Rounds in a row whose answers nobody asked for, before we say that the body is unstable."""


class RoundEnds(BaseException):
    """The body stops here; the question is out, and the answer will find it on the next round.

    A `BaseException`, so that no ``except Exception`` on the way swallows it.
    """


class UnstableBodyError(RequestError):
    """The body asked something new on every replay, so no answer will ever be for it."""

    def __init__(self, rounds: int) -> None:
        super().__init__(
            Fault(
                "",
                f"this call asked a different question on {rounds} replays in a row",
                "keep clocks, random values and fresh ids out of what the user is asked;"
                " make them with once(), and pass require_url a function that makes the page",
            )
        )
        self.args = (rounds,)
        self.rounds = rounds


class RoundLimitError(RequestError):
    """The conversation needs more than a client is known to give."""

    def __init__(self, what: str, limit: int, remedy: str) -> None:
        super().__init__(Fault("", f"this call needs more than {limit} {what}", remedy))
        self.args = (what, limit, remedy)
        self.what = what
        self.limit = limit


MAX_ROUNDS: Final = 10
"""Question rounds per call; stock clients of Python and TypeScript give up after as many."""
MAX_STATE_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a conversation may get."""

    rounds: int = MAX_ROUNDS
    """Rounds per call, those that carry only state included. More helps only with a client that
    allows more."""
    state_bytes: int = MAX_STATE_BYTES
    """The size of the state before it is sealed. It travels both ways with every round."""


@dataclass
class Conversation:
    """One call and its replays: what the person was asked, what they answered, what was done."""

    limits: Limits = field(default_factory=Limits)
    identity: str = field(default_factory=lambda: uuid.uuid4().hex)
    round: int = 0
    """How many rounds ended before this one."""
    ours: bool = False
    """Whether the client came back with state of ours."""
    foreign_state: str | None = None
    foreign_responses: Mapping[str, Any] | None = None
    open: dict[str, ElicitRequest] = field(default_factory=dict)
    """Wire key -> question, asked in this round and not answered."""
    passed_on: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Wire key -> a request that is no question of ours and goes into this round as it came: a relay's."""
    passed_back: dict[str, Any] = field(default_factory=dict)
    """Wire key -> what the last round brought for one of those, as it came."""
    holding: bool = False
    """Whether the round ends without a question, because a page is not done yet."""
    over: bool = False
    """Whether this round has ended; from here on the body only unwinds."""
    done: dict[str, Any] = field(default_factory=dict)
    """What `once` gave, by key."""
    _answers: dict[str, ElicitResult] = field(default_factory=dict)
    _fresh: set[str] = field(default_factory=set)
    _used: set[str] = field(default_factory=set)
    _counts: dict[str, int] = field(default_factory=dict)
    _idents: dict[str, str] = field(default_factory=dict)
    _drift: int = 0

    # ---- coming in ------------------------------------------------------------------------

    @classmethod
    def resume(cls, params: Mapping[str, Any] | None, limits: Limits) -> Conversation:
        """Read where the conversation stands from the params of the call, with its state unsealed."""
        given = params or {}
        state, responses = given.get("requestState"), given.get("inputResponses")
        ours = our_state(state)
        if ours is None:
            return cls(limits, foreign_state=state, foreign_responses=responses)
        self = cls(limits, identity=ours["c"], round=ours["n"], ours=True, foreign_state=ours.get("fs"))
        self.done = dict(ours.get("v", {}))
        self._drift = ours.get("d", 0)
        for ident, answer in ours.get("a", {}).items():
            self._answers[ident] = ElicitResult.from_wire(answer)
        asked: Mapping[str, str] = ours.get("q", {})
        answered = responses if isinstance(responses, Mapping) else {}
        # "servers SHOULD ignore any information it does not recognize or need"; 2026-07-28, patterns/mrtr
        for wire_key, ident in asked.items():
            if ident == _PASSED_ON:
                if wire_key in answered:
                    self.passed_back[wire_key] = answered[wire_key]
                continue
            result = result_of(answered.get(wire_key))
            if result is not None:
                self._answers[ident] = result
                self._fresh.add(ident)
        if ours.get("ours_last", True):
            self.foreign_responses = ours.get("fr")
        else:
            self.foreign_responses = responses
        return self

    def params_within(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The params as the rest of the server should see them: without what is ours."""
        seen = {
            name: value for name, value in params.items() if name not in ("requestState", "inputResponses")
        }
        if self.foreign_state is not None:
            seen["requestState"] = self.foreign_state
        # Never absent on a later round: a cache that sees it knows that this is no first call.
        seen["inputResponses"] = self.foreign_responses if self.foreign_responses is not None else {}
        return seen

    # ---- in the body ----------------------------------------------------------------------

    def count(self, name: str) -> int:
        """How often *name* was counted before in this round."""
        nth = self._counts.get(name, 0)
        self._counts[name] = nth + 1
        return nth

    def identify(self, question: Question) -> str:
        """Name a question by what the person sees, its key, and which of the same kind it is."""
        # An answer counts for exactly the wording it was given to; the ordinal says nothing.
        ident = f"{digest(question.request)}{'.' + question.key if question.key else ''}"
        nth = self.count(ident)
        return f"{ident}.{nth}"

    def answer_to(self, ident: str) -> ElicitResult | None:
        """The answer to a question, if it came."""
        answer = self._answers.get(ident)
        if answer is not None:
            self._used.add(ident)
        return answer

    def record(self, ident: str, result: ElicitResult) -> None:
        """Keep an answer that came another way than by the client's next round."""
        self._answers[ident] = result
        self._used.add(ident)

    def forget_answers(self) -> None:
        """Every answer was handed on, and has no business in the state any more."""
        self._used |= self._fresh
        self._answers.clear()

    def put(self, ident: str, question: Question) -> None:
        """Make a question part of this round.

        Raises:
            RequestError: Another question of this round has the same key.
        """
        wire_key = question.key if question.key_is_wire_key and question.key else ident
        if wire_key in self.open:
            raise RequestError(
                Fault(
                    f"requests[{wire_key!r}]", "two questions of one round have this key", "give each its own"
                )
            )
        self.open[wire_key] = question.request
        self._idents[wire_key] = ident

    @property
    def unfinished(self) -> bool:
        """Whether the call cannot end yet, however its body ended."""
        return bool(self.open) or bool(self.passed_on) or self.holding

    # ---- going out ------------------------------------------------------------------------

    def round_result(self) -> dict[str, Any]:
        """The members of the `InputRequiredResult` that ends this round.

        Raises:
            UnstableBodyError: The body asks something new on every replay.
            RoundLimitError: Too many rounds, or too much state.
        """
        drifting = bool(self._fresh) and not (self._fresh & self._used) and bool(self.open)
        drift = self._drift + 1 if drifting else 0
        if drift >= UNSTABLE_AFTER:
            raise UnstableBodyError(drift)
        if self.round >= self.limits.rounds:
            remedy = "ask several questions at once, or raise max_rounds on both sides"
            raise RoundLimitError("rounds", self.limits.rounds, remedy)
        result: dict[str, Any] = {"resultType": "input_required"}
        if self.open or self.passed_on:
            questions = {
                wire_key: {"method": METHOD_ELICITATION_CREATE, "params": request.to_wire(RESULT_VERSION)}
                for wire_key, request in self.open.items()
            }
            result["inputRequests"] = {**questions, **self.passed_on}
        asked = {**self._idents, **dict.fromkeys(self.passed_on, _PASSED_ON)}
        result["requestState"] = self._state(drift, asked=asked)
        return result

    def wrap(self, state: object) -> str:
        """The state of a round that somebody else ends, together with what we must not lose."""
        self.foreign_state = state if isinstance(state, str) else None
        self.foreign_responses = None
        return self._state(self._drift, asked={}, ours_last=False)

    @property
    def has_memory(self) -> bool:
        """Whether there is anything that the next round must know."""
        return bool(self._answers or self.done)

    def _state(self, drift: int, asked: Mapping[str, str], *, ours_last: bool = True) -> str:
        state: dict[str, Any] = {MARK: FORMAT, "c": self.identity, "n": self.round + 1, "q": dict(asked)}
        if self._answers:
            state["a"] = {ident: answer.to_wire(RESULT_VERSION) for ident, answer in self._answers.items()}
        if self.done:
            state["v"] = thaw(self.done)
        if drift:
            state["d"] = drift
        if self.foreign_state is not None:
            state["fs"] = self.foreign_state
        if self.foreign_responses is not None and ours_last:
            state["fr"] = thaw(self.foreign_responses)
        if not ours_last:
            state["ours_last"] = False
        written = dumps(state)
        if len(written) > self.limits.state_bytes:
            remedy = "keep large values on the server, and what finds them in once()"
            raise RoundLimitError("bytes of state", self.limits.state_bytes, remedy)
        return written.decode()
