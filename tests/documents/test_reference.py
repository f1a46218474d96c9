"""The reference can be made from the docstrings, without a warning, and has every public name."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environments import ROOT, variables
from tests.public_names import MODULES


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reference, made in a process of its own: making it changes the classes."""
    folder = tmp_path_factory.mktemp("reference")
    command = [sys.executable, "-m", "tests.documents.reference", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=variables(), capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    return folder


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_its_section_and_says_what_it_is(module: str, pages: Path) -> None:
    """Ours: shapes, units and errors are in the docstrings, and the docstrings are there."""
    page = (pages / Path(*module.split("."))).with_suffix(".html").read_text("utf-8")
    sections = dict(re.findall(r'<section id="(\w+)">(.*?)</section>', page, re.DOTALL))
    public = importlib.import_module(module)
    assert set(public.__all__) == sections.keys()
    for name, section in sections.items():
        if callable(getattr(public, name)) and getattr(public, name).__doc__:
            assert '<div class="docstring">' in section, name


def test_no_field_hides_behind_a_stand_in(pages: Path) -> None:
    """Ours: a field that is worked out on first reading is shown with its type, like any other."""
    page = (pages / "mcp_elicit.html").read_text("utf-8")
    for field in ("ElicitRequest.requested_schema", "ElicitResult.content"):
        [shown] = re.findall(rf'<div id="{re.escape(field)}" class="classattr">(.*?)</div>', page, re.DOTALL)
        assert '<span class="annotation">: dict[str, typing.Any] | None</span>' in shown
