"""Motif learns human-readable chess knowledge from games, and uses it to explain, to play and to train.

What a script needs is here by name, and loaded when it is first asked for: `motif.read_games("mine.pgn")`,
`motif.explain(board, "Nc7+")`, and the values that these return; docs/python.md has examples. Importing this module
imports no other, so that a module that needs the version or the core does not load the whole program.
"""

import sys
from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"

_FUNCTIONS = ("advise", "compose", "explain", "learn", "read_games", "review", "study_games")
_VALUES = ("Case", "Explanation", "Finding", "Pattern", "Program", "Puzzle", "Rule")
_OFFERED = (*_FUNCTIONS, *_VALUES)

__all__ = ["__version__", *_OFFERED]


def __getattr__(name: str) -> object:
    if name in _OFFERED:
        return getattr(import_module("motif.python"), name)
    raise AttributeError(f"module 'motif' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_OFFERED})


class _Motif(ModuleType):
    """The package, in which `motif.explain` is the function, though a package of that name is imported."""

    @property
    def explain(self) -> object:
        return __getattr__("explain")

    @explain.setter
    def explain(self, package: ModuleType) -> None:
        """Leave the name to the function; the import system keeps the package in `sys.modules`."""


sys.modules[__name__].__class__ = _Motif
