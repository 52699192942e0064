"""The whole Rust boundary, typed and documented: what Motif computes millions of times.

Work crosses in batches. `Positions` is a packed column of positions; a question asked of it is answered
for all of them at once, on every core, with the GIL released. Answers are NumPy arrays. A set of squares
is a uint64 mask with bit 0 for a1 and bit 63 for h8, as in python-chess's `SquareSet`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Protocol, final, overload

import chess
import chess.engine
import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ENDINGS",
    "EXTRA_FUNCTIONS",
    "EXTRA_TERMINALS",
    "FUNCTIONS",
    "TERMINALS",
    "Cases",
    "CompiledProgram",
    "Evaluation",
    "Filter",
    "Game",
    "GameBatch",
    "GameReader",
    "Key",
    "LegalMoves",
    "Line",
    "Positions",
    "ProgramGames",
    "RuleTester",
    "SearchInfo",
    "SearchLine",
    "Searcher",
    "Solution",
    "Tables",
    "Try",
    "canonical_positions",
    "compose_at_random",
    "decode_move",
    "encode_move",
    "endgame_starts",
    "endgame_terminals",
    "has_last_move",
    "judge",
    "mate_keys",
    "mate_lengths",
    "minimise",
    "play_games",
    "play_programs",
    "repair",
    "rework",
    "rule_relations",
    "solve",
    "sound_keys",
    "tapered_features",
]

# ---- moves -----------------------------------------------------------------------------------------------

def encode_move(move: chess.Move, /) -> int:
    """A move in sixteen bits: from | to << 6 | promotion << 12, castling as the king's step."""

def decode_move(code: int, /) -> chess.Move:
    """The move of a code."""

# ---- positions -------------------------------------------------------------------------------------------

@final
class Positions:
    """A packed column of legal positions, forty bytes each."""

    def __new__(cls, fens: Iterable[str] | None = None, /) -> Positions:
        """Read FENs; raises BadPosition, with the reason in words, for a text that is no legal position."""

    @classmethod
    def from_boards(cls, boards: Iterable[chess.Board], /) -> Positions:
        """Pack boards as they stand, without their history."""

    @classmethod
    def concatenate(cls, columns: Iterable[Positions], /) -> Positions:
        """Many columns one after another, in time that grows with their length only."""

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Positions:
        """Read back what `to_bytes` gave; raises BadFile when the bytes hold no legal positions."""

    def to_bytes(self) -> bytes:
        """Forty bytes a position, little-endian, on every machine the same."""

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
        """(positions, 12): how many pawns, knights, bishops, rooks, queens and kings, White's first, then Black's."""

    def perft(self, depth: int, /) -> NDArray[np.uint64]:
        """How many legal move paths of this length each position has, the last ply bulk-counted."""

    def legal_moves(self) -> LegalMoves:
        """The legal moves of every position. One (position, legal move) is called a row."""

    def successors(self) -> Positions:
        """The position after every legal move: one for each row, in the order of `legal_moves().codes`."""

    def play(self, codes: NDArray[np.uint16], /) -> Positions:
        """Play one move in each position; raises IllegalMove, naming the move and the FEN."""

    def exchange_values(self) -> NDArray[np.int16]:
        """For each row, what the move wins in centipawns once the captures on its target square are done.

        Each side captures with its least valuable man that may legally capture, or stops.
        """

    def gives_check(self) -> NDArray[np.bool_]:
        """For each row, whether the move gives check."""

    def checkers(self) -> NDArray[np.uint64]:
        """The men that give check to the side to move."""

    def attackers(self, white: bool, /) -> NDArray[np.uint64]:
        """(positions, 64): the men of one side that attack each square, pinned or not."""

    def pinned(self) -> NDArray[np.uint64]:
        """The men of both sides that are pinned to their own king."""

    def controls(self) -> NDArray[np.uint64]:
        """(positions, 64): what the man on each square attacks, whatever stands there, pinned or not."""

    def attacks(self) -> NDArray[np.uint64]:
        """(positions, 64): the enemy men that the man on each square attacks; a pinned man only along its pin."""

    def defends(self) -> NDArray[np.uint64]:
        """(positions, 64): the own men that the man on each square defends; a pinned man only along its pin."""

    def pins(self) -> NDArray[np.uint64]:
        """(positions, 64): the enemy men that the slider on each square pins to their king."""

    def behind(self) -> NDArray[np.int32]:
        """(lines, 4): position, slider, the first man on its line, and the man that stands behind that one."""

    def hanging(self) -> NDArray[np.uint64]:
        """The men of both sides that the enemy would win by capturing them."""

    def exchange(self) -> NDArray[np.int16]:
        """(positions, 64): what the enemy wins by capturing the man on each square, 0 when nothing."""

