"""The form as types: eight field kinds, and the requested schema that holds them.

No rule stands here. What may be built is for fields.py to say, what fits an answer for check.py,
and what a protocol version carries for render.py; all three see the plain JSON object.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Union

from typing_extensions import Self

from ._json import FrozenDict, FrozenList, thaw
from ._wire import WireModel, wire_name
from .check import ContentCheck, compile_check, fill_defaults
from .errors import Fault, NotSendableError, Problem
from .fields import Kind, choices_of, field_faults, kind_of_field, option_faults, schema_faults
from .render import Obstacle, schema_on_the_wire
from .versions import VersionRules

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


class _JsonModel(WireModel, frozen=True, defer_build=True):
    """A wire model that is one JSON object, whatever the version, before it is rendered.

    Nothing of it is pydantic's to validate, so pydantic's own schema is not built before it is asked for.
    """

    def to_json_object(self) -> dict[str, Any]:
        """The JSON object of the newest version; the caller may change it."""
        members = {wire_name(name): value for name, value in self._values().items() if _is_said(value)}
        written: dict[str, Any] = thaw(_as_json({**members, **(self.model_extra or {})}))
        return written

    @classmethod
    def _admit(cls, data: Mapping[str, Any], allow: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return super()._admit({name: _as_json(value) for name, value in data.items()}, allow)

    @classmethod
    def _json_of(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        return {wire_name(name): _as_json(value) for name, value in values.items()}

    @classmethod
    def _lift(cls, wire: Mapping[str, Any]) -> Self:
        """Make a record of JSON whose faults are known to be none."""
        known = {field: wire[name] for name, field in cls._field_of.items() if name in wire}
        return cls._make(known, {name: value for name, value in wire.items() if name not in cls._field_of})


def _is_said(value: Any) -> bool:
    return value is not None and value != ()


def _as_json(value: Any) -> Any:
    if isinstance(value, _JsonModel):
        return value.to_json_object()
    if isinstance(value, Mapping):
        return {name: _as_json(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(element) for element in value]
    return value


class EnumOption(_JsonModel, frozen=True):
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


class _FieldModel(_JsonModel, frozen=True):
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
        written: dict[str, Any] = _rendered(form, rules)["properties"]["field"]
        return written


class StringSchema(_FieldModel, frozen=True):
    """A text, of *format* email, uri, date or date-time where one is named.

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


class NumberSchema(_FieldModel, frozen=True):
    """A number; with ``type="integer"`` a whole one."""

    type: Literal["number", "integer"] = "number"
    minimum: int | float | None = None
    maximum: int | float | None = None
    default: int | float | None = None

    _kind = "number"


class BooleanSchema(_FieldModel, frozen=True):
    """Yes or no."""

    type: Literal["boolean"] = "boolean"
    default: bool | None = None

    _kind = "boolean"


class _ChoiceModel(_FieldModel, frozen=True):
    @property
    def choices(self) -> tuple[str, ...]:
        """The values that may be answered, in order."""
        assert self._kind is not None
        return tuple(choices_of(self.to_json_object(), self._kind))


class UntitledSingleSelectEnumSchema(_ChoiceModel, frozen=True):
    """One of several texts."""

    type: Literal["string"] = "string"
    enum: Sequence[str]
    default: str | None = None

    _kind = "enum"


class TitledSingleSelectEnumSchema(_ChoiceModel, frozen=True):
    """One of several values, each shown by its title."""

    type: Literal["string"] = "string"
    one_of: Sequence[EnumOption]
    default: str | None = None

    _kind = "titled_enum"

    def _set(self, values: dict[str, Any], extra: dict[str, Any], allow: Any, *, built: bool) -> None:
        options = FrozenList([_lifted(option) for option in values["one_of"]])
        super()._set({**values, "one_of": options}, extra, allow, built=built)

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
        options = [EnumOption(const=const, title=shown) for const, shown in titles.items()]
        return cls(one_of=options, title=title, description=description, default=default)


def _lifted(option: EnumOption | Mapping[str, Any]) -> EnumOption:
    if isinstance(option, EnumOption):
        return option
    return EnumOption._lift({"title": option["const"], **option})


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


class TitledMultiSelectEnumSchema(_ChoiceModel, frozen=True):
    """Several of several values, each shown by its title; *items* is ``{"anyOf": [EnumOption(...), ...]}``."""

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
        return cls(
            items={"anyOf": [{"const": const, "title": shown} for const, shown in titles.items()]},
            title=title,
            description=description,
            min_items=min_items,
            max_items=max_items,
            default=default,
        )


class LegacyTitledEnumSchema(_ChoiceModel, frozen=True):
    """One of several values, with titles beside them, as 2025-06-18 writes it."""

    type: Literal["string"] = "string"
    enum: Sequence[str]
    enum_names: Sequence[str]
    default: str | None = None

    _kind = "legacy_enum"


class OtherSchema(_FieldModel, frozen=True):
    """A property that a peer sent and that is none of the eight kinds; its JSON is in `model_extra`.

    It cannot be built.
    """


FieldSchema = Union[
    StringSchema,
    NumberSchema,
    BooleanSchema,
    UntitledSingleSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema,
    TitledMultiSelectEnumSchema,
    LegacyTitledEnumSchema,
    OtherSchema,
]
_CLASS_OF: Final[Mapping[Kind | None, type[_FieldModel]]] = {
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


class RequestedSchema(_JsonModel, frozen=True):
    """A form: its properties in the order shown, and the names that must be answered."""

    type: Literal["object"] = "object"
    properties: Mapping[str, FieldSchema]
    required: Sequence[str] = ()
    dialect: str | None = None
    """``$schema``."""

    @classmethod
    def from_model(cls, model: type[BaseModel]) -> Self:
        """Derive the form of a pydantic model class.

        What the class demands and a form cannot say is remembered, and `check` demands it too.

        Raises:
            UnsupportedFieldError: A field has no form.
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
        model: type[BaseModel] | None = self._private().get("model")
        if model is None or problems:
            return problems
        from .derive import derive_form

        return derive_form(model).check_held_back(content or {})

    def with_defaults(self, content: Mapping[str, Any] | None) -> dict[str, Any]:
        """Copy *content* with the form's defaults where a member is missing.

        A member that is there is never overwritten, null included.
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

    def _set(self, values: dict[str, Any], extra: dict[str, Any], allow: Any, *, built: bool) -> None:
        properties = {name: _field_of(prop) for name, prop in values["properties"].items()}
        values = {**values, "properties": FrozenDict(properties)}
        if not values.get("required", True):
            del values["required"]  # an empty list says what no list says
        super()._set(values, extra, allow, built=built)

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        return _rendered(self.to_json_object(), rules)


def _field_of(prop: _FieldModel | Mapping[str, Any]) -> _FieldModel:
    return prop if isinstance(prop, _FieldModel) else _CLASS_OF[kind_of_field(prop)]._lift(prop)


def _rendered(schema: dict[str, Any], rules: VersionRules) -> dict[str, Any]:
    obstacles: list[Obstacle] = []
    written = schema_on_the_wire(schema, rules, obstacles)
    if rules.delivery == "none":
        obstacles.append(("", "this version has no elicitation"))
    if obstacles:
        raise NotSendableError(rules.protocol_version, tuple(obstacles))
    return written
