"""A motif: its name, its theme on Lichess, one English phrase, the simpler motifs it includes, and its finder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import chain

import chess

from motif._core import board as facts
from motif._core.board import Positions, flights, is_cornered, is_covered, is_en_prise
from motif.board.material import TARGET_VALUES
from motif.errors import IllegalMove

# A line of play, taken apart: the boards, the moves, and the winner's moves as steps that know what came before them.

ChanceFunction = Callable[[Sequence[chess.Board]], Sequence[float]]
"""Says of each board with what chance, from 0 to 1, the side to move will win."""


Lead = tuple[chess.Board, chess.Move]
"""A move and the board before it."""


@dataclass(frozen=True, eq=False)
class Step:
    """One move of the winner: the boards around it, what it takes, and the two moves before it."""

    ply: int
    before: chess.Board
    move: chess.Move
    after: chess.Board
    earlier: Step | None
    answer: chess.Move | None
    """The opponent's move just before, None when nobody knows it."""
    answered_on: chess.Board | None
    """The board on which that was played."""

    @property
    def origin(self) -> chess.Square:
        """Where the man comes from."""
        return self.move.from_square

    @property
    def target(self) -> chess.Square:
        """Where it goes."""
        return self.move.to_square

    @cached_property
    def man(self) -> chess.PieceType:
        """The kind of man that moves, as it stands after the move: a pawn that promotes is what it becomes."""
        kind = self.after.piece_type_at(self.target)
        assert kind is not None
        return kind

    @property
    def is_by_pawn(self) -> bool:
        """Whether a pawn moves, promoting or not."""
        return self.man == chess.PAWN or self.move.promotion is not None

    @cached_property
    def taken(self) -> chess.PieceType | None:
        """The kind of man on the square that it goes to; None for an empty square, and when it takes in passing."""
        return None if self.before.is_castling(self.move) else self.before.piece_type_at(self.target)

    @cached_property
    def is_capture(self) -> bool:
        """Whether it takes, in passing or otherwise."""
        return self.before.is_capture(self.move)

    @property
    def takes_back(self) -> bool:
        """Whether it takes where the opponent has just taken."""
        if self.answer is None or self.answered_on is None or self.answer.to_square != self.target:
            return False
        return self.is_capture and self.answered_on.is_capture(self.answer)

    @cached_property
    def is_check(self) -> bool:
        """Whether it gives check."""
        return self.after.is_check()

    @cached_property
    def escapes_check(self) -> bool:
        """Whether the winner was in check."""
        return self.before.is_check()

    @cached_property
    def victims(self) -> tuple[chess.Square, ...]:
        """The enemies that the man attacks from where it now stands."""
        return tuple(self.after.attacks(self.target) & self.after.occupied_co[self.after.turn])

    def answer_by(self) -> chess.PieceType | None:
        """The kind of man that made the opponent's move just before."""
        if self.answer is None or self.earlier is None:
            return None
        return self.earlier.after.piece_type_at(self.answer.from_square)


@dataclass(frozen=True, eq=False)
class Line:
    """Boards and moves: `boards[i]` is before `moves[i]`, and the last board is the end.

    `lead` is the move by which the opponent came to the first board, with the board before it, where that is known.
    A `judge` is asked what no rule can tell: whether it would be better not to move.
    """

    boards: tuple[chess.Board, ...]
    moves: tuple[chess.Move, ...]
    lead: Lead | None = None
    judge: ChanceFunction | None = None

    @classmethod
    def of(
        cls,
        board: chess.Board,
        moves: Iterable[chess.Move | str],
        lead: Lead | None = None,
        judge: ChanceFunction | None = None,
    ) -> Line:
        """Play moves, given as moves or in coordinates, from a board on.

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
        return cls(tuple(boards), tuple(played), lead, judge)

    @classmethod
    def after_lead(
        cls,
        board: chess.Board,
        lead: chess.Move,
        moves: Iterable[chess.Move | str],
        judge: ChanceFunction | None = None,
    ) -> Line:
        """A line that starts after the opponent's move, as Lichess writes its puzzles."""
        start = board.copy(stack=False)
        start.push(lead)
        return cls.of(start, moves, (board.copy(stack=False), lead), judge)

    @property
    def start(self) -> chess.Board:
        """The first board."""
        return self.boards[0]

    @property
    def end(self) -> chess.Board:
        """The last board."""
        return self.boards[-1]

    @property
    def winner(self) -> chess.Color:
        """The side that moves first."""
        return self.start.turn

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The winner's moves."""
        steps: list[Step] = []
        for ply in range(0, len(self.moves), 2):
            answered_on, answer = (self.boards[ply - 1], self.moves[ply - 1]) if ply else self.lead or (None, None)
            earlier = steps[-1] if steps else None
            before, move, after = self.boards[ply], self.moves[ply], self.boards[ply + 1]
            steps.append(Step(ply, before, move, after, earlier, answer, answered_on))
        return tuple(steps)

    @property
    def threats(self) -> tuple[Step, ...]:
        """The winner's moves that are followed up: all but the last, or the only one of a line of one."""
        return self.steps[:-1] or self.steps

    @cached_property
    def is_mate(self) -> bool:
        """Whether the winner mates."""
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
        return Line.of(board, played, lead, self.judge)

    def standing(self, square: chess.Square, ply: int) -> int:
        """The first ply, even, from which the man on a square of `boards[ply]` has stood there untouched."""
        for earlier in range(ply, 0, -1):
            if self.boards[earlier - 1].piece_at(square) != self.boards[ply].piece_at(square):
                return earlier + earlier % 2
        return 0

    def touched(self) -> chess.SquareSet:
        """The squares that some move of the line leaves or reaches."""
        return chess.SquareSet(chain.from_iterable((move.from_square, move.to_square) for move in self.moves))


