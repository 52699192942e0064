"""What patterns together say of a move, by the paper's four rules.

1. Of the patterns that fit a move and lie above each other only the most specific counts; of what is said about one
   reply to it likewise, whether a pattern's reply or a null-move pattern says it.
2. What different branches say for a move: the largest weight.
3. What they say of the enemy's replies: the smallest weight, and nought if he need not reply at all.
4. The weight of the move: the one plus the other, since what the enemy wins is written as our loss.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import chess

from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.hierarchy import Fit, Hierarchy, Knowledge
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern

Step = tuple[chess.Square, chess.Square]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What patterns say of a move: what it gains, what the worst reply costs, and who says so."""

    gain: float = 0.0
    loss: float = 0.0
    gained_by: Fit | None = None
    lost_by: tuple[Step, MovePattern] | None = None

    @property
    def weight(self) -> float:
        """Both together."""
        return self.gain + self.loss


@dataclass(frozen=True, slots=True)
class _Word:
    """What one pattern says of one reply, with the vertices that make it."""

    weight: float
    context: BoardPattern
    source: Vertex
    target: Vertex
    pattern: MovePattern


def weigh(knowledge: Knowledge, board: chess.Board) -> dict[chess.Move, Verdict]:
    """The verdict on every legal move."""
    full = BoardPattern.full(board)
    threats = list(_threats(knowledge.threats, full.reflected(), board))
    return {move: _verdict(knowledge.moves, threats, full, board, move) for move in board.legal_moves}


def _verdict(
    moves: Hierarchy,
    threats: list[tuple[Step, frozenset[chess.Square], MovePattern]],
    full: BoardPattern,
    board: chess.Board,
    move: chess.Move,
) -> Verdict:
    fits = moves.retrieve(full, board, move)
    general = {above for fit in fits for above in moves.ancestors(fit.number)}
    speaking = [fit for fit in fits if fit.number not in general]
    gained_by = max(speaking, key=lambda fit: (moves.patterns[fit.number].weight, -fit.number), default=None)
    words: dict[Step, list[_Word]] = {}
    for fit in fits:
        pattern, squares = moves.patterns[fit.number], fit.square_of
        for reply in pattern.replies:
            step = (squares[reply.source], squares[reply.target])
            word = _Word(reply.weight, pattern.context, reply.source, reply.target, pattern)
            words.setdefault(step, []).append(word)
    for step, context, threat in threats:
        if move.from_square not in context and move.to_square not in context:
            word = _Word(threat.weight, threat.context.reflected(), SOURCE, TARGET, threat)
            words.setdefault(step, []).append(word)
    worst = min(
        ((word.weight, step, word) for step, said in words.items() for word in _most_specific(said)),
        key=lambda choice: (choice[0], choice[1]),
        default=None,
    )
    loses = worst is not None and worst[0] < 0
    return Verdict(
        moves.patterns[gained_by.number].weight if gained_by else 0.0,
        worst[0] if worst and loses else 0.0,
        gained_by,
        (worst[1], worst[2].pattern) if worst and loses else None,
    )


def _threats(
    threats: Hierarchy, full: BoardPattern, board: chess.Board
) -> Iterable[tuple[Step, frozenset[chess.Square], MovePattern]]:
    """The enemy's moves that null-move patterns fit as if we passed, and the squares that must stay as they are."""
    passed = board.copy(stack=False)
    passed.turn = not board.turn
    passed.ep_square = None
    for move in sorted(set(passed.pseudo_legal_moves), key=chess.Move.uci):
        for fit in threats.retrieve(full, passed, move):
            squares = frozenset(square for _, square in fit.squares)
            yield (move.from_square, move.to_square), _with_between(squares), threats.patterns[fit.number]


def _with_between(squares: frozenset[chess.Square]) -> frozenset[chess.Square]:
    """Squares, and those that lie between two of them."""
    between = {square for one in squares for other in squares for square in chess.SquareSet.between(one, other)}
    return squares | between


def _most_specific(words: list[_Word]) -> list[_Word]:
    return [word for word in words if not any(_is_more_general(word, other) for other in words)]


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
