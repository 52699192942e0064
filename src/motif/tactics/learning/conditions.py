"""The conditions a learned rule may be made of, each with a number, and what can be said about them without a board.

A rule under search is a sorted tuple of such numbers. Its squares are 0 for the move's origin, 1 for its target and
2, 3, … for further men; the men of a rule may change places, and the smallest such tuple stands for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from motif.errors import BadArgument
from motif.tactics.clauses import HEAD, Literal
from motif.tactics.learning.bias import Bias, Predicate
from motif.tactics.rule import CoreRule, Numbers, Rule
from motif.tactics.vocabulary import Place

ConditionForm = tuple[str, tuple[int, ...]]
"""A condition as the core reads it, by which it is known."""

ORIGIN, TARGET, FIRST_MAN = 0, 1, 2
NEXT = "Next"
VARIABLES_OF_EVERY_RULE = 4
"""Position, From, To and Next count among a bias's variables."""

_FIXED = {Place.FROM: ORIGIN, Place.TO: TARGET}


@dataclass(frozen=True, slots=True)
class Condition:
    """A relation of the vocabulary with its constant, its time and its squares."""

    literal: Literal
    core: ConditionForm
    bound: tuple[int, ...]
    """The squares that must be known before, as the directions of the bias say."""

    @property
    def men(self) -> tuple[int, ...]:
        """The men besides the moved one it speaks of."""
        return tuple(square for square in self.core[1] if square >= FIRST_MAN)


class Conditions:
    """All conditions that a bias allows."""

    def __init__(self, bias: Bias) -> None:
        self.bias = bias
        self.men = max(0, bias.limits.variables - VARIABLES_OF_EVERY_RULE)
        if bias.vocabulary.name != "full":
            raise BadArgument(
                f"the level-wise learner knows the full vocabulary only, not {bias.vocabulary.name!r}",
                hint="learn in paper mode, or with a bias of the full vocabulary",
            )
        if bias.has_constraints:
            raise BadArgument(
                "the level-wise learner takes facts only, and this bias has rules or constraints",
                hint="leave them out, or use them with the paper's vocabulary",
            )
        self.all = tuple(
            condition
            for name, predicate in bias.predicates.items()
            if name not in bias.uncounted
            for condition in _conditions(predicate, self.men)
        )
        self.number = {condition.core: number for number, condition in enumerate(self.all)}
        self.squares = tuple(condition.core[1] for condition in self.all)
        self.men_of = tuple(condition.men for condition in self.all)
        self._swaps = [self._swap(order) for order in permutations(range(FIRST_MAN, FIRST_MAN + self.men))]

    def __len__(self) -> int:
        return len(self.all)

    def _swap(self, order: tuple[int, ...]) -> list[int]:
        places = (ORIGIN, TARGET, *order)
        return [
            self.number[condition.core[0], tuple(places[square] for square in condition.core[1])]
            for condition in self.all
        ]

    def canonical(self, rule: Numbers) -> Numbers:
        """The one of all orders of its men that stands for this rule."""
        if not any(self.men_of[number] for number in rule):
            return rule
        return min(tuple(sorted(swap[number] for number in rule)) for swap in self._swaps)

    def is_closed(self, rule: Numbers) -> bool:
        """Whether every further man is spoken of at least twice: one condition alone says too little about it."""
        return not self.open_men(rule)

    def open_men(self, rule: Numbers) -> frozenset[int]:
        """The men that are spoken of only once."""
        men = [man for number in rule for man in self.men_of[number]]
        return frozenset(man for man in men if men.count(man) == 1)

    def men_in(self, rule: Numbers) -> int:
        """How many further men a rule speaks of."""
        return len({man for number in rule for man in self.men_of[number]})

    @cached_property
    def additions(self) -> tuple[tuple[int, ...], ...]:
        """For each number of men the conditions that can be added to a rule of so many and leave it connected."""
        return tuple(tuple(self._additions(men)) for men in range(self.men + 1))

    def _additions(self, men: int) -> list[int]:
        known = FIRST_MAN + men
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
        """For each condition those that say nothing new beside it."""
        implied: list[set[int]] = [set() for _ in self.all]
        for stronger, weaker in self.bias.vocabulary.implications:
            first, second = Rule.parse(f"i(P, F, T) :- {stronger}, {weaker}.").body
            for one, other in _instances(first, second, self.men):
                if one in self.number and other in self.number:
                    implied[self.number[one]].add(self.number[other])
        return tuple(frozenset(numbers) for numbers in implied)

    def core(self, rule: Numbers) -> CoreRule:
        """A rule as the core reads it."""
        return [self.all[number].core for number in rule]

    def rule(self, numbers: Numbers, name: str) -> Rule:
        """A rule as a clause; conditions of the move come first, then those of each man."""
        literals = [
            self.all[number].literal for number in sorted(numbers, key=lambda n: (max((0, *self.men_of[n])), n))
        ]
        position, origin, target = HEAD
        first = [Literal("legal_move", (origin, target, position))]
        if any(NEXT in literal.arguments for literal in literals):
            first.append(Literal("make_move", (origin, target, position, NEXT)))
        return Rule(name, HEAD, (*first, *literals))


