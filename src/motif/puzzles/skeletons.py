"""Find skeletons: diagrams with one forced line to the goal, the raw material of sound puzzles.

`Skeletons` finds them with clingo, which grounds the recipe's rules once. Each call solves the rules on a random
*template*: a square for Black's king, and the squares that the other pieces may occupy. `forbid` then excludes further
skeletons with the same key and mating move. Without templates and `forbid`, consecutive answers differ only by an idle
pawn (Ahmer & Huang 2022, Figure 6).

`ProlongedSkeletons` finds skeletons of longer mates: clingo composes the end, and the core puts a move of each side
before it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

import chess
import clingo
from clingo import Function, Number, Symbol

from motif._core.puzzles import prolonged, rework
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram, Square, read_move
from motif.puzzles.puzzle import Goal, Stipulation
from motif.puzzles.quality import FARTHEST_GAME_LIKE_PAWN_RANK, LARGEST_GAME_LIKE_LEAD_PAWNS, START_COUNTS
from motif.puzzles.recipe import MOST_PIECES_PER_SIDE, PieceCount, Recipe, Replies
from motif.puzzles.themes import MODES, Theme, load, uses
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

RELAXATIONS = 30
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
        """The first move."""
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
        # As in the paper, static mode and proofs of optimality accept two bishops on squares of one colour.
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
        self._last = {"dynamic": 2 * recipe.stipulation.moves - 1, "static": recipe.stipulation.moves, "win": 1}[mode]

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
        for _ in range(RELAXATIONS):
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
        atoms = [*_steps(0, skeleton.line[0]), *_steps(self._last - 1, skeleton.line[-1]), Function("composing")]
        known = self._control.symbolic_atoms
        literals = [entry.literal for atom in atoms if (entry := known[atom]) is not None]
        with self._control.backend() as backend:
            backend.add_rule([], literals)

    def allow(self, diagram: Diagram, line: Iterable[str]) -> bool:
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
        line = (steps["from", b] + steps["to", b] + steps.get(("promoted", b), "") for b in range(self._last))
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


# Longer mates made from shorter ones.

NOT_PROLONGED = frozenset({"queen sacrifice"})
"""Themes for which clingo composes the whole mate: of forty prolonged mates, none became sound."""

KEY_THEMES = frozenset({"king key", "zugzwang", "switchback"})
"""Themes of the first moves, which the shorter mate need not show."""

LAST_REPLY_THEMES = frozenset({"self-block"})
"""Themes that a mate in one cannot show, as Black has not moved yet."""

SOUND_ONLY_THEMES = frozenset({"zugzwang"})
"""Themes that can be tested only once every defence has its answer."""

TRIES_PER_END = {2: 300, 3: 600, 4: 60}
"""The number of pairs of moves that are tried before one shorter mate, by the length of the longer mate."""

KEPT_PER_END = 3
"""The maximum number of skeletons kept from one shorter mate."""

CANDIDATES_PER_END = 40
"""The number of longer mates to test if the key must show a theme."""

CHANGES_PER_END = 3_000
"""The maximum number of changes that the core tries in order to make a shorter mate sound."""

MOST_FRUITLESS_ENDS = 20
"""If this many shorter mates in a row cannot be prolonged, clingo composes the whole mate."""


class ProlongedSkeletons:
    """A search for skeletons of mates in two or more, made by prolonging shorter mates."""

    def __init__(self, recipe: Recipe, seed: int = 0) -> None:
        self.recipe = recipe
        self._seed = seed
        self._draw = random.Random(seed)
        self._fruitless = 0
        self._ends: Skeletons | ProlongedSkeletons | None = skeleton_source(_recipe_of_end(recipe), seed)
        self._key_tests = [
            theme.holds
            for theme in recipe.themes
            if theme.holds and _concerns_first_moves(theme, recipe) and theme.name not in SOUND_ONLY_THEMES
        ]

    @cached_property
    def _whole(self) -> Skeletons:
        """Clingo's search for the whole mate, used when shorter mates lead nowhere."""
        return Skeletons(self.recipe, self._seed)

    def find(self, is_over: Callable[[], bool] = lambda: False) -> Skeleton | Failure:
        """Find another skeleton; IMPOSSIBLE only if clingo has proved that there is none for the whole mate."""
        while self._ends and not is_over():
            end = self._ends.find(is_over=is_over)
            if isinstance(end, Failure):
                self._fruitless += MOST_FRUITLESS_ENDS if end is Failure.IMPOSSIBLE else 1
            else:
                self._ends.forbid(end)
                self._fruitless += 1
                if longer := [skeleton for sound in self._sound(end) for skeleton in self._prolong(sound)]:
                    self._fruitless = 0
                    return replace(longer[0], others=tuple(longer[1:]))
            if self._fruitless >= MOST_FRUITLESS_ENDS:
                self._ends = None
        return self._whole.find(is_over=is_over)

    def forbid(self, skeleton: Skeleton) -> None:
        """Exclude skeletons with the same key and last move, if clingo composes the whole mate."""
        if self._ends is None:
            self._whole.forbid(skeleton)

    def _sound(self, end: Skeleton) -> list[Skeleton]:
        """Rework a shorter mate and its alternatives, and return those that become sound."""
        if len(end.line) == 1:
            return [end]
        ends = [end, *end.others]
        reworked = rework(
            [str(each.diagram) for each in ends],
            [[chess.Move.from_uci(move) for move in each.line] for each in ends],
            _recipe_of_end(self.recipe).criteria,
            most=(self.recipe.white.most, self.recipe.black.most + EXTRA_BLACK_PIECES),
            promoted=self.recipe.promoted,
            same_mate=bool(self.recipe.themes),
            changes=CHANGES_PER_END,
            seed=self._draw.getrandbits(62),
        )
        return [
            Skeleton(Diagram.parse(position), each.line)
            for position, each in zip(reworked, ends, strict=True)
            if position
        ]

    def _prolong(self, end: Skeleton) -> list[Skeleton]:
        """Put a move of each side before a shorter mate, and return the results that show the themes of the key."""
        line = [chess.Move.from_uci(move) for move in end.line]
        is_switchback = any(theme.name == "switchback" for theme in self.recipe.themes)
        skeletons = []
        for position, moves in prolonged(
            str(end.diagram),
            line,
            self.recipe.criteria,
            most=self.recipe.white.most,
            key=chess.Move(line[-1].to_square, line[-1].from_square) if is_switchback else None,
            tries=TRIES_PER_END[self.recipe.stipulation.moves],
            wanted=CANDIDATES_PER_END if self._key_tests else KEPT_PER_END,
            seed=self._draw.getrandbits(62),
        ):
            skeleton = Skeleton(Diagram.parse(position), (*(move.uci() for move in moves), *end.line))
            played = Line.of(chess.Board(position), skeleton.line)
            if all(holds(played) for holds in self._key_tests):
                skeletons.append(skeleton)
        return skeletons[:KEPT_PER_END]


