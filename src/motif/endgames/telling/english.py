"""Trees in English: a decision list that a chess player can read, and why one board got its value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from motif.endgames.language.program import Program, State
from motif.endgames.language.tree import Tree, number_text
from motif.endgames.telling.words import NUMBERS, STATEMENTS

STATES = {
    State.ADVANTAGE: "When I am ahead in material:",
    State.EVEN: "When material is even:",
    State.DISADVANTAGE: "When I am behind in material:",
}


def read_program(program: Program) -> str:
    """The three trees as decision lists."""
    parts = []
    for state, tree in zip(State, program.trees, strict=True):
        parts += [STATES[state], *_lines(tree, "  ")]
    return "\n".join(parts)


def read_tree_aloud(tree: Tree) -> str:
    """One tree as a decision list.

    >>> from motif.endgames.language.text import parse_tree
    >>> print(read_tree_aloud(parse_tree("(If3 IsMate 1000 (If3 (Not IsOppNotFork) -500 EvaluateMaterial))")))
    if it is mate: 1000
    otherwise, if the opponent forks me: -500
    otherwise: the balance of material
    """
    return "\n".join(_lines(tree, ""))


def statement(tree: Tree, holds: bool = True) -> str:
    """A condition as an English statement, or its negation."""
    match tree.symbol:
        case float(number):
            return "always" if bool(number) is holds else "never"
        case "Not":
            return statement(tree.arguments[0], not holds)
        case "Smaller":
            small, large = (noun(argument) for argument in tree.arguments)
            return f"{small} is {'less' if holds else 'not less'} than {large}"
        case "And2" | "And3" | "Or2" | "Or3":
            # De Morgan: "not (A and B)" is said as "not A or not B".
            both = tree.name.startswith("And") is holds
            parts = [_grouped(argument, holds, both) for argument in tree.arguments]
            return (" and " if both else " or ").join(parts)
        case str(name) if name in STATEMENTS:
            return STATEMENTS[name][0 if holds else 1]
        case _:
            return f"{noun(tree)} is {'not ' if holds else ''}zero"


def noun(tree: Tree) -> str:
    """A value as an English noun."""
    match tree.symbol:
        case float(number):
            return number_text(number)
        case str(name) if name in NUMBERS:
            return NUMBERS[name]
        case "If3":
            condition, then, otherwise = tree.arguments
            return f"({noun(then)} if {statement(condition)}, otherwise {noun(otherwise)})"
        case "Then":
            first, second = tree.arguments
            return f"{noun(first)}, then {noun(second)}"
        case _:
            return f"(1 if {statement(tree)}, otherwise 0)"


@dataclass(frozen=True, slots=True)
class Question:
    """A condition that was asked about a board, and whether it held."""

    condition: Tree
    held: bool

    def __str__(self) -> str:
        return statement(self.condition, self.held)


@dataclass(frozen=True, slots=True)
class Trace:
    """How a tree came to its value: the questions in their order, and the leaf that answered."""

    questions: tuple[Question, ...]
    leaf: Tree
    value: float

    def __str__(self) -> str:
        reasons = list(dict.fromkeys(str(question) for question in self.questions if question.held)) or [
            str(question) for question in self.questions[-1:]
        ]
        worth = noun(self.leaf)
        if not isinstance(self.leaf.symbol, float):
            worth += f", {self.value:g}"
        return f"{' and '.join(reasons)}: {worth}" if reasons else worth


def trace(tree: Tree, terminals: Mapping[str, float]) -> Trace:
    """Follow a tree on the board with these terminals."""
    questions = []
    while tree.symbol == "If3":
        condition, then, otherwise = tree.arguments
        held = condition.value(terminals) != 0
        questions.append(Question(condition, held))
        tree = then if held else otherwise
    return Trace(tuple(questions), tree, tree.value(terminals))


def _grouped(argument: Tree, holds: bool, inside_and: bool) -> str:
    text = statement(argument, holds)
    inner = argument
    while inner.symbol == "Not":
        inner, holds = inner.arguments[0], not holds
    is_and = inner.name.startswith("And") is holds
    mixed = inner.name.startswith(("And", "Or")) and is_and is not inside_and
    return f"({text})" if mixed else text


def _lines(tree: Tree, indent: str) -> Iterator[str]:
    word = "if"
    while tree.symbol == "If3":
        condition, then, otherwise = tree.arguments
        head = f"{indent}{word} {statement(condition)}:"
        if then.symbol == "If3":
            yield head
            yield from _lines(then, indent + "  ")
        else:
            yield f"{head} {noun(then)}"
        tree, word = otherwise, "otherwise, if"
    yield f"{indent}{'value' if word == 'if' else 'otherwise'}: {noun(tree)}"
