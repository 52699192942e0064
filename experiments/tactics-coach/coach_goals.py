"""Measure the coach's library on players and puzzles that were used neither for learning nor for selection.

    .venv/bin/python experiments/tactics-coach/coach_goals.py FOLDER --puzzles FILE [--library FILE]

FOLDER has test.csv, written by coach_evidence.py. Tied moves share a hit: if a list leaves several moves, each gets an
equal part; if it says nothing, all legal moves do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import chess
import numpy as np

from motif.statistics.examples import (
    Evidence,
    Reference,
    Rows,
    ThemedPuzzle,
    read_evidence,
    read_puzzles,
    rows_of_moves,
)
from motif.statistics.intervals import Share
from motif.statistics.metrics import Mask
from motif.tactics.adviser import TacticsAdviser
from motif.tactics.coverage import Coverage
from motif.tactics.learning.lists import CALCULATION
from motif.tactics.learning.pipeline import MOTIFS_OF_THEMES, puzzles_by_motif
from motif.tactics.library import TacticsLibrary, narrowed
from motif.tactics.rule import Rule

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

LOST = 200
"""A move that loses this many centipawns is a blunder."""

HUMAN = 0.3
"""The weight of a human move compared with a best move, when the value of a rule is measured."""

TINY = 1e-12
"""Sums with a smaller difference are equal; they were only added in another order."""

REASONS_LOOKED_AT = 1_000

PIECE = re.compile(r"the (?:[a-z]+ )*?(pawn|knight|bishop|rook|queen|king) on ([a-h][1-8])")
"""A statement of a reason: a piece and its square."""


def main() -> None:
    """Read the command line, measure and write result.json."""
    options = read_options(
        __doc__, {"folder": Path}, puzzles={"type": Path, "required": True}, library=Path,
        most=(400, "puzzles of a theme"),
    )  # fmt: skip
    library = TacticsLibrary.read(options.library) if options.library else TacticsLibrary.shipped()
    test = read_evidence(options.folder / "test.csv")
    result: dict[str, Any] = {
        "engine": test.engine,
        "library": about(library),
        "rules": rules(library, test),
        "reasons": reasons(library, test),
        "puzzles": puzzles(library, options.puzzles, options.most),
    }
    write_result(Path(__file__).with_name("result.json"), result, show=True)


def about(library: TacticsLibrary) -> dict[str, Any]:
    """Return the size of the library."""
    words = [len(tactic.sentence().split()) for tactic in library.tactics if not _calculates(tactic.rule)]
    return {"rules": len(words), "most words": max(words), "median of words": median(words)}


def shared(left: Mask, offsets: Rows) -> np.ndarray:
    """Return the probability of each row: equal for all moves left in a position, for all legal moves if none is."""
    counts = np.diff(offsets)
    number = np.add.reduceat(left.astype(np.int64), offsets[:-1])
    is_left = left | np.repeat(number == 0, counts)
    return np.asarray(is_left / np.repeat(np.where(number == 0, counts, number), counts))


def matches(evidence: Evidence, left: Mask) -> tuple[np.ndarray, np.ndarray]:
    """Return for each position the probability of the best move and of the played one."""
    legal = evidence.positions.legal_moves()
    chances = shared(left, legal.offsets)
    references = (evidence.moves(Reference.BEST), evidence.played)
    best, human = (chances[rows_of_moves(legal, codes)] for codes in references)
    return best, human


def rules(library: TacticsLibrary, test: Evidence) -> dict[str, Any]:
    """Return which rules earn their place: without them the list would find fewer moves."""
    coverage = Coverage.of(test, library.vocabulary)
    covered, offsets = coverage.rows(library.rules), coverage.offsets

    def worth(some: Sequence[Rows]) -> float:
        best, human = matches(test, narrowed(some, offsets))
        return float((best + HUMAN * human).mean())

    is_known = [not _calculates(rule) for rule in library.rules]

    def earning(is_used: Sequence[bool]) -> dict[int, float]:
        """Return how much the list of these rules loses without each of them."""
        used = [place for place, uses in enumerate(is_used) if uses]
        whole = worth([covered[place] for place in used])
        return {
            place: whole - worth([covered[other] for other in used if other != place])
            for place in used
            if is_known[place]
        }

    read, alone = earning(library.is_read), earning(is_known)

    def earned(gains: dict[int, float]) -> dict[str, Any]:
        idle = [library.tactics[place].sentence() for place, gain in gains.items() if gain <= TINY]
        return {**Share.of(np.arange(len(gains)) >= len(idle)).to_json(), "not": idle}

    # Rules that the calculation replaces are only read in the knowledge alone, so they must earn their place there.
    return {"earn their place where they are read": earned(alone | read)}


def reasons(library: TacticsLibrary, test: Evidence) -> dict[str, Any]:
    """Return how often reasons name pieces, and how many of the named pieces are where the reason says."""
    adviser = TacticsAdviser(library, count=1)
    named, another, false = [], [], []
    boards = list(test.positions.take(np.arange(min(REASONS_LOOKED_AT, len(test)))))
    statements = 0
    for board in boards:
        for advice in adviser.advise(board):
            after = board.copy(stack=False)
            after.push(advice.move)
            pieces = [(kind, chess.parse_square(name)) for kind, name in PIECE.findall(advice.because.english)]
            statements += len(pieces)
            for kind, square in pieces:
                if chess.PIECE_NAMES.index(kind) not in (board.piece_type_at(square), after.piece_type_at(square)):
                    false.append(f"the {kind} on {chess.square_name(square)} in {board.fen()}")
            named.append(bool(pieces))
            another.append(any(square not in (advice.move.from_square, advice.move.to_square) for _, square in pieces))
    return {
        "positions": len(boards),
        "name a piece and a square": Share.of(np.array(named)).to_json(),
        "name one beyond the move's squares": Share.of(np.array(another)).to_json(),
        "statements that were checked": statements,
        "statements that are false": false,
    }


def puzzles(library: TacticsLibrary, path: Path, most: int) -> dict[str, Any]:
    """Return for each theme how often the first advice solves the puzzle, and also names its motif."""
    adviser = TacticsAdviser(library, count=1)
    return {
        theme: solved(adviser, theme, found)
        for theme, found in puzzles_by_motif(read_puzzles(path), most, is_apart=True).items()
    }


def solved(adviser: TacticsAdviser, theme: str, found: Sequence[ThemedPuzzle]) -> dict[str, Any]:
    """Return how often the first advice is right, and right with the motif's name."""
    right, named = [], []
    for puzzle in found:
        advice = adviser.advise(puzzle.start)
        is_right = bool(advice) and solves(puzzle.start, advice[0].move, puzzle.solution)
        right.append(is_right)
        named.append(is_right and any(_word(name) in advice[0].because.english for name in MOTIFS_OF_THEMES[theme]))
    return {
        "right": Share.of(np.array(right)).to_json(),
        "right and named": Share.of(np.array(named)).to_json(),
    }


def solves(board: chess.Board, move: chess.Move, solution: chess.Move) -> bool:
    """Return whether a move is the solution; every mate counts, as on Lichess."""
    after = board.copy(stack=False)
    after.push(move)
    return move == solution or after.is_checkmate()


def _word(motif: str) -> str:
    """Return the word that names a motif in a reason: a relative pin is a pin, and a mate in one a mate."""
    return {"relative pin": "pin", "mate in 1": "mate", "overloaded defender": "defender"}.get(motif, motif)


def _calculates(rule: Rule) -> bool:
    return rule.body == CALCULATION.body


if __name__ == "__main__":
    main()
