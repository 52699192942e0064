"""Represent a rule about moves as one Horn clause: its text, its sentence, and the form that all its variants share.

`tactic(Position, From, To) :- literal, …, literal.` suggests each legal move (From, To) for which some values of the
other variables make all conditions true. Words that begin with a capital are variables; other words and numbers are
constants. The text is Prolog, parsed by `motif.tactics.clauses` but never run. Krishnan and Martens 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from motif.board.drawing import card
from motif.board.wording import counted
from motif.tactics.clauses import HEAD, Head, Literal, Spot, Term, check, is_variable, read_clauses
from motif.tactics.english import sentence
from motif.tactics.vocabulary import Vocabulary

MOST_PERMUTED = 3
"""Up to this many variables, the canonical form tries all orders without first grouping variables by their use."""


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """A named tactic: the three variables of its head, and the conditions of its body.

    >>> fork = Rule.parse("fork(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N), attacks(T, B, N).")
    >>> fork.canonical()
    Rule.parse('fork(A, B, C) :- attacks(C, D, E), attacks(C, F, E), make_move(B, C, A, E).')
    """

    name: str
    head: Head
    body: tuple[Literal, ...]

    @classmethod
    def parse(cls, text: str, vocabulary: Vocabulary | None = None) -> Rule:
        """Read one clause, and check it if a vocabulary is given. Errors give the line and column."""
        rules = parse_rules(text, vocabulary)
        if len(rules) != 1:
            Spot(1, 1).refuse(f"expected one clause, found {len(rules)}", hint="tactic(Position, From, To) :- …")
        return rules[0]

    def __str__(self) -> str:
        head = f"{self.name}({', '.join(self.head)})"
        return f"{head} :- {', '.join(map(str, self.body))}." if self.body else f"{head}."

    def __repr__(self) -> str:
        return f"Rule.parse({str(self)!r})"

    def text(self) -> str:
        """Return the clause with one condition on each line."""
        head = f"{self.name}({', '.join(self.head)})"
        return f"{head} :-\n    " + ",\n    ".join(map(str, self.body)) + "." if self.body else f"{head}."

    def sentence(self) -> str:
        return sentence(self.head, self.body)

    def _repr_html_(self) -> str:
        return card(self.sentence(), text=self.text())

    @property
    def variables(self) -> tuple[str, ...]:
        """All variables in the order of their first occurrence, those of the head first."""
        return tuple(dict.fromkeys((*self.head, *(name for literal in self.body for name in literal.variables))))

    @property
    def existential(self) -> tuple[str, ...]:
        """The variables that occur only in the body."""
        return self.variables[len(self.head) :]

    def named(self, name: str) -> Rule:
        return replace(self, name=name)

    def renamed(self, names: Mapping[str, str]) -> Rule:
        position, origin, target = (names.get(name, name) for name in self.head)
        return Rule(self.name, (position, origin, target), tuple(literal.renamed(names) for literal in self.body))

    def canonical(self, vocabulary: Vocabulary | None = None) -> Rule:
        """Return the form that all variants of this rule share: literals sorted, variables named A, B, …

        With a vocabulary the arguments of its symmetric relations are sorted too.
        """
        names = dict(zip(self.head, map(_letter, range(len(self.head))), strict=True))
        symmetric = vocabulary.symmetric if vocabulary else frozenset()
        variants = (self._in_order(names | extra, symmetric) for extra in self._numberings())
        return Rule(self.name, _canonical_head(self.head, names), min(variants))

    def readable(self, vocabulary: Vocabulary) -> Rule:
        """Return the rule with variables named by their types: Position, From, To, Next, Square1, Square2, …"""
        kinds: dict[str, list[str]] = {}
        for literal in self.body:
            for name, place in zip(literal.arguments, vocabulary.find(literal.relation).places, strict=True):
                if is_variable(name) and name not in self.head:
                    kinds.setdefault(place.type, []).append(name)
        names = dict(zip(self.head, HEAD, strict=True))
        for kind, variables in kinds.items():
            stem = "Next" if kind == "position" else kind.capitalize()
            for number, name in enumerate(dict.fromkeys(variables), start=1):
                names[name] = stem if kind == "position" and number == 1 else f"{stem}{number}"
        return self.renamed(names)

    def _in_order(self, names: Mapping[str, str], symmetric: frozenset[str]) -> tuple[Literal, ...]:
        return tuple(sorted({_ordered(literal.renamed(names), symmetric) for literal in self.body}))

    def _numberings(self) -> Iterator[dict[str, str]]:
        groups: dict[int, list[str]] = {}
        # Only variables of one colour (the same use in the rule) can be exchanged; with few variables try all orders.
        colours = self._colours() if len(self.existential) > MOST_PERMUTED else dict.fromkeys(self.existential, 0)
        for name, colour in colours.items():
            groups.setdefault(colour, []).append(name)
        letters = [_letter(number) for number in range(len(self.head), len(self.head) + len(colours))]
        for orders in product(*(permutations(groups[colour]) for colour in sorted(groups))):
            in_order = (name for order in orders for name in order)
            yield dict(zip(in_order, letters, strict=True))

    def _colours(self) -> dict[str, int]:
        """Number the variables, giving the same number to those with the same use (colour refinement)."""
        colours = dict.fromkeys(self.existential, 0)
        known = {name: f"h{place}" for place, name in enumerate(self.head)}
        for _ in range(len(colours)):
            views = {name: self._view(name, known | {n: f"c{c}" for n, c in colours.items()}) for name in colours}
            ranks = {view: rank for rank, view in enumerate(sorted(set(views.values())))}
            refined = {name: ranks[view] for name, view in views.items()}
            if refined == colours:
                break
            colours = refined
        return colours

    def _view(self, name: str, known: Mapping[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        # The literals that use a variable; arguments are sorted, since those of symmetric relations have no order.
        seen = (
            (literal.relation, tuple(sorted("me" if a == name else known.get(a, a) for a in literal.arguments)))
            for literal in self.body
            if name in literal.arguments
        )
        return ((known[name], ()), *sorted(seen))


def _letter(number: int) -> str:
    """Return A, B, … Z, A1, B1, …"""
    turn, letter = divmod(number, 26)
    return chr(ord("A") + letter) + (str(turn) if turn else "")


def _canonical_head(head: Head, names: Mapping[str, str]) -> Head:
    position, origin, target = (names[name] for name in head)
    return position, origin, target


def _ordered(literal: Literal, symmetric: frozenset[str]) -> Literal:
    if literal.relation not in symmetric:
        return literal
    first, second, *rest = literal.arguments
    return Literal(literal.relation, (*sorted((first, second)), *rest))


def parse_rules(text: str, vocabulary: Vocabulary | None = None, source: str = "", line: int = 1) -> list[Rule]:
    """Read and check all clauses of a text; `line` is the text's first line in its file."""
    rules = []
    for head, body in read_clauses(text, source, line):
        rules.append(_rule(head, body))
        if vocabulary:
            check(head, body, vocabulary)
    return rules


def _rule(head: Term, body: list[Term]) -> Rule:
    names = [word.text for word in head.arguments]
    if len(names) != 3:
        head.relation.place.refuse(
            f"the head {head.relation.text} has {counted(len(names), 'argument')}, not 3",
            hint="write the head as tactic(Position, From, To)",
        )
    for number, word in enumerate(head.arguments):
        if not is_variable(word.text):
            word.place.refuse(
                f"the head needs variables, found {word.text!r}", hint="variables begin with a capital letter"
            )
        if word.text in names[:number]:
            word.place.refuse(f"the head uses the variable {word.text} twice")
    literals = tuple(Literal(term.relation.text, tuple(word.text for word in term.arguments)) for term in body)
    return Rule(head.relation.text, (names[0], names[1], names[2]), literals)


def unique_names(rules: Sequence[Rule]) -> list[str]:
    """Return the names of the rules; the second rule with the same name gets _2, and so on."""
    names: list[str] = []
    for rule in rules:
        name, number = rule.name, 1
        while name in names:
            number += 1
            name = f"{rule.name}_{number}"
        names.append(name)
    return names
