"""Sketches: some men where a theme needs them, drawn at random, around which the core places others.

A smothered king stands among its own men with a knight near; a pawn that will promote stands on the seventh rank. Such
a sketch is no puzzle and promises none. But among random placements around it, one in some ten thousand is a sound
mate that shows the theme, and the core looks at a hundred thousand a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

import chess

RIM = list(chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_8 | chess.BB_FILE_A | chess.BB_FILE_H))
CORNERS = list(chess.SquareSet(chess.BB_CORNERS))
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]

OWN_MEN, OWN_MEN_AT_THE_END = "pppprbn", "rrbnq"
"""Who hems a king in, pawns most of all, and who does where no pawn can stand."""

Men = tuple[str, int]
"""What the core takes: the men as a FEN has them, and the squares that stay free as a bitboard."""


@dataclass(slots=True)
class Sketch:
    """A few men, and squares on which no other is put."""

    draw: Random
    board: chess.Board = field(default_factory=lambda: chess.Board(None))
    free: chess.SquareSet = field(default_factory=chess.SquareSet)

    def put(self, sign: str, squares: Iterable[chess.Square]) -> chess.Square | None:
        """Put a man on any of the squares where it can stand; None when it cannot on any."""
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
        """Put Black's king on one of the squares."""
        square = self.draw.choice(squares)
        self.board.set_piece_at(square, chess.Piece(chess.KING, chess.BLACK))
        return square

    def hem_in(self, squares: Iterable[chess.Square], open_ones: int, men: str = "") -> None:
        """Put men of Black's on all of the squares but so many, of these kinds or of any."""
        squares = [square for square in squares if not self.board.piece_at(square)]
        left_out = self.draw.sample(squares, min(open_ones, len(squares)))
        for square in squares:
            if square not in left_out:
                self.put(self.draw.choice(men or (OWN_MEN_AT_THE_END if square in ENDS else OWN_MEN)), [square])

    def line_to(self, king: chess.Square) -> tuple[list[chess.Square], bool]:
        """The squares of a line that leads away from the king, two at least, and whether it is straight."""
        while True:
            along, up = self.draw.choice(DIRECTIONS)
            steps = self.draw.randint(2, 6)
            line = [_shifted(king, along * step, up * step) for step in range(1, steps + 1)]
            squares = [square for square in line if square is not None]
            if len(squares) == steps:
                return squares, along * up == 0

    def men(self) -> Men:
        """The sketch as the core takes it."""
        return self.board.board_fen(), int(self.free) & ~self.board.occupied


ENDS = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_8)
Drawing = Callable[[Sketch], object]


def _beside(square: chess.Square) -> list[chess.Square]:
    return list(chess.SquareSet(chess.BB_KING_ATTACKS[square]))


def _leaps(square: chess.Square) -> list[chess.Square]:
    return list(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]))


def _shifted(square: chess.Square, along: int, up: int) -> chess.Square | None:
    file, rank = chess.square_file(square) + along, chess.square_rank(square) + up
    return chess.square(file, rank) if 0 <= file < 8 and 0 <= rank < 8 else None


def _near_the_rim(sketch: Sketch, often: float) -> list[chess.Square]:
    return RIM if sketch.draw.random() < often else list(chess.SQUARES)


def _cornered(sketch: Sketch) -> chess.Square:
    """A king in a corner, or at least at the rim, with hardly a free square beside it."""
    king = sketch.king(CORNERS if sketch.draw.random() < 0.7 else RIM)
    sketch.hem_in(_beside(king), sketch.draw.choice([0, 1, 1, 2]))
    return king


def smothered(sketch: Sketch) -> None:
    """A king among its own men, and a knight that is two leaps away from it."""
    king = _cornered(sketch)
    checks = [square for square in _leaps(king) if not sketch.board.piece_at(square)]
    if checks:
        sketch.put("N", [square for square in _leaps(sketch.draw.choice(checks)) if square not in checks])


def queen_offered(sketch: Sketch) -> None:
    """A king among its own men, a queen, and a man that mates when she is gone."""
    _cornered(sketch)
    sketch.put("Q", chess.SQUARES)
    sketch.put(sketch.draw.choice("RRBNN"), chess.SQUARES)


def queen_gone(sketch: Sketch) -> None:
    """A king among its own men, and a man or two against it: what is left when a queen was taken."""
    _cornered(sketch)
    for _ in range(sketch.draw.randint(1, 2)):
        sketch.put(sketch.draw.choice("RRBNN"), chess.SQUARES)


def back_rank(sketch: Sketch) -> None:
    """A king on its first rank behind its men, perhaps a step aside yet, and a rook or queen."""
    draw = sketch.draw
    mated = draw.choice(list(chess.SquareSet(chess.BB_RANK_8)))
    shelter = {square for square in _beside(mated) if square < chess.A8}
    king = sketch.king([mated] if draw.random() < 0.7 else [square for square in _beside(mated) if square >= chess.A8])
    if draw.random() < 0.7:
        shelter |= {square for square in _beside(king) if square < chess.A8}
    sketch.hem_in(sorted(shelter), draw.choice([0, 0, 1]))
    sketch.put(draw.choice("RRQ"), range(chess.A8))


