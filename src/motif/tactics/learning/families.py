"""Positions in which rules are found that ordinary games show too rarely: puzzles by motif, quiet moves of masters.

Lichess's theme says that a motif is somewhere on the line; a list speaks of one move, so a puzzle counts for a motif
if its first move shows it by the definition of `motif.board.motifs`. By its name a puzzle belongs to one of two halves,
of which one is never learned from. A position is quiet where nothing is to be calculated: nobody is in check, and no
move gains a pawn in the end. What is found where masters develop or advance a passed pawn is kept only if it is said in
the words of that theme.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from motif.board.games import GameFilter, read_games
from motif.board.motifs import MOTIFS, Line
from motif.evidence.examples import Evidence, Reference
from motif.evidence.metrics import Mask
from motif.evidence.puzzle_files import ThemedPuzzle, puzzle_evidence, read_puzzles
from motif.tactics.language.coverage import Coverage
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import FULL
from motif.tactics.learning.listing import Family, Words

MOTIFS_OF_THEMES = {
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

OF_A_THEME, OF_A_MOTIF = 500, 200
"""So many puzzles of each theme are searched, and so many of each motif does a list have to solve."""

WEIGHT_OF_A_MOTIF = 0.003

QUIET_POSITIONS, PER_GAME, FROM_MOVE, SEED = 12_000, 4, 6, 13
"""Of masters' games so many positions are drawn, from the move on at which pieces are still at home."""

LOUD = ("settles_at_least(F, T, 1, P)", "in_check(P)")
"""Where one of these is so, something can be calculated."""


def puzzle_families(path: Path) -> tuple[Family, ...]:
    """The puzzles among which rules are looked for, and those of each motif that a list is measured by."""
    themed = puzzle_evidence(_by_theme(read_puzzles(path), OF_A_THEME)).with_a_choice()
    by_motif = puzzles_by_motif(read_puzzles(path), OF_A_MOTIF)
    searched = [Family("puzzles", themed, weight=0.0)] if len(themed) else []
    return (
        *searched,
        *(
            Family(theme, puzzle_evidence(puzzles), weight=WEIGHT_OF_A_MOTIF, is_searched=False)
            for theme, puzzles in by_motif.items()
        ),
    )


def puzzles_by_motif(
    puzzles: Iterable[ThemedPuzzle], most: int, is_apart: bool = False
) -> dict[str, list[ThemedPuzzle]]:
    """For each theme at most so many puzzles whose first move shows it, of the half to learn from or of the other."""
    by_motif: dict[str, list[ThemedPuzzle]] = defaultdict(list)
    for puzzle in puzzles:
        if is_kept_apart(puzzle) != is_apart:
            continue
        for theme, names in MOTIFS_OF_THEMES.items():
            if theme in puzzle.themes and len(by_motif[theme]) < most and _shows_at_once(puzzle, names):
                by_motif[theme].append(puzzle)
    return {theme: kept for theme, kept in by_motif.items() if kept}


def is_kept_apart(puzzle: ThemedPuzzle) -> bool:
    """Whether a puzzle belongs to the half that is never learned from."""
    return sha256(puzzle.name.encode()).digest()[0] % 2 == 1


def _by_theme(puzzles: Iterable[ThemedPuzzle], most: int) -> list[ThemedPuzzle]:
    """Puzzles to learn from, until each theme has so many."""
    count = dict.fromkeys(SEARCHED, 0)
    themed = []
    for puzzle in puzzles:
        themes = [theme for theme in SEARCHED if theme in puzzle.themes]
        if not is_kept_apart(puzzle) and any(count[theme] < most for theme in themes):
            themed.append(puzzle)
            for theme in themes:
                count[theme] += 1
    return themed


def _shows_at_once(puzzle: ThemedPuzzle, names: tuple[str, ...]) -> bool:
    line = Line.after_lead(puzzle.board, puzzle.moves[0], puzzle.moves[1:])
    return any(witness.ply == 0 for name in names for witness in MOTIFS[name].find(line))


@dataclass(frozen=True, slots=True)
class Theme:
    """What masters do where nothing is to be calculated: where it occurs, and in which words it is said."""

    name: str
    occurs: tuple[str, ...]
    """It occurs where some legal move fulfils one of these."""
    words: Words


def _any_of(*words: str) -> Words:
    return tuple(frozenset((word,)) for word in words)


THEMES = (
    Theme("development", ("undeveloped(F, P)",), _any_of("undeveloped")),
    Theme(
        "king-safety",
        ("castles(F, T, P)", "near_own_king(X, P), own(X, P), attacked(X, P)"),
        _any_of("castles", "near_own_king", "near_enemy_king", "allows_no_mate", "king"),
    ),
    Theme(
        "files-and-squares",
        ("half_open_file(T, P)", "center(T, P)"),
        _any_of("open_file", "half_open_file", "center", "enemy_half", "first_rank", "last_rank", "edge"),
    ),
    Theme("passed-pawns", ("passed(X, P)",), _any_of("passed", "promotes")),
    Theme("exchanges-when-ahead", ("captures(F, T, P)",), _any_of("ahead")),
)
"""What the puzzles do not teach."""


def master_families(files: Sequence[Path], most: int = QUIET_POSITIONS) -> tuple[Family, ...]:
    """Quiet positions of masters by theme, with the moves that they played; each file is named after its master."""
    quiet = quiet_positions(files, most)
    masks = _can_be_done(quiet, [theme.occurs for theme in THEMES])
    return tuple(
        Family(theme.name, quiet.take(np.flatnonzero(mask)), Reference.PLAYED, weight=0.0, words=theme.words)
        for theme, mask in zip(THEMES, masks, strict=True)
        if mask.any()
    )


def quiet_positions(files: Sequence[Path], most: int) -> Evidence:
    """At most so many quiet positions in which those are to move after whom the files are named."""
    parts = []
    for path in files:
        drawn = Evidence.of_games(read_games(path, GameFilter()), PER_GAME, FROM_MOVE, SEED)
        master = path.name.split(".")[0]
        parts.append(drawn.take(np.flatnonzero([mover.startswith(master) for mover in drawn.movers()])))
    every = Evidence.concatenate(parts).with_a_choice()
    # About half of all positions are quiet.
    some = every.take(np.sort(np.random.default_rng(SEED).permutation(len(every))[: 3 * most]))
    quiet = np.flatnonzero(~_can_be_done(some, (LOUD,))[0])
    return some.take(quiet[:: max(1, len(quiet) // most)][:most])


def _can_be_done(evidence: Evidence, wanted: Sequence[tuple[str, ...]]) -> list[Mask]:
    """For each of the wanted, and each position, whether some legal move fulfils the conditions of any of its lines."""
    coverage = Coverage.of(evidence, FULL)
    masks = []
    for bodies in wanted:
        mask = np.zeros(len(evidence), np.bool_)
        rules = [Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), {body}.", FULL) for body in bodies]
        for rows in coverage.rows(rules):
            mask[np.searchsorted(coverage.offsets, rows, side="right") - 1] = True
        masks.append(mask)
    return masks
