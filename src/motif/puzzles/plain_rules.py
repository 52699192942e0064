"""Chess on small boards in plain Python: men in a dictionary, one step after another, no tables and no masks.

Written apart from the core's generator, to hold it against. The rules are the core's: a pawn promotes on the last
rank, steps twice from its second rank only where the board has eight ranks, and nobody castles.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from motif.errors import BadPosition
from motif.puzzles.diagram import Diagram, Square, read_move

Step = tuple[int, int]

STRAIGHT: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

LINES = {"b": DIAGONAL, "r": STRAIGHT, "q": STRAIGHT + DIAGONAL}
LEAPS = {"n": JUMPS, "k": STRAIGHT + DIAGONAL}


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """A position in which legal moves can be listed and played.

    >>> board = PlainBoard.parse("1K2/1P2/kpp1/rqr1 w")
    >>> sorted(board.legal_moves())
    ['b4a4', 'b4c3', 'b4c4']
    """

    files: int
    ranks: int
    men: dict[Square, str]
    white_to_move: bool
    passed_over: Square | None = None

    @classmethod
    def parse(cls, text: str) -> PlainBoard:
        """Read a FEN of any size; castling rights are refused."""
        diagram = Diagram.parse(text)
        castling, en_passant, *_ = diagram.rights.split()
        if castling != "-":
            raise BadPosition(f"nobody castles on a small board: {text!r}")
        passed_over = None if en_passant == "-" else Square.parse(en_passant)
        return cls(diagram.files, diagram.ranks, diagram.men, diagram.white_to_move, passed_over)

    def legal_moves(self) -> list[str]:
        """The moves, as UCI writes them, that leave the own king safe."""
        return [move for move in self._moves() if not self.after(move).is_attacked_king(self.white_to_move)]

    def checking_moves(self) -> Iterator[str]:
        """The legal moves, since a check shows only on the board after it."""
        return iter(self.legal_moves())

    def after(self, move: str) -> PlainBoard:
        """The position after a move; whether it is legal is not asked."""
        origin, target, promotion = read_move(move)
        men = dict(self.men)
        sign = men.pop(origin)
        if sign in "Pp" and target == self.passed_over:
            del men[Square(target.file, origin.rank)]
        men[target] = (promotion.upper() if self.white_to_move else promotion) if promotion else sign
        stepped_twice = sign in "Pp" and abs(target.rank - origin.rank) == 2
        behind = Square(origin.file, (origin.rank + target.rank) // 2) if stepped_twice else None
        return PlainBoard(self.files, self.ranks, men, not self.white_to_move, behind)

    def again(self) -> PlainBoard:
        """The same men with the other side to move."""
        return replace(self, white_to_move=not self.white_to_move, passed_over=None)

    def text(self) -> str:
        """The position as a FEN of its size, en passant left out."""
        return str(Diagram.of(self.files, self.ranks, self.men.items(), self.white_to_move))

    def identity(self) -> Hashable:
        """All that decides what can happen from here."""
        return frozenset(self.men.items()), self.white_to_move, self.passed_over

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.is_attacked_king(self.white_to_move)

    def is_mated(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_check() and not self.legal_moves()

    def is_attacked_king(self, white: bool) -> bool:
        """Whether the king of a side stands attacked."""
        king = next(square for square, sign in self.men.items() if sign == ("K" if white else "k"))
        return any(
            king in self._attacked_from(square, sign) for square, sign in self.men.items() if sign.isupper() != white
        )

    def _moves(self) -> Iterator[str]:
        for origin, sign in self.men.items():
            if sign.isupper() != self.white_to_move:
                continue
            if sign in "Pp":
                yield from self._pawn_moves(origin)
                continue
            for target in self._attacked_from(origin, sign):
                if target not in self.men or self.men[target].isupper() != self.white_to_move:
                    yield f"{origin}{target}"

    def _pawn_moves(self, origin: Square) -> Iterator[str]:
        forward = 1 if self.white_to_move else -1
        home = 1 if self.white_to_move else self.ranks - 2
        targets = []
        step = Square(origin.file, origin.rank + forward)
        if self._is_inside(step) and step not in self.men:
            targets.append(step)
            twice = Square(origin.file, origin.rank + 2 * forward)
            if self.ranks == 8 and origin.rank == home and twice not in self.men:
                targets.append(twice)
        for target in self._attacked_from(origin, "P" if self.white_to_move else "p"):
            sign = self.men.get(target)
            if target == self.passed_over or (sign is not None and sign.isupper() != self.white_to_move):
                targets.append(target)
        for target in targets:
            promotes = target.rank == (self.ranks - 1 if self.white_to_move else 0)
            for promotion in "qrbn" if promotes else ("",):
                yield f"{origin}{target}{promotion}"

    def _attacked_from(self, origin: Square, sign: str) -> Iterator[Square]:
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
        for across, up in LINES.get(kind, ()):
            target = Square(origin.file + across, origin.rank + up)
            while self._is_inside(target):
                yield target
                if target in self.men:
                    break
                target = Square(target.file + across, target.rank + up)

    def _is_inside(self, square: Square) -> bool:
        return 0 <= square.file < self.files and 0 <= square.rank < self.ranks
