"""The author's bounds, as far as the subset can say them.

Bounds are read off whatever states them (annotated_types, StringConstraints, Field) by their names. What
is left out here stays with the model, which judges every answer again.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Any, Final

from .formats import compile_pattern

__all__ = ["lengths", "number_bounds", "text_bounds", "whole_bounds"]


def _stated(metadata: tuple[Any, ...], name: str) -> list[Any]:
    """Every value of a constraint, whoever states it: annotated_types, StringConstraints, Field."""
    values = (getattr(item, name, None) for item in metadata if not isinstance(item, type))
    return [value for value in values if value is not None]


def lengths(metadata: tuple[Any, ...], least: str, most: str) -> dict[str, Any]:
    """Lengths, under the names *least* and *most*."""
    shortest, longest = _stated(metadata, "min_length"), _stated(metadata, "max_length")
    return {
        **({least: max(shortest)} if any(shortest) else {}),
        **({most: min(longest)} if longest else {}),
    }


def _finite(values: list[Any]) -> list[Any]:
    return [value for value in values if _is_finite(value)]


def _is_finite(value: Any) -> bool:
    # Not by way of a float: that is too small for an integer past 1e308, which fields.py refuses by name.
    if isinstance(value, Decimal):
        return value.is_finite()
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def whole_bounds(metadata: tuple[Any, ...]) -> dict[str, int]:
    """Bounds of an integer: ``gt=0`` says the same as ``minimum: 1``."""
    low = [math.ceil(v) for v in _finite(_stated(metadata, "ge"))]
    low += [math.floor(v) + 1 for v in _finite(_stated(metadata, "gt"))]
    high = [math.floor(v) for v in _finite(_stated(metadata, "le"))]
    high += [math.ceil(v) - 1 for v in _finite(_stated(metadata, "lt"))]
    return {**({"minimum": max(low)} if low else {}), **({"maximum": min(high)} if high else {})}


def number_bounds(metadata: tuple[Any, ...]) -> dict[str, float]:
    """Bounds of a number."""
    # The subset has no exclusive bounds: gt and lt on a float stay with the model.
    low, high = _finite(_stated(metadata, "ge")), _finite(_stated(metadata, "le"))
    return {
        **({"minimum": _number(max(low))} if low else {}),
        **({"maximum": _number(min(high))} if high else {}),
    }


def _number(value: Any) -> float:
    return float(value) if isinstance(value, Decimal) else value


def text_bounds(metadata: tuple[Any, ...]) -> dict[str, Any]:
    """Lengths and the pattern of a text."""
    prop = lengths(metadata, "minLength", "maxLength")
    for pattern in _stated(metadata, "pattern")[:1]:
        text = _portable(pattern)
        if text is not None:
            prop["pattern"] = text
    return prop


def _portable(pattern: Any) -> str | None:
    """The pattern as every host can run it; None keeps it with the model."""
    if isinstance(pattern, re.Pattern):
        pattern = pattern.pattern if pattern.flags in (re.UNICODE, 0) else None
    if not isinstance(pattern, str) or _PYTHON_ONLY.search(pattern):
        return None
    return pattern if compile_pattern(pattern) is not None else None


_PYTHON_ONLY: Final = re.compile(r"\(\?(?![:=!<])|\(\?<(?![=!])|\\[AZz]")
"""Inline flags, (?P<name>), \\A and \\Z: a host that runs ECMA-262 would fail on them."""