@final
class LegalMoves:
    """The legal moves of many positions, one after another, in ascending order of their codes."""

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the moves of each position begin; one longer than there are positions."""

    @property
    def codes(self) -> NDArray[np.uint16]:
        """The moves of all positions, to be read with `decode_move`."""

    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> list[chess.Move]: ...
    def __iter__(self) -> Iterator[list[chess.Move]]: ...

# ---- games -----------------------------------------------------------------------------------------------

class _Filter(Protocol):
    """What the reader asks of `motif.board.games.GameFilter`."""

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

@final
class GameReader:
    """Reads the games of one file in batches, on every core, with memory that does not grow with the file."""

    def __new__(cls, path: str, where: _Filter | None = None, /) -> GameReader:
        """Open a plain, zstd or gzip file, or standard input as `-`; raises BadGameFile when that fails."""

    def read_batch(self) -> GameBatch | None:
        """As many games as fit about a megabyte of text; None after the last."""

    @property
    def bytes_read(self) -> int:
        """How much of the file was read so far, before decompression."""

    @property
    def size(self) -> int | None:
        """How large the file is; None for standard input."""

@final
class GameBatch:
    """What some megabyte of a game file held."""

    @property
    def games(self) -> list[Game]:
        """The wanted games in the order of the file, perhaps none."""

    @property
    def bad_games(self) -> list[tuple[int, int, str]]:
        """The malformed games: number, byte offset and what is wrong.

        The number is 0 when the file as a whole is at fault.
        """

    @property
    def variants(self) -> dict[str, int]:
        """How many games of each variant of chess were passed over."""

    @property
    def filtered_out(self) -> int:
        """How many games did not pass the filter."""

@final
class Game:
    """The main line of a game and all that was said about it; `str(game)` is its PGN, and `parse` reads it back.

    Lists and arrays beside the moves have one place a ply; a note belongs to the move that it follows.
    Two games are equal when their PGN is, wherever they stand in their files.
    """

    @classmethod
    def parse(cls, text: str, number: int = 1, offset: int = 0) -> Game:
        """Read the PGN of one game; raises BadGameFile naming the first thing that is wrong."""

    @property
    def number(self) -> int:
        """Which game of its file this is, counted from 1."""

    @property
    def offset(self) -> int:
        """Where it starts in the decompressed file, in bytes."""

    @property
    def tags(self) -> dict[str, str]:
        """The tag pairs, in the order of the file."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of White and Black, `?` when unknown."""

    @property
    def ratings(self) -> tuple[int | None, int | None]:
        """The ratings of White and Black."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""

    @property
    def start_fen(self) -> str:
        """The position that the game began from."""

    @property
    def moves(self) -> list[chess.Move]:
        """The moves of the main line."""

    @property
    def move_codes(self) -> NDArray[np.uint16]:
        """The moves of the main line, to be read with `decode_move`."""

    @property
    def evals(self) -> list[chess.engine.PovScore | None]:
        """What `[%eval]` says after each move."""

    def centipawns(self, mate: int = 10_000) -> NDArray[np.float64]:
        """What `[%eval]` says after each move from White's side, NaN where it is silent.

        Mate in n moves counts as `mate` - n.
        """

    @property
    def clocks(self) -> NDArray[np.float64]:
        """The seconds that `[%clk]` leaves the player after each move, NaN where it is silent."""

    @property
    def nags(self) -> list[frozenset[int]]:
        """The numeric annotation glyphs of each move: 1 for `!`, 4 for `??`."""

    @property
    def introduction(self) -> str:
        """The comment before the first move."""

    @property
    def introduction_arrows(self) -> list[str]:
        """The arrows and marks on the starting position, as in `arrows`."""

    @property
    def comments(self) -> list[str]:
        """The text after each move, without commands in brackets, runs of white space made one space."""

    @property
    def arrows(self) -> list[list[str]]:
        """The arrows `Ge2e4` and marks `Re5` of `[%cal]` and `[%csl]` after each move, for `Arrow.parse`."""

    def board(self, ply: int | None = None) -> chess.Board:
        """The position before this ply, with the moves so far on its stack; the last position by default."""

    def positions(self, plies: Sequence[int] | None = None) -> Positions:
        """The positions before these plies, by default before every move; `len(game)` asks for the last one."""

    def first_ply_of_move(self, number: int) -> int:
        """The first ply whose move number is at least this; it may lie behind the end of the game."""

    def __len__(self) -> int:
        """How many plies were played."""

    def __bool__(self) -> bool:
        """True: a game without moves is still a game."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, int, int]]: ...

