"""Static puzzles: only White moves. Black stands still, is not in check before White's last move, and is mated by it.

    solutions(p, n) = every n moves of White in a row of which the last mates and no other gives check

After the static planning of Ahmer & Huang 2022; problemists know it as a series mate. Clingo finds skeletons, chance
more; here every sequence of moves is tried, so a puzzle has one solution, no shorter one, and no idle man.
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
from motif.puzzles.diagram import Diagram, PlainBoard, Square
from motif.puzzles.puzzle import Goal
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Failure, Skeleton, Skeletons
from motif.puzzles.themes import ENCODINGS
from motif.puzzles.verify import Board, board_of, usual_referee
from motif.runtime.clingo_sandbox import heeding_ctrl_c
from motif.runtime.parallel import Progress, Watch, unwatched

LONGEST_STATIC = 4
"""Longer sequences are too many to try."""

PLACEMENTS = 40
"""Men placed by lot after each skeleton: of 47 skeletons of a mate in three on 5x5 none had one solution only."""

MEN_BY_LOT = (3, 4)
"""The most men that White and Black are given by lot besides their kings, where the recipe does not ask for more."""

LINES_THAT_MATTER = 2
"""A second solution is one too many; nobody asks how many more there are."""


@dataclass(frozen=True, slots=True)
class StaticPuzzle:
    """A position and White's moves in a row.

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
        """The position as men on squares."""
        return Diagram.parse(self.position)

    def line_text(self) -> str:
        """White's moves with their numbers."""
        words, diagram = [], self.diagram
        for number, move in enumerate(self.line, start=1):
            words.append(f"{number}. {diagram.say(move)}")
            diagram = replace(diagram.play(move), white_to_move=True)
        return " ".join(words) + "#"


def static_mates(position: str, moves: int) -> list[tuple[str, ...]]:
    """The first solutions of the least length up to so many moves, two at most: one is sound.

    >>> static_mates("1K2/1P2/kpp1/rqr1 w", 1)
    []
    """
    if not 1 <= moves <= LONGEST_STATIC:
        raise BadArgument(f"cannot look for a static mate in {moves}", hint=f"between 1 and {LONGEST_STATIC} moves")
    board = board_of(position, usual_referee(position))
    if board.is_check():
        return []
    # Every position that so many moves without a check lead to, with the ways there; two ways are as bad as more.
    reached: list[tuple[Board, list[tuple[str, ...]]]] = [(board, [()])]
    for to_go in range(moves, 0, -1):
        mates = mate_keys([place.text() for place, _ in reached], 1)
        lines = [
            (*way, mate.uci()) for (_, ways), keys in zip(reached, mates, strict=True) for way in ways for mate in keys
        ]
        if lines:
            return lines[:LINES_THAT_MATTER]
        reached = _one_move_later(reached) if to_go > 1 else []
    return []


def _one_move_later(reached: list[tuple[Board, list[tuple[str, ...]]]]) -> list[tuple[Board, list[tuple[str, ...]]]]:
    later: dict[Hashable, tuple[Board, list[tuple[str, ...]]]] = {}
    for board, ways in reached:
        for move in board.legal_moves():
            after = board.after(move)
            if not after.is_check():
                again = after.again()
                _, known = later.setdefault(again.identity(), (again, []))
                known += [(*way, move) for way in ways][: LINES_THAT_MATTER - len(known)]
    return list(later.values())


def compose_static(
    recipe: Recipe, seed: int = 0, is_over: Callable[[], bool] = lambda: False
) -> Iterator[StaticPuzzle | None]:
    """Static puzzles one after another, and None for each skeleton that came to nothing; ends when there are no more.

    Raises ImpossibleRecipe when it is proved that there is no skeleton at all.
    """
    if recipe.stipulation.goal is not Goal.MATE or recipe.stipulation.moves > LONGEST_STATIC:
        raise BadArgument(f"cannot compose a static {recipe.stipulation}", hint=f"mate in 1 to {LONGEST_STATIC}")
    if recipe.themes:
        raise BadArgument("the themes are those of lines in which Black moves too", hint="leave out the theme")
    rules, seen, skeletons = Skeletons(recipe, seed, mode="static"), set[Hashable](), 0
    draw = random.Random(seed)
    while not is_over():
        skeleton = rules.find(is_over=is_over)
        if skeleton is Failure.IMPOSSIBLE:
            if not skeletons:
                raise ImpossibleRecipe(f"no static puzzle fulfils the recipe, as was proved\n{recipe}")
            return
        placements: Iterable[Diagram | None] = (_placed(recipe, draw) for _ in range(PLACEMENTS))
        if isinstance(skeleton, Skeleton):
            skeletons += 1
            rules.forbid(skeleton)
            placements = chain([skeleton.diagram], placements)
        for diagram in placements:
            if is_over():
                return
            puzzle = _least(str(diagram), recipe) if diagram and _is_legal(diagram) else None
            mark = puzzle and geometry_of(puzzle)
            yield puzzle if mark not in seen else None
            seen.add(mark)


