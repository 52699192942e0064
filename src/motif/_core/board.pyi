"""Compute facts about positions and moves, read games, and solve small endgames exactly."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, final, overload

import chess
import chess.engine
import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Game",
    "GameBatch",
    "GameReader",
    "LegalMoves",
    "Positions",
    "Sample",
    "Tables",
    "canonical_positions",
    "decode_move",
    "draw_positions",
    "encode_move",
    "flights",
    "is_cornered",
    "is_covered",
    "is_en_prise",
    "pins_to",
]

# ---- moves ---------------------------------------------------------------------------------------------

def encode_move(move: chess.Move, /) -> int:
    """Encode a move in sixteen bits: from | to << 6 | promotion << 12; castling is the king's move."""

def decode_move(code: int, /) -> chess.Move:
    """Return the move of a code."""

# ---- positions -----------------------------------------------------------------------------------------

@final
class Positions:
    """A packed column of legal positions, forty bytes each."""

    def __new__(cls, fens: Iterable[str] | None = None, /) -> Positions:
        """Read FENs; raises BadPosition, with the reason, for a text that is not a legal position."""

    @classmethod
    def from_boards(cls, boards: Iterable[chess.Board], /) -> Positions:
        """Pack boards without their history."""

    @classmethod
    def concatenate(cls, columns: Iterable[Positions], /) -> Positions:
        """Join many columns, in time proportional to their length."""

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Positions:
        """Read back the bytes of `to_bytes`; raises BadFile if they are not legal positions."""

    def to_bytes(self) -> bytes:
        """Return forty bytes per position, little-endian, the same on every computer."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> chess.Board: ...
    @overload
    def __getitem__(self, key: slice, /) -> Positions: ...
    def __iter__(self) -> Iterator[chess.Board]: ...
    def __add__(self, other: Positions, /) -> Positions: ...
    def __radd__(self, other: Positions, /) -> Positions: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...
    def take(self, indices: NDArray[np.int64], /) -> Positions:
        """The positions at these indices, in this order."""

    def fens(self) -> list[str]:
        """The FENs, with the en passant square only where a capture there is legal, as python-chess writes them."""

    def epds(self) -> list[str]:
        """The FENs without their counters."""

    def turns(self) -> NDArray[np.bool_]:
        """Whether White is to move."""

    def hashes(self) -> NDArray[np.uint64]:
        """The Polyglot keys."""

    def material(self) -> NDArray[np.uint8]:
        """(positions, 12): counts of pawns, knights, bishops, rooks, queens and kings, White's first, then Black's."""

    def perft(self, depth: int, /) -> NDArray[np.uint64]:
        """How many legal sequences of `depth` moves each position has; the last ply is counted in bulk."""

    def legal_moves(self) -> LegalMoves:
        """The legal moves of every position. A (position, legal move) pair is called a row."""

    def successors(self) -> Positions:
        """The position after every legal move: one for each row, in the order of `legal_moves().codes`."""

    def play(self, codes: NDArray[np.uint16], /) -> Positions:
        """Play one move in each position; raises IllegalMove, naming the move and the FEN."""

    def exchange_values(self) -> NDArray[np.int16]:
        """For each row, the centipawns that the move wins once all captures on its target square are done.

        Each side captures with its least valuable piece that may legally capture, or stops.
        """

    def gives_check(self) -> NDArray[np.bool_]:
        """For each row, whether the move gives check."""

    def checkers(self) -> NDArray[np.uint64]:
        """The pieces that give check to the side to move."""

    def attackers(self, white: bool, /) -> NDArray[np.uint64]:
        """(positions, 64): the pieces of one side that attack each square, pinned or not."""

    def pinned(self) -> NDArray[np.uint64]:
        """The pieces of both sides that are pinned to their own king."""

    def attacks(self) -> NDArray[np.uint64]:
        """(positions, 64): opposing pieces that the piece on each square attacks; a pinned piece only along its pin."""

    def defends(self) -> NDArray[np.uint64]:
        """(positions, 64): the own pieces that the piece on each square defends; a pinned piece only along its pin."""

    def pins(self) -> NDArray[np.uint64]:
        """(positions, 64): the opposing pieces that the slider on each square pins to their king."""

    def behind(self) -> NDArray[np.int32]:
        """(lines, 4): position, slider, the first piece on its line, and the piece behind that one."""

    def hanging(self) -> NDArray[np.uint64]:
        """The pieces of both sides that the opponent wins by capturing them."""

    def passed(self) -> NDArray[np.uint64]:
        """The passed pawns of both sides: no enemy pawn is ahead of them on their own or an adjacent file."""

    def exchange(self) -> NDArray[np.int16]:
        """(positions, 64): the centipawns that the opponent wins by capturing the piece on each square, else 0."""

def canonical_positions(positions: Sequence[str], /) -> list[str]:
    """For each position, the first of its symmetric twins: mirrored left and right and, without pawns, rotated.

    Positions are FENs for boards of any size, as in `motif._core.puzzles`.
    """

@final
class LegalMoves:
    """The legal moves of many positions, one after another, in ascending order of their codes."""

    @property
    def offsets(self) -> NDArray[np.int64]:
        """The index of each position's first move, and at the end the number of moves."""

    @property
    def codes(self) -> NDArray[np.uint16]:
        """The moves of all positions, to be read with `decode_move`."""

    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> list[chess.Move]: ...
    def __iter__(self) -> Iterator[list[chess.Move]]: ...

