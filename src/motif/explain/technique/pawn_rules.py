"""Check the rules of pawn endgames: opposition, key squares, square of the pawn, race, outside pawn, triangulation.

Opposition and zugzwang are said only if the result changes with the side to move.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.moves import MoveOnBoard, rank_for
from motif.explain.phrases.technique import said
from motif.explain.technique.rules import (
    AppliedRule,
    OutcomeSource,
    TheoreticalResult,
    colour,
    king,
    names,
    only_pawns,
    pieces_of,
    square_for,
    steps,
    won_by,
)
from motif.motifs.idea import is_passed, promotion_square

LEAST_GAIN_OF_WAITING_CP = 100
"""How many centipawns better the position must be, in a quick search, if the other side has to move."""

OUTSIDE_FILES = 3
"""An outside pawn is at least this many files away from all others."""


def opposition(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """The kings face each other with one square between them, and the side to move must give way."""
    board, side = played.after, played.side
    if not only_pawns(board) or played.kind != chess.KING or played.passed is None:
        return
    mine, other = king(board, side), king(board, not side)
    files = abs(chess.square_file(mine) - chess.square_file(other))
    ranks = abs(chess.square_rank(mine) - chess.square_rank(other))
    if (files, ranks) not in {(0, 2), (2, 0), (2, 2)}:
        return
    outcome, otherwise = source.outcome(board), source.outcome(played.passed)
    if TheoreticalResult.UNKNOWN in (outcome, otherwise) or outcome == otherwise or outcome == won_by(not side):
        return
    if otherwise == won_by(side):
        return
    clause = said("diagonal opposition" if files == ranks else "opposition", side=colour(not side))
    yield AppliedRule("opposition", outcome, clause, (mine, other))


def key_square_set(side: chess.Color, pawn: chess.Square) -> list[chess.Square]:
    """Return the squares from which the king wins with this one pawn, with either side to move.

    >>> [chess.square_name(square) for square in key_square_set(chess.WHITE, chess.D3)]
    ['c5', 'd5', 'e5']
    """
    file, rank = chess.square_file(pawn), rank_for(pawn, side)
    if file in (0, 7):
        next_file = 1 if file == 0 else 6
        return [square_for(side, next_file, 7), square_for(side, next_file, 8)]
    ranks = [rank + 2] if rank <= 4 else [rank + 1, rank + 2] if rank <= 6 else [8]
    return [square_for(side, each, there) for there in ranks if there <= 8 for each in (file - 1, file, file + 1)]


def key_squares(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """King and pawn against king: a king on a key square wins, a king kept from all of them does not."""
    board = played.after
    both = {pieces_of(board, chess.WHITE), pieces_of(board, chess.BLACK)}
    if both != {"P", ""}:
        return
    (pawn,) = board.pieces(chess.PAWN, chess.WHITE) | board.pieces(chess.PAWN, chess.BLACK)
    side = board.color_at(pawn)
    assert side is not None
    keys = key_square_set(side, pawn)
    mine, outcome = king(board, side), source.outcome(board)
    name = chess.square_name(pawn)
    if outcome == won_by(side) and mine in keys:
        key = "on a key square" if played.side == side and played.kind == chess.KING else "stays on a key square"
        clause = said(key, square=chess.square_name(mine), pawn=name)
        yield AppliedRule("key squares", won_by(side), clause, tuple(keys))
    elif outcome == won_by(side) and not _runs_alone(board, side, pawn):
        # A pawn that does not run alone needs its king on one of these squares, so in a won position it gets there.
        clause = said("reaches the key squares", pawn=name, squares=names(keys, "or"))
        yield AppliedRule("key squares", won_by(side), clause, tuple(keys))
    elif outcome == TheoreticalResult.DRAW and _holds_the_pawn(board, side, pawn):
        clause = said("kept from the key squares", side=colour(side), pawn=name, squares=names(keys))
        yield AppliedRule("key squares", TheoreticalResult.DRAW, clause, tuple(keys))


def _runs_alone(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    distance = chess.square_distance(king(board, not side), promotion_square(pawn, side))
    return distance - (board.turn != side) > steps(side, pawn)


def _holds_the_pawn(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    """Whether the pawn's king is at least as near to it as the other king, so that it is not simply lost."""
    mine, other = king(board, side), king(board, not side)
    return chess.square_distance(mine, pawn) <= chess.square_distance(other, pawn) - (board.turn != side)


