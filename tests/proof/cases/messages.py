"""Requests, answers, completions, capabilities and -32042 on the wire: read, refused, written."""

# ruff: noqa: E501  # a row is a line

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mcp_elicit import (
    BooleanSchema,
    ElicitationCapability,
    ElicitationCompleteNotification,
    ElicitRequest,
    ElicitResult,
    LegacyTitledEnumSchema,
    NumberSchema,
    StringSchema,
    TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
    UrlElicitationRequiredError,
)

__all__ = ["READ", "REFUSED", "WRITTEN", "Read", "Refused", "Written"]

Json = dict[str, Any]
FORM: Final[Json] = {"type": "object", "properties": {"a": {"type": "string"}}}
PAGE: Final[Json] = {"mode": "url", "message": "m", "url": "https://example.com/a", "elicitationId": "e1"}
REQUEST: Final = ElicitRequest.from_wire
RESULT: Final = ElicitResult.from_wire
COMPLETE: Final = ElicitationCompleteNotification.from_wire
CAPABILITY: Final = ElicitationCapability.from_wire
REQUIRED: Final = UrlElicitationRequiredError.from_error
OLD, MID, NEW = "2025-06-18", "2025-11-25", "2026-07-28"


class Read(NamedTuple):
    """What comes from a peer, and what it says; None where it is the peer's error."""

    id: str
    rule: str
    reader: Callable[[Any], Any]
    wire: Any
    says: Json | None


class Refused(NamedTuple):
    """What an author must not build, and the field that is named."""

    id: str
    rule: str
    builds: Callable[[], object]
    field: str


class Written(NamedTuple):
    """What is written for a version; None where that version cannot carry it."""

    id: str
    rule: str
    message: Any
    version: str
    wire: Json | None


DESCRIBED: Final[Json] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Repository name"},
        "stars": {"type": "number", "description": "GitHub stars"},
    },
}
UNKNOWN: Final[Json] = {"unknownNull": None, "unknownObject": {"b": {"c": ["d"]}}, "unknownArray": [1, 2]}
OPTIONS: Final = [{"const": "x", "title": "X"}, {"const": "y", "title": "Y"}]
FIELDS: Final[tuple[tuple[Callable[[Any], Any], Json, Json], ...]] = (
    (StringSchema.from_wire, {"type": "string", "minLength": 5, "format": "email"}, {"min_length": 5, "format": "email"}),
    (NumberSchema.from_wire, {"type": "number", "minimum": 0, "maximum": 1000}, {"type": "number", "minimum": 0, "maximum": 1000}),
    (BooleanSchema.from_wire, {"type": "boolean", "default": False}, {"default": False}),
    (UntitledSingleSelectEnumSchema.from_wire, {"type": "string", "enum": ["x", "y"], "default": "x"}, {"default": "x"}),
    (TitledSingleSelectEnumSchema.from_wire, {"type": "string", "oneOf": OPTIONS, "default": "y"}, {"default": "y"}),
    (UntitledMultiSelectEnumSchema.from_wire, {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}, "minItems": 1}, {"min_items": 1}),
    (TitledMultiSelectEnumSchema.from_wire, {"type": "array", "items": {"anyOf": OPTIONS}, "maxItems": 2}, {"max_items": 2}),
    (LegacyTitledEnumSchema.from_wire, {"type": "string", "enum": ["x"], "enumNames": ["X"], "default": "x"}, {"default": "x"}),
)  # fmt: skip