# ---- safe pieces on one board -----------------------------------------------------------------------------

# As a player sees it at a glance. `defends`, `hanging` and `trapped` above count all captures to the end.

def pins_to(board: chess.Board, square: chess.Square, /) -> list[tuple[chess.Square, chess.Square]]:
    """The opposing sliders that attack the piece on a square through one piece of its side, with those pieces."""

def is_covered(board: chess.Board, square: chess.Square, /) -> bool:
    """Whether a piece of the same side guards the piece on a square, perhaps through a slider that attacks it."""

def is_en_prise(board: chess.Board, square: chess.Square, /) -> bool:
    """Whether a less valuable piece attacks the piece on a square, or any piece attacks it and nothing covers it."""

def flights(board: chess.Board, square: chess.Square, /) -> list[chess.Move]:
    """The legal moves with which the piece on a square captures something of its value or leaves danger."""

def is_cornered(board: chess.Board, square: chess.Square, /) -> bool:
    """Whether a piece of the side to move, neither pinned nor with its king in check, is en prise without a flight."""

# ---- games ---------------------------------------------------------------------------------------------

class _Filter(Protocol):
    """The part of `motif.board.games.GameFilter` that the reader uses."""

    @property
    def ratings(self) -> tuple[int, int] | None: ...
    @property
    def results(self) -> Sequence[str]: ...
    @property
    def terminations(self) -> Sequence[str]: ...
    @property
    def exact_time_control(self) -> str | None: ...
    @property
    def expected_seconds(self) -> tuple[int, int] | None: ...
    @property
    def player(self) -> str | None: ...
    @property
    def minimum_plies(self) -> int: ...

class _File(Protocol):
    """What the reader needs of an open binary file."""

    def read(self, size: int, /) -> bytes: ...

@final
class GameReader:
    """Reads the games of one file in batches, on every core, with memory that does not grow with the file."""

    def __new__(cls, path: str, where: _Filter | None = None, file: _File | None = None, /) -> GameReader:
        """Open a plain, zstd or gzip file, or standard input as `-`; raises BadGameFile if that fails.

        With an open `file`, read that one; the path is only its name.
        """

    def read_batch(self) -> GameBatch | None:
        """Read the games of about a megabyte of text; None after the last."""

    @property
    def bytes_read(self) -> int:
        """The bytes of the file read so far, before decompression."""

    @property
    def size(self) -> int | None:
        """The size of the file in bytes; None for standard input."""

@final
class GameBatch:
    """The games and errors of about a megabyte of a game file."""

    @property
    def games(self) -> list[Game]:
        """The wanted games in the order of the file, perhaps none."""

    @property
    def count(self) -> int:
        """How many games were wanted, even if the core kept them for a book."""

    @property
    def bad_games(self) -> list[tuple[int, int, str]]:
        """The malformed games: number, byte offset and what is wrong.

        The number is 0 if the whole file cannot be read.
        """

    @property
    def variants(self) -> dict[str, int]:
        """How many games of each chess variant were skipped."""

    @property
    def filtered_out(self) -> int:
        """How many games did not pass the filter."""

