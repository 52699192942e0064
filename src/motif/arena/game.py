"""Play pairs of games: two from the same start with colours swapped, so that the start favours neither player.

A pair is the unit of work and of statistics. A task contains all that a pair needs, seeds included, so it gives the
same two games in any process on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import chess

from motif.advice import Advice, Player
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.engines.limits import Limit
from motif.errors import BadArgument, MotifError
from motif.runtime.parallel import Pool, seed_of

if TYPE_CHECKING:
    from motif.engines.evaluator import Evaluator

# The record of a game: players, start, moves and ending; as a value, as JSON and as PGN.


class EndReason(StrEnum):
    """Why a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "threefold repetition"
    FIFTY_MOVES = "fifty moves without a capture or a pawn move"
    INSUFFICIENT_MATERIAL = "insufficient material"
    RESIGNATION = "resignation"
    TIME = "out of time"
    MOVE_CAP = "drawn at the move limit"
    ADJUDICATED = "adjudicated by an engine"
    ILLEGAL_MOVE = "forfeit by an illegal move"
    FAILURE = "forfeit by a player that failed"

    @property
    def in_pgn(self) -> str:
        """The value for PGN's Termination tag, one that game filters know."""
        match self:
            case EndReason.MOVE_CAP | EndReason.ADJUDICATED:
                return "adjudication"
            case EndReason.TIME:
                return "time forfeit"
            case EndReason.ILLEGAL_MOVE | EndReason.FAILURE:
                return "rules infraction"
            case _:
                return "normal"


@dataclass(frozen=True, slots=True)
class GameEnding:
    """How a game ended; the explanation adds details such as the illegal move."""

    result: GameResult
    termination: EndReason
    explanation: str = ""

    def __str__(self) -> str:
        return f"{self.result} {self.termination}" + (f": {self.explanation}" if self.explanation else "")


@dataclass(frozen=True, slots=True)
class Note:
    """A player's note on one of its moves: the weight of its advice, if it has one, and the reason in English."""

    weight: float | None
    english: str

    def __str__(self) -> str:
        return self.english if self.weight is None else f"{self.weight:+.0f} {self.english}"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `round` is `pair.game`, both counted from one; `moves` are those played after the start position."""

    round: str
    white: str
    black: str
    start: StartPosition
    moves: tuple[str, ...]
    ending: GameEnding
    notes: tuple[Note, ...] = ()

    @property
    def result(self) -> GameResult:
        """The result, as PGN writes it."""
        return self.ending.result

    def to_json(self) -> dict[str, Any]:
        start, ending = self.start, self.ending
        return {
            "round": self.round,
            "white": self.white,
            "black": self.black,
            "start": [start.name, " ".join(start.moves), start.fen],
            "moves": " ".join(self.moves),
            "ending": [ending.result.value, ending.termination.name, ending.explanation],
            "notes": [[note.weight, note.english] for note in self.notes],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GameRecord:
        name, opening, fen = value["start"]
        result, termination, explanation = value["ending"]
        return cls(
            value["round"],
            value["white"],
            value["black"],
            StartPosition(name, tuple(opening.split()), fen),
            tuple(value["moves"].split()),
            GameEnding(GameResult(result), EndReason[termination], explanation),
            tuple(Note(weight, english) for weight, english in value["notes"]),
        )

    def to_pgn(
        self, event: str = "Motif match", ratings: Mapping[str, float] | None = None, comments: bool = False
    ) -> str:
        """Return the game as PGN and a blank line; there is no date in it, so equal games give equal text."""
        tags = {"Event": event, "Site": "?", "Date": "????.??.??", "Round": self.round}
        tags |= {"White": self.white, "Black": self.black, "Result": self.result}
        for colour, name in (("White", self.white), ("Black", self.black)):
            if ratings and name in ratings:
                tags[f"{colour}Elo"] = f"{ratings[name]:.0f}"
        tags |= {"Opening": self.start.name, "Termination": self.ending.termination.in_pgn}
        tags["Ending"] = self.ending.termination
        texts = [""] * (1 + len(self.start.moves))
        texts += [str(note) for note in self.notes] if comments and self.notes else [""] * len(self.moves)
        if self.ending.explanation:
            texts[-1] = f"{texts[-1]} {self.ending.explanation}".strip()
        return pgn_of(tags, self.start.fen, (*self.start.moves, *self.moves), texts)


def pgn_of(tags: Mapping[str, str], fen: str, moves: Sequence[str], comments: Sequence[str] = ()) -> str:
    """Return a game as PGN and a blank line, from its tags, its first position and its moves in UCI notation.

    The first comment goes before all moves, and each further comment after its move.
    """
    import chess.pgn  # loads chess.engine and asyncio, which a match without PGN does not need

    game = chess.pgn.Game()
    game.setup(chess.Board(fen))
    for tag, text in tags.items():
        # python-chess writes header values as they are, and a quotation mark would end the value.
        game.headers[tag] = text.replace('"', "'").replace("\\", "/").replace("\n", " ")
    game.comment, *others = comments or ("",)
    node: chess.pgn.GameNode = game
    for move, comment in zip_longest(moves, others, fillvalue=""):
        node = node.add_main_variation(chess.Move.from_uci(move))
        node.comment = comment
    return game.accept(chess.pgn.StringExporter(columns=80)) + "\n\n"


@dataclass(frozen=True, slots=True)
class PairRecord:
    """Two games from the same start; the first player has White in the first game and Black in the second."""

    number: int
    games: tuple[GameRecord, GameRecord]

    @property
    def first(self) -> str:
        """The name of the player who had White first."""
        return self.games[0].white

    @property
    def second(self) -> str:
        """The name of the player who had Black first."""
        return self.games[0].black

    @property
    def was_played(self) -> bool:
        """Whether no player failed: a program that crashes or hangs loses the game, but not by its moves."""
        return all(game.ending.termination is not EndReason.FAILURE for game in self.games)

    @property
    def half_points(self) -> int:
        """The first player's score in both games, in half points: 0 to 4."""
        return round(2 * sum(self.points))

    @property
    def points(self) -> tuple[float, float]:
        return self.games[0].result.points(chess.WHITE), self.games[1].result.points(chess.BLACK)

    def to_json(self) -> dict[str, Any]:
        return {"number": self.number, "games": [game.to_json() for game in self.games]}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> PairRecord:
        one, two = value["games"]
        return cls(value["number"], (GameRecord.from_json(one), GameRecord.from_json(two)))