# Who is safe where, in the core's own words: who is covered, en prise, cornered or pinned.

__all__ = [
    "SLIDERS",
    "Pin",
    "absolute_pins",
    "exchange",
    "flights",
    "is_cornered",
    "is_covered",
    "is_en_prise",
    "pins_to",
    "worth",
]

SLIDERS = frozenset({chess.BISHOP, chess.ROOK, chess.QUEEN})


def worth(board: chess.Board, square: chess.Square) -> int:
    """What the man on a square is worth; an empty square nothing."""
    return TARGET_VALUES.get(board.piece_type_at(square) or 0, 0)


def exchange(board: chess.Board, move: chess.Move) -> int:
    """What a move wins once the captures on its target square are done, in pawns."""
    column = Positions.from_boards([board])
    place = column.legal_moves()[0].index(move)
    return round(int(column.exchange_values()[place]) / 100)


@dataclass(frozen=True, slots=True)
class Pin:
    """A man that stands on the line from an enemy slider to something behind it."""

    pinner: chess.Square
    pinned: chess.Square
    behind: chess.Square

    @property
    def line(self) -> chess.SquareSet:
        """The whole line, on which the pinned man may move."""
        return chess.SquareSet(chess.ray(self.pinner, self.behind))


def pins_to(board: chess.Board, behind: chess.Square) -> Iterator[Pin]:
    """The pins of a side's men to the man of that side on a square."""
    return (Pin(pinner, pinned, behind) for pinner, pinned in facts.pins_to(board, behind))


def absolute_pins(board: chess.Board, side: chess.Color) -> Iterator[Pin]:
    """The pins of a side's men to their king."""
    king = board.king(side)
    return iter(()) if king is None else pins_to(board, king)


# What would take a cause away: a man taken off, a defender put on, a pawn put in the way, a king that stands beside.

Edit = tuple[chess.Board, chess.Square]
"""The edited board, and the square on which it was edited."""


class Kind(Enum):
    """What is done to the board."""

    REMOVE = "one of these men is taken off"
    DEFEND = "one of these men gets a defender"
    BLOCK = "a pawn stands on one of these squares"
    PUT_BACK = "a man like the one that left stands there still"
    ASIDE = "the king stands on one of these squares"


@dataclass(frozen=True, slots=True)
class Remedy:
    """What is done, and to which squares; one of them is enough."""

    kind: Kind
    squares: tuple[chess.Square, ...]
    man: chess.PieceType = chess.PAWN
    """Whom a remedy puts on the board, where it may be anybody."""

    def applied(self, board: chess.Board, loser: chess.Color) -> Iterator[Edit]:
        """The edited boards, the smallest edit first; not all of them can be."""
        if self.kind is Kind.REMOVE:
            for square in sorted(self.squares, key=lambda square: worth(board, square)):
                if board.piece_type_at(square) not in (None, chess.KING):
                    yield _with(board, square, None), square
        elif self.kind in (Kind.BLOCK, Kind.PUT_BACK):
            yield from _put(board, chess.Piece(self.man, loser), self.squares)
        elif self.kind is Kind.ASIDE:
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
    """One of these men is taken off."""
    return Remedy(Kind.REMOVE, squares)