def battery(sketch: Sketch) -> None:
    """A line to the king that one white man opens for another."""
    _on_a_line(sketch, 0.7, "NNBRP", "N")


def pinned(sketch: Sketch) -> None:
    """A man of Black's on a line between its king and a white man."""
    _on_a_line(sketch, 0.6, "ppnbrq", "n")


def _on_a_line(sketch: Sketch, at_the_rim: float, men: str, otherwise: str) -> None:
    """A king, a white man on a line to it, and one of the men between them."""
    king = sketch.king(_near_the_rim(sketch, at_the_rim))
    line, is_straight = sketch.line_to(king)
    sketch.put(sketch.draw.choice("RRQ" if is_straight else "BBQ"), line[-1:])
    in_front = line[:-1]
    if sketch.put(sketch.draw.choice(men), in_front) is None:
        sketch.put(otherwise, in_front)
    sketch.free |= chess.SquareSet(line)
    _some_beside(sketch, king)


def promoting(sketch: Sketch) -> None:
    """A pawn on the seventh rank, and a king a knight's leap from where it promotes, or a step from there."""
    draw = sketch.draw
    pawn = chess.square(draw.randrange(8), 6)
    sketch.put("P", [pawn])
    target = _shifted(pawn, draw.choice([0, 0, -1, 1]), 1) or pawn + 8
    if chess.square_file(target) != chess.square_file(pawn):
        sketch.put(draw.choice("nbrq"), [target])
    sketch.free.add(target)
    king = draw.choice([square for square in _leaps(target) if square != pawn])
    if draw.random() < 0.3:
        king = draw.choice([square for square in _beside(king) if square not in (pawn, target)])
    sketch.king([king])
    around = [square for square in _beside(king) if square != target]
    sketch.hem_in(around, draw.randint(2, 7))


def pawn_mates(sketch: Sketch) -> None:
    """A king and a pawn that is a step from giving it check."""
    draw = sketch.draw
    high = [square for square in _near_the_rim(sketch, 0.6) if chess.square_rank(square) >= 2]
    king = sketch.king(high)
    check = _shifted(king, draw.choice([-1, 1]), -1)
    if check is not None:
        aside = draw.choice([-1, 1]) if draw.random() < 0.25 else 0
        twice = aside == 0 and chess.square_rank(check) == 3 and draw.random() < 0.5
        origin = _shifted(check, aside, -2 if twice else -1)
        sketch.put("P", [] if origin is None else [origin])
        sketch.free.add(check)
    around = [square for square in _beside(king) if square != check]
    sketch.hem_in(around, draw.randint(max(0, len(around) - 5), len(around)))


def epaulettes(sketch: Sketch) -> None:
    """A king between two of its men at the rim, perhaps a step in front of them yet, and a queen that can face it."""
    draw = sketch.draw
    rank, up = draw.choice([(7, -1), (7, -1), (7, -1), (0, 1)])
    file = draw.randrange(1, 7)
    mated = chess.square(file, rank)
    king = mated if draw.random() < 0.5 else chess.square(file + draw.choice([-1, 0, 1]), rank + up)
    sketch.king([king])
    # Bishops and queens could go between, knights take the queen.
    sketch.hem_in([mated - 1, mated + 1], draw.choice([0, 0, 1]), men="rrrrrrrnnb")
    front = [chess.square(file, rank + up * step) for step in (0, 1, 2)]
    sketch.free |= chess.SquareSet(front)
    faces = front[2] if draw.random() < 0.7 else front[1]
    reach = chess.BB_RANK_ATTACKS[faces][0] | chess.BB_FILE_ATTACKS[faces][0] | chess.BB_DIAG_ATTACKS[faces][0]
    sketch.put("Q", chess.SquareSet(reach & ~chess.BB_KING_ATTACKS[mated]))


def hemmed_in(sketch: Sketch) -> None:
    """A king with a man or two beside it."""
    _some_beside(sketch, sketch.king(list(chess.SQUARES)), fewest=1)


def _some_beside(sketch: Sketch, king: chess.Square, fewest: int = 0) -> None:
    around = _beside(king)
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
"""What is drawn for a theme. Where nothing is named, the theme may turn up in any mate."""

ANYTHING: tuple[Drawing, ...] = (hemmed_in, hemmed_in, hemmed_in, battery, pinned, pawn_mates, smothered)


OF_ENDS: dict[str, tuple[Drawing, ...]] = {"queen sacrifice": (queen_gone,), "switchback": (hemmed_in, battery)}
"""What is drawn instead for the shorter mate before which the theme is to happen."""


def sketch_of(themes: Iterable[str], draw: Random, needed: str = "", of_an_end: bool = False) -> Men:
    """A sketch of any of the themes, with the men that are needed besides, White's in capitals."""
    known = SKETCHES | OF_ENDS if of_an_end else SKETCHES
    drawings = [drawing for theme in themes for drawing in known.get(theme, ())] or ANYTHING
    sketch = Sketch(draw)
    draw.choice(drawings)(sketch)
    there = sketch.board.board_fen()
    for sign in sorted(set(needed)):
        for _ in range(needed.count(sign) - there.count(sign)):
            sketch.put(sign, chess.SQUARES)
    return sketch.men()
