"""The specification's JSON Schemas, and what we correct and tighten in them to test against.

The files in data/spec are never edited; every difference is made and named here.
"""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

__all__ = ["EXAMPLES", "SPEC", "VERSIONS", "complaints"]

SPEC = Path(__file__).parent / "data" / "spec"
VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
EXAMPLES = {path.stem: json.loads(path.read_bytes()) for path in sorted(SPEC.glob("*/examples/*.json"))}
"""The specification's own messages (all 2026-07-28), by name."""

CLOSED = ("ElicitRequest", "ElicitRequestFormParams", "ElicitRequestURLParams", "ElicitResult")


def complaints(version: str, definition: str, message: object, *, closed: bool) -> list[str]:
    """Say where *message* misses a definition; with *closed*, members that it does not name count too."""
    return [
        f"{error.json_path}: {error.message}"
        for error in _validator(version, definition, closed).iter_errors(message)
    ]


@cache
def _validator(version: str, definition: str, closed: bool) -> Any:
    schema = json.loads((SPEC / version / "schema.json").read_bytes())
    definitions = "$defs" if "$defs" in schema else "definitions"
    _correct(version, schema[definitions])
    if closed:
        _close(schema[definitions])
    draft = jsonschema.validators.validator_for(schema)
    return draft({**schema, "$ref": f"#/{definitions}/{definition}"})


def _correct(version: str, definitions: dict[str, Any]) -> None:
    # The prose and the TypeScript source allow fractions in an answer's content.
    content = definitions["ElicitResult"]["properties"]["content"]
    fractions = json.dumps(content).replace('"integer"', '"number"')
    definitions["ElicitResult"]["properties"]["content"] = json.loads(fractions)
    if version == "2025-06-18":
        # Every request's params may hold it: basic/index#meta.
        definitions["ElicitRequest"]["properties"]["params"]["properties"]["_meta"] = {"type": "object"}
    if version == "2025-11-25":
        # Named in the prose only: client/elicitation#requested-schema.
        definitions["StringSchema"]["properties"]["pattern"] = {"type": "string"}
        # The definition is the whole JSON-RPC frame; what we write is its params.
        definitions["ElicitRequest"]["required"] = ["method", "params"]


def _close(definitions: dict[str, Any]) -> None:
    """Let no object of a request or a result hold a member that its definition does not name."""
    fields = [name for name in definitions if name.endswith("Schema") and name != "PrimitiveSchemaDefinition"]
    for name in (*fields, *CLOSED):
        if name in definitions:
            definitions[name] = _closed(deepcopy(definitions[name]))


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if closed.get("type") == "object" and "properties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed
