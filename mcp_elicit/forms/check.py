"""An answer against its form: every problem at once, and no value of it in any of them.

A form is compiled once, into one row per property; an answer is then one walk over the rows.
Nothing is coerced. Unknown members are no problem here: they never reach a typed value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .._frozen import thaw
from .._json import json_kind
from ..errors import Fault, Problem, RequestError
from .accept import Row, accept_for
from .values import any_rule, member_path, rule_for

__all__ = ["ContentCheck", "compile_check", "fill_defaults"]


FAST_AFTER: Final = 25
"""Checks of one form before its fast yes is built: it costs as much as about that many."""


class ContentCheck:
    """A form's requested schema, compiled; called with the content of an accepted answer."""

    __slots__ = ("_accept", "_checks_left", "_rows", "_schema")

    def __init__(self, schema: Mapping[str, Any]) -> None:
        required = frozenset(schema.get("required", ()))
        properties = schema["properties"]
        rows: list[Row] = []
        for name, prop in properties.items():
            path = member_path("$", name)
            rows.append((name, name in required, rule_for(path, prop), path))
        # A peer may require what its form does not have.
        for name in schema.get("required", ()):
            if name not in properties:
                path = member_path("$", name)
                rows.append((name, True, any_rule(path), path))
        self._rows = rows
        self._schema = schema
        self._accept: Callable[[Any], bool] | None = None
        self._checks_left = FAST_AFTER

    def __call__(self, content: Mapping[str, Any] | None) -> tuple[Problem, ...]:
        """Name everything that is wrong with *content*; None is an accept without content: ``{}``."""
        if self._accept is not None:
            if self._accept(content):
                return ()
        elif self._checks_left:
            self._checks_left -= 1
        else:
            self._accept = accept_for(self._schema["properties"], self._rows)
        return self.by_rules({} if content is None else content)

    def by_rules(self, content: object) -> tuple[Problem, ...]:
        """Check without the fast yes, which changes nothing but the time."""
        if not isinstance(content, Mapping):
            return (Problem("$", "object", json_kind(content)),)
        problems: tuple[Problem, ...] = ()
        for name, is_required, rule, path in self._rows:
            value = content.get(name)
            if value is None and (not is_required or name not in content):
                # null where nothing is required counts as absent: hosts send it for a skipped field.
                if is_required:
                    problems += (Problem(path, "required", "nothing"),)
            else:
                found = rule(value)
                if found:
                    problems += found
        return problems

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], ContentCheck], tuple[Mapping[str, Any]]]:
        return ContentCheck, (self._schema,)


def compile_check(schema: Mapping[str, Any]) -> ContentCheck:
    """Compile a requested schema whose JSON types are sound (`fields.schema_faults` found nothing)."""
    return ContentCheck(schema)


def fill_defaults(schema: Mapping[str, Any], content: Mapping[str, Any] | None) -> dict[str, Any]:
    """Copy *content* with the form's defaults where a member is missing.

    A member that is there is never overwritten, null included.

    Raises:
        RequestError: *content* is no object.
    """
    if content is not None and not isinstance(content, Mapping):
        raise RequestError(
            Fault(
                "content",
                f"expected object, got {json_kind(content)}",
                "give the content of an accepted answer, or None",
            )
        )
    filled = dict(content or {})
    for name, prop in schema["properties"].items():
        if name not in filled and "default" in prop:
            filled[name] = thaw(prop["default"])
    return filled
