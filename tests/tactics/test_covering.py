"""The core covers the same rows as a plain search for the pieces that make a rule true."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import chess
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Positions, encode_move
from motif._core.tactics import RuleTester, rule_relations
from motif.errors import BadArgument
from tactics import reference
from walks import random_positions

BOARDS = [board for board in random_positions(120, seed=41) if any(board.legal_moves)][::24]
TESTER = RuleTester(Positions.from_boards(BOARDS))
NAMES = [(name, squares) for name, squares in rule_relations() if name not in ("legal_move", "make_move")]

CoreRule = list[tuple[str, list[int]]]


@cache
def all_facts() -> list[list[reference.Facts]]:
    """Compute the facts after every move of every board, which takes seconds, so only on first use."""
    return [[reference.facts(board, move) for move in reference.rows(board)] for board in BOARDS]


@st.composite
def rules(draw: st.DrawFn) -> CoreRule:
    """Return one to four conditions on the move and up to three other pieces, connected or not."""
    rule: CoreRule = []
    for _ in range(draw(st.integers(1, 4))):
        name, count = draw(st.sampled_from(NAMES))
        squares = [0, 1][:count] if count == 0 or _is_of_move(name) else draw(st.permutations(range(5)))[:count]
        rule.append((name, list(squares)))
    return rule


def _is_of_move(name: str) -> bool:
    try:
        TESTER.test([[(name, [2, 3])]])
    except BadArgument as error:
        return "is said of the move" in str(error)
    return False


def solutions(rule: CoreRule, facts: reference.Facts, move: chess.Move) -> bool:
    """Whether different squares other than those of the move make every condition true."""
    pieces = sorted({square for _, squares in rule for square in squares if square > 1})
    free = [square for square in chess.SQUARES if square not in (move.from_square, move.to_square)]
    wanted = [
        {
            fact
            for fact in facts[name]
            if all((move.from_square, move.to_square)[s] == f for s, f in zip(squares, fact, strict=True) if s < 2)
        }
        for name, squares in rule
    ]
    if not all(wanted):
        return False

    def choose(chosen: dict[int, int], left: list[int]) -> bool:
        for (_, squares), held in zip(rule, wanted, strict=True):
            if not any(all(chosen.get(s, f) == f for s, f in zip(squares, fact, strict=True)) for fact in held):
                return False
        if not left:
            return True
        piece, *rest = left
        # Try only squares that some condition allows.
        allowed = {
            fact[squares.index(piece)]
            for (_, squares), held in zip(rule, wanted, strict=True)
            if piece in squares
            for fact in held
        }
        return any(
            choose(chosen | {piece: square}, rest)
            for square in free
            if square in allowed and square not in chosen.values()
        )

    return choose({0: move.from_square, 1: move.to_square}, pieces)


@settings(max_examples=20)
@given(st.lists(rules(), min_size=1, max_size=6))
def test_rules_cover_the_rows_where_pieces_make_them_true(some: list[CoreRule]) -> None:
    rows, starts = TESTER.covered(some)
    counts, prints = TESTER.test(some)
    for number, rule in enumerate(some):
        expected: list[int] = []
        row = applicable = 0
        for board, facts_of_moves in zip(BOARDS, all_facts(), strict=True):
            before = len(expected)
            for move, facts in zip(reference.rows(board), facts_of_moves, strict=True):
                expected += [row] if solutions(rule, facts, move) else []
                row += 1
            applicable += len(expected) > before
        assert rows[starts[number] : starts[number + 1]].tolist() == expected, rule
        assert counts[number].tolist() == [len(expected), applicable, 0], rule
        for other in range(number):
            same = rows[starts[other] : starts[other + 1]].tolist() == expected
            assert (prints[other] == prints[number]) == same


@settings(max_examples=40)
@given(rules(), st.integers(0, len(TESTER) - 1))
def test_a_witness_is_found_exactly_where_a_rule_holds(rule: CoreRule, row: int) -> None:
    rows, _ = TESTER.covered([rule])
    squares = TESTER.witness(rule, row)
    assert (squares is not None) == (row in rows)
    if squares is not None:
        assert len(set(squares)) == len(squares)
        assert TESTER.codes[row] & 63 == squares[0]
        assert TESTER.codes[row] >> 6 & 63 == squares[1]


def test_a_fork_needs_two_different_pieces() -> None:
    board = chess.Board("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1")
    tester = RuleTester(Positions.from_boards([board]), np.array([encode_move(chess.Move.from_uci("d5c7"))], np.uint16))
    fork: CoreRule = [("attacks next", [1, 2]), ("kind king", [2]), ("attacks next", [1, 3]), ("kind rook", [3])]
    two_rooks: CoreRule = [("attacks next", [1, 2]), ("kind rook", [2]), ("attacks next", [1, 3]), ("kind rook", [3])]
    counts, _ = tester.test([fork, two_rooks])
    assert counts.tolist() == [[1, 1, 1], [0, 0, 0]]
    row = int(tester.covered([fork])[0][0])
    assert tester.witness(fork, row) == [chess.D5, chess.C7, chess.E8, chess.A8]
    assert tester.positives.tolist() == [row]


def test_the_order_of_pieces_and_conditions_does_not_matter() -> None:
    fork: CoreRule = [("attacks next", [1, 2]), ("attacked", [2]), ("attacks next", [1, 3]), ("defended", [3])]
    renamed = [[(name, [{2: 3, 3: 2}.get(s, s) for s in squares]) for name, squares in fork]]
    _, prints = TESTER.test([fork, *renamed, *(list(order) for order in permutations(fork))])
    assert len(set(prints.tolist())) == 1


def test_a_row_outside_the_rows_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        TESTER.witness([("safe", [0, 1])], 100_000)
