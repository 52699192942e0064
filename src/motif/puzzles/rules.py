"""The encodings as programs: which files make up a mode, and what is wrong with rules that a user gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import clingo

from motif.answer_sets import ground_apart
from motif.errors import BadArgument

ENCODINGS = Path(__file__).parent / "encodings"

POSITION = ("board", "men", "guards", "legality", "line", "quality", "search")
"""What every mode needs: a board, men on it, what they may do, a line of moves and a good key."""

MODES = {
    "dynamic": (*POSITION, "mate", "dynamic"),
    "static": (*POSITION, "mate", "static"),
    "win": (*POSITION, "win"),
}

_PROBLEM = re.compile(r"<block>:(\d+):(\d+)(?:-[\d:]+)?: (?:error|info): (.*)", re.DOTALL)


def load(control: clingo.Control, names: Sequence[str]) -> None:
    """Add encodings to a program."""
    for name in names:
        control.load(str(ENCODINGS / f"{name}.lp"))


def uses(rules: str, predicate: str) -> bool:
    """Whether rules speak of a predicate."""
    return re.search(rf"\b{predicate}\(", re.sub(r"%.*", "", rules)) is not None


def check_rules(text: str) -> None:
    """Ground rules with the encodings around them; the first mistake is raised with its line and column."""
    problems = ground_apart(text, _complaints)
    for problem in problems:
        if match := _PROBLEM.match(problem):
            line, column, message = match.groups()
            detail = " ".join(message.split())
            raise BadArgument(
                f"the rules, line {line}, column {column}: {detail}",
                hint="docs/puzzles.md lists the predicates that rules may use",
            )
    if problems:
        raise BadArgument(f"the rules: {' '.join(problems[0].split())}")


def _complaints(text: str) -> list[str]:
    problems: list[str] = []
    control = clingo.Control(
        ["-c", "files=4", "-c", "ranks=4"], logger=lambda _, message: problems.append(message), message_limit=5
    )
    load(control, [*MODES["dynamic"], "attacks"])
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        problems.append(str(error))
    return problems
