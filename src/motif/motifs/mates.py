"""Find mates, and name them by what traps the king: the back rank, its own pieces, a corner, an edge.

Every finder looks only at the end of the line: the mating move, the king, and the squares around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from motif.motifs.motif import Line, LineStep, Witness, remove

MATE_CLAIM_PAWNS = 100
"""What a mate counts as winning, in pawns."""


@dataclass(frozen=True, slots=True)
class Mate:
    """A mate: the move that gave it, and the square of the mated king."""

    step: LineStep
    king: chess.Square

    @property
    def board(self) -> chess.Board:
        return self.step.after

    @property
    def winner(self) -> chess.Color:
        return not self.board.turn

    @property
    def mater(self) -> chess.Square:
        return self.step.target

    @property
    def mated_by(self) -> chess.PieceType:
        return self.step.piece_type

    @property
    def around(self) -> chess.SquareSet:
        return chess.SquareSet(chess.BB_KING_ATTACKS[self.king])

    @property
    def is_at_the_edge(self) -> bool:
        return bool(chess.BB_SQUARES[self.king] & EDGE)

    @property
    def is_in_the_corner(self) -> bool:
        return bool(chess.BB_SQUARES[self.king] & chess.BB_CORNERS)

    def is_own(self, square: chess.Square) -> bool:
        return self.board.color_at(square) == self.board.turn

    def is_ours(self, square: chess.Square, *kinds: chess.PieceType) -> bool:
        """Whether one of the winner's pieces, of one of these types, is on a square."""
        return self.board.color_at(square) == self.winner and self.board.piece_type_at(square) in kinds

    def helpers(self, square: chess.Square, *kinds: chess.PieceType) -> list[chess.Square]:
        """The winner's pieces of these types that defend a square."""
        return [helper for helper in self.board.attackers(self.winner, square) if self.is_ours(helper, *kinds)]

    def witness(self, name: str, held_by: list[chess.Square]) -> Witness:
        """The witness of a named mate; removing one of the pieces in `held_by` undoes the mate."""
        origins = {self.mater: self.step.origin}
        undo = tuple(origins.get(square, square) for square in held_by)
        holders = tuple(square for square in held_by if square != self.mater)
        return Witness(name, self.step.ply, self.mater, (self.king,), holders, MATE_CLAIM_PAWNS, (remove(*undo),))


EDGE = chess.BB_RANK_1 | chess.BB_RANK_8 | chess.BB_FILE_A | chess.BB_FILE_H

Test = Callable[[Mate], "list[chess.Square] | None"]
"""A function that returns the pieces that make one kind of mate, which a remedy may remove; None for other mates."""


def mate_of(line: Line) -> Mate | None:
    """The mate at the end of a line, None if there is none."""
    king = line.end.king(line.end.turn)
    return Mate(line.steps[-1], king) if line.is_mate and king is not None else None


def named(name: str, test: Test) -> Callable[[Line], Iterator[Witness]]:
    """Make the finder of a named mate from its test."""

    def find(line: Line) -> Iterator[Witness]:
        mate = mate_of(line)
        held_by = test(mate) if mate else None
        if mate and held_by is not None:
            yield mate.witness(name, held_by)

    return find


def mate(line: Line) -> Iterator[Witness]:
    """The line ends in mate; the remedies remove a piece that traps the king, of either side."""
    picture = mate_of(line)
    if picture:
        holders, own = _holders(picture), [square for square in picture.around if picture.is_own(square)]
        remedies = remove(*own), remove(*holders)
        yield Witness(
            "mate", picture.step.ply, picture.mater, (picture.king,), tuple(holders or own), MATE_CLAIM_PAWNS, remedies
        )


def _holders(picture: Mate) -> list[chess.Square]:
    """The winner's other pieces that cover the king's escape squares or defend the mating piece."""
    without_king = picture.board.occupied ^ chess.BB_SQUARES[picture.king]
    flights = [square for square in picture.around if not picture.is_own(square)]
    guards = {
        guard
        for square in flights
        for guard in chess.SquareSet(picture.board.attackers_mask(picture.winner, square, without_king))
        if guard != picture.mater and not picture.board.kings & chess.BB_SQUARES[guard]
    }
    return sorted(guards)


def mate_in(moves: int) -> Callable[[Line], Iterator[Witness]]:
    """Make the finder of a mate in a number of moves; five means five or more."""

    def find(line: Line) -> Iterator[Witness]:
        picture = mate_of(line)
        if picture and min(len(line.steps), 5) == moves:
            yield Witness(f"mate in {moves}", picture.step.ply, picture.mater, (picture.king,), (), MATE_CLAIM_PAWNS)

    return find