def skeleton_source(recipe: Recipe, seed: int) -> Skeletons | ProlongedSkeletons:
    """Return the search for skeletons that suits a recipe."""
    return ProlongedSkeletons(recipe, seed) if can_be_prolonged(recipe) else Skeletons(recipe, seed)


def can_be_prolonged(recipe: Recipe) -> bool:
    """Whether mates of this recipe can be made by prolonging shorter ones; with a user's rules they cannot."""
    excluded = any(theme.is_given or theme.name in NOT_PROLONGED for theme in recipe.themes)
    return recipe.stipulation.moves >= 2 and recipe.board == (8, 8) and not excluded


def _recipe_of_end(recipe: Recipe) -> Recipe:
    """Return the recipe of a mate one move shorter, with any kind of key."""
    return replace(
        recipe,
        stipulation=Stipulation(recipe.stipulation.goal, recipe.stipulation.moves - 1),
        themes=tuple(theme for theme in recipe.themes if not _concerns_first_moves(theme, recipe)),
        replies=Replies.ANY,
        key_may=("check", "capture", "promotion"),
    )


def _concerns_first_moves(theme: Theme, recipe: Recipe) -> bool:
    return theme.name in KEY_THEMES or (theme.name in LAST_REPLY_THEMES and recipe.stipulation.moves == 2)
