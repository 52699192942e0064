"""Solve, test and compose mate problems.

A position is a text, since the board may be any rectangle up to 8x8: a FEN for the full board, and a FEN with fewer
ranks or files for smaller ones (`1K2/1P2/kpp1/rqr1 w`). Squares are counted from a1 in the corner, so moves are
python-chess moves on every board. On a small board a pawn promotes on the last rank, steps twice from its second rank
only where the board has eight ranks, and there is no castling. A stipulation is written as problemists do: `#2` mate in
two, `s#2` selfmate, `h#2` helpmate (at most 3 moves).
"""

from collections.abc import Sequence
from typing import Protocol, final

import chess
import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Key",
    "Line",
    "Solution",
    "Try",
    "check_criteria",
    "compose_around",
    "compose_at_random",
    "has_last_move",
    "lengthened",
    "line_after",
    "mate_keys",
    "mate_lengths",
    "minimise",
    "prolonged",
    "repair",
    "rework",
    "solve",
    "sound_keys",
]

class _Criteria(Protocol):
    """The part of `motif.puzzles.recipe.Criteria` that the core uses."""

    @property
    def moves(self) -> int: ...
    @property
    def key_may_check(self) -> bool: ...
    @property
    def key_may_capture(self) -> bool: ...
    @property
    def key_may_promote(self) -> bool: ...
    @property
    def may_start_in_check(self) -> bool: ...
    @property
    def every_piece_needed(self) -> bool: ...
    @property
    def last_move_exists(self) -> bool: ...

@final
class Line:
    """A move of a solution and what follows: every defence after an attacker's move, after a defence every
    shortest continuation. More than one continuation is a dual.
    """

    @property
    def move(self) -> chess.Move:
        """The move."""

    @property
    def san(self) -> str:
        """The move as a score sheet has it, `Qxf7#`, on boards of every size."""

    @property
    def replies(self) -> list[Line]:
        """The lines that follow; empty after mate."""

    @property
    def is_mate(self) -> bool:
        """Whether the move mates."""

    @property
    def length(self) -> int:
        """The number of moves, this one included, of the longest line from here, for the side that began the
        solution."""

@final
class Key:
    """A first move that fulfils the stipulation, and why the defender cannot wait."""

    @property
    def line(self) -> Line:
        """The move with everything that follows."""

    @property
    def threats(self) -> list[Line]:
        """The lines that would follow if the defender could pass; none after a checking key."""

    @property
    def is_zugzwang(self) -> bool:
        """Whether the key threatens nothing and gives no check: only the duty to move loses."""

@final
class Try:
    """A first move that only a few defences refute."""

    @property
    def line(self) -> Line:
        """The move with everything that follows, without the refutations."""

    @property
    def refutations(self) -> list[Line]:
        """The defences that refute the move, with nothing after them."""

@final
class Solution:
    """Everything that a full-width search finds about a position and its stipulation."""

    @property
    def position(self) -> str: ...
    @property
    def stipulation(self) -> str: ...
    @property
    def keys(self) -> list[Key]:
        """Every first move that fulfils the stipulation, shortest first. A helpmate's solutions are its keys."""

    @property
    def length(self) -> int | None:
        """The number of moves of the shortest solution; None if there is none."""

    @property
    def set_play(self) -> list[Line]:
        """Defences that would already have an answer if the defender had to move now; direct mates only."""

    @property
    def tries(self) -> list[Try]:
        """First moves that only one defence refutes; direct mates only."""

    @property
    def is_sound(self) -> bool:
        """Whether exactly one key fulfils the stipulation, and no move does so sooner."""

    @property
    def nodes(self) -> int:
        """How many positions were searched."""

def solve(position: str, stipulation: str, /, nodes: int | None = None) -> Solution | None:
    """Solve a position completely; None if that takes more than `nodes` positions."""

def line_after(position: str, key: chess.Move, moves: int, /) -> Line | None:
    """A first move with everything that follows; None if it does not force mate in `moves` moves."""

def mate_lengths(positions: Sequence[str], moves: int, /, nodes: int | None = None) -> NDArray[np.int16]:
    """For each position, in how many moves the side to move can force mate, at most `moves`.

    0 if it cannot, -1 if the node limit of a position was reached.
    """

def mate_keys(positions: Sequence[str], moves: int, /, nodes: int | None = None) -> list[list[chess.Move]]:
    """For each position, every first move that forces mate within `moves` moves; empty if the node limit is reached."""

