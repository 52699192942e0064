"""Sketch the themes of puzzles: place the few pieces that a theme needs at random, for the random search to complete.

A sketch of a smothered mate, for example, is a hemmed-in king and a knight one move away from giving check. The core
places other pieces around it and keeps the positions that are sound mates with the theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

import chess

RIM = list(chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_8 | chess.BB_FILE_A | chess.BB_FILE_H))
CORNERS = list(chess.SquareSet(chess.BB_CORNERS))
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]

BLOCKERS, BLOCKERS_ON_END_RANKS = "pppprbn", "rrbnq"
"""Pieces that hem a king in, chosen at random by letter; mostly pawns, except on the first and last rank."""

SketchPieces = tuple[str, int]
"""A sketch for the core: the pieces as in a FEN, and a bitboard of the squares to keep empty."""


@dataclass(slots=True)
class Sketch:
    """A few pieces on a board, and the squares that must stay empty."""

    draw: Random
    board: chess.Board = field(default_factory=lambda: chess.Board(None))
    free: chess.SquareSet = field(default_factory=chess.SquareSet)

    def put(self, sign: str, squares: Iterable[chess.Square]) -> chess.Square | None:
        """Put a piece on one of the squares at random and return that square; None if the piece fits nowhere."""
        is_pawn = sign in "Pp"
        possible = [
            square
            for square in squares
            if not (self.board.piece_at(square) or square in self.free)
            and not (is_pawn and chess.square_rank(square) in (0, 7))
        ]
        if not possible:
            return None
        square = self.draw.choice(possible)
        self.board.set_piece_at(square, chess.Piece.from_symbol(sign))
        return square

    def king(self, squares: Sequence[chess.Square]) -> chess.Square:
        """Put Black's king on one of the squares at random and return that square."""
        square = self.draw.choice(squares)
        self.board.set_piece_at(square, chess.Piece(chess.KING, chess.BLACK))
        return square

    def hem_in(self, squares: Iterable[chess.Square], open_count: int, kinds: str = "") -> None:
        """Put random black pieces, only of these kinds if given, on all but `open_count` of the squares."""
        squares = [square for square in squares if not self.board.piece_at(square)]
        left_open = self.draw.sample(squares, min(open_count, len(squares)))
        for square in squares:
            if square not in left_open:
                blockers = BLOCKERS_ON_END_RANKS if square in END_RANKS else BLOCKERS
                self.put(self.draw.choice(kinds or blockers), [square])

    def line_to(self, king: chess.Square) -> tuple[list[chess.Square], bool]:
        """Return two to six squares in a random direction from the king, and whether they are on its rank or file."""
        while True:
            along, up = self.draw.choice(DIRECTIONS)
            steps = self.draw.randint(2, 6)
            line = [_shifted(king, along * step, up * step) for step in range(1, steps + 1)]
            squares = [square for square in line if square is not None]
            if len(squares) == steps:
                return squares, along * up == 0

    def for_core(self) -> SketchPieces:
        """Return the sketch in the form that the core reads."""
        return self.board.board_fen(), int(self.free) & ~self.board.occupied


END_RANKS = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_8)
Drawing = Callable[[Sketch], object]


def _neighbours(square: chess.Square) -> list[chess.Square]:
    return list(chess.SquareSet(chess.BB_KING_ATTACKS[square]))


def _leaps(square: chess.Square) -> list[chess.Square]:
    return list(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]))


def _shifted(square: chess.Square, along: int, up: int) -> chess.Square | None:
    file, rank = chess.square_file(square) + along, chess.square_rank(square) + up
    return chess.square(file, rank) if 0 <= file < 8 and 0 <= rank < 8 else None


def _often_rim(sketch: Sketch, chance: float) -> list[chess.Square]:
    return RIM if sketch.draw.random() < chance else list(chess.SQUARES)


