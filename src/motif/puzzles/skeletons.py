"""Skeletons: diagrams with one forced line to the goal, found by clingo among all that a recipe admits.

The rules are grounded once; then each call solves them on a random *template*, a square for Black's king and a
subset of the board where men may stand, and what was found is forbidden by a nogood on its key and its mating move.
Without the two, models come in families that differ by an idle pawn (Ahmer & Huang 2022, Figure 6).
A skeleton promises one line only. Whether the puzzle is sound, a solver must say.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

import clingo
from clingo import Function, Number, Symbol

from motif.puzzles.diagram import Diagram, Square, read_move
from motif.puzzles.puzzle import Goal
from motif.puzzles.quality import FARTHEST_PAWN, MOST_AHEAD, START_COUNTS
from motif.puzzles.recipe import FULL_SIDE, PieceCount, Recipe
from motif.puzzles.themes import MODES, load, uses
from motif.runtime.clingo_sandbox import heeding_ctrl_c
from motif.runtime.parallel import Progress, Watch

CONFLICTS = 4_000
"""How long one template may be searched, in clingo's own unit, so that results do not depend on the machine's speed."""

CONFLICTS_AGAIN = 300
MODELS = 4
"""A template that gave a skeleton is asked for more, up to so many: they cost a third, and their solutions differ."""

ROOM = 3
"""Men that Black has more in a skeleton than in a puzzle: with it, three times as many became sound."""

CROWDED = 0.6
"""The share of squares that must be taken before clingo is told how many there are in all."""

RELAXATIONS = 30
"""How many places for Black's king one call may rule out before it gives up."""

SHARE_OF_SQUARES = 0.5
"""How much of the board a template leaves to men. Half gave 40 different solutions in 40 calls, 0.3 s each."""

NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
LETTERS = {name: letter for letter, name in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A diagram and the line that the rules promise; others that end alike may stand in for it."""

    diagram: Diagram
    line: tuple[str, ...]
    others: tuple[Skeleton, ...] = ()

    @property
    def key(self) -> str:
        """The first move."""
        return self.line[0]


class Failure(Enum):
    """Why a call brought no skeleton."""

    IMPOSSIBLE = "no board fulfils the recipe"
    GAVE_UP = "none found within the limit"


class Skeletons:
    """A recipe's rules, grounded once, to be solved again and again."""

    def __init__(self, recipe: Recipe, seed: int = 0, preferring: bool = False, mode: str = "") -> None:
        self.recipe = recipe
        self._draw = random.Random(seed)
        # The paper's own encodings and proofs know no promoted men, on whatever squares bishops stand.
        bishops_apart = not (mode or preferring or recipe.promoted)
        mode = mode or ("win" if recipe.stipulation.goal is Goal.WIN else "dynamic")
        files, ranks = recipe.board
        fewest, most = recipe.replies.while_composing
        constants = {
            "files": files,
            "ranks": ranks,
            "moves": recipe.stipulation.moves,
            "fewest_replies": fewest,
            "most_replies": most,
            "may_check": int(recipe.key_may_check),
            "may_capture": int("capture" in recipe.key_may),
            "may_promote": int("promotion" in recipe.key_may),
            "most_ahead": MOST_AHEAD,
            "farthest_pawn": FARTHEST_PAWN,
        }
        arguments = [f"--seed={seed % 2**31}", *(f"-c{name}={value}" for name, value in constants.items())]
        # Constants that a mode does not know are no mistake of the user's.
        self._control = clingo.Control(arguments, logger=lambda code, message: None)
        load(self._control, MODES[mode])
        if any(uses(theme.rules, "attacks") for theme in recipe.themes):
            load(self._control, ["attacks"])
        if any(uses(theme.rules, "tactic") for theme in recipe.themes):
            load(self._control, ["tactic"])
        if recipe.game_like:
            load(self._control, ["game_like"])
        if bishops_apart:
            load(self._control, ["bishops"])
        if preferring:
            load(self._control, ["preferences"])
        self._control.add("base", [], "\n".join([*_counts(recipe), *(theme.rules for theme in recipe.themes)]))
        self._control.ground([("base", [])])
        self._squares = [Square(file, rank) for rank in range(ranks) for file in range(files)]
        self._king_squares = list(self._squares)
        # Where Black's king cost a call its whole limit, it is not put again before everywhere else was tried.
        self._hard: set[Square] = set()
        self._template: list[tuple[Symbol, bool]] = []
        self._models_left = 0
        self._leaves_room = True
        self.last = {"dynamic": 2 * recipe.stipulation.moves - 1, "static": recipe.stipulation.moves, "win": 1}[mode]

    def find(self, conflicts: int = CONFLICTS, is_over: Callable[[], bool] = lambda: False) -> Skeleton | Failure:
        """Another skeleton on a random template; IMPOSSIBLE when the last place for Black's king is ruled out.

        What stands in the way of a solution is taken out of the template, as clingo's unsatisfiable core names it.
        Gives up when the time is over.
        """
        if self._models_left:
            self._models_left -= 1
            again = self._solve(self._template, min(conflicts, CONFLICTS_AGAIN))
            if isinstance(again, Skeleton):
                return again
            self._models_left = 0
        for _ in range(RELAXATIONS):
            if self._hard.issuperset(self._king_squares):
                self._hard.clear()
            if not self._king_squares:
                if not self._leaves_room:
                    return Failure.IMPOSSIBLE
                self._leaves_room, self._king_squares = False, list(self._squares)
            king = self._draw.choice([square for square in self._king_squares if square not in self._hard])
            closed = self._closed_squares(king)
            while not is_over():
                self._template = [(_at(king, "k"), True), *((atom, False) for atom in closed)]
                answer = self._solve(self._template, conflicts)
                if answer is Failure.GAVE_UP:
                    self._hard.add(king)
                if not isinstance(answer, frozenset):
                    self._models_left = MODELS - 1 if isinstance(answer, Skeleton) else 0
                    return answer
                still_closed = [atom for atom in closed if self._control.symbolic_atoms[atom].literal not in answer]  # type: ignore[union-attr]
                if len(still_closed) == len(closed):
                    self._king_squares.remove(king)
                    break
                closed = still_closed
        return Failure.GAVE_UP

    def find_anywhere(self, conflicts: int | None = None) -> Skeleton | Failure:
        """A skeleton without any template; IMPOSSIBLE is proved."""
        self._leaves_room = False
        answer = self._solve([], conflicts)
        return Failure.IMPOSSIBLE if isinstance(answer, frozenset) else answer

    def optimal(self, watch: Watch, seconds: float | None = None) -> Iterator[tuple[tuple[int, int], Skeleton] | None]:
        """Every skeleton of the best values, White's and Black's, once these are proved; needs the preferences.

        The last is None when so many seconds did not suffice.
        """
        self._leaves_room = False
        self._switch(composing=True)
        solving = self._control.configuration.solve
        solving.models = 0  # type: ignore[union-attr]
        solving.opt_mode = "optN"  # type: ignore[union-attr]
        until = None if seconds is None else time.monotonic() + seconds
        better = 0
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                # In short steps, between which Ctrl-C is heeded.
                while not handle.wait(0.1):
                    if until is not None and time.monotonic() > until:
                        handle.cancel()
                        yield None
                        return
                model = handle.model()
                if model is None:
                    return
                white, black = model.cost[0], -model.cost[1]
                if model.optimality_proven:
                    yield (white, black), self.read(model.symbols(shown=True))
                else:
                    better += 1
                    watch(Progress(better, words=f"White's men worth {white}, Black's {black}"))

    def _solve(
        self, assumptions: list[tuple[Symbol, bool]], conflicts: int | None
    ) -> Skeleton | Failure | frozenset[int]:
        # The frozenset is the unsatisfiable core, as positive literals.
        self._switch(composing=True)
        self._control.configuration.solve.solve_limit = str(conflicts or "umax")  # type: ignore[union-attr]
        with (
            heeding_ctrl_c(self._control.interrupt),
            self._control.solve(assumptions=assumptions, yield_=True) as handle,
        ):
            model = handle.model()
            if model is not None:
                return self.read(model.symbols(shown=True))
            if handle.get().unsatisfiable:
                return frozenset(abs(literal) for literal in handle.core())
            return Failure.GAVE_UP

    def forbid(self, skeleton: Skeleton) -> None:
        """Never again find its key together with its last move."""
        atoms = [*_steps(0, skeleton.line[0]), *_steps(self.last - 1, skeleton.line[-1])]
        self._add_nogood(atoms)

    def allow(self, diagram: Diagram, line: Iterable[str]) -> bool:
        """Whether the rules, themes included, hold for a finished puzzle and one line of its solution."""
        self._switch(composing=False)
        men = diagram.pieces
        assumptions: list[tuple[Symbol, bool]] = []
        for square in self._squares:
            if square in men:
                assumptions.append((_at(square, men[square]), True))
            else:
                assumptions.append((Function("occupied", [Number(0), _square(square)]), False))
        for board, move in enumerate(line):
            assumptions += [(atom, True) for atom in _steps(board, move)]
            if promotion := read_move(move)[2]:
                new = Function(NAMES[promotion.upper()])
                assumptions.append((Function("moved", [Number(board), Function("white"), new]), True))
        # An atom that the grounder left out can never be true.
        known = self._control.symbolic_atoms
        if any(wanted and atom not in known for atom, wanted in assumptions):
            return False
        self._control.configuration.solve.solve_limit = "umax"  # type: ignore[union-attr]
        with heeding_ctrl_c(self._control.interrupt):
            return bool(self._control.solve(assumptions=assumptions).satisfiable)

    def read(self, symbols: Iterable[Symbol]) -> Skeleton:
        """What an answer set says."""
        men: list[tuple[Square, str]] = []
        steps: dict[tuple[str, int], str] = {}
        for symbol in symbols:
            arguments = symbol.arguments
            match symbol.name:
                case "man":
                    letter = LETTERS[arguments[1].name]
                    men.append((_read_square(arguments[2]), letter if arguments[0].name == "white" else letter.lower()))
                case "from" | "to":
                    steps[symbol.name, arguments[0].number] = str(_read_square(arguments[1]))
                case "promoted":
                    steps["promoted", arguments[0].number] = LETTERS[arguments[1].name].lower()
        diagram = Diagram.of(*self.recipe.board, men)
        boards = range(self.last)
        return Skeleton(
            diagram, tuple(steps["from", b] + steps["to", b] + steps.get(("promoted", b), "") for b in boards)
        )

    def _closed_squares(self, king: Square) -> list[Symbol]:
        needed = self.recipe.white.fewest + self.recipe.black.fewest
        count = max(needed + 2, round(SHARE_OF_SQUARES * len(self._squares)))
        free = {king, *self._draw.sample(self._squares, min(count, len(self._squares)))}
        return [Function("occupied", [Number(0), _square(square)]) for square in self._squares if square not in free]

    def _switch(self, composing: bool) -> None:
        self._control.assign_external(Function("composing"), composing)
        self._control.assign_external(Function("leaving_room"), composing and self._leaves_room)

    def _add_nogood(self, atoms: Iterable[Symbol]) -> None:
        known = self._control.symbolic_atoms
        literals = [entry.literal for atom in (*atoms, Function("composing")) if (entry := known[atom]) is not None]
        with self._control.backend() as backend:
            backend.add_rule([], literals)


def _counts(recipe: Recipe) -> Iterator[str]:
    for colour, men in (("white", recipe.white), ("black", recipe.black)):
        yield f"in_all({colour},{men.fewest},{min(men.most, FULL_SIDE)})."
        for sign, ordinary in START_COUNTS.items():
            yield f"at_most({colour},{NAMES[sign]},{0 if sign in men.never else ordinary})."
            if count := men.needed.count(sign):
                yield f"at_least({colour},{NAMES[sign]},{count})."
        yield from _worth(colour, men)
    # Repair may want to add a white man, and minimising takes some black ones off.
    white = recipe.white
    most = max(white.most - 1, white.fewest, len(white.needed) + 1)
    yield f":- leaving_room, {most + 1} {{ at(0,white,_,S) }}."
    squares = recipe.board[0] * recipe.board[1]
    room = min(recipe.black.fewest + ROOM, recipe.black.most, squares - white.fewest)
    yield f":- leaving_room, {{ at(0,black,_,S) }} {room - 1}."
    # Follows from the counts of both sides, but to find that out for itself clingo would have to go through who
    # stands where: a full 4x4 board was not proved impossible without it.
    if (taken := white.fewest + recipe.black.fewest) > squares * CROWDED:
        yield f":- {{ occupied(0,S) }} {taken - 1}."


def _worth(colour: str, men: PieceCount) -> Iterator[str]:
    if men.worth is None:
        return
    least, greatest = men.worth
    yield "worth(queen,9). worth(rook,5). worth(bishop,3). worth(knight,3). worth(pawn,1)."
    yield f":- not {least} <= #sum {{ V,S : at(0,{colour},M,S), worth(M,V) }} <= {greatest}."


def _square(square: Square) -> Symbol:
    return clingo.Tuple_([Number(square.file + 1), Number(square.rank + 1)])


def _read_square(symbol: Symbol) -> Square:
    file, rank = symbol.arguments
    return Square(file.number - 1, rank.number - 1)


def _at(square: Square, sign: str) -> Symbol:
    colour = Function("white" if sign.isupper() else "black")
    return Function("at", [Number(0), colour, Function(NAMES[sign.upper()]), _square(square)])


def _steps(board: int, move: str) -> list[Symbol]:
    origin, target, _ = read_move(move)
    return [Function("from", [Number(board), _square(origin)]), Function("to", [Number(board), _square(target)])]
