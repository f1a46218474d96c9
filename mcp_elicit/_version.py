"""The version of this package, written here and nowhere else: the build reads this file."""

from __future__ import annotations

from typing import Final

__version__: Final = "0.1.0"
