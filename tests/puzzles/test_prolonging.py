"""Longer mates from shorter ones, and mates that readers would call the same."""

from __future__ import annotations

import chess

from motif._core.puzzles import line_after, prolonged
from motif.puzzles.batches import mate_picture as picture
from motif.puzzles.finishing import ProlongedSkeletons, can_be_prolonged
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.puzzles.recipe import Criteria, Recipe
from motif.puzzles.skeletons import Skeleton
from motif.puzzles.themes import THEMES, Theme
from motif.puzzles.verify import find_mates
from puzzles.placements import verdict_on

QUIET = Criteria(2, every_piece_needed=False)
SOUND = "7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1"
"""A minimal mate in two composed by the core."""


def key_of(position: str, criteria: Criteria = QUIET) -> chess.Move:
    verdict, key = verdict_on(position, criteria)
    assert verdict == "sound"
    assert key is not None
    return key


def test_philidors_legacy_is_found_by_taking_back_its_sacrifice() -> None:
    smothered, mate = "6rk/6pp/7N/8/8/8/8/K7 w - - 0 1", chess.Move.from_uci("h6f7")
    loud = Criteria(2, key_may_check=True, every_piece_needed=False)
    found = prolonged(smothered, [mate], loud, most=6, tries=20_000, wanted=5, seed=1)
    assert len(found) == 5
    for position, (key, reply) in found:
        board = chess.Board(position)
        board.push(key)
        board.push(reply)
        assert board.board_fen() == smothered.split()[0], "the two moves lead back"
    position, (key, reply) = found[0]
    assert key.to_square == reply.to_square == chess.G8, "a piece is sacrificed on g8"
    assert key.uci() in find_mates(position, 2).keys, "the position closest to sound comes first"
    back = chess.Move.from_uci("f5h6")
    asked = prolonged(smothered, [mate], loud, key=back, tries=20_000, wanted=5, seed=1)
    assert asked
    assert {key for _, (key, _) in asked} == {back}


def test_a_key_has_a_line_after_it_and_a_failing_move_has_none() -> None:
    tree = line_after(SOUND, key_of(SOUND), 2)
    assert tree is not None
    assert {reply.move for reply in tree.replies} == _replies(SOUND, key_of(SOUND))
    assert line_after(SOUND, chess.Move.from_uci("h8g8"), 2) is None
    assert line_after(SOUND, chess.Move.from_uci("a1a8"), 2) is None


def _replies(position: str, key: chess.Move) -> set[chess.Move]:
    board = chess.Board(position)
    board.push(key)
    return set(board.legal_moves)


def mate(position: str, move: str) -> Puzzle:
    return Puzzle(position, Stipulation(Goal.MATE, 1), (Branch(move),))


def test_a_mate_picture_shows_what_surrounds_the_king() -> None:
    corner = mate("6rk/6pp/8/4N3/8/8/8/K7 w - - 0 1", "e5f7")
    assert picture(corner) == picture(mate("kr6/pp6/8/3N4/8/8/8/7K w - - 0 1", "d5c7")), (
        "mirrored, White's king elsewhere"
    )
    assert picture(corner) != picture(mate("6bk/6pp/8/4N3/8/8/8/K7 w - - 0 1", "e5f7")), "another piece shuts it in"
    back_rank = mate("6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1", "d1d8")
    assert picture(back_rank) == picture(mate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")), "a rook from farther away"
    assert picture(back_rank) != picture(mate("6k1/5ppp/8/8/8/8/8/3QK3 w - - 0 1", "d1d8"))


def test_a_mate_in_three_is_made_from_its_end() -> None:
    recipe = Recipe.parse("goal: mate in 3\nthemes: back rank")
    skeleton = ProlongedSkeletons(recipe, seed=1).find()
    assert isinstance(skeleton, Skeleton)
    assert len(skeleton.line) == 5
    board = chess.Board(str(skeleton.diagram))
    for move in skeleton.line:
        board.push_uci(move)
    assert board.is_checkmate()
    assert chess.square_rank(board.king(chess.BLACK) or 0) == 7


def test_recipes_that_cannot_be_prolonged_are_left_to_clingo() -> None:
    fork = Theme.from_asp("tactic(S,T) :- key(S,T), at(1,black,king,K), attacks(1,T,K).")
    assert can_be_prolonged(Recipe(themes=(THEMES["switchback"],)))
    assert not can_be_prolonged(Recipe(themes=(THEMES["queen sacrifice"],)))
    assert not can_be_prolonged(Recipe(themes=(fork,)))
    assert not can_be_prolonged(Recipe(board=(5, 5)))
    assert not can_be_prolonged(Recipe(Stipulation(Goal.MATE, 1)))
