"""Find which kinds of endings arose, whether the player kept the win or draw, and which move threw it away.

The kind of an ending is the set of pieces besides kings and pawns; an ending counts if it lasts a few moves. At its
start the player is winning (by 1.5 pawns or more), level, or losing, and holds it by keeping a win or not losing a
draw. If the game ends in this ending its result decides, else the evaluation; with up to four pieces, kings and pawns
included, the endgame tables know the exact answer.

The better move comes from the tables or the engine; if a program evolved for exactly these pieces agrees with the
engine, the program gives the reason. A better move is shown only after a second check: it must keep the result and the
played move must lose it, by the tables or clearly by a deep search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, pairwise

import chess

from motif.board.material import Phase
from motif.engines.evaluator import Evaluator, after
from motif.engines.exact import ExactResults
from motif.engines.limits import LOST_ENDING_LIMIT, TABLES_LIMIT
from motif.engines.small_tables import MOST_PIECES, Tablebase, signature_of
from motif.players.endgames import program_speaks
from motif.players.names import find_evaluator
from motif.study.games import Rate, StudiedGame, written
from motif.study.profile import MOST_EXAMPLES, EndgameRecord, Example, SavedBy, SavingLine

# Exact results of endings with three and four pieces, where they can be had at once.


MOST_PIECES_SOLVED_AT_ONCE = 3
"""Tables for endings with up to this many pieces are generated in a moment."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The player's result with best play at the start and the end of an ending (1 a win, 0 a draw, -1 a loss), and the
    ply that lost most of it, or None."""

    begins: int
    ends: int
    worst: int | None


@dataclass(slots=True)
class SmallTables:
    """Endgame tables that are installed or can be generated at once."""

    tables: Tablebase = field(default_factory=Tablebase)
    _known: dict[str, bool] = field(default_factory=dict)

    def name(self, board: chess.Board) -> str | None:
        """The name of an ending that the tables solve; None for any other position."""
        if chess.popcount(board.occupied) > MOST_PIECES or board.castling_rights or board.is_insufficient_material():
            return None
        signature = signature_of(board)
        if signature not in self._known:
            missing = self.tables.missing(signature)
            self._known[signature] = all(len(name) <= MOST_PIECES_SOLVED_AT_ONCE for name in missing)
        return _words(board) if self._known[signature] else None

    def truth(self, boards: Sequence[chess.Board], is_white: bool, first: int) -> Truth:
        """The results by the tables of consecutive positions, the first of them before the move at ply `first`."""
        results = [
            exact.result if board.turn == is_white else -exact.result
            for board, exact in zip(boards, self.tables.probe_all(boards), strict=True)
        ]
        drops = [after - before for before, after in pairwise(results)]
        worst = min(range(len(drops)), key=drops.__getitem__, default=None)
        is_thrown = worst is not None and drops[worst] < 0
        return Truth(results[0], results[-1], first + worst if is_thrown and worst is not None else None)

    def line(self, board: chess.Board, plies: int) -> list[chess.Move]:
        """Best play from a position as far as the tables know it, at most `plies` moves."""
        moves: list[chess.Move] = []
        walk = board.copy(stack=False)
        while len(moves) < plies and self.name(walk) and not walk.is_game_over():
            (best,) = self.tables.evaluate([walk], TABLES_LIMIT)
            moves.append(best.line[0])
            walk.push(best.line[0])
        return moves


def _words(board: chess.Board) -> str:
    """The pieces of both sides, the stronger side first: "king and pawn against king"."""
    sides = sorted(
        ([piece for piece in chess.PIECE_TYPES[::-1] for _ in board.pieces(piece, side)] for side in chess.COLORS),
        key=lambda pieces: (-len(pieces), [-piece for piece in pieces]),
    )
    return " against ".join(" and ".join(map(chess.piece_name, pieces)) for pieces in sides)


WINNING = 150
FEWEST_PLIES = 6
MOST_LINES = 3


CLEARLY_WON, CLEARLY_LEVEL = 300, 80
"""Won from this many centipawns on, level up to this many; in between it is neither."""

SHOWN, SHOWN_OF_A_SEARCH = 6, 3
"""How many plies of a line are shown, by the tables and by a search, whose lines may end in an exchange."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A stretch of a game with the same kinds of pieces, from ply `first` to before ply `end`."""

    game: StudiedGame
    name: str
    first: int
    end: int
    exact: Truth | None = None
    kind: str = ""
    """The pieces besides kings and pawns, even if the tables have a different name for the ending."""

    @property
    def is_last(self) -> bool:
        return self.end >= len(self.game.moves)

    @property
    def begins(self) -> int:
        """The player's expected result at its start: 1 a win, 0 a draw, -1 a loss."""
        if self.exact:
            return self.exact.begins
        return _verdict(self._advantage(self.first - 1))

    @property
    def ends(self) -> int:
        """The player's result at its end, 1, 0 or -1: the game's if it ended here, else the one expected there."""
        if self.is_last and self.game.score is not None:
            return round(2 * self.game.score - 1)
        if self.exact:
            return self.exact.ends
        return _verdict(self._advantage(self.end - 1))

    @property
    def worst(self) -> int:
        if self.exact and self.exact.worst is not None:
            return self.exact.worst
        own = [ply for ply in range(self.first, self.end) if self.game.is_players(ply)]
        return max(own, key=lambda ply: self.game.moves[ply].lost, default=self.first)

    def _advantage(self, ply: int) -> int:
        whites = self.game.moves[ply].advantage if ply >= 0 else self.game.advantage
        return whites if self.game.is_white else -whites


