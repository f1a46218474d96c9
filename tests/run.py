"""Run the tests on a machine that has only Python.

    python3 tests/run.py                          everything, with the coverage of every branch
    python3 tests/run.py -k wheel -x              what pytest makes of these arguments, without coverage
    python3 tests/run.py --environment core       the core alone, with no SDK beside it
    python3 tests/run.py --wheel                  the core tests against the built wheel, not the checkout

Standard library only: it makes the environment first (see tests/environments), then hands over to
pytest there. The interpreter that runs this file is the one that is tested.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

if sys.version_info < (3, 10):  # noqa: UP036 - for whoever runs this with an older one
    sys.exit(f"error: mcp_elicit needs Python 3.10 or newer, and this is {sys.version.split()[0]}")

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # "tests" is a package: nothing is imported as a top-level name from inside it

from tests.environments import PYTHON_ENVIRONMENTS, python_of, variables  # noqa: E402
from tests.environments.cache import EnvironmentUnavailable  # noqa: E402
from tests.environments.install import LISTS, build, fill, interpreter  # noqa: E402

BESIDE_THE_TESTS = ("README.md", "CHANGELOG.md", "pyproject.toml", ".ci", "examples", "docs")
"""What some tests read of a checkout, beside the package."""

SOME_FAILED = 1
"""pytest's exit code for tests that failed. Some of ours wait for a dozen processes within a few seconds, and
a machine with two busy cores does not always grant them; a fault fails again by itself."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python3 tests/run.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--environment", choices=PYTHON_ENVIRONMENTS, default="main")
    parser.add_argument("--wheel", action="store_true", help="test the built wheel in a clean environment")
    options, arguments = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="mcp-elicit-") as scratch:
        try:
            if options.wheel:
                return of_the_wheel(Path(scratch), arguments)
            python = python_of(options.environment)
        except EnvironmentUnavailable as reason:
            print(f"error: {reason}", file=sys.stderr)
            return 1
        around = variables(COVERAGE_FILE=str(Path(scratch, "coverage")))
        if arguments or options.environment != "main":
            return pytest(python, arguments, ROOT, around)
        # Most of these tests wait for other processes; a file stays with one worker, the longest come first.
        beside = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"]
        beside += ["--cov=mcp_elicit", "--cov-report=term-missing"]
        status = pytest(python, beside, ROOT, around)
        if status == SOME_FAILED:
            print("\nwhat failed beside other tests, now by itself:", flush=True)
            status = pytest(python, ["--last-failed", "--last-failed-no-failures", "none"], ROOT, around)
        return status


def of_the_wheel(scratch: Path, arguments: list[str]) -> int:
    """Test what users install: the wheel, built from the source distribution, far from any checkout."""
    wheel = build(ROOT, scratch / "dist")
    fill(scratch / "environment", ["-r", str(LISTS / "core.txt"), str(wheel)])
    tree = scratch / "tree"
    shutil.copytree(ROOT / "tests", tree / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE_THE_TESTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, tree / name)
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    print(f"testing {wheel.name}", flush=True)
    return pytest(interpreter(scratch / "environment"), arguments, tree, clean)


def pytest(python: Path, arguments: list[str], folder: Path, environment: dict[str, str]) -> int:
    command = [str(python), "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    sys.exit(main())
