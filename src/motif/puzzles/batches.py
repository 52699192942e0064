"""Organise composing: orders, deadlines, batches of attempts in workers, and the removal of twins.

A task takes skeletons from a source, tries to turn each into a puzzle, and returns its puzzles as a batch. `gather`
drops twins and reports progress after each batch. Twins are puzzles that are mirror images of each other, or that play
the same moves on other squares.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Protocol

import chess

from motif._core.board import canonical_positions
from motif.errors import BadArgument, ImpossibleRecipe
from motif.puzzles.diagram import Diagram, read_move
from motif.puzzles.puzzle import Goal, Puzzle
from motif.puzzles.skeletons import Failure, Skeleton

Symmetry = Callable[[int, int], tuple[int, int]]

_PAWN_SYMMETRIES: tuple[Symmetry, ...] = (lambda x, y: (x, y), lambda x, y: (-x, y))
_ALL_SYMMETRIES: tuple[Symmetry, ...] = (
    *_PAWN_SYMMETRIES,
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)

Geometry = tuple[tuple[str, int, int, int, int], ...]


def geometry(diagram: Diagram, line: Iterable[str]) -> Geometry:
    """Return the moves of a line relative to the defender's king; reflected and shifted lines give the same result."""
    defender = "k" if diagram.white_to_move else "K"
    king = next(square for square, sign in diagram.placed if sign == defender)
    has_pawns = any(sign in "Pp" for _, sign in diagram.placed)
    steps = []
    for move in line:
        origin, target, promotion = read_move(move)
        sign = diagram.pieces[origin] + promotion
        steps.append(
            (sign, origin.file - king.file, origin.rank - king.rank, target.file - king.file, target.rank - king.rank)
        )
        diagram = diagram.play(move)
    return min(
        tuple((sign, *reflect(fx, fy), *reflect(tx, ty)) for sign, fx, fy, tx, ty in steps)
        for reflect in (_PAWN_SYMMETRIES if has_pawns else _ALL_SYMMETRIES)
    )


MatePicture = tuple[str, tuple[tuple[int, int, str], ...]]


