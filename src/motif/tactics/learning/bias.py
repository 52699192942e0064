"""Read a bias: facts that say which rules may be proposed, with which predicates, types, directions and limits.

The file is an answer set program (`encodings/paper.lp`, `encodings/full.lp`) with Popper's facts, read by clingo.
A user can edit it, and both learners propose only what it allows. All other statements in it, such as constraints, are
passed to the generator of the paper's learner unchanged. Cropper and Morel 2021.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import NoReturn

import clingo
from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType, parse_string

from motif.board.wording import counted
from motif.errors import BadArgument, BadRule, UnknownName, nearest
from motif.runtime.clingo_sandbox import ground_in_subprocess
from motif.runtime.files import read_text
from motif.tactics.clauses import HEAD, Spot
from motif.tactics.vocabulary import VOCABULARIES, RuleRelation, Vocabulary

ENCODINGS = Path(__file__).parents[1] / "encodings"

SHIPPED = ("paper", "appendix", "full", "coach")
"""The biases that come with Motif: `appendix` has every predicate of the paper's appendix, `coach` those predicates of
the full vocabulary that a coach would use."""

_PROBLEM = re.compile(r"<(?:block|string)>:(\d+):(\d+)(?:-[\d:]+)?: (?:error|info|warning): (.*)", re.DOTALL)

_WORDS = {
    "vocabulary": 1,
    "head_pred": 2,
    "body_pred": 2,
    "max_clauses": 1,
    "max_vars": 1,
    "max_body": 1,
    "type": 2,
    "direction": 2,
    "constant": 2,
    "symmetric": 1,
    "functional": 1,
    "required": 2,
    "uncounted": 1,
}


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a rule may be; relations that a bias declares `uncounted` do not count among the literals."""

    clauses: int
    variables: int
    literals: int


@dataclass(frozen=True, slots=True)
class Predicate:
    """A relation as the bias allows it; `directions` has a + for each place that an earlier condition must bind."""

    relation: RuleRelation
    types: tuple[str, ...]
    directions: str
    constants: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.relation.name


@dataclass(frozen=True, slots=True)
class Bias:
    """Says which rules may be proposed; `program` is the text of the file.

    >>> bias = find_bias("paper")
    >>> bias.limits
    Limits(clauses=1, variables=5, literals=5)
    >>> bias.predicates["attacks"].directions
    '+-+'
    """

    vocabulary: Vocabulary
    head: str
    limits: Limits
    predicates: Mapping[str, Predicate]
    symmetric: frozenset[str]
    functional: frozenset[str]
    uncounted: frozenset[str]
    required: Mapping[str, tuple[int, ...]]
    has_constraints: bool
    program: str

    @classmethod
    def read(cls, path: Path) -> Bias:
        """Read the bias in a file that a user wrote."""
        text = read_text(path)
        refuse_first(ground_in_subprocess(text, _complaints), str(path))
        return parse_bias(text, str(path))

    def with_limits(self, literals: int | None, variables: int | None = None) -> Bias:
        """Return the bias with new limits on conditions and variables; None keeps the old limit."""
        old = self.limits
        if variables is not None and variables < len(HEAD):
            raise BadArgument(f"a rule cannot have {variables} variables", hint="give at least 3: the head alone has 3")
        limits = Limits(old.clauses, variables or old.variables, literals or old.literals)
        return replace(self, limits=limits)

    def without(self, names: Set[str]) -> Bias:
        """Return the bias without some predicates; only the level-wise learner obeys this."""
        return replace(self, predicates={name: each for name, each in self.predicates.items() if name not in names})


def find_bias(name: str) -> Bias:
    """Return the shipped bias with this name, or read the bias in the file at this path."""
    if name in SHIPPED:
        return parse_bias(read_text(ENCODINGS / f"{name}.lp"), name)
    path = Path(name)
    if not path.exists():
        raise UnknownName(
            f"no bias is called {name!r}", hint=nearest(name, SHIPPED, ", or give the path of a .lp file")
        )
    return Bias.read(path)


def parse_bias(text: str, source: str = "the bias") -> Bias:
    """Read a bias from its text; errors give the line and column."""
    return _BiasReader(text, source).bias()


def refuse_first(messages: Sequence[str], source: str) -> None:
    """Raise clingo's first message, if there is one, as an error with its line and column."""
    for message in messages:
        if match := _PROBLEM.match(message):
            line, column, problem = match.groups()
            Spot(int(line), int(column), source).refuse(" ".join(problem.split()))
    if messages:
        raise BadRule(f"{source}: {' '.join(messages[0].split())}")


def _complaints(text: str) -> list[str]:
    messages: list[str] = []
    _grounded(text, [], messages)
    return messages


