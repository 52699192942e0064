"""Test the quality of a mate: a forced theme, few duals, no promoted pieces, and a game that can lead to it."""

from __future__ import annotations

import chess
import pytest

from motif._core.puzzles import solve
from motif.errors import BadArgument
from motif.motifs.catalogue import find_motif
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.files import SHIPPED_PUZZLES
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation, load_puzzles
from motif.puzzles.quality import (
    Duals,
    PlayAfterKey,
    duals,
    fewest_captures,
    forced_line,
    has_no_promoted_piece,
    is_game_like,
    tags,
    unreachable_reasons,
)
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Failure, Skeletons
from motif.puzzles.solutions import branches

SIX_MATES = "1RNn4/2kP4/3p4/3K4/6p1/4Q3/8/1R6 w - - 0 1"
"""After the key six moves mate, d8=Q among them, and one of the others promotes to a knight."""


def puzzle_of(fen: str, moves: int) -> Puzzle:
    solution = solve(fen, f"#{moves}")
    assert solution is not None
    return Puzzle(fen, Stipulation(Goal.MATE, moves), branches([key.line for key in solution.keys]))


def written(tree: str, moves: int = 2) -> Puzzle:
    return Puzzle("6k1/8/8/5Q2/8/8/8/K6R w - - 0 1", Stipulation(Goal.MATE, moves), Branch.parse_all(tree))


def test_a_theme_that_white_may_avoid_is_no_theme() -> None:
    puzzle = puzzle_of(SIX_MATES, 2)
    promotes = find_motif("underpromotion").shown
    board = puzzle.board()
    assert any(promotes(Line.of(board, line)) for line in puzzle.lines()), "somewhere a pawn becomes a knight"
    assert "underpromotion" not in tags(puzzle)


def test_a_forced_line_leaves_only_black_a_choice() -> None:
    def ends_on_h5(line: tuple[str, ...]) -> bool:
        return line[-1].endswith("h5")

    assert forced_line(written("h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]"), ends_on_h5) == ("h1h7", "g8h7", "f5h5")
    assert forced_line(written("h1h7[g8h7[f5h5 f5f7] g8f8[h7h8]]"), ends_on_h5) is None
    both = written("h1h7[g8h7[f5h5 h1h5] g8f8[f5h5]]")
    assert forced_line(both, ends_on_h5) == ("h1h7", "g8f8", "f5h5"), "the line without a dual is the main line"


def test_a_line_that_ends_too_soon_shows_nothing() -> None:
    short = written("h1h7[g8h7[f5h5[h7g8[h5h8]]] g8f8[f5f7]]", moves=3)
    assert forced_line(short, lambda line: True) == ("h1h7", "g8h7", "f5h5", "h7g8", "h5h8")
    assert forced_line(short, lambda line: len(line) == 3) is None


@pytest.mark.parametrize(
    ("tree", "counts", "admitted"),
    [
        ("h1h7[g8h7[f5h5] g8f8[f5f7]]", (0, 2), {Duals.NONE, Duals.FEW, Duals.ANY}),
        ("h1h7[a1a1[a2a2] a1a2[a2a2] a1a3[a2a2] a1a4[a2a2] a1a5[a2a2 a2a3]]", (1, 5), {Duals.FEW, Duals.ANY}),
        ("h1h7[a1a5[a2a2 a2a3] a1a1[a2a2] a1a2[a2a2] a1a3[a2a2] a1a4[a2a2]]", (1, 5), {Duals.ANY}),
        ("h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]", (1, 2), {Duals.ANY}),
    ],
    ids=["none", "one of five", "one of five, on the main line", "one of two"],
)
def test_duals_are_counted_by_defences(tree: str, counts: tuple[int, int], admitted: set[Duals]) -> None:
    puzzle = written(tree)
    assert duals(puzzle) == counts
    assert {asked for asked in Duals if asked.admits(puzzle)} == admitted


def test_two_bishops_on_one_colour_were_promoted() -> None:
    assert has_no_promoted_piece(Diagram.parse("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"))
    assert not has_no_promoted_piece(Diagram.parse("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1"))
    assert has_no_promoted_piece(Diagram.parse("b3k3/8/8/8/8/8/8/2B1K3 w - - 0 1")), "one each is no pair"
    assert not has_no_promoted_piece(Diagram.parse("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"))


def test_game_like_positions_have_no_far_pawns_and_no_large_lead() -> None:
    assert is_game_like(Diagram.parse("4kr2/5ppp/8/4P3/8/8/8/R3KB2 w - - 0 1"))
    assert not is_game_like(Diagram.parse("4kr2/5ppp/4P3/8/8/8/8/R3KB2 w - - 0 1"))
    assert not is_game_like(Diagram.parse("4kr2/6pp/8/8/8/5p2/8/R3KB2 w - - 0 1"))
    assert not is_game_like(Diagram.parse("4kr2/5ppp/8/4P3/8/8/8/Q3KB2 w - - 0 1"))


@pytest.mark.parametrize("setting", ["game-like: yes", "duals: none", "promoted: yes"])
def test_quality_settings_are_lines_of_a_recipe(setting: str) -> None:
    recipe = Recipe.parse(setting)
    assert setting in str(recipe)
    assert Recipe.parse(str(recipe)) == recipe
    assert setting not in str(Recipe())


@pytest.mark.parametrize(("line", "value"), [("duals: some", "'some'"), ("game-like: perhaps", "'perhaps'")])
def test_an_unknown_setting_is_named(line: str, value: str) -> None:
    with pytest.raises(BadArgument, match=value):
        Recipe.parse(line)


def test_skeletons_respect_the_quality_settings() -> None:
    found = Skeletons(Recipe.parse("game-like: yes\nwhite: 4-6 with BB"), seed=5).find(conflicts=20_000)
    assert not isinstance(found, Failure)
    assert is_game_like(found.diagram)
    assert has_no_promoted_piece(found.diagram)


@pytest.mark.parametrize(
    ("fen", "is_rich"),
    [
        # The knight moves away or captures, and each time another piece mates.
        ("8/8/8/8/2K5/kP1QN3/8/n7 w - - 0 1", True),
        # Two mates, but only the king defends.
        ("2k5/8/8/1K4R1/8/8/6Q1/8 w - - 0 1", False),
    ],
)
def test_rich_play_has_defences_by_other_pieces_than_the_king(fen: str, is_rich: bool) -> None:
    puzzle = puzzle_of(fen, 2)
    assert PlayAfterKey.VARIED.admits(puzzle)
    assert PlayAfterKey.RICH.admits(puzzle) is is_rich
    assert Recipe.parse("play: rich").varied


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