def pawn_square(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """The square of the pawn: a lone king catches the pawn only from inside it."""
    board = played.after
    if not only_pawns(board):
        return
    for side in chess.COLORS:
        runners = [pawn for pawn in board.pieces(chess.PAWN, side) if _runs_free(board, side, pawn)]
        rivals = list(board.pieces(chess.PAWN, not side))
        if len(runners) != 1 or rivals:
            continue
        (pawn,) = runners
        goal, hunter = promotion_square(pawn, side), king(board, not side)
        moves = steps(side, pawn)
        distance = chess.square_distance(hunter, goal) - (board.turn != side)
        outcome = source.outcome(board)
        place = {"side": colour(not side), "pawn": chess.square_name(pawn), "goal": chess.square_name(goal)}
        far = max(chess.square_distance(king(board, side), goal), chess.square_distance(king(board, side), pawn)) > 2
        if distance > moves and outcome == won_by(side):
            needed = _moves(chess.square_distance(hunter, goal))
            clause = said("outside the square", **place, king_moves=needed, moves=str(moves))
            yield AppliedRule("square of the pawn", won_by(side), clause, (pawn, goal, hunter), is_proven=True)
        elif distance <= moves and outcome == TheoreticalResult.DRAW and far:
            clause = said("inside the square", **place)
            yield AppliedRule("square of the pawn", TheoreticalResult.DRAW, clause, (pawn, goal, hunter))


def _runs_free(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    path = [square_for(side, chess.square_file(pawn), rank) for rank in range(rank_for(pawn, side) + 1, 9)]
    return is_passed(board, pawn, side) and not any(board.piece_at(square) for square in path)


def _is_too_far(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    """Whether the other king comes too late, or just in time to a square that the pawn's king covers."""
    goal = promotion_square(pawn, side)
    distance = chess.square_distance(king(board, not side), goal) - (board.turn != side)
    late = steps(side, pawn) - distance
    return late < 0 or (late == 0 and chess.square_distance(king(board, side), goal) == 1)


def race(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Both sides run with a pawn that no king catches: the moves are counted."""
    board = played.after
    if not only_pawns(board) or (played.kind != chess.PAWN and chess.popcount(board.pawns) > 2):
        return
    runners: dict[chess.Color, chess.Square] = {}
    for side in chess.COLORS:
        free = [
            pawn
            for pawn in board.pieces(chess.PAWN, side)
            if _runs_free(board, side, pawn) and _is_too_far(board, side, pawn)
        ]
        if not free:
            return
        runners[side] = min(free, key=lambda pawn, side=side: steps(side, pawn))  # type: ignore[misc]
    mover = board.turn
    needs = {side: steps(side, pawn) for side, pawn in runners.items()}
    first = mover if needs[mover] <= needs[not mover] else not mover
    outcome = source.outcome(board)
    if outcome == TheoreticalResult.UNKNOWN:
        return
    counts = {
        "pawn": chess.square_name(runners[first]),
        "moves": _moves(needs[first]),
        "other": chess.square_name(runners[not first]),
        "others": str(needs[not first]),
    }
    if outcome == won_by(first):
        clause = said("race won", first=colour(first), **counts)
        yield AppliedRule("race", outcome, clause, tuple(runners.values()))
    elif outcome == TheoreticalResult.DRAW:
        yield AppliedRule("race", TheoreticalResult.DRAW, said("race drawn", **counts), tuple(runners.values()))


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def outside_passed_pawn(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A passed pawn far from all others draws the opponent's king away from them."""
    board = played.after
    if not only_pawns(board) or chess.popcount(board.pawns) < 3:
        return
    for side in chess.COLORS:
        for pawn in board.pieces(chess.PAWN, side):
            others = [square for square in chess.SquareSet(board.pawns) if square != pawn]
            apart = min(abs(chess.square_file(pawn) - chess.square_file(other)) for other in others)
            theirs = list(board.pieces(chess.PAWN, not side))
            mine = [other for other in board.pieces(chess.PAWN, side) if other != pawn]
            if not is_passed(board, pawn, side) or apart < OUTSIDE_FILES or not theirs or not mine:
                continue
            if any(is_passed(board, other, not side) for other in theirs):
                continue
            if source.outcome(board) == won_by(side):
                others_named = f"the {'pawn' if len(theirs) == 1 else 'pawns'} on {names(theirs)}"
                place = {"pawn": chess.square_name(pawn), "side": colour(not side), "others": others_named}
                clause = said("outside passed pawn", **place)
                yield AppliedRule("outside passed pawn", won_by(side), clause, (pawn, *theirs))


def triangulation(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """The king takes three moves to return while the other king has only two squares, so the other side must move."""
    board, side = played.board, played.side
    if not only_pawns(board) or played.kind != chess.KING or board.is_check():
        return
    twin = board.copy(stack=False)
    twin.turn, twin.ep_square = not side, None
    if not _is_a_wait_worth_it(board, twin, source):
        return
    if source.outcome(played.after) != won_by(side) or source.outcome(twin) != won_by(side):
        return
    home, corner, other = played.move.from_square, played.move.to_square, king(board, not side)
    # The other side must have nothing but king moves, so that it cannot lose a move itself.
    steps_of_other = [move for move in twin.legal_moves if not board.piece_at(move.to_square)]
    if any(move.from_square != other for move in steps_of_other) or board.is_capture(played.move):
        return
    for last in chess.SquareSet(chess.BB_KING_ATTACKS[home] & chess.BB_KING_ATTACKS[corner]):
        if board.piece_at(last) or last == home:
            continue
        if not _other_must_wait(played, last, source):
            continue
        path = "–".join(chess.square_name(square) for square in (home, corner, last, home))
        clause = said("triangulation", path=path, side=colour(not side))
        yield AppliedRule("triangulation", won_by(side), clause, (home, corner, last))
        return


def _is_a_wait_worth_it(board: chess.Board, twin: chess.Board, source: OutcomeSource) -> bool:
    """Whether a quick search finds `twin`, with the other side to move, clearly better for the side that would wait."""
    if not twin.is_valid():
        return False
    here, there = source.value(board, board.turn), source.value(twin, board.turn)
    return here is not None and there is not None and there - here >= LEAST_GAIN_OF_WAITING_CP


def _other_must_wait(played: MoveOnBoard, last: chess.Square, source: OutcomeSource) -> bool:
    """Whether the king's walk ends where it began and stays winning while the other king moves to and fro."""
    board, side = played.board, played.side
    home, corner, other = played.move.from_square, played.move.to_square, king(board, not side)
    for there in chess.SquareSet(chess.BB_KING_ATTACKS[other]):
        walk = played.after.copy(stack=False)
        for origin, goal in ((other, there), (corner, last), (there, other), (last, home)):
            move = chess.Move(origin, goal)
            if not walk.is_legal(move):
                break
            walk.push(move)
            if walk.turn != side and source.outcome(walk) != won_by(side):
                break
        else:
            return True
    return False


def zugzwang(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """The side to move would rather pass."""
    board, side = played.after, played.side
    if played.passed is None or board.is_game_over():
        return
    outcome, otherwise = source.outcome(board), source.outcome(played.passed)
    if TheoreticalResult.UNKNOWN in (outcome, otherwise) or outcome == otherwise or outcome == won_by(not side):
        return
    if outcome == TheoreticalResult.DRAW and otherwise == won_by(side):
        return
    worsens = "loses" if outcome == won_by(side) else "only draws"
    clause = said("zugzwang", side=colour(not side), worsens=worsens)
    yield AppliedRule("zugzwang", outcome, clause, ())
