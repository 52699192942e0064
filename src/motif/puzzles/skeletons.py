"""Find skeletons: diagrams with one forced line to the goal, the raw material of sound puzzles.

`Skeletons` finds them with clingo, which grounds the recipe's rules once. Each call solves the rules on a random
*template*: a square for Black's king, and the squares that the other pieces may occupy. `forbid` then excludes further
skeletons with the same key and mating move. Without templates and `forbid`, consecutive answers differ only by an idle
pawn (Ahmer & Huang 2022, Figure 6).
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
from motif.puzzles.quality import FARTHEST_GAME_LIKE_PAWN_RANK, LARGEST_GAME_LIKE_LEAD_PAWNS, START_COUNTS
from motif.puzzles.recipe import MOST_PIECES_PER_SIDE, PieceCount, Recipe
from motif.puzzles.themes import MODES, load, uses
from motif.runtime.clingo_sandbox import stop_on_ctrl_c
from motif.runtime.parallel import Progress, Watch

CONFLICTS_PER_TEMPLATE = 4_000
"""The limit counts clingo's conflicts, not seconds, so results do not depend on the speed of the machine."""

CONFLICTS_PER_FURTHER_MODEL = 300
MODELS_PER_TEMPLATE = 4
"""A template is solved more than once: further skeletons cost a third of the first and have other solutions."""

EXTRA_BLACK_PIECES = 3
"""Black pieces that a skeleton has beyond the recipe's number; with them, three times as many become sound."""

CROWDED_SHARE = 0.6
"""If the recipe occupies more than this share of the squares, clingo gets another rule about their number."""

MOST_KING_SQUARES_TRIED = 30
"""The number of squares for Black's king that one call tries before it gives up."""

TEMPLATE_SHARE = 0.5
"""The share of squares that a template opens to pieces; one half gave 40 different solutions in 40 calls of 0.3 s."""

NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
LETTERS = {name: letter for letter, name in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A diagram with a line to the goal, and alternatives with the same end."""

    diagram: Diagram
    line: tuple[str, ...]
    others: tuple[Skeleton, ...] = ()

    @property
    def key(self) -> str:
        return self.line[0]


class Failure(Enum):
    """Why a call found no skeleton."""

    IMPOSSIBLE = "no board fulfils the recipe"
    GAVE_UP = "none found within the limit"


class Skeletons:
    """A search for skeletons of one recipe; clingo grounds the rules only once."""

    def __init__(self, recipe: Recipe, seed: int = 0, preferring: bool = False, mode: str = "") -> None:
        self.recipe = recipe
        self._draw = random.Random(seed)
        # No side may have two bishops on squares of one colour, except with promoted pieces and, as in the paper, in
        # static mode and in proofs of optimality.
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
            "most_ahead": LARGEST_GAME_LIKE_LEAD_PAWNS,
            "farthest_pawn": FARTHEST_GAME_LIKE_PAWN_RANK,
        }
        arguments = [f"--seed={seed % 2**31}", *(f"-c{name}={value}" for name, value in constants.items())]
        # Discard clingo's warnings about constants that a mode does not use.
        self._control = clingo.Control(arguments, logger=lambda code, message: None)
        load(self._control, MODES[mode])
        for encoding, is_needed in (
            ("attacks", any(uses(theme.rules, "attacks") for theme in recipe.themes)),
            ("tactic", any(uses(theme.rules, "tactic") for theme in recipe.themes)),
            ("game_like", recipe.game_like),
            ("bishops", bishops_apart),
            ("preferences", preferring),
        ):
            if is_needed:
                load(self._control, [encoding])
        self._control.add("base", [], "\n".join([*_counts(recipe), *(theme.rules for theme in recipe.themes)]))
        self._control.ground([("base", [])])
        self._squares = [Square(file, rank) for rank in range(ranks) for file in range(files)]
        self._king_squares = list(self._squares)
        # If clingo gave up on a square for Black's king, that square is tried again only after all others.
        self._hard: set[Square] = set()
        self._template: list[tuple[Symbol, bool]] = []
        self._models_left = 0
        self._leaves_room = True
        self._plies_of_line = {
            "dynamic": 2 * recipe.stipulation.moves - 1,
            "static": recipe.stipulation.moves,
            "win": 1,
        }[mode]

    def find(
        self, conflicts: int = CONFLICTS_PER_TEMPLATE, is_over: Callable[[], bool] = lambda: False
    ) -> Skeleton | Failure:
        """Find another skeleton on a random template; IMPOSSIBLE when every square for Black's king is ruled out.

        If a template has no solution, its closed squares in clingo's unsatisfiable core are opened, and clingo solves
        it again. Gives up when `is_over` says so.
        """
        if self._models_left:
            self._models_left -= 1
            further = self._solve(self._template, min(conflicts, CONFLICTS_PER_FURTHER_MODEL))
            if isinstance(further, Skeleton):
                return further
            self._models_left = 0
        for _ in range(MOST_KING_SQUARES_TRIED):
            if self._hard.issuperset(self._king_squares):
                self._hard.clear()
            if not self._king_squares:
                if not self._leaves_room:
                    return Failure.IMPOSSIBLE
                # Every king square is ruled out with room for repairs: start again without that room.
                self._leaves_room, self._king_squares = False, list(self._squares)
            king = self._draw.choice([square for square in self._king_squares if square not in self._hard])
            closed = self._closed_squares(king)
            while not is_over():
                self._template = [(_at(king, "k"), True), *((atom, False) for atom in closed)]
                answer = self._solve(self._template, conflicts)
                if answer is Failure.GAVE_UP:
                    self._hard.add(king)
                if not isinstance(answer, frozenset):
                    self._models_left = MODELS_PER_TEMPLATE - 1 if isinstance(answer, Skeleton) else 0
                    return answer
                still_closed = [atom for atom in closed if self._control.symbolic_atoms[atom].literal not in answer]  # type: ignore[union-attr]
                if len(still_closed) == len(closed):
                    self._king_squares.remove(king)
                    break
                closed = still_closed
        return Failure.GAVE_UP

    def find_anywhere(self, conflicts: int | None = None) -> Skeleton | Failure:
        """Find a skeleton without a template; IMPOSSIBLE means that clingo has proved there is none."""
        self._leaves_room = False
        answer = self._solve([], conflicts)
        return Failure.IMPOSSIBLE if isinstance(answer, frozenset) else answer

    def optimal(self, watch: Watch, seconds: float | None = None) -> Iterator[tuple[tuple[int, int], Skeleton] | None]:
        """Yield the proved optimal values (White's, Black's) with each skeleton that reaches them.

        Requires `preferring`, and reports improvements to `watch` during the search. Yields None if time runs out.
        """
        self._leaves_room = False
        self._switch(composing=True)
        solving = self._control.configuration.solve
        solving.models = 0  # type: ignore[union-attr]
        solving.opt_mode = "optN"  # type: ignore[union-attr]
        until = None if seconds is None else time.monotonic() + seconds
        improvements = 0
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                # Wait in short steps, so that Ctrl-C works.
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
                    yield (white, black), self._read(model.symbols(shown=True))
                else:
                    improvements += 1
                    watch(Progress(improvements, words=f"White's pieces worth {white}, Black's {black}"))

    def _solve(
        self, assumptions: list[tuple[Symbol, bool]], conflicts: int | None
    ) -> Skeleton | Failure | frozenset[int]:
        # If there is no solution, return the unsatisfiable core as positive literals.
        self._switch(composing=True)
        self._control.configuration.solve.solve_limit = str(conflicts or "umax")  # type: ignore[union-attr]
        with (
            stop_on_ctrl_c(self._control.interrupt),
            self._control.solve(assumptions=assumptions, yield_=True) as handle,
        ):
            model = handle.model()
            if model is not None:
                return self._read(model.symbols(shown=True))
            if handle.get().unsatisfiable:
                return frozenset(abs(literal) for literal in handle.core())
            return Failure.GAVE_UP

    def forbid(self, skeleton: Skeleton) -> None:
        """Exclude skeletons with the same key and last move from now on."""
        atoms = [
            *_steps(0, skeleton.line[0]),
            *_steps(self._plies_of_line - 1, skeleton.line[-1]),
            Function("composing"),
        ]
        known = self._control.symbolic_atoms
        literals = [entry.literal for atom in atoms if (entry := known[atom]) is not None]
        with self._control.backend() as backend:
            backend.add_rule([], literals)

    def allows(self, diagram: Diagram, line: Iterable[str]) -> bool:
        """Whether a finished puzzle and one line of its solution satisfy the rules, themes included."""
        self._switch(composing=False)
        pieces = diagram.pieces
        assumptions: list[tuple[Symbol, bool]] = []
        for square in self._squares:
            if square in pieces:
                assumptions.append((_at(square, pieces[square]), True))
            else:
                assumptions.append((Function("occupied", [Number(0), _square(square)]), False))
        for board, move in enumerate(line):
            assumptions += [(atom, True) for atom in _steps(board, move)]
            if promotion := read_move(move)[2]:
                new = Function(NAMES[promotion.upper()])
                assumptions.append((Function("moved", [Number(board), Function("white"), new]), True))
        # An atom that grounding removed can never be true.
        known = self._control.symbolic_atoms
        if any(wanted and atom not in known for atom, wanted in assumptions):
            return False
        self._control.configuration.solve.solve_limit = "umax"  # type: ignore[union-attr]
        with stop_on_ctrl_c(self._control.interrupt):
            return bool(self._control.solve(assumptions=assumptions).satisfiable)

    def _read(self, symbols: Iterable[Symbol]) -> Skeleton:
        """Read a skeleton from the atoms of an answer set."""
        pieces: list[tuple[Square, str]] = []
        steps: dict[tuple[str, int], str] = {}
        for symbol in symbols:
            arguments = symbol.arguments
            match symbol.name:
                case "man":
                    letter = LETTERS[arguments[1].name]
                    sign = letter if arguments[0].name == "white" else letter.lower()
                    pieces.append((_read_square(arguments[2]), sign))
                case "from" | "to":
                    steps[symbol.name, arguments[0].number] = str(_read_square(arguments[1]))
                case "promoted":
                    steps["promoted", arguments[0].number] = LETTERS[arguments[1].name].lower()
        line = (steps["from", b] + steps["to", b] + steps.get(("promoted", b), "") for b in range(self._plies_of_line))
        return Skeleton(Diagram.of(*self.recipe.board, pieces), tuple(line))

    def _closed_squares(self, king: Square) -> list[Symbol]:
        needed = self.recipe.white.fewest + self.recipe.black.fewest
        count = max(needed + 2, round(TEMPLATE_SHARE * len(self._squares)))
        free = {king, *self._draw.sample(self._squares, min(count, len(self._squares)))}
        return [Function("occupied", [Number(0), _square(square)]) for square in self._squares if square not in free]

    def _switch(self, composing: bool) -> None:
        self._control.assign_external(Function("composing"), composing)
        self._control.assign_external(Function("leaving_room"), composing and self._leaves_room)


def _counts(recipe: Recipe) -> Iterator[str]:
    for colour, pieces in (("white", recipe.white), ("black", recipe.black)):
        yield f"in_all({colour},{pieces.fewest},{min(pieces.most, MOST_PIECES_PER_SIDE)})."
        for sign, at_start in START_COUNTS.items():
            yield f"at_most({colour},{NAMES[sign]},{0 if sign in pieces.never else at_start})."
            if count := pieces.needed.count(sign):
                yield f"at_least({colour},{NAMES[sign]},{count})."
        yield from _worth(colour, pieces)
    # Leave room for repairing, which may add a white piece, and for minimising, which removes black ones.
    white = recipe.white
    most = max(white.most - 1, white.fewest, len(white.needed) + 1)
    yield f":- leaving_room, {most + 1} {{ at(0,white,_,S) }}."
    squares = recipe.board[0] * recipe.board[1]
    room = min(recipe.black.fewest + EXTRA_BLACK_PIECES, recipe.black.most, squares - white.fewest)
    yield f":- leaving_room, {{ at(0,black,_,S) }} {room - 1}."
    # This follows from the counts of both sides, but clingo needs it to prove that a full 4x4 board is impossible.
    if (taken := white.fewest + recipe.black.fewest) > squares * CROWDED_SHARE:
        yield f":- {{ occupied(0,S) }} {taken - 1}."


def _worth(colour: str, pieces: PieceCount) -> Iterator[str]:
    if pieces.worth is None:
        return
    least, greatest = pieces.worth
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
