"""The motifs of the house: each with its phrase, and a line of the sample games that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import chess

from motif.board.drawing import Arrow, Colour, move_arrow
from motif.board.games import read_games
from motif.board.material import balance
from motif.board.motifs import MOTIFS, Line, Motif, Witness, find_witnesses
from motif.board.shipped import SAMPLE_GAMES
from motif.interfaces.web.shapes.boards import ArrowShape
from motif.interfaces.web.shapes.knowledge import ExampleShape, FigureShape, PieceShape

PLIES = 3
MOST_LINES = 2_500
"""Lines of the sample games that are looked at, those first that win something."""

WINS = 2
"""Pawns that a line wins at least, to show a motif at its best."""


def total() -> int:
    """How many motifs there are."""
    return len(MOTIFS)


def about() -> str:
    """What they are."""
    return "motifs: one definition each, found on lines of play; reasons are checked against the board without them"


def pieces(begin: int, end: int) -> list[PieceShape]:
    """Some motifs in the order of the catalogue."""
    return [_piece(motif) for motif in islice(MOTIFS.values(), begin, end)]


def _piece(motif: Motif) -> PieceShape:
    found = _examples().get(motif.name)
    themes = f"On Lichess: {motif.theme}" if motif.theme else "Not a theme of Lichess"
    includes = f"; includes {', '.join(motif.includes)}" if motif.includes else ""
    return PieceShape(
        id=motif.name.replace(" ", "-"),
        title=motif.name,
        sentence=f"{motif.english[0].upper()}{motif.english[1:]}.",
        text=f"{themes}{includes}.",
        figures=list[FigureShape](),
        example=None if found is None else _example(*found),
    )


def _example(line: Line, witness: Witness) -> ExampleShape:
    board, move = line.boards[witness.ply], line.moves[witness.ply]
    shown = [move_arrow(move)]
    shown += [Arrow(witness.by, square, Colour.RED) for square in witness.against if square != witness.by]
    shown += [Arrow(square, square, Colour.YELLOW) for square in witness.along]
    return ExampleShape(
        fen=board.fen(),
        move=move.uci(),
        san=board.san(move),
        arrows=[ArrowShape.of(arrow) for arrow in dict.fromkeys(shown)],
        words=f"{board.variation_san(line.moves[witness.ply :])}.",
    )


@cache
def _examples() -> dict[str, tuple[Line, Witness]]:
    found: dict[str, tuple[Line, Witness]] = {}
    for line in islice(_lines(), MOST_LINES):
        for witness in find_witnesses(line):
            found.setdefault(witness.motif, (line, witness))
        if len(found) == len(MOTIFS):
            break
    return found


def _lines() -> Iterator[Line]:
    """Lines that win something, from the games that ship; mates are among them."""
    for game in read_games(SAMPLE_GAMES):
        moves = game.moves
        for ply in range(len(moves) - PLIES + 1):
            board = game.board(ply).copy(stack=False)
            after = board.copy(stack=False)
            for move in moves[ply : ply + PLIES]:
                after.push(move)
            if after.is_checkmate() or _gain(board, after) >= WINS:
                yield Line.of(board, moves[ply : ply + PLIES])


def _gain(board: chess.Board, after: chess.Board) -> int:
    return balance(after, board.turn) - balance(board, board.turn)
