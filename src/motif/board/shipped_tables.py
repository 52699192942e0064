"""Who wins, at once: the result of every ending of three and four men, shipped with the package.

A table holds two bits a position, in the order of the core's own tables. What a capture decides is not kept: the truth
is the better of what the table says and what the best capture leads to, which makes the files smaller.
The fifty-move rule is ignored, as are castling rights: a position that still has them is not answered.
`table_making` solves every ending and writes the files.
"""

from __future__ import annotations

import lzma
from enum import IntEnum
from pathlib import Path

import chess

from motif._core.board import Tables
from motif.board.shipped import DATA
from motif.board.tablebases import MOST_MEN, signature_of
from motif.errors import BadFile

FOLDER = DATA / "tables"


class Result(IntEnum):
    """How a position ends with best play, for the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __neg__(self) -> Result:
        return Result(-self.value)


class ShippedTables:
    """Results of endings of up to four men; a file is read when its ending is first asked for."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._files: dict[str, bytes] = {}

    def __reduce__(self) -> tuple[type[ShippedTables], tuple[Path]]:
        return type(self), (self._folder,)

    def result(self, board: chess.Board) -> Result | None:
        """Who wins with best play, for the side to move; None where no table reaches.

        >>> ShippedTables().result(chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1"))
        <Result.WIN: 1>
        >>> ShippedTables().result(chess.Board()) is None
        True
        """
        if chess.popcount(board.occupied) > MOST_MEN or board.clean_castling_rights() or not board.is_valid():
            return None
        return self._result(board)

    def _result(self, board: chess.Board) -> Result:
        if chess.popcount(board.occupied) == 2:
            return Result.DRAW
        best = Result.LOSS
        for move in list(board.generate_legal_captures()):
            board.push(move)
            best = max(best, -self._result(board))
            board.pop()
            if best == Result.WIN:
                return best
        if board.has_legal_en_passant() and all(board.is_en_passant(move) for move in board.legal_moves):
            # Without the right to capture it would be mate or stalemate.
            return best
        return max(best, self._kept(board))

    def _kept(self, board: chess.Board) -> Result:
        """What the table holds: the truth wherever no capture is as good."""
        signature = signature_of(board)
        name = Tables.canonical(signature)
        if name not in self._files:
            self._files[name] = _read(self._folder / f"{name}.xz")
        place = _place(board if name == signature else board.mirror(), name)
        return Result((self._files[name][place >> 2] >> 2 * (place & 3) & 3) - 1)


def _place(board: chess.Board, name: str) -> int:
    """Where a position stands in its table: the white king in one quarter of the board, in one half with pawns."""
    white, black = name[1:].split("K")
    pawns = "P" in name
    squares = [board.king(chess.WHITE), board.king(chess.BLACK)]
    for side, letters in ((chess.WHITE, white), (chess.BLACK, black)):
        for letter in dict.fromkeys(letters):
            squares += board.pieces(chess.PIECE_SYMBOLS.index(letter.lower()), side)
    king = squares[0]
    assert king is not None  # every position that is asked about is valid
    mirror = (7 if chess.square_file(king) > 3 else 0) ^ (56 if not pawns and chess.square_rank(king) > 3 else 0)
    folded = king ^ mirror
    place = int(board.turn == chess.BLACK) * (32 if pawns else 16) + (folded >> 3) * 4 + (folded & 3)
    for square in squares[1:]:
        assert square is not None
        place = place << 6 | (square ^ mirror)
    return place


def _read(path: Path) -> bytes:
    try:
        return lzma.decompress(path.read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise BadFile(f"{path} cannot be read: {error}", hint="install Motif anew") from None