# ---- evaluations and filters -----------------------------------------------------------------------------

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
        of these is switched on) and not refused by `losing exchange`. What is not considered is dropped by mode
        `paper`, searched `reduction` plies shallower by `soft` (dropped where that leaves no ply), dropped next to the
        leaves by `frontier`.
        """

    @staticmethod
    def rule_names() -> list[str]:
        """The names of the rules."""

    def verdicts(self, board: chess.Board, own: bool, depth: int, /) -> list[tuple[chess.Move, str, list[str]]]:
        """Each legal move, `keep`, `reduce` or `drop`, and the rules that speak for it or refuse it.

        `own` says whether the side to move is the one that searches. Nothing is dropped in check, and nothing when
        everything would be.
        """

    def __reduce__(self) -> tuple[Any, ...]: ...

# ---- search ----------------------------------------------------------------------------------------------

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
        """The value in centipawns; for a mate 10,000 minus its moves, as everywhere in the house."""

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
    """One alpha-beta search with its table; takes one position at a time, on one core, with the GIL released.

    `paper` is the paper's search: fixed depth, every state visited once, no quiescence, the score for the side at the
    root. Otherwise: iterative deepening with everything below, each of which can be switched off.
    """

    def __new__(
        cls,
        evaluation: Evaluation,
        filter: Filter | None = None,
        *,
        paper: bool = False,
        hash_megabytes: int = 16,
        quiescence: bool = True,
        ordering: bool = True,
        null_move: bool = True,
        late_move_reductions: bool = True,
        check_extensions: bool = True,
        futility: bool = True,
    ) -> Searcher:
        """Build a searcher; its table stays from one position to the next until `new_game`."""

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
        on_iteration: Callable[[SearchInfo], object] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> SearchInfo:
        """Search a position, with the moves on its stack as history, until a limit is met or `stop` is called.

        After `soft_seconds` no new iteration begins; after `seconds` the search ends at once. With no limit it ends
        when stopped or when a mate is proved. `moves` restricts the root. `clock` gives the time in seconds instead of
        the machine's own.
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
        """Search many positions at once, each as if it were alone: without history, with a table of its own."""

    def stop(self) -> None:
        """End the search that is under way in another thread; it answers with the best move so far.

        A search that has not begun yet does not hear it, so call it again until the other thread is done.
        """

    def limit_from_now(self, seconds: float, soft_seconds: float | None = None) -> None:
        """Give the search that is under way this much more time, as a ponder hit does."""

    def new_game(self) -> None:
        """Forget everything."""

    def resize(self, hash_megabytes: int, /) -> None:
        """Give the table another size; it forgets everything."""

