"""Estimate how hard a puzzle is, as a sum of named parts: difficulty = length + sum of weight * feature.

The estimate approximates the Lichess rating divided by 200: 7.5 means a rating of 1500. The weights were fitted to
rated Lichess puzzles (mates in 1, longer mates and other wins separately) and rounded; experiments/puzzles-difficulty
measures them on other puzzles. A feature `at the key` belongs to the solver's first move, `later` is the mean over the
later moves, and `at some move` the maximum over all of them. `first_sight` says how the moves compare for a player who
counts material one to three plies deep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import log2
from statistics import mean

import chess

from motif._core.board import Positions
from motif._core.search import Evaluation, Searcher
from motif.board.material import VALUES
from motif.motifs.catalogue import motifs_of
from motif.motifs.motif import Line
from motif.puzzles.puzzle import Difficulty, Goal, Puzzle, Stipulation

DEPTH_NAMES = {1: "one ply", 2: "two plies", 3: "three plies"}
LARGEST_DIFFERENCE_PAWNS = 15.0
"""Differences are capped here: beyond about a queen and a rook they do not matter."""

MATERIAL_ONLY_WEIGHTS = (1.0, 0.0, 0.0)
ZERO_SQUARE_TABLES = [[0] * 64] * 6


def first_sight(boards: Sequence[chess.Board], moves: Sequence[chess.Move]) -> list[dict[str, float]]:
    """Return, for each board, how much better another move looks than the given one, and how many look as good.

    >>> board = chess.Board("6k1/5ppp/8/8/8/3q4/5PPP/2R3K1 w - - 0 1")
    >>> seen = first_sight([board], [chess.Move.from_uci("c1c8")])[0]
    >>> seen["looks worse one ply deep"], seen["moves that look as good one ply deep"]
    (-15.0, 0.0)
    """
    searched = Positions.from_boards(boards)
    most = max(board.legal_moves.count() for board in boards)
    rows: list[dict[str, float]] = [{} for _ in boards]
    for depth, name in DEPTH_NAMES.items():
        answers = Searcher(_material(), hash_megabytes=1).search_all(searched, depth=depth, multi_pv=most)
        for seen, answer, move in zip(rows, answers, moves, strict=True):
            values = {line.moves[0]: line.centipawns / 100 for line in answer.lines}
            own = values.pop(move)
            behind = max(values.values(), default=own - LARGEST_DIFFERENCE_PAWNS) - own
            seen[f"looks worse {name} deep"] = max(-LARGEST_DIFFERENCE_PAWNS, min(LARGEST_DIFFERENCE_PAWNS, behind))
            seen[f"moves that look as good {name} deep"] = log2(1 + sum(value >= own for value in values.values()))
    return rows


@cache
def _material() -> Evaluation:
    return Evaluation.heuristic(MATERIAL_ONLY_WEIGHTS, ZERO_SQUARE_TABLES)


LENGTH = {Goal.MATE: (-1.08, 0.83), Goal.WIN: (4.67, 0.35)}
"""By goal: the constant of the sum, and the points for each of the solver's moves."""

MATES: Mapping[str, float] = {
    "value offered at the key": 0.21,
    "checks to choose from at the key": 0.74,
    "safe checks to choose from at the key": 0.68,
    "next to the king at the key": 0.73,
    "neither check nor capture at the key": 2.23,
    "captures to choose from at the key": 0.18,
    "checks by a queen at the key": -0.18,
    "guarded where it goes at the key": -0.28,
    "replies that capture at the key": 0.32,
    "by a queen at the key": 0.28,
    "moves to choose from at the key": 0.25,
    "takes the dearest later": -0.44,
    "by a knight later": 0.55,
    "sideways later": -0.3,
    "by a bishop later": 0.62,
    "another man to capture later": 0.05,
    "safe checks to choose from later": 0.25,
    "checks to choose from at some move": 0.37,
    "other captures that pay at some move": 0.34,
    "replies at some move": 0.11,
    "by a bishop at some move": 0.32,
    "where a pawn can take at some move": 0.64,
    "pressure on the king at some move": 0.09,
    "a single reply at some move": -0.36,
    "men that take part in the mate": 0.3,
    "pin": 1.15,
    "x-ray": 0.91,
    "steps of the king from its first rank": 0.11,
    "in check at first": 2.14,
    "fork": 0.35,
}
"""Points for mates in two or more, by feature."""

MATES_IN_1: Mapping[str, float] = {
    "checks to choose from at the key": 0.46,
    "safe checks to choose from at the key": 0.33,
    "the only check at the key": -0.55,
    "mates to choose from at the key": -0.59,
    "another man to capture at the key": 0.07,
    "other captures that pay at the key": 0.21,
    "value taken at the key": -0.12,
    "where a pawn can take at the key": 1.48,
    "by a bishop at the key": 0.59,
    "pressure on the king at the key": 0.11,
    "men that take part in the mate": 0.14,
    "in check at first": 1.89,
}
"""The points that each feature adds to the difficulty of a mate in one."""

