"""Number the conditions that a learned rule may be made of, and answer questions about them without a board.

A rule under search is a sorted tuple of such numbers. Its squares are 0 for the move's origin, 1 for its target and
2, 3, … for other pieces. Rules that differ only in the order of these pieces are the same: `canonical` returns the
smallest tuple among them. A rule is *closed* if it names every other piece at least twice, otherwise *open*.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from motif.errors import BadArgument
from motif.tactics.clauses import HEAD, Literal
from motif.tactics.coverage import CoreRule, Numbers
from motif.tactics.learning.bias import Bias, Predicate
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import ArgumentKind

ConditionForm = tuple[str, tuple[int, ...]]
"""A condition as the core reads it: relation (with its constant and `next`) and squares."""

ORIGIN, TARGET, FIRST_PIECE = 0, 1, 2
NEXT = "Next"
VARIABLES_OF_EVERY_RULE = 4
"""Position, From, To and Next count among a bias's variables."""

_FIXED = {ArgumentKind.FROM: ORIGIN, ArgumentKind.TO: TARGET}


@dataclass(frozen=True, slots=True)
class Condition:
    """A relation of the vocabulary with its constant, its position (before or after the move) and its squares."""

    literal: Literal
    core: ConditionForm
    bound: tuple[int, ...]
    """The squares that earlier conditions must introduce, according to the directions of the bias."""

    @property
    def pieces(self) -> tuple[int, ...]:
        """The squares of pieces other than the moved one."""
        return tuple(square for square in self.core[1] if square >= FIRST_PIECE)


class RuleConditions:
    """All conditions that a bias allows."""

    def __init__(self, bias: Bias) -> None:
        self.bias = bias
        self.pieces = max(0, bias.limits.variables - VARIABLES_OF_EVERY_RULE)
        if bias.vocabulary.name != "full":
            raise BadArgument(
                f"the level-wise learner knows only the full vocabulary, not {bias.vocabulary.name!r}",
                hint="add --vocabulary paper, or use a bias file written for the full vocabulary",
            )
        if bias.has_constraints:
            raise BadArgument(
                "the level-wise learner reads only facts, but this bias has rules or constraints",
                hint="remove them, or use them with the paper's vocabulary",
            )
        self.all = tuple(
            condition
            for name, predicate in bias.predicates.items()
            if name not in bias.uncounted
            for condition in _conditions(predicate, self.pieces)
        )
        self.number = {condition.core: number for number, condition in enumerate(self.all)}
        self.squares = tuple(condition.core[1] for condition in self.all)
        self.pieces_of = tuple(condition.pieces for condition in self.all)
        self._swaps = [self._swap(order) for order in permutations(range(FIRST_PIECE, FIRST_PIECE + self.pieces))]

    def __len__(self) -> int:
        return len(self.all)

    def _swap(self, order: tuple[int, ...]) -> list[int]:
        places = (ORIGIN, TARGET, *order)
        return [
            self.number[condition.core[0], tuple(places[square] for square in condition.core[1])]
            for condition in self.all
        ]

    def canonical(self, rule: Numbers) -> Numbers:
        """Return the smallest tuple among all orders of the rule's pieces."""
        if not any(self.pieces_of[number] for number in rule):
            return rule
        return min(tuple(sorted(swap[number] for number in rule)) for swap in self._swaps)

    def is_closed(self, rule: Numbers) -> bool:
        """Whether the rule names every other piece at least twice: one condition says too little about a piece."""
        return not self.open_pieces(rule)

    def open_pieces(self, rule: Numbers) -> frozenset[int]:
        """Return the pieces that the rule names only once."""
        pieces = [piece for number in rule for piece in self.pieces_of[number]]
        return frozenset(piece for piece in pieces if pieces.count(piece) == 1)

    def count_pieces(self, rule: Numbers) -> int:
        """Return how many pieces other than the moved one the rule names."""
        return len({piece for number in rule for piece in self.pieces_of[number]})

    @cached_property
    def additions(self) -> tuple[tuple[int, ...], ...]:
        """For each number of pieces, the conditions that keep a rule with this many pieces connected."""
        return tuple(tuple(self._additions(pieces)) for pieces in range(self.pieces + 1))

    def _additions(self, pieces: int) -> list[int]:
        known = FIRST_PIECE + pieces
        additions = []
        for number, squares in enumerate(self.squares):
            new = sorted({square for square in squares if square >= known})
            in_order = new == list(range(known, known + len(new)))
            is_connected = not squares or any(square < known for square in squares)
            if in_order and is_connected and all(square < known for square in self.all[number].bound):
                additions.append(number)
        return additions

    @cached_property
    def implied(self) -> tuple[frozenset[int], ...]:
        """For each condition, the weaker ones that it implies."""
        implied: list[set[int]] = [set() for _ in self.all]
        for stronger, weaker in self.bias.vocabulary.implications:
            first, second = Rule.parse(f"i(P, F, T) :- {stronger}, {weaker}.").body
            for one, other in _instances(first, second, self.pieces):
                if one in self.number and other in self.number:
                    implied[self.number[one]].add(self.number[other])
        return tuple(frozenset(numbers) for numbers in implied)

    def core(self, rule: Numbers) -> CoreRule:
        return [self.all[number].core for number in rule]

    def rule(self, numbers: Numbers, name: str) -> Rule:
        """Return a rule as a clause; conditions on the move come first, then those on each piece."""
        literals = [
            self.all[number].literal for number in sorted(numbers, key=lambda n: (max((0, *self.pieces_of[n])), n))
        ]
        position, origin, target = HEAD
        first = [Literal("legal_move", (origin, target, position))]
        if any(NEXT in literal.arguments for literal in literals):
            first.append(Literal("make_move", (origin, target, position, NEXT)))
        return Rule(name, HEAD, (*first, *literals))