def back_rank(mate: Mate) -> list[chess.Square] | None:
    """A rook or queen mates along the first rank; the winner attacks none of the king's own pieces in front of it."""
    home, forward = (0, 8) if mate.board.turn == chess.WHITE else (7, -8)
    if chess.square_rank(mate.king) != home:
        return None
    front = [square for square in mate.around if chess.square_rank(square) == home + forward // 8]
    shut = all(mate.is_own(square) and not mate.board.is_attacked_by(mate.winner, square) for square in front)
    along = any(chess.square_rank(checker) == home for checker in mate.board.checkers())
    return front if shut and along else None


def smothered(mate: Mate) -> list[chess.Square] | None:
    """A knight mates a king that is surrounded by its own pieces."""
    by_knight = any(mate.is_ours(checker, chess.KNIGHT) for checker in mate.board.checkers())
    return list(mate.around) if by_knight and all(mate.is_own(square) for square in mate.around) else None


def anastasia(mate: Mate) -> list[chess.Square] | None:
    """A rook or queen mates along the a- or h-file; next to the king are its own piece and the attacker's knight."""
    file, rank = chess.square_file(mate.king), chess.square_rank(mate.king)
    if file not in (0, 7) or rank in (0, 7) or chess.square_file(mate.mater) != file:
        return None
    inward = 1 if file == 0 else -1
    next_to, beyond = mate.king + inward, mate.king + 3 * inward
    by_heavy = mate.mated_by in (chess.ROOK, chess.QUEEN)
    return [beyond] if by_heavy and mate.is_own(next_to) and mate.is_ours(beyond, chess.KNIGHT) else None


def hook(mate: Mate) -> list[chess.Square] | None:
    """A rook next to the king mates; a knight next to the king defends the rook, and a pawn defends the knight."""
    if mate.mated_by != chess.ROOK or mate.mater not in mate.around:
        return None
    for knight in mate.helpers(mate.mater, chess.KNIGHT):
        if knight in mate.around and mate.helpers(knight, chess.PAWN):
            return [knight]
    return None


def arabian(mate: Mate) -> list[chess.Square] | None:
    """A rook mates a king in the corner; a knight two files and two ranks from the king defends the rook."""
    if not mate.is_in_the_corner or mate.mated_by != chess.ROOK or mate.mater not in mate.around:
        return None
    for knight in mate.helpers(mate.mater, chess.KNIGHT):
        if _steps(knight, mate.king) == (2, 2):
            return [knight]
    return None


def _steps(square: chess.Square, other: chess.Square) -> tuple[int, int]:
    files = abs(chess.square_file(square) - chess.square_file(other))
    return files, abs(chess.square_rank(square) - chess.square_rank(other))


def boden(mate: Mate) -> list[chess.Square] | None:
    """Two bishops mate from two sides."""
    return _two_bishops(mate, crossing=True)


def double_bishop(mate: Mate) -> list[chess.Square] | None:
    """Two bishops mate from one side."""
    return _two_bishops(mate, crossing=False)


def _two_bishops(mate: Mate, crossing: bool) -> list[chess.Square] | None:
    bishops = list(mate.board.pieces(chess.BISHOP, mate.winner))
    if len(bishops) < 2:
        return None
    for square in (mate.king, *mate.around):
        if any(not mate.is_ours(attacker, chess.BISHOP) for attacker in mate.board.attackers(mate.winner, square)):
            return None
    file = chess.square_file(mate.king)
    is_left, is_right = chess.square_file(bishops[0]) < file, chess.square_file(bishops[1]) > file
    return bishops if (is_left == is_right) is crossing else None


def dovetail(mate: Mate) -> list[chess.Square] | None:
    """A queen diagonally next to the king mates, and alone covers the squares that the king's own pieces leave free."""
    touching = mate.mater in mate.around and _steps(mate.mater, mate.king) == (1, 1)
    if mate.is_at_the_edge or mate.mated_by != chess.QUEEN or not touching:
        return None
    queen = chess.SquareSet([mate.mater])
    for square in mate.around - queen:
        attackers = mate.board.attackers(mate.winner, square)
        if attackers and (attackers != queen or mate.board.piece_at(square)):
            return None
    return [square for square in mate.around if mate.is_own(square)]


def epaulette(mate: Mate) -> list[chess.Square] | None:
    """A queen mates a king at the edge from straight in front; the king's own pieces are on both sides of it."""
    file, rank = chess.square_file(mate.king), chess.square_rank(mate.king)
    if not mate.is_at_the_edge or mate.is_in_the_corner or mate.mated_by != chess.QUEEN:
        return None
    sideways = 1 if rank in (0, 7) else 8
    in_front = chess.square_file(mate.mater) == file if sideways == 1 else chess.square_rank(mate.mater) == rank
    sides = [mate.king - sideways, mate.king + sideways]
    return sides if in_front and all(mate.is_own(square) for square in sides) else None


def opera(mate: Mate) -> list[chess.Square] | None:
    """A rook next to the king mates on the first rank, not in the corner; a bishop defends the rook."""
    home = 0 if mate.board.turn == chess.WHITE else 7
    if chess.square_rank(mate.king) != home or mate.is_in_the_corner or mate.mated_by != chess.ROOK:
        return None
    next_to = mate.mater in mate.around and chess.square_rank(mate.mater) == home
    bishops = mate.helpers(mate.mater, chess.BISHOP)
    return bishops[:1] if next_to and bishops and not mate.helpers(mate.mater, chess.QUEEN, chess.KNIGHT) else None


def pillsbury(mate: Mate) -> list[chess.Square] | None:
    """A rook on the file mates a king one square from the corner; a bishop covers the corner."""
    file = chess.square_file(mate.king)
    home = 0 if mate.board.turn == chess.WHITE else 7
    if file not in (1, 6) or chess.square_rank(mate.king) != home:
        return None
    if mate.mated_by != chess.ROOK or chess.square_file(mate.mater) != file:
        return None
    corner = mate.king + (1 if file == 6 else -1)
    bishops = mate.helpers(corner, chess.BISHOP)
    return bishops[:1] or None


def corner(mate: Mate) -> list[chess.Square] | None:
    """A knight mates a king in the corner, which its own pieces and a rook or queen shut in."""
    if not mate.is_in_the_corner or mate.mated_by != chess.KNIGHT or mate.mater not in mate.board.checkers():
        return None
    own = [square for square in mate.around if mate.is_own(square)]
    free = [square for square in mate.around if not mate.is_own(square)]
    guards = [guard for square in free for guard in mate.helpers(square, chess.ROOK, chess.QUEEN)]
    return guards[:1] if own and free and guards else None
