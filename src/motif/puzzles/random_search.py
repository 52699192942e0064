"""Mates by chance: random placements around a sketch of the theme, and moves taken back at random from shorter mates.

The core looks at some hundred thousand a second and keeps what is sound; most of that shows another theme, and is
dropped. Where a mate in three cannot be hoped for around a sketch, a mate in one or two is looked for, which needs
neither a quiet key nor single answers yet, and is made longer: moves of both sides are taken back thousands of times,
with a man or two more, until one position is sound. Of what comes from one shorter mate only the best is kept, as a
reader would call the others the same puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import chess

from motif._core.puzzles import compose_around, lengthened, mate_keys
from motif.puzzles.batches import Distinct, IsOver
from motif.puzzles.difficulty import estimate_line
from motif.puzzles.finishing import draft
from motif.puzzles.puzzle import Puzzle, Stipulation
from motif.puzzles.quality import Duals, duals
from motif.puzzles.recipe import PieceCount, Recipe, Replies

# Sketches: some men where a theme needs them, drawn at random, around which the core places others.

RIM = list(chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_8 | chess.BB_FILE_A | chess.BB_FILE_H))
CORNERS = list(chess.SquareSet(chess.BB_CORNERS))
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]

OWN_MEN, OWN_MEN_AT_THE_END = "pppprbn", "rrbnq"
"""Who hems a king in, pawns most of all, and who does where no pawn can stand."""

SketchPieces = tuple[str, int]
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

    def pieces(self) -> SketchPieces:
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


def sketch_of(themes: Iterable[str], draw: Random, needed: str = "", of_an_end: bool = False) -> SketchPieces:
    """A sketch of any of the themes, with the men that are needed besides, White's in capitals."""
    known = SKETCHES | OF_ENDS if of_an_end else SKETCHES
    drawings = [drawing for theme in themes for drawing in known.get(theme, ())] or ANYTHING
    sketch = Sketch(draw)
    draw.choice(drawings)(sketch)
    there = sketch.board.board_fen()
    for sign in sorted(set(needed)):
        for _ in range(needed.count(sign) - there.count(sign)):
            sketch.put(sign, chess.SQUARES)
    return sketch.pieces()


FULL_BOARD = (8, 8)

OF_THE_KEY = frozenset({"king key", "zugzwang", "switchback", "queen sacrifice"})
"""Themes of the first moves: these are not asked of a shorter mate."""

OF_THE_LAST_REPLY = frozenset({"self-block"})
"""Themes that a mate in one cannot have, as Black has made no move."""

WAYS: dict[int, tuple[int, ...]] = {1: (1,), 2: (2, 1), 3: (1, 2), 4: (1, 2)}
"""By the length of the mate: how long the mates are that are looked for around sketches, turn by turn."""

WAYS_OF = {
    ("queen sacrifice", 2): (2,),
    ("king key", 2): (1,),
    ("switchback", 2): (2, 1),
    ("epaulette mate", 2): (),
    ("back rank mate", 2): (),
    ("queen sacrifice", 3): (2,),
    ("switchback", 3): (1,),
    ("back rank mate", 3): (2,),
    ("epaulette mate", 3): (1,),
}
"""The same where a theme does better another way; some mates are designed sooner than found."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried for mates of one length: sketches and placements around each, or moves taken back in all."""

    sketches: int
    placements: int
    tries: int
    others: tuple[int, int]
    """The most men of White and of Black that are put on the board besides when moves are taken back."""


EFFORTS = {
    1: Effort(1_000, 20, 0, (0, 0)),
    2: Effort(500, 200, 100_000, (2, 3)),
    3: Effort(300, 40, 200_000, (1, 2)),
    4: Effort(100, 5, 40_000, (1, 2)),
}

AROUND_A_SKETCH = (3, 4)
"""The most men of White and of Black that are put around a sketch."""

MOST_ENDS = 80
"""Shorter mates that are made longer in one turn."""

MOST_BEFORE_AN_OFFER = 500
"""The same where a queen is to be offered before them, which few allow."""

MOST_TRIES = 12_000
"""Pairs of moves that are taken back from one of them, however few there are."""

EASILY_REFUTED = {
    ("back rank mate", 3): 5,
    ("queen sacrifice", 3): 12,
    ("switchback", 2): 3,
    ("switchback", 3): 3,
}
"""Themes for which a try costs a small part of what others do, so that so many times as many are made."""

ROOM = 3
"""Men that Black may have more in a shorter mate than in the puzzle; minimising takes some off."""

CHOICE = 4
"""So many longer mates that come from the same shorter one are compared."""


def may_be_found(recipe: Recipe) -> bool:
    """Whether chance can be of help: the core places men on the full board, and knows no rules of the user's.

    A few themes are designed sooner than found; for these it is not asked.
    """
    return recipe.board == FULL_BOARD and not any(theme.is_given for theme in recipe.themes) and bool(ways_of(recipe))


def ways_of(recipe: Recipe) -> tuple[int, ...]:
    """How long the mates are that are looked for around sketches, turn by turn."""
    length = recipe.stipulation.moves
    names = [theme.name for theme in recipe.themes]
    return next((WAYS_OF[name, length] for name in names if (name, length) in WAYS_OF), WAYS[length])


