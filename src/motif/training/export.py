"""Export a deck: Lichess's CSV, a PGN study with a chapter per exercise, or CSV for Anki.

Lichess's table has one solution per row, so quiet positions are left out; the other two formats have everything.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

import chess
import chess.pgn

from motif.board.drawing import Drawing
from motif.errors import BadPosition
from motif.puzzles.files import to_csv, to_pgn
from motif.puzzles.puzzle import Puzzle
from motif.training.exercise import Exercise

PICTURE = 360
"""The width of a board on an Anki card, in pixels."""


def to_lichess(exercises: Sequence[Exercise]) -> tuple[str, int]:
    """Return a table with Lichess's columns, and the number of exercises left out.

    Lichess begins with the opponent's last move, so a position without one is left out.
    """
    puzzles = [exercise.puzzle for exercise in exercises if exercise.puzzle and _has_a_row(exercise.puzzle)]
    return to_csv(puzzles), len(exercises) - len(puzzles)


def _has_a_row(puzzle: Puzzle) -> bool:
    try:
        to_csv([puzzle])
    except BadPosition:
        return False
    return True


def to_study(exercises: Sequence[Exercise]) -> str:
    """Return a PGN study: a chapter per exercise, with solution, explanation and story as comments."""
    return "\n".join(_chapter(number, exercise) for number, exercise in enumerate(exercises, 1))


def _chapter(number: int, exercise: Exercise) -> str:
    answers = exercise.answers
    if exercise.puzzle is not None:
        game = chess.pgn.read_game(io.StringIO(to_pgn(exercise.puzzle)))
        assert game is not None
    else:
        game = chess.pgn.Game()
        game.setup(exercise.board())
        for answer in answers:
            game.add_variation(chess.Move.from_uci(answer.move))
    # The heading of a chapter must not reveal whether something can be won.
    game.headers.update(Event=f"Training {number}", Site="?", Annotator="motif", Result="*")
    game.comment = _question(exercise)
    if game.variations:
        game.variations[0].comment = f"{exercise.sentence} ({exercise.story})"
    return f"{game}\n"


def to_anki(exercises: Sequence[Exercise]) -> str:
    """Return a table for Anki: the board in front, the answer with its reason on the back, the theme as tag.

    The first column is the position, so that importing again updates notes instead of duplicating them.
    """
    text = io.StringIO()
    text.write("#separator:Comma\n#html:true\n#guid column:1\n#columns:Guid,Front,Back,Tags\n#tags column:4\n")
    writer = csv.writer(text, lineterminator="\n")
    for exercise in exercises:
        tags = ["motif", exercise.source, *([exercise.theme.replace(" ", "-")] if exercise.theme else [])]
        writer.writerow([exercise.key, _front(exercise), _back(exercise), " ".join(tags)])
    return text.getvalue()


def _front(exercise: Exercise) -> str:
    picture = Drawing(exercise.position, flipped=exercise.board().turn == chess.BLACK).svg(PICTURE)
    return f"{picture}<br>{escape(_question(exercise))}"


def _back(exercise: Exercise) -> str:
    board, moves = exercise.board(), [answer.move for answer in exercise.answers]
    if exercise.puzzle is not None:
        answer = exercise.puzzle.line_text()
    else:
        answer = ", ".join(board.san(chess.Move.from_uci(move)) for move in moves)
    parts = [f"<b>{escape(answer)}</b>", escape(exercise.sentence), f"<i>{escape(exercise.story)}</i>"]
    return "<br>".join([*parts, escape(exercise.position)])


def _question(exercise: Exercise) -> str:
    return f"{'White' if exercise.board().turn == chess.WHITE else 'Black'} to move."
