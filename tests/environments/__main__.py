"""Print where an environment is, making it first: ``python3 -m tests.environments main``."""

from __future__ import annotations

import argparse

from . import NODE_PROJECTS, PYTHON_ENVIRONMENTS, chromium, node, node_modules_of, python_of

parser = argparse.ArgumentParser(prog="python3 -m tests.environments", description=__doc__)
parser.add_argument("name", choices=(*PYTHON_ENVIRONMENTS, "node", *NODE_PROJECTS, "chromium"))
name: str = parser.parse_args().name
if name == "node":
    print(node())
elif name == "chromium":
    print(chromium())
elif name in NODE_PROJECTS:
    print(node_modules_of(name))
else:
    print(python_of(name))
