"""The package as a whole: what importing it loads, which way imports point, what README and CI promise."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import mcp_elicit
from tests.environments import variables
from tests.environments.install import LISTS, NODE_PROJECTS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(mcp_elicit.__file__).parent

DEPENDENCIES = {
    "pydantic",
    "pydantic_core",
    "annotated_types",
    "typing_extensions",
    "typing_inspection",
    "orjson",
}
"""The three dependencies, and what pydantic itself needs."""

SDKS = {"mcp", "mcp_types", "fastmcp"}
BESIDE_SDKS = {"anyio", "httpx", "httpx2", "starlette", "uvicorn"}
"""What comes with every SDK."""

MAY_IMPORT_SDKS = ("mcp_elicit.sdk", "mcp_elicit.demo", "mcp_elicit.testing")
"""The one folder that talks to SDKs; the demo and the testing kit are programs on top of one."""

ORDER = (
    *("reasons", "errors", "given", "versions", "_json", "_frozen", "_slots", "_record", "_wire"),
    *("forms.values", "forms.fields", "forms.check", "render", "forms.derive", "forms.schemas", "request"),
    *("fit", "url_required", "server.delivery", "outcome", "server.flow", "server.rounds"),
    *("server.serving", "server.carry", "server.exchange", "server.enabling"),
    *("client", "broker", "relay", "testing", "command", "demo", "__main__"),
)
"""Imports point one way: none of these loads one that stands after it.

What is not named stands between; `sdk` has files on both sides of the exchange and of the client.
"""

SANS_IO = ORDER[: ORDER.index("server.rounds") + 1]
IO = {"asyncio", "anyio", "concurrent", "selectors", "socket", "threading", "time"}
"""What waits, reads a clock or touches a socket."""

README = (ROOT / "README.md").read_text("utf-8")


def readme_blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


# ---- what importing it loads --------------------------------------------------------------


def modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter holds after *code*."""
    shown = "import json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {shown}"],
        env=variables() if PACKAGE.parent == ROOT else None,
        stdout=subprocess.PIPE,
        check=True,
    )
    return set(json.loads(done.stdout))


MESSAGES = "from mcp_elicit import ElicitRequest, ElicitResult, ElicitationCompleteNotification"


@pytest.mark.parametrize(
    ("code", "packages"),
    [
        ("import mcp_elicit", {"mcp_elicit"}),
        (MESSAGES, {"mcp_elicit", *DEPENDENCIES}),
        ("from mcp_elicit import RequestedSchema, Accepted", {"mcp_elicit", *DEPENDENCIES}),
    ],
)
def test_importing_loads_what_is_needed_and_nothing_else(code: str, packages: set[str]) -> None:
    """Ours: a name is loaded when it is used; a server on SDK 1.x must not pay for 2.x."""
    loaded = modules_after(code) - modules_after("pass")
    found = {name.partition(".")[0] for name in loaded if not name.startswith("_sysconfigdata")}
    assert packages == found - sys.stdlib_module_names
    assert set() == {name for name in loaded if name.startswith("mcp_elicit.sdk")}


def test_importing_every_name_loads_no_sdk() -> None:
    """Ours: which SDK is there shows when a server or a client is handed in."""
    loaded = modules_after("from mcp_elicit import *")
    assert "mcp_elicit.relay" in loaded
    assert set() == {name.partition(".")[0] for name in loaded} & SDKS


@pytest.mark.parametrize("name", sorted(mcp_elicit.__all__))
def test_a_public_name_can_be_imported(name: str) -> None:
    """Ours: `__all__` promises nothing that is not there."""
    assert name in dir(mcp_elicit)
    assert None is not getattr(mcp_elicit, name)


def test_a_name_that_is_not_there_is_said_to_be_missing() -> None:
    """Ours: as Python says it; `hasattr` and a misspelled import work as ever."""
    with pytest.raises(AttributeError, match="no attribute 'Elicit'"):
        mcp_elicit.__getattr__("Elicit")
    with pytest.raises(ImportError):
        exec("from mcp_elicit import Elicit")
    assert mcp_elicit.errors.ElicitError is mcp_elicit.ElicitError


