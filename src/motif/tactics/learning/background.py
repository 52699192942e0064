"""Learned tactics as background knowledge: a condition that names one stands for all that it says.

    f(P, F, T) :- legal_move(F, T, P), fork(P, F, T), behind(T, A, B, P).

is tested, kept and told with the conditions of `fork` written out, so that whatever reads a library reads this one. A
bias of five variables reaches in this way what takes more. Krishnan and Martens 2022, Discussion; Cropper and Tourret
2020 call it lifelong learning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from motif.tactics.language.clauses import Literal
from motif.tactics.language.rule import Rule


def written_out(rule: Rule, background: Mapping[str, Rule]) -> Rule:
    """The rule with the conditions of each learned tactic that it names; their other variables get names of their own.

    >>> check = Rule.parse("check(P, F, T) :- make_move(F, T, P, N), attacks(T, K, N).")
    >>> written_out(Rule.parse("f(A, B, C) :- legal_move(B, C, A), check(A, B, C)."), {"check": check})
    Rule.parse('f(A, B, C) :- legal_move(B, C, A), make_move(B, C, A, L1N), attacks(C, L1K, L1N).')
    """
    body: list[Literal] = []
    for number, literal in enumerate(rule.body):
        if literal.relation not in background:
            body.append(literal)
            continue
        tactic = background[literal.relation]
        names = {name: f"L{number}{name}" for name in tactic.existential}
        names |= dict(zip(tactic.head, literal.arguments, strict=True))
        body += [condition.renamed(names) for condition in tactic.body]
    return replace(rule, body=tuple(dict.fromkeys(body)))
