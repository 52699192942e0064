"""Check the rules of endgames with pieces: Lucena, Philidor, cut-off, wrong bishop, queen against pawn and others.

Lucena, Philidor, the corner in front of a rook's pawn and opposite bishops are textbook definitions that the tables
here cannot check: Stockfish (depth 18 or 1.5 seconds) contradicted none of 85 positions drawn at random for each.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.moves import MoveOnBoard
from motif.explain.phrases.technique import said
from motif.explain.technique.rules import (
    AppliedRule,
    OutcomeSource,
    TheoreticalResult,
    colour,
    is_passed,
    king,
    pieces_of,
    promotion_square,
    rank_for,
    stronger,
    won_by,
)

NEAR_KING_SQUARES = 4
"""From this distance a king helps its queen against a rook's or bishop's pawn."""


def _only(board: chess.Board, kind: chess.PieceType, side: chess.Color) -> chess.Square:
    (square,) = board.pieces(kind, side)
    return square


def lucena(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Rook and pawn against rook: the king in front of its pawn on the seventh, the other king cut off by the rook."""
    board = played.after
    side = stronger(board)
    if (pieces_of(board, side), pieces_of(board, not side)) != ("RP", "R"):
        return
    pawn, rook = _only(board, chess.PAWN, side), _only(board, chess.ROOK, side)
    mine, other = king(board, side), king(board, not side)
    file = chess.square_file(pawn)
    if rank_for(side, pawn) != 7 or mine != promotion_square(side, pawn) or file in (0, 7):
        return
    between = chess.square_file(rook) - file
    away = chess.square_file(other) - file
    is_cut_off = abs(away) >= 2 and between * away > 0 and 0 < abs(between) <= abs(away)
    theirs = _only(board, chess.ROOK, not side)
    if not is_cut_off or (board.is_attacked_by(not side, rook) and board.turn != side):
        return
    if board.turn != side and (chess.square_distance(other, pawn) <= 1 or theirs in board.attackers(not side, mine)):
        return
    is_the_way = played.side == side and played.kind == chess.ROOK and rank_for(side, rook) == 4
    if is_the_way:
        clause = said("Lucena, bridge")
    elif played.side == side and board.is_check():
        clause = said("Lucena, check")
    else:
        clause = said("Lucena")
    yield AppliedRule("Lucena", won_by(side), clause, (mine, pawn, rook, other), True, is_the_way)