class RandomSearch:
    """Puzzles of a recipe that turn up in one turn of drawing sketches and taking moves back; the seed decides."""

    def __init__(self, recipe: Recipe, seed: int) -> None:
        self.recipe = recipe
        self.rejected: Counter[str] = Counter()
        self._draw = Random(seed)
        self._names = [theme.name for theme in recipe.themes]

    def turn(self, number: int, is_over: IsOver = lambda: False) -> Iterator[tuple[str, chess.Move]]:
        """Positions that show what the recipe asks for, no two of them alike, and their keys."""
        length, ways = self.recipe.stipulation.moves, ways_of(self.recipe)
        if not ways:
            return
        first = ways[number % len(ways)]
        positions = self._around_sketches(first)
        for moves in range(first + 1, length + 1):
            if is_over():
                return
            positions = self._longer(positions, moves)
        distinct = Distinct(by_look=True)
        for end in positions:
            if distinct.admits(end):
                yield end.position, chess.Move.from_uci(end.key)
            else:
                self.rejected["twin of an earlier puzzle"] += 1

    def _seed(self) -> int:
        return self._draw.getrandbits(62)

    def _around_sketches(self, moves: int) -> list[Puzzle]:
        """Mates of this length around sketches of the themes."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        needed = self.recipe.white.needed + self.recipe.black.needed.lower()
        is_early = moves < self.recipe.stipulation.moves >= 3
        sketches = [sketch_of(self._names, self._draw, needed, is_early) for _ in range(effort.sketches)]
        positions = compose_around(
            sketches,
            recipe.criteria,
            attempts=effort.placements,
            seed=self._seed(),
            others=(min(AROUND_A_SKETCH[0], recipe.white.most - 1), min(AROUND_A_SKETCH[1], recipe.black.most - 1)),
            promoted=recipe.promoted,
        )
        keys = mate_keys(positions, moves)
        drafts = (self._draft(recipe, position, key) for position, (key, *_) in zip(positions, keys, strict=True))
        return [puzzle for puzzle in drafts if puzzle]

    def _longer(self, ends: Sequence[Puzzle], moves: int) -> list[Puzzle]:
        """Mates a move longer, the best one from each."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        is_last = moves == self.recipe.stipulation.moves
        # What has duals passes them on.
        ends = sorted(ends, key=_share_of_duals)
        if "queen sacrifice" in self._names and not self.recipe.promoted:
            # She has been taken.
            ends = [end for end in ends if "Q" not in end.position]
        ends, asked = self._beginnings(ends) if is_last else (ends[:MOST_ENDS], {})
        if not ends:
            return []
        more = max((EASILY_REFUTED.get((name, moves), 1) for name in self._names), default=1) if is_last else 1
        longer = lengthened(
            [end.position for end in ends],
            recipe.criteria,
            tries=more * min(MOST_TRIES, effort.tries // len(ends)),
            seed=self._seed(),
            others=effort.others,
            most=recipe.white.most,
            promoted=recipe.promoted,
            **asked,
        )
        from_each: dict[int, list[Puzzle]] = {}
        for end, position, key in longer:
            siblings = from_each.setdefault(end, [])
            if len(siblings) < CHOICE and (puzzle := self._draft(recipe, position, key)):
                siblings.append(puzzle)
        return [max(siblings, key=_merit) for siblings in from_each.values() if siblings]

    def _beginnings(self, ends: Sequence[Puzzle]) -> tuple[Sequence[Puzzle], dict[str, Any]]:
        """The mates that can begin as the themes of the key want it, and what the core is asked for."""
        if "queen sacrifice" in self._names:
            return ends[:MOST_BEFORE_AN_OFFER], {"key_by": "Q", "is_offer": True}
        if "switchback" in self._names:
            pairs = [(end, back) for end in ends if (back := _way_back(end))][:MOST_ENDS]
            return [end for end, _ in pairs], {"keys": [back for _, back in pairs]}
        if "king key" in self._names:
            return ends[:MOST_ENDS], {"key_by": "K"}
        return ends[:MOST_ENDS], {}

    def _recipe_of(self, moves: int) -> Recipe:
        """The recipe itself, or that of a shorter mate, where any key and any answers will do."""
        if moves == self.recipe.stipulation.moves:
            return self.recipe
        late = OF_THE_KEY | (OF_THE_LAST_REPLY if moves == 1 else frozenset())
        return replace(
            self.recipe,
            stipulation=Stipulation(self.recipe.stipulation.goal, moves),
            themes=tuple(theme for theme in self.recipe.themes if theme.name not in late),
            white=PieceCount(1, self.recipe.white.most),
            black=PieceCount(1, self.recipe.black.most + ROOM),
            replies=Replies.ANY,
            key_may=("check", "capture", "promotion"),
            duals=Duals.ANY,
            game_like=False,
        )

    def _draft(self, recipe: Recipe, position: str, key: chess.Move) -> Puzzle | None:
        """What a position shows, if it is what a recipe asks for; a bare king is not what somebody orders."""
        is_bare = sum(sign.islower() for sign in position.partition(" ")[0]) == 1
        if is_bare and recipe.black.most > 1:
            made: Puzzle | str = "a bare king"
        else:
            made = draft(recipe, position, key)
        if isinstance(made, Puzzle):
            return made
        if recipe is self.recipe:
            self.rejected[made] += 1
        return None


def _merit(puzzle: Puzzle) -> tuple[float, float]:
    """The fewer duals and the harder, the better."""
    return -_share_of_duals(puzzle), estimate_line(puzzle).total


def _share_of_duals(puzzle: Puzzle) -> float:
    several, defences = duals(puzzle)
    return several / max(defences, 1)


def _way_back(puzzle: Puzzle) -> chess.Move | None:
    """The key of a switchback before this mate: the man that mates comes from where it goes to in the end."""
    *before, last = [chess.Move.from_uci(move) for move in puzzle.main_line]
    has_moved = any(move.to_square == last.from_square for move in before[::2])
    return None if has_moved or last.promotion else chess.Move(last.to_square, last.from_square)