def defend(*squares: chess.Square) -> Remedy:
    """One of these men gets a defender."""
    return Remedy(Kind.DEFEND, squares)


def block(*squares: chess.Square) -> Remedy:
    """A pawn of the loser stands on one of these squares."""
    return Remedy(Kind.BLOCK, squares)


def put_back(man: chess.PieceType, square: chess.Square) -> Remedy:
    """A man of the loser stands where one has just left."""
    return Remedy(Kind.PUT_BACK, (square,), man)


def aside(board: chess.Board, loser: chess.Color) -> tuple[Remedy, ...]:
    """The loser's king stands one step away from where it stands, where nobody attacks it; nothing if it cannot."""
    king = board.king(loser)
    if king is None:
        return ()
    lifted = _with(board, king, None)
    near = chess.SquareSet(chess.BB_KING_ATTACKS[king] & ~board.occupied)
    places = tuple(square for square in near if not lifted.is_attacked_by(not loser, square))
    return (Remedy(Kind.ASIDE, places),) if places else ()


def _calmest_knights(board: chess.Board, square: chess.Square, loser: chess.Color) -> list[chess.Square]:
    """Where a knight would defend a square, first where it attacks the fewest men."""
    enemies = board.occupied_co[not loser]
    places = chess.scan_forward(chess.BB_KNIGHT_ATTACKS[square])
    return sorted(places, key=lambda place: (chess.BB_KNIGHT_ATTACKS[place] & enemies).bit_count())


def _put(board: chess.Board, man: chess.Piece, places: Iterable[chess.Square]) -> Iterator[Edit]:
    for place in places:
        at_the_end = man.piece_type == chess.PAWN and chess.square_rank(place) in (0, 7)
        if board.piece_at(place) is None and not at_the_end:
            yield _with(board, place, man), place


def _with(board: chess.Board, square: chess.Square, man: chess.Piece | None) -> chess.Board:
    edited = board.copy(stack=False)
    edited.set_piece_at(square, man)
    edited.castling_rights = edited.clean_castling_rights()
    if edited.ep_square is not None and not edited.has_legal_en_passant():
        edited.ep_square = None
    return edited


# A witness shows a motif on a line, and knows how to undo it: the smallest edit of the board that takes it away.


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a line shows a motif: at which ply, by which man, against which men, along which squares.

    `claim` is what the motif says it wins, in pawns; the remedies say what would take it away, the smallest first.
    A witness without remedies describes the line and causes nothing.
    """

    motif: str
    ply: int
    by: chess.Square
    against: tuple[chess.Square, ...] = ()
    along: tuple[chess.Square, ...] = ()
    claim: int = 0
    remedies: tuple[Remedy, ...] = ()

    def edits(self, line: Line) -> Iterator[Undone]:
        """The boards of the line without this cause, each as early as the men concerned stand where they stand.

        On each of them the moves up to the witness's own can still be played, and nobody is newly in check.
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
    """The board without a cause: at which ply of the line, and which square was edited."""

    witness: Witness
    ply: int
    board: chess.Board
    square: chess.Square


def _allows(board: chess.Board, moves: tuple[chess.Move, ...]) -> bool:
    """Whether a board can be, and the moves be played on it."""
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
    """One motif. `is_wider` marks what Lichess's theme leaves out although it is true: king forks, relative pins."""

    name: str
    english: str
    find: Finder
    theme: str | None = None
    includes: tuple[str, ...] = ()
    is_wider: bool = False
    prospect: Finder | None = None
    """How a single move is seen to set it up, where only later moves would prove it."""

    def shown(self, line: Line) -> bool:
        """Whether a line shows it."""
        return next(self.find(line), None) is not None

    def set_up(self, line: Line) -> bool:
        """Whether a line of one move shows it, or sets it up."""
        return next((self.prospect or self.find)(line), None) is not None

    def without(self, line: Line, witness: Witness) -> Undone | None:
        """The board without this cause: the first edit after which the same moves no longer show it; None if none."""
        return next(self.undoings(line, witness), None)

    def undoings(self, line: Line, witness: Witness) -> Iterator[Undone]:
        """All such edits, the smallest first."""
        for undone in witness.edits(line):
            again = self.find(line.replayed(undone.ply, undone.board))
            if not any(is_same(witness, other, undone.ply) for other in again):
                yield undone


def is_same(witness: Witness, other: Witness, shift: int) -> bool:
    """Whether another witness, on a line that starts later by so many plies, shows the same thing."""
    return (other.ply + shift, other.by, other.against) == (witness.ply, witness.by, witness.against)
