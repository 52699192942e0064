"""Learn as the paper does: generate, test, constrain, until no hypothesis is left.

Clingo proposes every clause that a bias admits, the smallest first, so that it knows small failures before it proposes
larger clauses. If a rule matches no training position, none of its specialisations can match one, so clauses that
contain an instance of its body are forbidden. Nothing else is pruned: every rule that matches some position is kept.
Krishnan and Martens 2022; Cropper and Morel 2021, "Learning programs by learning from failures".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import clingo
import numpy as np
from clingo import Function, Number, Symbol, SymbolType

from motif.runtime.clingo_sandbox import stop_on_ctrl_c
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import Rows
from motif.tactics.clauses import HEAD, Literal
from motif.tactics.coverage import Coverage
from motif.tactics.learning.bias import ENCODINGS, Bias, refuse_first
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import ArgumentKind

Behaviour = bytes
"""The rows that a rule suggests, ascending, as 64-bit numbers."""

BATCH = 2_000
"""Rules tested between two reports of progress."""

_ROLES = {ArgumentKind.BEFORE: 0, ArgumentKind.FROM: 1, ArgumentKind.TO: 2}


@dataclass(frozen=True, slots=True)
class SizeStep:
    """What happened to the hypotheses of one size."""

    size: int
    models: int
    clauses: int
    matching: int
    nogoods: int


@dataclass(frozen=True, slots=True)
class PaperRun:
    """The rules that match some position, and how they were found.

    `models` counts answer sets, `clauses` those that differ in more than the names of variables.
    """

    steps: tuple[SizeStep, ...]
    behaviours: dict[Rule, Behaviour]

    @property
    def models(self) -> int:
        return sum(step.models for step in self.steps)

    @property
    def clauses(self) -> int:
        return sum(step.clauses for step in self.steps)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that matches, shorter ones first."""
        return tuple(self.behaviours)

    @property
    def distinct(self) -> tuple[Rule, ...]:
        """The rules without those that suggest exactly the same moves as an earlier one."""
        first = {behaviour: rule for rule, behaviour in reversed(self.behaviours.items())}
        return tuple(rule for rule, behaviour in self.behaviours.items() if first[behaviour] is rule)

    def rows(self, rule: Rule) -> Rows:
        """Return the rows of the moves that the rule suggests."""
        return np.frombuffer(self.behaviours[rule], dtype=np.int64)


def exhaust(bias: Bias, coverage: Coverage, constrain: bool = True, watch: Watch = unwatched) -> PaperRun:
    """Propose and test clauses until none is left; without `constrain`, failures rule out no other clauses."""
    hypotheses = Hypotheses(bias)
    behaviours: dict[Rule, Behaviour] = {}
    steps = []
    for size in range(1, bias.limits.literals + 1):
        # generate
        forbidden = hypotheses.forbidden
        models, proposed = 0, dict[tuple[Literal, ...], Rule]()
        for rule in hypotheses.of_size(size):
            models += 1
            form = rule.canonical()
            proposed.setdefault(form.body, form)
        # Sorted, since clingo finds answer sets in an undefined order.
        rules = [proposed[form] for form in sorted(proposed)]
        whole = [rule.readable(bias.vocabulary) for rule in rules]
        # test
        outcomes: list[Behaviour] = []
        for start in range(0, len(rules), BATCH):
            outcomes += [rows.tobytes() for rows in coverage.rows(whole[start : start + BATCH])]
            watch(Progress(size - 1, bias.limits.literals, f"{len(outcomes):,} tested"))
        matching = {rule: outcome for rule, outcome in zip(whole, outcomes, strict=True) if outcome}
        behaviours |= {rule: outcome for rule, outcome in matching.items() if rule not in behaviours}
        # constrain
        if constrain and size < bias.limits.literals:
            for rule, outcome in zip(rules, outcomes, strict=True):
                if not outcome:
                    hypotheses.forbid(rule)
        steps.append(SizeStep(size, models, len(rules), len(matching), hypotheses.forbidden - forbidden))
    return PaperRun(tuple(steps), behaviours)


