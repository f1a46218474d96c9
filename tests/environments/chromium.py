"""Chromium, which is no Python or Node.js package: Debian's own, as the machine has it.

In CI, as root, it is installed where it is missing; elsewhere nothing is installed on a machine by its tests.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from .cache import EnvironmentUnavailable, locked
from .install import run

__all__ = ["chromium"]

PACKAGE: Final = "chromium"
APT: Final = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get")
QUIET: Final = ("-qq", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=300")


def chromium(*, install: bool) -> Path:
    """Name the browser's program; with *install*, and the rights to do it, install it first."""
    found = shutil.which(PACKAGE)
    if found is None and install and shutil.which("apt-get") and os.geteuid() == 0:
        with locked(PACKAGE):
            found = shutil.which(PACKAGE)
            if found is None:
                run([*APT, "update", *QUIET])
                run([*APT, "install", "-y", "--no-install-recommends", *QUIET, PACKAGE])
                found = shutil.which(PACKAGE)
    if found is None:
        raise EnvironmentUnavailable("there is no program chromium; on Debian: apt-get install chromium")
    return Path(found)
