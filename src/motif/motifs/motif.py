"""Define a motif, the line of play that may show it, its witness on that line, and the board edits that undo it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import chess

from motif._core import board as facts
from motif._core.board import Positions
from motif.board.material import TARGET_VALUES
from motif.errors import IllegalMove

# A line of play: the boards, the moves, and the winner's moves as steps that know what came before them.

ChanceFunction = Callable[[Sequence[chess.Board]], Sequence[float]]
"""Gives for each board the chance, from 0 to 1, that the side to move wins."""


Lead = tuple[chess.Board, chess.Move]
"""A move and the board before it."""


@dataclass(frozen=True, eq=False)
class LineStep:
    """One move of the winner: the boards before and after it, what it captures, and the two moves before it."""

    ply: int
    before: chess.Board
    move: chess.Move
    after: chess.Board
    earlier: LineStep | None
    answer: chess.Move | None
    """The opponent's move just before, if it is known."""
    answered_on: chess.Board | None
    """The board on which the opponent's previous move was played."""

    @property
    def origin(self) -> chess.Square:
        return self.move.from_square

    @property
    def target(self) -> chess.Square:
        return self.move.to_square

    @cached_property
    def piece_type(self) -> chess.PieceType:
        """The type of the piece after the move: a pawn that promotes to a queen counts as a queen."""
        kind = self.after.piece_type_at(self.target)
        assert kind is not None
        return kind

    @property
    def is_by_pawn(self) -> bool:
        return self.piece_type == chess.PAWN or self.move.promotion is not None

    @cached_property
    def taken(self) -> chess.PieceType | None:
        """The type of the captured piece; None without a capture, and for an en passant capture."""
        return None if self.before.is_castling(self.move) else self.before.piece_type_at(self.target)

    @cached_property
    def is_capture(self) -> bool:
        """Whether the move captures, en passant included."""
        return self.before.is_capture(self.move)

    @property
    def takes_back(self) -> bool:
        if self.answer is None or self.answered_on is None or self.answer.to_square != self.target:
            return False
        return self.is_capture and self.answered_on.is_capture(self.answer)

    @cached_property
    def is_check(self) -> bool:
        return self.after.is_check()

    @cached_property
    def escapes_check(self) -> bool:
        return self.before.is_check()

    @cached_property
    def victims(self) -> tuple[chess.Square, ...]:
        """The squares of the opponent's pieces that the piece attacks after the move."""
        return tuple(self.after.attacks(self.target) & self.after.occupied_co[self.after.turn])

    def answer_by(self) -> chess.PieceType | None:
        """The type of the piece that made the opponent's move just before."""
        if self.answer is None or self.earlier is None:
            return None
        return self.earlier.after.piece_type_at(self.answer.from_square)