def _grounded(text: str, statements: list[AST], messages: list[str]) -> clingo.Control:
    control = clingo.Control(logger=lambda _, message: messages.append(message), message_limit=5)
    try:
        parse_string(text, statements.append, logger=lambda _, message: messages.append(message))
        # Constraints may use atoms that only the generator derives, so they are declared here.
        control.add("base", [], text + _GENERATED)
        control.ground([("base", [])])
    except RuntimeError as error:
        messages.append(str(error))
    return control


class _BiasReader:
    def __init__(self, text: str, source: str) -> None:
        self._text, self._source = text, source
        self._statements: list[AST] = []
        messages: list[str] = []
        control = _grounded(text, self._statements, messages)
        refuse_first(messages, source)
        self._facts: dict[str, list[tuple[Symbol, ...]]] = {name: [] for name in _WORDS}
        for atom in control.symbolic_atoms:
            name, arguments = atom.symbol.name, tuple(atom.symbol.arguments)
            if name in _WORDS and len(arguments) != _WORDS[name]:
                self._refuse(f"{name} takes {counted(_WORDS[name], 'argument')}, found {len(arguments)}", name)
            if name in _WORDS and atom.is_fact:
                self._facts[name].append(arguments)
        self._refuse_unknown_facts()

    def bias(self) -> Bias:
        vocabulary = self._vocabulary()
        heads = self._facts["head_pred"]
        if len(heads) != 1 or heads[0][1] != clingo.Number(3):
            self._refuse("expected one head_pred(name,3): a tactic has a position and two squares", "head_pred")
        constants = self._constants(vocabulary)
        types, directions = self._tuples("type", vocabulary), self._tuples("direction", vocabulary)
        predicates = {}
        for name, arity in sorted(self._facts["body_pred"], key=lambda fact: self._line("body_pred", fact[0])):
            relation = self._relation(name, vocabulary, "body_pred")
            if arity.type is not SymbolType.Number or arity.number != relation.arity:
                self._refuse(
                    f"{relation.name} takes {counted(relation.arity, 'argument')}, not {arity}", "body_pred", name
                )
            predicates[relation.name] = Predicate(
                relation,
                self._types(relation, types),
                self._directions(relation, directions),
                constants.get(relation.name, relation.constants),
            )
        if not predicates:
            self._refuse("there is no body_pred, so no rule can have a condition", "body_pred")
        return Bias(
            vocabulary,
            heads[0][0].name,
            Limits(self._limit("max_clauses"), self._limit("max_vars"), self._limit("max_body")),
            predicates,
            self._names("symmetric", vocabulary),
            self._names("functional", vocabulary),
            self._names("uncounted", vocabulary),
            self._required(vocabulary),
            any(_is_constraint(statement) for statement in self._statements),
            self._text,
        )

    def _vocabulary(self) -> Vocabulary:
        names = [str(name) for (name,) in self._facts["vocabulary"]]
        if len(names) != 1 or names[0] not in VOCABULARIES:
            self._refuse(
                f"expected one vocabulary, found {', '.join(names) or 'none'}",
                "vocabulary",
                hint="write " + " or ".join(f"vocabulary({name})." for name in VOCABULARIES),
            )
        return VOCABULARIES[names[0]]

    def _relation(self, name: Symbol, vocabulary: Vocabulary, fact: str) -> RuleRelation:
        relation = vocabulary.relations.get(str(name))
        if relation is None:
            near = get_close_matches(str(name), vocabulary.relations, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else "the predicates are " + ", ".join(vocabulary.relations)
            self._refuse(f"the {vocabulary.name} vocabulary has no predicate {name}", fact, name, hint)
        return relation

    def _limit(self, name: str) -> int:
        facts = self._facts[name]
        if len(facts) != 1 or facts[0][0].type is not SymbolType.Number or facts[0][0].number < 1:
            given = ", ".join(str(fact[0]) for fact in facts) or "none"
            self._refuse(f"expected one {name} with a number of at least 1, found {given}", name)
        number = facts[0][0].number
        if name == "max_clauses" and number != 1:
            self._refuse(f"a tactic is one clause, found max_clauses({number})", name, hint="write max_clauses(1).")
        if name == "max_vars" and number < 3:
            self._refuse(
                f"the head alone has 3 variables, found max_vars({number})", name, hint="write max_vars(3). or more"
            )
        return number

    def _names(self, fact: str, vocabulary: Vocabulary) -> frozenset[str]:
        return frozenset(self._relation(name, vocabulary, fact).name for (name,) in self._facts[fact])

    def _tuples(self, fact: str, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
        tuples = {}
        head = {str(name) for name, _ in self._facts["head_pred"]}
        for name, values in self._facts[fact]:
            relation = None if str(name) in head else self._relation(name, vocabulary, fact)
            arity = relation.arity if relation else 3
            if values.type is not SymbolType.Function or values.name or len(values.arguments) != arity:
                self._refuse(f"{fact} of {name} needs {arity} values in brackets, found {values}", fact, name)
            tuples[str(name)] = tuple(map(str, values.arguments))
        return tuples

    def _types(self, relation: RuleRelation, given: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        own = tuple(place.type for place in relation.places)
        types = given.get(relation.name, own)
        if types != own:
            self._refuse(
                f"{relation.name} has the types ({','.join(own)}), not ({','.join(types)})",
                "type",
                clingo.Function(relation.name),
            )
        return own

    def _directions(self, relation: RuleRelation, given: Mapping[str, tuple[str, ...]]) -> str:
        if relation.name not in given:
            return relation.modes
        signs = {"in": "+", "out": "-"}
        for word in given[relation.name]:
            if word not in signs:
                name = clingo.Function(relation.name)
                self._refuse(f"a direction must be in or out, found {word}", "direction", name)
        return "".join(signs[word] for word in given[relation.name])

    def _constants(self, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
        constants: dict[str, list[str]] = {}
        for name, value in self._facts["constant"]:
            relation = self._relation(name, vocabulary, "constant")
            if str(value) not in relation.constants:
                known = ", ".join(relation.constants)
                hint = f"its constants are {known}" if known else f"{relation.name} takes no constants"
                self._refuse(f"{relation.name} has no constant {value}", "constant", name, hint)
            constants.setdefault(relation.name, []).append(str(value))
        return {
            name: tuple(sorted(values, key=vocabulary.relations[name].constants.index))
            for name, values in constants.items()
        }

    def _required(self, vocabulary: Vocabulary) -> dict[str, tuple[int, ...]]:
        required = {}
        for name, values in self._facts["required"]:
            relation = self._relation(name, vocabulary, "required")
            numbers = (
                [value.number if value.type is SymbolType.Number else -1 for value in values.arguments]
                if values.type is SymbolType.Function
                else []
            )
            if len(numbers) != relation.arity or not set(numbers) <= {0, 1, 2}:
                self._refuse(
                    f"required {relation.name} needs {counted(relation.arity, 'variable')} of the head, found {values}",
                    "required",
                    name,
                    "0 is the position, 1 the square the move comes from, 2 the square it goes to",
                )
            required[relation.name] = tuple(numbers)
        return required

    def _refuse_unknown_facts(self) -> None:
        for statement in self._statements:
            name = _head_name(statement)
            if name and not statement.body and name not in _WORDS:
                near = get_close_matches(name, _WORDS, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]}?" if near else "the facts of a bias are " + ", ".join(_WORDS)
                begin = statement.location.begin
                Spot(begin.line, begin.column, self._source).refuse(f"a bias has no fact called {name}", hint)

    def _line(self, fact: str, argument: Symbol) -> int:
        spot = self._spot(fact, argument)
        return spot.line if spot else 0

    def _spot(self, fact: str, argument: Symbol | None = None) -> Spot | None:
        wanted = f"({argument}" if argument is not None else ""
        for text, spot in self._statements_of.get(fact, ()):
            if wanted in text:
                return spot
        return None

    @cached_property
    def _statements_of(self) -> dict[str, list[tuple[str, Spot]]]:
        """The statements as text, with their places, by the name of their head."""
        found: dict[str, list[tuple[str, Spot]]] = defaultdict(list)
        for statement in self._statements:
            if name := _head_name(statement):
                begin = statement.location.begin
                found[name].append((str(statement), Spot(begin.line, begin.column, self._source)))
        return found

    def _refuse(self, problem: str, fact: str, argument: Symbol | None = None, hint: str = "") -> NoReturn:
        if spot := self._spot(fact, argument):
            spot.refuse(problem, hint)
        raise BadRule(f"{self._source}: {problem}", hint)


_GENERATED = """
#external body(P,V) : body_pred(P,_), V = ().
#defined body/2.
"""


def _head_name(statement: AST) -> str:
    if statement.ast_type is not ASTType.Rule or statement.head.ast_type is not ASTType.Literal:
        return ""
    atom = statement.head.atom
    return str(atom.symbol.name) if atom.ast_type is ASTType.SymbolicAtom and hasattr(atom.symbol, "name") else ""


def _is_constraint(statement: AST) -> bool:
    return statement.ast_type is ASTType.Rule and (bool(statement.body) or not _head_name(statement))