def philidor(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Rook against rook and pawn: the rook on its third rank until the pawn comes there, then checks from behind."""
    board = played.after
    side = stronger(board)
    if (pieces_of(board, side), pieces_of(board, not side)) != ("RP", "R") or board.turn != side:
        return
    pawn, rook = _only(board, chess.PAWN, side), _only(board, chess.ROOK, not side)
    mine, other = king(board, side), king(board, not side)
    in_front = rank_for(side, other) == 8 and abs(chess.square_file(other) - chess.square_file(pawn)) <= 1
    if not in_front or board.is_attacked_by(side, rook) or rank_for(side, mine) > 5:
        return
    if rank_for(side, pawn) <= 5 and rank_for(side, rook) == 6:
        rank = "sixth" if side == chess.WHITE else "third"
        clause = said("Philidor, third rank", rank=rank)
        yield AppliedRule("Philidor", TheoreticalResult.DRAW, clause, (rook, other, pawn), is_proven=True)
    elif (
        rank_for(side, pawn) == 6
        and rank_for(side, rook) <= 2
        and abs(chess.square_file(mine) - chess.square_file(pawn)) <= 1
        and other == promotion_square(side, pawn)
    ):
        clause = said("Philidor, checks")
        yield AppliedRule("Philidor", TheoreticalResult.DRAW, clause, (rook, other, pawn), is_proven=True)


def corner_before_the_pawn(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A king in the corner in front of its rook's pawn cannot leave past a rook on the next file."""
    board = played.after
    side = stronger(board)
    if (pieces_of(board, side), pieces_of(board, not side)) != ("RP", "R"):
        return
    pawn, rook = _only(board, chess.PAWN, side), _only(board, chess.ROOK, not side)
    mine, other = king(board, side), king(board, not side)
    edge = chess.square_file(pawn)
    if edge not in (0, 7) or rank_for(side, pawn) != 7 or mine != promotion_square(side, pawn):
        return
    guards = abs(chess.square_file(rook) - edge) == 1 and not board.is_attacked_by(side, rook)
    near = abs(chess.square_file(other) - edge) in (2, 3) and rank_for(side, other) >= 7
    if guards and near and not board.is_check():
        clause = said("king in the corner", rook=chess.square_name(rook), king=chess.square_name(other))
        yield AppliedRule("rook's pawn", TheoreticalResult.DRAW, clause, (mine, rook, other), is_proven=True)


def passive_rook(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """King and pawn have reached the sixth rank, and the defending rook is tied to its first rank."""
    board = played.after
    side = stronger(board)
    if (pieces_of(board, side), pieces_of(board, not side)) != ("RP", "R") or board.turn != side:
        return
    pawn, rook = _only(board, chess.PAWN, side), _only(board, chess.ROOK, not side)
    mine, other = king(board, side), king(board, not side)
    file = chess.square_file(pawn)
    if file in (0, 1, 6, 7) or rank_for(side, pawn) != 6 or rank_for(side, rook) != 8:
        return
    together = rank_for(side, mine) == 6 and abs(chess.square_file(mine) - file) == 1
    if together and other == promotion_square(side, pawn) and source.outcome(board) == won_by(side):
        clause = said("passive rook", rook=chess.square_name(rook))
        yield AppliedRule("passive rook", won_by(side), clause, (mine, pawn, rook))


def rook_behind_the_pawn(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A rook steps behind a passed pawn of either side."""
    board, side = played.after, played.side
    if played.kind != chess.ROOK or board.queens or played.after.is_check():
        return
    rook = played.move.to_square
    for owner in chess.COLORS:
        for pawn in board.pieces(chess.PAWN, owner):
            behind = (
                chess.square_file(pawn) == chess.square_file(rook)
                and rank_for(owner, rook) < rank_for(owner, pawn)
                and not chess.SquareSet.between(rook, pawn) & board.occupied
            )
            was_behind = chess.square_file(played.move.from_square) == chess.square_file(pawn) and rank_for(
                owner, played.move.from_square
            ) < rank_for(owner, pawn)
            if not behind or was_behind or not is_passed(board, owner, pawn) or rank_for(owner, pawn) < 4:
                continue
            outcome = source.outcome(board)
            if outcome == won_by(not side) or outcome == TheoreticalResult.UNKNOWN:
                continue
            key = "behind their last step" if rank_for(owner, pawn) == 7 else "behind their pawn"
            clause = said("behind its own pawn" if owner == side else key, pawn=chess.square_name(pawn))
            yield AppliedRule("rook behind the passed pawn", outcome, clause, (rook, pawn))


def cut_off(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A rook keeps the other king away from a pawn, or from the rest of the board, by a rank or a file."""
    board, side = played.after, played.side
    if played.kind != chess.ROOK or played.after.is_check() or source.outcome(board) != won_by(side):
        return
    rook, other = played.move.to_square, king(board, not side)
    if board.is_attacked_by(not side, rook) and not board.is_attacked_by(side, rook):
        return
    origin = played.move.from_square
    pawns = list(chess.SquareSet(board.pawns))
    if len(pawns) > 1 or board.occupied_co[not side] & ~board.kings & ~board.pawns & ~board.rooks:
        return
    for line, part, letters in (("file", chess.square_file, "abcdefgh"), ("rank", chess.square_rank, "12345678")):
        here, there = part(rook), part(other)
        if here == part(origin) or here == there:
            continue
        name = f"{letters[here]}-file" if line == "file" else f"{_ordinal(here + 1)} rank"
        if not pawns and abs(here - there) == 1 and pieces_of(board, not side) == "":
            clause = said("cut off", side=colour(not side), line=name)
            yield AppliedRule("cut off", won_by(side), clause, (rook, other))
            return
        for pawn in pawns:
            goal = pawn if line == "file" else promotion_square(bool(board.color_at(pawn)), pawn)
            beyond = part(goal)
            if (there < here < beyond) or (there > here > beyond):
                place = {"side": colour(not side), "pawn": chess.square_name(pawn), "line": name}
                is_escort = line == "rank" and board.color_at(pawn) != side
                clause = said("cut off, escort" if is_escort else "cut off from a pawn", **place)
                yield AppliedRule("cut off", won_by(side), clause, (rook, other, pawn))
                return


def _ordinal(number: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")[number - 1]


def wrong_bishop(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A rook's pawn whose promotion corner the bishop does not control: a king that reaches it cannot be driven out."""
    board = played.after
    side = stronger(board)
    mine = pieces_of(board, side)
    if pieces_of(board, not side) or not mine.startswith("BP") or set(mine[1:]) != {"P"}:
        return
    pawns = list(board.pieces(chess.PAWN, side))
    if len({chess.square_file(pawn) for pawn in pawns}) > 1 or chess.square_file(pawns[0]) not in (0, 7):
        return
    corner, bishop, other = promotion_square(side, pawns[0]), _only(board, chess.BISHOP, side), king(board, not side)
    place = chess.square_name(corner)
    is_wrong = _is_light(corner) != _is_light(bishop)
    # Next to the corner, the king steps into it and is stalemated.
    reaches = chess.square_distance(other, corner) <= 1
    outcome = source.outcome(board) if not (is_wrong and reaches and len(pawns) > 1) else TheoreticalResult.DRAW
    if is_wrong and outcome == TheoreticalResult.DRAW:
        clause = said("wrong bishop, held" if reaches else "wrong bishop, reached", corner=place)
        yield AppliedRule("wrong bishop", TheoreticalResult.DRAW, clause, (corner, bishop, other), is_proven=reaches)
    elif is_wrong and outcome == won_by(side):
        clause = said("wrong bishop, too late", corner=place, side=colour(not side))
        yield AppliedRule("wrong bishop", won_by(side), clause, (corner, bishop, other))
    elif outcome == won_by(side):
        clause = said("right bishop", corner=place)
        yield AppliedRule("right bishop", won_by(side), clause, (corner, bishop, pawns[0]))


def _is_light(square: chess.Square) -> bool:
    return bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[square])


def queen_against_pawn(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Queen against a pawn on the seventh and its king: rook's and bishop's pawns draw, the others lose."""
    board = played.after
    side = stronger(board)
    if (pieces_of(board, side), pieces_of(board, not side)) != ("Q", "P"):
        return
    pawn, other = _only(board, chess.PAWN, not side), king(board, not side)
    if rank_for(not side, pawn) != 7 or chess.square_distance(pawn, other) > 2:
        return
    file, place = chess.square_file(pawn), chess.square_name(pawn)
    kind = {0: "rook", 7: "rook", 2: "bishop", 5: "bishop", 1: "knight", 6: "knight"}.get(file)
    outcome = source.outcome(board)
    squares = (pawn, other, king(board, side))
    if outcome == TheoreticalResult.DRAW and kind == "rook":
        clause = said("rook's pawn on the seventh", pawn=place, side=colour(side))
        yield AppliedRule("queen against a pawn on the seventh", TheoreticalResult.DRAW, clause, squares)
    elif outcome == TheoreticalResult.DRAW and kind == "bishop":
        clause = said("bishop's pawn on the seventh", pawn=place)
        yield AppliedRule("queen against a pawn on the seventh", TheoreticalResult.DRAW, clause, squares)
    elif outcome == won_by(side) and kind in (None, "knight"):
        clause = said("pawn on the seventh lost", pawn=place, side=colour(side))
        yield AppliedRule("queen against a pawn on the seventh", won_by(side), clause, squares)
    elif outcome == won_by(side) and chess.square_distance(king(board, side), pawn) <= NEAR_KING_SQUARES:
        clause = said("pawn on the seventh, king near", pawn=place, side=colour(side))
        yield AppliedRule("queen against a pawn on the seventh", won_by(side), clause, squares)


def opposite_bishops(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Bishops of opposite colours and one pawn: a king blocking it on the other colour cannot be driven away."""
    board = played.after
    side = stronger(board)
    if (pieces_of(board, side), pieces_of(board, not side)) != ("BP", "B"):
        return
    pawn, bishop = _only(board, chess.PAWN, side), _only(board, chess.BISHOP, side)
    theirs, other = _only(board, chess.BISHOP, not side), king(board, not side)
    if _is_light(bishop) == _is_light(theirs) or board.is_attacked_by(side, theirs):
        return
    is_before = chess.square_file(other) == chess.square_file(pawn) and rank_for(side, other) > rank_for(side, pawn)
    if is_before and _is_light(other) != _is_light(bishop):
        clause = said("opposite bishops, held", king=chess.square_name(other), pawn=chess.square_name(pawn))
        yield AppliedRule(
            "opposite-coloured bishops", TheoreticalResult.DRAW, clause, (other, pawn, bishop), is_proven=True
        )
    elif source.outcome(board) == TheoreticalResult.DRAW:
        clause = said("opposite bishops", side=colour(not side))
        yield AppliedRule("opposite-coloured bishops", TheoreticalResult.DRAW, clause, (theirs, pawn, bishop))


def safe_corner(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Rook against bishop: the king is safe in a corner that the bishop does not control."""
    board = played.after
    side = stronger(board)
    if (pieces_of(board, side), pieces_of(board, not side)) != ("R", "B") or source.outcome(
        board
    ) != TheoreticalResult.DRAW:
        return
    bishop, other = _only(board, chess.BISHOP, not side), king(board, not side)
    corners = [corner for corner in (chess.A1, chess.H1, chess.A8, chess.H8) if _is_light(corner) != _is_light(bishop)]
    near = [corner for corner in corners if chess.square_distance(corner, other) <= 1]
    if near:
        clause = said("safe corner", corner=chess.square_name(near[0]))
        yield AppliedRule("fortress", TheoreticalResult.DRAW, clause, (near[0], bishop, other))