def endings(game: StudiedGame, tables: SmallTables) -> Iterator[Ending]:
    """The endings of a game in order."""
    boards = game.boards()
    names = [
        (tables.name(board) or ending_of(board)) if move.phase is Phase.ENDGAME else None
        for board, move in zip(boards, game.moves, strict=False)
    ]
    for name, plies in groupby(range(len(names)), key=names.__getitem__):
        stretch = list(plies)
        if name is None or len(stretch) < FEWEST_PLIES:
            continue
        first, end = stretch[0], stretch[-1] + 1
        truth = tables.truth(boards[first:end], game.is_white, first) if tables.name(boards[first]) else None
        yield Ending(game, name, first, end, truth, ending_of(boards[first]))


def endgame_records(arisen: Sequence[Ending], tables: SmallTables) -> tuple[EndgameRecord, ...]:
    """A record for each kind of ending, the most frequent first, with moves that would have kept the result."""
    grouped: dict[str, list[Ending]] = defaultdict(list)
    for ending in arisen:
        grouped[ending.name].append(ending)
    records = []
    for name, some in grouped.items():
        thrown = thrown_away(some)
        at_stake = [ending for ending in some if ending.begins >= 0]
        won = sum(ending.begins == 1 for ending in thrown)
        records.append(
            EndgameRecord(
                name,
                len({ending.game.number for ending in some}),
                Rate(len(at_stake) - len(thrown), len(at_stake)),
                all(ending.exact is not None for ending in some),
                tuple(Example(ending.game.number, ending.worst) for ending in thrown[:MOST_EXAMPLES]),
                _results_thrown_away(won, len(thrown) - won),
                tuple(filter(None, (saving_line(each, tables) for each in thrown[:MOST_LINES]))),
            )
        )
    return tuple(sorted(records, key=lambda record: (-record.games, record.name)))


def saving_line(ending: Ending, tables: SmallTables) -> SavingLine | None:
    """The line that would have kept the result of an ending; None if none is known."""
    game, ply = ending.game, ending.worst
    board = game.boards()[ply]
    played, example = game.moves[ply], Example(game.number, ply)
    is_exact = tables.name(board) is not None
    line = tuple(tables.line(board, SHOWN)) if is_exact else played.line or ((played.best,) if played.best else ())
    if not line or line[0] == played.move or not _keeps_alone(board, line[0], played.move, ending.begins):
        return None
    if is_exact:
        return SavingLine(example, written(board, line), SavedBy.TABLE)
    reason = program_speaks(board, line[0])
    if reason is None:
        return SavingLine(example, written(board, line[:SHOWN_OF_A_SEARCH]), SavedBy.ENGINE)
    return SavingLine(example, written(board, line[:SHOWN_OF_A_SEARCH]), SavedBy.PROGRAM, reason.english)


def _keeps_alone(board: chess.Board, better: chess.Move, played: chess.Move, wanted: int) -> bool:
    """Whether the better move keeps the win (1) or the draw (0) that the played one gives away."""
    boards = [after(board, move) for move in (better, played)]
    exact = [_exact().result(each) for each in boards]
    if exact[0] is not None and exact[1] is not None:
        return -exact[0] >= wanted > -exact[1]
    kept, gone = (-answer.centipawns for answer in _deep().evaluate(boards, LOST_ENDING_LIMIT))
    if wanted == 1:
        return kept >= CLEARLY_WON and gone <= CLEARLY_LEVEL
    return kept >= -CLEARLY_LEVEL and gone <= -CLEARLY_WON


@cache
def _exact() -> ExactResults:
    return ExactResults()


@cache
def _deep() -> Evaluator:
    return find_evaluator("search")


def ending_of(board: chess.Board) -> str:
    """Name a kind of ending by the pieces besides kings and pawns."""
    if not board.queens and not board.rooks and not board.knights and not board.bishops:
        return "pawn endings"
    minor = board.knights | board.bishops
    if board.queens:
        return "queen endings" if not (board.rooks | minor) else "endings of queens with other pieces"
    if not minor:
        return "rook endings"
    if board.rooks:
        return "endings of rooks with minor pieces"
    if board.bishops and not board.knights:
        return "bishop endings"
    return "knight endings" if not board.bishops else "endings of bishops and knights"


def thrown_away(arisen: Sequence[Ending]) -> list[Ending]:
    """The endings in which the player threw away a win or a draw, the costliest first."""
    lost = [ending for ending in arisen if ending.begins >= 0 and ending.ends < ending.begins]
    return sorted(lost, key=lambda ending: ending.ends - ending.begins)


def _results_thrown_away(wins: int, draws: int) -> str:
    parts = [
        f"{number} {word}{'s' if number > 1 else ''}" for number, word in ((wins, "win"), (draws, "draw")) if number
    ]
    return f"Thrown away: {' and '.join(parts)}." if parts else "Nothing was thrown away."


def _verdict(advantage: int) -> int:
    return 0 if abs(advantage) < WINNING else (1 if advantage > 0 else -1)