READ: Final = (
    Read("J9.4", "no mode is a form", REQUEST, {"message": "m", "requestedSchema": FORM}, {"mode": "form", "requested_schema": FORM}),
    Read("J9.7", "a page with all its members", REQUEST, PAGE, {"mode": "url", "message": "m", "url": "https://example.com/a", "elicitation_id": "e1"}),
    Read("J9.5", "a form without message and form is an error: stricter than Java", REQUEST, {"mode": "form"}, None),
    Read("J9.6", "a page without url is an error: stricter than Java", REQUEST, {"mode": "url", "message": "m"}, None),
    Read("JD2", "an unknown mode is no silent form: unlike Java", REQUEST, {"mode": "x/form", "message": "m", "requestedSchema": FORM}, None),
    Read("JD2n", "a mode of null is no silent form", REQUEST, {"mode": 1, "message": "m", "requestedSchema": FORM}, None),
    Read("J9.9", "a dialect survives", REQUEST, {"message": "m", "requestedSchema": {**FORM, "$schema": "https://json-schema.org/draft/2020-12/schema"}},
        {"requested_schema": {**FORM, "$schema": "https://json-schema.org/draft/2020-12/schema"}}),
    Read("J9.10", "an unknown member is kept", REQUEST, {"message": "m", "requestedSchema": FORM, "later": 1}, {"model_extra": {"later": 1}}),
    Read("JA3.10", "a url on a form is dropped", REQUEST, {"mode": "form", "message": "m", "requestedSchema": FORM, "url": "https://example.com"}, {"mode": "form", "url": None}),
    Read("JA3.10f", "a form on a page is dropped", REQUEST, {**PAGE, "requestedSchema": FORM}, {"mode": "url", "requested_schema": None}),
    Read("J9.3", "an accepted answer", RESULT, {"action": "accept", "content": {"a": 1}}, {"action": "accept", "content": {"a": 1}}),
    Read("J9.3d", "a decline without content", RESULT, {"action": "decline"}, {"action": "decline", "content": None}),
    Read("JD6", "content on a refusal is dropped: unlike Java", RESULT, {"action": "cancel", "content": {"a": 1}}, {"action": "cancel", "content": None}),
    Read("JA4.5", "no action is an error: stricter than Java", RESULT, {"content": {}}, None),
    Read("JA4.5u", "an unknown action is an error", RESULT, {"action": "maybe"}, None),
    Read("N16", "upper case is no action: stricter than .NET", RESULT, {"action": "ACCEPT"}, None),
    Read("K26", "what was answered, with its meta", RESULT, {"action": "accept", "content": {"stars": 128}, "_meta": {"at": "noon"}}, {"action": "accept", "content": {"stars": 128}, "meta": {"at": "noon"}}),
    Read("K27", "a decline with its meta", RESULT, {"action": "decline", "_meta": {"reason": "skipped"}}, {"action": "decline", "content": None, "meta": {"reason": "skipped"}}),
    Read("K28", "a form whose fields say what they are for", REQUEST, {"message": "m", "requestedSchema": DESCRIBED}, {"mode": "form", "requested_schema": DESCRIBED}),
    *(
        Read(f"N17{letter}", "a field with members that nobody knows is what it is all the same", reader, {**wire, **UNKNOWN}, says)
        for letter, (reader, wire, says) in zip("abcdefgh", FIELDS, strict=True)
    ),
    Read("J9.12", "a completion", COMPLETE, {"elicitationId": "e1"}, {"elicitation_id": "e1"}),
    Read("J9.14", "a completion without id is an error: stricter than Java", COMPLETE, {}, None),
    Read("J9.15", "an unknown member of a completion does no harm", COMPLETE, {"elicitationId": "e1", "later": 1}, {"elicitation_id": "e1"}),
    Read("J12.1", "form alone", CAPABILITY, {"form": {}}, {"form": {}, "url": None}),
    Read("J12.2", "both modes", CAPABILITY, {"form": {}, "url": {}}, {"form": {}, "url": {}}),
    Read("J12.3", "a bare capability", CAPABILITY, {}, {"form": None, "url": None}),
    Read("J12.5", "what was written is read as it was", CAPABILITY, ElicitationCapability().to_wire("2025-11-25"), {"form": None, "url": None}),
    Read("JA2.2", "members of a mode are kept: unlike Java", CAPABILITY, {"form": {"applyDefaults": True}}, {"form": {"applyDefaults": True}}),
    Read("J8.1", "-32042 and its pages", REQUIRED, {"code": -32042, "message": "needed", "data": {"elicitations": [PAGE]}}, {"message": "needed"}),
    Read("JA7.3", "-32042 with no page is malformed: stricter than Java", REQUIRED, {"code": -32042, "message": "m", "data": {"elicitations": []}}, None),
    Read("T8", "-32042 with a form is malformed", REQUIRED, {"code": -32042, "message": "m", "data": {"elicitations": [{"message": "m", "requestedSchema": FORM}]}}, None),
)  # fmt: skip


def built(**keywords: Any) -> Callable[[], object]:
    return lambda: ElicitRequest(**keywords)