def _conditions(predicate: Predicate, pieces: int) -> list[Condition]:
    relation = predicate.relation
    squares = range(FIRST_PIECE + pieces)
    choices: list[tuple[int | str, ...]] = []
    for place in relation.places:
        match place:
            case ArgumentKind.FROM | ArgumentKind.TO:
                choices.append((_FIXED[place],))
            case ArgumentKind.SQUARE:
                choices.append(tuple(squares))
            case ArgumentKind.PIECE | ArgumentKind.NUMBER:
                choices.append(predicate.constants)
            case ArgumentKind.POSITION:
                choices.append((HEAD[0], NEXT))
            case ArgumentKind.BEFORE:
                choices.append((HEAD[0],))
            case ArgumentKind.AFTER:
                choices.append((NEXT,))
            case ArgumentKind.SIDE:
                raise BadArgument(f"the level-wise learner cannot use {relation.name}, which has a side as an argument")
    conditions = []
    for arguments in product(*choices):
        chosen = [argument for argument in arguments if isinstance(argument, int)]
        if len(set(chosen)) == len(chosen):
            conditions.append(_condition(predicate, arguments))
    return conditions


def _condition(predicate: Predicate, arguments: tuple[int | str, ...]) -> Condition:
    core = predicate.name
    for place, argument in zip(predicate.relation.places, arguments, strict=True):
        if place in (ArgumentKind.PIECE, ArgumentKind.NUMBER):
            core += f" {argument}"
        elif place is ArgumentKind.POSITION and argument == NEXT:
            core += " next"
    squares = tuple(argument for argument in arguments if isinstance(argument, int))
    given = zip(arguments, predicate.directions, strict=True)
    bound = tuple(argument for argument, sign in given if isinstance(argument, int) and sign == "+")
    return Condition(Literal(predicate.name, tuple(map(_term, arguments))), (core, squares), bound)


def _term(argument: int | str) -> str:
    if isinstance(argument, str):
        return argument
    return HEAD[1 + argument] if argument < FIRST_PIECE else "XYZUVW"[argument - FIRST_PIECE]


def _instances(stronger: Literal, weaker: Literal, pieces: int) -> list[tuple[ConditionForm, ConditionForm]]:
    # F and T are the move's squares. P is either board, but only the one before the move if F or N occurs.
    letters = sorted({name for name in (*stronger.variables, *weaker.variables) if name in "FTXYZ"})
    times = (HEAD[0],) if "N" in stronger.arguments or "F" in stronger.arguments else (HEAD[0], NEXT)
    instances = []
    choices = product(*(_range(letter, pieces) for letter in letters))
    for time, squares in product(times, choices):
        if len(set(squares)) < len(squares):
            continue
        names: dict[str, int | str] = {"P": time, "N": NEXT}
        names.update(zip(letters, squares, strict=True))
        one, other = (_core_of(literal, names) for literal in (stronger, weaker))
        instances.append((one, other))
    return instances


def _range(letter: str, pieces: int) -> tuple[int, ...]:
    return {"F": (ORIGIN,), "T": (TARGET,)}.get(letter, tuple(range(FIRST_PIECE + pieces)))


def _core_of(literal: Literal, names: dict[str, int | str]) -> ConditionForm:
    core, squares = literal.relation, []
    both_boards = {"P", "N"} <= set(literal.arguments)
    for argument in literal.arguments:
        value = names.get(argument, argument)
        if isinstance(value, int):
            squares.append(value)
        elif argument not in names:
            core += f" {argument}"
        elif value == NEXT and not both_boards:
            core += " next"
    return core, tuple(squares)
