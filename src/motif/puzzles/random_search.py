"""Find mates by random search: place pieces around a sketch of the theme, or extend a shorter mate backwards.

A sketch is a few pieces, placed at random where a theme needs them. The core places others around them, tries tens of
thousands of positions a second and keeps the sound ones; positions without the theme are dropped. Longer mates rarely
turn up around a sketch. For those we first look for a mate in one or two with any key. We then try thousands of ways to
take back a move of each side and add a piece or two, until a position is sound. Results from the same shorter mate look
like the same puzzle, so only the best of them is kept.
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
from motif.puzzles.difficulty import estimate
from motif.puzzles.finishing import KEY_THEMES, LAST_REPLY_THEMES, draft
from motif.puzzles.puzzle import Puzzle, Stipulation
from motif.puzzles.quality import Duals, duals
from motif.puzzles.recipe import PieceCount, Recipe, Replies
from motif.puzzles.skeletons import EXTRA_BLACK_PIECES

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


FULL_BOARD = (8, 8)

START_LENGTHS: dict[int, tuple[int, ...]] = {1: (1,), 2: (2, 1), 3: (1, 2), 4: (1, 2)}
"""For each length of the final mate: the lengths to look for around sketches; turns alternate between them."""

THEME_START_LENGTHS = {
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
"""Exceptions, by theme and length of the final mate; empty where skeletons are quicker than random search."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The work of one turn: sketches, placements around each sketch, and pairs of moves taken back in all."""

    sketches: int
    placements: int
    tries: int
    added: tuple[int, int]
    """The maximum number of white and of black pieces added when moves are taken back."""


EFFORTS = {
    1: Effort(1_000, 20, 0, (0, 0)),
    2: Effort(500, 200, 100_000, (2, 3)),
    3: Effort(300, 40, 200_000, (1, 2)),
    4: Effort(100, 5, 40_000, (1, 2)),
}

ADDED_TO_SKETCH = (3, 4)
"""The maximum number of white and of black pieces placed around a sketch."""

MOST_ENDS = 80
"""The maximum number of shorter mates that one turn extends."""

MOST_ENDS_FOR_QUEEN_SACRIFICE = 500
"""A higher limit, since a queen sacrifice can precede only few of the shorter mates."""

MOST_TRIES_PER_END = 12_000
"""The maximum number of pairs of moves taken back from one shorter mate."""

TRIES_FACTORS = {
    ("back rank mate", 3): 5,
    ("queen sacrifice", 3): 12,
    ("switchback", 2): 3,
    ("switchback", 3): 3,
}
"""Factors that multiply the tries where a try is cheap, by theme and length of the mate."""

CANDIDATES_PER_END = 4
"""The number of longer mates from one shorter mate that are compared; the best of them is kept."""


def is_random_search_possible(recipe: Recipe) -> bool:
    """Whether to try random search: on the full board, without a user's rules, unless skeletons are quicker."""
    is_given = any(theme.is_given for theme in recipe.themes)
    return recipe.board == FULL_BOARD and not is_given and bool(start_lengths(recipe))


def start_lengths(recipe: Recipe) -> tuple[int, ...]:
    """Return the lengths of mates to look for around sketches; turns alternate between them."""
    length = recipe.stipulation.moves
    special = (THEME_START_LENGTHS.get((theme.name, length)) for theme in recipe.themes)
    return next((lengths for lengths in special if lengths is not None), START_LENGTHS[length])