def play_games(
    players: Sequence[Searcher],
    games: Sequence[tuple[int, int, chess.Board]],
    depths: Sequence[int],
    *,
    most_plies: int = 400,
    threads: int | None = None,
) -> list[tuple[str, str, list[chess.Move], list[int], list[int]]]:
    """Play games (White's number, Black's number, start), each player to its depth, with tables of their own.

    Gives for each game the result, how it ended, the moves, and for White and Black the nodes visited and the hits
    of their tables. The same on any number of threads.
    """

# ---- opening cases ---------------------------------------------------------------------------------------

@final
class Cases:
    """Opening lines and the distinct boards along them, without the start position.

    A board is what stands where, nothing else: neither the side to move nor castling rights count. The distance of
    two boards is the number of squares on which they differ. A ply counts the moves played, from 1.
    """

    def __new__(cls, lines: Sequence[Sequence[str]], /) -> Cases:
        """Play lines of standard algebraic notation; raises IllegalMove, naming the move and the FEN."""

    def __len__(self) -> int:
        """How many lines there are."""

    @property
    def distinct_boards(self) -> int:
        """How many different boards the lines have."""

    def moves(self, line: int, /) -> list[chess.Move]:
        """The moves of a line."""

    def positions(self, line: int, /) -> Positions:
        """The positions after each move of a line."""

    def first_places(self) -> NDArray[np.int32]:
        """(boards, 2): for each distinct board the first line that reaches it, and the ply."""

    def nearest(self, positions: Positions, /) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int32]]:
        """For each position the least distance m, and the distinct boards at a distance below m + 2.

        The second array says where the boards of each position begin in the third; it is one longer than there are
        positions. Without any lines the distance is 64.
        """

    def retrieve(self, board: chess.Board, longest_first: bool, /) -> NDArray[np.int32]:
        """(matches, 3): line, ply and distance of every place where one of the nearest boards stands.

        The longest lines come first, or else the lines in their order.
        """

    def suggest(self, positions: Positions, longest_first: bool, /) -> NDArray[np.int32]:
        """(positions, 4): the first next move that is legal, as a code, and its line, ply and distance.

        The cases are asked in the order of `retrieve`, whoever is to move in them; a move is legal if its text is one
        here. All four are -1 where no retrieved case goes on legally.
        """

# ---- mates -----------------------------------------------------------------------------------------------
# A position is a text here, since the board may be any rectangle up to 8x8: a FEN on the full board, and the
# same with fewer ranks or files below it (`1K2/1P2/kpp1/rqr1 w`). Squares are counted from a1 in the corner, so
# moves are python-chess moves on every board. On a small board a pawn promotes on the last rank, steps twice
# from its second rank only where the board has eight ranks, and nobody castles.
# A stipulation is written as problemists do: `#2` mate in two, `s#2` selfmate, `h#2` helpmate (at most 3 moves).

class _Criteria(Protocol):
    """What the core asks of `motif.puzzles.criteria.Criteria`."""

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
    def every_man_needed(self) -> bool: ...
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
        """What follows; nothing after the mate."""

    @property
    def is_mate(self) -> bool:
        """Whether the move mates."""

    @property
    def length(self) -> int:
        """How many moves of the side that began the solution the longest line from here takes, this one included."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Key:
    """A first move that fulfils the stipulation, and why the defender cannot wait."""

    @property
    def line(self) -> Line:
        """The move with everything that follows."""

    @property
    def threats(self) -> list[Line]:
        """What would follow if the defender could pass; nothing after a checking key."""

    @property
    def is_zugzwang(self) -> bool:
        """Whether the key threatens nothing and gives no check: only the duty to move loses."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Try:
    """A first move that all but a few defences lose to."""

    @property
    def line(self) -> Line:
        """The move with everything that follows, the refutations left out."""

    @property
    def refutations(self) -> list[Line]:
        """The defences that hold, with nothing after them."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Solution:
    """All that full-width search finds out about a position and its stipulation."""

    @property
    def position(self) -> str: ...
    @property
    def stipulation(self) -> str: ...
    @property
    def keys(self) -> list[Key]:
        """Every first move that fulfils the stipulation, shortest first. A helpmate's solutions are its keys."""

    @property
    def length(self) -> int | None:
        """How many moves the shortest solution takes, None when there is none."""

    @property
    def set_play(self) -> list[Line]:
        """Defences that would already be answered, were the defender to move at once. Direct mates only."""

    @property
    def tries(self) -> list[Try]:
        """First moves that fail to one defence alone. Direct mates only."""

    @property
    def is_sound(self) -> bool:
        """Whether exactly one key fulfils the stipulation, and none does so sooner."""

    @property
    def has_duals(self) -> bool:
        """Whether the attacker has a choice after some defence of the first key that meets its threats."""

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

