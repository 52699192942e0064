"""Find legal moves and attacked squares on boards from 3x3 to 8x8 squares, in plain Python.

This is slow but simple: the second solver (`verify`) relies on it to check what the core has found.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from motif.errors import BadPosition
from motif.puzzles.diagram import FIGURINES, Diagram, Square, read_move

Step = tuple[int, int]

STRAIGHT: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT_STEPS: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

SLIDES = {"b": DIAGONAL, "r": STRAIGHT, "q": STRAIGHT + DIAGONAL}
LEAPS = {"n": KNIGHT_STEPS, "k": STRAIGHT + DIAGONAL}


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """A position that can list and play its legal moves.

    >>> board = PlainBoard.parse("1K2/1P2/kpp1/rqr1 w")
    >>> sorted(board.legal_moves())
    ['b4a4', 'b4c3', 'b4c4']
    """

    files: int
    ranks: int
    pieces: dict[Square, str]
    white_to_move: bool
    en_passant: Square | None = None

    @classmethod
    def parse(cls, text: str) -> PlainBoard:
        """Read a FEN of any size; raise BadPosition if it has castling rights."""
        diagram = Diagram.parse(text)
        castling, target, *_ = diagram.rights.split()
        if castling != "-":
            raise BadPosition(
                f"positions with castling rights are not supported here: {text!r}",
                hint="write - for the castling rights",
            )
        en_passant = None if target == "-" else Square.parse(target)
        return cls(diagram.files, diagram.ranks, diagram.pieces, diagram.white_to_move, en_passant)

    def legal_moves(self) -> list[str]:
        """Return the legal moves in UCI notation."""
        return [move for move in self._moves() if not self.after(move).is_king_attacked(self.white_to_move)]

    def moves_that_may_check(self) -> Iterator[str]:
        """Yield all legal moves: finding only the checks would cost as much as trying every move."""
        return iter(self.legal_moves())

    def after(self, move: str) -> PlainBoard:
        """Return the position after a move, legal or not."""
        origin, target, promotion = read_move(move)
        pieces = dict(self.pieces)
        sign = pieces.pop(origin)
        if sign in "Pp" and target == self.en_passant:
            del pieces[Square(target.file, origin.rank)]
        pieces[target] = (promotion.upper() if self.white_to_move else promotion) if promotion else sign
        stepped_twice = sign in "Pp" and abs(target.rank - origin.rank) == 2
        behind = Square(origin.file, (origin.rank + target.rank) // 2) if stepped_twice else None
        return PlainBoard(self.files, self.ranks, pieces, not self.white_to_move, behind)

    def passed(self) -> PlainBoard:
        """Return the position with the other side to move."""
        return replace(self, white_to_move=not self.white_to_move, en_passant=None)

    def text(self) -> str:
        """Return the position as a FEN of this board size, without en passant."""
        return str(Diagram.of(self.files, self.ranks, self.pieces.items(), self.white_to_move))

    def identity(self) -> Hashable:
        """Return a key that is equal for positions with the same continuations."""
        return frozenset(self.pieces.items()), self.white_to_move, self.en_passant

    def is_check(self) -> bool:
        return self.is_king_attacked(self.white_to_move)

    def is_mated(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_check() and not self.legal_moves()

    def is_king_attacked(self, white: bool) -> bool:
        king = next(square for square, sign in self.pieces.items() if sign == ("K" if white else "k"))
        return any(
            king in self.attacked_from(square, sign) for square, sign in self.pieces.items() if sign.isupper() != white
        )

    def _moves(self) -> Iterator[str]:
        for origin, sign in self.pieces.items():
            if sign.isupper() != self.white_to_move:
                continue
            if sign in "Pp":
                yield from self._pawn_moves(origin)
                continue
            for target in self.attacked_from(origin, sign):
                if target not in self.pieces or self.pieces[target].isupper() != self.white_to_move:
                    yield f"{origin}{target}"

    def _pawn_moves(self, origin: Square) -> Iterator[str]:
        forward = 1 if self.white_to_move else -1
        home = 1 if self.white_to_move else self.ranks - 2
        targets = []
        step = Square(origin.file, origin.rank + forward)
        if self._is_inside(step) and step not in self.pieces:
            targets.append(step)
            twice = Square(origin.file, origin.rank + 2 * forward)
            if self.ranks == 8 and origin.rank == home and twice not in self.pieces:
                targets.append(twice)
        for target in self.attacked_from(origin, "P" if self.white_to_move else "p"):
            sign = self.pieces.get(target)
            if target == self.en_passant or (sign is not None and sign.isupper() != self.white_to_move):
                targets.append(target)
        for target in targets:
            promotes = target.rank == (self.ranks - 1 if self.white_to_move else 0)
            for promotion in "qrbn" if promotes else ("",):
                yield f"{origin}{target}{promotion}"

    def attacked_from(self, origin: Square, sign: str) -> Iterator[Square]:
        """Yield the squares that a piece of this letter attacks from a square."""
        kind = sign.lower()
        if kind == "p":
            forward = 1 if sign.isupper() else -1
            leaps: tuple[Step, ...] = ((-1, forward), (1, forward))
        else:
            leaps = LEAPS.get(kind, ())
        for across, up in leaps:
            target = Square(origin.file + across, origin.rank + up)
            if self._is_inside(target):
                yield target
        for across, up in SLIDES.get(kind, ()):
            target = Square(origin.file + across, origin.rank + up)
            while self._is_inside(target):
                yield target
                if target in self.pieces:
                    break
                target = Square(target.file + across, target.rank + up)

    def _is_inside(self, square: Square) -> bool:
        return 0 <= square.file < self.files and 0 <= square.rank < self.ranks


def attacked(diagram: Diagram, white: bool) -> set[Square]:
    """Return the squares that one side attacks, occupied or not."""
    board = PlainBoard(diagram.files, diagram.ranks, diagram.pieces, diagram.white_to_move)
    return {
        target
        for square, sign in diagram.placed
        if sign.isupper() == white
        for target in board.attacked_from(square, sign)
    }


def attack_board(diagram: Diagram) -> str:
    """Return the board as text, with an O next to squares that White attacks and an X next to those that Black attacks.

    Figure 1 of Ahmer & Huang 2022 is such a diagram.

    >>> print(attack_board(Diagram.parse("1K2/1P2/kpp1/rqr1 w - - 0 1")))
    4 ·O  ♔   ·O  ·
    3 ·OX ♙OX ·O  ·
    2 ♚ X ♟ X ♟ X ·
    1 ♜ X ♛ X ♜ X · X
      a   b   c   d
    """
    by_white, by_black = attacked(diagram, True), attacked(diagram, False)
    pieces = diagram.pieces
    lines = []
    for rank in range(diagram.ranks - 1, -1, -1):
        cells = []
        for file in range(diagram.files):
            square = Square(file, rank)
            sign = FIGURINES[pieces[square]] if square in pieces else "·"
            cells.append(sign + ("O" if square in by_white else " ") + ("X" if square in by_black else " "))
        lines.append(f"{rank + 1} " + " ".join(cells).rstrip())
    return "\n".join([*lines, "  " + "   ".join("abcdefgh"[: diagram.files])])
