"""Games between programs, played in the core: starts, rules, and scores of whole encounters.

Each start is played twice with colours swapped. A game depends on its players, its start and its seed alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import NormalDist
from typing import Any

import chess
import numpy as np
import numpy.typing as npt

from motif._core.board import Positions
from motif._core.endgames import CompiledProgram, endgame_starts, play_programs
from motif.board.wording import counted, plural
from motif.endgames.program import Program
from motif.errors import BadArgument
from motif.runtime.parallel import seed_of

# How games end in the paper, and what they count: 1 for mate, 3/4 for material, 1/2 for a draw, 0 for being mated.

Z95 = NormalDist().inv_cdf(0.975)


class Outcome(StrEnum):
    """How a game ended for one side."""

    WIN = "win"
    ADVANTAGE = "advantage"
    DRAW = "draw"
    DISADVANTAGE = "disadvantage"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Points:
    """What each outcome counts; the defaults are those of the paper's tests."""

    win: float = 1.0
    advantage: float = 0.75
    draw: float = 0.5
    disadvantage: float = 0.25
    loss: float = 0.0

    def of(self, outcome: Outcome) -> float:
        """The points of an outcome."""
        return (self.win, self.advantage, self.draw, self.disadvantage, self.loss)[list(Outcome).index(outcome)]


PAPER_POINTS = Points()


@dataclass(frozen=True, slots=True)
class Score:
    """What one player got in many games, played in pairs from the same start with colours swapped.

    >>> pairs = [(Outcome.WIN, Outcome.DRAW), (Outcome.DRAW, Outcome.DRAW), (Outcome.ADVANTAGE, Outcome.LOSS)]
    >>> print(Score.of(pairs))
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
    def of(cls, pairs: Iterable[tuple[Outcome, Outcome]]) -> Score:
        """The score of the player these outcomes are seen from."""
        counts = dict.fromkeys(Outcome, 0)
        number, total, squares = 0, 0.0, 0.0
        for pair in pairs:
            for outcome in pair:
                counts[outcome] += 1
            mean = sum(map(PAPER_POINTS.of, pair)) / 2
            number, total, squares = number + 1, total + mean, squares + mean * mean
        return cls(
            **{_field(outcome): count for outcome, count in counts.items()}, pairs=number, total=total, squares=squares
        )

    def __add__(self, other: Score) -> Score:
        return Score(
            self.wins + other.wins,
            self.advantages + other.advantages,
            self.draws + other.draws,
            self.disadvantages + other.disadvantages,
            self.losses + other.losses,
            self.pairs + other.pairs,
            self.total + other.total,
            self.squares + other.squares,
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * self.pairs

    @property
    def mean(self) -> float:
        """Points by game; 1/2 when nothing was played."""
        return self.total / self.pairs if self.pairs else 0.5

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        if self.pairs < 2:
            return 0.5
        variance = max(0.0, self.squares - self.total**2 / self.pairs) / (self.pairs - 1)
        return Z95 * sqrt(variance / self.pairs)

    def to_json(self) -> dict[str, Any]:
        """The score as a JSON value."""
        return {
            "score": round(self.mean, 4),
            "error": round(self.error, 4),
            "games": self.games,
            "wins": self.wins,
            "advantages": self.advantages,
            "draws": self.draws,
            "disadvantages": self.disadvantages,
            "losses": self.losses,
        }

    def __str__(self) -> str:
        counts = (self.wins, self.advantages, self.draws, self.disadvantages, self.losses)
        named = (counted(n, outcome.value) for n, outcome in zip(counts, Outcome, strict=True))
        return f"{self.mean:.3f} ± {self.error:.3f} ({', '.join(named)})"


def _field(outcome: Outcome) -> str:
    return plural(outcome.value)


PAPER_ENDGAMES = ("KRKR", "KRRKRR", "KQKQ", "KQRKQR")
KNOWN_ENDGAMES = (*PAPER_ENDGAMES, "KRK", "KQK", "KPK", "KBBK", "KBNK", "KQKR", "KRKB", "KRKN", "KQRKQ", "KPKP")
MOST_MEN = 10

_SIGNATURE = re.compile(r"K[QRBNP]*K[QRBNP]*")


@dataclass(frozen=True, slots=True)
class GameRules:
    """How games are played: moves of each side, plies that programs look ahead, and what a pawn adds when they do."""

    moves: int = 50
    plies: int = 1
    material: float = 0.0

    def __post_init__(self) -> None:
        if self.moves < 1:
            raise BadArgument(f"a game of at most {self.moves} moves cannot be played")
        if self.plies not in (1, 3, 5):
            raise BadArgument(f"a program looks 1, 3 or 5 plies ahead, not {self.plies}")

    def compile(self, program: Program) -> CompiledProgram:
        """The program as it plays under these rules."""
        return CompiledProgram(*(tree.tokens() for tree in program.trees), plies=self.plies, material=self.material)


PAPER_RULES: GameRules = GameRules()


def refuse_unknown_endgames(endgames: Sequence[str]) -> None:
    """Raise the error that says which endgames there are."""
    if not endgames:
        raise BadArgument("no endgame is named", hint=f"known are {', '.join(KNOWN_ENDGAMES)}")
    for signature in endgames:
        if not _SIGNATURE.fullmatch(signature) or not 3 <= len(signature) <= MOST_MEN:
            raise BadArgument(
                f"no endgame is called {signature!r}",
                hint=f"known are {', '.join(KNOWN_ENDGAMES)}, and others of three to {MOST_MEN} men written so",
            )


def refuse_odd(games: int) -> None:
    """Raise the error of a number of games that are no pairs."""
    if games < 2 or games % 2:
        raise BadArgument(
            f"a match cannot have {games} games", hint="each start is played twice: ask for an even number"
        )


def starts(endgames: Sequence[str], count: int, seed: int) -> Positions:
    """Random starts in which nothing is attacked, the endgames in turn.

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
    """White's outcome of each game as a place among the outcomes, from the winners and the last balances."""
    material = np.where(balances > 0, 1, np.where(balances < 0, 3, 2))
    return np.where(games > 0, 0, np.where(games < 0, 4, material)).astype(np.int8)


@dataclass(frozen=True, slots=True)
class Pairings:
    """Who plays whom from which start: each row is played twice, the first player with White first."""

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
    """(pairings, colours): how the game with each colour ended for the first player, as places among the outcomes."""
    count = len(pairings.first)
    # The lots belong to the start, so that two programs that differ little play games that differ little: what is left
    # of the difference between their scores is their own.
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
    """The first program's score against the second on fresh starts."""
    refuse_odd(games)
    count = games // 2
    positions = starts(endgames, count, seed_of(seed, "starts"))
    zeros = np.zeros(count, dtype=np.int64)
    pairings = Pairings(zeros, zeros + 1, np.arange(count, dtype=np.int64))
    return score(play([first, second], pairings, positions, seed_of(seed, "lots"), moves))


def score(ends: npt.NDArray[np.int8]) -> Score:
    """The score of pairs of games as `play` gives them."""
    return Score.of(_pairs(ends))


def points(ends: npt.NDArray[np.int8], worth: Points) -> npt.NDArray[np.float64]:
    """The points of each game."""
    table = np.array([worth.of(outcome) for outcome in Outcome])
    return np.asarray(table[ends])


def _pairs(ends: npt.NDArray[np.int8]) -> Iterator[tuple[Outcome, Outcome]]:
    names = list(Outcome)
    for one, two in ends:
        yield names[one], names[two]
