"""Play games with endgame programs, score them as the paper does, and say which conditions chose a move.

Each start position is played twice, with colours swapped. A game depends only on its players, its start and its seed. A
mate scores 1 point, a draw with more material 3/4, an equal draw 1/2, a draw with less material 1/4 and being mated 0.

A program's values rank the moves of one position but are not evaluations, so its advice has no weight. A match starts
from endgames and counts the paper's points; its players may be any in the arena.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np
import numpy.typing as npt

from motif._core.board import Positions
from motif._core.endgames import (
    EXTRA_TERMINALS,
    TERMINALS,
    CompiledProgram,
    endgame_starts,
    endgame_terminals,
    play_programs,
)
from motif.advice import Advice, Reason
from motif.arena.game import Conditions, Entrant, GameRecord, PairRecord
from motif.arena.match import MatchSettings, play_match
from motif.arena.start_positions import StartPosition
from motif.board.material import balance
from motif.board.tags import GameResult
from motif.board.wording import counted, plural
from motif.endgames.program import Program, State
from motif.endgames.sentences import TreeTrace, trace
from motif.engines.evaluator import after
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.runtime.parallel import Workers, seed_of
from motif.statistics.elo import Z95


class GameOutcome(StrEnum):
    """The result of a game for one side; a draw with more material than the opponent is an advantage."""

    WIN = "win"
    ADVANTAGE = "advantage"
    DRAW = "draw"
    DISADVANTAGE = "disadvantage"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Points:
    """The points for each outcome, by default those of the paper's tests."""

    win: float = 1.0
    advantage: float = 0.75
    draw: float = 0.5
    disadvantage: float = 0.25
    loss: float = 0.0

    def of(self, outcome: GameOutcome) -> float:
        return (self.win, self.advantage, self.draw, self.disadvantage, self.loss)[list(GameOutcome).index(outcome)]


PAPER_POINTS = Points()


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score in pairs of games; the games of a pair have the same start and swapped colours.

    >>> win, ahead, draw, loss = GameOutcome.WIN, GameOutcome.ADVANTAGE, GameOutcome.DRAW, GameOutcome.LOSS
    >>> print(Score.of([(win, draw), (draw, draw), (ahead, loss)]))
    0.542 ± 0.216 (1 win, 1 advantage, 3 draws, 0 disadvantages, 1 loss)
    """

    wins: int = 0
    advantages: int = 0
    draws: int = 0
    disadvantages: int = 0
    losses: int = 0
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, pairs: Iterable[tuple[GameOutcome, GameOutcome]]) -> Score:
        """Add up the player's outcomes, pair by pair."""
        counts = dict.fromkeys(GameOutcome, 0)
        number, total, squares = 0, 0.0, 0.0
        for pair in pairs:
            for outcome in pair:
                counts[outcome] += 1
            mean = sum(map(PAPER_POINTS.of, pair)) / 2
            number, total, squares = number + 1, total + mean, squares + mean * mean
        return cls(
            **{plural(outcome.value): count for outcome, count in counts.items()},
            pairs=number,
            total=total,
            squares=squares,
        )

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def mean(self) -> float:
        """The mean points per game; 1/2 if there are no games."""
        return self.total / self.pairs if self.pairs else 0.5

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        if self.pairs < 2:
            return 0.5
        variance = max(0.0, self.squares - self.total**2 / self.pairs) / (self.pairs - 1)
        return Z95 * sqrt(variance / self.pairs)

    def to_json(self) -> dict[str, Any]:
        counts = {plural(outcome.value): self.count(outcome) for outcome in GameOutcome}
        return {"score": round(self.mean, 4), "error": round(self.error, 4), "games": self.games} | counts

    def count(self, outcome: GameOutcome) -> int:
        return int(getattr(self, plural(outcome.value)))

    def __str__(self) -> str:
        counts = (counted(self.count(outcome), outcome.value) for outcome in GameOutcome)
        return f"{self.mean:.3f} ± {self.error:.3f} ({', '.join(counts)})"


PAPER_ENDGAMES = ("KRKR", "KRRKRR", "KQKQ", "KQRKQR")
KNOWN_ENDGAMES = (*PAPER_ENDGAMES, "KRK", "KQK", "KPK", "KBBK", "KBNK", "KQKR", "KRKB", "KRKN", "KQRKQ", "KPKP")
MOST_PIECES = 10
"""The pieces of both sides together, kings included."""

