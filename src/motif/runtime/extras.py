"""Load the optional packages, and say how to install a missing one.

What a player needs is always installed. The other packages are large or for special work, and `pip install
"motif-chess[NAME]"` adds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from motif.errors import MissingExtra

PACKAGES = {"pdf": "typst", "plots": "matplotlib", "lab": "deap", "cluster": "distributed", "fairy": "pyffish"}
"""Each extra of pyproject.toml, with the Python package that it is for."""


def is_installed(extra: str) -> bool:
    """Return whether the package of an extra is installed, without loading it."""
    return find_spec(PACKAGES[extra]) is not None


@contextmanager
def needed(extra: str, purpose: str) -> Iterator[None]:
    """Import an optional package in the block; if it is missing, say what needs it and how to install it.

    >>> with needed("pdf", "A PDF sheet"):
    ...     raise ModuleNotFoundError("No module named 'typst'", name="typst")
    Traceback (most recent call last):
    ...
    motif.errors.MissingExtra: A PDF sheet needs the Python package typst
    """
    package = PACKAGES[extra]
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        message = f"{purpose} needs the Python package {package}"
        raise MissingExtra(message, hint=f'pip install "motif-chess[{extra}]"') from None