# Adjudication: ending a game early by the evaluations of an engine that plays for neither side.


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The engine that adjudicates, its limit, and the evaluations at which it ends a game."""

    evaluator: Callable[[], Evaluator]
    limit: Limit
    resign_centipawns: float = 900
    resign_plies: int = 8
    draw_centipawns: float = 10
    draw_plies: int = 16
    draw_from_move: int = 40

    def __post_init__(self) -> None:
        if self.resign_plies < 1 or self.draw_plies < 1:
            raise BadArgument("adjudication needs at least one evaluated ply to call a game won or drawn")
        if self.draw_centipawns >= self.resign_centipawns:
            raise BadArgument(
                f"adjudication cannot call {self.resign_centipawns} centipawns won"
                f" and {self.draw_centipawns} centipawns drawn"
            )

    def describe(self) -> str:
        """Return the rules in one line, as checkpoints keep them."""
        return (
            f"{self.limit}; won at {self.resign_centipawns} for {self.resign_plies} plies;"
            f" drawn at {self.draw_centipawns} for {self.draw_plies} plies from move {self.draw_from_move}"
        )


@dataclass(slots=True)
class Adjudicator:
    """Follows one game and decides when it is over."""

    rules: Adjudication
    evaluator: Evaluator
    scores: list[float] = field(default_factory=list)
    """The evaluation after each move, in centipawns from White's point of view."""

    def after(self, board: chess.Board) -> GameEnding | None:
        """Evaluate the position after a move; return the ending if the game is decided."""
        (evaluation,) = self.evaluator.evaluate([board], self.rules.limit)
        self.scores.append(evaluation.centipawns if board.turn == chess.WHITE else -evaluation.centipawns)
        decided = self._last(self.rules.resign_plies)
        for colour, sign in ((chess.WHITE, 1), (chess.BLACK, -1)):
            if decided and all(sign * score >= self.rules.resign_centipawns for score in decided):
                return self._ending(GameResult.win_for(colour))
        level = self._last(self.rules.draw_plies)
        if not level or board.fullmove_number < self.rules.draw_from_move:
            return None
        drawn = all(abs(score) <= self.rules.draw_centipawns for score in level)
        return self._ending(GameResult.DRAW) if drawn else None

    def _last(self, plies: int) -> list[float]:
        return self.scores[-plies:] if len(self.scores) >= plies else []

    def _ending(self, result: GameResult) -> GameEnding:
        explanation = f"evaluation {self.scores[-1] / 100:+.2f} for White"
        return GameEnding(result, EndReason.ADJUDICATED, explanation)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a match: its name, how to create it, and its limit for each move.

    `make` must be picklable, because each worker process creates its own players.
    """

    name: str
    make: Callable[[], Player]
    limit: Limit


@dataclass(frozen=True, slots=True)
class Conditions:
    """The rules of every game: maximum length, adjudication, and whether the players' notes are kept."""

    maximum_moves: int = 200
    adjudication: Adjudication | None = None
    notes: bool = False

    def __post_init__(self) -> None:
        if self.maximum_moves < 1:
            raise BadArgument(f"a game cannot be limited to {self.maximum_moves} moves; the minimum is 1")


