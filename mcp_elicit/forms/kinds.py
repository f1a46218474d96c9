"""The eight field kinds: which one a property is, and what it offers to choose from.

Plain JSON objects in, no judgement: whether the property obeys its kind is for fields.py to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

__all__ = ["Kind", "choices_of", "kind_of_field"]

Kind = Literal[
    "string", "number", "boolean", "enum", "titled_enum", "legacy_enum", "multi_enum", "titled_multi_enum"
]
"""2025-11-25, schema: PrimitiveSchemaDefinition. "number" covers the types number and integer."""


def kind_of_field(prop: Mapping[str, Any]) -> Kind | None:
    """Classify a property of a form; None when it is no field of the subset.

    An enum of strings without ``type`` counts as an enum: such forms are met.
    """
    kind = prop.get("type")
    if kind == "string":
        if "enum" in prop:
            return "legacy_enum" if "enumNames" in prop else "enum"
        return "titled_enum" if "oneOf" in prop else "string"
    if kind == "boolean":
        return "boolean"
    if kind == "number" or kind == "integer":
        return "number"
    if kind == "array":
        return _kind_of_items(prop.get("items"))
    if kind is None and "type" not in prop and _are_texts(prop.get("enum")):
        return "legacy_enum" if "enumNames" in prop else "enum"
    return None


def _kind_of_items(items: object) -> Kind | None:
    if not isinstance(items, (dict, Mapping)) or items.get("type", "string") != "string":
        return None
    if "enum" in items:
        return "multi_enum"
    return "titled_multi_enum" if "anyOf" in items else None


def _are_texts(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(choice, str) for choice in value)


def choices_of(prop: Mapping[str, Any], kind: Kind) -> list[str]:
    """The values a choice may take, in order; empty for the kinds that offer none."""
    if kind == "enum" or kind == "legacy_enum":
        return list(prop["enum"])
    if kind == "multi_enum":
        return list(prop["items"]["enum"])
    if kind == "titled_enum":
        return [option["const"] for option in prop["oneOf"]]
    if kind == "titled_multi_enum":
        return [option["const"] for option in prop["items"]["anyOf"]]
    return []