def _placed(recipe: Recipe, draw: random.Random) -> Diagram | None:
    """A few men by lot: the fewer they are, the sooner one sequence alone mates. None where a pawn cannot stand."""
    files, ranks = recipe.board
    squares = [Square(file, rank) for file in range(files) for rank in range(ranks)]
    draw.shuffle(squares)
    men = [(squares.pop(), "K"), (squares.pop(), "k")]
    for side, some, kinds in ((recipe.white, MEN_BY_LOT[0], "QRBNP"), (recipe.black, MEN_BY_LOT[1], "qrbnp")):
        known = [kind for kind in kinds if kind.upper() not in side.never]
        asked = [kind if kinds.isupper() else kind.lower() for kind in side.needed]
        most = min(side.most - 1, max(some, side.fewest - 1, len(asked)), len(squares) // 2)
        count = draw.randint(min(max(side.fewest - 1, len(asked)), most), most)
        asked += draw.choices(known, k=count - len(asked)) if known and count > len(asked) else []
        men += zip((squares.pop() for _ in asked), asked, strict=True)
    if any(sign in "Pp" and square.rank in (0, ranks - 1) for square, sign in men):
        return None
    return Diagram.of(files, ranks, men)


def geometry_of(puzzle: StaticPuzzle) -> Hashable:
    """White's moves, freed from where on the board they happen."""
    steps, diagram = [], puzzle.diagram
    for move in puzzle.line:
        steps.append(geometry(diagram, [move]))
        diagram = replace(diagram.play(move), white_to_move=True)
    return tuple(steps)


def _least(position: str, recipe: Recipe) -> StaticPuzzle | None:
    """The puzzle without its unneeded men, if the position has one solution of the wanted length."""
    moves = recipe.stipulation.moves
    line = _only(position, moves)
    if line is None:
        return None
    diagram = Diagram.parse(position)
    # A man that was needed may not be once another is gone, so this goes on until nobody is left to go.
    while (fewer := _without_one(diagram, moves, line)) is not None:
        diagram = fewer
    for white, men in ((True, recipe.white), (False, recipe.black)):
        if not men.admits([sign.upper() for _, sign in diagram.placed if sign.isupper() == white]):
            return None
    return StaticPuzzle(str(diagram), line)


def _without_one(diagram: Diagram, moves: int, line: tuple[str, ...]) -> Diagram | None:
    """The diagram without the first man that the line does not need; None when it needs them all."""
    for square, sign in diagram.placed:
        left = [(other, man) for other, man in diagram.placed if other != square]
        fewer = Diagram.of(diagram.files, diagram.ranks, left)
        if sign not in "Kk" and _is_legal(fewer) and _only(str(fewer), moves) == line:
            return fewer
    return None


def _only(position: str, moves: int) -> tuple[str, ...] | None:
    mates = static_mates(position, moves)
    return mates[0] if len(mates) == 1 and len(mates[0]) == moves else None


def _is_legal(diagram: Diagram) -> bool:
    if diagram.is_full_size:
        return chess.Board(str(diagram)).is_valid()
    board = PlainBoard.parse(str(diagram))
    return not board.is_attacked_king(white=False)


# The two models of Ahmer & Huang 2022, as they describe them: chess without pawns on n x n boards, by clingo alone.

LETTERS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}


class Encoding(StrEnum):
    """Whose rules clingo solves."""

    MOTIF = "motif"
    DECLARATIVE = "declarative"
    BRUTE_FORCE = "brute-force"

    def files(self, is_static: bool) -> list[str]:
        """The rules of one of the paper's models; both share the movements of men."""
        folder = ENCODINGS / "paper"
        own = folder / self.replace("-", "_")
        mode = "static.lp" if is_static else "dynamic.lp"
        return [
            *map(str, (own / "planner.lp", own / mode)),
            *(str(folder / "declarative" / name) for name in ("pieces.lp", "linear.lp")),
        ]