_SIGNATURE = re.compile(r"K[QRBNP]*K[QRBNP]*")


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game: the maximum number of moves per side, and the plies that the programs look ahead.

    A program that looks ahead adds `material` times the balance of material, in pawns, to its values.
    """

    moves: int = 50
    plies: int = 1
    material: float = 0.0

    def __post_init__(self) -> None:
        if self.moves < 1:
            raise BadArgument(f"a game cannot be limited to {self.moves} moves; the minimum is 1")
        if self.plies not in (1, 3, 5):
            raise BadArgument(f"a program looks 1, 3 or 5 plies ahead, not {self.plies}")

    def compile(self, program: Program) -> CompiledProgram:
        return CompiledProgram(*(tree.tokens() for tree in program.trees), plies=self.plies, material=self.material)


PAPER_RULES: GameRules = GameRules()


def refuse_unknown_endgames(endgames: Sequence[str]) -> None:
    """Raise BadArgument, listing the known endgames, if one of these is not a signature such as KRK."""
    if not endgames:
        raise BadArgument("no endgame was given", hint=f"there are {', '.join(KNOWN_ENDGAMES)}")
    for signature in endgames:
        if not _SIGNATURE.fullmatch(signature) or not 3 <= len(signature) <= MOST_PIECES:
            raise BadArgument(
                f"no endgame is called {signature!r}",
                hint=f"choose one of {', '.join(KNOWN_ENDGAMES)}, or name another with 3 to {MOST_PIECES} pieces",
            )


def refuse_odd(games: int) -> None:
    """Raise BadArgument unless the number of games is positive and even."""
    if games < 2 or games % 2:
        raise BadArgument(
            f"a match cannot have {games} games", hint="each start is played twice, so ask for an even number"
        )


def starts(endgames: Sequence[str], count: int, seed: int) -> Positions:
    """Return random start positions without attacked pieces, taking the endgames in turn.

    >>> print(starts(["KRKR", "KQKQ"], 2, seed=1)[1].fen().split()[1])
    w
    """
    refuse_unknown_endgames(endgames)
    columns = [
        endgame_starts(signature, (count + len(endgames) - 1 - place) // len(endgames), seed_of(seed, signature))
        for place, signature in enumerate(endgames)
    ]
    if len(columns) == 1:
        return columns[0]
    return Positions.from_boards(columns[number % len(columns)][number // len(columns)] for number in range(count))


def outcomes(games: npt.NDArray[np.int8], balances: npt.NDArray[np.int16]) -> npt.NDArray[np.int8]:
    """Return each game's outcome for White as an index into GameOutcome, given its winner and final balance."""
    material = np.where(balances > 0, 1, np.where(balances < 0, 3, 2))
    return np.where(games > 0, 0, np.where(games < 0, 4, material)).astype(np.int8)


@dataclass(frozen=True, slots=True)
class Pairings:
    """The indices of the players and of the start of each pair; the first player has White in the first game."""

    first: npt.NDArray[np.int64]
    second: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]


def play(
    programs: Sequence[CompiledProgram],
    pairings: Pairings,
    positions: Positions,
    seed: int,
    moves: int = 50,
    colours: Sequence[chess.Color] = (chess.WHITE, chess.BLACK),
) -> npt.NDArray[np.int8]:
    """Return the first player's outcome in each game as an index into GameOutcome, of shape (pairings, colours)."""
    count = len(pairings.first)
    # Each start has its own seed for breaking ties. Similar programs then play similar games, so the difference between
    # their scores is due to the programs and not to luck.
    seeds = np.random.default_rng(seed).integers(2**62, size=(2, len(positions)))[:, pairings.start]
    rows = {
        chess.WHITE: [pairings.first, pairings.second, pairings.start, seeds[0]],
        chess.BLACK: [pairings.second, pairings.first, pairings.start, seeds[1]],
    }
    encounters = np.concatenate([np.stack(rows[colour], axis=1) for colour in colours])
    games = play_programs(programs, encounters, positions, moves=moves)
    ends = outcomes(games.winners, games.balances).reshape(len(colours), count)
    return np.stack([own if colour else 4 - own for colour, own in zip(colours, ends, strict=True)], axis=1)


def match(
    first: CompiledProgram, second: CompiledProgram, endgames: Sequence[str], games: int, seed: int, moves: int = 50
) -> Score:
    """Play from random starts and return the first program's score against the second."""
    refuse_odd(games)
    count = games // 2
    positions = starts(endgames, count, seed_of(seed, "starts"))
    zeros = np.zeros(count, dtype=np.int64)
    pairings = Pairings(zeros, zeros + 1, np.arange(count, dtype=np.int64))
    return score(play([first, second], pairings, positions, seed_of(seed, "lots"), moves))


def score(ends: npt.NDArray[np.int8]) -> Score:
    """Return the score for the outcomes that `play` returned."""
    outcomes = list(GameOutcome)
    return Score.of((outcomes[one], outcomes[two]) for one, two in ends)


def points(ends: npt.NDArray[np.int8], values: Points) -> npt.NDArray[np.float64]:
    """Return the points for the outcomes that `play` returned."""
    table = np.array([values.of(outcome) for outcome in GameOutcome])
    return np.asarray(table[ends])