def _cornered(sketch: Sketch) -> chess.Square:
    """Put the king in a corner or on the edge, with at most two empty squares next to it."""
    king = sketch.king(CORNERS if sketch.draw.random() < 0.7 else RIM)
    sketch.hem_in(_neighbours(king), sketch.draw.choice([0, 1, 1, 2]))
    return king


def smothered(sketch: Sketch) -> None:
    """Sketch a hemmed-in king, and a knight one move away from giving check."""
    king = _cornered(sketch)
    checks = [square for square in _leaps(king) if not sketch.board.piece_at(square)]
    if checks:
        sketch.put("N", [square for square in _leaps(sketch.draw.choice(checks)) if square not in checks])


def queen_offered(sketch: Sketch) -> None:
    """Sketch a hemmed-in king, a queen to sacrifice, and a piece that may mate afterwards."""
    _cornered(sketch)
    sketch.put("Q", chess.SQUARES)
    sketch.put(sketch.draw.choice("RRBNN"), chess.SQUARES)


def queen_gone(sketch: Sketch) -> None:
    """Sketch the position after the queen was captured: a hemmed-in king and one or two attackers."""
    _cornered(sketch)
    for _ in range(sketch.draw.randint(1, 2)):
        sketch.put(sketch.draw.choice("RRBNN"), chess.SQUARES)


def back_rank(sketch: Sketch) -> None:
    """Sketch a king behind its pieces on the back rank, often already where it will be mated, and a rook or queen."""
    draw = sketch.draw
    mated = draw.choice(list(chess.SquareSet(chess.BB_RANK_8)))
    shelter = {square for square in _neighbours(mated) if square < chess.A8}
    aside = [square for square in _neighbours(mated) if square >= chess.A8]
    king = sketch.king([mated] if draw.random() < 0.7 else aside)
    if draw.random() < 0.7:
        shelter |= {square for square in _neighbours(king) if square < chess.A8}
    sketch.hem_in(sorted(shelter), draw.choice([0, 0, 1]))
    sketch.put(draw.choice("RRQ"), range(chess.A8))


def battery(sketch: Sketch) -> None:
    """Sketch a battery: a white line piece facing the king, and in front of it a piece that can move away."""
    _draw_line(sketch, 0.7, "NNBRP", "N")


def pinned(sketch: Sketch) -> None:
    """Sketch a black piece between its king and a white line piece."""
    _draw_line(sketch, 0.6, "ppnbrq", "n")


def _draw_line(sketch: Sketch, rim_chance: float, kinds: str, fallback: str) -> None:
    """Place a king, a white line piece that faces it, and a piece of one of the kinds between them."""
    king = sketch.king(_often_rim(sketch, rim_chance))
    line, is_straight = sketch.line_to(king)
    sketch.put(sketch.draw.choice("RRQ" if is_straight else "BBQ"), line[-1:])
    in_front = line[:-1]
    if sketch.put(sketch.draw.choice(kinds), in_front) is None:
        sketch.put(fallback, in_front)
    sketch.free |= chess.SquareSet(line)
    _hem_in_partly(sketch, king)


def promoting(sketch: Sketch) -> None:
    """Sketch a pawn on the seventh rank, and a king about a knight's move from the promotion square."""
    draw = sketch.draw
    pawn = chess.square(draw.randrange(8), 6)
    sketch.put("P", [pawn])
    target = _shifted(pawn, draw.choice([0, 0, -1, 1]), 1) or pawn + 8
    if chess.square_file(target) != chess.square_file(pawn):
        sketch.put(draw.choice("nbrq"), [target])
    sketch.free.add(target)
    king = draw.choice([square for square in _leaps(target) if square != pawn])
    if draw.random() < 0.3:
        king = draw.choice([square for square in _neighbours(king) if square not in (pawn, target)])
    sketch.king([king])
    around = [square for square in _neighbours(king) if square != target]
    sketch.hem_in(around, draw.randint(2, 7))


