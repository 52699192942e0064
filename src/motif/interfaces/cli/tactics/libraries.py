"""Libraries as the commands of `motif tactics` name them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.interfaces.cli.console import check_word
from motif.tactics import Library

SHIPPED = "shipped"

LibraryName = Annotated[
    str, typer.Argument(metavar="LIBRARY", help=f"A file of tactics; `{SHIPPED}` is the library that comes with Motif.")
]


def find_library(name: str) -> Library:
    """The library of a file, or the one that ships."""
    if name == SHIPPED:
        return Library.shipped()
    check_word(name, SHIPPED)
    return Library.read(Path(name))
