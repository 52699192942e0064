"""Generate random rules for tests: rules that can be written, and rules that make sense in a vocabulary."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import numpy as np
from hypothesis import strategies as st

from motif._core.board import Positions
from motif.tactics.clauses import HEAD, Literal
from motif.tactics.coverage import Coverage, square_of_last_capture
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import AFTER, BEFORE, FROM, POSITION, SIDE, SQUARE, TO, RuleRelation, Vocabulary


def suggested_moves(rules: Sequence[Rule], vocabulary: Vocabulary, board: chess.Board) -> list[list[chess.Move]]:
    """Return for each rule the moves that it suggests on one board; the board's stack holds the last move."""
    positions = Positions.from_boards([board])
    captured_on = np.array([square_of_last_capture(board)], np.int8)
    moves = positions.legal_moves()[0]
    return [[moves[row] for row in rows] for rows in Coverage(positions, vocabulary, captured_on).rows(rules)]


NAMES = st.from_regex(r"[a-z][a-zA-Z0-9_]{0,8}", fullmatch=True)
VARIABLES = st.from_regex(r"[A-Z][a-zA-Z0-9_]{0,6}", fullmatch=True)
NUMBERS = st.integers(-99, 99).map(str)


@st.composite
def any_rules(draw: st.DrawFn) -> Rule:
    """Return a rule that can be written, whether or not it makes sense."""
    position, origin, target = draw(st.lists(VARIABLES, min_size=3, max_size=3, unique=True))
    arguments = st.lists(st.one_of(VARIABLES, NAMES, NUMBERS), max_size=4).map(tuple)
    body = draw(st.lists(st.builds(Literal, NAMES, arguments), max_size=5))
    return Rule(draw(NAMES), (position, origin, target), tuple(body))


@st.composite
def rules_in(draw: st.DrawFn, vocabulary: Vocabulary, most: int = 4) -> Rule:
    """Return a rule that makes sense in a vocabulary, with at most three squares besides the move's."""
    relations = [name for name in vocabulary.relations if name not in ("legal_move", "make_move")]
    chosen = draw(st.lists(st.sampled_from(relations), min_size=1, max_size=most))
    body = [Literal("legal_move", ("From", "To", "Position")), Literal("make_move", ("From", "To", "Position", "Next"))]
    body += [draw(_literals(vocabulary.relations[name])) for name in chosen if name != "other_side"]
    return Rule("tactic", HEAD, tuple(body))


@st.composite
def _literals(draw: st.DrawFn, relation: RuleRelation) -> Literal:
    squares = iter(draw(st.permutations(["From", "To", "A", "B", "C"])))
    # The first square is bound, as relations with a + mode need it.
    first = iter([draw(st.sampled_from(["From", "To"]))])
    named = {FROM: "From", TO: "To", BEFORE: "Position", AFTER: "Next"}
    arguments: list[str] = []
    for place, mode in zip(relation.places, relation.modes, strict=True):
        if place in named:
            arguments.append(named[place])
        elif place is POSITION:
            arguments.append(draw(st.sampled_from(["Position", "Next"])))
        elif place is SQUARE and mode == "+" and not arguments:
            arguments.append(next(first))
        elif place is SQUARE:
            free = [square for square in squares if square not in arguments and (mode == "-" or square in HEAD)]
            arguments.append(free[0])
            squares = iter(free[1:])
        elif relation.constants:
            arguments.append(draw(st.sampled_from(relation.constants)))
        else:
            arguments.append("Side" if place is SIDE else "Kind")
    return Literal(relation.name, tuple(arguments))
