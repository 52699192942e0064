"""The paper's learner: generate, test, constrain, until no hypothesis is left.

A rule that matches no training position is too specific, so none of its specialisations is proposed; nothing else is
pruned, and every rule that matches some position is kept. Krishnan and Martens 2022; Cropper and Morel 2021.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motif._core.tactics import RuleTester
from motif.tactics.bias import Bias
from motif.tactics.hypotheses import Hypotheses
from motif.tactics.rule import Literal, Rule

Behaviour = bytes
"""The rows that a rule suggests, ascending, as 64-bit numbers; rules that suggest the same behave alike."""

Examine = Callable[[Sequence[Rule]], Sequence[Behaviour]]
"""Tests a batch of rules on all rows of the evidence."""

BATCH = 2_000
"""Rules tested at a time, so that progress is seen."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happened to the hypotheses of one size."""

    size: int
    models: int
    clauses: int
    matching: int
    nogoods: int


@dataclass(frozen=True, slots=True)
class Learned:
    """The rules that match some position, and how they were found.

    `models` counts answer sets, `clauses` the rules among them that differ by more than the names of variables.
    """

    steps: tuple[Step, ...]
    behaviours: dict[Rule, Behaviour]

    @property
    def models(self) -> int:
        """How many answer sets clingo found."""
        return sum(step.models for step in self.steps)

    @property
    def clauses(self) -> int:
        """How many different rules were tested."""
        return sum(step.clauses for step in self.steps)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that matches, shorter ones first."""
        return tuple(self.behaviours)

    @property
    def distinct(self) -> tuple[Rule, ...]:
        """For each behaviour the first rule that has it."""
        first = {behaviour: rule for rule, behaviour in reversed(self.behaviours.items())}
        return tuple(rule for rule, behaviour in self.behaviours.items() if first[behaviour] is rule)


def examiner(tester: RuleTester) -> Examine:
    """Tests clauses in the paper's vocabulary on rows of positions, as Prolog would answer them."""

    def examine(rules: Sequence[Rule]) -> list[Behaviour]:
        rows, starts = tester.covered_by_clauses([numbered(rule) for rule in rules])
        return [rows[start:end].tobytes() for start, end in pairwise(starts.tolist())]

    return examine


def numbered(rule: Rule) -> list[tuple[str, list[int]]]:
    """A clause as the core reads it: every variable by its number, those of the head first."""
    numbers = {name: number for number, name in enumerate(rule.variables)}
    return [(literal.relation, [numbers[name] for name in literal.arguments]) for literal in rule.body]


def rows_of(behaviour: Behaviour) -> NDArray[np.int64]:
    """The rows of a behaviour as numbers."""
    return np.frombuffer(behaviour, dtype=np.int64)


def learn(
    bias: Bias,
    examine: Examine,
    constrain: bool = True,
    watch: Callable[[int, int], None] = lambda size, tested: None,
) -> Learned:
    """Run the loop until the space is empty; without `constrain` every clause of it is generated and tested.

    `watch` hears the size of the hypotheses under test and how many of them were tested.
    """
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
        # The order in which a solver finds things is its own affair.
        rules = [proposed[form].readable(bias.vocabulary) for form in sorted(proposed)]
        # test
        outcomes: list[Behaviour] = []
        for start in range(0, len(rules), BATCH):
            outcomes += examine(rules[start : start + BATCH])
            watch(size, len(outcomes))
        matching = {rule: outcome for rule, outcome in zip(rules, outcomes, strict=True) if outcome}
        behaviours |= matching
        # constrain
        if constrain and size < bias.limits.literals:
            for rule in rules:
                if rule not in matching:
                    hypotheses.forbid(rule)
        steps.append(Step(size, models, len(rules), len(matching), hypotheses.forbidden - forbidden))
    return Learned(tuple(steps), behaviours)
