"""Lines from a person at a terminal, with two ways out: the person's Ctrl-C, and nobody waiting any more.

Handlers run in a worker thread, where Python delivers no Ctrl-C; so while a line is read, the
terminal itself hands it over as the end of the line.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, TextIO

__all__ = ["Cancelled", "Ended", "NoOne", "Withdrawn", "read_line"]

LOOK_EVERY: Final = 0.2
"""Seconds between two looks at whether somebody still waits for the answer."""

_CTRL_C: Final = "\x03"


class Cancelled(Exception):
    """The person pressed Ctrl-C or Ctrl-D."""


class Ended(Cancelled):
    """It was Ctrl-D: the person has no more to say."""


class NoOne(Exception):
    """The input has ended, and it is no terminal at which a person pressed Ctrl-D."""


class Withdrawn(Exception):
    """Nobody waits for the answer any more."""


def read_line(
    source: TextIO,
    over: Callable[[], bool],
    prompt: Callable[[], None],
    turn: threading.Lock | None = None,
) -> str:
    """Show *prompt* and read one line without its end; *over* says when nobody waits for it.

    *turn* is held only while a line is really read, for a reader that others may interrupt.

    Raises:
        Cancelled: By the person.
        NoOne: The input has ended.
        Withdrawn: *over* came true first.
    """
    with _ctrl_c_as_input(source):
        prompt()
        while _can_wait(source) and not _ready(source):
            if over():
                raise Withdrawn
        if over():
            raise Withdrawn
        try:
            with turn or contextlib.nullcontext():
                line = _line_of(source)
        except KeyboardInterrupt:
            raise Cancelled from None
    if not line and not source.isatty():
        raise NoOne
    if not line:
        raise Ended
    if _CTRL_C in line:
        raise Cancelled
    return line.rstrip("\r\n")


def _can_wait(source: TextIO) -> bool:
    try:
        return source.fileno() >= 0 and hasattr(select, "poll")
    except (AttributeError, OSError, ValueError):
        return False


def _line_of(source: TextIO) -> str:
    if not _can_wait(source):
        return source.readline()
    # Byte by byte, past the buffers of Python: `select` does not see what they hold.
    typed = bytearray()
    while not typed.endswith((b"\n", _CTRL_C.encode())):
        byte = os.read(source.fileno(), 1)
        if not byte:
            break
        typed += byte
    return typed.decode(source.encoding or "utf-8", "replace")


def _ready(source: TextIO) -> bool:
    return bool(select.select([source], [], [], LOOK_EVERY)[0])


@contextlib.contextmanager
def _ctrl_c_as_input(source: TextIO) -> Iterator[None]:
    try:
        import termios
    except ImportError:  # Windows: Ctrl-C reaches the main thread, as ever
        yield
        return
    try:
        before: list[Any] = termios.tcgetattr(source)
    except (termios.error, AttributeError, OSError, ValueError):
        yield  # not a terminal
        return
    changed = [*before[:6], list(before[6])]
    changed[6][termios.VINTR] = b"\x00"
    changed[6][termios.VEOL] = _CTRL_C.encode()
    termios.tcsetattr(source, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
