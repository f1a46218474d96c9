"""The version of this package, written here and nowhere else: the build reads this file."""

__version__ = "0.1.0"
