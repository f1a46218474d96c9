"""The reference, made from the docstrings: ``python -m tests.documents.reference FOLDER``.

pdoc does it, with one small template (docs/reference). Whatever it warns of is an error. Needs what the
extra `docs` installs, and an SDK for `mcp_elicit.testing`.
"""

from __future__ import annotations

import argparse
import importlib
import warnings
from pathlib import Path

import pdoc

from mcp_elicit import __version__
from mcp_elicit._wire import WireModel
from tests.environments import ROOT
from tests.public_names import MODULES

__all__ = ["write"]


def write(folder: Path) -> None:
    """Write a page for each module into *folder*.

    Raises:
        UserWarning: pdoc could not read an annotation, or a name.
    """
    for module in MODULES:
        importlib.import_module(module)
    _show_every_field(WireModel)
    pdoc.render.configure(
        docformat="google",
        footer_text=f"mcp_elicit {__version__}",
        show_source=False,
        template_directory=ROOT / "docs" / "reference",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pdoc.pdoc(*MODULES, output_directory=folder)


def _show_every_field(model: type[WireModel]) -> None:
    """Fields that are worked out on first reading have a stand-in on the class, which is no documentation."""
    for name in model.model_fields.keys() & vars(model).keys():
        delattr(model, name)
    for derived in model.__subclasses__():
        _show_every_field(derived)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.documents.reference", description=__doc__)
    parser.add_argument("folder", type=Path)
    write(parser.parse_args().folder)
