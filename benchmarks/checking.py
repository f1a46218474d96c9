"""An answer against its form: ours before and after the fast yes is built, and two validators built once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import fastjsonschema
import jsonschema
from messages import ANSWER, CONTACT, answer_to, form_of

from mcp_elicit import RequestedSchema
from mcp_elicit.forms.check import FAST_AFTER, compile_check

__all__ = ["ways"]


def ways(size: int) -> Mapping[str, Callable[[], object]]:
    """One way each; of 5 fields the contact form, else `form_of`."""
    schema: dict[str, Any] = CONTACT["requestedSchema"] if size == 5 else form_of(size)
    content: dict[str, Any] = ANSWER["content"] if size == 5 else answer_to(size)
    # Formats are asserted by all: ours always does.
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    compiled = fastjsonschema.compile({"$schema": "http://json-schema.org/draft-07/schema", **schema})
    by_rules = compile_check(schema)
    form = RequestedSchema.from_wire(schema)
    for _ in range(FAST_AFTER + 2):
        assert form.check(content) == ()
    validator.validate(content)
    compiled(content)
    return {
        "ours": lambda: form.check(content),
        "ours, first checks": lambda: by_rules.by_rules(content),
        "jsonschema": lambda: validator.is_valid(content),
        "fastjsonschema": lambda: compiled(content),
    }
