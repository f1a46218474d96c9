"""The form as a type: its properties, and what must be answered.

No rule stands here. What may be built is for fields.py to say, what fits an answer for check.py,
and what a protocol version carries for render.py; all three see the plain JSON object.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from typing_extensions import Self, final

from .._frozen import FrozenDict
from ..errors import Fault, Problem
from ..versions import VersionRules
from .check import ContentCheck, compile_check, fill_defaults
from .field_schemas import (
    BooleanSchema,
    EnumOption,
    FieldSchema,
    LegacyTitledEnumSchema,
    NumberSchema,
    OtherSchema,
    StringSchema,
    TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
    field_schema_of,
)
from .fields import schema_faults
from .json_model import JsonModel, rendered
from .values import member_path

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = [
    "BooleanSchema",
    "EnumOption",
    "FieldSchema",
    "LegacyTitledEnumSchema",
    "NumberSchema",
    "OtherSchema",
    "RequestedSchema",
    "StringSchema",
    "TitledMultiSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "UntitledMultiSelectEnumSchema",
    "UntitledSingleSelectEnumSchema",
]


@final
class RequestedSchema(JsonModel, frozen=True):
    """A form: its properties in the order shown, and the names that must be answered."""

    type: Literal["object"] = "object"
    properties: Mapping[str, FieldSchema]
    required: Sequence[str] = ()
    dialect: str | None = None
    """``$schema``."""

    _roots: ClassVar[Mapping[str, str]] = {
        "properties": "requestedSchema.properties",
        "required": "requestedSchema.required",
    }

    @classmethod
    def from_model(cls, model: builtins.type[BaseModel]) -> Self:
        """Derive the form of a pydantic model class.

        What the class demands and a form cannot say is kept back from the wire, and `check` demands it of
        the answer: ``gt`` and ``lt`` of a float, ``multiple_of``, the flags of a pattern, validators.

        Raises:
            UnsupportedFieldError: A field has no form, or *model* is no model class with fields.
        """
        from .derive import derive_form

        self = cls._build(derive_form(model).schema)
        self._private()["model"] = model
        return self

    def check(self, content: Mapping[str, Any] | None) -> tuple[Problem, ...]:
        """Name everything that is wrong with the content of an accepted answer; nothing is coerced.

        None is an accept without content, and counts as ``{}``.
        """
        check: ContentCheck | None = self._private().get("check")
        if check is None:
            check = self._private()["check"] = compile_check(self.to_json_object())
        problems = check(content)
        model: builtins.type[BaseModel] | None = self._private().get("model")
        if model is None or not isinstance(content, (Mapping, NoneType)):
            return problems
        return problems + _held_back(model, content or {}, problems)

    def with_defaults(self, content: Mapping[str, Any] | None) -> dict[str, Any]:
        """Copy *content* with the form's defaults where a member is missing.

        A member that is there is never overwritten, null included.

        Raises:
            RequestError: *content* is no object.
        """
        return fill_defaults(self.to_json_object(), content)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Copy with *update*; a copy that differs is no longer the form of its model class.

        Raises:
            RequestError: The copy would break the rules.
        """
        copied = super().model_copy(update=update, deep=deep)
        if copied == self and "model" in self._private():
            copied._private()["model"] = self._private()["model"]
        return copied

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        schema = cls._json_of(values)
        return schema_faults({"type": "object", **schema} if strict else schema, strict=strict)

    @classmethod
    def _typed(cls, values: dict[str, Any]) -> dict[str, Any]:
        properties = {name: field_schema_of(prop) for name, prop in values["properties"].items()}
        values = {**values, "properties": FrozenDict(properties)}
        if not values.get("required", True):
            del values["required"]  # an empty list says what no list says
        return values

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        return rendered(self.to_json_object(), rules)


def _held_back(
    model: type[BaseModel], content: Mapping[str, Any], problems: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """What the class demands beyond its form, of the members that fit the form."""
    from .derive import derive_form

    def is_new(path: str) -> bool:
        return not any(found.path == path or found.path.startswith(f"{path}[") for found in problems)

    fitting = {name: value for name, value in content.items() if is_new(member_path("$", name))}
    return tuple(found for found in derive_form(model).check_held_back(fitting) if is_new(found.path))