@final
class Game:
    """The main line of a game with its annotations; `str(game)` is its PGN, and `parse` reads it back.

    Lists and arrays have one entry per ply; a note belongs to the move before it. Two games are equal if their PGN is,
    whatever their places in files.
    """

    @classmethod
    def parse(cls, text: str, number: int = 1, offset: int = 0) -> Game:
        """Read the PGN of one game; raises BadGameFile naming the first error."""

    @property
    def number(self) -> int:
        """The number of the game in its file, counted from 1."""

    @property
    def offset(self) -> int:
        """Where the game starts in the decompressed file, in bytes."""

    @property
    def tags(self) -> dict[str, str]:
        """The tag pairs, in the order of the file."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of White and Black; `?` if unknown."""

    @property
    def ratings(self) -> tuple[int | None, int | None]:
        """The ratings of White and Black."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""

    @property
    def start_fen(self) -> str:
        """The FEN of the game's first position."""

    @property
    def moves(self) -> list[chess.Move]:
        """The moves of the main line."""

    @property
    def move_codes(self) -> NDArray[np.uint16]:
        """The moves of the main line, to be read with `decode_move`."""

    @property
    def evals(self) -> list[chess.engine.PovScore | None]:
        """The value of `[%eval]` after each move."""

    def centipawns(self, mate: int = 10_000) -> NDArray[np.float64]:
        """The value of `[%eval]` after each move for White, NaN if there is none.

        Mate in n moves counts as `mate` - n.
        """

    @property
    def clocks(self) -> NDArray[np.float64]:
        """The seconds on the player's clock after each move by `[%clk]`, NaN if there is none."""

    @property
    def nags(self) -> list[frozenset[int]]:
        """The numeric annotation glyphs of each move: 1 for `!`, 4 for `??`."""

    @property
    def introduction(self) -> str:
        """The comment before the first move."""

    @property
    def comments(self) -> list[str]:
        """The text after each move, without commands in brackets and with single spaces."""

    @property
    def arrows(self) -> list[list[str]]:
        """The arrows `Ge2e4` and marks `Re5` of `[%cal]` and `[%csl]` after each move, for `Arrow.parse`."""

    def board(self, ply: int | None = None) -> chess.Board:
        """The position before this ply, with the moves so far on its stack; the last position by default."""

    def positions(self, plies: Sequence[int] | None = None) -> Positions:
        """The positions before these plies, by default before every move; ply `len(game)` is the last position."""

    def first_ply_of_move(self, number: int) -> int:
        """The first ply whose move number is at least this; it may be beyond the end of the game."""

    def __len__(self) -> int:
        """How many plies were played."""

    def __bool__(self) -> bool:
        """Always true: a game without moves is still a game."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, int, int]]: ...

_Columns = tuple[
    Positions,
    NDArray[np.uint16],
    NDArray[np.int32],
    NDArray[np.int64],
    NDArray[np.int8],
    NDArray[np.int16],
    NDArray[np.float64],
    NDArray[np.uint64],
    list[tuple[str, str]],
    list[str],
]

@final
class Sample:
    """Positions drawn from games, a row each, with the moves that were played there."""

    positions: Positions
    moves: NDArray[np.uint16]
    plies: NDArray[np.int32]
    games: NDArray[np.int64]
    """The place of each row's game in `players` and `results`."""
    captured_on: NDArray[np.int8]
    """The square of the capture just played; -1 if the last move was not a capture."""
    ratings: NDArray[np.int16]
    """The rating of the player to move; 0 if it is unknown."""
    centipawns: NDArray[np.float64]
    """The evaluation of the position in the game file, for White; NaN if there is none."""
    hashes: NDArray[np.uint64]
    """The hash of each row; those with the smallest hashes of all games are drawn."""
    players: list[tuple[str, str]]
    """The two players of each game from which a position was drawn."""
    results: list[str]

    def __new__(cls, columns: _Columns, /) -> Sample:
        """Make a sample of its columns, in the order of the attributes."""

    def __reduce__(self) -> tuple[Any, tuple[_Columns]]: ...
    def __len__(self) -> int: ...

def draw_positions(
    games: Iterable[Game], per_game: int, from_move: int, seed: int, most: int | None, players: Sequence[str]
) -> Sample:
    """Draw positions from games at random; `motif.board.games.sample_positions` checks the arguments and says more."""

# ---- tables --------------------------------------------------------------------------------------------

@final
class Tables:
    """The exact outcome of every position of some endgames of up to four pieces, solved by retrograde analysis.

    An endgame is named by its pieces, White's first: `KQKR`. A table also has the endgame with the colours
    exchanged.
    """

    def __new__(cls) -> Tables: ...
    @staticmethod
    def canonical(signature: str, /) -> str:
        """The name under which an endgame is solved: the stronger side is White."""

    @staticmethod
    def needs(signature: str, /) -> list[str]:
        """The endgames that its captures and promotions lead to, which must be solved before it."""

    def holds(self, signature: str, /) -> bool:
        """Whether an endgame has been solved or loaded."""

    def solve(self, signature: str, /) -> None:
        """Solve an endgame on every core; raises BadArgument, naming what must be solved first."""

    def load(self, signature: str, values: bytes, /) -> None:
        """Load the bytes of `values`; raises BadFile if their length is wrong."""

    def values(self, signature: str, /) -> bytes:
        """One byte per position: 0 illegal, 1 drawn, else plies to mate + 2, where odd plies are wins of the side to
        move."""

    def positions(self, signature: str, places: NDArray[np.int64], mirror: int = 0, /) -> Positions:
        """The positions at these indices of `values`; `mirror` 7 exchanges left and right, 56 up and down, 63 both.

        An index also represents its mirror images, four without pawns and two (0 and 7) with them. Raises BadArgument
        for an index without a legal position.
        """

    def probe(self, positions: Positions, /) -> NDArray[np.int16]:
        """(positions, 2): 1, 0 or -1 for a win, draw or loss of the side to move, and the plies to mate.

        The plies are -1 if no table has the position: too many pieces, castling, or not solved.
        """
