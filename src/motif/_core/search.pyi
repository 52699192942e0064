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
    """An evaluation of positions that runs in the core.

    A value is a whole number in the evaluation's own units, of which `pawn` make a pawn: `value / pawn * 100` is in
    centipawns.
    """

    @classmethod
    def heuristic(cls, weights: tuple[float, float, float], tables: Sequence[Sequence[int]], /) -> Evaluation:
        """c_mat·h_mat + c_pos·h_pos + c_threat·h_threat in thousandths, each weight kept to three decimals.

        `tables` has 64 numbers for each of pawn … king, from a8 to h1 as White sees the board. Raises BadArgument for
        weights that are not finite.
        """

    @classmethod
    def tapered(cls, weights: NDArray[np.int32], /) -> Evaluation:
        """A sum of features, each worth `weights[feature, 0]` in the middlegame and `[feature, 1]` in the endgame."""

    @staticmethod
    def features() -> list[str]:
        """The names of the features of `tapered`, `term` or `term: detail`, in the order of its weights."""

    @property
    def pawn(self) -> float:
        """How many units make a pawn."""

    @property
    def is_antisymmetric(self) -> bool:
        """Whether a value for one side is exactly minus the value for the other."""

    def values(self, positions: Positions, white: NDArray[np.bool_], /) -> NDArray[np.int32]:
        """The value of each position for White or for Black."""

    def explain(self, board: chess.Board, white: bool, /) -> list[tuple[str, float]]:
        """The terms and what each adds to the value for a side; they add up to the value, except for rounding."""

    def __reduce__(self) -> tuple[Any, ...]: ...

def tapered_features(positions: Positions, /) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """For each position, how often White has each feature minus how often Black has it, and the phase from 1 to 0."""

@final
class Filter:
    """Decides which moves a search keeps, reduces or drops."""

    @classmethod
    def rules(cls, own: Sequence[str], other: Sequence[str], mode: str, reduction: int = 1) -> Filter:
        """The rules by name for the side that searches and for its opponent.

        A move is searched if one of `threatened piece`, `activity` and `capture` chooses it (or none of them is
        switched on) and `losing exchange` does not refuse it. Other moves are dropped by mode `paper`, searched
        `reduction` plies shallower by `soft` (dropped where that leaves no ply), dropped next to the leaves by
        `frontier`.
        """

    def within(self, plies: int, /) -> Filter:
        """Return this filter limited to the first `plies` plies, 1 being the root; below them every move is kept."""

    def verdicts(self, board: chess.Board, own: bool, depth: int, /) -> list[tuple[chess.Move, str, list[str]]]:
        """Each legal move with `keep`, `reduce` or `drop`, and the rules that choose or refuse it.

        `own` says whether the side to move is the one that searches. No move is dropped in check, or if all would be.
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
        """The value at the end of the line, in the evaluation's units; huge for a mate."""

    @property
    def centipawns(self) -> int:
        """The value in centipawns; 10,000 - n for a mate in n moves, as everywhere in Motif."""

    @property
    def mate(self) -> int | None:
        """In how many moves the side to move mates (above zero) or is mated (below zero)."""

@final
class SearchInfo:
    """The state of a search after an iteration and at the end: the lines, best first, and their cost."""

    @property
    def lines(self) -> list[SearchLine]:
        """The best lines, as many as `multi_pv` asked for; never empty."""

    @property
    def depth(self) -> int:
        """The last depth that was searched completely."""

    @property
    def selective_depth(self) -> int:
        """The deepest ply reached."""

    @property
    def nodes(self) -> int:
        """How many positions were visited."""

    @property
    def hits(self) -> int:
        """How often the transposition table saved a search."""

    @property
    def seconds(self) -> float:
        """The time it took, by the search's clock."""

    @property
    def stopped(self) -> bool:
        """The time used, by the search's clock."""

    @property
    def pruned(self) -> dict[str, int]:
        """How many moves went without a full search because of each rule; `not chosen` where no rule chose them."""

@final
class Searcher:
    """One alpha-beta search with its table; takes one position at a time, with the GIL released.

    `paper` selects the paper's search: fixed depth, every state visited once, no quiescence, the score for the side at
    the root. Otherwise the search deepens iteratively, with all techniques below, each of which can be switched off. On
    one thread the result is always the same; on more, the timing of the threads may change it.
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
        """Build a searcher, which keeps its table from one position to the next until `new_game`.

        Raises BadArgument for an impossible table size or number of threads, or for several threads in the paper's
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

        After `soft_seconds` no new iteration begins; after `seconds` the search ends at once. Without a limit it ends
        when stopped or when a mate is proved. `moves` restricts the root; `advised` moves are searched first, in their
        order, and never less deeply than others (the paper's search keeps its own order). `clock` gives the time in
        seconds instead of the system's clock. Threads share the node limit, and exceed it by at most a thousand each.
        Always returns a legal move. Raises BadArgument for depth 0 and for a position without legal moves.
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
        """Search many positions at once, each separately: without history and with a new table.

        Raises BadArgument for a searcher of several threads: here each position has one.
        """

    def stop(self) -> None:
        """Stop the search in another thread, which then returns the best move so far.

        A search that has not begun yet does not notice this, so repeat the call until the other thread is done.
        """

    def limit_from_now(self, seconds: float, soft_seconds: float | None = None) -> None:
        """Give the running search this much more time, as after a ponder hit."""

    def new_game(self) -> None:
        """Clear the table, for a new game."""

    def resize(self, hash_megabytes: int, /) -> None:
        """Change the size of the table, which clears it."""

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

    Returns for each game the result, how it ended, the moves, and for White and Black the nodes visited and the hits of
    their tables. The number of threads does not change the result. Raises BadArgument for players of several threads:
    here each game has one.
    """