@dataclass(frozen=True, eq=False)
class Line:
    """Boards and moves: `boards[i]` is before `moves[i]`, and the last board is the end.

    `lead` is the opponent's move that led to the first board, and the board before that move, if known.
    `chances` gives the winning chances of boards; without it no zugzwang is found.
    """

    boards: tuple[chess.Board, ...]
    moves: tuple[chess.Move, ...]
    lead: Lead | None = None
    chances: ChanceFunction | None = None

    @classmethod
    def of(
        cls,
        board: chess.Board,
        moves: Iterable[chess.Move | str],
        lead: Lead | None = None,
        chances: ChanceFunction | None = None,
    ) -> Line:
        """Make a line by playing moves (`chess.Move` or UCI) from a board.

        >>> Line.of(chess.Board(), ["e2e5"])
        Traceback (most recent call last):
        ...
        motif.errors.IllegalMove: illegal move e2e5 in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        """
        board = board.copy(stack=False)
        boards, played = [board], []
        for given in moves:
            move = chess.Move.from_uci(given) if isinstance(given, str) else given
            if not board.is_legal(move):
                raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")
            board = board.copy(stack=False)
            board.push(move)
            board.clear_stack()
            boards.append(board)
            played.append(move)
        return cls(tuple(boards), tuple(played), lead, chances)

    @classmethod
    def after_lead(
        cls,
        board: chess.Board,
        lead: chess.Move,
        moves: Iterable[chess.Move | str],
        chances: ChanceFunction | None = None,
    ) -> Line:
        """A line that starts after the opponent's move, as Lichess writes its puzzles."""
        start = board.copy(stack=False)
        start.push(lead)
        return cls.of(start, moves, (board.copy(stack=False), lead), chances)

    @property
    def start(self) -> chess.Board:
        return self.boards[0]

    @property
    def end(self) -> chess.Board:
        return self.boards[-1]

    @property
    def winner(self) -> chess.Color:
        """The side that moves first."""
        return self.start.turn

    @cached_property
    def steps(self) -> tuple[LineStep, ...]:
        """The winner's moves."""
        steps: list[LineStep] = []
        for ply in range(0, len(self.moves), 2):
            answered_on, answer = (self.boards[ply - 1], self.moves[ply - 1]) if ply else self.lead or (None, None)
            earlier = steps[-1] if steps else None
            before, move, after = self.boards[ply], self.moves[ply], self.boards[ply + 1]
            steps.append(LineStep(ply, before, move, after, earlier, answer, answered_on))
        return tuple(steps)

    @property
    def threats(self) -> tuple[LineStep, ...]:
        """The winner's moves except the last; if there is only one move, that one."""
        return self.steps[:-1] or self.steps

    @cached_property
    def is_mate(self) -> bool:
        return bool(self.moves) and self.end.turn != self.winner and self.end.is_checkmate()

    @property
    def answers(self) -> tuple[chess.Move, ...]:
        """The loser's moves."""
        return self.moves[1::2]

    def replayed(self, ply: int, board: chess.Board) -> Line:
        """The rest of this line from another board, as far as its moves are legal there."""
        played: list[chess.Move] = []
        walk = board.copy(stack=False)
        for move in self.moves[ply:]:
            if not walk.is_legal(move):
                break
            walk.push(move)
            played.append(move)
        lead = (self.boards[ply - 1], self.moves[ply - 1]) if ply else self.lead
        return Line.of(board, played, lead, self.chances)

    def standing(self, square: chess.Square, ply: int) -> int:
        """The first even ply from which the piece on a square of `boards[ply]` has stayed there."""
        for earlier in range(ply, 0, -1):
            if self.boards[earlier - 1].piece_at(square) != self.boards[ply].piece_at(square):
                return earlier + earlier % 2
        return 0


# Which pieces are defended, en prise, trapped or pinned, as the core computes it.

SLIDERS = frozenset({chess.BISHOP, chess.ROOK, chess.QUEEN})


def worth(board: chess.Board, square: chess.Square) -> int:
    """The value of the piece on a square, 0 for an empty square."""
    return TARGET_VALUES.get(board.piece_type_at(square) or 0, 0)


def exchange(board: chess.Board, move: chess.Move) -> int:
    """What a move wins, in pawns, once all captures on its target square are done."""
    column = Positions.from_boards([board])
    place = column.legal_moves()[0].index(move)
    return round(int(column.exchange_values()[place]) / 100)


