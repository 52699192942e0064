"""Compose the puzzles of Ahmer & Huang 2022: static puzzles, the paper's own clingo models, and optimal puzzles.

In a static puzzle (problemists say series mate) only White moves: it makes n moves in a row, gives no check before the
last one, and mates with it. Clingo and random placement propose positions; trying every sequence of moves ensures that
a puzzle has one solution, no shorter one, and no piece without a purpose.

The paper's two models (`PaperModel`) use only clingo, and chess without pawns on n x n boards. In an optimal puzzle
(`prove_optimum`) White's pieces have the minimum value and, given that, Black's have the maximum value.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

import chess
import clingo

from motif._core.puzzles import mate_keys, solve
from motif.errors import BadArgument, ImpossibleRecipe, NothingFound
from motif.puzzles.batches import geometry
from motif.puzzles.diagram import Diagram, Square
from motif.puzzles.plain_rules import PlainBoard
from motif.puzzles.puzzle import Goal
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Failure, Skeleton, Skeletons
from motif.puzzles.themes import ENCODINGS
from motif.puzzles.verify import Board, board_of
from motif.runtime.clingo_sandbox import stop_on_ctrl_c
from motif.runtime.parallel import Progress, Watch, unwatched

LONGEST_STATIC_MOVES = 4
"""There are too many longer sequences to try them all."""

PLACEMENTS_PER_SKELETON = 40
"""Random positions tried after each skeleton; of 47 skeletons of a mate in three on 5x5, none had a single solution."""

MOST_PLACED = (3, 4)
"""The maximum of white and of black pieces in a random position, without kings, unless the recipe needs more."""

ENOUGH_SOLUTIONS = 2
"""A second solution makes a puzzle unsound, so the search stops there."""


@dataclass(frozen=True, slots=True)
class StaticPuzzle:
    """A position and White's sequence of moves.

    >>> puzzle = StaticPuzzle("4/3k/1R2/K3 w - - 0 1", ("a1b1", "b1c1"))
    >>> print(puzzle.line_text())
    1. Ka1-b1 2. Kb1-c1#
    """

    position: str
    line: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(
            [f"position: {self.position}", f"goal: static mate in {len(self.line)}", f"solution: {' '.join(self.line)}"]
        )

    @property
    def diagram(self) -> Diagram:
        return Diagram.parse(self.position)

    def line_text(self) -> str:
        """Return White's moves with their numbers."""
        moves, diagram = [], self.diagram
        for number, move in enumerate(self.line, start=1):
            moves.append(f"{number}. {diagram.long_notation(move)}")
            diagram = replace(diagram.play(move), white_to_move=True)
        return " ".join(moves) + "#"


def static_mates(position: str, moves: int) -> list[tuple[str, ...]]:
    """Return the shortest solutions within `moves`, at most two; a sound puzzle has one.

    >>> static_mates("1K2/1P2/kpp1/rqr1 w", 1)
    []
    """
    if not 1 <= moves <= LONGEST_STATIC_MOVES:
        raise BadArgument(f"cannot look for a static mate in {moves}", hint=f"choose 1 to {LONGEST_STATIC_MOVES} moves")
    board = board_of(position)
    if board.is_check():
        return []
    # The positions reached without a check, each with the lines that lead there (at most two).
    reached: list[tuple[Board, list[tuple[str, ...]]]] = [(board, [()])]
    for to_go in range(moves, 0, -1):
        mates = mate_keys([position.text() for position, _ in reached], 1)
        solutions = [
            (*line, mate.uci())
            for (_, lines), keys in zip(reached, mates, strict=True)
            for line in lines
            for mate in keys
        ]
        if solutions:
            return solutions[:ENOUGH_SOLUTIONS]
        reached = _one_move_later(reached) if to_go > 1 else []
    return []


def _one_move_later(reached: list[tuple[Board, list[tuple[str, ...]]]]) -> list[tuple[Board, list[tuple[str, ...]]]]:
    later: dict[Hashable, tuple[Board, list[tuple[str, ...]]]] = {}
    for board, lines in reached:
        for move in board.legal_moves():
            after = board.after(move)
            if not after.is_check():
                following = after.passed()
                _, known = later.setdefault(following.identity(), (following, []))
                known += [(*line, move) for line in lines][: ENOUGH_SOLUTIONS - len(known)]
    return list(later.values())


