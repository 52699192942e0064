"""One game, and a pair of games: the same start twice with colours swapped, so that it favours nobody.

A pair is the unit of work and of statistics: it carries all it needs, seeds included, so it gives the same
two games in any process on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field

import chess

from motif.advice import Advice, Player
from motif.arena.adjudication import Adjudication, Verdicts
from motif.arena.records import Ending, GameRecord, Note, PairRecord, Result, Termination
from motif.arena.start_positions import StartPosition
from motif.board.limits import Limit
from motif.errors import BadArgument, MotifError
from motif.parallel import Pool
from motif.seeds import seed_of


@dataclass(frozen=True, slots=True)
class Entrant:
    """A name, how to build the player (picklable, for workers build their own) and its limit for each move."""

    name: str
    make: Callable[[], Player]
    limit: Limit


@dataclass(frozen=True, slots=True)
class Conditions:
    """What holds for every game: the moves each side has, who may end it early, whether players' words are kept."""

    maximum_moves: int = 200
    adjudication: Adjudication | None = None
    notes: bool = False

    def __post_init__(self) -> None:
        if self.maximum_moves < 1:
            raise BadArgument(f"a game of at most {self.maximum_moves} moves cannot be played")


@dataclass(frozen=True, slots=True)
class PairTask:
    """A pair to be played; `number` counts from one, `seed` is that of the whole run."""

    number: int
    first: Entrant
    second: Entrant
    start: StartPosition
    seed: int
    conditions: Conditions


def play_pair(task: PairTask, pool: Pool | None = None) -> PairRecord:
    """Play both games of a pair, with players from the pool; without one they are built and closed here."""
    if pool is None:
        with closing(Pool()) as pool:
            return play_pair(task, pool)
    one = _play_game(task, 1, {chess.WHITE: task.first, chess.BLACK: task.second}, pool)
    two = _play_game(task, 2, {chess.WHITE: task.second, chess.BLACK: task.first}, pool)
    return PairRecord(task.number, (one, two))


def ending_by_rules(board: chess.Board) -> Ending | None:
    """How the rules end the game here, or None; the third repetition and fifty moves need no claim."""
    if board.is_checkmate():
        return Ending(Result.win_for(not board.turn), Termination.CHECKMATE)
    if board.is_stalemate():
        return Ending(Result.DRAW, Termination.STALEMATE)
    if board.is_insufficient_material():
        return Ending(Result.DRAW, Termination.INSUFFICIENT_MATERIAL)
    if board.is_fifty_moves():
        return Ending(Result.DRAW, Termination.FIFTY_MOVES)
    if board.is_repetition(3):
        return Ending(Result.DRAW, Termination.REPETITION)
    return None


class _PlayerFailed(Exception):
    """Carries the ending past both players and the judge, so that none of them goes back to the pool."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(str(ending))
        self.ending = ending


@dataclass(slots=True)
class _Seat:
    """A player and a board of its own; every error of the player costs it the game."""

    colour: chess.Color
    entrant: Entrant
    player: Player
    board: chess.Board

    def begin(self, seed: int) -> None:
        with self._forfeiting():
            self.player.new_game(seed)

    def choose(self, board: chess.Board) -> Advice:
        for move in board.move_stack[len(self.board.move_stack) :]:
            self.board.push(move)
        with self._forfeiting():
            advice = self.player.choose(self.board, self.entrant.limit)
        # A copy for each move would take four fifths of a game between random players, so only the untidy get one.
        if self.board != board or self.board.move_stack != board.move_stack:
            self.board = board.copy()
        return advice

    @contextmanager
    def _forfeiting(self) -> Iterator[None]:
        try:
            yield
        except MotifError as error:
            lost = Result.win_for(not self.colour)
            raise _PlayerFailed(Ending(lost, Termination.FAILURE, f"{self.entrant.name}: {error}")) from error


@dataclass(slots=True)
class _Game:
    """A game under way: the board of the arbiter, and what the players said about the moves on it."""

    board: chess.Board
    conditions: Conditions
    notes: list[Note] = field(default_factory=list)

    def play(self, seats: dict[chess.Color, _Seat], verdicts: Verdicts | None) -> Ending:
        """Ask for moves until the game ends."""
        while True:
            advice = seats[self.board.turn].choose(self.board)
            if not self.board.is_legal(advice.move):
                explanation = f"{advice.move.uci()} is illegal in {self.board.fen()}"
                return Ending(Result.win_for(not self.board.turn), Termination.ILLEGAL_MOVE, explanation)
            self.board.push(advice.move)
            self.notes.append(Note(advice.weight, advice.because.english))
            if ending := ending_by_rules(self.board):
                return ending
            if len(self.notes) >= 2 * self.conditions.maximum_moves:
                return Ending(Result.DRAW, Termination.MOVE_CAP)
            if verdicts and (ending := verdicts.after(self.board)):
                return ending


def _play_game(task: PairTask, number: int, entrants: dict[chess.Color, Entrant], pool: Pool) -> GameRecord:
    game = _Game(task.start.board(), task.conditions)
    try:
        with ExitStack() as borrowed:
            verdicts = None
            if rules := task.conditions.adjudication:
                verdicts = Verdicts(rules, borrowed.enter_context(pool.borrow("judge", rules.judge)))
            seats = {}
            for colour, entrant in entrants.items():
                player = borrowed.enter_context(pool.borrow(f"player {entrant.name}", entrant.make))
                seats[colour] = _Seat(colour, entrant, player, game.board.copy())
                seats[colour].begin(seed_of(task.seed, task.number, number, chess.COLOR_NAMES[colour]))
            ending = game.play(seats, verdicts)
    except _PlayerFailed as failure:
        ending = failure.ending
    return GameRecord(
        round=f"{task.number}.{number}",
        white=entrants[chess.WHITE].name,
        black=entrants[chess.BLACK].name,
        start=task.start,
        moves=tuple(move.uci() for move in game.board.move_stack[len(task.start.moves) :]),
        ending=ending,
        notes=tuple(game.notes) if task.conditions.notes else (),
    )