def solve(position: str, stipulation: str, /, nodes: int | None = None) -> Solution | None:
    """Solve a position completely; None when more than `nodes` positions would have to be looked at."""

def mate_lengths(positions: Sequence[str], moves: int, /, nodes: int | None = None) -> NDArray[np.int16]:
    """For each position, in how many moves the side to move can force mate, at most `moves`.

    0 when it cannot, -1 when the node budget of one position ran out.
    """

def mate_keys(positions: Sequence[str], moves: int, /, nodes: int | None = None) -> list[list[chess.Move]]:
    """For each position, every first move that forces mate within so many moves; empty as well without budget."""

def sound_keys(positions: Sequence[str], moves: int, /) -> NDArray[np.uint16]:
    """For each position, the code of the only key of a mate in exactly so many moves; 0 when it is not sound."""

def judge(positions: Sequence[str], criteria: _Criteria, /) -> list[tuple[str, chess.Move | None]]:
    """For each position a verdict, and the only key when there is one.

    The verdict is `sound` or the first criterion that fails: `illegal`, `starts in check`, `shorter mate`, `no mate`,
    `second key`, `key checks`, `key captures`, `key promotes`, `unneeded man`, `no last move`.
    """

def minimise(positions: Sequence[str], criteria: _Criteria, /, seed: int = 0) -> list[str | None]:
    """For each sound position, the same with every unneeded man taken off, tried in an order drawn from the seed.

    A man is unneeded when the position without it is sound with the same key. None when the position is not sound,
    or what is left breaks another criterion.
    """

def repair(
    positions: Sequence[str], keys: Sequence[chess.Move], criteria: _Criteria, /, men: int = 2, seed: int = 0
) -> list[str | None]:
    """For each position, the same with at most so many men added until its key is the only one; None when none help."""

def rework(
    positions: Sequence[str],
    lines: Sequence[Sequence[chess.Move]],
    criteria: _Criteria,
    /,
    most: tuple[int, int] = ...,
    changes: int = 2000,
    seed: int = 0,
) -> list[str | None]:
    """For each position, a sound one with the same line from key to mate; None when so many changes do not lead there.

    Men are added, taken off, moved or exchanged at random, at most so many of White and of Black, by default 16.
    """

def compose_at_random(
    criteria: _Criteria, /, attempts: int, seed: int, men: tuple[int, int] = ..., board: tuple[int, int] = ...
) -> list[str]:
    """Positions that fulfil the criteria, from so many random placements on a board of files x ranks, minimised.

    By default 6 to 12 men, kings included, on the full board. No two are symmetric twins. The same seed gives the
    same positions on one core or many.
    """

def canonical_positions(positions: Sequence[str], /) -> list[str]:
    """For each position the first of its symmetric twins: mirrored files, and without pawns turned boards as well."""

def has_last_move(positions: Sequence[str], /) -> NDArray[np.bool_]:
    """Whether some last move of the side not to move could have led to each position, its men counted.

    The honest minimum of retro-legality on a full board: no more men than a game can leave, promoted ones counted
    as pawns, and one move taken back. It never claims that a game could lead there.
    """

# ---- tables ----------------------------------------------------------------------------------------------

