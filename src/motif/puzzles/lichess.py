"""Puzzles in the columns of Lichess's CSV, written and read.

The position there is the one *before* the opponent's last move, with which the moves begin. Ratings and plays stay
empty, because nobody has measured them. A row holds one line, so a puzzle that is read back has its main line alone.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable
from pathlib import Path

import chess

from motif.board.motifs import Line
from motif.errors import BadFile, IllegalMove
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle, Stipulation
from motif.puzzles.retraction import last_move
from motif.puzzles.vocabulary import from_lichess, to_lichess
from motif.store import read_text

COLUMNS = (
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
)

NEEDED = ("FEN", "Moves", "Themes")
"""Without these columns there is no puzzle."""


def identity(puzzle: Puzzle) -> str:
    """Five letters and digits that belong to the position."""
    return hashlib.sha256(puzzle.position.encode()).hexdigest()[:5]


def to_csv(puzzles: Iterable[Puzzle]) -> str:
    """A table with Lichess's columns; every row replays."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for puzzle in puzzles:
        before, move = last_move(puzzle.board())
        moves = " ".join([move.uci(), *puzzle.main_line])
        writer.writerow(
            [identity(puzzle), before.fen(), moves, "", "", "", "", " ".join(lichess_themes(puzzle)), "", ""]
        )
    return text.getvalue()


def lichess_themes(puzzle: Puzzle) -> list[str]:
    """The themes by Lichess's names, as far as it has one, and the mate that the goal asks for."""
    names = to_lichess(puzzle.themes)
    if puzzle.stipulation.goal is Goal.MATE:
        names = ["mate", f"mateIn{min(puzzle.stipulation.moves, 5)}", *names]
    return list(dict.fromkeys(names))


def read_csv(path: Path) -> list[Puzzle]:
    """The puzzles of a table with Lichess's columns; a row that cannot be read is named by its line."""
    reader = csv.DictReader(io.StringIO(read_text(path)))
    if missing := [name for name in NEEDED if name not in (reader.fieldnames or ())]:
        raise BadFile(f"{path} has no column {missing[0]}", hint=f"its columns are {', '.join(COLUMNS)}")
    puzzles = []
    for row in reader:
        try:
            puzzles.append(_puzzle(row))
        except (ValueError, IllegalMove) as error:
            raise BadFile(f"{path}, line {reader.line_num}: {error}") from None
    return puzzles


def _puzzle(row: dict[str, str]) -> Puzzle:
    first, *moves = (chess.Move.from_uci(word) for word in row["Moves"].split())
    if not moves:
        raise ValueError(f"no move solves {row['FEN']}")
    before = chess.Board(row["FEN"])
    if not before.is_legal(first):
        raise IllegalMove(f"illegal move {first.uci()} in {before.fen()}")
    line = Line.after_lead(before, first, moves)
    goal = Goal.MATE if line.is_mate else Goal.WIN
    named = row["Themes"].split()
    themes = from_lichess((name for name in named if goal is Goal.WIN or not name.startswith("mate")), line)
    where = {"lichess": row.get("PuzzleId") or "", "game": row.get("GameUrl") or ""}
    return Puzzle(
        line.start.fen(),
        Stipulation(goal, len(line.steps)),
        Branch.along(moves),
        themes,
        provenance=Provenance.of(Origin.GIVEN, **{name: value for name, value in where.items() if value}),
    )