def sound_keys(positions: Sequence[str], moves: int, /) -> NDArray[np.uint16]:
    """For each position, the code of the only key of a mate in exactly `moves` moves; 0 if it is not sound."""

def check_criteria(positions: Sequence[str], criteria: _Criteria, /) -> list[tuple[str, chess.Move | None]]:
    """For each position, a verdict and the only key if there is one.

    The verdict is `sound` or the first criterion that fails: `illegal`, `starts in check`, `shorter mate`, `no mate`,
    `second key`, `key checks`, `key captures`, `key promotes`, `unneeded piece`, `no last move`.
    """

def minimise(positions: Sequence[str], criteria: _Criteria, /, seed: int = 0) -> list[str | None]:
    """Remove every unneeded piece from each sound position, in an order that depends on the seed.

    A piece is unneeded if the position without it is sound with the same key. None if the position is not sound, or
    the result breaks another criterion.
    """

def repair(
    positions: Sequence[str], keys: Sequence[chess.Move], criteria: _Criteria, /, pieces: int = 2, seed: int = 0
) -> list[str | None]:
    """For each position, a position with at most `pieces` more pieces in which its key is the only one, or None."""

def rework(
    positions: Sequence[str],
    lines: Sequence[Sequence[chess.Move]],
    criteria: _Criteria,
    /,
    most: tuple[int, int] = ...,
    promoted: bool = True,
    same_mate: bool = False,
    changes: int = 2000,
    seed: int = 0,
) -> list[str | None]:
    """For each position, a sound one with the same line from key to mate; None if `changes` changes find none.

    Pieces are added, removed, moved or exchanged at random: at most `most` of White and of Black, by default 16, and
    promoted ones only if allowed. The same mate is one by the same kinds of pieces from the same squares, with the same
    pieces around the king. It stops early if many changes bring no progress.
    """

def prolonged(
    position: str,
    line: Sequence[chess.Move],
    criteria: _Criteria,
    /,
    most: int = 16,
    key: chess.Move | None = None,
    tries: int = 1000,
    wanted: int = 10,
    seed: int = 0,
) -> list[tuple[str, list[chess.Move]]]:
    """Extend a mating line backwards by a move of each side: return positions with these two moves.

    Of `tries` pairs of moves taken back, the `wanted` positions with the fewest unanswered defences and other mates are
    kept. White has at most `most` pieces; `key` may require a certain key.
    """

def lengthened(
    positions: Sequence[str],
    criteria: _Criteria,
    /,
    tries: int,
    seed: int,
    others: tuple[int, int] = ...,
    most: int = 16,
    promoted: bool = False,
    keys: Sequence[chess.Move] | None = None,
    key_by: str | None = None,
    is_offer: bool = False,
) -> list[tuple[int, str, chess.Move]]:
    """Extend mates backwards by a move of each side: return the number of the old mate, the new position and its key.

    From each position, on the full board, `tries` pairs of moves are taken back at random, with up to `others` pieces
    of White and of Black added; White has at most `most` pieces. The key can be given for each position, or its kind of
    piece, or that Black captures this piece at once. Results are minimised. No two are symmetric twins.
    """

def compose_around(
    pictures: Sequence[tuple[str, int]],
    criteria: _Criteria,
    /,
    attempts: int,
    seed: int,
    others: tuple[int, int] = ...,
    promoted: bool = False,
) -> list[str]:
    """Find positions that fulfil the criteria by placing pieces at random around pictures; they are minimised.

    A picture is a few pieces as in a FEN and a bitboard of squares that stay empty; around each, `attempts` placements
    are tried. Missing kings are placed, and up to `others` other pieces of White and of Black. No two are twins.
    """

def compose_at_random(
    criteria: _Criteria, /, attempts: int, seed: int, pieces: tuple[int, int] = ..., board: tuple[int, int] = ...
) -> list[str]:
    """Find positions that fulfil the criteria by random placements on a board of files x ranks; they are minimised.

    By default 6 to 12 pieces, kings included, on the full board. No two are symmetric twins. The number of cores does
    not change the result.
    """

def has_last_move(positions: Sequence[str], /) -> NDArray[np.bool_]:
    """Whether some last move could have led to each position, and a game can leave its pieces.

    This tests only the number of pieces (promoted ones count as pawns) and one move taken back on a full board. It does
    not prove that a game can lead to the position.
    """
