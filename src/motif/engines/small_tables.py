"""Look up exact results of endgames with up to four pieces: who wins, and in how many moves.

`Tablebase` solves an endgame by retrograde analysis in the core when it is first needed, together with every endgame
that a capture or promotion leads to, and keeps the tables on disk. They include en passant, but neither castling nor
the fifty-move rule. `ShippedTables` reads the results that come with the package, without the number of moves.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import NoReturn

import chess
import numpy as np
from chess.engine import Cp, Mate
from numpy.typing import NDArray

from motif._core.board import Positions, Tables
from motif.engines.cache import default_cache_path
from motif.engines.evaluator import Evaluation, after, legal_moves
from motif.engines.limits import Limit
from motif.errors import BadFile, BadPosition
from motif.runtime.files import DATA, write_atomically
from motif.runtime.parallel import Progress, Watch, interruptible, unwatched

MOST_PIECES = 4


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The result with best play for the side to move (1, 0 or -1), and the plies to mate.

    >>> print(ExactValue(1, 31)), print(ExactValue(-1, 0)), print(ExactValue(0, 0))
    mate in 16
    mated
    draw
    (None, None, None)
    """

    result: int
    plies: int

    def __str__(self) -> str:
        if self.result == 0:
            return "draw"
        if self.result > 0:
            return f"mate in {(self.plies + 1) // 2}"
        return f"mated in {self.plies // 2}" if self.plies else "mated"

    @property
    def evaluation(self) -> Evaluation:
        """The value as an evaluation without a line."""
        if self.result == 0:
            return Evaluation(Cp(0))
        return Evaluation(Mate((self.plies + 1) // 2 if self.result > 0 else -(self.plies // 2)))


class Tablebase:
    """An evaluator of endgames with up to four pieces; it calls `watch` before it solves a table."""

    name = "tablebase"

    def __init__(self, folder: Path | None = None, watch: Watch = unwatched) -> None:
        self._folder = folder or default_cache_path().parent / "tables"
        self._watch = watch
        self._tables = Tables()

    def __reduce__(self) -> tuple[type[Tablebase], tuple[Path]]:
        # Another process loads the solved tables from the same folder.
        return type(self), (self._folder,)

    def prepare(self, signature: str) -> None:
        """Load the table of an endgame such as KQKR from disk, or solve it, unless it is in memory."""
        if self._tables.holds(signature):
            return
        name = Tables.canonical(signature)
        path = self._folder / f"{name}.table"
        if path.exists():
            self._tables.load(name, _read_table(path, name))
            return
        for needed in Tables.needs(name):
            self.prepare(needed)
        self._watch(Progress(0, words=f"solving {name}"))
        interruptible(self._tables.solve, name)
        try:
            write_atomically(path, _header(name) + zlib.compress(self._tables.values(name), level=1))
        except BadFile as error:
            # The table is in memory; it will have to be solved again next time.
            self._watch(Progress(0, words=f"{name} is not saved: {error}"))

    def missing(self, signature: str) -> list[str]:
        """Return the endgames that `prepare` would have to solve, in the order in which it would solve them."""
        names: dict[str, None] = {}

        def visit(name: str) -> None:
            if name in names or self._tables.holds(name) or (self._folder / f"{name}.table").exists():
                return
            for needed in Tables.needs(name):
                visit(needed)
            names[name] = None

        visit(Tables.canonical(signature))
        return list(names)

    def probe(self, board: chess.Board) -> ExactValue:
        """Return the exact value of a position; raises BadPosition if no table can cover it."""
        return self.probe_all([board])[0]

    def probe_all(self, boards: Sequence[chess.Board]) -> list[ExactValue]:
        return [
            ExactValue(int(result), int(plies)) for result, plies in self.probe_positions(Positions.from_boards(boards))
        ]

    def probe_positions(self, positions: Positions) -> NDArray[np.int16]:
        """Return (positions, 2): for each position 1, 0 or -1 for the side to move, and the plies to mate.

        Raises BadPosition if no table can cover one of them.
        """
        values = self._tables.probe(positions)
        # Most batches need no new table; only positions without a value are inspected.
        while len(unknown := np.flatnonzero(values[:, 1] < 0)):
            board = positions[int(unknown[0])]
            signature = signature_of(board)
            if len(signature) > MOST_PIECES or self._tables.holds(signature):
                _refuse(board)
            self.prepare(signature)
            values[unknown] = self._tables.probe(positions.take(unknown))
        return values

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return exact evaluations, each with a best move; the limit is ignored."""
        return [self._with_best_move(board, exact) for board, exact in zip(boards, self.probe_all(boards), strict=True)]

    def values(self, signature: str) -> bytes:
        """Return all values of an endgame, in the core's format."""
        self.prepare(signature)
        return self._tables.values(signature)

    def positions(self, signature: str, places: NDArray[np.int64], mirror: int = 0) -> Positions:
        """Return the positions at these indices of `values`, or their mirror images; the stronger side is White."""
        self.prepare(signature)
        return self._tables.positions(signature, places, mirror)

    def _with_best_move(self, board: chess.Board, exact: ExactValue) -> Evaluation:
        moves = legal_moves(board)
        if not moves:
            return exact.evaluation
        replies = self.probe_all([after(board, move) for move in moves])
        # Mate as fast as possible, be mated as late as possible.
        ranks = [(reply.result, reply.plies if reply.result < 0 else -reply.plies) for reply in replies]
        return Evaluation(exact.evaluation.score, (moves[ranks.index(min(ranks))],))


def mirrors(signature: str) -> tuple[int, ...]:
    """Return the board symmetries of an endgame, as XOR masks of squares: four, or two if there are pawns.

    >>> mirrors("KRK"), mirrors("KPK")
    ((0, 7, 56, 63), (0, 7))
    """
    return (0, 7) if "P" in signature else (0, 7, 56, 63)


def signature_of(board: chess.Board) -> str:
    """Return the pieces on a board as letters, White's first.

    >>> signature_of(chess.Board("8/8/8/3k4/8/8/8/R3K2b w - - 0 1"))
    'KRKB'
    """
    counts = Positions.from_boards([board]).material()[0]
    # The counts begin with the pawns, but the name begins with the king.
    return "".join("PNBRQK"[kind] * int(side[kind]) for side in counts.reshape(2, 6) for kind in range(5, -1, -1))


def _refuse(board: chess.Board) -> NoReturn:
    pieces = chess.popcount(board.occupied)
    if pieces > MOST_PIECES:
        raise BadPosition(f"the tables cover up to {MOST_PIECES} pieces, but {board.fen()} has {pieces}")
    raise BadPosition(f"the tables do not cover positions with castling rights, such as {board.fen()}")


def _header(name: str) -> bytes:
    return f"motif table 1 {name}\n".encode()


def _read_table(path: Path, name: str) -> bytes:
    content = path.read_bytes()
    if not content.startswith(_header(name)):
        raise BadFile(
            f"{path}, line 1: expected {_header(name).decode().strip()!r}",
            hint="delete it, and Motif will solve it again",
        )
    try:
        return zlib.decompress(content.removeprefix(_header(name)))
    except zlib.error as error:
        raise BadFile(f"{path} is damaged: {error}", hint="delete it, and Motif will solve it again") from None


# Read the results of all endgames with three and four pieces, which ship with the package.

FOLDER = DATA / "tables"


class Result(IntEnum):
    """The result of a position with best play, for the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __neg__(self) -> Result:
        return Result(-self.value)


class ShippedTables:
    """Results of endgames with up to four pieces; a file is read when its endgame is first needed."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._files: dict[str, bytes] = {}

    def __reduce__(self) -> tuple[type[ShippedTables], tuple[Path]]:
        return type(self), (self._folder,)

    def result(self, board: chess.Board) -> Result | None:
        """Return the result for the side to move; None if no table has the position.

        >>> ShippedTables().result(chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1"))
        <Result.WIN: 1>
        >>> ShippedTables().result(chess.Board()) is None
        True
        """
        if chess.popcount(board.occupied) > MOST_PIECES or board.clean_castling_rights() or not board.is_valid():
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
            # The en passant capture is the only legal move; the table ignores it, and says mate or stalemate.
            return best
        return max(best, self._in_table(board))

    def _in_table(self, board: chess.Board) -> Result:
        """Return the result in the table, which may be too low where a capture is the best move."""
        signature = signature_of(board)
        name = Tables.canonical(signature)
        if name not in self._files:
            self._files[name] = _read(self._folder / f"{name}.xz")
        index = _index(board if name == signature else board.mirror(), name)
        return Result((self._files[name][index >> 2] >> 2 * (index & 3) & 3) - 1)


def _index(board: chess.Board, name: str) -> int:
    """Return a position's index in its table, mirrored so that the white king is on files a-d (and ranks 1-4)."""
    white, black = name[1:].split("K")
    pawns = "P" in name
    squares = [board.king(chess.WHITE), board.king(chess.BLACK)]
    for side, letters in ((chess.WHITE, white), (chess.BLACK, black)):
        for letter in dict.fromkeys(letters):
            squares += board.pieces(chess.PIECE_SYMBOLS.index(letter.lower()), side)
    king = squares[0]
    assert king is not None  # `result` refuses invalid positions
    mirror = (7 if chess.square_file(king) > 3 else 0) ^ (56 if not pawns and chess.square_rank(king) > 3 else 0)
    folded = king ^ mirror
    index = int(board.turn == chess.BLACK) * (32 if pawns else 16) + (folded >> 3) * 4 + (folded & 3)
    for square in squares[1:]:
        assert square is not None
        index = index << 6 | (square ^ mirror)
    return index


def _read(path: Path) -> bytes:
    try:
        return lzma.decompress(path.read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise BadFile(f"cannot read {path}: {error}", hint="install Motif again") from None
