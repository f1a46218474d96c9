"""Every error this package raises; those that stand elsewhere are named with their file.

Fields in, sentence out: callers read attributes, people read `str`, which ends with the place in
docs/errors.md that explains it. No text is parsed or matched, ever, and no sentence holds a user's answer.

    ElicitError
    ├── RequestError                     we asked for something that is not allowed; nothing was sent
    │   ├── UnknownProtocolVersionError
    │   ├── UnsupportedFieldError
    │   ├── NotSendableError
    │   ├── CapabilityError
    │   ├── UnstableBodyError            server/rounds.py: the body asks something new on every replay
    │   ├── RoundLimitError              server/rounds.py
    │   ├── NotOpenError                 broker/refusals.py: there is nothing to answer any more
    │   └── ForeignUserError             broker/refusals.py: it was put to another user
    ├── PeerError                        the peer sent something the specification forbids
    │   └── InvalidAnswerError
    ├── RefusedError                     the person said no where a yes was needed
    ├── QuestionExpiredError
    ├── QuestionWithdrawnError
    ├── UrlElicitationRequiredError      url_required.py: it carries requests
    │   └── UrlRequired                  sdk/server_v1.py, sdk/server_v2.py: the SDK's own error as well
    ├── UnansweredError                  client/unanswered.py: no person was asked
    ├── OnceTimeoutError                 server/once.py: another round is still at the same work
    ├── ParkedCallLostError              relay/refusals.py
    ├── StillBlockedError                relay/refusals.py
    ├── UpstreamGoneError                relay/refusals.py
    └── CallError                        testing/client.py: the call of a test ended in an error
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from .reasons import REMEDIES

__all__ = [
    "CapabilityError",
    "ElicitError",
    "Fault",
    "InvalidAnswerError",
    "NotSendableError",
    "PeerError",
    "Problem",
    "QuestionExpiredError",
    "QuestionWithdrawnError",
    "RefusedError",
    "RequestError",
    "UnknownProtocolVersionError",
    "UnsupportedFieldError",
]

_PACKAGE: Final = f"{__name__.partition('.')[0]}."

MISSING_REQUIRED_CLIENT_CAPABILITY: Final = -32021
"""The call needs a capability that was not declared; 2026-07-28 only."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a message: where, why, and what to do about it."""

    path: str
    """Where in the message, in dots and brackets: ``requestedSchema.properties.age.minimum``."""
    reason: str
    remedy: str = ""

    def __str__(self) -> str:
        sentence = f"{self.path}: {self.reason}" if self.path else self.reason
        return f"{sentence}; {self.remedy}" if self.remedy else sentence


@dataclass(frozen=True)
class Problem:
    """One way in which an answer misses its form.

    *got* names the kind of JSON value that came (``string``, ``boolean``, ``nothing``), never
    the value: a problem may be logged, an answer may not.
    """

    path: str
    """Where in the content, from ``$``: ``$.age`` or ``$['first-name']``."""
    expected: str
    got: str

    @property
    def reason(self) -> str:
        """The sentence without the path."""
        if self.got == "nothing":
            return f"{self.expected}, got nothing"
        return f"expected {self.expected}, got {self.got}"

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class ElicitError(Exception):
    """Root of every error of this package.

    `str` is the sentence and the place that explains it; `sentence` is the sentence alone, which is what
    another program gets to read.
    """

    @property
    def sentence(self) -> str:
        """What went wrong, where, and what to do; never what a person answered."""
        return Exception.__str__(self)

    @property
    def see(self) -> str:
        """Where the documents explain this error: ``docs/errors.md#capabilityerror``."""
        ours = (kind.__name__ for kind in type(self).__mro__ if kind.__module__.startswith(_PACKAGE))
        return f"docs/errors.md#{next(name for name in ours if name.endswith('Error')).lower()}"

    def __str__(self) -> str:
        return f"{self.sentence} ({self.see})"


def _sentence(faults: Sequence[Fault]) -> str:
    return "; and ".join(map(str, faults))


class RequestError(ElicitError):
    """We asked for something that the specification, the version or the peer forbids.

    Nothing was sent.
    """

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults: tuple[Fault, ...] = faults
        """Every reason at once."""

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return _sentence(self.faults)


class UnknownProtocolVersionError(RequestError):
    """A protocol version that this package has no table for."""

    def __init__(self, protocol_version: str, known: tuple[str, ...]) -> None:
        super().__init__(
            Fault(
                "protocol_version",
                f"unknown protocol version {protocol_version!r}",
                f"use one of {', '.join(known)}",
            )
        )
        self.args = (protocol_version, known)
        self.protocol_version: str = protocol_version
        """What was given."""
        self.known: tuple[str, ...] = known
        """Every version that there is, oldest first."""


class UnsupportedFieldError(RequestError):
    """A field of your type cannot be asked for in a form.

    The attributes are those of the first such field; `faults` has all of them.
    """

    def __init__(self, owner: str, field: str, reason: str, remedy: str) -> None:
        super().__init__(Fault(f"{owner}.{field}" if field else owner, reason, remedy))
        self.args = (owner, field, reason, remedy)
        self.owner: str = owner
        """The model's name, or that of the one type asked for."""
        self.field: str = field
        """The field's name in the model; empty where the type itself is the reason."""
        self.reason: str = reason
        self.remedy: str = remedy
        """What to write instead."""