MATE_IN_1 = 3.74
"""The constant for mates in one: 3.23 from the fit plus half a point, since the fit used popular, easier puzzles."""

WINS: Mapping[str, float] = {
    "looks worse one ply deep at the key": 0.06,
    "looks worse one ply deep at some move": 0.09,
    "looks worse two plies deep at some move": 0.09,
    "looks worse three plies deep at some move": 0.09,
    "moves that look as good one ply deep later": 0.21,
    "moves that look as good three plies deep later": 0.3,
    "another man to capture at the key": 0.05,
    "another man to capture at some move": 0.05,
    "captures to choose from at the key": 0.15,
    "other captures that pay at the key": 0.17,
    "other captures that pay at some move": 0.16,
    "takes the dearest later": -0.38,
    "neither check nor capture at some move": 0.3,
    "checks to choose from at the key": 0.1,
    "checks by a queen at some move": 0.06,
    "the only check at the key": -0.32,
    "the only check at some move": -0.33,
    "moves to choose from at some move": 0.23,
    "replies at some move": 0.13,
    "replies that capture at the key": 0.08,
    "guarded where it goes later": 0.34,
    "pressure on the king at the key": 0.06,
    "steps from the king at some move": 0.06,
    "fork": -0.41,
}
"""Points for wins of material, by feature."""

COUNTED_MOTIFS = ("pin", "x-ray", "fork", "attraction")
"""Motifs that may make the line easier or harder to see."""


def estimate(puzzle: Puzzle) -> Difficulty:
    """Estimate a puzzle from its main line; boards smaller than 8x8 have no estimate."""
    if not puzzle.diagram.is_full_size:
        return Difficulty()
    weights, length = _weights(puzzle.stipulation)
    find_features = features_of_a_win if weights is WINS else features
    counts = find_features(puzzle.board(), [chess.Move.from_uci(move) for move in puzzle.main_line])
    parts = [(name, weight * counts.get(name, 0.0)) for name, weight in weights.items()]
    return Difficulty.of([("length", length), *parts])


def _weights(stipulation: Stipulation) -> tuple[Mapping[str, float], float]:
    """Return the weights for this kind of puzzle, and the points for its length."""
    if stipulation.goal is not Goal.MATE:
        weights, (constant, per_move) = WINS, LENGTH[Goal.WIN]
    elif stipulation.moves == 1:
        return MATES_IN_1, MATE_IN_1
    else:
        weights, (constant, per_move) = MATES, LENGTH[Goal.MATE]
    return weights, constant + per_move * stipulation.moves


def features(start: chess.Board, line: list[chess.Move]) -> dict[str, float]:
    """Return the features of a solution by name."""
    board, solver = start.copy(stack=False), start.turn
    moves: list[dict[str, float]] = []
    for ply, move in enumerate(line):
        if ply % 2 == 0:
            moves.append(_move_features(board, move))
        board.push(move)
    counts = _combined(moves)
    counts["men that take part in the mate"] = float(_helpers(board, solver))
    ahead = sum(VALUES[piece.piece_type] * (1 if piece.color == solver else -1) for piece in start.piece_map().values())
    counts["material ahead"] = float(max(-9, min(9, ahead)))
    counts["in check at first"] = float(start.is_check())
    king = start.king(not solver)
    assert king is not None
    rank = chess.square_rank(king)
    counts["steps of the king from the edge"] = float(min(chess.square_file(king), 7 - chess.square_file(king)))
    counts["steps of the king from its first rank"] = float(7 - rank if solver else rank)
    counts["pieces around the king"] = float(sum(start.color_at(s) == (not solver) for s in _around(king)))
    shown = set(motifs_of(Line.of(start, [move.uci() for move in line])))
    counts |= {motif: float(motif in shown) for motif in COUNTED_MOTIFS}
    return counts


def features_of_a_win(start: chess.Board, line: list[chess.Move]) -> dict[str, float]:
    """Return the features of a win of material: those of `features`, and how the moves look at first sight."""
    board = start.copy(stack=False)
    boards: list[chess.Board] = []
    for ply, move in enumerate(line):
        if ply % 2 == 0:
            boards.append(board.copy(stack=False))
        board.push(move)
    return features(start, line) | _combined(first_sight(boards, line[::2]))


