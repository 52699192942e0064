"""Search positions by alpha-beta with an evaluation and a move filter."""

from collections.abc import Callable, Sequence
from typing import Any, final

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions

__all__ = [
    "Evaluation",
    "Filter",
    "SearchInfo",
    "SearchLine",
    "Searcher",
    "play_games",
    "tapered_features",
]

# ---- evaluations and filters ---------------------------------------------------------------------------

@final
class Evaluation:
    """How good a position is for one side; built from data, run in the core. Opaque: a search only calls it.

    A value is a whole number of the evaluation's own units, of which `pawn` make a pawn. `value / pawn * 100`
    are centipawns.
    """

    @classmethod
    def heuristic(cls, weights: tuple[float, float, float], tables: Sequence[Sequence[int]], /) -> Evaluation:
        """c_mat·h_mat + c_pos·h_pos + c_threat·h_threat in thousandths, each weight kept to three decimals.

        `tables` has 64 numbers for each of pawn … king, from a8 to h1 as White sees the board. Raises BadArgument
        for weights that are no finite numbers.
        """

    @classmethod
    def tapered(cls, weights: NDArray[np.int32], /) -> Evaluation:
        """A sum of features, each worth `weights[feature, 0]` in the middlegame and `[feature, 1]` in the endgame."""

    @staticmethod
    def features() -> list[str]:
        """What the features of `tapered` are called, `term` or `term: detail`, in the order of its weights."""

    @property
    def pawn(self) -> float:
        """How many units make a pawn."""

    @property
    def is_antisymmetric(self) -> bool:
        """Whether what is good for one side is exactly as bad for the other."""

    def values(self, positions: Positions, white: NDArray[np.bool_], /) -> NDArray[np.int32]:
        """The value of each position for White or for Black."""

    def explain(self, board: chess.Board, white: bool, /) -> list[tuple[str, float]]:
        """The terms and what each adds to the value for this side; they sum up to the value, but for rounding."""

    def __reduce__(self) -> tuple[Any, ...]: ...

def tapered_features(positions: Positions, /) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """For each position how often White has each feature minus how often Black has it; and the phase, 1 to 0."""

@final
class Filter:
    """Which moves a search looks at: each is kept, reduced or dropped. Opaque: a search only calls it."""

    @classmethod
    def rules(cls, own: Sequence[str], other: Sequence[str], mode: str, reduction: int = 1) -> Filter:
        """The rules by name for the side that searches and for its opponent.

        A move is considered when it is chosen by one of `threatened piece`, `activity`, `capture` (or when none
        of these is switched on) and not refused by `losing exchange`. Other moves are dropped by mode `paper`, searched
        `reduction` plies shallower by `soft` (dropped where that leaves no ply), dropped next to the leaves by
        `frontier`.
        """

    def within(self, plies: int, /) -> Filter:
        """Return this filter limited to the first `plies` plies, 1 being the root; below them every move is kept."""

    def verdicts(self, board: chess.Board, own: bool, depth: int, /) -> list[tuple[chess.Move, str, list[str]]]:
        """Each legal move, `keep`, `reduce` or `drop`, and the rules that speak for it or refuse it.

        `own` says whether the side to move is the one that searches. Nothing is dropped in check, and nothing when
        everything would be.
        """

    def __reduce__(self) -> tuple[Any, ...]: ...

# ---- search --------------------------------------------------------------------------------------------

@final
class SearchLine:
    """One line of play that a search found, seen from the side to move at the root."""

    @property
    def moves(self) -> list[chess.Move]:
        """The moves, the first of them at the root."""

    @property
    def value(self) -> int:
        """What the evaluation gives at its end, in the evaluation's own units; huge for a mate."""

    @property
    def centipawns(self) -> int:
        """The value in centipawns; for a mate 10,000 minus its moves, as everywhere in Motif."""

    @property
    def mate(self) -> int | None:
        """In how many moves the side to move mates (above zero) or is mated (below zero)."""

