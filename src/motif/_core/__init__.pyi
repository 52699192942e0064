"""Declare the whole Rust core, with types and documentation; one module for each part of Motif.

Work is done in batches. `Positions` is a packed column of positions; each of its methods computes the answer for all of
them at once, on all cores, with the GIL released, and returns NumPy arrays. A set of squares is a uint64 mask with bit
0 for a1 and bit 63 for h8, as in python-chess's `SquareSet`.
"""

from motif._core import board, endgames, openings, patterns, puzzles, search, tactics

__all__ = ["board", "endgames", "openings", "patterns", "puzzles", "search", "tactics"]
