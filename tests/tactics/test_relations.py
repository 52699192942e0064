"""Every relation of the full vocabulary holds in one position and not in its twin, and agrees with a plain reference
on random positions."""

from __future__ import annotations

from collections import defaultdict

import chess
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Positions
from motif._core.tactics import RuleTester, rule_relations
from motif.errors import BadArgument
from motif.tactics.vocabulary import FULL, ArgumentKind
from tactics import reference
from walks import random_positions

WALK = random_positions(130, seed=31)


def facts_of(board: chess.Board, captured_on: int = -1) -> RuleTester:
    return RuleTester(Positions.from_boards([board]), None, np.array([captured_on], np.int8))


def holds(name: str, fen: str, uci: str, squares: str, captured_on: int = -1) -> bool:
    """Whether a relation holds of some squares on the row of a move."""
    board, move = chess.Board(fen), chess.Move.from_uci(uci)
    row = reference.rows(board).index(move)
    wanted = [row, *(chess.parse_square(square) for square in squares.split())]
    return wanted in facts_of(board, captured_on).facts(name).tolist()


@pytest.mark.parametrize(
    ("name", "uci", "squares", "true", "false"),
    [
        # the move
        ("captures", "e4d5", "e4 d5", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/4B3/8/8/4K3 w - - 0 1"),
        ("castles", "e1g1", "e1 g1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "k7/8/8/8/8/8/8/4Q2K w - - 0 1"),
        ("gives_check", "a1a8", "a1 a8", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "2b1k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        # The bishop uncovers the rook and gives check itself; without the rook only the bishop gives check.
        (
            "gives_double_check",
            "e4c6",
            "e4 c6",
            "4k3/8/8/8/4B3/8/8/4RK2 w - - 0 1",
            "4k3/8/8/8/4B3/8/8/3R1K2 w - - 0 1",
        ),
        ("gives_mate", "a1a8", "a1 a8", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1"),
        ("threatens_mate", "b1a1", "b1 a1", "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", "6k1/5pp1/8/8/8/8/8/1R4K1 w - - 0 1"),
        ("allows_no_mate", "h2h3", "h2 h3", "r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", "r5k1/8/3b4/8/8/8/5PPP/6K1 w - - 0 1"),
        # The knight could go to c2 with check and win the rook; in the twin the king guards c2.
        (
            "allows_no_fork",
            "h2h3",
            "h2 h3",
            "4k3/8/8/8/3n4/8/7P/R2K4 w - - 0 1",
            "4k3/8/8/8/3n4/8/7P/R3K3 w - - 0 1",
        ),
        ("safe", "b1c3", "b1 c3", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/8/8/8/1p6/8/8/1N2K3 w - - 0 1"),
        # The rook moves away from an attack; in the twin the knight hangs as well.
        (
            "leaves_nothing_hanging",
            "a1b1",
            "a1 b1",
            "4k3/8/8/4b3/8/8/8/R4K2 w - - 0 1",
            "4k3/8/8/4b3/8/8/7N/R4K2 w - - 0 1",
        ),
        ("nets_most", "e1e5", "e1 e5", "k7/8/8/4p3/8/8/8/4RK2 w - - 0 1", "k7/8/3p4/4p3/8/8/8/4RK2 w - - 0 1"),
        ("nets_alone", "e1e5", "e1 e5", "k7/8/8/4p3/8/8/8/4RK2 w - - 0 1", "k7/8/8/p3p3/8/8/8/R3RK2 w - - 0 1"),
        ("only_legal", "h1g1", "h1 g1", "8/8/8/8/8/6k1/7r/7K w - - 0 1", "k7/8/8/8/8/8/7r/7K w - - 0 1"),
        ("advances", "a2a3", "a2 a3", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1"),
        ("retreats", "a2a1", "a2 a1", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1"),
        # From the corner to the centre, and in the twin among its own pawns.
        ("gains_scope", "h1d5", "h1 d5", "4k3/8/8/8/8/8/8/4K2B w - - 0 1", "4k3/8/2P1P3/8/2P5/8/8/K6B w - - 0 1"),
        (
            "exchange_at_least 1",
            "e1e5",
            "e1 e5",
            "k7/8/8/4p3/8/8/8/4RK2 w - - 0 1",
            "k7/8/3p4/4p3/8/8/8/4RK2 w - - 0 1",
        ),
        # The rook wins a pawn, but in the twin the knight is lost for it.
        ("nets_at_least 1", "e1e5", "e1 e5", "k7/8/8/4p3/8/8/8/N3RK2 w - - 0 1", "k7/8/8/4p3/1p6/N7/8/4RK2 w - - 0 1"),
        ("settles_at_least 1", "a1a5", "a1 a5", "k7/8/8/p7/8/8/8/R4K2 w - - 0 1", "k7/8/1p6/p7/8/8/8/R4K2 w - - 0 1"),
        ("settles_most", "a1a5", "a1 a5", "k7/8/8/p7/8/8/8/R4K2 w - - 0 1", "k7/8/1p6/p7/8/8/8/R4K2 w - - 0 1"),
        ("settles_alone", "a1a5", "a1 a5", "k7/8/8/p7/8/8/8/R4K2 w - - 0 1", "2k5/8/8/p6p/8/8/8/R4K1R w - - 0 1"),
        (
            "threatens_at_least 3",
            "g1f3",
            "g1 f3",
            "4k3/8/8/4n3/8/8/8/4K1N1 w - - 0 1",
            "4k3/8/3p4/4n3/8/8/8/4K1N1 w - - 0 1",
        ),
        ("in_check", "e1d1", "", "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1", "4k3/5r2/8/8/8/8/8/4K3 w - - 0 1"),
        ("ahead", "e1d1", "", "4k1b1/8/8/8/8/8/8/R3K3 w - - 0 1", "4k1b1/8/8/8/8/8/8/N3K3 w - - 0 1"),
        # one piece
        ("kind knight", "e1d1", "b1", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/8/8/8/8/8/8/1B2K3 w - - 0 1"),
        ("own", "e1d1", "b1", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/8/8/8/8/8/8/1n2K3 w - - 0 1"),
        ("enemy", "e1d1", "b1", "4k3/8/8/8/8/8/8/1n2K3 w - - 0 1", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1"),
        ("attacked", "e1d1", "e5", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "4k3/8/8/4p3/8/6N1/8/4K3 w - - 0 1"),
        ("attacked next", "g1f3", "e5", "4k3/8/8/4p3/8/8/8/4K1N1 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K1N1 w - - 0 1"),
        ("unattacked", "e1d1", "e5", "4k3/8/8/4p3/8/6N1/8/4K3 w - - 0 1", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1"),
        ("defended", "e1d1", "e5", "4k3/8/3p4/4p3/8/8/8/4K3 w - - 0 1", "4k3/8/4p3/4p3/8/8/8/4K3 w - - 0 1"),
        ("undefended", "e1d1", "e5", "4k3/8/4p3/4p3/8/8/8/4K3 w - - 0 1", "4k3/8/3p4/4p3/8/8/8/4K3 w - - 0 1"),
        ("hanging", "e1d1", "e5", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1"),
        ("secure", "e1d1", "e5", "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1"),
        ("pinned", "e1d1", "e5", "4k3/8/8/4n3/8/8/4R3/4K3 w - - 0 1", "4k3/8/8/4n3/8/8/3R4/4K3 w - - 0 1"),
        ("pinned next", "a2e2", "e5", "4k3/8/8/4n3/8/8/R7/3K4 w - - 0 1", "3k4/8/8/4n3/8/8/R7/3K4 w - - 0 1"),
        # The bishop has captured on a7 and b6 traps it; in the twin it can escape.
        ("trapped", "e1d1", "a7", "r3k3/B1p5/1p6/8/8/8/8/4K3 w - - 0 1", "r3k3/B1p5/8/8/8/8/8/4K3 w - - 0 1"),
        ("overloaded", "e1d1", "d7", "7k/3n4/1b3b2/8/8/8/8/1R2KR2 w - - 0 1", "7k/3n4/1b3b2/8/8/8/8/1R2K3 w - - 0 1"),
        ("near_enemy_king", "e1d1", "d7", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "6k1/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("near_own_king", "e1d1", "d2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "k7/8/8/8/8/8/8/4Q2K w - - 0 1"),
        ("last_rank", "e1d1", "a8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4K3/8/8/8/8/8/8/4k3 b - - 0 1"),
        ("first_rank", "e8d8", "a8", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4K3/8/8/8/8/8/8/4k3 w - - 0 1"),
        ("open_file", "e1d1", "a1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/p7/8/8/8/8/8/4K3 w - - 0 1"),
        ("half_open_file", "e1d1", "a1", "4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),
        ("enemy_half", "e1d1", "a5", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4K3/8/8/8/8/8/8/4k3 b - - 0 1"),
        ("undeveloped", "e1d1", "b1", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/8/8/8/8/8/8/1B2K3 w - - 0 1"),
        ("passed", "e1d1", "a5", "4k3/2p5/8/P7/8/8/8/4K3 w - - 0 1", "4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1"),
        # two pieces
        ("attacks", "e1d1", "f3 e5", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "4k3/8/8/4p3/8/6N1/8/4K3 w - - 0 1"),
        ("defends", "e1d1", "f3 e5", "4k3/8/8/4P3/8/5N2/8/4K3 w - - 0 1", "4k3/8/8/4P3/8/6N1/8/4K3 w - - 0 1"),
        ("threatens", "e1d1", "f3 e5", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1"),
        ("pins", "e1d1", "e2 e5", "4k3/8/8/4n3/8/8/4R3/4K3 w - - 0 1", "3k4/8/8/4n3/8/8/4R3/4K3 w - - 0 1"),
        ("only_defender", "e1d1", "d6 e5", "4k3/8/3p4/4p3/8/8/8/4K3 w - - 0 1", "4k3/8/3p1p2/4p3/8/8/8/4K3 w - - 0 1"),
        ("worth_more", "e1d1", "a1 b1", "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "4k3/8/8/8/8/8/8/BN2K3 w - - 0 1"),
        ("new_attack", "g1f3", "f3 e5", "4k3/8/8/4p3/8/8/8/4K1N1 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K1N1 w - - 0 1"),
        ("discovers", "e4c5", "e1 e8", "4r2k/8/8/8/4N3/8/8/4RK2 w - - 0 1", "4r2k/8/8/4P3/4N3/8/8/4RK2 w - - 0 1"),
        # three in line
        ("behind", "h1h2", "d1 d5 d8", "3qk3/8/8/3b4/8/8/8/3R3K w - - 0 1", "q3k3/8/8/3b4/8/8/8/3R3K w - - 0 1"),
        ("pins_to", "h1h2", "d1 d5 d8", "3qk3/8/8/3b4/8/8/8/3R3K w - - 0 1", "3bk3/8/8/3q4/8/8/8/3R3K w - - 0 1"),
        ("skewers", "h1h2", "d1 d5 d8", "3bk3/8/8/3q4/8/8/8/3R3K w - - 0 1", "3qk3/8/8/3b4/8/8/8/3R3K w - - 0 1"),
    ],
)
def test_a_relation_holds_in_one_position_and_not_in_a_similar_one(
    name: str, uci: str, squares: str, true: str, false: str
) -> None:
    assert holds(name, true, uci, squares)
    assert not holds(name, false, uci, squares)


def test_a_pinned_knight_defends_and_attacks_nothing() -> None:
    assert not holds("attacks", "5k2/5r2/8/4p3/8/5N2/8/5K2 w - - 0 1", "f1e1", "f3 e5")


def test_a_pawn_promotes_and_a_rook_on_the_last_rank_does_not() -> None:
    assert holds("promotes", "8/P7/8/8/8/4k3/8/4K3 w - - 0 1", "a7a8q", "a7 a8")
    assert not holds("promotes", "8/R7/8/8/8/4k3/8/4K3 w - - 0 1", "a7a8", "a7 a8")


def test_four_squares_are_the_center() -> None:
    assert holds("center", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "d4")
    assert not holds("center", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "c4")


def test_a_square_on_the_h_file_is_at_the_edge() -> None:
    assert holds("edge", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "h4")
    assert not holds("edge", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "g4")


def test_an_attack_from_farther_away_is_not_new() -> None:
    assert not holds("new_attack", "k7/8/8/4p3/8/8/8/3KR3 w - - 0 1", "e1e3", "e3 e5")
    assert holds("attacks next", "k7/8/8/4p3/8/8/8/3KR3 w - - 0 1", "e1e3", "e3 e5")


def test_only_the_piece_that_has_just_captured_is_recaptured() -> None:
    fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    assert holds("recaptures", fen, "e4d5", "e4 d5", captured_on=chess.D5)
    assert not holds("recaptures", fen, "e4d5", "e4 d5", captured_on=chess.E5)
    assert not holds("recaptures", fen, "e4d5", "e4 d5")


def test_black_sees_the_board_from_the_other_side() -> None:
    assert holds("advances", "4k3/r7/8/8/8/8/8/4K3 b - - 0 1", "a7a6", "a7 a6")
    assert holds("last_rank", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8d8", "a1")


def test_underpromotions_have_no_rows() -> None:
    assert len(facts_of(chess.Board("8/P7/8/8/8/4k3/8/4K3 w - - 0 1"))) == len(
        reference.rows(chess.Board("8/P7/8/8/8/4k3/8/4K3 w - - 0 1"))
    )


def spelled(board: chess.Board, captured_on: int) -> dict[tuple[int, str], set[tuple[int, ...]]]:
    core = facts_of(board, captured_on)
    found: dict[tuple[int, str], set[tuple[int, ...]]] = defaultdict(set)
    for name, _ in rule_relations():
        for row, *squares in core.facts(name).tolist():
            found[row, name].add(tuple(squares))
    return found


@settings(max_examples=8)
@given(st.integers(0, len(WALK) - 1), st.sampled_from([-1, *range(64)]))
def test_all_relations_agree_with_the_reference(number: int, captured_on: int) -> None:
    board = WALK[number]
    if not any(board.legal_moves):
        return
    found = spelled(board, captured_on)
    moves = reference.rows(board)
    # The reference is slow: of some thirty rows every eighth is checked, and others of them in the next example.
    for row in range(number % 8, len(moves), 8):
        expected = reference.facts(board, moves[row], captured_on)
        for name, _ in rule_relations():
            assert found[row, name] == expected[name], (board.fen(), moves[row].uci(), name)


def test_the_vocabulary_has_the_relations_of_the_core() -> None:
    names = set()
    for relation in FULL.relations.values():
        times = ["", " next"] if ArgumentKind.POSITION in relation.places else [""]
        names |= {
            relation.name + (f" {constant}" if constant else "") + time
            for constant in relation.constants or ("",)
            for time in times
        }
    assert names == {name for name, _ in rule_relations()}
    squares = (ArgumentKind.FROM, ArgumentKind.TO, ArgumentKind.SQUARE)
    for name, count in rule_relations():
        places = FULL.find(name.split()[0]).places
        assert count == sum(place in squares for place in places), name


def test_an_unknown_relation_is_refused_by_name(golden: Golden) -> None:
    board = facts_of(chess.Board())
    with golden.raises(BadArgument):
        board.facts("flies")
    with golden.raises(BadArgument):
        board.test([[("flies", [0])]])
    with golden.raises(BadArgument):
        board.test([[("attacks", [0])]])
    with golden.raises(BadArgument):
        board.test([[("captures", [0, 2])]])
    with golden.raises(BadArgument):
        board.test([[("own", [9])]])


def test_every_position_needs_its_reference_move(golden: Golden) -> None:
    start = Positions.from_boards([chess.Board()])
    with golden.raises(BadArgument):
        RuleTester(start, np.zeros(2, np.uint16))
    with golden.raises(BadArgument):
        RuleTester(start, None, np.zeros(0, np.int8))
