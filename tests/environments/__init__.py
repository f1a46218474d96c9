"""The real peers that the tests run against, each in an environment of its own.

Standard library only: `tests/run.py` needs this before anything is installed. An environment is
made when it is first asked for, from the pinned list beside this file, in a cache outside the
checkout, and is shared by every checkout that has the same list. What cannot be made skips the test
that asked, with the reason; where CI=true it fails instead.

    python_of("mcp-1.22")           the interpreter of an environment: main, mcp-1.30, mcp-1.23.0, mcp-1.22
    node()                          a Node.js 24, from PyPI
    node_modules_of("sdk-1.17.5")   a folder `node_modules`: one per folder in `node/`
    chromium()                      Debian's browser, installed where CI=true
    variables()                     os.environ for a child process that must import mcp_elicit and tests
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from . import install
from .cache import EnvironmentUnavailable
from .chromium import chromium as program_of_chromium

__all__ = [
    "NODE_PROJECTS",
    "PYTHON_ENVIRONMENTS",
    "ROOT",
    "EnvironmentUnavailable",
    "chromium",
    "in_ci",
    "node",
    "node_modules_of",
    "python_of",
    "variables",
]

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PYTHON_ENVIRONMENTS: Final = tuple(sorted(path.stem for path in install.LISTS.glob("*.txt")))
NODE_PROJECTS: Final = tuple(sorted(path.name for path in install.NODE_PROJECTS.iterdir()))

_failed: dict[str, str] = {}


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"true", "1"}


def python_of(name: str) -> Path:
    """Name the interpreter of *name*, installing its pinned list first where that was not done yet."""
    if name not in PYTHON_ENVIRONMENTS:
        raise LookupError(f"no environment {name!r}; there are {', '.join(PYTHON_ENVIRONMENTS)}")
    return _or_unavailable(f"the Python environment {name}", lambda: install.python_environment(name))


def node() -> Path:
    """Name a Node.js new enough for every peer (the machine's own may be older)."""
    return _or_unavailable("Node.js", install.node)


def node_modules_of(name: str) -> Path:
    """Name the folder `node_modules` of *name*; put it or a file beside it before `node()` runs a script."""
    if name not in NODE_PROJECTS:
        raise LookupError(f"no Node.js project {name!r}; there are {', '.join(NODE_PROJECTS)}")
    return _or_unavailable(f"the Node.js packages {name}", lambda: install.node_modules(name))


def chromium() -> Path:
    """Name the browser's program."""
    return _or_unavailable("Chromium", lambda: program_of_chromium(install=in_ci()))


def _or_unavailable(what: str, make: Callable[[], Path]) -> Path:
    """Make it once; a failure is remembered, so that a hundred tests do not try a hundred times."""
    if what not in _failed:
        try:
            return make()
        except EnvironmentUnavailable as error:
            _failed[what] = f"{what} cannot be installed here: {error}"
    if "pytest" in sys.modules and not in_ci():
        import pytest

        pytest.skip(_failed[what], allow_module_level=True)
    raise EnvironmentUnavailable(_failed[what])


def variables(**changes: str) -> dict[str, str]:
    """Copy os.environ for a child process in any environment, and let it import this checkout.

    SDK stdio clients pass on only a few variables: hand them these.
    """
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, **changes}
