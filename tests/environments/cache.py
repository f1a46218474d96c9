"""A folder per thing installed, named by what is in it, complete or absent.

Several processes may ask at once: one installs under a lock, the others wait for it. A folder
without its stamp is the rest of an installation that was cut off; it is removed and made anew.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

__all__ = ["EnvironmentUnavailable", "cached", "locked", "root"]

STAMP: Final = ".complete"


class EnvironmentUnavailable(RuntimeError):
    """Something that the tests need could not be installed here; the text says what and why."""


def root() -> Path:
    """Where environments live: MCP_ELICIT_CACHE, else the user's cache folder."""
    chosen = os.environ.get("MCP_ELICIT_CACHE")
    if chosen:
        return Path(chosen).expanduser().resolve()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "mcp-elicit"


def cached(name: str, contents: bytes, make: Callable[[Path], None]) -> Path:
    """Give the folder for *name* with *contents*; *make* fills it where it is not there yet.

    Environments cannot be moved once made, so the folder is filled in place and stamped at the end.
    """
    digest = hashlib.sha256(b"\0".join((contents, *_interpreter()))).hexdigest()[:12]
    folder = root() / f"{name}-{digest}"
    if (folder / STAMP).exists():
        return folder
    with locked(folder.name):
        if not (folder / STAMP).exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            print(f"installing {name} in {folder}", file=sys.stderr, flush=True)
            make(folder)
            (folder / STAMP).touch()
    return folder


def _interpreter() -> tuple[bytes, ...]:
    """What an installed environment is bound to, beside its list."""
    return tuple(map(str.encode, (sys.version, platform.machine(), sys.base_prefix)))


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Hold *name* for this process alone; the system lets go of it when the process dies."""
    root().mkdir(parents=True, exist_ok=True)
    with (root() / f"{name}.lock").open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
