"""docs/command-line.md: every command prints what stands below it, and a conversation goes as it is shown."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.command.programs import Terminal
from tests.documents.blocks import Block, blocks_of
from tests.environments import ROOT

DOCUMENT = "docs/command-line.md"
BLOCKS = blocks_of(DOCUMENT)
CONVERSATION = re.compile(
    r'^<!-- input: ("[^\n]*") -->\n```console\n\$ mcp-elicit ([^\n]*)\n(.*?)^```$', re.DOTALL | re.MULTILINE
)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_command_prints_what_the_document_says(block: Block) -> None:
    """Ours: real output."""
    block.run()


def test_a_conversation_at_a_terminal_goes_as_the_document_shows_it(tmp_path: Path) -> None:
    """Ours: typed line by line, at a real terminal."""
    ((typed, command, shown),) = CONVERSATION.findall((ROOT / DOCUMENT).read_text("utf-8"))
    BLOCKS[-1].write_files(tmp_path)
    arguments = [sys.executable if word == "python" else word for word in shlex.split(command)]
    with Terminal(*arguments, cwd=tmp_path, NO_COLOR="1") as terminal:
        place = 0
        for line in json.loads(typed).splitlines():
            # Up to the prompt at which this line is typed; the terminal then shows it.
            end = re.compile(rf"(?:> |: )(?={re.escape(line)}\n)").search(shown, place)
            assert end is not None, line
            assert shown[place : end.end()] == terminal.until(shown[place : end.end()][-12:])
            terminal.type(line)
            place = end.end()
        rest, code = terminal.end()
    assert (shown[place:].strip(), 0) == (rest.strip(), code)