class NotSendableError(RequestError):
    """A message has no form in the peer's protocol version that means the same. Nothing was sent."""

    def __init__(self, protocol_version: str, reasons: tuple[tuple[str, str], ...]) -> None:
        super().__init__(*(Fault(path, reason, REMEDIES.get(reason, "")) for path, reason in reasons))
        self.args = (protocol_version, reasons)
        self.protocol_version: str = protocol_version
        """The version that it was to be written for."""
        self.reasons: tuple[tuple[str, str], ...] = reasons
        """Every obstacle as ``(path, reason)``."""

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return f"not sendable to {self.protocol_version}: {_sentence(self.faults)}"


class CapabilityError(RequestError):
    """The client did not declare what this question needs, or there is no way to reach it.

    *reason* says which, *remedy* what to do. Nothing was sent.
    """

    def __init__(
        self, mode: Literal["form", "url"], protocol_version: str, reason: str, remedy: str = ""
    ) -> None:
        super().__init__(Fault("", reason, remedy))
        self.args = (mode, protocol_version, reason, remedy)
        self.mode: Literal["form", "url"] = mode
        """The mode of the question that could not be asked."""
        self.protocol_version: str = protocol_version
        """The version that this call speaks."""
        self.reason: str = reason
        self.remedy: str = remedy
        """What to do; may be empty."""

    def to_error(self) -> dict[str, Any]:
        """Write the JSON-RPC error of 2026-07-28 that names the missing capability (-32021)."""
        # 2026-07-28, basic#missing-required-client-capability; an empty object means form alone.
        needed: dict[str, Any] = {} if self.mode == "form" else {"url": {}}
        return {
            "code": MISSING_REQUIRED_CLIENT_CAPABILITY,
            "message": self.sentence,
            "data": {"requiredCapabilities": {"elicitation": needed}},
        }

    @classmethod
    def from_error(cls, error: Mapping[str, Any]) -> CapabilityError:
        """Read the error that `to_error` writes.

        Raises:
            PeerError: Another code, or one that does not ask for elicitation.
        """
        if not isinstance(error, Mapping):
            raise PeerError(Fault("error", f"expected object, got {type(error).__name__}"))
        code, data = error.get("code"), error.get("data")
        required = data.get("requiredCapabilities") if isinstance(data, Mapping) else None
        needed = required.get("elicitation") if isinstance(required, Mapping) else None
        if code != MISSING_REQUIRED_CLIENT_CAPABILITY or not isinstance(needed, Mapping):
            reason = (
                f"expected {MISSING_REQUIRED_CLIENT_CAPABILITY} with data.requiredCapabilities.elicitation"
            )
            raise PeerError(Fault("error", reason))
        mode: Literal["form", "url"] = "url" if "url" in needed and "form" not in needed else "form"
        return cls(mode, "2026-07-28", f"the server needs a client that declares elicitation in {mode} mode")


class PeerError(ElicitError):
    """The peer sent something the specification forbids, or answered a question with an error."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults: tuple[Fault, ...] = faults
        """Every reason at once."""

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return _sentence(self.faults)


class InvalidAnswerError(PeerError):
    """An accepted answer does not fit the form it answers."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(*(Fault(problem.path, problem.reason) for problem in problems))
        self.args = (problems,)
        self.problems: tuple[Problem, ...] = problems
        """Every field that is wrong, and never a value."""

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return "the answer does not fit the form: " + "; ".join(map(str, self.problems))


class RefusedError(ElicitError):
    """The person declined or cancelled where the work cannot go on without a yes."""

    def __init__(self, action: Literal["decline", "cancel"]) -> None:
        super().__init__(action)
        self.action: Literal["decline", "cancel"] = action
        """After a cancel one may ask again later; after a decline not."""

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        verb = "declined" if self.action == "decline" else "cancelled"
        return f"the user {verb} the request"


class QuestionExpiredError(ElicitError):
    """What was waited for did not come within *seconds*: an answer, a page, or the server's result."""

    def __init__(self, seconds: float, awaited: Literal["answer", "page", "server"] = "answer") -> None:
        super().__init__(seconds, awaited)
        self.seconds: float = seconds
        """What there was."""
        self.awaited: Literal["answer", "page", "server"] = awaited
        """For a page the person had agreed to it, at a broker perhaps not yet; a server had nothing to ask,
        and no result."""

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        within = f"within {self.seconds:g} second{'s' * (self.seconds != 1)}"
        if self.awaited == "page":
            return f"the page was not done {within}"
        if self.awaited == "server":
            return f"the server had neither a question nor a result {within}"
        return f"no answer {within}; the question was withdrawn"


class QuestionWithdrawnError(ElicitError):
    """The question was taken back before anybody answered it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: str = reason

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return f"the question was withdrawn: {self.reason}"