def pawn_mates(sketch: Sketch) -> None:
    """Sketch a king and a pawn that can check it in one move."""
    draw = sketch.draw
    high = [square for square in _often_rim(sketch, 0.6) if chess.square_rank(square) >= 2]
    king = sketch.king(high)
    check = _shifted(king, draw.choice([-1, 1]), -1)
    if check is not None:
        aside = draw.choice([-1, 1]) if draw.random() < 0.25 else 0
        twice = aside == 0 and chess.square_rank(check) == 3 and draw.random() < 0.5
        origin = _shifted(check, aside, -2 if twice else -1)
        sketch.put("P", [] if origin is None else [origin])
        sketch.free.add(check)
    around = [square for square in _neighbours(king) if square != check]
    sketch.hem_in(around, draw.randint(max(0, len(around) - 5), len(around)))


def epaulettes(sketch: Sketch) -> None:
    """Sketch a king on the edge between two of its pieces, or in front of them, and an enemy queen to face it."""
    draw = sketch.draw
    rank, up = draw.choice([(7, -1), (7, -1), (7, -1), (0, 1)])
    file = draw.randrange(1, 7)
    mated = chess.square(file, rank)
    king = mated if draw.random() < 0.5 else chess.square(file + draw.choice([-1, 0, 1]), rank + up)
    sketch.king([king])
    # Mostly rooks: bishops and queens could interpose, knights could capture the queen.
    sketch.hem_in([mated - 1, mated + 1], draw.choice([0, 0, 1]), kinds="rrrrrrrnnb")
    front = [chess.square(file, rank + up * step) for step in (0, 1, 2)]
    sketch.free |= chess.SquareSet(front)
    faces = front[2] if draw.random() < 0.7 else front[1]
    reach = chess.BB_RANK_ATTACKS[faces][0] | chess.BB_FILE_ATTACKS[faces][0] | chess.BB_DIAG_ATTACKS[faces][0]
    sketch.put("Q", chess.SquareSet(reach & ~chess.BB_KING_ATTACKS[mated]))


def hemmed_in(sketch: Sketch) -> None:
    """Sketch a king with one to three of its pieces next to it."""
    _hem_in_partly(sketch, sketch.king(list(chess.SQUARES)), fewest=1)


def _hem_in_partly(sketch: Sketch, king: chess.Square, fewest: int = 0) -> None:
    around = _neighbours(king)
    sketch.hem_in(around, len(around) - sketch.draw.randint(fewest, 3))


SKETCHES: dict[str, tuple[Drawing, ...]] = {
    "smothered mate": (smothered,),
    "back rank mate": (back_rank,),
    "underpromotion": (promoting,),
    "queen sacrifice": (queen_offered,),
    "double check": (battery,),
    "discovered mate": (battery,),
    "pin mate": (pinned,),
    "switchback": (battery, battery, pinned),
    "pawn mate": (pawn_mates,),
    "epaulette mate": (epaulettes,),
    "zugzwang": (hemmed_in,),
}
"""The sketches of each theme; a theme without a sketch may turn up in any mate."""

ANY_SKETCH: tuple[Drawing, ...] = (hemmed_in, hemmed_in, hemmed_in, battery, pinned, pawn_mates, smothered)

END_SKETCHES: dict[str, tuple[Drawing, ...]] = {"queen sacrifice": (queen_gone,), "switchback": (hemmed_in, battery)}
"""Sketches of the shorter mate that remains once the theme has been played."""


def sketch_of(themes: Iterable[str], draw: Random, needed: str = "", is_end: bool = False) -> SketchPieces:
    """Return a random sketch of one of the themes, with the `needed` pieces added (White's in capitals)."""
    known = SKETCHES | END_SKETCHES if is_end else SKETCHES
    drawings = [drawing for theme in themes for drawing in known.get(theme, ())] or ANY_SKETCH
    sketch = Sketch(draw)
    draw.choice(drawings)(sketch)
    placed = sketch.board.board_fen()
    for sign in sorted(set(needed)):
        for _ in range(needed.count(sign) - placed.count(sign)):
            sketch.put(sign, chess.SQUARES)
    return sketch.for_core()
