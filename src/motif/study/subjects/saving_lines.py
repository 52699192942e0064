"""What would have kept an ending: the table's line, or the move of the evolved program that the judge holds best, too.

Tables are exact. A program is asked where one was evolved for these very men, and speaks only when its move is the
judge's; else the judge's line stands there.
"""

from __future__ import annotations

from motif.players.programs import program_speaks
from motif.study.games import StudiedGame
from motif.study.profile import Example, SavedBy, SavingLine
from motif.study.subjects.small_tables import SmallTables

SHOWN, SHOWN_OF_A_SEARCH = 6, 3
"""Plies of a line; the end of a search's line is often in the middle of an exchange."""


def saving_line(game: StudiedGame, ply: int, tables: SmallTables) -> SavingLine | None:
    """The line instead of a move that threw something away; None where nobody knows one."""
    board = game.boards()[ply]
    played, example = game.moves[ply], Example(game.number, ply)
    if tables.name(board):
        return SavingLine(example, board.variation_san(tables.line(board, SHOWN)), SavedBy.TABLE)
    line = played.line or ((played.best,) if played.best else ())
    if not line or line[0] == played.move:
        return None
    reason = program_speaks(board, line[0])
    if reason is None:
        return SavingLine(example, board.variation_san(line[:SHOWN_OF_A_SEARCH]), SavedBy.JUDGE)
    return SavingLine(example, board.variation_san(line[:SHOWN_OF_A_SEARCH]), SavedBy.PROGRAM, reason.english)