class Hypotheses:
    """The clauses that a bias admits, without the forbidden ones."""

    def __init__(self, bias: Bias) -> None:
        self.bias = bias
        self.forbidden = 0
        self._read: dict[Symbol, Literal] = {}
        self._names = [*HEAD, *(f"V{number}" for number in range(len(HEAD), bias.limits.variables))]
        messages: list[str] = []
        self._control = clingo.Control(["0"], logger=lambda _, message: messages.append(message), message_limit=5)
        self._control.load(str(ENCODINGS / "generate.lp"))
        self._control.add("base", [], "\n".join([bias.program, *_limits(bias), *_places(bias)]))
        try:
            self._control.ground([("base", [])])
        except RuntimeError as error:
            messages.append(str(error))
        refuse_first(messages, "the bias")
        atoms = self._control.symbolic_atoms
        self._literals = {
            (atom.symbol.arguments[0].name, tuple(map(_term, atom.symbol.arguments[1].arguments))): atom.literal
            for atom in atoms.by_signature("body", 2)
        }

    def of_size(self, size: int) -> Iterator[Rule]:
        """Yield every clause with this many conditions that is not forbidden, one for each answer set."""
        wanted = Function("size", [Number(size)])
        if self._control.symbolic_atoms[wanted] is None:
            return
        with self._control.solve(assumptions=[(wanted, True)], yield_=True) as handle:
            models = iter(handle)
            while True:
                with stop_on_ctrl_c(self._control.interrupt):
                    model = next(models, None)
                if model is None:
                    return
                yield Rule(self.bias.head, HEAD, tuple(sorted(map(self._literal, model.symbols(shown=True)))))

    def forbid(self, rule: Rule) -> None:
        """Forbid all specialisations of a rule: clauses that contain its body under any variable names."""
        names = {name: _variable(number) for number, name in enumerate(rule.head)}
        own = rule.existential
        instances = set()
        for values in product(range(self.bias.limits.variables), repeat=len(own)):
            names |= zip(own, map(_variable, values), strict=True)
            atoms = frozenset(self._atom(literal.renamed(names)) for literal in rule.body)
            # An instance with an atom outside the bias can never be proposed.
            if None not in atoms:
                instances.add(atoms)
        self.forbidden += len(instances)
        with self._control.backend() as backend:
            for atoms in instances:
                backend.add_rule([], sorted(atom for atom in atoms if atom is not None))

    def _atom(self, literal: Literal) -> int | None:
        arguments = literal.arguments
        if literal.relation in self.bias.symmetric:
            arguments = (*sorted(arguments[:2], key=lambda variable: int(variable[1:])), *arguments[2:])
        return self._literals.get((literal.relation, arguments))

    def _literal(self, symbol: Symbol) -> Literal:
        # Cached, since many models share few atoms, and reading an atom takes most of the time.
        if symbol not in self._read:
            relation, arguments = symbol.arguments
            self._read[symbol] = Literal(relation.name, tuple(map(self._name, arguments.arguments)))
        return self._read[symbol]

    def _name(self, argument: Symbol) -> str:
        return self._names[argument.number] if argument.type is SymbolType.Number else str(argument.arguments[0])


def _limits(bias: Bias) -> Iterator[str]:
    """Return the limits as facts; they may differ from those in the text of the bias."""
    variables, literals = bias.limits.variables, bias.limits.literals
    yield f"max_vars({variables}). max_body({literals}). :- is(V,_), V >= {variables}."


def _places(bias: Bias) -> Iterator[str]:
    for name, predicate in bias.predicates.items():
        for place, kind in enumerate(predicate.relation.places):
            yield f"place({name},{place},{kind.type})."
            if predicate.directions[place] == "+":
                yield f"input({name},{place})."
            if kind in _ROLES:
                yield f"role({name},{place},{_ROLES[kind]})."
            if predicate.relation.constants and kind.type in ("piece", "number"):
                yield f"names_constant({name},{place})."
        yield from (f"constant_of({name},{value})." for value in predicate.constants)


def _variable(number: int) -> str:
    return f"V{number}"  # A number alone could also be a constant.


def _term(argument: Symbol) -> str:
    return _variable(argument.number) if argument.type is SymbolType.Number else str(argument.arguments[0])
