"""Declares the whole Rust core, one module for each part of Motif, with types and documentation.

Work crosses in batches. `Positions` is a packed column of positions; each of its methods computes the answer for all of
them at once, on every core, with the GIL released. Answers are NumPy arrays. A set of squares
is a uint64 mask with bit 0 for a1 and bit 63 for h8, as in python-chess's `SquareSet`.
"""

from motif._core import board, endgames, openings, patterns, puzzles, search, tactics

__all__ = ["board", "endgames", "openings", "patterns", "puzzles", "search", "tactics"]
