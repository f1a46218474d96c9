"""How a question is delivered: one pure function, and nowhere else an opinion about it.

It sees the facts of the call and the question, and says where the question goes, or with
which error it is refused. Nothing is sent before it said so, and "refuse" is an error at
once, never a hang.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ..errors import CapabilityError, NotSendableError, RequestError
from ..versions import PROTOCOL_VERSIONS, rules_for

__all__ = ["Delivery", "Refused", "Situation", "decide", "way_of"]

Mode = Literal["form", "url"]
Way = Literal["inline", "result", "url_required", "broker"]


class Situation(NamedTuple):
    """What is known about the call in which a question comes up."""

    protocol_version: str
    declared: frozenset[Mode]
    """The modes the client declared, as its version understands them."""
    channel: bool
    """Whether a server request can reach the client: not with JSON responses, not when stateless."""
    in_call: bool
    """Whether a call is being served that can still return what a question needs."""
    broker: bool = False
    """Whether somebody else can ask when the client cannot."""


@dataclass(frozen=True)
class Refused:
    """The question cannot be asked; *error* says why, and nothing was sent."""

    error: RequestError


@dataclass(frozen=True)
class Delivery:
    """The question goes this way."""

    way: Way


def decide(
    situation: Situation,
    mode: Mode,
    *,
    obstacles: Sequence[tuple[str, str]] = (),
    waits_for_page: bool = False,
) -> Delivery | Refused:
    """Say how a question of *mode* goes to the person.

    *obstacles* are the reasons, if any, why the version cannot carry this question.
    *waits_for_page*: the asker is `require_url`, which knows when the page is done.
    """
    outcome = _way_or_refusal(situation, mode, obstacles, waits_for_page)
    return outcome if isinstance(outcome, Refused) else Delivery(outcome)


def way_of(
    situation: Situation,
    mode: Mode,
    *,
    obstacles: Sequence[tuple[str, str]] = (),
    waits_for_page: bool = False,
) -> Way:
    """Like `decide`, but raises what it refuses with."""
    outcome = _way_or_refusal(situation, mode, obstacles, waits_for_page)
    if isinstance(outcome, Refused):
        raise outcome.error
    return outcome


def _way_or_refusal(
    at: Situation, mode: Mode, obstacles: Sequence[tuple[str, str]], waits_for_page: bool
) -> Way | Refused:
    outcome = _without_broker(at, mode, tuple(obstacles), waits_for_page)
    return "broker" if isinstance(outcome, Refused) and at.broker else outcome


_FALL_BACK: Final = "give the exchange a broker, or do without the answer"


def _without_broker(
    at: Situation, mode: Mode, obstacles: tuple[tuple[str, str], ...], waits_for_page: bool
) -> Way | Refused:
    version = at.protocol_version
    if version not in PROTOCOL_VERSIONS:
        return _no(mode, version, f"this server does not know protocol version {version!r}", _FALL_BACK)
    rules = rules_for(version)
    if rules.delivery == "none":
        return _no(mode, version, f"protocol version {version} has no elicitation", _FALL_BACK)
    if mode == "url" and not rules.url:
        return _no(mode, version, f"protocol version {version} has no url mode", _FALL_BACK)
    if mode not in at.declared:
        undeclared = f"the client did not declare elicitation in {mode} mode"
        if at.channel or rules.delivery == "result":
            return _no(mode, version, undeclared, _FALL_BACK)
        # A stateless server never saw the handshake.
        return _no(
            mode,
            version,
            f"{undeclared}, or this server is stateless and does not know what it declared",
            "serve with sessions (stateless_http=False), give a broker, or do without the answer",
        )
    if obstacles:
        return Refused(NotSendableError(version, obstacles))
    if rules.delivery == "result":
        if at.in_call:
            return "result"
        return _no(
            mode,
            version,
            f"on {version} a question travels in the result of tools/call, prompts/get or resources/read,"
            " and none of them is being served here",
            _FALL_BACK,
        )
    if at.channel:
        return "inline"
    no_channel = "this connection has no way to send the client a request (JSON responses, or stateless)"
    if not at.in_call:
        no_channel = "the call that this question belongs to has ended, and nothing else reaches the client"
    if mode == "url" and rules.url_required_error:
        if not waits_for_page:
            return _no(mode, version, no_channel, "ask with require_url, which works here")
        if at.in_call:
            return "url_required"
    remedy = "serve with sessions and event streams, or give a broker"
    return _no(mode, version, no_channel, remedy if at.in_call else f"ask before the call returns, {remedy}")


def _no(mode: Mode, version: str, reason: str, remedy: str) -> Refused:
    return Refused(CapabilityError(mode, version, reason, remedy))
