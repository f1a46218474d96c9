"""One message, written for one protocol version.

Plain values in, plain values out; nothing that is given is changed. Three things can happen
to a part that the target version lacks: it is downgraded to what means the same, dropped
when it is only a hint, or it makes the whole message not sendable. All obstacles are said at
once, and, to whoever hands in a list for them, all losses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from . import reasons
from .errors import NotSendableError
from .forms.fields import property_path
from .forms.kinds import Kind, kind_of_field
from .forms.secret_names import SECRET_FORMATS
from .forms.values import member_path
from .reasons import Loss
from .versions import VersionRules

__all__ = [
    "Obstacle",
    "capability_on_the_wire",
    "completion_on_the_wire",
    "request_on_the_wire",
    "result_on_the_wire",
    "schema_on_the_wire",
]

Obstacle = tuple[str, str]
"""(path, reason)"""

_FORMATS: Final = frozenset({"email", "uri", "date", "date-time"})

_HINTS: Final = frozenset(
    # JSON Schema's annotations, and what says nothing about an answer that a form can give.
    {"title", "description", "deprecated", "readOnly", "writeOnly", "examples"}
    | {"$comment", "$id", "$anchor", "$defs", "definitions", "additionalProperties", "unevaluatedProperties"}
)
_TOP_LEVEL: Final = frozenset({"type", "properties", "required"})
"""What every version has at the top of a form."""


def _keywords(*words: str) -> frozenset[str]:
    return frozenset({"type", "title", "description", "default", *words})


_FIELD_KEYWORDS: Final[Mapping[Kind, frozenset[str]]] = {
    "string": _keywords("minLength", "maxLength", "format", "pattern"),
    "number": _keywords("minimum", "maximum"),
    "boolean": _keywords(),
    "enum": _keywords("enum"),
    "titled_enum": _keywords("oneOf"),
    "legacy_enum": _keywords("enum", "enumNames"),
    "multi_enum": _keywords("items", "minItems", "maxItems"),
    "titled_multi_enum": _keywords("items", "minItems", "maxItems"),
}


def request_on_the_wire(
    rules: VersionRules,
    *,
    mode: str,
    mode_written: bool,
    message: str,
    schema: dict[str, Any] | None,
    url: str | None,
    elicitation_id: str | None,
    task: dict[str, Any] | None,
    meta: dict[str, Any] | None,
    extra: dict[str, Any] | None,
    lost: list[Loss] | None = None,
) -> dict[str, Any]:
    """The params of an ``elicitation/create`` request; what is lost on the way is added to *lost*.

    Raises:
        NotSendableError: With every obstacle.
    """
    obstacles: list[Obstacle] = []
    wire: dict[str, Any] = {"mode": mode} if mode_written and rules.mode else {}
    wire["message"] = message
    if rules.delivery == "none":
        obstacles.append(("", reasons.NO_ELICITATION))
    elif schema is not None:
        wire["requestedSchema"] = schema_on_the_wire(schema, rules, obstacles, lost)
    else:
        wire["url"] = url
        if not rules.url:
            obstacles.append(("mode", reasons.NO_URL_MODE))
        elif rules.elicitation_id:
            if elicitation_id is None:
                obstacles.append(("elicitationId", reasons.NEEDS_ID))
            wire["elicitationId"] = elicitation_id
    if obstacles:
        raise NotSendableError(rules.protocol_version, tuple(obstacles))
    if task is not None and rules.task:
        wire["task"] = task
    if meta is not None and rules.params_meta:
        wire["_meta"] = meta
    if lost is not None:
        _note(lost, "mode", mode_written and not rules.mode, reasons.NO_MODE)
        _note(lost, "elicitationId", elicitation_id is not None and not rules.elicitation_id, reasons.NO_IDS)
        _note(lost, "task", task is not None and not rules.task, reasons.NO_TASK)
        _note(lost, "_meta", meta is not None and not rules.params_meta, reasons.NO_META)
    return {**wire, **extra} if extra else wire


def _note(lost: list[Loss], path: str, dropped: bool, reason: str) -> None:
    if dropped:
        lost.append(Loss(path, "dropped", reason))


def schema_on_the_wire(
    schema: dict[str, Any],
    rules: VersionRules,
    obstacles: list[Obstacle],
    lost: list[Loss] | None = None,
) -> dict[str, Any]:
    """A ``requestedSchema``; what stands in the way is added to *obstacles*, what is dropped to *lost*."""
    written: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in _TOP_LEVEL:
            written[keyword] = value
        elif keyword == "$schema":
            if rules.dialect:
                written[keyword] = value
            elif lost is not None:
                lost.append(Loss("requestedSchema.$schema", "dropped", reasons.NO_DIALECT))
        elif keyword not in _HINTS and not keyword.startswith("x-"):
            obstacles.append((member_path("requestedSchema", keyword), reasons.NO_KEYWORD))
        elif lost is not None:
            lost.append(Loss(member_path("requestedSchema", keyword), "dropped", reasons.A_HINT))
    properties = schema["properties"]
    written["properties"] = {
        name: _field(name, field, rules, obstacles, lost) for name, field in properties.items()
    }
    return written


def _field(
    name: str,
    field: dict[str, Any],
    rules: VersionRules,
    obstacles: list[Obstacle],
    lost: list[Loss] | None,
) -> dict[str, Any]:
    kind = kind_of_field(field)
    if kind is None:
        obstacles.append((property_path(name), reasons.NO_KIND))
        return field
    if (kind == "multi_enum" or kind == "titled_multi_enum") and not rules.multi_select:
        obstacles.append((property_path(name), reasons.NO_MULTI_SELECT))
        return field
    keywords = _FIELD_KEYWORDS[kind]
    written = dict(field)
    for keyword in field:
        if keyword not in keywords:
            if keyword not in _HINTS and not keyword.startswith("x-"):
                obstacles.append((member_path(property_path(name), keyword), reasons.NO_KEYWORD))
            elif lost is not None:
                lost.append(Loss(member_path(property_path(name), keyword), "dropped", reasons.A_HINT))
            del written[keyword]
    if "default" in written and not rules.every_default and kind != "boolean":
        del written["default"]
        if lost is not None:
            lost.append(Loss(f"{property_path(name)}.default", "dropped", reasons.NO_DEFAULT))
    if kind == "string":
        if "pattern" in written and not rules.pattern:
            # Still enforced on the answer: check.py reads the request, not what was written.
            del written["pattern"]
            if lost is not None:
                lost.append(Loss(f"{property_path(name)}.pattern", "dropped", reasons.NO_PATTERN))
        if "format" in written and written["format"] not in _FORMATS:
            if written["format"] in SECRET_FORMATS:
                obstacles.append((f"{property_path(name)}.format", reasons.A_SECRET))
            elif lost is not None:
                lost.append(Loss(f"{property_path(name)}.format", "dropped", reasons.NO_FORMAT))
            del written["format"]
    elif kind == "titled_enum" and not rules.one_of:
        options = written.pop("oneOf")
        written["enum"] = [option["const"] for option in options]
        written["enumNames"] = [option.get("title", option["const"]) for option in options]
        if lost is not None:
            lost.append(Loss(f"{property_path(name)}.oneOf", "rewritten", reasons.NO_ONE_OF))
    if "type" not in written:
        written = {"type": "string", **written}
        if lost is not None:
            lost.append(Loss(f"{property_path(name)}.type", "added", reasons.A_TYPE))
    return written


def result_on_the_wire(
    rules: VersionRules,
    action: str,
    content: dict[str, Any] | None,
    meta: dict[str, Any] | None,
    extra: dict[str, Any] | None,
    lost: list[Loss] | None = None,
) -> dict[str, Any]:
    """An ``ElicitResult``. A null in the content stands for a field left empty, and is left out."""
    obstacles: list[Obstacle] = []
    wire: dict[str, Any] = {"action": action}
    if rules.delivery == "none":
        obstacles.append(("", reasons.NO_ELICITATION))
    if content is not None:
        wire["content"] = (
            {name: value for name, value in content.items() if value is not None}
            if None in content.values()
            else content
        )
        if not rules.list_content:
            obstacles += [
                (member_path("content", name), reasons.NO_LISTS)
                for name, value in content.items()
                if isinstance(value, list)
            ]
    if obstacles:
        raise NotSendableError(rules.protocol_version, tuple(obstacles))
    if meta is not None and rules.result_meta:
        wire["_meta"] = meta
    if lost is not None:
        for name, value in (content or {}).items():
            _note(lost, member_path("content", name), value is None, reasons.A_NULL)
        _note(lost, "_meta", meta is not None and not rules.result_meta, reasons.NO_META)
    return {**wire, **extra} if extra else wire


def completion_on_the_wire(
    rules: VersionRules, elicitation_id: str, meta: dict[str, Any] | None, extra: dict[str, Any] | None
) -> dict[str, Any]:
    """The params of ``notifications/elicitation/complete``."""
    if not rules.completion:
        raise NotSendableError(rules.protocol_version, (("method", reasons.NO_COMPLETION),))
    wire: dict[str, Any] = {"elicitationId": elicitation_id}
    if meta is not None:
        wire["_meta"] = meta
    return {**wire, **extra} if extra else wire


def capability_on_the_wire(
    rules: VersionRules, form: dict[str, Any] | None, url: dict[str, Any] | None, extra: dict[str, Any] | None
) -> dict[str, Any]:
    """The object under ``capabilities.elicitation``."""
    if rules.delivery == "none":
        raise NotSendableError(rules.protocol_version, (("elicitation", reasons.NO_ELICITATION),))
    if not rules.url:
        if form is None and url is not None:
            raise NotSendableError(rules.protocol_version, (("elicitation", reasons.FORM_ALONE),))
        return dict(extra or {})
    wire: dict[str, Any] = {}
    if form is not None:
        wire["form"] = form
    if url is not None:
        wire["url"] = url
    return {**wire, **extra} if extra else wire
