"""Run endgame programs: their questions about a board, their answers, and the games they play.

A program evaluates the board after a move, for the side that just moved: "my" pieces are its, the opponent is to move.
Pieces are worth 1 (pawn), 3 (knight, bishop), 5 (rook) and 9 (queen); a balance is mine minus the opponent's.
A program never castles: castling rights are ignored.
"""

from collections.abc import Sequence
from typing import Any, Final, final

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.search import Evaluation

__all__ = [
    "ENDINGS",
    "EXTRA_FUNCTIONS",
    "EXTRA_TERMINALS",
    "FUNCTIONS",
    "TERMINALS",
    "CompiledProgram",
    "ProgramGames",
    "earned_by_choices",
    "endgame_starts",
    "endgame_terminals",
    "play_programs",
]

TERMINALS: Final[tuple[tuple[str, str, str], ...]]
"""The questions that a program can ask of a board: name, type of the answer, and its exact meaning in English.

The type is `Boolean` (0 or 1) or `Query` (a number that may also be used as a Boolean: not 0 is true).
"""

FUNCTIONS: Final[tuple[tuple[str, str, tuple[str, ...], str], ...]]
"""How a program combines answers: name, type of the result, types of the arguments, meaning.

The types are `Boolean` and `Float`; a `Query` fits both.
"""

EXTRA_TERMINALS: Final[tuple[tuple[str, str, str], ...]]
"""A few questions that the paper does not ask, as in `TERMINALS`: for mating a bare king without looking ahead,
for draws and mates in two, and for checks that win a piece."""

EXTRA_FUNCTIONS: Final[tuple[tuple[str, str, tuple[str, ...], str], ...]]
"""Functions beyond the paper, as in `FUNCTIONS`: `Then`, which orders by one number and breaks ties by another."""

ENDINGS: Final[tuple[str, ...]]
"""How a game between programs can end; `ProgramGames.endings` has indices of it."""

@final
class CompiledProgram:
    """Three trees made into code that the core runs, and how far the player looks ahead.

    A tree is its nodes in prefix order: names of functions and terminals, and numbers.
    The tree is chosen by the material before the move: whether the mover is ahead, even or behind.
    """

    def __new__(
        cls,
        advantage: Sequence[str | float],
        even: Sequence[str | float],
        disadvantage: Sequence[str | float],
        *,
        plies: int = 1,
        material: float = 0.0,
    ) -> CompiledProgram:
        """Check and compile. Raises BadArgument naming tree and node: unknown name, wrong type, missing or extra nodes.

        With `plies` 1 the player moves to the board with the highest value. With 3 it looks at every reply and at
        every next move of the player, and expects the reply that is worst for it; with 5 at a reply and a move more. A
        mate counts more than any value, and a stalemate is worth 0. `material` times the balance is added to every
        value.
        """

    @property
    def plies(self) -> int:
        """How many plies the player looks ahead, 1, 3 or 5."""

    @property
    def material(self) -> float:
        """How much a balance of one pawn adds to the value of a board."""

    def evaluate(self, positions: Positions, before: NDArray[np.int32], /) -> NDArray[np.float64]:
        """The value of each board for the side that just moved, whose balance before the move was `before`.

        No material is added, and the program does not look ahead.
        """

    def values(self, board: chess.Board, /) -> list[tuple[chess.Move, float]]:
        """Every legal move with its value, in ascending order of codes; mates are worth about 1e9 and -1e9."""

    def choose(self, positions: Positions, seeds: NDArray[np.int64], /) -> NDArray[np.uint16]:
        """The code of the move that the player chooses in each position, a best one at random; 0 without a move."""

    def evaluation(self, material: float, /) -> Evaluation:
        """The program as the evaluation of a search: its value for the side that just moved, plus material.

        A pawn adds `material`, more than 0, in the program's units. The tree is chosen by the board itself, and
        nothing counts as a material increase.
        """

    def __reduce__(self) -> tuple[Any, ...]: ...

def endgame_terminals(
    positions: Positions, before: NDArray[np.int32], /, *, extras: bool = False
) -> NDArray[np.float64]:
    """(positions, 32): every terminal of each board, for the side that just moved.

    `before` is that side's balance before the move. Columns are in the order of `TERMINALS`, with `extras` followed by
    those of `EXTRA_TERMINALS`.
    """

@final
class ProgramGames:
    """The results of games between programs, one row per game."""

    def __len__(self) -> int: ...
    @property
    def endings(self) -> NDArray[np.uint8]:
        """How each game ended, as an index of `ENDINGS`."""

    @property
    def winners(self) -> NDArray[np.int8]:
        """1 if White mated, -1 if Black did, else 0."""

    @property
    def balances(self) -> NDArray[np.int16]:
        """White's balance on the last board."""

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many plies each game took."""

    @property
    def evaluations(self) -> int:
        """The number of boards evaluated in all games together."""

    @property
    def codes(self) -> NDArray[np.uint16]:
        """The moves of all games, one game after another, `lengths` moves each; empty unless recorded."""

def play_programs(
    programs: Sequence[CompiledProgram],
    encounters: NDArray[np.int64],
    starts: Positions,
    *,
    moves: int = 50,
    record: bool = False,
    threads: int | None = None,
) -> ProgramGames:
    """Play games, each row of `encounters` being White's and Black's program, the start, and a seed for equal moves.

    A game ends by checkmate, stalemate, insufficient material, the third repetition, fifty moves without capture or
    pawn move, or after `moves` moves of each side. The number of threads does not change the result. Raises
    BadArgument for an index without program or start.
    """

def earned_by_choices(
    programs: Sequence[CompiledProgram],
    positions: Positions,
    worth: NDArray[np.float64],
    /,
    *,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """(positions, programs): the mean worth of the equally good best moves of each program in each position.

    `worth` has a number for every legal move of every position, in the order of `Positions.legal_moves`; castling must
    not be possible. Raises BadArgument for another number of values. The number of threads does not change the result.
    """

def endgame_starts(signature: str, count: int, seed: int, *, turn: str = "white") -> Positions:
    """Random legal positions of an endgame such as KQRKQR, White's pieces first, in which no piece attacks an enemy.

    No king is in check, and the side to move has a move. `turn` is the side to move: `white`, `black` or `random`.
    Each position depends only on the seed and its number, so a larger count begins with the same positions. Raises
    BadArgument for an unknown endgame, or one with too many pieces for such positions.
    """