class RandomSearch:
    """A random search for positions that fulfil one recipe; the seed determines the results."""

    def __init__(self, recipe: Recipe, seed: int) -> None:
        self.recipe = recipe
        self.rejected: Counter[str] = Counter()
        self._draw = Random(seed)
        self._names = [theme.name for theme in recipe.themes]

    def turn(self, number: int, is_over: IsOver = lambda: False) -> Iterator[tuple[str, chess.Move]]:
        """Run one turn of the search: yield distinct positions that fulfil the recipe, with their keys."""
        length, lengths = self.recipe.stipulation.moves, start_lengths(self.recipe)
        if not lengths:
            return
        first = lengths[number % len(lengths)]
        positions = self._around_sketches(first)
        for moves in range(first + 1, length + 1):
            if is_over():
                return
            positions = self._longer(positions, moves)
        distinct = Distinct(by_picture=True)
        for puzzle in positions:
            if distinct.admits(puzzle):
                yield puzzle.position, chess.Move.from_uci(puzzle.key)
            else:
                self.rejected["twin of an earlier puzzle"] += 1

    def _seed(self) -> int:
        return self._draw.getrandbits(62)

    def _around_sketches(self, moves: int) -> list[Puzzle]:
        """Find mates of this length around sketches of the themes."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        needed = self.recipe.white.needed + self.recipe.black.needed.lower()
        is_end = moves < self.recipe.stipulation.moves >= 3
        sketches = [sketch_of(self._names, self._draw, needed, is_end) for _ in range(effort.sketches)]
        positions = compose_around(
            sketches,
            recipe.criteria,
            attempts=effort.placements,
            seed=self._seed(),
            others=(min(ADDED_TO_SKETCH[0], recipe.white.most - 1), min(ADDED_TO_SKETCH[1], recipe.black.most - 1)),
            promoted=recipe.promoted,
        )
        keys = mate_keys(positions, moves)
        drafts = (self._draft(recipe, position, key) for position, (key, *_) in zip(positions, keys, strict=True))
        return [puzzle for puzzle in drafts if puzzle]

    def _longer(self, ends: Sequence[Puzzle], moves: int) -> list[Puzzle]:
        """Extend these mates backwards by a move of each side, and return the best longer mate from each."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        is_last = moves == self.recipe.stipulation.moves
        # Mates with few duals come first, since longer mates inherit duals.
        ends = sorted(ends, key=_share_of_duals)
        if "queen sacrifice" in self._names and not self.recipe.promoted:
            # In the shorter mate the queen is already gone.
            ends = [end for end in ends if "Q" not in end.position]
        ends, key_options = self._key_options(ends) if is_last else (ends[:MOST_ENDS], {})
        if not ends:
            return []
        factor = max((TRIES_FACTORS.get((name, moves), 1) for name in self._names), default=1) if is_last else 1
        longer = lengthened(
            [end.position for end in ends],
            recipe.criteria,
            tries=factor * min(MOST_TRIES_PER_END, effort.tries // len(ends)),
            seed=self._seed(),
            others=effort.added,
            most=recipe.white.most,
            promoted=recipe.promoted,
            **key_options,
        )
        from_each: dict[int, list[Puzzle]] = {}
        for end, position, key in longer:
            candidates = from_each.setdefault(end, [])
            if len(candidates) < CANDIDATES_PER_END and (puzzle := self._draft(recipe, position, key)):
                candidates.append(puzzle)
        return [max(candidates, key=_merit) for candidates in from_each.values() if candidates]

    def _key_options(self, ends: Sequence[Puzzle]) -> tuple[Sequence[Puzzle], dict[str, Any]]:
        """Return the shorter mates that suit the themes of the key, and the core's options for that key."""
        if "queen sacrifice" in self._names:
            return ends[:MOST_ENDS_FOR_QUEEN_SACRIFICE], {"key_by": "Q", "is_offer": True}
        if "switchback" in self._names:
            pairs = [(end, key) for end in ends if (key := _switchback_key(end))][:MOST_ENDS]
            return [end for end, _ in pairs], {"keys": [key for _, key in pairs]}
        if "king key" in self._names:
            return ends[:MOST_ENDS], {"key_by": "K"}
        return ends[:MOST_ENDS], {}

    def _recipe_of(self, moves: int) -> Recipe:
        """Return the recipe itself or, for a shorter mate, a looser one that admits any key and any duals."""
        if moves == self.recipe.stipulation.moves:
            return self.recipe
        later = KEY_THEMES | {"queen sacrifice"} | (LAST_REPLY_THEMES if moves == 1 else set())
        return replace(
            self.recipe,
            stipulation=Stipulation(self.recipe.stipulation.goal, moves),
            themes=tuple(theme for theme in self.recipe.themes if theme.name not in later),
            white=PieceCount(1, self.recipe.white.most),
            black=PieceCount(1, self.recipe.black.most + EXTRA_BLACK_PIECES),
            replies=Replies.ANY,
            key_may=("check", "capture", "promotion"),
            duals=Duals.ANY,
            game_like=False,
        )

    def _draft(self, recipe: Recipe, position: str, key: chess.Move) -> Puzzle | None:
        """Return the puzzle if the position fulfils the recipe; reject a bare king unless the recipe demands it."""
        is_bare = sum(sign.islower() for sign in position.partition(" ")[0]) == 1
        made = "a bare king" if is_bare and recipe.black.most > 1 else draft(recipe, position, key)
        if isinstance(made, Puzzle):
            return made
        if recipe is self.recipe:
            self.rejected[made] += 1
        return None


def _merit(puzzle: Puzzle) -> tuple[float, float]:
    """Return a sort key: the best puzzle has the fewest duals and, on ties, the highest difficulty."""
    return -_share_of_duals(puzzle), estimate(puzzle).total


def _share_of_duals(puzzle: Puzzle) -> float:
    several, defences = duals(puzzle)
    return several / max(defences, 1)


def _switchback_key(puzzle: Puzzle) -> chess.Move | None:
    """Return the key before this mate that makes it a switchback, the mating move reversed; None if there is none."""
    *before, last = [chess.Move.from_uci(move) for move in puzzle.main_line]
    # If the mating piece has moved earlier in the line, or promotes, its last move cannot undo the key.
    has_moved = any(move.to_square == last.from_square for move in before[::2])
    return None if has_moved or last.promotion else chess.Move(last.to_square, last.from_square)