@final
class SearchInfo:
    """What a search knows after an iteration, and in the end: the lines, best first, and what they cost."""

    @property
    def lines(self) -> list[SearchLine]:
        """The best lines, as many as `multi_pv` asked for; never empty."""

    @property
    def depth(self) -> int:
        """The last depth that was searched to its end."""

    @property
    def selective_depth(self) -> int:
        """The farthest ply that was reached."""

    @property
    def nodes(self) -> int:
        """How many positions were visited."""

    @property
    def hits(self) -> int:
        """How often the table of visited positions saved a search."""

    @property
    def seconds(self) -> float:
        """The time it took, by the search's clock."""

    @property
    def stopped(self) -> bool:
        """Whether a limit or `stop` ended the search before its depth was done."""

    @property
    def pruned(self) -> dict[str, int]:
        """How many moves went without a full search because of each rule; `not chosen` where no rule chose them."""

@final
class Searcher:
    """One alpha-beta search with its table; takes one position at a time, with the GIL released.

    `paper` is the paper's search: fixed depth, every state visited once, no quiescence, the score for the side at the
    root. Otherwise: iterative deepening with everything below, each of which can be switched off. On one thread the
    same search always gives the same answer; on more, the timing of the threads may change the result.
    """

    def __new__(
        cls,
        evaluation: Evaluation,
        filter: Filter | None = None,
        *,
        paper: bool = False,
        hash_megabytes: int = 16,
        threads: int = 1,
        quiescence: bool = True,
        ordering: bool = True,
        null_move: bool = True,
        late_move_reductions: bool = True,
        check_extensions: bool = True,
        futility: bool = True,
        replies: bool = False,
        exchanges: bool = False,
        trend: bool = False,
        singular: bool = False,
        zugzwang: bool = False,
        exact: bool = False,
    ) -> Searcher:
        """Build a searcher; its table stays from one position to the next until `new_game`.

        Raises BadArgument for a table or a number of threads that cannot be, and for more than one in the paper's
        search.
        """

    def search(
        self,
        board: chess.Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        soft_seconds: float | None = None,
        multi_pv: int = 1,
        moves: Sequence[chess.Move] | None = None,
        advised: Sequence[chess.Move] | None = None,
        on_iteration: Callable[[SearchInfo], object] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> SearchInfo:
        """Search a position, with the moves on its stack as history, until a limit is met or `stop` is called.

        After `soft_seconds` no new iteration begins; after `seconds` the search ends at once. With no limit it ends
        when stopped or when a mate is proved. `moves` restricts the root; `advised` moves are looked at first, in their
        order, and never less deeply than others (the paper's search keeps its own order). `clock` gives the time in
        seconds instead of the machine's own.
        Threads share the limit of nodes, and overstep it by a thousand each at most.
        Always answers with a legal move. Raises BadArgument for depth 0 and for a position without legal moves.
        """

    def search_all(
        self,
        positions: Positions,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        multi_pv: int = 1,
        threads: int | None = None,
    ) -> list[SearchInfo]:
        """Search many positions at once, each as if it were alone: without history, with a new table.

        Raises BadArgument for a searcher of several threads: here each position has one.
        """

    def stop(self) -> None:
        """End the search that is under way in another thread; it answers with the best move so far.

        A search that has not begun yet does not notice it, so call it again until the other thread is done.
        """

    def limit_from_now(self, seconds: float, soft_seconds: float | None = None) -> None:
        """Give the search that is under way this much more time, as a ponder hit does."""

    def new_game(self) -> None:
        """Forget everything."""

    def resize(self, hash_megabytes: int, /) -> None:
        """Give the table another size; it forgets everything."""

    @staticmethod
    def most_threads() -> int:
        """The most threads of one search."""

    def engage(self, threads: int, /) -> None:
        """Set the number of threads of later searches."""

def play_games(
    players: Sequence[Searcher],
    games: Sequence[tuple[int, int, chess.Board]],
    depths: Sequence[int],
    *,
    most_plies: int = 400,
    threads: int | None = None,
) -> list[tuple[str, str, list[chess.Move], list[int], list[int]]]:
    """Play games (White's number, Black's number, start), each player to its depth, with separate tables.

    Gives for each game the result, how it ended, the moves, and for White and Black the nodes visited and the hits
    of their tables. The same on any number of threads. Raises BadArgument for players of several threads: here each
    game has one.
    """
