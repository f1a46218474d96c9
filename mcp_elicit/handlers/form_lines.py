"""One form field as text: how it is shown, and what a typed line means for it.

No terminal here. What does not fit is told as a `Problem`, which never holds what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..errors import Problem
from ..forms.schemas import RequestedSchema
from ..urls.parts import visible

__all__ = ["SKIPPED", "FormLine", "lines_of", "visible_lines"]

SKIPPED: Final = object()
"""Left empty: the field is not answered."""

_YES: Final = frozenset({"y", "yes", "true", "1"})
_NO: Final = frozenset({"n", "no", "false", "0"})
_FORMATS: Final = {
    "email": "an e-mail address",
    "uri": "an address, as in https://example.com",
    "date": "a date, as in 2026-07-28",
    "date-time": "a time, as in 2026-07-28T09:00:00Z",
}


@dataclass(frozen=True)
class FormLine:
    """A field as a person sees it in a terminal."""

    name: str
    field: Mapping[str, Any]
    required: bool

    @property
    def is_list(self) -> bool:
        """Several of the choices may be taken."""
        return self.field.get("type") == "array"

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Value and title of each choice; empty for a field that is typed."""
        field = self.field.get("items", {}) if self.is_list else self.field
        titled = field.get("oneOf") or field.get("anyOf")
        if titled:
            return tuple((option["const"], option.get("title", option["const"])) for option in titled)
        values = field.get("enum") or ()
        names = field.get("enumNames") or values
        return tuple(zip(values, names, strict=False))

    @property
    def title(self) -> str:
        """What the field is called."""
        return visible(str(self.field.get("title") or self.name))

    @property
    def label(self) -> str:
        """Title and what is expected, in one line."""
        kind = self.field.get("type")
        hints = ["required" if self.required else "optional"]
        if kind == "boolean":
            hints.append("y or n")
        elif kind in ("integer", "number"):
            hints.append("a whole number" if kind == "integer" else "a number")
        elif self.is_list:
            hints.append("numbers with commas between")
        elif self.choices:
            hints.append("a number of the list")
        elif self.field.get("format") in _FORMATS:
            hints.append(_FORMATS[self.field["format"]])
        return f"{self.title} ({', '.join(hints)})"

    @property
    def explanation(self) -> tuple[str, ...]:
        """The description and the numbered choices."""
        description = self.field.get("description")
        told = visible_lines(str(description), "") if description else ()
        listed = (f"  {i}. {visible(str(title))}" for i, (_, title) in enumerate(self.choices, 1))
        return (*told, *listed)

    def shown(self, value: Any) -> str:
        """A value as the person reads it."""
        if value is SKIPPED:
            return ""
        if isinstance(value, bool):
            return "y" if value else "n"
        titles = dict(self.choices)
        if isinstance(value, list):
            return ", ".join(visible(str(titles.get(one, one))) for one in value)
        return visible(str(titles.get(value, value)))

    def read(self, typed: str, standing: Any) -> Any:
        """What *typed* means; an empty line leaves *standing*, a lone ``-`` leaves the field out.

        Gives a `Problem` where it means nothing for this field.
        """
        typed = typed.strip()
        if not typed:
            value = standing
        elif typed == "-" and not self.required:
            value = SKIPPED
        else:
            value = self._meaning(typed)
        if isinstance(value, Problem):
            return value
        problems = self._form.check({} if value is SKIPPED else {self.name: value})
        return problems[0] if problems else value

    def _meaning(self, typed: str) -> Any:
        kind = self.field.get("type")
        if kind == "boolean":
            if typed.lower() in _YES | _NO:
                return typed.lower() in _YES
            return self._problem("y or n")
        if kind in ("integer", "number"):
            try:
                return int(typed)
            except ValueError:
                pass
            try:
                return float(typed) if kind == "number" else self._problem("a whole number")
            except ValueError:
                return self._problem("a number")
        if self.is_list:
            chosen = [self._choice(one.strip()) for one in typed.split(",") if one.strip()]
            return next((one for one in chosen if isinstance(one, Problem)), chosen)
        return self._choice(typed) if self.choices else typed

    def _choice(self, typed: str) -> Any:
        values = [value for value, _ in self.choices]
        if typed.isdecimal() and 1 <= int(typed) <= len(values):
            return values[int(typed) - 1]
        for value, title in self.choices:
            if typed in (value, title):
                return value
        return self._problem(f"a number from 1 to {len(values)}")

    def _problem(self, expected: str) -> Problem:
        return Problem(f"$.{self.name}", expected, "something else")

    @property
    def _form(self) -> RequestedSchema:
        required = [self.name] if self.required else []
        return RequestedSchema.from_wire(
            {"type": "object", "properties": {self.name: self.field}, "required": required}
        )


def visible_lines(text: str, indent: str = "  ") -> tuple[str, ...]:
    """A text of the server line by line; its own line breaks stand, everything else hidden is written out.

    Lines after the first are always indented, so that none can pass for a prompt of this terminal.
    """
    first, *others = re.split(r"\r?\n", text)
    return (indent + visible(first), *(f"{indent or '  '}{visible(line)}" for line in others))


def lines_of(schema: Mapping[str, Any]) -> tuple[FormLine, ...]:
    """The fields of a requested schema, in order."""
    required = schema.get("required", ())
    return tuple(FormLine(name, field, name in required) for name, field in schema["properties"].items())