def _conditions(predicate: Predicate, men: int) -> list[Condition]:
    relation = predicate.relation
    squares = range(FIRST_MAN + men)
    choices: list[tuple[int | str, ...]] = []
    for place in relation.places:
        match place:
            case Place.FROM | Place.TO:
                choices.append((_FIXED[place],))
            case Place.SQUARE:
                choices.append(tuple(squares))
            case Place.PIECE | Place.NUMBER:
                choices.append(predicate.constants)
            case Place.POSITION:
                choices.append((HEAD[0], NEXT))
            case Place.BEFORE:
                choices.append((HEAD[0],))
            case Place.AFTER:
                choices.append((NEXT,))
            case Place.SIDE:
                raise BadArgument(f"the level-wise learner cannot use {relation.name}, which speaks of sides")
    conditions = []
    for arguments in product(*choices):
        chosen = [argument for argument in arguments if isinstance(argument, int)]
        if len(set(chosen)) == len(chosen):
            conditions.append(_condition(predicate, arguments))
    return conditions


def _condition(predicate: Predicate, arguments: tuple[int | str, ...]) -> Condition:
    core = predicate.name
    for place, argument in zip(predicate.relation.places, arguments, strict=True):
        if place in (Place.PIECE, Place.NUMBER):
            core += f" {argument}"
        elif place is Place.POSITION and argument == NEXT:
            core += " next"
    squares = tuple(argument for argument in arguments if isinstance(argument, int))
    given = zip(arguments, predicate.directions, strict=True)
    bound = tuple(argument for argument, sign in given if isinstance(argument, int) and sign == "+")
    return Condition(Literal(predicate.name, tuple(map(_term, arguments))), (core, squares), bound)


def _term(argument: int | str) -> str:
    if isinstance(argument, str):
        return argument
    return HEAD[1 + argument] if argument < FIRST_MAN else _man(argument)


def _man(number: int) -> str:
    return "XYZUVW"[number - FIRST_MAN]


def _instances(stronger: Literal, weaker: Literal, men: int) -> list[tuple[ConditionForm, ConditionForm]]:
    # F and T are the move's squares, P is either board unless N, the next one, stands beside it.
    letters = sorted({name for name in (*stronger.variables, *weaker.variables) if name in "FTXYZ"})
    times = (HEAD[0],) if "N" in stronger.arguments or "F" in stronger.arguments else (HEAD[0], NEXT)
    instances = []
    choices = product(*(_range(letter, men) for letter in letters))
    for time, squares in product(times, choices):
        if len(set(squares)) < len(squares):
            continue
        names: dict[str, int | str] = {"P": time, "N": NEXT}
        names.update(zip(letters, squares, strict=True))
        one, other = (_core_of(literal, names) for literal in (stronger, weaker))
        instances.append((one, other))
    return instances


def _range(letter: str, men: int) -> tuple[int, ...]:
    return {"F": (ORIGIN,), "T": (TARGET,)}.get(letter, tuple(range(FIRST_MAN + men)))


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
