"""Check the rules of endgames with pieces: Lucena, Philidor, cut-off, wrong bishop, queen against pawn and others.

Lucena, Philidor, the corner in front of a rook's pawn and opposite bishops are textbook definitions that the tables
here cannot check: Stockfish (depth 18 or 1.5 seconds) contradicted none of 85 positions drawn at random for each.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.moves import MoveOnBoard, rank_for
from motif.board.wording import ordinal
from motif.explain.phrases.technique import said
from motif.explain.technique.rules import (
    AppliedRule,
    OutcomeSource,
    TheoreticalResult,
    colour,
    king,
    pieces_of,
    stronger,
    won_by,
)
from motif.motifs.idea import is_passed, promotion_square

NEAR_KING_SQUARES = 4
"""From this distance a king helps its queen against a rook's or bishop's pawn."""


def _only(board: chess.Board, kind: chess.PieceType, side: chess.Color) -> chess.Square:
    (square,) = board.pieces(kind, side)
    return square


class _RookEnding:
    """An ending of rook and pawn against rook; `side` has the pawn, and the other side's pieces are the defender's."""

    def __init__(self, board: chess.Board, side: chess.Color) -> None:
        self.board, self.side = board, side
        self.pawn, self.rook = _only(board, chess.PAWN, side), _only(board, chess.ROOK, side)
        self.king, self.defending_king = king(board, side), king(board, not side)
        self.defending_rook = _only(board, chess.ROOK, not side)
        self.file, self.promotion = chess.square_file(self.pawn), promotion_square(self.pawn, side)

    def rank(self, square: chess.Square) -> int:
        """The rank of a square, from the point of view of the side with the pawn."""
        return rank_for(square, self.side)

    def files_away(self, square: chess.Square) -> int:
        """How many files a square is to the right of the pawn."""
        return chess.square_file(square) - self.file


def _rook_ending(board: chess.Board) -> _RookEnding | None:
    side = stronger(board)
    is_one = (pieces_of(board, side), pieces_of(board, not side)) == ("RP", "R")
    return _RookEnding(board, side) if is_one else None


def lucena(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Rook and pawn against rook: the king in front of its pawn on the seventh, the other king cut off by the rook."""
    ending, board = _rook_ending(played.after), played.after
    if ending is None or ending.rank(ending.pawn) != 7 or ending.king != ending.promotion or ending.file in (0, 7):
        return
    side, between, away = ending.side, ending.files_away(ending.rook), ending.files_away(ending.defending_king)
    is_cut_off = abs(away) >= 2 and between * away > 0 and 0 < abs(between) <= abs(away)
    if not is_cut_off or (board.is_attacked_by(not side, ending.rook) and board.turn != side):
        return
    is_near = chess.square_distance(ending.defending_king, ending.pawn) <= 1
    if board.turn != side and (is_near or ending.defending_rook in board.attackers(not side, ending.king)):
        return
    is_the_way = played.side == side and played.kind == chess.ROOK and ending.rank(ending.rook) == 4
    is_check = played.side == side and board.is_check()
    clause = said("Lucena, bridge" if is_the_way else "Lucena, check" if is_check else "Lucena")
    squares = (ending.king, ending.pawn, ending.rook, ending.defending_king)
    yield AppliedRule("Lucena", won_by(side), clause, squares, True, is_the_way)


