"""The eight field kinds as types.

No rule stands here. What may be built is for fields.py to say, and what a protocol version carries for
render.py; both see the plain JSON object.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias

from typing_extensions import Self, final

from .._frozen import FrozenList
from .._json import json_kind
from .._wire import wire_name
from ..errors import Fault, RequestError
from ..versions import VersionRules
from .fields import Kind, choices_of, field_faults, kind_of_field, option_faults
from .json_model import JsonModel, rendered

__all__ = [
    "BooleanSchema",
    "EnumOption",
    "FieldModel",
    "FieldSchema",
    "LegacyTitledEnumSchema",
    "NumberSchema",
    "OtherSchema",
    "StringSchema",
    "TitledMultiSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "UntitledMultiSelectEnumSchema",
    "UntitledSingleSelectEnumSchema",
    "field_schema_of",
]


@final
class EnumOption(JsonModel, frozen=True):
    """One choice: the value that is answered, and the title that is shown."""

    const: str
    title: str

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        faults = option_faults("", cls._json_of(values), strict=strict)
        if not faults:
            values.setdefault("title", values["const"])
        return faults

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        return self.to_json_object()


class FieldModel(JsonModel, frozen=True):
    """What all kinds have."""

    title: str | None = None
    description: str | None = None

    _kind: ClassVar[Kind | None] = None

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        prop = cls._json_of(values)
        if strict and "type" in cls._blank:
            prop.setdefault("type", cls._blank["type"])
        missing = [
            Fault(wire_name(name), "required, got nothing", f"give {name}")
            for name, field in cls.model_fields.items()
            if field.is_required() and name not in values
        ]
        if missing:
            return missing
        if kind_of_field(prop) != cls._kind and cls._kind is not None:
            return field_faults("", prop, strict=strict) or [
                Fault("type", f"not the keywords of a {cls.__name__}", "use the class of that kind")
            ]
        return field_faults("", prop, strict=strict)

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        form = {"type": "object", "properties": {"field": self.to_json_object()}}
        written: dict[str, Any] = rendered(form, rules)["properties"]["field"]
        return written


@final
class StringSchema(FieldModel, frozen=True):
    """A text, of *format* email, uri, date or date-time where one is named; lengths are in code points.

    *pattern* is searched for anywhere in the text; it must run in linear time, and where a version has no
    such keyword it is enforced all the same.
    """

    type: Literal["string"] = "string"
    min_length: int | None = None
    max_length: int | None = None
    format: Literal["email", "uri", "date", "date-time"] | None = None
    pattern: str | None = None
    default: str | None = None

    _kind = "string"


@final
class NumberSchema(FieldModel, frozen=True):
    """A number; with ``type="integer"`` a whole one."""

    type: Literal["number", "integer"] = "number"
    minimum: int | float | None = None
    maximum: int | float | None = None
    default: int | float | None = None

    _kind = "number"


@final
class BooleanSchema(FieldModel, frozen=True):
    """Yes or no."""

    type: Literal["boolean"] = "boolean"
    default: bool | None = None

    _kind = "boolean"


class _ChoiceModel(FieldModel, frozen=True):
    @property
    def choices(self) -> tuple[str, ...]:
        """The values that may be answered, in order."""
        assert self._kind is not None
        return tuple(choices_of(self.to_json_object(), self._kind))


@final
class UntitledSingleSelectEnumSchema(_ChoiceModel, frozen=True):
    """One of several texts."""

    type: Literal["string"] = "string"
    enum: Sequence[str]
    default: str | None = None

    _kind = "enum"


@final
class TitledSingleSelectEnumSchema(_ChoiceModel, frozen=True):
    """One of several values, each shown by its title."""

    type: Literal["string"] = "string"
    one_of: Sequence[EnumOption]
    default: str | None = None

    _kind = "titled_enum"

    @classmethod
    def _typed(cls, values: dict[str, Any]) -> dict[str, Any]:
        return {**values, "one_of": FrozenList(_option_of(option) for option in values["one_of"])}

    @classmethod
    def of(
        cls,
        titles: Mapping[str, str],
        *,
        title: str | None = None,
        description: str | None = None,
        default: str | None = None,
    ) -> Self:
        """Offer the keys of *titles*, each shown as its value."""
        _refuse_untitled(titles, "UntitledSingleSelectEnumSchema(enum=[...])")
        options = [EnumOption(const=const, title=shown) for const, shown in titles.items()]
        return cls(one_of=options, title=title, description=description, default=default)


def _refuse_untitled(titles: object, untitled: str) -> None:
    if not isinstance(titles, Mapping):
        reason = f"expected a mapping of values to titles, got {json_kind(titles)}"
        raise RequestError(Fault("titles", reason, f"without titles use {untitled}"))


def _option_of(option: EnumOption | Mapping[str, Any]) -> EnumOption:
    if isinstance(option, EnumOption):
        return option
    return EnumOption._lift({"title": option["const"], **option})


@final
class UntitledMultiSelectEnumSchema(_ChoiceModel, frozen=True):
    """Several of several texts; *items* is ``{"type": "string", "enum": [...]}``."""

    type: Literal["array"] = "array"
    items: Mapping[str, Any]
    min_items: int | None = None
    max_items: int | None = None
    default: Sequence[str] | None = None

    _kind = "multi_enum"

    @classmethod
    def of(
        cls,
        choices: Sequence[str],
        *,
        title: str | None = None,
        description: str | None = None,
        min_items: int | None = None,
        max_items: int | None = None,
        default: Sequence[str] | None = None,
    ) -> Self:
        """Offer *choices*."""
        return cls(
            items={"type": "string", "enum": choices},
            title=title,
            description=description,
            min_items=min_items,
            max_items=max_items,
            default=default,
        )


@final
class TitledMultiSelectEnumSchema(_ChoiceModel, frozen=True):
    """Several of several values, each shown by its title; *items* is ``{"anyOf": [EnumOption(...)]}``."""

    type: Literal["array"] = "array"
    items: Mapping[str, Any]
    min_items: int | None = None
    max_items: int | None = None
    default: Sequence[str] | None = None

    _kind = "titled_multi_enum"

    @classmethod
    def of(
        cls,
        titles: Mapping[str, str],
        *,
        title: str | None = None,
        description: str | None = None,
        min_items: int | None = None,
        max_items: int | None = None,
        default: Sequence[str] | None = None,
    ) -> Self:
        """Offer the keys of *titles*, each shown as its value."""
        _refuse_untitled(titles, "UntitledMultiSelectEnumSchema.of([...])")
        return cls(
            items={"anyOf": [{"const": const, "title": shown} for const, shown in titles.items()]},
            title=title,
            description=description,
            min_items=min_items,
            max_items=max_items,
            default=default,
        )


@final
class LegacyTitledEnumSchema(_ChoiceModel, frozen=True):
    """One of several values, with titles beside them, as 2025-06-18 writes it."""

    type: Literal["string"] = "string"
    enum: Sequence[str]
    enum_names: Sequence[str]
    default: str | None = None

    _kind = "legacy_enum"


@final
class OtherSchema(FieldModel, frozen=True):
    """A property that a peer sent and that is none of the eight kinds; its JSON is in `model_extra`.

    It cannot be built.
    """


FieldSchema: TypeAlias = (
    StringSchema
    | NumberSchema
    | BooleanSchema
    | UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema
    | OtherSchema
)
_CLASS_OF: Final[Mapping[Kind | None, type[FieldModel]]] = {
    cls._kind: cls
    for cls in (
        StringSchema,
        NumberSchema,
        BooleanSchema,
        UntitledSingleSelectEnumSchema,
        TitledSingleSelectEnumSchema,
        UntitledMultiSelectEnumSchema,
        TitledMultiSelectEnumSchema,
        LegacyTitledEnumSchema,
        OtherSchema,
    )
}


def field_schema_of(prop: FieldModel | Mapping[str, Any]) -> FieldModel:
    """Type a property whose JSON is known to be sound."""
    return prop if isinstance(prop, FieldModel) else _CLASS_OF[kind_of_field(prop)]._lift(prop)