def compose_static(
    recipe: Recipe, seed: int = 0, is_over: Callable[[], bool] = lambda: False
) -> Iterator[StaticPuzzle | None]:
    """Yield new static puzzles, and None for each position without one; end when clingo has no more skeletons.

    Raises ImpossibleRecipe if clingo proves that there is no skeleton at all.
    """
    if recipe.stipulation.goal is not Goal.MATE or recipe.stipulation.moves > LONGEST_STATIC_MOVES:
        raise BadArgument(
            f"cannot compose a static {recipe.stipulation}", hint=f"choose mate in 1 to {LONGEST_STATIC_MOVES}"
        )
    if recipe.themes:
        raise BadArgument("static puzzles have no themes, since Black does not move", hint="leave out the theme")
    rules, seen, skeletons = Skeletons(recipe, seed, mode="static"), set[Hashable](), 0
    draw = random.Random(seed)
    while not is_over():
        skeleton = rules.find(is_over=is_over)
        if skeleton is Failure.IMPOSSIBLE:
            if not skeletons:
                raise ImpossibleRecipe(f"it is proved that no static puzzle fulfils the recipe\n{recipe}")
            return
        placements: Iterable[Diagram | None] = (_placed(recipe, draw) for _ in range(PLACEMENTS_PER_SKELETON))
        if isinstance(skeleton, Skeleton):
            skeletons += 1
            rules.forbid(skeleton)
            placements = chain([skeleton.diagram], placements)
        for diagram in placements:
            if is_over():
                return
            puzzle = _minimal_puzzle(str(diagram), recipe) if diagram and _is_legal(diagram) else None
            moves = puzzle and _static_geometry(puzzle)
            yield puzzle if moves not in seen else None
            seen.add(moves)


def _placed(recipe: Recipe, draw: random.Random) -> Diagram | None:
    """Place pieces at random, few since few most often have one solution; None if a pawn is on an impossible rank."""
    files, ranks = recipe.board
    squares = [Square(file, rank) for file in range(files) for rank in range(ranks)]
    draw.shuffle(squares)
    pieces = [(squares.pop(), "K"), (squares.pop(), "k")]
    for side, usual, kinds in ((recipe.white, MOST_PLACED[0], "QRBNP"), (recipe.black, MOST_PLACED[1], "qrbnp")):
        allowed = [kind for kind in kinds if kind.upper() not in side.never]
        signs = [kind if kinds.isupper() else kind.lower() for kind in side.needed]
        most = min(side.most - 1, max(usual, side.fewest - 1, len(signs)), len(squares) // 2)
        count = draw.randint(min(max(side.fewest - 1, len(signs)), most), most)
        signs += draw.choices(allowed, k=count - len(signs)) if allowed and count > len(signs) else []
        pieces += zip((squares.pop() for _ in signs), signs, strict=True)
    if any(sign in "Pp" and square.rank in (0, ranks - 1) for square, sign in pieces):
        return None
    return Diagram.of(files, ranks, pieces)


def _static_geometry(puzzle: StaticPuzzle) -> Hashable:
    """Return White's moves relative to Black's king; reflected and shifted puzzles give the same result."""
    steps, diagram = [], puzzle.diagram
    for move in puzzle.line:
        steps.append(geometry(diagram, [move]))
        diagram = replace(diagram.play(move), white_to_move=True)
    return tuple(steps)


def _minimal_puzzle(position: str, recipe: Recipe) -> StaticPuzzle | None:
    """Remove unneeded pieces and return the puzzle; None unless it has one solution and fulfils the recipe."""
    moves = recipe.stipulation.moves
    line = _only_solution(position, moves)
    if line is None:
        return None
    diagram = Diagram.parse(position)
    # Removing one piece may make another one unnecessary.
    while (fewer := _without_one(diagram, moves, line)) is not None:
        diagram = fewer
    for white, pieces in ((True, recipe.white), (False, recipe.black)):
        if not pieces.admits([sign.upper() for _, sign in diagram.placed if sign.isupper() == white]):
            return None
    return StaticPuzzle(str(diagram), line)


def _without_one(diagram: Diagram, moves: int, line: tuple[str, ...]) -> Diagram | None:
    """Return the diagram without the first piece that the line does not need; None if it needs all pieces."""
    for square, sign in diagram.placed:
        others = [(other, piece) for other, piece in diagram.placed if other != square]
        fewer = Diagram.of(diagram.files, diagram.ranks, others)
        if sign not in "Kk" and _is_legal(fewer) and _only_solution(str(fewer), moves) == line:
            return fewer
    return None


def _only_solution(position: str, moves: int) -> tuple[str, ...] | None:
    mates = static_mates(position, moves)
    return mates[0] if len(mates) == 1 and len(mates[0]) == moves else None


def _is_legal(diagram: Diagram) -> bool:
    if diagram.is_full_size:
        return chess.Board(str(diagram)).is_valid()
    board = PlainBoard.parse(str(diagram))
    return not board.is_king_attacked(white=False)


LETTERS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}


class Encoding(StrEnum):
    """The encodings that clingo solves: Motif's, or one of the paper's models."""

    MOTIF = "motif"
    DECLARATIVE = "declarative"
    BRUTE_FORCE = "brute-force"

    def files(self, is_static: bool) -> list[str]:
        """Return the files of one of the paper's models; the models share the rules of piece movement."""
        folder = ENCODINGS / "paper"
        model, shared = folder / self.replace("-", "_"), folder / "declarative"
        mode = "static.lp" if is_static else "dynamic.lp"
        return [str(path) for path in (model / "planner.lp", model / mode, shared / "pieces.lp", shared / "linear.lp")]