def can_be_won(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move wins material by a capture on a square."""
    captures = board.generate_legal_captures(to_mask=chess.BB_SQUARES[square])
    return any(exchange(board, capture) >= 1 for capture in captures)


@dataclass(frozen=True, slots=True)
class Pin:
    """A piece on the line from an opposing slider to another piece behind it."""

    pinner: chess.Square
    pinned: chess.Square
    behind: chess.Square

    @property
    def line(self) -> chess.SquareSet:
        """The whole line, on which the pinned piece may move."""
        return chess.SquareSet(chess.ray(self.pinner, self.behind))


def pins_to(board: chess.Board, behind: chess.Square) -> Iterator[Pin]:
    """The pins of a side's pieces to its piece on a square."""
    return (Pin(pinner, pinned, behind) for pinner, pinned in facts.pins_to(board, behind))


# Remedies, the board edits that would undo a motif: remove a piece, add a defender, block a line, move the king.

Edit = tuple[chess.Board, chess.Square]
"""The edited board, and the square on which it was edited."""


class RemedyKind(Enum):
    """How a remedy changes the board."""

    REMOVE = "remove one of these pieces"
    DEFEND = "add a defender of one of these pieces"
    BLOCK = "put a pawn on one of these squares"
    PUT_BACK = "put back the piece that has left"
    ASIDE = "put the king on one of these squares"


@dataclass(frozen=True, slots=True)
class Remedy:
    """A kind of edit and its squares; editing one of the squares is enough."""

    kind: RemedyKind
    squares: tuple[chess.Square, ...]
    piece_type: chess.PieceType = chess.PAWN
    """The type of the piece that is put on the board, for kinds that leave it open."""

    def applied(self, board: chess.Board, loser: chess.Color) -> Iterator[Edit]:
        """The edited boards, the smallest edit first; some of them may not be legal positions."""
        if self.kind is RemedyKind.REMOVE:
            for square in sorted(self.squares, key=lambda square: worth(board, square)):
                if board.piece_type_at(square) not in (None, chess.KING):
                    yield _with(board, square, None), square
        elif self.kind in (RemedyKind.BLOCK, RemedyKind.PUT_BACK):
            yield from _put(board, chess.Piece(self.piece_type, loser), self.squares)
        elif self.kind is RemedyKind.ASIDE:
            king = board.king(loser)
            if king is not None:
                yield from _put(_with(board, king, None), chess.Piece(chess.KING, loser), self.squares)
        else:
            for square in self.squares:
                behind = chess.scan_forward(chess.BB_PAWN_ATTACKS[not loser][square])
                yield from _put(board, chess.Piece(chess.PAWN, loser), behind)
            for square in self.squares:
                yield from _put(board, chess.Piece(chess.KNIGHT, loser), _calmest_knights(board, square, loser))


def remove(*squares: chess.Square) -> Remedy:
    """Make a remedy that removes one of these pieces."""
    return Remedy(RemedyKind.REMOVE, squares)


def defend(*squares: chess.Square) -> Remedy:
    """Make a remedy that adds a defender of one of these pieces."""
    return Remedy(RemedyKind.DEFEND, squares)


def block(*squares: chess.Square) -> Remedy:
    """Make a remedy that puts a pawn of the loser on one of these squares."""
    return Remedy(RemedyKind.BLOCK, squares)


def put_back(piece_type: chess.PieceType, square: chess.Square) -> Remedy:
    """Make a remedy that puts a piece of the loser back on the square that it has just left."""
    return Remedy(RemedyKind.PUT_BACK, (square,), piece_type)


def aside(board: chess.Board, loser: chess.Color) -> tuple[Remedy, ...]:
    """Make a remedy that moves the loser's king to a safe square next to it; an empty tuple if there is none."""
    king = board.king(loser)
    if king is None:
        return ()
    lifted = _with(board, king, None)
    near = chess.SquareSet(chess.BB_KING_ATTACKS[king] & ~board.occupied)
    places = tuple(square for square in near if not lifted.is_attacked_by(not loser, square))
    return (Remedy(RemedyKind.ASIDE, places),) if places else ()


def _calmest_knights(board: chess.Board, square: chess.Square, loser: chess.Color) -> list[chess.Square]:
    """The squares from which a knight would defend a square, first those where it attacks the fewest pieces."""
    enemies = board.occupied_co[not loser]
    places = chess.scan_forward(chess.BB_KNIGHT_ATTACKS[square])
    return sorted(places, key=lambda place: (chess.BB_KNIGHT_ATTACKS[place] & enemies).bit_count())


def _put(board: chess.Board, piece: chess.Piece, places: Iterable[chess.Square]) -> Iterator[Edit]:
    for place in places:
        at_the_end = piece.piece_type == chess.PAWN and chess.square_rank(place) in (0, 7)
        if board.piece_at(place) is None and not at_the_end:
            yield _with(board, place, piece), place


def _with(board: chess.Board, square: chess.Square, piece: chess.Piece | None) -> chess.Board:
    edited = board.copy(stack=False)
    edited.set_piece_at(square, piece)
    edited.castling_rights = edited.clean_castling_rights()
    if edited.ep_square is not None and not edited.has_legal_en_passant():
        edited.ep_square = None
    return edited


# A witness is one occurrence of a motif on a line, with the remedies that undo it.


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a line shows a motif: the ply, the attacking piece, the attacked pieces, and the squares in between.

    `claim` is what the motif wins, in pawns; the remedies are board edits that would undo it, the smallest first.
    A witness without remedies only describes the line: it is never given as the cause of a win.
    """

    motif: str
    ply: int
    by: chess.Square
    against: tuple[chess.Square, ...] = ()
    along: tuple[chess.Square, ...] = ()
    claim: int = 0
    remedies: tuple[Remedy, ...] = ()

    def edits(self, line: Line) -> Iterator[Undone]:
        """Edited boards of the line without this motif, each at the first ply with all concerned pieces on their
        squares.

        The moves up to the one that shows the motif stay legal, and the edit gives no check to the side to move.
        """
        for remedy in self.remedies:
            named = (*remedy.squares, *self.against)
            since = max((line.standing(square, self.ply) for square in named), default=0)
            for ply in sorted({min(since, self.ply), self.ply}):
                board = line.boards[ply]
                for edited, square in remedy.applied(board, loser=not line.winner):
                    if edited.is_check() <= board.is_check() and _allows(edited, line.moves[ply : self.ply]):
                        yield Undone(self, ply, edited, square)


@dataclass(frozen=True, slots=True)
class Undone:
    """A board edited so that a motif is gone: the ply of the line, and the edited square."""

    witness: Witness
    ply: int
    board: chess.Board
    square: chess.Square


def _allows(board: chess.Board, moves: tuple[chess.Move, ...]) -> bool:
    """Whether a board is legal and the moves can be played on it."""
    if not board.is_valid():
        return False
    walk = board.copy(stack=False)
    for move in moves:
        if not walk.is_legal(move):
            return False
        walk.push(move)
    return True


Finder = Callable[[Line], Iterator[Witness]]


@dataclass(frozen=True, slots=True)
class Motif:
    """One motif, with its finder. `is_wider` marks motifs that the Lichess theme leaves out, such as king forks."""

    name: str
    english: str
    find: Finder
    theme: str | None = None
    includes: tuple[str, ...] = ()
    is_wider: bool = False
    prospect: Finder | None = None
    """Finds the motif on a single move that sets it up, if `find` needs later moves to prove it."""

    def shown(self, line: Line) -> bool:
        return next(self.find(line), None) is not None

    def set_up(self, line: Line) -> bool:
        """Whether the one move of this line shows the motif or prepares it."""
        return next((self.prospect or self.find)(line), None) is not None

    def without(self, line: Line, witness: Witness) -> Undone | None:
        """The first edit of the board after which the same moves no longer show the motif, None if there is none."""
        return next(self.undoings(line, witness), None)

    def undoings(self, line: Line, witness: Witness) -> Iterator[Undone]:
        """All edits of the board after which the same moves no longer show the motif, the smallest first."""
        for undone in witness.edits(line):
            again = self.find(line.replayed(undone.ply, undone.board))
            if not any(is_same(witness, other, undone.ply) for other in again):
                yield undone


def is_same(witness: Witness, other: Witness, shift: int) -> bool:
    """Whether another witness, on a line that starts `shift` plies later, shows the same occurrence."""
    return (other.ply + shift, other.by, other.against) == (witness.ply, witness.by, witness.against)