def philidor(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Rook against rook and pawn: the rook on its third rank until the pawn comes there, then checks from behind."""
    ending, board = _rook_ending(played.after), played.after
    if ending is None or board.turn != ending.side:
        return
    pawn, rook, other = ending.pawn, ending.defending_rook, ending.defending_king
    in_front = ending.rank(other) == 8 and abs(ending.files_away(other)) <= 1
    if not in_front or board.is_attacked_by(ending.side, rook) or ending.rank(ending.king) > 5:
        return
    is_close = abs(ending.files_away(ending.king)) <= 1 and other == ending.promotion
    if ending.rank(pawn) <= 5 and ending.rank(rook) == 6:
        clause = said("Philidor, third rank", rank="sixth" if ending.side == chess.WHITE else "third")
    elif ending.rank(pawn) == 6 and ending.rank(rook) <= 2 and is_close:
        clause = said("Philidor, checks")
    else:
        return
    yield AppliedRule("Philidor", TheoreticalResult.DRAW, clause, (rook, other, pawn), is_proven=True)


def corner_before_the_pawn(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A king in the corner in front of its rook's pawn cannot leave past a rook on the next file."""
    ending, board = _rook_ending(played.after), played.after
    if ending is None or ending.file not in (0, 7) or ending.rank(ending.pawn) != 7 or ending.king != ending.promotion:
        return
    rook, other = ending.defending_rook, ending.defending_king
    guards = abs(ending.files_away(rook)) == 1 and not board.is_attacked_by(ending.side, rook)
    near = abs(ending.files_away(other)) in (2, 3) and ending.rank(other) >= 7
    if guards and near and not board.is_check():
        clause = said("king in the corner", rook=chess.square_name(rook), king=chess.square_name(other))
        squares = (ending.king, rook, other)
        yield AppliedRule("rook's pawn", TheoreticalResult.DRAW, clause, squares, is_proven=True)


def passive_rook(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """King and pawn have reached the sixth rank, and the defending rook is tied to its first rank."""
    ending, board = _rook_ending(played.after), played.after
    if ending is None or board.turn != ending.side or ending.file in (0, 1, 6, 7):
        return
    pawn, rook, mine = ending.pawn, ending.defending_rook, ending.king
    are_there = (ending.rank(pawn), ending.rank(mine), ending.rank(rook)) == (6, 6, 8)
    if not are_there or abs(ending.files_away(mine)) != 1 or ending.defending_king != ending.promotion:
        return
    if source.outcome(board) == won_by(ending.side):
        clause = said("passive rook", rook=chess.square_name(rook))
        yield AppliedRule("passive rook", won_by(ending.side), clause, (mine, pawn, rook))


def rook_behind_the_pawn(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A rook steps behind a passed pawn of either side."""
    board, side = played.after, played.side
    if played.kind != chess.ROOK or board.queens or played.after.is_check():
        return
    rook = played.move.to_square
    for owner in chess.COLORS:
        for pawn in board.pieces(chess.PAWN, owner):
            was_behind = _is_behind(played.move.from_square, pawn, owner)
            is_free = not chess.SquareSet.between(rook, pawn) & board.occupied
            matters = is_passed(board, pawn, owner) and rank_for(pawn, owner) >= 4
            if was_behind or not _is_behind(rook, pawn, owner) or not is_free or not matters:
                continue
            outcome = source.outcome(board)
            if outcome in (won_by(not side), TheoreticalResult.UNKNOWN):
                continue
            key = "behind their last step" if rank_for(pawn, owner) == 7 else "behind their pawn"
            clause = said("behind its own pawn" if owner == side else key, pawn=chess.square_name(pawn))
            yield AppliedRule("rook behind the passed pawn", outcome, clause, (rook, pawn))


def _is_behind(rook: chess.Square, pawn: chess.Square, owner: chess.Color) -> bool:
    return chess.square_file(rook) == chess.square_file(pawn) and rank_for(rook, owner) < rank_for(pawn, owner)


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
        name = f"{letters[here]}-file" if line == "file" else f"{ordinal(here + 1)} rank"
        if not pawns and abs(here - there) == 1 and pieces_of(board, not side) == "":
            clause = said("cut off", side=colour(not side), line=name)
            yield AppliedRule("cut off", won_by(side), clause, (rook, other))
            return
        for pawn in pawns:
            goal = pawn if line == "file" else promotion_square(pawn, bool(board.color_at(pawn)))
            beyond = part(goal)
            if (there < here < beyond) or (there > here > beyond):
                place = {"side": colour(not side), "pawn": chess.square_name(pawn), "line": name}
                is_escort = line == "rank" and board.color_at(pawn) != side
                clause = said("cut off, escort" if is_escort else "cut off from a pawn", **place)
                yield AppliedRule("cut off", won_by(side), clause, (rook, other, pawn))
                return


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
    corner, bishop, other = promotion_square(pawns[0], side), _only(board, chess.BISHOP, side), king(board, not side)
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
    if rank_for(pawn, not side) != 7 or chess.square_distance(pawn, other) > 2:
        return
    file, place = chess.square_file(pawn), chess.square_name(pawn)
    kind = {0: "rook", 7: "rook", 2: "bishop", 5: "bishop", 1: "knight", 6: "knight"}.get(file)
    outcome = source.outcome(board)
    squares = (pawn, other, king(board, side))
    is_near = chess.square_distance(king(board, side), pawn) <= NEAR_KING_SQUARES
    if outcome == TheoreticalResult.DRAW and kind == "rook":
        clause = said("rook's pawn on the seventh", pawn=place, side=colour(side))
    elif outcome == TheoreticalResult.DRAW and kind == "bishop":
        clause = said("bishop's pawn on the seventh", pawn=place)
    elif outcome == won_by(side) and kind in (None, "knight"):
        clause = said("pawn on the seventh lost", pawn=place, side=colour(side))
    elif outcome == won_by(side) and is_near:
        clause = said("pawn on the seventh, king near", pawn=place, side=colour(side))
    else:
        return
    yield AppliedRule("queen against a pawn on the seventh", outcome, clause, squares)


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
    is_before = chess.square_file(other) == chess.square_file(pawn) and rank_for(other, side) > rank_for(pawn, side)
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
