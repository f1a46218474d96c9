"""Questions in the order of their ids, in blocks: size hardly changes what adding, taking and reading cost.

What costs among 100,000 questions is memory that no cache holds, so few places are looked at. One long sorted
list would move up to 800 KB of pointers for each question taken out, and finding a question by its id looks
at some 17 other ids. Whoever put a question in is told its place, and takes it out of there: it leaves a gap,
and nothing moves until half of a block are gaps. And the questions stand in the blocks themselves: looking
each up by its id made a page of 20 twice as slow.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import compress, islice
from typing import Final

from .question import OpenQuestion

__all__ = ["BLOCK", "AgeOrder", "Block", "Place"]

BLOCK: Final = 128
"""Questions in a block: what a page looks at, and a new block costs, is spread over them."""


class Block(list["OpenQuestion | None"]):
    """Some questions in order; None is a gap. It is a list itself: one piece of memory less to fetch."""

    __slots__ = ("ids", "left")

    def __init__(self, ids: Sequence[str], questions: Sequence[OpenQuestion | None]) -> None:
        super().__init__(questions)
        self.ids = [*ids]
        """The ids of these questions, and those of gaps."""
        self.left = len(ids) - questions.count(None)
        """Questions that are no gaps."""

    def take(self, index: int) -> None:
        """Leave a gap where *index* stands, if it is none."""
        if self[index] is None:
            return
        self[index] = None
        self.left -= 1
        if 2 * self.left < len(self):
            self.close_gaps()

    def close_gaps(self) -> None:
        """Forget what was taken out: places known so far lead nowhere."""
        self.ids = list(compress(self.ids, self))
        self[:] = filter(None, self)


Place = tuple[Block, int]
"""Where a question stands: a block, and the index in it."""


class AgeOrder:
    """A sorted map of questions by id, which mostly come in order."""

    __slots__ = ("_blocks", "_fences")

    def __init__(self) -> None:
        self._blocks: list[Block] = []  # none of them without questions
        self._fences: list[str] = []
        """Below each block's ids and not below those before it; the first fence stands open."""

    def put(self, question: OpenQuestion) -> Place:
        """Put *question* in its place, or in the place of the one that has its id; gives block and index."""
        blocks = self._blocks
        if not blocks or blocks[-1].ids[-1] < question.id:
            if not blocks or len(blocks[-1].ids) >= BLOCK:
                blocks.append(Block((), ()))
                self._fences.append(question.id)
            block = blocks[-1]
            block.ids.append(question.id)
            block.append(question)
            block.left += 1
            return block, len(block.ids) - 1
        at = self._block_of(question.id)
        block = blocks[at]
        index = bisect_left(block.ids, question.id)
        if index < len(block.ids) and block.ids[index] == question.id:
            block.left += block[index] is None
            block[index] = question
            return block, index
        block.close_gaps()
        index = bisect_left(block.ids, question.id)
        block.ids.insert(index, question.id)
        block.insert(index, question)
        block.left += 1
        if block.left > 2 * BLOCK:
            behind = Block(block.ids[BLOCK:], block[BLOCK:])
            blocks.insert(at + 1, behind)
            self._fences.insert(at + 1, behind.ids[0])
            del block.ids[BLOCK:], block[BLOCK:]
            block.left = BLOCK
            if index >= BLOCK:
                return behind, index - BLOCK
        return block, index

    def take(self, question: OpenQuestion, place: Place) -> None:
        """Take *question* out; *place* is where it was put, and perhaps is no more."""
        block, index = place
        # By itself and not by its id, which would be one more piece of memory to fetch.
        if block.left > 1 and index < len(block) and block[index] is question:
            block.take(index)
        else:
            self.discard(question.id)

    def discard(self, question_id: str) -> None:
        """Take *question_id* out, if it is there."""
        if not self._blocks:
            return
        at = self._block_of(question_id)
        block = self._blocks[at]
        index = bisect_left(block.ids, question_id)
        if index < len(block.ids) and block.ids[index] == question_id:
            block.take(index)
            if not block.left:
                del self._blocks[at], self._fences[at]

    def after(self, question_id: str | None, limit: int | None = None) -> list[OpenQuestion]:
        """The *limit* questions behind *question_id*, which need not be there; behind None stand all."""
        at = start = 0
        if question_id is not None and self._blocks:
            at = self._block_of(question_id)
            start = bisect_right(self._blocks[at].ids, question_id)
        found: list[OpenQuestion] = []
        for number in range(at, len(self._blocks)):
            block, wanted = self._blocks[number], None if limit is None else limit - len(found)
            if block.left == len(block):
                found += block[start : None if wanted is None else start + wanted]  # type: ignore[arg-type]  # no gaps
            else:
                found += islice(filter(None, block[start:]), wanted)
            if len(found) == limit:
                break
            start = 0
        return found

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def _block_of(self, question_id: str) -> int:
        return max(0, bisect_right(self._fences, question_id) - 1)
