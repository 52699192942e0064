"""One game, and a pair of games: the same start twice with colours swapped, so that it favours nobody.

A pair is the unit of work and of statistics: it carries all it needs, seeds included, so it gives the same
two games in any process on any machine.
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
from motif.engines.limits import Limit
from motif.errors import BadArgument, MotifError
from motif.runtime.parallel import Pool, seed_of

if TYPE_CHECKING:
    from motif.engines.evaluator import Evaluator

# What is left of a game: who played, from where, every move and the ending; as a value, as JSON, as PGN.


class Result(StrEnum):
    """The result of a game, as PGN writes it."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"

    @classmethod
    def win_for(cls, colour: chess.Color) -> Result:
        """The result of a game that this side won."""
        return cls.WHITE_WINS if colour == chess.WHITE else cls.BLACK_WINS

    def points(self, colour: chess.Color) -> float:
        """What the side gets: 1, 1/2 or 0."""
        if self is Result.DRAW:
            return 0.5
        return 1.0 if self is Result.win_for(colour) else 0.0


class Termination(StrEnum):
    """Why a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "threefold repetition"
    FIFTY_MOVES = "fifty moves without a capture or a pawn move"
    INSUFFICIENT_MATERIAL = "nobody has enough material to mate"
    RESIGNATION = "resignation"
    TIME = "out of time"
    MOVE_CAP = "drawn at the move limit"
    ADJUDICATED = "adjudicated by the judge"
    ILLEGAL_MOVE = "forfeit by an illegal move"
    FAILURE = "forfeit by a player that failed"

    @property
    def in_pgn(self) -> str:
        """The word of the PGN standard for it, which filters of games know."""
        match self:
            case Termination.MOVE_CAP | Termination.ADJUDICATED:
                return "adjudication"
            case Termination.TIME:
                return "time forfeit"
            case Termination.ILLEGAL_MOVE | Termination.FAILURE:
                return "rules infraction"
            case _:
                return "normal"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; the explanation adds what the termination leaves open, such as the illegal move."""

    result: Result
    termination: Termination
    explanation: str = ""

    def __str__(self) -> str:
        return f"{self.result} {self.termination}" + (f": {self.explanation}" if self.explanation else "")


@dataclass(frozen=True, slots=True)
class Note:
    """What a player said about one of its moves: the weight of its advice, if it has one, and the reason in English."""

    weight: float | None
    english: str

    def __str__(self) -> str:
        return self.english if self.weight is None else f"{self.weight:+.0f} {self.english}"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `round` is pair.game, both counted from one; `moves` are those played after the start."""

    round: str
    white: str
    black: str
    start: StartPosition
    moves: tuple[str, ...]
    ending: Ending
    notes: tuple[Note, ...] = ()

    @property
    def result(self) -> Result:
        """The result as PGN writes it."""
        return self.ending.result

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON value."""
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
        """Read a record back from its JSON value."""
        name, opening, fen = value["start"]
        result, termination, explanation = value["ending"]
        return cls(
            value["round"],
            value["white"],
            value["black"],
            StartPosition(name, tuple(opening.split()), fen),
            tuple(value["moves"].split()),
            Ending(Result(result), Termination[termination], explanation),
            tuple(Note(weight, english) for weight, english in value["notes"]),
        )

    def to_pgn(
        self, event: str = "Motif match", ratings: Mapping[str, float] | None = None, comments: bool = False
    ) -> str:
        """The game as PGN with a blank line after it; undated, so that the same game is the same bytes."""
        tags = {"Event": event, "Site": "?", "Date": "????.??.??", "Round": self.round}
        tags |= {"White": self.white, "Black": self.black, "Result": self.result}
        for colour, name in (("White", self.white), ("Black", self.black)):
            if ratings and name in ratings:
                tags[f"{colour}Elo"] = f"{ratings[name]:.0f}"
        tags |= {"Opening": self.start.name, "Termination": self.ending.termination.in_pgn}
        tags["Ending"] = self.ending.termination
        said = [""] * (1 + len(self.start.moves))
        said += [str(note) for note in self.notes] if comments and self.notes else [""] * len(self.moves)
        if self.ending.explanation:
            said[-1] = f"{said[-1]} {self.ending.explanation}".strip()
        return pgn_of(tags, self.start.fen, (*self.start.moves, *self.moves), said)