@dataclass(frozen=True, slots=True)
class PaperModel:
    """One of the paper's models with its parameters: board size, number of moves, and each side's maximum of pieces."""

    encoding: Encoding
    size: int = 4
    moves: int = 2
    white: int = 6
    black: int = 6
    is_static: bool = False
    record: bool = False
    """Whether to record solutions and restart after each: the paper's remedy for near-identical solutions."""

    @classmethod
    def of(cls, encoding: Encoding, recipe: Recipe, record: bool = False) -> PaperModel:
        """Return the model for a recipe's board, length and number of pieces."""
        files, ranks = recipe.board
        if files != ranks:
            raise BadArgument(f"the paper's boards are square, not {files}x{ranks}", hint="use --board 4x4")
        if recipe.themes:
            raise BadArgument("the paper's models have no themes", hint="leave out the theme, or --encoding")
        return cls(encoding, files, recipe.stipulation.moves, recipe.white.most, recipe.black.most, record=record)

    def plans(self, seed: int = 0, seconds: float | None = None) -> Iterator[Skeleton]:
        """Yield clingo's solutions until there are no more or time runs out; grounding cannot be interrupted."""
        times = self.moves + 1 if self.is_static else 2 * self.moves
        constants = {"n": self.size, "k": times, "w": self.white, "b": self.black}
        arguments = ["0", "--opt-mode=ignore", f"--seed={seed}", *(f"-c{name}={v}" for name, v in constants.items())]
        if self.record:
            arguments += ["--enum-mode=record", "--restart-on-model"]
        control = clingo.Control(arguments, logger=lambda code, message: None)
        until = None if seconds is None else time.monotonic() + seconds
        for file in self.encoding.files(self.is_static):
            control.load(file)
        control.ground([("base", [])])
        with stop_on_ctrl_c(control.interrupt), control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(0.1):
                    if until is not None and time.monotonic() > until:
                        handle.cancel()
                        return
                model = handle.model()
                if model is None:
                    return
                yield self._read(model)

    def _read(self, model: clingo.Model) -> Skeleton:
        pieces, steps = [], {}
        for symbol in model.symbols(shown=True):
            if symbol.name == "chessman":
                piece, colour, row, column = symbol.arguments
                letter = LETTERS[piece.name]
                sign = letter if colour.name == "white" else letter.lower()
                pieces.append((Square(column.number - 1, row.number - 1), sign))
            elif symbol.name == "move":
                *ends, at = (each.number for each in symbol.arguments)
                steps[at] = f"{Square(ends[1] - 1, ends[0] - 1)}{Square(ends[3] - 1, ends[2] - 1)}"
        return Skeleton(Diagram.of(self.size, self.size, pieces), tuple(steps[at] for at in sorted(steps)))


@dataclass(frozen=True, slots=True)
class Optimum:
    """The proved optimal values, and every skeleton that reaches them."""

    white: int
    black: int
    skeletons: tuple[Skeleton, ...]
    is_static: bool = False

    def sound(self) -> list[Skeleton]:
        """Return the skeletons with one key (static: one solution) and no shorter mate."""
        return [skeleton for skeleton in self.skeletons if is_sound(skeleton, self.is_static)]


def prove_optimum(
    recipe: Recipe,
    seed: int = 0,
    watch: Watch = unwatched,
    static: bool = False,
    seconds: float | None = None,
) -> Optimum:
    """Find and prove the optimum, and report each improvement on the way to `watch`.

    Raises NothingFound with the best values so far if the proof takes longer than `seconds`.
    """
    rules = Skeletons(recipe, seed, preferring=True, mode="static" if static else "")
    best: dict[tuple[int, int], list[Skeleton]] = {}
    so_far = "no position was found"

    def report(news: Progress) -> None:
        nonlocal so_far
        so_far = f"the best so far: {news.words}"
        watch(news)

    for model in rules.optimal(report, seconds):
        if model is None:
            raise NothingFound(
                f"no proof within {seconds:g} seconds; {so_far}", hint="allow more --seconds, or choose a smaller board"
            )
        white, black = model[0]
        best.setdefault((white, black), []).append(model[1])
    if not best:
        raise ImpossibleRecipe(f"no position fulfils the recipe (proved)\n{recipe}")
    (white, black), skeletons = next(iter(best.items()))
    return Optimum(white, black, tuple(skeletons), static)


def is_sound(skeleton: Skeleton, is_static: bool = False) -> bool:
    """Whether the line is the only solution, and none is shorter."""
    position, line = str(skeleton.diagram), skeleton.line
    if is_static:
        return static_mates(position, len(line)) == [line]
    solution = solve(position, f"#{(len(line) + 1) // 2}")
    assert solution is not None, "nothing limits this search"
    return solution.is_sound
