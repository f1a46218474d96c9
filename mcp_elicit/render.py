"""One message, written for one protocol version.

Plain values in, plain values out; nothing that is given is changed. Three things can happen
to a part that the target version lacks: it is downgraded to what means the same, dropped
when it is only a hint, or it makes the whole message not sendable. All obstacles are said at
once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .errors import NotSendableError
from .forms.fields import property_path
from .forms.kinds import Kind, kind_of_field
from .forms.secret_names import SECRET_FORMATS
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
) -> dict[str, Any]:
    """The params of an ``elicitation/create`` request.

    Raises:
        NotSendableError: With every obstacle.
    """
    obstacles: list[Obstacle] = []
    wire: dict[str, Any] = {"mode": mode} if mode_written and rules.mode else {}
    wire["message"] = message
    if rules.delivery == "none":
        obstacles.append(("", "this version has no elicitation"))
    elif schema is not None:
        wire["requestedSchema"] = schema_on_the_wire(schema, rules, obstacles)
    else:
        wire["url"] = url
        if not rules.url:
            obstacles.append(("mode", "this version has no url mode"))
        elif rules.elicitation_id:
            if elicitation_id is None:
                obstacles.append(("elicitationId", "required in this version, and the request has none"))
            wire["elicitationId"] = elicitation_id
    if obstacles:
        raise NotSendableError(rules.protocol_version, tuple(obstacles))
    if task is not None and rules.task:
        wire["task"] = task
    if meta is not None and rules.params_meta:
        wire["_meta"] = meta
    return {**wire, **extra} if extra else wire


def schema_on_the_wire(
    schema: dict[str, Any], rules: VersionRules, obstacles: list[Obstacle]
) -> dict[str, Any]:
    """A ``requestedSchema``; what stands in the way is added to *obstacles*."""
    written: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in _TOP_LEVEL:
            written[keyword] = value
        elif keyword == "$schema":
            if rules.dialect:
                written[keyword] = value
        elif keyword not in _HINTS and not keyword.startswith("x-"):
            obstacles.append((f"requestedSchema.{keyword}", _NO_KEYWORD))
    properties = schema["properties"]
    written["properties"] = {
        name: _field(name, field, rules, obstacles) for name, field in properties.items()
    }
    return written


_NO_KEYWORD: Final = "no version has this keyword, and without it other answers would be right"


def _field(
    name: str, field: dict[str, Any], rules: VersionRules, obstacles: list[Obstacle]
) -> dict[str, Any]:
    kind = kind_of_field(field)
    if kind is None:
        obstacles.append((property_path(name), "none of the field kinds that a form can hold"))
        return field
    if (kind == "multi_enum" or kind == "titled_multi_enum") and not rules.multi_select:
        obstacles.append(
            (
                property_path(name),
                "this version has no multi-select, and a single choice would change the answer's type",
            )
        )
        return field
    keywords = _FIELD_KEYWORDS[kind]
    written = dict(field)
    for keyword in field:
        if keyword not in keywords:
            if keyword not in _HINTS and not keyword.startswith("x-"):
                obstacles.append((f"{property_path(name)}.{keyword}", _NO_KEYWORD))
            del written[keyword]
    if "default" in written and not rules.every_default and kind != "boolean":
        del written["default"]
    if kind == "string":
        if "pattern" in written and not rules.pattern:
            # Still enforced on the answer: check.py reads the request, not what was written.
            del written["pattern"]
        if "format" in written and written["format"] not in _FORMATS:
            if written["format"] in SECRET_FORMATS:
                obstacles.append((f"{property_path(name)}.format", "a form must not ask for a secret"))
            del written["format"]
    elif kind == "titled_enum" and not rules.one_of:
        options = written.pop("oneOf")
        written["enum"] = [option["const"] for option in options]
        written["enumNames"] = [option.get("title", option["const"]) for option in options]
    if "type" not in written:
        written = {"type": "string", **written}
    return written


def result_on_the_wire(
    rules: VersionRules,
    action: str,
    content: dict[str, Any] | None,
    meta: dict[str, Any] | None,
    extra: dict[str, Any] | None,
) -> dict[str, Any]:
    """An ``ElicitResult``. A null in the content stands for a field left empty, and is left out."""
    obstacles: list[Obstacle] = []
    wire: dict[str, Any] = {"action": action}
    if rules.delivery == "none":
        obstacles.append(("", "this version has no elicitation"))
    if content is not None:
        wire["content"] = (
            {name: value for name, value in content.items() if value is not None}
            if None in content.values()
            else content
        )
        if not rules.list_content:
            obstacles += [
                (f"content.{name}", "an answer of this version cannot hold a list")
                for name, value in content.items()
                if isinstance(value, list)
            ]
    if obstacles:
        raise NotSendableError(rules.protocol_version, tuple(obstacles))
    if meta is not None and rules.result_meta:
        wire["_meta"] = meta
    return {**wire, **extra} if extra else wire


def completion_on_the_wire(
    rules: VersionRules, elicitation_id: str, meta: dict[str, Any] | None, extra: dict[str, Any] | None
) -> dict[str, Any]:
    """The params of ``notifications/elicitation/complete``."""
    if not rules.completion:
        raise NotSendableError(
            rules.protocol_version, (("method", "this version has no completion notification"),)
        )
    wire: dict[str, Any] = {"elicitationId": elicitation_id}
    if meta is not None:
        wire["_meta"] = meta
    return {**wire, **extra} if extra else wire


def capability_on_the_wire(
    rules: VersionRules, form: dict[str, Any] | None, url: dict[str, Any] | None, extra: dict[str, Any] | None
) -> dict[str, Any]:
    """The object under ``capabilities.elicitation``."""
    if rules.delivery == "none":
        raise NotSendableError(rules.protocol_version, (("elicitation", "this version has no elicitation"),))
    if not rules.url:
        if form is None and url is not None:
            reason = "this version knows form alone, and only url is declared"
            raise NotSendableError(rules.protocol_version, (("elicitation", reason),))
        return dict(extra or {})
    wire: dict[str, Any] = {}
    if form is not None:
        wire["form"] = form
    if url is not None:
        wire["url"] = url
    return {**wire, **extra} if extra else wire
