"""The quality of a mate: a forced theme, few duals, no promoted pieces, positions like those of games."""

from __future__ import annotations

import pytest

from motif._core.puzzles import solve
from motif.errors import BadArgument
from motif.motifs.catalogue import find_motif
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation, branches
from motif.puzzles.quality import Duals, PlayAfterKey, duals, forced_line, has_no_promoted_piece, is_game_like, tags
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Failure, Skeletons

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
