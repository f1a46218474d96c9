"""A form out of Python code: ``package.module:Model`` or ``path/to/file.py:Model``.

Importing runs the module. What it prints goes to stderr, so that it never mixes with a report.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from pydantic import BaseModel

from .._frozen import thaw
from .._wire import wire_name
from ..forms.schemas import RequestedSchema
from ..request import ElicitRequest
from .subjects import Subject, recognise
from .unreadable import UnreadableError

__all__ = ["is_model_path", "load"]

_MODEL_PATH: Final = re.compile(r"(?P<module>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_][\w.]*)")


def is_model_path(source: str) -> bool:
    """Tell whether *source* names something in Python code."""
    return not Path(source).exists() and _MODEL_PATH.fullmatch(source) is not None


def load(source: str, message: str) -> Subject:
    """The form of the model that *source* names, asked with *message*.

    Raises:
        UnreadableError: It cannot be imported, or is nothing that can be asked.
        RequestError: The model has a field that no form can hold.
    """
    found = _MODEL_PATH.fullmatch(source)
    assert found is not None
    with contextlib.redirect_stdout(sys.stderr), _nothing_to_read():
        module = _imported(found["module"])
    value: Any = module
    for part in found["name"].split("."):
        if not hasattr(value, part):
            raise UnreadableError(f"{found['module']} has no {found['name']}", _models_in(module))
        value = getattr(value, part)
    if isinstance(value, ElicitRequest):
        wire = {wire_name(name): thaw(value._plain(name)) for name in value.model_fields_set}
        return Subject("request", {**wire, **(value.model_extra or {})})
    if isinstance(value, Mapping):
        return recognise(value, message)
    if isinstance(value, type) and issubclass(value, BaseModel):
        value = RequestedSchema.from_model(value)
    if not isinstance(value, RequestedSchema):
        raise UnreadableError(f"{found['name']} is no pydantic model class", _models_in(module))
    return Subject("request", {"mode": "form", "message": message, "requestedSchema": value.to_json_object()})


@contextlib.contextmanager
def _nothing_to_read() -> Iterator[None]:
    """A server that starts when it is imported finds its input at the end, and ends."""
    standing = sys.stdin
    with open(os.devnull, encoding="utf-8") as nothing:
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = standing


def _imported(module: str) -> ModuleType:
    try:
        if not module.endswith(".py"):
            sys.path.insert(0, "")
            return importlib.import_module(module)
        path = Path(module)
        if not path.is_file():
            raise UnreadableError(f"there is no file {module}")
        sys.path.insert(0, str(path.parent.resolve()))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None and spec.loader is not None
        made = importlib.util.module_from_spec(spec)
        sys.modules.setdefault(path.stem, made)  # pydantic looks there for the names in annotations
        spec.loader.exec_module(made)
        return made
    except UnreadableError:
        raise
    except (Exception, SystemExit) as failure:
        raise UnreadableError(
            f"importing {module} failed: {type(failure).__name__}: {failure}",
            "run it in the environment, and from the folder, in which it can be imported",
        ) from failure


def _models_in(module: ModuleType) -> str:
    names = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == module.__name__
    ]
    return f"its models are {', '.join(names)}" if names else "it has no pydantic models of its own"
