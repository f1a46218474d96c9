"""Handlers to use and to read: `terminal.TerminalHandler` for a person, `rules.RuleHandler` for no one."""

from __future__ import annotations

from .rules import RuleHandler
from .terminal import TerminalHandler

__all__ = ["RuleHandler", "TerminalHandler"]
