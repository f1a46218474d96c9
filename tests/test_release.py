"""The release: it builds, an index accepts it, and what an index shows of it leads nowhere dead."""

from __future__ import annotations

import re
import subprocess
import tarfile
import zipfile
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

import pytest

import mcp_elicit
from tests.environments import ROOT, python_of, variables


def run(*arguments: str) -> None:
    """Run a module of the release environment."""
    done = subprocess.run(
        [str(python_of("release")), "-m", *arguments],
        env=variables(SOURCE_DATE_EPOCH="1767225600"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run("build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    return folder


def test_an_index_accepts_what_is_built(distributions: Path) -> None:
    """Ours: a release is ready at any time."""
    files = sorted(map(str, distributions.iterdir()))
    assert 2 == len(files)
    run("twine", "check", "--strict", *files)


def test_what_an_index_shows_has_no_dead_links_and_no_notes(distributions: Path) -> None:
    """Ours: an index page has no folder `docs` beside it, so a relative link would lead nowhere."""
    [wheel] = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = BytesParser(policy=default).parsebytes(archive.read(name))
    shown = metadata.get_content()
    assert mcp_elicit.__version__ == metadata["Version"]
    assert "`docs/errors.md`" in shown
    assert [] == [link for link in re.findall(r"\]\(([^)]+)\)", shown) if "://" not in link]
    assert "<!--" not in shown


def test_the_source_distribution_holds_what_its_page_names(distributions: Path) -> None:
    """Ours: documents and examples ship with the source, and nothing that lies about."""
    [sdist] = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "CHANGELOG.md", "LICENSE", "docs/errors.md", "examples/form.py"} <= names
    assert set() == {name for name in names if "__pycache__" in name or name.endswith((".pyc", ".coverage"))}


def test_the_wheel_holds_the_package_alone(distributions: Path) -> None:
    """Ours: with its mark for type checkers."""
    [wheel] = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "mcp_elicit/py.typed" in names
    assert {"mcp_elicit", f"mcp_elicit-{mcp_elicit.__version__}.dist-info"} == {
        name.partition("/")[0] for name in names
    }
