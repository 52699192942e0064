"""What both ways to compose share: an order, its deadline, attempts in a worker, and puzzles gathered until it is met.

A task makes some skeletons and tries to turn each into a puzzle; its batch comes back, twins are left out, and after
each batch whoever watches hears how things stand.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import chess

from motif._core.board import canonical_positions
from motif.errors import BadArgument, ImpossibleRecipe
from motif.puzzles.diagram import Diagram, read_move
from motif.puzzles.puzzle import Goal, Puzzle
from motif.puzzles.skeletons import Failure, Skeleton

# Twins: puzzles that are the same but for a mirror, and puzzles that play the same idea on other squares.

Turn = Callable[[int, int], tuple[int, int]]

_MIRRORED: tuple[Turn, ...] = (lambda x, y: (x, y), lambda x, y: (-x, y))
_TURNED: tuple[Turn, ...] = (
    *_MIRRORED,
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)

Geometry = tuple[tuple[str, int, int, int, int], ...]


def geometry(diagram: Diagram, line: Iterable[str]) -> Geometry:
    """A line of play, freed from where on the board it happens."""
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
        tuple((sign, *turn(fx, fy), *turn(tx, ty)) for sign, fx, fy, tx, ty in steps)
        for turn in (_MIRRORED if has_pawns else _TURNED)
    )


Look = tuple[str, tuple[tuple[int, int, str], ...]]


def look(puzzle: Puzzle) -> Look:
    """The mate at the end of the main line and the man that makes the key; only on the full board.

    >>> from motif.puzzles.puzzle import Branch, Goal, Stipulation
    >>> corner = Puzzle("6rk/6pp/8/4N3/8/8/8/K7 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("e5f7"),))
    >>> elsewhere = Puzzle("kr6/pp6/8/1N6/8/8/8/6K1 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("b5c7"),))
    >>> look(corner) == look(elsewhere)
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
    marks = [(x, y, _holder(board, king, column + x, row + y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    for checker in board.checkers():
        sign = chess.piece_symbol(board.piece_type_at(checker) or chess.PAWN)
        x, y = chess.square_file(checker) - column, chess.square_rank(checker) - row
        # From how far a rook checks is no other look.
        far = 1 if sign in "qrb" else 2
        marks.append((max(-far, min(far, x)), max(-far, min(far, y)), f"{sign}+"))
    has_pawns = any("p" in mark for _, _, mark in marks)
    turns = _MIRRORED if has_pawns else _TURNED
    return by, min(tuple(sorted((*turn(x, y), mark) for x, y, mark in marks)) for turn in turns)


def _holder(board: chess.Board, king: chess.Square, column: int, row: int) -> str:
    """Who keeps the king from a square: the edge, a man of its own, or men of the other side."""
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
    """Remembers what was seen, and lets through what is new; looks are compared where that is asked for."""

    def __init__(self, by_look: bool = False) -> None:
        self._seen: set[object] = set()
        self._by_look = by_look

    def admits(self, puzzle: Puzzle) -> bool:
        """Whether no twin of the puzzle came before; from now on it counts as seen."""
        marks: set[object] = {canonical_positions([puzzle.position])[0], geometry(puzzle.diagram, puzzle.main_line)}
        if self._by_look and puzzle.diagram.is_full_size and puzzle.stipulation.goal is Goal.MATE:
            marks.add(look(puzzle))
        is_new = not marks & self._seen
        self._seen |= marks
        return is_new


def without_twins(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles in their order, each idea once."""
    distinct = Distinct()
    return (puzzle for puzzle in puzzles if distinct.admits(puzzle))


PLACEMENTS = 20_000
"""Random placements in one task of bulk mode; with fewer, whoever waits sees the first puzzle sooner."""


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles are wanted, from which seed, within how many seconds; in bulk mode without clingo.

    The seconds are those in all; patience is for how many of them no further puzzle may come.
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
        """Any two tasks of any two runs draw from different seeds."""
        return self.seed * 1_000_003 + number


@dataclass(frozen=True, slots=True)
class CompositionStep:
    """One step of a composition: a puzzle, or none, and everything that was rejected so far, by reason."""

    puzzle: Puzzle | None
    found: int
    rejected: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    is_out_of_time: bool = False


@dataclass(slots=True)
class Deadline:
    """Says when a search has to end: at a moment, or after so long without a puzzle.

    The moment is one of the time of day, which the processes of a machine share.
    """

    until: float | None
    patience: float | None
    since: float = field(default_factory=lambda: time.monotonic())

    @classmethod
    def of(cls, order: Order) -> Deadline:
        """The deadline of an order that is taken up now."""
        return cls(time.time() + order.seconds if order.seconds else None, order.patience)

    def again(self) -> Deadline:
        """That of a part of the work that begins now: who waited for a worker has not been impatient."""
        return Deadline(self.until, self.patience)

    def found(self) -> None:
        """Be patient anew."""
        self.since = time.monotonic()

    def is_over(self) -> bool:
        """Whether the time has run out."""
        if self.until is not None and time.time() > self.until:
            return True
        return self.patience is not None and time.monotonic() - self.since > self.patience


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of one task."""

    puzzles: tuple[Puzzle, ...]
    rejected: Counter[str]
    attempts: int
    impossible: bool = False
    exhausted: bool = False


IsOver = Callable[[], bool]
Make = Callable[[Skeleton, int], Puzzle | str]
"""What comes of a skeleton with its number: a puzzle, or why there is none."""


class SkeletonSource(Protocol):
    """Where skeletons come from."""

    def find(self, *, is_over: IsOver) -> Skeleton | Failure:
        """Another skeleton, or why there is none; gives up when the time is over."""
        ...

    def forbid(self, skeleton: Skeleton) -> None:
        """Never again find the like of it."""
        ...


def attempt(source: SkeletonSource, times: int, wanted: int, deadline: Deadline, make: Make) -> Batch:
    """So many skeletons, each given to `make`, or fewer when as many puzzles as are wanted have come of them."""
    puzzles: list[Puzzle] = []
    rejected = Counter[str]()
    skeletons = 0
    deadline = deadline.again()
    for number in range(times):
        if deadline.is_over() or len(puzzles) >= wanted:
            return Batch(tuple(puzzles), rejected, number)
        skeleton = source.find(is_over=deadline.is_over)
        if skeleton is Failure.IMPOSSIBLE:
            # After nogoods it only means that there is nothing new.
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
            deadline.found()
            puzzles.append(made)
    return Batch(tuple(puzzles), rejected, times)


def gather(
    batches: Iterable[Batch],
    order: Order,
    deadline: Deadline,
    impossible: ImpossibleRecipe,
    most_attempts: int | None = None,
) -> Generator[CompositionStep, None, None]:
    """The different puzzles of some batches, until the order is met, nothing more can come, or time is over.

    `impossible` is raised when a batch has proved that there is nothing to find.
    """
    # Thousands in bulk would soon have run out of looks.
    distinct, rejected = Distinct(by_look=not order.bulk), Counter[str]()
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
            deadline.found()
            yield CompositionStep(puzzle, gathered, rejected.copy(), attempts)
            if gathered == order.count:
                return
        is_out_of_time = not batch.exhausted and deadline.is_over()
        yield CompositionStep(None, gathered, rejected.copy(), attempts, is_out_of_time)
        if batch.exhausted or is_out_of_time or (most_attempts is not None and attempts >= most_attempts):
            return
