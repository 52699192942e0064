"""Motif learns human-readable chess knowledge from games, and uses it to explain, to play and to train.

Scripts use the names defined here, such as `motif.read_games("mine.pgn")` and `motif.explain(board, "Nc7+")`;
docs/python.md has examples. They are imported when first used, so that `import motif` does not load the whole program.
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
    """The class of this module, which keeps `motif.explain` a function although a package has the same name."""

    @property
    def explain(self) -> object:
        return __getattr__("explain")

    @explain.setter
    def explain(self, package: ModuleType) -> None:
        """Ignore the package that the import system assigns; it remains in `sys.modules`."""


sys.modules[__name__].__class__ = _Motif
