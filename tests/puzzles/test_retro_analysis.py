"""Positions that no game can lead to, each with a similar position that can be reached."""

from __future__ import annotations

import chess
import pytest

from motif.puzzles.files import SHIPPED_PUZZLES
from motif.puzzles.puzzle import load_puzzles
from motif.puzzles.quality import fewest_captures, unreachable_reasons


@pytest.mark.parametrize(
    ("illegal", "why", "legal"),
    [
        # The pawn on b7 has never moved, and a8 has no other way in; a rook gets there by the rank.
        ("b6k/1p6/8/8/8/8/8/K7 w - - 0 1", "bishop on a8", "r6k/1p6/8/8/8/8/8/K7 w - - 0 1"),
        ("7k/8/8/8/8/8/P1P5/1B5K w - - 0 1", "bishop on b1", "7k/8/8/8/8/P7/2P5/1B5K w - - 0 1"),
        # White's original bishop never left c1, so the one on e5 is a promoted pawn.
        ("k7/8/8/4B3/8/8/1P1P4/7K w - - 0 1", "1 of White's", "k7/8/8/4B3/8/8/1P6/7K w - - 0 1"),
        # A white bishop behind an unmoved black pawn was promoted in that corner.
        ("B6k/1p6/8/8/8/8/8/K7 w - - 0 1", "1 of White's", "B6k/8/1p6/8/8/8/8/K7 w - - 0 1"),
        ("7k/8/8/8/B1B5/8/8/K7 w - - 0 1", "1 of White's", "7k/8/8/8/BB6/8/8/K7 w - - 0 1"),
        ("7k/8/8/8/NNN5/8/8/K7 w - - 0 1", "1 of White's", "7k/8/8/8/NN6/8/8/K7 w - - 0 1"),
        (
            "7k/8/8/8/1QQ5/8/PPPPPPPP/7K w - - 0 1",
            "8 pawns and 1",
            "7k/8/8/8/1Q6/8/PPPPPPPP/7K w - - 0 1",
        ),
        # Three pawns on the a-file needed one and two captures, but Black has lost only one piece.
        (
            "rnbqk1nr/pppppppp/8/8/P7/P7/P7/4K3 w kq - 0 1",
            "White's pawns need at least 3 captures",
            "rnbqk3/ppppppp1/8/8/P7/P7/P7/4K3 w q - 0 1",
        ),
        # A pawn one step from home has captured at most once, so pawns on a2, a3 and b2 are impossible.
        (
            "7k/8/8/8/8/P7/PP6/7K w - - 0 1",
            "White's pawns",
            "7k/8/8/8/P7/8/PP6/7K w - - 0 1",
        ),
        ("4r2k/8/8/8/7b/3n4/8/4K3 w - - 0 1", "check", "4r2k/8/8/8/7b/8/8/4K3 w - - 0 1"),
        ("kN6/8/1K6/8/8/8/8/8 w - - 0 1", "no last move", "k1N5/8/1K6/8/8/8/8/8 w - - 0 1"),
    ],
)
def test_an_unreachable_position_and_a_similar_reachable_one(illegal: str, why: str, legal: str) -> None:
    assert why in "; ".join(unreachable_reasons(illegal))
    assert unreachable_reasons(legal) == []


def test_the_rules_apply_to_black_as_to_white() -> None:
    position = "k7/8/8/4B3/8/8/1P1P4/7K w - - 0 1"
    assert unreachable_reasons(chess.Board(position).mirror().fen()) == ["1 of Black's pieces must have been promoted"]


def test_promoted_pieces_may_be_allowed_but_not_a_ninth_pawn() -> None:
    assert unreachable_reasons("7k/8/8/8/B1B5/8/8/K7 w - - 0 1", promoted=True) == []
    assert unreachable_reasons("7k/8/8/8/B1B5/8/PPPPPPPP/K7 w - - 0 1", promoted=True)


def test_captures_are_counted_over_all_pawns_together() -> None:
    assert fewest_captures(chess.Board()) == 0
    assert fewest_captures(chess.Board("7k/8/8/8/8/P7/P7/7K w - - 0 1")) == 1
    assert fewest_captures(chess.Board("7k/8/8/P7/P7/P7/8/7K w - - 0 1")) == 3


def test_on_small_boards_only_the_pieces_are_counted() -> None:
    assert unreachable_reasons("1K2/1P2/kpp1/rqr1 w") == []
    assert unreachable_reasons("1K2/1P2/kpp1/qqr1 w") == ["a piece must have been promoted"]


def test_every_shipped_puzzle_may_come_from_a_game() -> None:
    assert {
        puzzle.position: why
        for puzzle in load_puzzles(SHIPPED_PUZZLES)
        if (why := unreachable_reasons(puzzle.position))
    } == {}