@dataclass(frozen=True, slots=True)
class Plan:
    """A board and the line that a model plans on it."""

    diagram: Diagram
    line: tuple[str, ...]

    def is_sound(self, is_static: bool = False) -> bool:
        """Whether the plan is the only solution, and none is shorter."""
        if is_static:
            return static_mates(str(self.diagram), len(self.line)) == [self.line]
        solution = solve(str(self.diagram), f"#{(len(self.line) + 1) // 2}")
        assert solution is not None, "nothing limits this search"
        return solution.is_sound

    def line_text(self) -> str:
        """The moves without their numbers, as the paper writes them: `b2d4, c4d3, b4b3`."""
        return ", ".join(self.line)


@dataclass(frozen=True, slots=True)
class PaperModel:
    """What is asked of a model: its size, its length, the most men of either side."""

    encoding: Encoding
    size: int = 4
    moves: int = 2
    white: int = 6
    black: int = 6
    is_static: bool = False
    record: bool = False
    """Whether solutions are recorded and the search begun anew after each, the paper's cure for near-identical ones."""

    @classmethod
    def of(cls, encoding: Encoding, recipe: Recipe, is_static: bool = False, record: bool = False) -> PaperModel:
        """The model for a recipe, of which it knows the board, the length and the most men."""
        files, ranks = recipe.board
        if files != ranks:
            raise BadArgument(f"the paper's boards are squares, not {files}x{ranks}", hint="ask for --board 4x4")
        if recipe.themes:
            raise BadArgument("the paper's models know no themes", hint="leave out the theme, or --encoding")
        return cls(encoding, files, recipe.stipulation.moves, recipe.white.most, recipe.black.most, is_static, record)

    def plans(self, seed: int = 0, seconds: float | None = None) -> Iterator[Plan]:
        """The models in clingo's order, until there are no more or the time is over; grounding cannot be cut short."""
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
        with heeding_ctrl_c(control.interrupt), control.solve(yield_=True, async_=True) as handle:
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

    def _read(self, model: clingo.Model) -> Plan:
        men, steps = [], {}
        for symbol in model.symbols(shown=True):
            if symbol.name == "chessman":
                piece, colour, row, column = symbol.arguments
                letter = LETTERS[piece.name]
                sign = letter if colour.name == "white" else letter.lower()
                men.append((Square(column.number - 1, row.number - 1), sign))
            elif symbol.name == "move":
                *ends, at = (each.number for each in symbol.arguments)
                steps[at] = f"{Square(ends[1] - 1, ends[0] - 1)}{Square(ends[3] - 1, ends[2] - 1)}"
        return Plan(Diagram.of(self.size, self.size, men), tuple(steps[at] for at in sorted(steps)))


# Proof of optimality: no puzzle of a recipe has less white value, and among those none has more black value.


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best values that can be reached, and every skeleton that reaches them."""

    white: int
    black: int
    skeletons: tuple[Skeleton, ...]
    is_static: bool = False

    def sound(self) -> list[Skeleton]:
        """Those with one key, or for White alone with one solution, and no shorter mate."""
        judge = _is_sound_static if self.is_static else _is_sound
        return [skeleton for skeleton in self.skeletons if judge(skeleton)]


def prove_optimum(
    recipe: Recipe,
    seed: int = 0,
    watch: Watch = unwatched,
    static: bool = False,
    seconds: float | None = None,
) -> Optimum:
    """Find and prove the optimum; `watch` is told each better pair of values on the way.

    Raises NothingFound when the proof would take longer than so many seconds, and tells the best values so far.
    """
    rules = Skeletons(recipe, seed, preferring=True, mode="static" if static else "")
    best: dict[tuple[int, int], list[Skeleton]] = {}
    so_far = "no board was found"

    def told(news: Progress) -> None:
        nonlocal so_far
        so_far = f"the best so far: {news.words}"
        watch(news)

    for model in rules.optimal(told, seconds):
        if model is None:
            raise NothingFound(
                f"no proof within {seconds:g} seconds; {so_far}", hint="give it more --seconds, or a smaller board"
            )
        white, black = model[0]
        best.setdefault((white, black), []).append(model[1])
    if not best:
        raise ImpossibleRecipe(f"no position fulfils the recipe, as was proved\n{recipe}")
    (white, black), skeletons = next(iter(best.items()))
    return Optimum(white, black, tuple(skeletons), static)


def _is_sound(skeleton: Skeleton) -> bool:
    solution = solve(str(skeleton.diagram), f"#{(len(skeleton.line) + 1) // 2}")
    return solution is not None and solution.is_sound


def _is_sound_static(skeleton: Skeleton) -> bool:
    return static_mates(str(skeleton.diagram), len(skeleton.line)) == [skeleton.line]
