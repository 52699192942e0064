"""What theory says of a move, in one clause: how often masters played it here, what it scored, what it leads to.

Every number is that of the book. Up to `FEW` games with a move are counted, more are given in per cent.
"""

from __future__ import annotations

import chess

from motif.openings.book import Book, PlayedMove, shipped_book
from motif.openings.names import with_the

FEW = 20

_RESULTS = {1.0: "won", 0.5: "drew", 0.0: "lost"}


def theory(board: chess.Board, book: Book | None = None) -> list[PlayedMove]:
    """What masters played in a position, the most played first; nothing where none of them was."""
    return (book or shipped_book()).moves(board)


def theory_of(board: chess.Board, move: chess.Move, book: Book | None = None) -> str | None:
    """What the book says of a move; None where nobody played it.

    >>> theory_of(chess.Board(), chess.Move.from_uci("e2e4"))
    "e4 is played in 52 % of 17,530 master games here and scores 58 %; it leads to the King's Pawn Game"
    >>> theory_of(chess.Board(), chess.Move.from_uci("h2h4")) is None
    True
    """
    book = book or shipped_book()
    played = next((played for played in book.moves(board) if played.move == move), None)
    return clause(board, played, book) if played else None


def clause(board: chess.Board, played: PlayedMove, book: Book) -> str:
    """What the book says of one of its moves."""
    said = f"{board.san(played.move)} {_played(played)}"
    before, after = book.name_of(board), board.copy(stack=False)
    after.push(played.move)
    name = book.name_of(after)
    return f"{said}; it leads to {with_the(name.name)}" if name and (not before or name.name != before.name) else said


def _played(played: PlayedMove) -> str:
    where = f"{played.of:,} master games here"
    if played.of == 1:
        return f"was played in the only master game here and {_RESULTS[played.score]}"
    if played.games == 1:
        return f"was played in one of {where} and {_RESULTS[played.score]}"
    score = f"{100 * played.score:.0f} %"
    if played.games <= FEW:
        part = f"all {where}" if played.games == played.of else f"{played.games} of {where}"
        return f"was played in {'both master games here' if played.of == 2 else part} and scored {score}"
    return f"is played in {_percent(played)} {where} and scores {score}"


def _percent(played: PlayedMove) -> str:
    if played.games == played.of:
        return "all"
    # 99.6 % is not all of them, and 0.4 % not none.
    percent = round(100 * played.share)
    named = {0: "less than 1 %", 100: "more than 99 %"}
    return f"{named.get(percent, f'{percent} %')} of"
