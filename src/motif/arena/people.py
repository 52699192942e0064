"""How people of a level choose: what they see, what they miss, and which kinds of moves they like.

p(a) = exp(v(a)) / sum over b of exp(v(b)), v(a) = sum of the weights of the habits that are true of the move a. A habit
says what a move loses at first sight or after replies, what kind of move it is, and how much patterns like it. The
weights of each level were fitted to the moves of people of that rating (experiments/human-levels), so that a blunder is
drawn as often as they make it: a fork two plies away more often than a queen that hangs, a quiet move that saves the
game less often than a capture that does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import chess

from motif.board.oracles import MATE
from motif.board.shipped import DATA
from motif.errors import BadArgument
from motif.store import Format

FORMAT = Format("people", 1)
SHIPPED = DATA / "people.tsv"

AT_FIRST_SIGHT = 1
"""Plies that everybody sees, captures seen through."""

AFTER_REPLIES = 3
"""Plies that show what the opponent has in store."""

STEPS = (0, 30, 80, 150, 300, 600)
"""Losses in centipawns are told apart at these; the last step is open."""

SHARPEST = 1.5
"""How much surer people of the highest level are than the fitted model, which sees three plies and no further; those of
the lowest are no surer, and the levels between lie on a line. With that they lose what people lose
(experiments/human-levels)."""

MATED = MATE - 1_000
"""A value beyond this is a mate."""

LIKED = ((1, "first"), (3, "second or third"), (6, "fourth to sixth"), (12, "seventh to twelfth"))
"""How far down a move stands among those that patterns like."""

FAR = 4
"""A move over so many squares is a long one."""

CLEARLY = 150
"""Centipawns by which the only good move is better than the next one."""

Values = Mapping[chess.Move, int]
See = Callable[[Sequence[chess.Board], int], list[dict[chess.Move, int]]]
"""For each board the value of every legal move for whoever makes it, in centipawns, so many plies deep."""

Like = Callable[[Sequence[chess.Board]], list[dict[chess.Move, float]]]
"""For each board how much patterns like every legal move."""


@dataclass(frozen=True, slots=True)
class Level:
    """Whom a level plays like: people rated from `lowest` up to below `highest`."""

    number: int
    lowest: int
    highest: int

    @property
    def sharpness(self) -> float:
        """What the fitted scores are multiplied by."""
        return 1 + (SHARPEST - 1) * (self.number - 1) / (len(LEVELS) - 1)

    def __str__(self) -> str:
        if not self.lowest:
            return f"people rated below {self.highest}"
        return f"people rated {self.lowest} {'and more' if self.highest > 3000 else f'to {self.highest - 1}'}"


_BOUNDS = (0, 900, 1100, 1300, 1500, 1700, 1900, 2200, 4000)
LEVELS = tuple(Level(number, *bounds) for number, bounds in enumerate(pairwise(_BOUNDS), start=1))


def level_of(rating: int) -> Level:
    """The level of a rating.

    >>> level_of(1600).number
    5
    """
    return next(level for level in LEVELS if level.lowest <= rating < level.highest)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A board with what its moves are worth at first sight and after replies, and how much patterns like them."""

    board: chess.Board
    first: Values
    later: Values
    liking: Mapping[chess.Move, float]


def habits(outlook: Outlook) -> dict[chess.Move, tuple[str, ...]]:
    """What is true of each legal move, in words."""
    ranked = sorted(outlook.liking, key=lambda move: -outlook.liking[move])
    places = {move: place for place, move in enumerate(ranked, start=1)}
    best = [max(values.values()) for values in (outlook.first, outlook.later)]
    only = _only_move(outlook.later)
    return {
        move: (
            *_losses(outlook, move, best),
            *_kinds(outlook.board, move),
            *_only(outlook.board, move, only),
            *(f"liked {word}" for word in _place(places[move])),
        )
        for move in outlook.liking
    }


def _losses(outlook: Outlook, move: chess.Move, best: Sequence[int]) -> list[str]:
    """What a move loses against the best, at first sight and after replies."""
    first, later = outlook.first[move], outlook.later[move]
    losses = []
    if first > MATED:
        losses.append("mates at first sight")
    elif later > MATED:
        losses.append("mates after replies")
    if best[0] < MATED and (lost := _step(best[0] - first)):
        met = outlook.board.is_attacked_by(not outlook.board.turn, move.to_square)
        losses.append(f"loses {lost} at first sight, {'walking into it' if met else 'leaving it there'}")
    if best[1] < MATED and (lost := _step(best[1] - later)):
        losses.append(f"loses {lost} after replies")
    if later < -MATED:
        losses.append("is mated after replies")
    return losses


def _step(loss: int) -> str:
    """The step a loss is on; empty for next to nothing."""
    for low, high in pairwise(STEPS[1:]):
        if low <= loss < high:
            return f"{low} to {high}"
    return f"{STEPS[-1]} or more" if loss >= STEPS[-1] else ""


def _only_move(later: Values) -> chess.Move | None:
    """The one move that is clearly better than all others."""
    ranked = sorted(later, key=lambda move: -later[move])
    if len(ranked) < 2 or later[ranked[0]] - later[ranked[1]] < CLEARLY:
        return None
    return ranked[0]