@dataclass(frozen=True, slots=True)
class PairTask:
    """A pair to play; `number` counts from one, and `seed` is that of the whole run."""

    number: int
    first: Entrant
    second: Entrant
    start: StartPosition
    seed: int
    conditions: Conditions


def play_pair(task: PairTask, pool: Pool | None = None) -> PairRecord:
    """Play both games of a pair with players from the pool; without a pool, create and close the players here."""
    if pool is None:
        with closing(Pool()) as pool:
            return play_pair(task, pool)
    one = _play_game(task, 1, {chess.WHITE: task.first, chess.BLACK: task.second}, pool)
    two = _play_game(task, 2, {chess.WHITE: task.second, chess.BLACK: task.first}, pool)
    return PairRecord(task.number, (one, two))


def ending_by_rules(board: chess.Board) -> GameEnding | None:
    """Return how the rules end the game here, if they do; threefold repetition and fifty moves need no claim."""
    if board.is_checkmate():
        return GameEnding(GameResult.win_for(not board.turn), EndReason.CHECKMATE)
    if board.is_stalemate():
        return GameEnding(GameResult.DRAW, EndReason.STALEMATE)
    if board.is_insufficient_material():
        return GameEnding(GameResult.DRAW, EndReason.INSUFFICIENT_MATERIAL)
    if board.is_fifty_moves():
        return GameEnding(GameResult.DRAW, EndReason.FIFTY_MOVES)
    if board.is_repetition(3):
        return GameEnding(GameResult.DRAW, EndReason.REPETITION)
    return None


class _PlayerFailed(Exception):
    """Carries the ending out of the game, so that none of its players and engines is returned to the pool."""

    def __init__(self, ending: GameEnding) -> None:
        super().__init__(str(ending))
        self.ending = ending


@dataclass(slots=True)
class _Seat:
    """A player and the board that it sees; if the player raises an error, it loses the game."""

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
        # Copying the board at every move would take 80 % of the time of a game between random players, so it is copied
        # only if the player has changed it.
        if self.board != board or self.board.move_stack != board.move_stack:
            self.board = board.copy()
        return advice

    @contextmanager
    def _forfeiting(self) -> Iterator[None]:
        try:
            yield
        except MotifError as error:
            lost = GameResult.win_for(not self.colour)
            raise _PlayerFailed(GameEnding(lost, EndReason.FAILURE, f"{self.entrant.name}: {error}")) from error


@dataclass(slots=True)
class _Game:
    """A game in progress: the authoritative board, and the players' notes on the moves."""

    board: chess.Board
    conditions: Conditions
    notes: list[Note] = field(default_factory=list)

    def play(self, seats: dict[chess.Color, _Seat], adjudicator: Adjudicator | None) -> GameEnding:
        """Ask for moves until the game ends."""
        while True:
            advice = seats[self.board.turn].choose(self.board)
            if not self.board.is_legal(advice.move):
                explanation = f"{advice.move.uci()} is illegal in {self.board.fen()}"
                return GameEnding(GameResult.win_for(not self.board.turn), EndReason.ILLEGAL_MOVE, explanation)
            self.board.push(advice.move)
            self.notes.append(Note(advice.weight, advice.because.english))
            if ending := ending_by_rules(self.board):
                return ending
            if len(self.notes) >= 2 * self.conditions.maximum_moves:
                return GameEnding(GameResult.DRAW, EndReason.MOVE_CAP)
            if adjudicator and (ending := adjudicator.after(self.board)):
                return ending


def _play_game(task: PairTask, number: int, entrants: dict[chess.Color, Entrant], pool: Pool) -> GameRecord:
    game = _Game(task.start.board(), task.conditions)
    try:
        with ExitStack() as borrowed:
            adjudicator = None
            if rules := task.conditions.adjudication:
                adjudicator = Adjudicator(rules, borrowed.enter_context(pool.borrow("adjudicator", rules.evaluator)))
            seats = {}
            for colour, entrant in entrants.items():
                player = borrowed.enter_context(pool.borrow(f"player {entrant.name}", entrant.make))
                seats[colour] = _Seat(colour, entrant, player, game.board.copy())
                seats[colour].begin(seed_of(task.seed, task.number, number, chess.COLOR_NAMES[colour]))
            ending = game.play(seats, adjudicator)
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
