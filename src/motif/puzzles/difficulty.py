"""How hard a puzzle is, as a sum whose parts are shown: difficulty = length + sum of weight * feature.

A point is worth 200 rating points of Lichess, and the whole is about the rating over 200: 7.5 is a puzzle of 1500. The
weights were fitted to rated puzzles of Lichess, mates and other wins apart, and rounded; on puzzles that were not
fitted the rank correlation with the rating is 0.71 for mates in two, 0.68 in three, 0.58 for wins
(experiments/puzzles-difficulty). The key is the first move; what is said of later moves of the solver is their mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from statistics import mean

import chess

from motif._core.puzzles import Solution
from motif.board.material import VALUES
from motif.puzzles.puzzle import Difficulty, Goal, Puzzle
from motif.puzzles.small_difficulty import estimate_small

LENGTH = {Goal.MATE: (-0.59, 1.44), Goal.WIN: (1.1, 0.79)}
"""What a puzzle begins with, and what each move of the solver adds."""

MATES: Mapping[str, float] = {
    "checks to choose from at the key": 1.08,
    "checks by a queen at the key": -0.17,
    "captures to choose from at the key": 0.16,
    "another man to capture at the key": 0.05,
    "no check at the key": 0.97,
    "value offered at the key": 0.25,
    "by a rook at the key": -0.39,
    "sideways at the key": 0.41,
    "backwards at the key": 0.41,
    "next to the king at the key": 0.44,
    "guarded where it goes at the key": -0.48,
    "replies at the key": 0.4,
    "checks to choose from later": 0.56,
    "checks by a queen later": -0.1,
    "another man to capture later": 0.09,
    "takes the dearest later": -0.42,
    "by a rook later": -0.64,
    "by a queen later": -0.46,
    "sideways later": -0.31,
    "a single reply later": -1.29,
    "pressure on the king later": 0.05,
    "men that take part in the mate": 0.37,
}
"""Points for each: what else there is to look at, what people do not like to play, what has to be seen to the end."""

WINS: Mapping[str, float] = {
    "moves to choose from at the key": 0.31,
    "checks to choose from at the key": 0.35,
    "another man to capture at the key": 0.15,
    "no check at the key": 0.72,
    "value offered at the key": 0.15,
    "steps from the king at the key": 0.19,
    "next to the king at the key": 0.4,
    "pressure on the king at the key": 0.16,
    "replies at the key": 0.22,
    "moves to choose from later": 0.27,
    "takes the dearest later": -0.91,
    "value taken later": -0.1,
    "guarded where it goes later": 0.59,
    "by a rook later": 0.3,
    "a single reply later": -0.84,
    "material ahead": -0.07,
}
"""The same where material is won."""


def estimate(puzzle: Puzzle, solution: Solution) -> Difficulty:
    """The estimate for a mate that the solver has answered."""
    return estimate_line(puzzle) if puzzle.diagram.is_full_size else estimate_small(puzzle, solution)


def estimate_line(puzzle: Puzzle) -> Difficulty:
    """The estimate by the main line; only on the full board."""
    goal = puzzle.stipulation.goal
    weights = MATES if goal is Goal.MATE else WINS
    first, more = LENGTH[Goal.MATE if goal is Goal.MATE else Goal.WIN]
    found = features(puzzle.board(), [chess.Move.from_uci(move) for move in puzzle.main_line])
    parts = [(name, weight * found.get(name, 0.0)) for name, weight in weights.items()]
    return Difficulty.of([("length", first + more * puzzle.stipulation.moves), *parts])


def features(start: chess.Board, line: list[chess.Move]) -> dict[str, float]:
    """What is counted of a solution, by name."""
    board, solver = start.copy(stack=False), start.turn
    key: dict[str, float] = {}
    later: list[dict[str, float]] = []
    for ply, move in enumerate(line):
        if ply == 0:
            key = _of_a_move(board, move)
        elif ply % 2 == 0:
            later.append(_of_a_move(board, move))
        board.push(move)
    found: dict[str, float] = {f"{name} at the key": value for name, value in key.items()}
    for name in key if later else ():
        found[f"{name} later"] = mean(each[name] for each in later)
    found["men that take part in the mate"] = float(_helpers(board, solver))
    ahead = sum(VALUES[man.piece_type] * (1 if man.color == solver else -1) for man in start.piece_map().values())
    found["material ahead"] = float(max(-9, min(9, ahead)))
    return found


def _of_a_move(board: chess.Board, move: chess.Move) -> dict[str, float]:
    """What there is to choose from, what kind of move it is, and what it leaves to the other side."""
    solver, target = board.turn, move.to_square
    legal = list(board.legal_moves)
    checks = [each for each in legal if board.gives_check(each)]
    captures = [each for each in legal if board.is_capture(each)]
    mover = board.piece_type_at(move.from_square)
    king = board.king(not solver)
    assert king is not None
    after = board.copy(stack=False)
    after.push(move)
    replies = after.legal_moves.count()
    taken = _victim(board, move)
    steps = chess.square_rank(target) - chess.square_rank(move.from_square)
    steps *= 1 if solver else -1
    beside = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    return {
        "checks to choose from": log2(1 + len(checks)),
        "checks by a queen": float(sum(board.piece_type_at(each.from_square) == chess.QUEEN for each in checks)),
        "captures to choose from": log2(1 + len(captures)),
        "moves to choose from": log2(1 + len(legal)),
        "another man to capture": float(max((_victim(board, each) for each in captures if each != move), default=0)),
        "no check": float(not board.gives_check(move)),
        "takes the dearest": float(board.is_capture(move) and taken >= max(_victim(board, each) for each in captures)),
        "value taken": float(taken),
        "value offered": float(_offered(board, move, after)),
        "by a rook": float(mover == chess.ROOK),
        "by a queen": float(mover == chess.QUEEN),
        "sideways": float(steps == 0),
        "backwards": float(steps < 0),
        "steps from the king": float(chess.square_distance(target, king)),
        "next to the king": float(chess.square_distance(target, king) == 1),
        "guarded where it goes": float(bool(after.attackers(solver, target))),
        "replies": log2(1 + replies),
        "a single reply": float(replies == 1),
        "pressure on the king": float(sum(len(board.attackers(solver, square)) for square in beside)),
    }


def _victim(board: chess.Board, move: chess.Move) -> int:
    """What the captured man is worth; a pawn that is taken in passing stands elsewhere."""
    if not board.is_capture(move):
        return 0
    return VALUES[board.piece_type_at(move.to_square) or chess.PAWN]


def _offered(board: chess.Board, move: chess.Move, after: chess.Board) -> int:
    """What the other side may win by taking the man that moved, less what that man has just taken."""
    target = move.to_square
    if not any(reply.to_square == target for reply in after.legal_moves):
        return 0
    worth = VALUES[after.piece_type_at(target) or chess.PAWN]
    takers = [VALUES[after.piece_type_at(square) or chess.PAWN] for square in after.attackers(after.turn, target)]
    takes_back = after.attackers(board.turn, target)
    cheapest = min((value for value in takers if value), default=None)
    if not takes_back:
        return max(0, worth - _victim(board, move))
    return max(0, worth - cheapest - _victim(board, move)) if cheapest is not None else 0


def _helpers(end: chess.Board, solver: chess.Color) -> int:
    """How many men watch the squares around the king in the end; none if it is not mate."""
    king = end.king(not solver)
    if king is None or not end.is_checkmate():
        return 0
    beside = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    return len({attacker for square in beside for attacker in end.attackers(solver, square)})