def _only(board: chess.Board, move: chess.Move, only: chess.Move | None) -> list[str]:
    if move != only:
        return []
    kind = "capture" if board.is_capture(move) else "check" if board.gives_check(move) else "quiet move"
    reasons = [f"the only move is a {kind}"]
    if kind == "quiet move" and _is_backward(board, move):
        reasons.append("the only move goes backward")
    if _distance(move) >= FAR:
        reasons.append("the only move is long")
    return reasons


def _kinds(board: chess.Board, move: chess.Move) -> list[str]:
    """What kind of move it is."""
    kinds = []
    man = board.piece_type_at(move.from_square)
    if board.is_capture(move):
        last = board.move_stack[-1] if board.move_stack else None
        kinds.append("takes back" if last is not None and last.to_square == move.to_square else "takes")
    if board.gives_check(move):
        kinds.append("gives check")
    if move.promotion:
        kinds.append("promotes" if move.promotion == chess.QUEEN else "promotes to less than a queen")
    if board.is_castling(move):
        kinds.append("castles")
    elif man == chess.KING:
        kinds.append("moves the king")
    elif man == chess.QUEEN:
        kinds.append("moves the queen")
    elif man == chess.PAWN:
        kinds.append("moves a pawn")
    elif man == chess.ROOK:
        kinds.append("moves a rook")
    if _is_backward(board, move):
        kinds.append("goes backward")
    if _distance(move) >= FAR:
        kinds.append("goes far")
    if board.is_attacked_by(not board.turn, move.from_square):
        kinds.append("moves a man that is attacked")
    return kinds


def _is_backward(board: chess.Board, move: chess.Move) -> bool:
    if board.piece_type_at(move.from_square) == chess.KING:
        return False
    steps = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
    return steps < 0 if board.turn == chess.WHITE else steps > 0


def _distance(move: chess.Move) -> int:
    return chess.square_distance(move.from_square, move.to_square)


def _place(place: int) -> list[str]:
    return next(([word] for last, word in LIKED if place <= last), [])


@dataclass(frozen=True, slots=True)
class Habits:
    """The weight of every habit on every level, as text one line a habit."""

    weights: Mapping[str, tuple[float, ...]]

    @classmethod
    def read(cls, path: Path = SHIPPED) -> Habits:
        """Read the table; refused, with the line, where it cannot be read."""
        weights = {}
        for number, line in FORMAT.read(path):
            if line.startswith("#"):
                continue
            name, *columns = line.split("\t")
            try:
                weights[name] = tuple(map(float, columns))
            except ValueError:
                FORMAT.refuse(path, number, f"expected a habit and {len(LEVELS)} numbers, found {line[:60]!r}")
            if len(columns) != len(LEVELS):
                FORMAT.refuse(path, number, f"expected {len(LEVELS)} numbers, found {len(columns)}")
        return cls(weights)

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        """Write the table, with notes on where it comes from."""
        lines = ["\t".join([name, *(f"{weight:.3f}" for weight in row)]) for name, row in self.weights.items()]
        FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    def scores(self, outlook: Outlook, level: Level) -> dict[chess.Move, float]:
        """The sum of the weights of each move's habits."""
        none = (0.0,) * len(LEVELS)
        return {
            move: sum(self.weights.get(habit, none)[level.number - 1] for habit in true)
            for move, true in habits(outlook).items()
        }


class People:
    """People of one level as a policy: how likely they are to choose each move."""

    def __init__(self, level: int, table: Habits, see: See, like: Like, sharpness: float | None = None) -> None:
        if not 1 <= level <= len(LEVELS):
            raise BadArgument(f"there is no level {level}", hint=f"write 1 to {len(LEVELS)}")
        self.level = LEVELS[level - 1]
        self._habits = table
        self._see = see
        self._like = like
        self._sharpness = self.level.sharpness if sharpness is None else sharpness

    @property
    def name(self) -> str:
        """Whom it plays like."""
        return str(self.level)

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """How likely each legal move of each board is, the likeliest first."""
        seen = outlooks(boards, self._see, self._like)
        scores = (self._habits.scores(outlook, self.level) for outlook in seen)
        return [likelihoods({move: self._sharpness * score for move, score in each.items()}) for each in scores]


def outlooks(boards: Sequence[chess.Board], see: See, like: Like) -> list[Outlook]:
    """What people look at, on many boards at once."""
    views = zip(boards, see(boards, AT_FIRST_SIGHT), see(boards, AFTER_REPLIES), like(boards), strict=True)
    return [Outlook(*view) for view in views]


def likelihoods(scores: Mapping[chess.Move, float]) -> dict[chess.Move, float]:
    """The moves with their likelihoods, the likeliest first; of equals the first by name."""
    highest = max(scores.values())
    shares = {move: math.exp(score - highest) for move, score in scores.items()}
    total = sum(shares.values())
    ranked = sorted(shares, key=lambda move: (-shares[move], move.uci()))
    return {move: shares[move] / total for move in ranked}
