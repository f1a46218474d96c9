"""Questions in the order of their ids, in blocks: size hardly changes what adding, taking and reading cost.

What costs among 100,000 questions is memory that no cache holds, so few places are looked at. One long sorted
list would move up to 800 KB of pointers for each question taken out. Finding a question by its id looks at
some 17 other ids: whoever put it in is told its block, and takes it out of there, past 7. And the questions
stand in the blocks themselves: looking each up by its id made a page of 20 twice as slow.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from .question import OpenQuestion

__all__ = ["BLOCK", "AgeOrder", "Block"]

BLOCK: Final = 128
"""Questions in a block: 1 KB of pointers to move. With 512 an answer among 100,000 took 10 % longer."""

Block = tuple[list[str], list[OpenQuestion]]
"""Ids in order, and the questions that have them."""


class AgeOrder:
    """A sorted map of questions by id, which mostly come in order."""

    __slots__ = ("_blocks", "_fences")

    def __init__(self) -> None:
        self._blocks: list[Block] = []  # none of them empty
        self._fences: list[str] = []
        """Below each block's ids and not below those before it; the first fence stands open."""

    def put(self, question: OpenQuestion) -> Block:
        """Put *question* in its place, or in the place of the one that has its id; gives its block."""
        blocks = self._blocks
        if not blocks or blocks[-1][0][-1] < question.id:
            if not blocks or len(blocks[-1][0]) >= BLOCK:
                blocks.append(([], []))
                self._fences.append(question.id)
            ids, questions = block = blocks[-1]
            ids.append(question.id)
            questions.append(question)
            return block
        at = self._block_of(question.id)
        ids, questions = block = blocks[at]
        index = bisect_left(ids, question.id)
        if index < len(ids) and ids[index] == question.id:
            questions[index] = question
            return block
        ids.insert(index, question.id)
        questions.insert(index, question)
        if len(ids) > 2 * BLOCK:
            blocks.insert(at + 1, (ids[BLOCK:], questions[BLOCK:]))
            self._fences.insert(at + 1, ids[BLOCK])
            del ids[BLOCK:], questions[BLOCK:]
        return blocks[at + (index >= len(ids))]

    def discard(self, question_id: str, block: Block | None = None) -> None:
        """Take *question_id* out, if it is there; *block* is where it was put, and perhaps is no more."""
        if block is not None and len(block[0]) > 1 and _taken(block, question_id):
            return
        if not self._blocks:
            return
        at = self._block_of(question_id)
        _taken(self._blocks[at], question_id)
        if not self._blocks[at][0]:
            del self._blocks[at], self._fences[at]

    def after(self, question_id: str | None, limit: int | None = None) -> list[OpenQuestion]:
        """The *limit* questions behind *question_id*, which need not be there; behind None stand all."""
        at = start = 0
        if question_id is not None and self._blocks:
            at = self._block_of(question_id)
            start = bisect_right(self._blocks[at][0], question_id)
        found: list[OpenQuestion] = []
        for number in range(at, len(self._blocks)):
            found += self._blocks[number][1][start : None if limit is None else start + limit - len(found)]
            if len(found) == limit:
                break
            start = 0
        return found

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def _block_of(self, question_id: str) -> int:
        return max(0, bisect_right(self._fences, question_id) - 1)


def _taken(block: Block, question_id: str) -> bool:
    ids, questions = block
    index = bisect_left(ids, question_id)
    if index == len(ids) or ids[index] != question_id:
        return False
    del ids[index], questions[index]
    return True