REFUSED: Final = (
    Refused("JA3.4", "a form without a schema", built(message="m"), "requested_schema"),
    Refused("JA3.7", "a page without a url", built(message="m", mode="url", elicitation_id="e"), "url"),
    Refused("JA3.7e", "a page without an id", built(message="m", mode="url", url="https://example.com"), "elicitation_id"),
    Refused("J1.10", "a page with a form, before any validator sees it", built(message="m", mode="url", url="https://example.com", elicitation_id="e", requested_schema=FORM), "requested_schema"),
    Refused("JB2.4", "a form with a url", built(message="m", requested_schema=FORM, url="https://example.com"), "url"),
    Refused("JB2.4m", "another mode", built(message="m", requested_schema=FORM, mode="voice"), "mode"),
    Refused("JB2.4i", "a blank id", built(message="m", mode="url", url="https://example.com", elicitation_id=" "), "elicitation_id"),
    Refused("J9.13", "a completion without id", lambda: ElicitationCompleteNotification(elicitation_id=""), "elicitation_id"),
    Refused("T9", "-32042 with a form in it", lambda: UrlElicitationRequiredError([ElicitRequest.for_form("m", FORM)]), "elicitations[0]"),
    Refused("T10", "-32042 with nothing in it", lambda: UrlElicitationRequiredError([]), "elicitations"),
)  # fmt: skip

ASKED: Final = ElicitRequest.for_form("m", FORM)
BARE: Final = ElicitRequest.from_wire({"message": "m", "requestedSchema": FORM})
OPENED: Final = ElicitRequest.for_url("m", "https://example.com/a", "e1")
DEFAULTED: Final = ElicitRequest.for_form(
    "m", {"type": "object", "properties": {"a": {"type": "string", "default": "x"}, "b": {"type": "boolean", "default": True}}}
)  # fmt: skip
WITH_META: Final = ElicitRequest.builder("m", FORM).progress_token("p").build()
WRITTEN: Final = (
    Written("J9.1", "a form", ASKED, MID, {"mode": "form", "message": "m", "requestedSchema": FORM}),
    Written("J9.2", "a page", OPENED, MID, PAGE),
    Written("J9.2n", "a page has no id on 2026-07-28", OPENED, NEW, {"mode": "url", "message": "m", "url": "https://example.com/a"}),
    Written("J9.2o", "a page does not exist on 2025-06-18", OPENED, OLD, None),
    Written("J9.8", "meta is _meta", WITH_META, MID, {"mode": "form", "message": "m", "requestedSchema": FORM, "_meta": {"progressToken": "p"}}),
    Written("J9.8n", "and is left out where the version has none", WITH_META, NEW, {"mode": "form", "message": "m", "requestedSchema": FORM}),
    Written("J9.11", "defaults stay", DEFAULTED, MID, {"mode": "form", "message": "m", "requestedSchema": DEFAULTED.requested_schema}),
    Written("J9.11o", "on 2025-06-18 a boolean's alone, and no mode", DEFAULTED, OLD,
        {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "boolean", "default": True}}}}),
    Written("J9.3w", "an accepted answer", ElicitResult.accept({"a": 1}), MID, {"action": "accept", "content": {"a": 1}}),
    Written("J9.3e", "a decline is its action alone", ElicitResult.decline(), MID, {"action": "decline"}),
    Written("J9.12w", "a completion", ElicitationCompleteNotification(elicitation_id="e1"), MID, {"elicitationId": "e1"}),
    Written("J9.12n", "2026-07-28 has no completion", ElicitationCompleteNotification(elicitation_id="e1"), NEW, None),
    Written("G52", "no mode that was not given", BARE, MID, {"message": "m", "requestedSchema": FORM}),
    Written("G53", "a mode that was", ASKED, MID, {"mode": "form", "message": "m", "requestedSchema": FORM}),
    Written("K29", "content on a refusal is dropped: Kotlin refuses to build it", ElicitResult(action="cancel", content={"a": 1}), MID, {"action": "cancel"}),
    Written("J12.4", "a bare capability is one", ElicitationCapability(), MID, {}),
    Written("J12.6", "both modes declared", ElicitationCapability(form={}, url={}), MID, {"form": {}, "url": {}}),
    Written("J12.7", "form alone declared", ElicitationCapability(form={}), MID, {"form": {}}),
)  # fmt: skip
