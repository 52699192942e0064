"""What the men alone promise: the lone king shut in, connected pawns, an escorted pawn, blocked pawns, the balance."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.endgames.technique.judging import Judge
from motif.endgames.technique.plain_rules import NAMES
from motif.endgames.technique.scene import (
    Finding,
    Outcome,
    Scene,
    adjective,
    colour,
    is_passed,
    king,
    listed,
    men,
    names,
    promotion_square,
    rank_for,
    square_for,
    stronger,
    won_by,
)

USUAL = {
    ("Q", "R"): "won",
    ("Q", "B"): "won",
    ("Q", "N"): "won",
    ("R", "B"): "a draw",
    ("R", "N"): "a draw",
    ("R", "R"): "a draw",
    ("Q", "Q"): "a draw",
    ("B", "B"): "a draw",
    ("B", "N"): "a draw",
    ("N", "N"): "a draw",
}
"""How an ending without pawns goes as a rule."""


def room(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The squares that a lone king could walk to if the others stood still.

    >>> len(room(chess.Board("k7/8/8/8/8/8/1R6/7K b - - 0 1"), chess.BLACK))
    6
    """
    start = king(board, side)
    bare = board.copy(stack=False)
    bare.remove_piece_at(start)
    guarded = chess.SquareSet(square for square in chess.SQUARES if bare.is_attacked_by(not side, square))
    reached, edge = chess.SquareSet([start]), [start]
    while edge:
        for square in chess.SquareSet(chess.BB_KING_ATTACKS[edge.pop()]) - guarded - reached - board.occupied:
            reached.add(square)
            edge.append(square)
    return reached


def shut_in(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """Against a lone king: its room becomes smaller, or the king comes nearer to help."""
    board, side = scene.board, scene.side
    if men(board, not side) or board.pawns or judge.outcome(board) != won_by(side) or board.is_game_over():
        return
    other = king(board, not side)
    before, after = len(room(scene.before, not side)), len(room(board, not side))
    if scene.kind != chess.KING and after < before and not board.is_check():
        squares = "1 square is" if after == 1 else f"{after} squares are"
        clause = f"it shuts the {adjective(not side)} king in: {squares} left to it instead of {before}"
        yield Finding("shut in", won_by(side), clause, tuple(room(board, not side)))
    elif scene.kind == chess.KING and chess.square_distance(scene.move.to_square, other) < chess.square_distance(
        scene.move.from_square, other
    ):
        piece = listed([NAMES[letter] for letter in dict.fromkeys(men(board, side))])
        clause = f"the king comes nearer, since the {piece} needs its help to mate"
        if after <= before:
            yield Finding("king helps", won_by(side), clause, (scene.move.to_square, other))


def connected_pawns(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """Two connected passed pawns that a lone king cannot stop."""
    board = scene.board
    for side in chess.COLORS:
        pawns = list(board.pieces(chess.PAWN, side))
        if men(board, side) != "PP" or men(board, not side) or judge.outcome(board) != won_by(side):
            continue
        apart = abs(chess.square_file(pawns[0]) - chess.square_file(pawns[1]))
        if apart == 1:
            clause = f"the passed pawns on {names(pawns)} are connected, and one king cannot stop both"
            yield Finding("connected passed pawns", won_by(side), clause, tuple(pawns))
        elif apart > 1:
            clause = f"one king cannot stop the pawns on {names(pawns)}, which are {apart} files apart"
            yield Finding("two passed pawns", won_by(side), clause, tuple(pawns))


def escort(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """A piece and a pawn against a lone king."""
    board = scene.board
    for side in chess.COLORS:
        mine = men(board, side)
        if len(mine) != 2 or mine[1] != "P" or mine[0] == "P" or men(board, not side):
            continue
        (pawn,) = board.pieces(chess.PAWN, side)
        if judge.outcome(board) == won_by(side):
            goal = chess.square_name(promotion_square(side, pawn))
            clause = f"{NAMES[mine[0]]} and king bring the pawn on {chess.square_name(pawn)} to {goal}"
            yield Finding("escorted pawn", won_by(side), clause, (pawn,))


def blocked_pawns(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """Two pawns that block each other: whoever gets beside the other's pawn wins it."""
    board = scene.board
    if {men(board, chess.WHITE), men(board, chess.BLACK)} != {"P"}:
        return
    (white,), (black,) = (board.pieces(chess.PAWN, side) for side in (chess.WHITE, chess.BLACK))
    if black != white + 8:
        return
    for side, prey in ((chess.WHITE, black), (chess.BLACK, white)):
        file, rank = chess.square_file(prey), rank_for(side, prey)
        keys = [square_for(side, each, rank) for each in range(8) if 1 <= abs(each - file) <= 3]
        outcome, mine = judge.outcome(board), king(board, side)
        where = f"of the blocked pawn on {chess.square_name(prey)}"
        if outcome == won_by(side) and mine in keys:
            clause = f"the {adjective(side)} king on {chess.square_name(mine)} is on a key square {where} and wins it"
            yield Finding("key squares", outcome, clause, (mine, prey))
        elif outcome == Outcome.DRAW and scene.side != side and scene.kind == chess.KING and mine not in keys:
            near = [square for square in keys if chess.square_distance(square, mine) <= 2]
            held = [square for square in near if chess.square_distance(square, king(board, not side)) <= 2]
            if near and near == held:
                clause = f"it keeps the {adjective(side)} king from the key squares {where}: {names(near)}"
                yield Finding("key squares", outcome, clause, (*near, prey))


def unstoppable(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """A pawn one step from its goal that nothing stops."""
    board, side = scene.board, scene.side
    for pawn in board.pieces(chess.PAWN, side):
        goal = promotion_square(side, pawn)
        if rank_for(side, pawn) != 7 or not is_passed(board, side, pawn) or board.piece_at(goal):
            continue
        if board.is_attacked_by(not side, goal) or board.is_check() or judge.outcome(board) != won_by(side):
            continue
        if any(_stops(board, move, goal) for move in board.legal_moves):
            continue
        clause = f"the pawn on {chess.square_name(pawn)} cannot be stopped on its way to {chess.square_name(goal)}"
        yield Finding("unstoppable pawn", won_by(side), clause, (pawn, goal))


def _stops(board: chess.Board, move: chess.Move, goal: chess.Square) -> bool:
    board.push(move)
    stopped = (
        board.is_check()
        or board.is_attacked_by(not board.turn, goal)
        or board.piece_at(goal) is not None
        or move.promotion is not None
        or not board.pieces(chess.PAWN, board.turn) & chess.BB_FILES[chess.square_file(goal)]
    )
    board.pop()
    return stopped


def balance(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """What the men of an ending without pawns promise as a rule, where this position is no exception."""
    board = scene.board
    side = stronger(board)
    mine, theirs = men(board, side), men(board, not side)
    if mine == "NN" and not theirs and judge.outcome(board) == Outcome.DRAW:
        yield Finding("two knights", Outcome.DRAW, "two knights cannot force mate")
        return
    usual = USUAL.get((mine, theirs))
    outcome = judge.outcome(board)
    if (usual, outcome) not in (("won", won_by(side)), ("a draw", Outcome.DRAW)):
        return
    for_whom = f" for {colour(side)}" if usual == "won" else ""
    clause = f"{NAMES[mine]} against {NAMES[theirs]} is {usual}{for_whom}, as it is as a rule"
    yield Finding("balance", outcome, clause)
