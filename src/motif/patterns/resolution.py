"""What patterns together say of a move, by the paper's four rules.

1. Of the patterns that fit a move and lie above each other only the most specific counts; of what is said about one
   reply to it likewise, whether a pattern's reply or a null-move pattern says it.
2. What different branches say for a move: the largest weight.
3. What they say of the enemy's replies: the smallest weight, and nought if he need not reply at all.
4. The weight of the move: the one plus the other, since what the enemy wins is written as our loss.

Habits, which say how often a teacher plays so, are weighed by rules 1 and 2 among themselves and added: one that is
more specific than a pattern of material says nothing about material. They weigh less than a pawn, so they decide
between moves that win or lose the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import chess

from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.hierarchy import Fit, Hierarchy, Knowledge, Number
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern

Step = tuple[chess.Square, chess.Square]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What patterns say of a move: what it gains, what the worst reply costs, how usual it is, and who says so."""

    gain: float = 0.0
    loss: float = 0.0
    habit: float = 0.0
    gained_by: MovePattern | None = None
    lost_by: tuple[Step, MovePattern] | None = None
    usual_by: MovePattern | None = None

    @property
    def material(self) -> float:
        """Gain and loss together, in pawns."""
        return self.gain + self.loss

    @property
    def weight(self) -> float:
        """All together."""
        return self.gain + self.loss + self.habit


@dataclass(frozen=True, slots=True)
class Fits:
    """What fits a position: to our moves, to the enemy's as if we passed, and of the habits.

    The squares are needed only of patterns with replies, and of threats.
    """

    moves: Mapping[chess.Move, list[Fit]]
    threats: Mapping[chess.Move, list[Fit]]
    habits: Mapping[chess.Move, list[Fit]]


@dataclass(frozen=True, slots=True)
class _Word:
    """What one pattern says of one reply, with the vertices that make it."""

    weight: float
    context: BoardPattern
    source: Vertex
    target: Vertex
    pattern: MovePattern


def weigh(knowledge: Knowledge, board: chess.Board) -> dict[chess.Move, Verdict]:
    """The verdict on every legal move, by going down the hierarchies."""
    full = BoardPattern.full(board)
    ours = list(board.legal_moves)
    passed = passing(board)
    theirs = full.reflected()
    fits = Fits(
        {move: knowledge.moves.retrieve(full, board, move) for move in ours},
        {move: knowledge.threats.retrieve(theirs, passed, move) for move in passed.legal_moves} if passed else {},
        {move: knowledge.habits.retrieve(full, board, move) for move in ours},
    )
    return resolve(knowledge, ours, fits)


def passing(board: chess.Board) -> chess.Board | None:
    """The board as if the side to move passed; None in check, when nobody can."""
    if board.is_check():
        return None
    passed = board.copy(stack=False)
    passed.turn = not board.turn
    passed.ep_square = None
    return passed


def resolve(knowledge: Knowledge, moves: Iterable[chess.Move], fits: Fits) -> dict[chess.Move, Verdict]:
    """The verdicts, given what fits."""
    threats = list(_threats(knowledge.threats, fits.threats))
    return {move: _verdict(knowledge, threats, fits, move) for move in moves}


def _verdict(
    knowledge: Knowledge,
    threats: list[tuple[Step, frozenset[chess.Square], _Word]],
    fits: Fits,
    move: chess.Move,
) -> Verdict:
    words: dict[Step, list[_Word]] = {}
    for fit in fits.moves.get(move, ()):
        pattern, squares = knowledge.moves.patterns[fit.number], fit.square_of
        for reply in pattern.replies:
            step = (squares[reply.source], squares[reply.target])
            word = _Word(reply.weight, pattern.context, reply.source, reply.target, pattern)
            words.setdefault(step, []).append(word)
    for step, context, word in threats:
        if move.from_square not in context and move.to_square not in context:
            words.setdefault(step, []).append(word)
    worst = _worst(words)
    gained_by = _heaviest(knowledge.moves, fits.moves.get(move, []))
    usual_by = _heaviest(knowledge.habits, fits.habits.get(move, []))
    return Verdict(
        gained_by.weight if gained_by else 0.0,
        worst[1].weight if worst else 0.0,
        usual_by.weight if usual_by else 0.0,
        gained_by,
        (worst[0], worst[1].pattern) if worst else None,
        usual_by,
    )


def _heaviest(hierarchy: Hierarchy, fits: list[Fit]) -> MovePattern | None:
    """The heaviest of the patterns below which nothing fits."""
    speaking = hierarchy.most_specific(fit.number for fit in fits)
    return max((hierarchy.patterns[number] for number in speaking), key=lambda pattern: pattern.weight, default=None)


def _threats(
    threats: Hierarchy, fits: Mapping[chess.Move, list[Fit]]
) -> Iterable[tuple[Step, frozenset[chess.Square], _Word]]:
    """The enemy's moves that null-move patterns fit as if we passed, and the squares that must stay as they are."""
    words: dict[Number, _Word] = {}
    for move in sorted(fits, key=chess.Move.uci):
        for fit in fits[move]:
            squares = frozenset(square for _, square in fit.squares)
            if fit.number not in words:
                threat = threats.patterns[fit.number]
                words[fit.number] = _Word(threat.weight, threat.context.reflected(), SOURCE, TARGET, threat)
            yield (move.from_square, move.to_square), _with_between(squares), words[fit.number]


def _with_between(squares: frozenset[chess.Square]) -> frozenset[chess.Square]:
    """Squares, and those that lie between two of them."""
    between = {square for one in squares for other in squares for square in chess.SquareSet.between(one, other)}
    return squares | between


def _worst(words: Mapping[Step, list[_Word]]) -> tuple[Step, _Word] | None:
    """The reply that costs most by the word of patterns than which none is more specific; None when none costs."""
    costly = [(step, word) for step, said in words.items() for word in said if word.weight < 0]
    # From the worst on, so that most words need not be held against the others.
    for step, word in sorted(costly, key=lambda choice: (choice[1].weight, choice[0])):
        if not any(_is_more_general(word, other) for other in words[step]):
            return step, word
    return None


def _is_more_general(word: _Word, other: _Word) -> bool:
    return (word.context, word.source, word.target) != (other.context, other.source, other.target) and _lies_in(
        word.context, other.context, (word.source, word.target), (other.source, other.target)
    )


@lru_cache(maxsize=65_536)
def _lies_in(
    context: BoardPattern, other: BoardPattern, step: tuple[Vertex, Vertex], step_there: tuple[Vertex, Vertex]
) -> bool:
    if not context.is_subgraph_of(other, dict(zip(step, step_there, strict=True))):
        return False
    return not other.is_subgraph_of(context, dict(zip(step_there, step, strict=True)))


def ranked(verdicts: dict[chess.Move, Verdict]) -> list[chess.Move]:
    """The moves by weight, the best first; equals in the order of their names."""
    return sorted(verdicts, key=lambda move: (-verdicts[move].weight, move.uci()))
