"""Positions and moves as people write them, whichever door they come through; others are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

# Whoever only asks for help does not wait for python-chess.
if TYPE_CHECKING:
    import chess


def read_board(fen: str) -> chess.Board:
    """The board of a FEN that a user typed, or of the word `start`; refused with the reason in words."""
    import chess

    from motif.board.positions import Positions

    # A table or a mail parts the fields by tabs, two blanks or a line.
    fields = " ".join(fen.split())
    return Positions([chess.STARTING_FEN if fields == "start" else fields])[0]


def read_move(board: chess.Board, text: str) -> chess.Move:
    """The legal move that a user typed or copied, as Nf3 or as g1f3, with an annotator's marks or without."""
    from motif.errors import IllegalMove

    bare = text.strip().rstrip("!?")
    for parse in (board.parse_san, board.parse_uci):
        try:
            move = parse(bare)
        except ValueError:
            continue
        # To pass, which python-chess writes as --, is no move.
        if move:
            return move
    raise IllegalMove(f"illegal move {text} in {board.fen()}", hint="write it as in a score sheet, Nf3, or as g1f3")
