"""Puzzles by the motif that their first move shows, half of them to learn from and half kept apart.

Lichess's theme says that a motif is somewhere on the line; advice speaks of one move, so the puzzles are those whose
first move shows the motif by the definition of `motif.board.motifs`. A puzzle's name decides in which half it is.
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from motif.board.motifs import MOTIFS, Line
from motif.evidence.puzzle_files import ThemedPuzzle, read_puzzles

FAMILIES = {
    "mateIn1": ("mate in 1",),
    "backRankMate": ("back rank mate",),
    "hangingPiece": ("hanging piece",),
    "fork": ("fork",),
    "pin": ("pin", "relative pin"),
    "skewer": ("skewer",),
    "discoveredAttack": ("discovered attack", "discovered check"),
    "trappedPiece": ("trapped piece",),
    "promotion": ("promotion",),
    "deflection": ("deflection", "overloaded defender"),
}
"""The motifs that a theme of Lichess stands for."""


SEARCHED = (
    *("mateIn1", "backRankMate", "fork", "pin", "skewer", "discoveredAttack", "hangingPiece", "trappedPiece"),
    *("advancedPawn", "exposedKing", "doubleCheck", "deflection", "defensiveMove"),
)
"""The themes among whose puzzles rules are looked for."""


def is_kept_apart(puzzle: ThemedPuzzle) -> bool:
    """Whether a puzzle belongs to the half that is never learned from."""
    return sha256(puzzle.name.encode()).digest()[0] % 2 == 1


def by_theme(path: Path, is_apart: bool, most: int) -> list[ThemedPuzzle]:
    """Puzzles of one half, until each theme has so many."""
    count = dict.fromkeys(SEARCHED, 0)
    found = []
    for puzzle in read_puzzles(path):
        themes = [theme for theme in SEARCHED if theme in puzzle.themes]
        if is_kept_apart(puzzle) == is_apart and any(count[theme] < most for theme in themes):
            found.append(puzzle)
            for theme in themes:
                count[theme] += 1
    return found


def by_family(path: Path, is_apart: bool, most: int) -> dict[str, list[ThemedPuzzle]]:
    """For each theme at most so many puzzles of one half whose first move shows it."""
    found: dict[str, list[ThemedPuzzle]] = defaultdict(list)
    for puzzle in read_puzzles(path):
        if is_kept_apart(puzzle) != is_apart:
            continue
        for theme, names in FAMILIES.items():
            if theme in puzzle.themes and len(found[theme]) < most and shows_at_once(puzzle, names):
                found[theme].append(puzzle)
    return dict(found)


def shows_at_once(puzzle: ThemedPuzzle, names: tuple[str, ...]) -> bool:
    """Whether the first move of the solution shows one of these motifs."""
    line = Line.after_lead(puzzle.board, puzzle.moves[0], puzzle.moves[1:])
    return any(witness.ply == 0 for name in names for witness in MOTIFS[name].find(line))
