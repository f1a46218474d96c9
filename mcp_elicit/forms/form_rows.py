"""A pydantic model as the rows of a form: one row per field, its property and the way of its answer.

Rows hold nothing of the model itself, so that a cache of them lets the model go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, Final, cast

from pydantic import AliasChoices, AnyUrl, BaseModel, RootModel
from pydantic.fields import FieldInfo

from ..errors import UnsupportedFieldError
from .field_refusals import TypeRefused
from .field_types import read_type
from .fields import field_faults
from .kinds import choices_of, kind_of_field
from .secret_names import SECRET_FORMATS

__all__ = ["FormRow", "made_default", "rows_of"]

_MERGED: Final = frozenset(
    {"title", "description", "enum", "enumNames", "oneOf", "items", "format", "pattern", "writeOnly"}
    | {"minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"}
)
"""Keywords taken over from `json_schema_extra`; what else stands there is no business of a form."""


@dataclass(frozen=True)
class FormRow:
    """One row of a form: the property, and how its answer is handed to the model."""

    name: str
    wire_name: str
    prop: dict[str, Any]
    distinct: bool
    required: bool
    """In `required` on the wire."""
    needed: bool
    """The model has no default: a skipped answer is handed over as None."""
    factory: Callable[[], Any] | None


def rows_of(model: type[BaseModel]) -> tuple[FormRow, ...]:
    """Read every field of *model*.

    Raises:
        UnsupportedFieldError: A form cannot hold a field; `faults` has all that it cannot hold.
    """
    owner = model.__name__
    if issubclass(model, RootModel):
        raise UnsupportedFieldError(owner, "", "a form needs named fields", "use a BaseModel with fields")
    if model is not BaseModel and not model.__pydantic_complete__:
        model.model_rebuild(raise_errors=False)
    if model is BaseModel or not model.model_fields:
        raise UnsupportedFieldError(owner, "", "a form needs at least one field", "add one, or use confirm()")
    rows: dict[str, FormRow] = {}
    refused: list[UnsupportedFieldError] = []
    for name, info in model.model_fields.items():
        try:
            row = _row(model, name, info)
            if row.wire_name in rows:
                raise TypeRefused(
                    f"its name in the form, {row.wire_name!r}, is taken", "give it another alias"
                )
            rows[row.wire_name] = row
        except TypeRefused as error:
            refused.append(UnsupportedFieldError(owner, name, error.reason, error.remedy))
    if refused:
        first = refused[0]
        first.faults = tuple(fault for error in refused for fault in error.faults)
        raise first
    return tuple(rows.values())


def _row(model: type[BaseModel], name: str, info: FieldInfo) -> FormRow:
    found = read_type(info.annotation, (info,))
    prop = found.prop
    for source in found.infos:
        prop.update({"title": source.title} if source.title else {})
        prop.update({"description": source.description} if source.description else {})
        _merge_extra(prop, source.json_schema_extra)
    if prop.get("format") in SECRET_FORMATS or prop.get("writeOnly") is True:
        raise TypeRefused("a form must not ask for a secret", "use URL mode")
    if not info.is_required() and info.default_factory is None and info.default is not None:
        default = _as_json(info.default, prop)
        if default is not None:
            prop["default"] = default
    for fault in field_faults("", prop, strict=True):
        raise TypeRefused(f"{fault.path}: {fault.reason}" if fault.path else fault.reason, fault.remedy)
    return FormRow(
        name=name,
        wire_name=_wire_name(model, name, info),
        prop=prop,
        distinct=found.distinct,
        required=info.is_required() and not found.optional,
        needed=info.is_required(),
        factory=_alone(info),
    )


def _alone(info: FieldInfo) -> Callable[[], Any] | None:
    """The default_factory, where it needs nothing of the answer."""
    if info.default_factory is None or info.default_factory_takes_validated_data:
        return None
    return cast("Callable[[], Any]", info.default_factory)


def _merge_extra(prop: dict[str, Any], extra: object) -> None:
    if callable(extra):
        extra(prop)
    elif isinstance(extra, Mapping):
        prop.update(deepcopy({key: value for key, value in extra.items() if key in _MERGED}))


def _wire_name(model: type[BaseModel], name: str, info: FieldInfo) -> str:
    config = model.model_config
    alias = info.validation_alias if info.validation_alias is not None else info.alias
    if alias is None or config.get("validate_by_alias") is False:
        return name
    options = alias.choices if isinstance(alias, AliasChoices) else [alias]
    for option in options:
        if isinstance(option, str):
            return option
    if config.get("populate_by_name") or config.get("validate_by_name"):
        return name
    raise TypeRefused("its alias is a path into nested data, and a form is flat", "give it a plain alias")


def _as_json(value: Any, prop: Mapping[str, Any]) -> Any:
    """A default as it travels; None where it cannot, and the model alone fills it in."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        # RFC 3339 has no date-time without an offset.
        return None if value.utcoffset() is None else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, AnyUrl):
        return str(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        chosen = [_as_json(item, prop) for item in value]
        if isinstance(value, (set, frozenset)):
            kind = kind_of_field(prop)
            order = choices_of(prop, kind) if kind else []
            chosen.sort(key=lambda item: order.index(item) if item in order else len(order))
        return chosen
    return value


def made_default(owner: str, row: FormRow) -> dict[str, Any]:
    """What `default_factory` makes, as a `default`.

    Only where it makes the same twice: a clock or a new id is no default to show, and a question that
    differs each time it is asked is another question.

    Raises:
        UnsupportedFieldError: The factory of *owner*'s field fails, or what it makes does not fit the field.
    """
    if row.factory is None:
        return {}
    try:
        first, second = (_as_json(row.factory(), row.prop) for _ in range(2))
    except Exception as failure:
        reason = f"its default_factory raised {type(failure).__name__}"
        raise UnsupportedFieldError(owner, row.name, reason, "mend it, or give no default") from failure
    if first is None or first != second:
        return {}
    for fault in field_faults("", {**row.prop, "default": first}, strict=True):
        raise UnsupportedFieldError(owner, row.name, f"{fault.path}: {fault.reason}", fault.remedy)
    return {"default": first}