def mate_picture(puzzle: Puzzle) -> MatePicture:
    """Return the piece that makes the key, and what surrounds the mated king at the end of the main line.

    >>> from motif.puzzles.puzzle import Branch, Goal, Stipulation
    >>> corner = Puzzle("6rk/6pp/8/4N3/8/8/8/K7 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("e5f7"),))
    >>> elsewhere = Puzzle("kr6/pp6/8/1N6/8/8/8/6K1 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("b5c7"),))
    >>> mate_picture(corner) == mate_picture(elsewhere)
    True
    """
    board = puzzle.board()
    key = chess.Move.from_uci(puzzle.key)
    by = chess.piece_symbol(board.piece_type_at(key.from_square) or chess.PAWN)
    for move in puzzle.main_line:
        board.push_uci(move)
    king = board.king(board.turn)
    assert king is not None
    column, row = chess.square_file(king), chess.square_rank(king)
    marks = [(x, y, _flight(board, king, column + x, row + y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    for checker in board.checkers():
        sign = chess.piece_symbol(board.piece_type_at(checker) or chess.PAWN)
        x, y = chess.square_file(checker) - column, chess.square_rank(checker) - row
        # The distance of a checking queen, rook or bishop makes no difference.
        farthest = 1 if sign in "qrb" else 2
        marks.append((max(-farthest, min(farthest, x)), max(-farthest, min(farthest, y)), f"{sign}+"))
    has_pawns = any("p" in mark for _, _, mark in marks)
    symmetries = _PAWN_SYMMETRIES if has_pawns else _ALL_SYMMETRIES
    return by, min(tuple(sorted((*reflect(x, y), mark) for x, y, mark in marks)) for reflect in symmetries)


def _flight(board: chess.Board, king: chess.Square, column: int, row: int) -> str:
    """Return what keeps the king off a square: the edge, a piece of its colour, or the pieces that guard the square."""
    if not (0 <= column < 8 and 0 <= row < 8):
        return "edge"
    square = chess.square(column, row)
    if board.color_at(square) == board.turn:
        return f"own {chess.piece_symbol(board.piece_type_at(square) or chess.PAWN)}"
    without_king = board.copy(stack=False)
    without_king.remove_piece_at(king)
    guards = without_king.attackers(not board.turn, square)
    return "".join(sorted(chess.piece_symbol(board.piece_type_at(guard) or chess.PAWN) for guard in guards))


class Distinct:
    """A filter for twins; with `by_picture`, mates with the same mate picture count as twins too."""

    def __init__(self, by_picture: bool = False) -> None:
        self._seen: set[object] = set()
        self._by_picture = by_picture

    def admits(self, puzzle: Puzzle) -> bool:
        """Remember the puzzle, and return whether it has no earlier twin."""
        marks: set[object] = {canonical_positions([puzzle.position])[0], geometry(puzzle.diagram, puzzle.main_line)}
        if self._by_picture and puzzle.diagram.is_full_size and puzzle.stipulation.goal is Goal.MATE:
            marks.add(mate_picture(puzzle))
        is_new = not marks & self._seen
        self._seen |= marks
        return is_new


PLACEMENTS = 20_000
"""Random placements in one task of bulk mode; with fewer, the first puzzle would appear sooner."""


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles to compose, from which seed and for how long.

    `seconds` limits the whole search, and `patience` the seconds without a new puzzle. Bulk mode places pieces at
    random, without clingo.
    """

    count: int = 10
    seed: int = 0
    seconds: float | None = None
    bulk: bool = False
    patience: float | None = None
    placements: int = PLACEMENTS

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadArgument(f"cannot compose {self.count} puzzles; at least 1 is needed")

    def seed_of_task(self, number: int) -> int:
        """Return a task's seed; no other task of this run, or of a run with another seed, has the same."""
        return self.seed * 1_000_003 + number


@dataclass(frozen=True, slots=True)
class CompositionStep:
    """Progress of composing: a new puzzle or None, and the number of rejected attempts so far by reason."""

    puzzle: Puzzle | None
    found: int
    rejected: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    is_out_of_time: bool = False


@dataclass(slots=True)
class Deadline:
    """The end of a search: at a clock time, shared by all processes, or after too long without a new puzzle."""

    until: float | None
    patience: float | None
    since: float = field(default_factory=lambda: time.monotonic())

    @classmethod
    def of(cls, order: Order) -> Deadline:
        """Return the deadline of an order whose search starts now."""
        return cls(time.time() + order.seconds if order.seconds else None, order.patience)

    def started_now(self) -> Deadline:
        """Return a copy whose patience starts now, for a task that had to wait for a worker."""
        return Deadline(self.until, self.patience)

    def reset_patience(self) -> None:
        """Restart the patience, after a puzzle was found."""
        self.since = time.monotonic()

    def is_over(self) -> bool:
        if self.until is not None and time.time() > self.until:
            return True
        return self.patience is not None and time.monotonic() - self.since > self.patience


@dataclass(frozen=True, slots=True)
class Batch:
    """The puzzles of one task, and why its other attempts were rejected."""

    puzzles: tuple[Puzzle, ...]
    rejected: Counter[str]
    attempts: int
    impossible: bool = False
    exhausted: bool = False


IsOver = Callable[[], bool]
Make = Callable[[Skeleton, int], Puzzle | str]
"""Turns a skeleton and its number into a puzzle, or returns why it cannot."""


class SkeletonSource(Protocol):
    """A search for skeletons."""

    def find(self, *, is_over: IsOver) -> Skeleton | Failure:
        """Return another skeleton, or the reason why there is none; give up when `is_over` says so."""
        ...

    def forbid(self, skeleton: Skeleton) -> None:
        """Exclude skeletons with the same key and mating move from now on."""
        ...


def attempt(source: SkeletonSource, times: int, wanted: int, deadline: Deadline, make: Make) -> Batch:
    """Pass up to `times` skeletons to `make`; stop early when `wanted` puzzles are found or time runs out."""
    puzzles: list[Puzzle] = []
    rejected = Counter[str]()
    skeletons = 0
    deadline = deadline.started_now()
    for number in range(times):
        if deadline.is_over() or len(puzzles) >= wanted:
            return Batch(tuple(puzzles), rejected, number)
        skeleton = source.find(is_over=deadline.is_over)
        if skeleton is Failure.IMPOSSIBLE:
            # If skeletons have been forbidden before, this only means that there are no more.
            return Batch(tuple(puzzles), rejected, number, impossible=skeletons == 0, exhausted=True)
        if isinstance(skeleton, Failure):
            rejected["no skeleton within the limit"] += 1
            continue
        skeletons += 1
        source.forbid(skeleton)
        made = make(skeleton, number)
        if isinstance(made, str):
            rejected[made] += 1
        else:
            deadline.reset_patience()
            puzzles.append(made)
    return Batch(tuple(puzzles), rejected, times)


def gather(
    batches: Iterable[Batch],
    order: Order,
    deadline: Deadline,
    impossible: ImpossibleRecipe,
    most_attempts: int | None = None,
) -> Generator[CompositionStep, None, None]:
    """Yield the distinct puzzles of the batches, and progress, until the order is complete or the search must end.

    It must end when it is exhausted, when time runs out, or after `most_attempts`. Raises `impossible` if a batch has
    proved that no puzzle exists.
    """
    # Bulk mode makes thousands of puzzles, more than there are mate pictures.
    distinct, rejected = Distinct(by_picture=not order.bulk), Counter[str]()
    gathered = attempts = 0
    for batch in batches:
        if batch.impossible:
            raise impossible
        rejected.update(batch.rejected)
        attempts += batch.attempts
        for puzzle in batch.puzzles:
            if not distinct.admits(puzzle):
                rejected["twin of an earlier puzzle"] += 1
                continue
            gathered += 1
            deadline.reset_patience()
            yield CompositionStep(puzzle, gathered, rejected.copy(), attempts)
            if gathered == order.count:
                return
        is_out_of_time = not batch.exhausted and deadline.is_over()
        yield CompositionStep(None, gathered, rejected.copy(), attempts, is_out_of_time)
        if batch.exhausted or is_out_of_time or (most_attempts is not None and attempts >= most_attempts):
            return
