"""Estimate how many players of a rating find the better move: a logistic model of a dozen readable features.

experiments/findable fits the weights to players, and measures them on others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess

from motif.engines.evaluator import winning_chance
from motif.players.human import shipped_model
from motif.players.human_model import values_by_move
from motif.runtime.files import DATA, Format

FORMAT = Format("findable", 1)
SHIPPED = DATA / "findable.tsv"

AS_GOOD = 0.05
"""A player finds the better move if the move played loses less winning chance than this."""

SMALLEST = 0.002
"""Smaller likelihoods are raised to this."""

USUAL = 1500
"""The rating at which the feature "rating" is 0; 400 points more make 1."""

SHARES = (
    (0.95, "nearly everybody"), (0.85, "nine of ten players"), (0.77, "four of five players"),
    (0.70, "three of four players"), (0.60, "two of three players"), (0.45, "every other player"),
    (0.30, "one of three players"), (0.17, "one of five players"), (0.07, "one of ten players"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Find:
    """A better move to find: the board, the move, and the rating of the player."""

    board: chess.Board
    best: chess.Move
    rating: int


@dataclass(frozen=True, slots=True)
class Findable:
    """Estimates how many players find a move, from weighted features; the file has a line per feature."""

    weights: Mapping[str, float]

    @classmethod
    def read(cls, path: Path = SHIPPED) -> Findable:
        """Read the table; raises BadFile naming the bad line."""
        weights = {}
        for number, line in FORMAT.read(path):
            if line.startswith("#"):
                continue
            name, _, value = line.partition("\t")
            try:
                weights[name] = float(value)
            except ValueError:
                FORMAT.refuse(path, number, f"expected a feature and a number, found {line[:60]!r}")
        return cls(weights)

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        FORMAT.write(
            path, [*(f"# {note}" for note in notes), *(f"{name}\t{value:.4f}" for name, value in self.weights.items())]
        )

    def chance(self, true: Mapping[str, float]) -> float:
        """The probability that a player finds a move with these features."""
        score = sum(self.weights.get(name, 0.0) * value for name, value in true.items())
        return 1 / (1 + math.exp(-score))

    def chances(self, finds: Sequence[Find]) -> list[float]:
        return [self.chance(true) for true in features(finds)]


def features(finds: Sequence[Find]) -> list[dict[str, float]]:
    """The features of each better move."""
    if not finds:
        return []
    people = shipped_model()
    outlook = people.inputs([find.board for find in finds])
    chosen = values_by_move(outlook.features, people.shares(outlook, [find.rating for find in finds]))
    first, later = (values_by_move(outlook.features, outlook.values[:, depth]) for depth in (0, 2))
    return [_features(*each) for each in zip(finds, chosen, first, later, strict=True)]


def _features(
    find: Find,
    chosen: Mapping[chess.Move, float],
    first: Mapping[chess.Move, float],
    later: Mapping[chess.Move, float],
) -> dict[str, float]:
    board, best = find.board, find.best
    least = winning_chance(later[best]) - AS_GOOD
    fine = [move for move in later if move == best or winning_chance(later[move]) > least]
    is_capture, is_check = board.is_capture(best), board.gives_check(best)
    return {
        "always": 1.0,
        "rating": (find.rating - USUAL) / 400,
        "people of the rating choose it": _logit(chosen[best]),
        "people of the rating choose it or what looks as good": _logit(sum(chosen[move] for move in fine)),
        "it is best at first sight": float(first[best] >= max(first.values())),
        "it is best after replies": float(later[best] >= max(later.values())),
        "something looks better after replies": max(winning_chance(value) for value in later.values())
        - winning_chance(later[best]),
        "what many moves lose": _usual_loss(later),
        "it takes": float(is_capture),
        "it gives check": float(is_check),
        "it is quiet": float(not is_capture and not is_check and best.promotion is None),
        "the king is in check": float(board.is_check()),
        "choices": math.log(len(later)),
    }


def _usual_loss(later: Mapping[chess.Move, float]) -> float:
    """How much winning chance the median legal move loses; `later` has the value of each after a three-ply search."""
    worth = sorted(map(winning_chance, later.values()))
    return worth[-1] - worth[len(worth) // 2]


def _logit(share: float) -> float:
    held = min(1 - SMALLEST, max(SMALLEST, share))
    return math.log(held / (1 - held))


def share_text(chance: float, rating: int) -> str:
    """The share of players who find a move, as text.

    >>> share_text(0.66, 1523), share_text(0.02, 2210)
    ('two of three players at 1500 see this', 'hardly any player at 2200 sees this')
    """
    share = next((words for least, words in SHARES if chance >= least), "hardly any player")
    return (
        f"{share} at {round(rating, -2)} {'see' if share.endswith('players') and share[:3] != 'one' else 'sees'} this"
    )