@final
class Tables:
    """The exact outcome of every position of some endgames of up to four men, solved by retrograde analysis.

    An endgame is named by its men, White's first: `KQKR`. A table also answers for the endgame with the colours
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
        """Take back what `values` gave; raises BadFile when the length is wrong."""

    def values(self, signature: str, /) -> bytes:
        """One byte a position: 0 illegal, 1 drawn, else plies to mate + 2, odd plies being wins of the side to move."""

    def positions(self, signature: str, places: NDArray[np.int64], mirror: int = 0, /) -> Positions:
        """The positions at these places of `values`; with `mirror` 7 left and right exchanged, 56 up and down, 63 both.

        A place stands for its mirror images too, four without pawns and two (0 and 7) with them. Raises BadArgument for
        a place that holds no legal position.
        """

    def probe(self, positions: Positions, /) -> NDArray[np.int16]:
        """(positions, 2): 1, 0 or -1 for a win, draw or loss of the side to move, and the plies to mate.

        The plies are -1 where no table answers: too many men, castling, or not solved.
        """

# ---- programs --------------------------------------------------------------------------------------------
# A program judges the board after a move, for the side that just moved: "my" men are its, the opponent is to move.
# Men are worth 1 (pawn), 3 (knight, bishop), 5 (rook) and 9 (queen); a balance is my men's worth minus the opponent's.
# A program never castles: castling rights are passed over.

TERMINALS: Final[tuple[tuple[str, str, str], ...]]
"""What a program can ask of a board: name, type of the answer, and what exactly it means, in English.

The type is `Boolean` (0 or 1) or `Query` (a number that may also stand where a Boolean is wanted: not 0 is true).
"""

FUNCTIONS: Final[tuple[tuple[str, str, tuple[str, ...], str], ...]]
"""How a program combines answers: name, type of the result, types of the arguments, meaning.

The types are `Boolean` and `Float`; a `Query` fits both.
"""

EXTRA_TERMINALS: Final[tuple[tuple[str, str, str], ...]]
"""A few questions that the paper does not ask, as in `TERMINALS`: for mating a bare king without looking ahead."""

EXTRA_FUNCTIONS: Final[tuple[tuple[str, str, tuple[str, ...], str], ...]]
"""What the paper does not have, as in `FUNCTIONS`: `Then`, which orders by one number and among equals by another."""

ENDINGS: Final[tuple[str, ...]]
"""How a game between programs can end; `ProgramGames.endings` holds places in it."""

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
        every next move of its own, and expects the reply that is worst for it; a mate counts more than any value, and
        a stalemate is worth 0. `material` times the balance is added to every value.
        """

    @property
    def plies(self) -> int:
        """How many plies the player looks ahead, 1 or 3."""

    @property
    def material(self) -> float:
        """What a pawn's worth of balance adds to the value of a board."""

    def evaluate(self, positions: Positions, before: NDArray[np.int32], /) -> NDArray[np.float64]:
        """The value of each board for the side that just moved, whose balance before the move was `before`.

        Nothing is added for material, and nobody looks ahead.
        """

    def values(self, board: chess.Board, /) -> list[tuple[chess.Move, float]]:
        """Every legal move with its value, in ascending order of codes; mates are worth about 1e9 and -1e9."""

    def choose(self, positions: Positions, seeds: NDArray[np.int64], /) -> NDArray[np.uint16]:
        """The code of the move that the player chooses in each position, equal ones drawn by lot; 0 without a move."""

    def evaluation(self, material: float, /) -> Evaluation:
        """The program as the evaluation of a search: its value for the side that just moved, plus material.

        A pawn adds `material`, more than 0, in the program's own units. The tree is chosen by the board itself, and
        nothing counts as a material increase.
        """

    def __reduce__(self) -> tuple[Any, ...]: ...

def endgame_terminals(
    positions: Positions, before: NDArray[np.int32], /, *, extras: bool = False
) -> NDArray[np.float64]:
    """(positions, 32): every terminal of each board, for the side that just moved.

    `before` is that side's balance before the move. Columns in the order of `TERMINALS`, with `extras` those of
    `EXTRA_TERMINALS` behind them.
    """

