"""What would have kept an ending: the table's line, or the move of the evolved program that the judge holds best, too.

Tables are exact. A program is asked where one was evolved for these very men, and speaks only when its move is the
judge's; else the judge's line stands there.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.players.programs import program_speaks
from motif.puzzles.puzzle import numbered
from motif.study.games import StudiedGame
from motif.study.profile import Example, Kept, KeptBy
from motif.study.profiling.small_tables import SmallTables

SHOWN, SHOWN_OF_A_SEARCH = 6, 3
"""Plies of a line; the end of a search's line is often in the middle of an exchange."""


def kept_at(game: StudiedGame, ply: int, tables: SmallTables) -> Kept | None:
    """The line instead of a move that threw something away; None where nobody knows one."""
    board = chess.Board(game.start)
    for studied in game.moves[:ply]:
        board.push(studied.move)
    played, example = game.moves[ply], Example(game.number, ply)
    if tables.name(board):
        return Kept(example, _told(board, tables.line(board, SHOWN)), KeptBy.TABLE)
    line = played.line or ((played.best,) if played.best else ())
    if not line or line[0] == played.move:
        return None
    reason = program_speaks(board, line[0])
    if reason is None:
        return Kept(example, _told(board, line[:SHOWN_OF_A_SEARCH]), KeptBy.JUDGE)
    return Kept(example, _told(board, line[:SHOWN_OF_A_SEARCH]), KeptBy.PROGRAM, reason.english)


def _told(board: chess.Board, moves: Sequence[chess.Move]) -> str:
    walk = board.copy(stack=False)
    return numbered([walk.san_and_push(move) for move in moves], board.turn == chess.WHITE, board.fullmove_number)
