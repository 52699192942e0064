"""What a puzzle shows, in words: the themes of composers, and the motifs of its main line.

A motif that another includes is not named beside it, and neither is the mate that the goal asks for.
"""

from __future__ import annotations

from motif.board.motifs import Line, most_specific, motifs_of
from motif.puzzles.puzzle import Goal, Puzzle
from motif.puzzles.quality import forced_line
from motif.puzzles.themes import THEMES, Test

BESIDE_A_MATE = frozenset({"mate", "winning capture", "threat", "mate threat"})
"""What says nothing about a puzzle whose goal is mate."""


def tags(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes that Black can force on White, and the motifs of the main line; only on the full board."""
    if not puzzle.diagram.is_full_size or puzzle.stipulation.goal not in (Goal.MATE, Goal.WIN):
        return ()
    return most_specific([*_themes(puzzle), *motif_tags(puzzle)])


def motif_tags(puzzle: Puzzle) -> tuple[str, ...]:
    """The motifs of the main line that say most."""
    motifs = most_specific(motifs_of(Line.of(puzzle.board(), puzzle.main_line)))
    if puzzle.stipulation.goal is Goal.WIN:
        return motifs
    return tuple(name for name in motifs if name not in BESIDE_A_MATE and not name.startswith("mate in "))


def _themes(puzzle: Puzzle) -> list[str]:
    if puzzle.stipulation.goal is not Goal.MATE:
        return []
    board = puzzle.board()

    def is_forced(holds: Test) -> bool:
        return forced_line(puzzle, lambda line: holds(Line.of(board, line))) is not None

    return [theme.name for theme in THEMES.values() if theme.holds and is_forced(theme.holds)]
