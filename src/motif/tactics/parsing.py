"""Rules from Prolog text, as `fork(Position, From, To) :- …` or as the authors write them, `f(A,B,C):-…`."""

from __future__ import annotations

from motif.tactics.clauses import Spot, Term, read_clauses
from motif.tactics.rule import Literal, Rule, is_variable
from motif.tactics.rule_check import check
from motif.tactics.vocabulary import Vocabulary


def parse_rule(text: str, vocabulary: Vocabulary | None = None, source: str = "", line: int = 1) -> Rule:
    """The one clause of a text."""
    rules = parse_rules(text, vocabulary, source, line)
    if len(rules) != 1:
        Spot(line, 1, source).refuse(f"expected one clause, found {len(rules)}", hint="tactic(Position, From, To) :- …")
    return rules[0]


def parse_rules(text: str, vocabulary: Vocabulary | None = None, source: str = "", line: int = 1) -> list[Rule]:
    """All clauses of a text that begins on this line of its file; with a vocabulary they must make sense in it."""
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
            f"the head {head.relation.text} has {len(names)} arguments, not 3",
            hint="a head is tactic(Position, From, To)",
        )
    for number, word in enumerate(head.arguments):
        if not is_variable(word.text):
            word.place.refuse(f"the head needs variables, found {word.text!r}", hint="variables begin with a capital")
        if word.text in names[:number]:
            word.place.refuse(f"the variable {word.text} stands twice in the head")
    literals = tuple(Literal(term.relation.text, tuple(word.text for word in term.arguments)) for term in body)
    return Rule(head.relation.text, (names[0], names[1], names[2]), literals)