def _combined(moves: list[dict[str, float]]) -> dict[str, float]:
    """Combine the features of the solver's moves: the key's value, the mean of later moves, and the maximum."""
    counts: dict[str, float] = {}
    for name, value in moves[0].items():
        counts[f"{name} at the key"] = value
        counts[f"{name} later"] = mean(each[name] for each in moves[1:]) if len(moves) > 1 else 0.0
        counts[f"{name} at some move"] = max(each[name] for each in moves)
    return counts


def _move_features(board: chess.Board, move: chess.Move) -> dict[str, float]:
    """Return the features of one move: the alternatives, the kind of move, and the opponent's replies."""
    solver, target = board.turn, move.to_square
    legal = list(board.legal_moves)
    checks = [each for each in legal if board.gives_check(each)]
    captures = [each for each in legal if board.is_capture(each)]
    mover = board.piece_type_at(move.from_square)
    king = board.king(not solver)
    assert king is not None
    after = board.copy(stack=False)
    after.push(move)
    replies = list(after.legal_moves)
    taken = _captured_value(board, move)
    steps = chess.square_rank(target) - chess.square_rank(move.from_square)
    steps *= 1 if solver else -1
    victims = {each: _captured_value(board, each) for each in captures}
    pays = [
        each
        for each, value in victims.items()
        if each != move and value >= VALUES[board.piece_type_at(each.from_square) or chess.PAWN]
    ]
    gives_check = board.gives_check(move)
    return {
        "checks to choose from": log2(1 + len(checks)),
        "safe checks to choose from": log2(
            1 + sum(not board.is_attacked_by(not solver, each.to_square) for each in checks)
        ),
        "checks by a queen": float(sum(board.piece_type_at(each.from_square) == chess.QUEEN for each in checks)),
        "mates to choose from": float(sum(_mates(board, each) for each in checks)),
        "the only check": float(gives_check and len(checks) == 1),
        "captures to choose from": log2(1 + len(captures)),
        "other captures that pay": log2(1 + len(pays)),
        "moves to choose from": log2(1 + len(legal)),
        "another man to capture": float(max((value for each, value in victims.items() if each != move), default=0)),
        "no check": float(not gives_check),
        "neither check nor capture": float(not gives_check and not board.is_capture(move)),
        "takes the dearest": float(board.is_capture(move) and taken >= max(victims.values())),
        "value taken": float(taken),
        "value offered": float(_offered(board, move, after, taken)),
        "where a pawn can take": float(
            any(board.piece_type_at(s) == chess.PAWN for s in board.attackers(not solver, target))
        ),
        "by a knight": float(mover == chess.KNIGHT),
        "by a bishop": float(mover == chess.BISHOP),
        "by a rook": float(mover == chess.ROOK),
        "by a queen": float(mover == chess.QUEEN),
        "by the king": float(mover == chess.KING),
        "a promotion": float(move.promotion is not None),
        "sideways": float(steps == 0),
        "backwards": float(steps < 0),
        "steps from the king": float(chess.square_distance(target, king)),
        "next to the king": float(chess.square_distance(target, king) == 1),
        "guarded where it goes": float(bool(after.attackers(solver, target))),
        "replies": log2(1 + len(replies)),
        "replies of the king": float(sum(after.piece_type_at(each.from_square) == chess.KING for each in replies)),
        "replies that capture": float(sum(after.is_capture(each) for each in replies)),
        "a single reply": float(len(replies) == 1),
        "pressure on the king": float(sum(len(board.attackers(solver, square)) for square in _around(king))),
    }


def _mates(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return after.is_checkmate()


def _around(king: chess.Square) -> chess.SquareSet:
    return chess.SquareSet(chess.BB_KING_ATTACKS[king])


def _captured_value(board: chess.Board, move: chess.Move) -> int:
    if not board.is_capture(move):
        return 0
    # The target is empty in a capture en passant.
    return VALUES[board.piece_type_at(move.to_square) or chess.PAWN]


def _offered(board: chess.Board, move: chess.Move, after: chess.Board, taken: int) -> int:
    """Return what the opponent may win by capturing the moved piece, minus what the move captured."""
    target = move.to_square
    if not any(reply.to_square == target for reply in after.legal_moves):
        return 0
    worth = VALUES[after.piece_type_at(target) or chess.PAWN]
    takers = [VALUES[after.piece_type_at(square) or chess.PAWN] for square in after.attackers(after.turn, target)]
    cheapest = min((value for value in takers if value), default=None)
    if not after.attackers(board.turn, target):
        return max(0, worth - taken)
    return max(0, worth - cheapest - taken) if cheapest is not None else 0


def _helpers(end: chess.Board, solver: chess.Color) -> int:
    """Return how many pieces attack the squares around a mated king; 0 if it is not mate."""
    king = end.king(not solver)
    if king is None or not end.is_checkmate():
        return 0
    return len({attacker for square in _around(king) for attacker in end.attackers(solver, square)})