def test_checkers_see_what_is_loaded_when_it_is_used() -> None:
    """Ours: type checkers read the imports, Python reads the table; both say the same."""
    tree = ast.parse(Path(mcp_elicit.__file__).read_text("utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: node.module
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == mcp_elicit._LATER
    assert {*seen, "__version__"} == set(mcp_elicit.__all__)


# ---- which way imports point --------------------------------------------------------------


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports_of(module: str, *, deep: bool) -> set[str]:
    """What *module* imports when it is loaded; with *deep*, also what functions and checkers do."""
    tree = ast.parse(MODULES[module].read_text("utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree) if deep else _run_at_import(tree.body):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _absolute(module, node)
            found.update(
                full if (full := f"{source}.{alias.name}") in MODULES else source for alias in node.names
            )
    return found - {module}


def _run_at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from _run_at_import(node.orelse)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for part in ("body", "orelse", "finalbody"):
                yield from _run_at_import(getattr(node, part, []))


def _absolute(module: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.split(".") if MODULES[module].name == "__init__.py" else module.split(".")[:-1]
    return ".".join((*package[: len(package) - node.level + 1], *([node.module] if node.module else [])))


@cache
def reached_from(module: str) -> frozenset[str]:
    """Every module of ours that loading *module* loads; a circle ends in a RecursionError."""
    direct = imports_of(module, deep=False) & MODULES.keys()
    return frozenset(direct).union(*map(reached_from, direct))


@pytest.mark.parametrize("module", sorted(MODULES))
def test_no_module_is_imported_in_a_circle(module: str) -> None:
    """Ours: imports point one way."""
    assert module not in reached_from(module)


@pytest.mark.parametrize(("place", "landmark"), list(enumerate(ORDER)))
def test_a_module_loads_nothing_that_stands_above_it(place: int, landmark: str) -> None:
    """Ours: DESIGN, "a house"."""
    above = ORDER[place + 1 :]
    for module in MODULES:
        if _unit(module) == landmark:
            assert set() == {_unit(other) for other in reached_from(module)}.intersection(above), module


WINGS = ("forms", "server", "urls")
"""Folders whose files have places of their own in the order."""


def _unit(module: str) -> str:
    """The file or folder of the package that *module* belongs to; of a wing, the file."""
    _, first, second, *_ = [*module.split("."), "", ""]
    return f"{first}.{second}" if first in WINGS else first


@pytest.mark.parametrize("module", sorted(MODULES))
def test_only_one_folder_imports_an_sdk(module: str) -> None:
    """Ours: an SDK is imported on demand, in `mcp_elicit/sdk` alone; not by a function elsewhere either."""
    if not module.startswith(MAY_IMPORT_SDKS):
        assert set() == {name.partition(".")[0] for name in imports_of(module, deep=True)} & (
            SDKS | BESIDE_SDKS
        )
        for loaded in reached_from(module):
            assert set() == {name.partition(".")[0] for name in imports_of(loaded, deep=False)} & SDKS, loaded


@pytest.mark.parametrize("landmark", SANS_IO)
def test_what_decides_waits_for_nothing(landmark: str) -> None:
    """Ours: everything below the exchange is without I/O, what it loads included."""
    module = f"mcp_elicit.{landmark}"
    waiting = {
        loaded
        for loaded in {module, *reached_from(module)}
        if {name.partition(".")[0] for name in imports_of(loaded, deep=True)} & IO
    }
    assert set() == waiting


# ---- how files open -----------------------------------------------------------------------

SOURCES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("tests", "examples")
    for path in sorted((ROOT / folder).rglob("*.py"))
] + sorted(MODULES)


@pytest.mark.parametrize("source", SOURCES)
def test_every_file_opens_with_its_law(source: str) -> None:
    """Ours: the first thing a reader meets is what must be true here."""
    path = MODULES.get(source, ROOT / source)
    text = path.read_text("utf-8")
    assert text == "" or ast.get_docstring(ast.parse(text))


# ---- what README, CHANGELOG, pyproject and CI promise --------------------------------------


def test_the_version_stands_in_one_place() -> None:
    """Ours: the changelog and an installed package say what `_version.py` says."""
    assert f"## [{mcp_elicit.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    installed = [d.version for d in importlib.metadata.distributions() if d.metadata["Name"] == "mcp-elicit"]
    assert {mcp_elicit.__version__}.issuperset(installed)


def test_ci_runs_the_test_command_of_the_readme_word_for_word() -> None:
    """Ours: two commands do all the set-up, and CI proves both."""
    demo, tests = readme_blocks("sh")[:2]
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "-m mcp_elicit demo" in demo
    assert f'\n    {tests.strip()} | tee "$log"\n' in ci
    assert 'step "the demo of the README"' in ci


def test_the_lowest_versions_allowed_are_those_that_ci_tests() -> None:
    """Ours: a floor nobody runs on is a guess."""
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    declared = pyproject.partition("\ndependencies = [")[2].partition("]")[0]
    floors = dict(re.findall(r'"([a-z-]+)>=([0-9.]+)', declared))
    tested = dict(
        re.findall(r"^([a-z-]+)==([0-9.]+)", (LISTS / "floors.in").read_text("utf-8"), re.MULTILINE)
    )
    assert {"pydantic", "typing-extensions", "orjson"} == floors.keys() == tested.keys()
    for name, floor in floors.items():
        assert tested[name].removesuffix(".0") == floor.removesuffix(".0")


@pytest.mark.parametrize(
    "lock", sorted(NODE_PROJECTS.glob("*/package-lock.json")), ids=lambda path: path.parent.name
)
def test_a_lock_file_pins_contents_and_names_no_host(lock: Path) -> None:
    """Ours: packages come from whatever registry the machine is set up for."""
    packages = json.loads(lock.read_bytes())["packages"]
    assert [] == [name for name, package in packages.items() if "resolved" in package]
    assert [] == [name for name, package in packages.items() if name and "integrity" not in package]
