"""Ids in order, in blocks: added, taken out and read from any place at a cost that size hardly changes.

One long sorted list would move up to 800 KB of pointers for each of 100,000 questions taken out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from typing import Final

__all__ = ["AgeOrder"]

BLOCK: Final = 512
"""Ids in a block: 4 KB of pointers, which move in less time than finding the block takes."""


class AgeOrder:
    """A sorted set of ids that mostly come in order."""

    __slots__ = ("_blocks",)

    def __init__(self) -> None:
        self._blocks: list[list[str]] = []  # none of them empty

    def add(self, question_id: str) -> None:
        """Put *question_id* in its place."""
        blocks = self._blocks
        if not blocks or blocks[-1][-1] < question_id:
            if blocks and len(blocks[-1]) < BLOCK:
                blocks[-1].append(question_id)
            else:
                blocks.append([question_id])
            return
        at = self._block_of(question_id)
        block = blocks[at]
        insort(block, question_id)
        if len(block) > 2 * BLOCK:
            blocks[at : at + 1] = [block[:BLOCK], block[BLOCK:]]

    def discard(self, question_id: str) -> None:
        """Take *question_id* out, if it is there."""
        at = self._block_of(question_id)
        if at == len(self._blocks):
            return
        block = self._blocks[at]
        index = bisect_left(block, question_id)
        if block[index] == question_id:
            del block[index]
            if not block:
                del self._blocks[at]

    def after(self, question_id: str | None) -> Iterator[str]:
        """The ids behind *question_id*, which need not be there; all of them behind None."""
        if question_id is None:
            for block in self._blocks:
                yield from block
            return
        at = self._block_of(question_id)
        for block in self._blocks[at : at + 1]:
            yield from block[bisect_right(block, question_id) :]
        for number in range(at + 1, len(self._blocks)):
            yield from self._blocks[number]

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def _block_of(self, question_id: str) -> int:
        return bisect_left(self._blocks, question_id, key=_last)


def _last(block: list[str]) -> str:
    return block[-1]
