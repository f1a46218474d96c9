"""What users may build on, line by line: ``python -m tests.public_names > tests/data/public_names.txt``.

Names, and for classes their constructors, methods, properties and fields, with the annotations as they are
written. Whoever changes a line changes what somebody's program was written against.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

__all__ = ["MODULES", "lines"]

MODULES = (
    "mcp_elicit",
    "mcp_elicit.broker",
    "mcp_elicit.relay",
    "mcp_elicit.server.once",
    "mcp_elicit.testing",
)

_MADE_HERE = {
    "AsyncServerExchange",
    "SyncServerExchange",
    "ServerElicitation",
    "OpenPage",
    "Subscription",
    "TestClient",
}
"""Classes that users are given and do not make."""

_PLAIN = (str, int, float, bool, type(None), tuple, frozenset)


def lines() -> Iterator[str]:
    """Every public name of every module, in the order of the alphabet."""
    for module in MODULES:
        names = importlib.import_module(module)
        for name in sorted(names.__all__):
            value = getattr(names, name)
            if module != "mcp_elicit" and getattr(importlib.import_module("mcp_elicit"), name, None) is value:
                yield f"{module}.{name}: as mcp_elicit.{name}"
            else:
                yield from _of(f"{module}.{name}", value)


def _of(path: str, value: Any) -> Iterator[str]:
    if not isinstance(value, type):
        yield f"{path}{_signature(value)}" if inspect.isfunction(value) else path
        return
    public = importlib.import_module("mcp_elicit").__all__
    bases = [
        base.__name__
        for base in value.__bases__
        if base.__name__ in (*public, "Enum", "Exception", "Protocol")
    ]
    yield f"class {path}({', '.join(bases)})" if bases else f"class {path}"
    if value.__name__ not in _MADE_HERE and not issubclass(value, BaseModel) and _has_constructor(value):
        yield f"{path}{_signature(value.__init__, constructor=True)}"
    for name in sorted(set(_members(value))):
        yield from _member(f"{path}.{name}", value, name)


def _members(owner: type) -> Iterator[str]:
    """Everything public that is ours, inherited members and fields included; nothing of pydantic's."""
    for kind in owner.__mro__:
        if kind.__module__.startswith("mcp_elicit"):
            written = (*vars(kind), *vars(kind).get("__annotations__", {}), *vars(kind).get("__slots__", ()))
            yield from (name for name in written if not name.startswith("_") and not hasattr(BaseModel, name))


def _member(path: str, owner: type, name: str) -> Iterator[str]:
    found = inspect.getattr_static(owner, name, None)
    annotation = _annotation(owner, name)
    if isinstance(found, (classmethod, staticmethod)):
        yield f"{path}{_signature(getattr(owner, name))}"
    elif inspect.isfunction(found):
        yield f"{path}{_signature(found)}"
    elif isinstance(found, property) and found.fget is not None:
        yield f"{path}: {found.fget.__annotations__.get('return', '?')}"
    elif annotation is not None:
        yield f"{path}: {annotation}"
    else:
        yield path


def _annotation(owner: type, name: str) -> str | None:
    for kind in owner.__mro__:
        annotation = vars(kind).get("__annotations__", {}).get(name)
        if annotation is not None:
            return str(annotation)
    return None


def _has_constructor(owner: type) -> bool:
    """Whether a constructor of ours says what it takes; that of a Protocol says nothing."""
    owners = (kind for kind in owner.__mro__ if "__init__" in vars(kind))
    return next(owners).__module__.startswith("mcp_elicit") and not getattr(owner, "_is_protocol", False)


def _signature(function: Any, *, constructor: bool = False) -> str:
    signature = inspect.signature(function)
    parameters = []
    for nth, parameter in enumerate(signature.parameters.values()):
        if nth == 0 and parameter.name == "self":
            continue
        default = parameter.default
        if default is not parameter.empty and not isinstance(default, _PLAIN):
            default = _Written("...")
        if isinstance(parameter.annotation, str):
            parameter = parameter.replace(annotation=_Written(parameter.annotation))
        parameters.append(parameter.replace(default=default))
    returned = signature.return_annotation
    if constructor or returned is signature.empty:
        return str(signature.replace(parameters=parameters, return_annotation=signature.empty))
    written = _Written(returned) if isinstance(returned, str) else returned
    return str(signature.replace(parameters=parameters, return_annotation=written))


class _Written(str):
    """An annotation as it stands in the source, shown without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


if __name__ == "__main__":
    print(*lines(), sep="\n")