MOST_ADVISED = 3

MOST_PIECES_ADVISED = 6
"""With more pieces than this, kings and pawns included, EndgameAdviser gives no advice."""


class EndgamePlayer:
    """Plays by a program; the seed of the game decides between moves of equal value."""

    def __init__(self, name: str, program: Program, rules: GameRules = PAPER_RULES) -> None:
        self._name = name
        self.program = program
        self.rules = rules
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Restart the random choices from the seed."""
        self._rng = Random(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the move that leads to the highest value; the limit is ignored."""
        values = self.values(board)
        highest = max(value for _, value in values)
        best = [move for move, value in values if value == highest]
        move = self._rng.choice(best) if len(best) > 1 else best[0]
        return Advice(move, None, self._reason(board, move))

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the three moves with the highest values."""
        best = sorted(self.values(board), key=lambda pair: -pair[1])[:MOST_ADVISED]
        return [Advice(move, None, self._reason(board, move)) for move, _ in best]

    @cached_property
    def compiled(self) -> CompiledProgram:
        return self.rules.compile(self.program)

    def values(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """Return every legal move with its value; programs never castle."""
        return self.compiled.values(board)

    def _reason(self, board: chess.Board, move: chess.Move) -> Reason:
        return Reason(self._name, f"{board.san(move)}: {explain(self.program, board, move)}", (move.to_square,))


class EndgameAdviser:
    """Advises only in positions with few pieces.

    >>> from motif.endgames.program import find_program
    >>> board = chess.Board("8/8/8/4k3/8/8/r7/5K1R w - - 0 1")
    >>> adviser = EndgameAdviser("endgame", find_program("master"))
    >>> len(adviser.advise(board)), len(adviser.advise(chess.Board()))
    (3, 0)
    """

    def __init__(self, name: str, program: Program, most_pieces: int = MOST_PIECES_ADVISED) -> None:
        self._player = EndgamePlayer(name, program)
        self._most_pieces = most_pieces

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves with the conditions that held; empty if the board has too many pieces."""
        if chess.popcount(board.occupied) > self._most_pieces or not any(board.legal_moves):
            return []
        return self._player.advise(board)


def explain(program: Program, board: chess.Board, move: chess.Move) -> TreeTrace:
    """Return the conditions that the program checks after a move, and the value that it reaches."""
    before = balance(board, board.turn)
    return trace(program.tree(State.of(before)), terminals_of(after(board, move), before))


def terminals_of(board: chess.Board, before: int) -> dict[str, float]:
    """Return the values of all terminals (facts about a position) after a move.

    `before` was the balance of material for the side that moved.
    """
    row = endgame_terminals(Positions.from_boards([board]), np.array([before], dtype=np.int32), extras=True)[0]
    return {name: float(value) for (name, *_), value in zip(TERMINALS + EXTRA_TERMINALS, row, strict=True)}


@dataclass(frozen=True, slots=True)
class EndgameMatch:
    """The settings of a match: the endgames to play in turn, the games, the maximum moves per side, the seed."""

    endgames: tuple[str, ...]
    games: int = 100
    moves: int = 50
    seed: int = 0

    def __post_init__(self) -> None:
        refuse_odd(self.games)


def play_endgames(
    first: Entrant,
    second: Entrant,
    settings: EndgameMatch,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    *,
    notes: bool = False,
) -> Iterator[tuple[PairRecord, Score]]:
    """Yield each pair of games with the first player's score so far; `notes` keeps the players' reasons."""
    positions = starts(settings.endgames, settings.games // 2, settings.seed)
    book = tuple(
        StartPosition(f"{settings.endgames[number % len(settings.endgames)]} {number + 1}", (), board.fen())
        for number, board in enumerate(positions)
    )
    rules = MatchSettings(settings.games, settings.seed, book, Conditions(settings.moves, notes=notes))
    score = Score()
    for pair in play_match(first, second, rules, workers, checkpoint):
        score += Score.of([outcomes_of(pair)])
        yield pair, score


def outcomes_of(pair: PairRecord) -> tuple[GameOutcome, GameOutcome]:
    """Return the outcomes of a pair of games for the first player, who had White in the first game."""
    one, two = pair.games
    return outcome(one, chess.WHITE), outcome(two, chess.BLACK)


def outcome(game: GameRecord, side: chess.Color) -> GameOutcome:
    """Return the outcome of a game for a side: a win, a loss, or a draw graded by the final balance of material."""
    if game.result is not GameResult.DRAW:
        return GameOutcome.WIN if game.result is GameResult.win_for(side) else GameOutcome.LOSS
    board = game.start.board()
    for move in game.moves:
        board.push_uci(move)
    left = balance(board, side)
    if left == 0:
        return GameOutcome.DRAW
    return GameOutcome.ADVANTAGE if left > 0 else GameOutcome.DISADVANTAGE
