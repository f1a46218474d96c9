"""What the upstream servers of the matrix ask, case by case. Knows no SDK."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["FORMS", "PAGES", "form", "page"]

_SEAT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "seat": {
            "type": "string",
            "oneOf": [{"const": "w", "title": "Window"}, {"const": "a", "title": "Aisle"}],
        }
    },
    "required": ["seat"],
}
_EXTRAS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"extras": {"type": "array", "items": {"type": "string", "enum": ["sea", "sun"]}}},
    "required": ["extras"],
}
_TRIP: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "default": "Rome"},
        "nights": {"type": "integer", "default": 3},
        "window": {"type": "boolean", "default": True},
    },
}
FORMS: Final[dict[str, dict[str, Any]]] = {
    "titled choice": _SEAT,
    "multi-select": _EXTRAS,
    "defaults": _TRIP,
    "decline": _SEAT,
    "cancel": _SEAT,
    "invalid answer": _SEAT,
    "timeout": _SEAT,
    "disconnect": _SEAT,
}
PAGES: Final = ("page", "-32042")
URL: Final = "https://pay.example/checkout?flow=1"


def form(case: str) -> dict[str, Any]:
    """The params of the case's form."""
    return {"message": case, "requestedSchema": FORMS[case], "x-vendor": {"kept": True}}


def page(**more: Any) -> dict[str, Any]:
    """The params of the one page that there is."""
    return {"mode": "url", "message": "Please pay", "url": URL, **more}