@final
class ProgramGames:
    """What came of games between programs, one row a game."""

    def __len__(self) -> int: ...
    @property
    def endings(self) -> NDArray[np.uint8]:
        """How each game ended, as a place in `ENDINGS`."""

    @property
    def winners(self) -> NDArray[np.int8]:
        """1 where White mated, -1 where Black did, else 0."""

    @property
    def balances(self) -> NDArray[np.int16]:
        """White's balance on the last board."""

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many plies each game took."""

    @property
    def evaluations(self) -> int:
        """How many boards were judged in all games together."""

    @property
    def codes(self) -> NDArray[np.uint16]:
        """The moves of all games, one after another, `lengths` moves each; empty unless asked for."""

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
    pawn move, or after `moves` moves of each side. The same on any number of threads. Raises BadArgument for a
    program or start that is not there.
    """

def endgame_starts(signature: str, count: int, seed: int, *, turn: str = "white") -> Positions:
    """Random legal positions of an endgame such as KQRKQR, White's men first, in which no man attacks an enemy.

    So nobody is in check, and the side to move has a move. `turn` is who moves: `white`, `black` or `random`. Every
    position is drawn from the seed and its own number, so that more of them begin with the same ones. Raises
    BadArgument for a text that names no endgame, or one so crowded that no such position is found.
    """

# ---- tactics ---------------------------------------------------------------------------------------------

def rule_relations() -> list[tuple[str, int]]:
    """The ground relations a rule is tested with, and how many squares each takes.

    A constant and the position after the move are part of the name: "kind knight", "exchange_at_least 3",
    "attacks next".
    """

@final
class RuleTester:
    """Rows (position, legal move) on which rules are tested, on every core, block by block of rows.

    A rule is a list of (relation name, squares): 0 stands for the move's origin, 1 for its target, 2 and above for
    further men, which are all different. It covers a row when some choice of those men makes all of it true.
    A pawn that promotes becomes a queen here: underpromotions are no rows.
    """

    def __new__(
        cls,
        positions: Positions,
        references: NDArray[np.uint16] | None = None,
        captured_on: NDArray[np.int8] | None = None,
        /,
    ) -> RuleTester:
        """Lay out the rows. The reference moves make the positive rows, one or none a position.

        `captured_on` holds the square on which the move before captured, -1 where it did not or is not known.
        """

    @property
    def positions(self) -> Positions:
        """The positions the rows belong to."""

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the rows of each position begin; one longer than there are positions."""

    @property
    def codes(self) -> NDArray[np.uint16]:
        """The moves of the rows, to be read with `decode_move`."""

    @property
    def positives(self) -> NDArray[np.int64]:
        """The rows that hold a reference move."""

    def __len__(self) -> int: ...
    def test(
        self, rules: Sequence[Sequence[tuple[str, Sequence[int]]]], /
    ) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """(rules, 3): covered rows, covered positions and covered positive rows; and a fingerprint of each coverage.

        Two rules with the same fingerprint cover the same rows. Raises BadArgument for an unknown relation.
        """

    def covered(
        self, rules: Sequence[Sequence[tuple[str, Sequence[int]]]], /
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows that each rule covers, ascending and one rule after another, and where those of each rule begin."""

    def covered_by_clauses(
        self, rules: Sequence[Sequence[tuple[str, Sequence[int]]]], /
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """As `covered`, for clauses in the paper's vocabulary, asked as Prolog would.

        Their variables are numbered: 0 is the position, 1 and 2 are the move's squares, and two may share a square.
        """

    def witness(self, rule: Sequence[tuple[str, Sequence[int]]], row: int, /) -> list[int] | None:
        """The squares of a rule's variables on one row, origin and target first; None where it does not hold."""

    def facts(self, relation: str, /) -> NDArray[np.int32]:
        """(facts, 1 + squares): row and squares for which a relation holds, on the board as it stands."""
