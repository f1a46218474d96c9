"""What importing costs, as processor time of a process of its own, less that of the interpreter."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

__all__ = ["IMPORTS", "measure"]

IMPORTS: Final = {
    "interpreter": "pass",
    "floor": "import pydantic.main, orjson",
    "one model": (
        "import orjson; from pydantic import BaseModel\n"
        "class One(BaseModel, frozen=True, defer_build=True):\n    name: str"
    ),
    "ours": "import mcp_elicit",
    "our messages": "from mcp_elicit import ElicitRequest, ElicitResult",
    "mcp_types": "import mcp_types",
    "mcp": "import mcp",
}


def _seconds(code: str, environment: Mapping[str, str]) -> float:
    child = os.posix_spawn(sys.executable, [sys.executable, "-c", code], environment)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"could not run: {code}")
    return usage.ru_utime + usage.ru_stime


def measure(rounds: int) -> dict[str, list[float]]:
    """Seconds of each import, one number a round; the ways take turns."""
    taken: dict[str, list[float]] = {name: [] for name in IMPORTS}
    with TemporaryDirectory() as compiled:
        # Wherever packages were installed and whatever the environment says: bytecode is there.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        for code in IMPORTS.values():
            _seconds(code, environment)
        for _ in range(rounds):
            none = _seconds(IMPORTS["interpreter"], environment)
            for name, code in IMPORTS.items():
                taken[name].append(none if name == "interpreter" else _seconds(code, environment) - none)
    return taken


def ratio(taken: dict[str, list[float]], way: str, to: str) -> float:
    """The median over the rounds."""
    return median(one / other for one, other in zip(taken[way], taken[to], strict=True))