def pgn_of(tags: Mapping[str, str], fen: str, moves: Sequence[str], comments: Sequence[str] = ()) -> str:
    """A game as PGN with a blank line after it: tags, where it begins, its moves as UCI writes them.

    Of the comments the first stands before all moves, and each other after its move.
    """
    import chess.pgn  # it brings chess.engine and asyncio along, which no match needs

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
        """Whether no player failed in it: a program that crashed or hung has lost its game, but not by playing."""
        return all(game.ending.termination is not Termination.FAILURE for game in self.games)

    @property
    def half_points(self) -> int:
        """What the first player got from both games, in half points: its place among the five pair results."""
        return round(2 * sum(self.points))

    @property
    def points(self) -> tuple[float, float]:
        """What the first player got from each game."""
        return self.games[0].result.points(chess.WHITE), self.games[1].result.points(chess.BLACK)

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON value."""
        return {"number": self.number, "games": [game.to_json() for game in self.games]}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> PairRecord:
        """Read a record back from its JSON value."""
        one, two = value["games"]
        return cls(value["number"], (GameRecord.from_json(one), GameRecord.from_json(two)))


# Ending a game before the rules do, by the evaluations of a judge that plays for neither side.


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Who judges, under which limit, and when the game is over for the judge."""

    judge: Callable[[], Evaluator]
    limit: Limit
    resign_centipawns: float = 900
    resign_plies: int = 8
    draw_centipawns: float = 10
    draw_plies: int = 16
    draw_from_move: int = 40

    def __post_init__(self) -> None:
        if self.resign_plies < 1 or self.draw_plies < 1:
            raise BadArgument("adjudication needs at least one ply to judge by")
        if self.draw_centipawns >= self.resign_centipawns:
            raise BadArgument(
                f"adjudication cannot call {self.resign_centipawns} centipawns won"
                f" and {self.draw_centipawns} centipawns drawn"
            )

    def describe(self) -> str:
        """The rules in one line; a checkpoint holds it."""
        return (
            f"{self.limit}; won at {self.resign_centipawns} for {self.resign_plies} plies;"
            f" drawn at {self.draw_centipawns} for {self.draw_plies} plies from move {self.draw_from_move}"
        )


@dataclass(slots=True)
class Verdicts:
    """The judge at work on one game."""

    rules: Adjudication
    judge: Evaluator
    scores: list[float] = field(default_factory=list)

    def after(self, board: chess.Board) -> Ending | None:
        """Look at the position after a move; the ending, when the game is decided."""
        (evaluation,) = self.judge.evaluate([board], self.rules.limit)
        self.scores.append(evaluation.centipawns if board.turn == chess.WHITE else -evaluation.centipawns)
        decided = self._last(self.rules.resign_plies)
        for colour, sign in ((chess.WHITE, 1), (chess.BLACK, -1)):
            if decided and all(sign * score >= self.rules.resign_centipawns for score in decided):
                return self._ending(Result.win_for(colour))
        level = self._last(self.rules.draw_plies)
        if not level or board.fullmove_number < self.rules.draw_from_move:
            return None
        drawn = all(abs(score) <= self.rules.draw_centipawns for score in level)
        return self._ending(Result.DRAW) if drawn else None

    def _last(self, plies: int) -> list[float]:
        return self.scores[-plies:] if len(self.scores) >= plies else []

    def _ending(self, result: Result) -> Ending:
        said = f"evaluation {self.scores[-1] / 100:+.2f} seen from White"
        return Ending(result, Termination.ADJUDICATED, said)


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
