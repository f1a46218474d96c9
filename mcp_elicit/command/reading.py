"""An input as it was named on the command line: a file, the standard input, or a model."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import Any, Final

import orjson

from .._json import loads
from ..errors import PeerError
from .models import is_model_path, load
from .subjects import DEFAULT_MESSAGE, Subject, recognise
from .unreadable import UnreadableError

__all__ = ["json_of", "subject_of"]

_REMEDY: Final = "a model is named package.module:Model, the standard input -"


def subject_of(source: str, message: str | None = None) -> Subject:
    """Read *source*: ``-``, a file, or ``package.module:Model``.

    Raises:
        UnreadableError: It cannot be read, or is no message that this command knows.
        RequestError: It is a model with a field that no form can hold.
    """
    text = DEFAULT_MESSAGE if message is None else message
    return load(source, text) if is_model_path(source) else recognise(json_of(source, _REMEDY), text)


def json_of(source: str, remedy: str = "") -> Any:
    """The JSON in *source*: ``-`` or a file; *remedy* is told where there is no such file.

    Raises:
        UnreadableError: There is none.
    """
    named = "the standard input" if source == "-" else source
    if source.endswith(".py"):
        raise UnreadableError(f"{source} is Python", f"name the model in it, as in {source}:Model")
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or "no such path"
        raise UnreadableError(f"cannot read {named}: {reason}", "" if source == "-" else remedy) from failure
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise UnreadableError(f"{named} is empty")
    try:
        return loads(data, max_bytes=None)
    except PeerError as refusal:
        raise UnreadableError(f"{named} cannot be read{_place(data)}: {refusal.faults[0]}") from refusal


def _place(data: bytes) -> str:
    """Where the text stops to be JSON, as an editor counts."""
    try:
        orjson.loads(data)
    except orjson.JSONDecodeError as refusal:
        return f" at line {refusal.lineno}, column {refusal.colno}" if refusal.doc else ""
    return ""
