"""One message against every protocol version: reads it as a peer would, and holds it to an author's rules.

No rule of its own: what is readable, sendable, lost, secret or worth a finding is asked of the code that
says so at run time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .._frozen import thaw
from .._json import json_kind
from ..errors import Fault, NotSendableError, PeerError
from ..forms.values import member_path
from ..reasons import Loss
from ..request import ElicitRequest
from ..result import ElicitationCompleteNotification, ElicitResult
from ..url_required import UrlElicitationRequiredError
from ..versions import METHOD_ELICITATION_CREATE, VersionRules, rules_for
from .author import fields_of, refusals, secret_fields
from .masking import masked_result
from .report import Part, Report, Verdict
from .subjects import Subject

__all__ = ["Asked", "judge"]

_Write = Callable[[VersionRules, "list[Loss]"], "dict[str, Any]"]
_Exists = Callable[[VersionRules], bool]
"""Whether a version has such a message at all."""


def _has_elicitation(rules: VersionRules) -> bool:
    return rules.delivery != "none"


def _asks_in_results(rules: VersionRules) -> bool:
    return rules.delivery == "result"


@dataclass(frozen=True)
class Asked:
    """What the command line asked for."""

    versions: Sequence[str]
    named: bool
    """The versions were named, so that all of them count."""
    not_secret: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ("https",)
    form: ElicitRequest | None = None
    """What an answer is held to."""
    as_is: bool = False
    """Whether a strict peer would take the message as it is, and not what this package makes of it."""


def judge(subject: Subject, asked: Asked) -> Report:
    """Check one message."""
    if subject.kind == "input_required":
        return _input_required(subject.value, asked)
    judges: Mapping[str, Callable[[Mapping[str, Any], Asked], Part]] = {
        "request": _request,
        "result": _result,
        "url_required": _url_required,
        "completion": _completion,
    }
    return Report(subject.kind, (judges[subject.kind](subject.value, asked),))


# ---- each kind ------------------------------------------------------------------------------------


def _request(params: Mapping[str, Any], asked: Asked, exists: _Exists = _has_elicitation) -> Part:
    try:
        request = ElicitRequest.from_wire(params)
    except PeerError as refusal:
        return Part("", "unreadable", "", invalid=refusal.faults)
    return Part(
        "",
        "form" if request.is_form else "url",
        request.message,
        fields=tuple(fields_of(request)),
        refused=tuple(refusals(request, params, asked.not_secret, asked.schemes)),
        secrets=secret_fields(request, asked.not_secret),
        findings=request.findings,
        verdicts=_verdicts(asked, request._render, exists),
    )


def _result(value: Mapping[str, Any], asked: Asked) -> Part:
    try:
        result = ElicitResult.from_wire(value)
    except PeerError as refusal:
        return Part("", "unreadable", "", invalid=refusal.faults)
    content = result._plain("content")
    refused: list[Fault] = []
    if content is None and value.get("content") is not None:
        refused.append(Fault("content", f"a {result.action} does not carry it", "leave it out"))

    def write(rules: VersionRules, lost: list[Loss]) -> dict[str, Any]:
        return masked_result(result._render(rules, lost))

    return Part(
        "",
        "result",
        result.action,
        fields=tuple(content or ()),
        invalid=tuple(_against_the_form(result, asked.form)),
        refused=tuple(refused),
        verdicts=_verdicts(asked, write, _has_elicitation),
    )


def _against_the_form(result: ElicitResult, form: ElicitRequest | None) -> Iterable[Fault]:
    if form is None or result.action != "accept":
        return ()
    content = result._plain("content")
    if form.is_url:
        reason = "the answer to a url question carries no content"
        return [Fault("content", reason, "leave it out")] if content is not None else ()
    return [Fault(problem.path, problem.reason) for problem in form.form.check(content)]


def _url_required(error: Mapping[str, Any], asked: Asked) -> Part:
    try:
        required = UrlElicitationRequiredError.from_error(error)
    except PeerError as refusal:
        return Part("", "unreadable", "", invalid=refusal.faults)
    refused: list[Fault] = []
    findings = []
    for i, request in enumerate(required.elicitations):
        where = f"data.elicitations[{i}]"
        found = refusals(request, {}, asked.not_secret, asked.schemes)
        refused += [replace(fault, path=f"{where}.{fault.path}") for fault in found]
        findings += [replace(finding, path=f"{where}.{finding.path}") for finding in request.findings]

    def write(rules: VersionRules, lost: list[Loss]) -> dict[str, Any]:
        written = required.to_error(rules.protocol_version)
        for i, request in enumerate(required.elicitations):
            of_this: list[Loss] = []
            request._render(rules, of_this)
            lost += [loss._replace(path=f"data.elicitations[{i}].{loss.path}") for loss in of_this]
        return written

    return Part(
        "",
        "url_required",
        required.message,
        refused=tuple(refused),
        findings=tuple(findings),
        verdicts=_verdicts(asked, write, lambda rules: rules.url_required_error),
    )


def _completion(params: Mapping[str, Any], asked: Asked) -> Part:
    try:
        notice = ElicitationCompleteNotification.from_wire(params)
    except PeerError as refusal:
        return Part("", "unreadable", "", invalid=refusal.faults)

    def write(rules: VersionRules, lost: list[Loss]) -> dict[str, Any]:
        return notice._render(rules)

    return Part("", "completion", "", verdicts=_verdicts(asked, write, lambda rules: rules.completion))


def _input_required(result: Mapping[str, Any], asked: Asked) -> Report:
    # 2026-07-28, basic/patterns/mrtr#inputrequiredresult
    requests = result.get("inputRequests")
    faults: list[Fault] = []
    if result.get("resultType") != "input_required":
        faults.append(
            Fault("resultType", "expected 'input_required'", 'write "resultType": "input_required"')
        )
    if "inputRequests" in result and not isinstance(requests, Mapping):
        faults.append(Fault("inputRequests", f"expected object, got {json_kind(requests)}"))
    if "inputRequests" not in result and "requestState" not in result:
        faults.append(
            Fault("", "neither inputRequests nor requestState is there", "ask something, or give the result")
        )
    if "requestState" in result and not isinstance(result["requestState"], str):
        faults.append(Fault("requestState", f"expected string, got {json_kind(result['requestState'])}"))
    parts = [Part("", "input_required", "", invalid=tuple(faults))] if faults else []
    notes: list[str] = []
    known = _fields_in(requests)
    for key, request in requests.items() if isinstance(requests, Mapping) else ():
        path = member_path("inputRequests", key)
        method = request.get("method") if isinstance(request, Mapping) else None
        if not isinstance(request, Mapping) or not isinstance(method, str):
            fault = Fault("method", "required, got nothing", f'write "method": "{METHOD_ELICITATION_CREATE}"')
            parts.append(Part(path, "unreadable", "", invalid=(fault,)))
        elif method != METHOD_ELICITATION_CREATE:
            notes.append(f"{path} asks for something else than an elicitation, and was not checked")
        elif not isinstance(request.get("params"), Mapping):
            parts.append(Part(path, "unreadable", "", invalid=(Fault("params", "required, got nothing"),)))
        else:
            # A name is cleared where it stands; one that stands nowhere is told by each.
            own = _fields_in({key: request})
            cleared = tuple(name for name in asked.not_secret if name in own or name not in known)
            part = _request(request["params"], replace(asked, not_secret=cleared), _asks_in_results)
            parts.append(replace(part, path=f"{path}.params"))
    return Report("input_required", tuple(parts), tuple(notes))


def _fields_in(requests: object) -> frozenset[str]:
    """The names of all fields in a mapping of requests, as far as they can be read."""
    names: set[str] = set()
    for request in requests.values() if isinstance(requests, Mapping) else ():
        params = request.get("params") if isinstance(request, Mapping) else None
        schema = params.get("requestedSchema") if isinstance(params, Mapping) else None
        properties = schema.get("properties") if isinstance(schema, Mapping) else None
        names |= set(properties) if isinstance(properties, Mapping) else set()
    return frozenset(names)


# ---- each version ---------------------------------------------------------------------------------


def _verdicts(asked: Asked, write: _Write, exists: _Exists) -> tuple[Verdict, ...]:
    return tuple(_verdict(version, asked, write, exists) for version in asked.versions)


def _verdict(version: str, asked: Asked, write: _Write, exists: _Exists) -> Verdict:
    rules = rules_for(version)
    counted = asked.named or exists(rules)
    lost: list[Loss] = []
    try:
        travels = write(rules, lost)
    except NotSendableError as refusal:
        return Verdict(version, refusal.faults, None, (), counted, asked.as_is)
    return Verdict(version, (), thaw(travels), tuple(lost), counted, asked.as_is)
