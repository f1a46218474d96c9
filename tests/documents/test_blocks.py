"""The reader of documents itself: what it runs, what it compares, and what it does not let pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents.blocks import Block, blocks_of

DOCUMENT = """
<!-- file: greeting.py -->
```python
WORD = "hello"
```

```python
import greeting

print(greeting.WORD, 7)
print("and more")
print("and more")
print("bye")
```

It prints:

```text
hello …
…
bye
```

<!-- input: "Ada\\n" -->
<!-- exit: 3 -->
```sh
read name; python -c "print('$name')"; exit 3
```

The person types a name; it prints:

```text
Ada
```
"""


def document(folder: Path, text: str) -> list[Block]:
    path = folder / "document.md"
    path.write_text(text, "utf-8")
    return blocks_of(str(path))


def test_a_block_is_run_with_its_files_its_input_and_its_exit_code(tmp_path: Path) -> None:
    """Ours: a document holds several files and commands."""
    blocks = document(tmp_path, DOCUMENT)
    assert ["python", "sh"] == [block.language for block in blocks]
    for block in blocks:
        block.run()


@pytest.mark.parametrize(
    ("right", "wrong", "language"),
    [
        ("bye\n", "good bye\n", "python"),
        ("hello …", "hello 8", "python"),
        ("exit: 3", "exit: 4", "sh"),
        ("Ada", "Bob", "sh"),
    ],
)
def test_a_block_that_prints_something_else_fails(
    tmp_path: Path, right: str, wrong: str, language: str
) -> None:
    """Ours: a document that is not true is a failure."""
    blocks = document(tmp_path, wrong.join(DOCUMENT.rsplit(right, 1)))
    [block] = [block for block in blocks if block.language == language]
    with pytest.raises(AssertionError):
        block.run()


@pytest.mark.parametrize(
    "block", ["```python\n1\n```\n", "```sh\nls\n```\n", "<!-- fle: a -->\n```python\n1\n```\n"]
)
def test_a_block_nobody_runs_says_why(tmp_path: Path, block: str) -> None:
    """Ours: code that is shown and not run goes stale."""
    with pytest.raises(ValueError, match=r"document\.md"):
        document(tmp_path, block)
