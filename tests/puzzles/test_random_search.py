"""Random search: mates around sketches of a theme, and longer mates from shorter ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import chess
import pytest

from goldens import Golden
from motif._core.puzzles import compose_around, lengthened, mate_lengths
from motif.errors import BadArgument
from motif.puzzles import random_search
from motif.puzzles.batches import Order
from motif.puzzles.composition import composed
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.puzzles.quality import has_no_promoted_piece
from motif.puzzles.random_search import RandomSearch, is_random_search_possible
from motif.puzzles.recipe import Criteria, Recipe
from motif.puzzles.sketches import SKETCHES, sketch_of
from motif.puzzles.themes import THEMES, Theme
from motif.puzzles.verify import find_mates, objections
from puzzles.placements import verdict_on

CORNER = "6rk/6pp/8/8/8/8/8/8"
"""A king hemmed in by its own pieces."""


def sketched(name: str, seed: int, needed: str = "") -> tuple[chess.Board, chess.SquareSet]:
    pieces, free = sketch_of([name], Random(seed), needed)
    return chess.Board(f"{pieces} w - - 0 1"), chess.SquareSet(free)


@pytest.mark.parametrize("theme", SKETCHES)
def test_a_sketch_has_blacks_king_and_no_impossible_pawns(theme: str) -> None:
    for seed in range(50):
        board, free = sketched(theme, seed)
        assert board.king(chess.BLACK) is not None
        assert board.king(chess.WHITE) is None, "White's king is added later"
        assert not board.pawns & chess.BB_BACKRANKS
        assert not int(free) & board.occupied
        assert (board.board_fen(), int(free)) == sketch_of([theme], Random(seed)), "the seed decides"


def _a_knight(board: chess.Board) -> bool:
    return bool(board.pieces(chess.KNIGHT, chess.WHITE))


def _a_pawn_on_the_seventh(board: chess.Board) -> bool:
    return bool(board.pieces(chess.PAWN, chess.WHITE) & chess.BB_RANK_7)


def _a_king_at_home(board: chess.Board) -> bool:
    return chess.square_rank(board.king(chess.BLACK) or 0) == 7


@pytest.mark.parametrize(
    ("theme", "shows"),
    [
        ("smothered mate", _a_knight),
        ("underpromotion", _a_pawn_on_the_seventh),
        ("back rank mate", _a_king_at_home),
    ],
)
def test_a_sketch_shows_what_its_theme_needs(theme: str, shows: Callable[[chess.Board], bool]) -> None:
    assert all(shows(sketched(theme, seed)[0]) for seed in range(50))


def test_needed_pieces_are_in_the_sketch() -> None:
    board, _ = sketched("smothered mate", seed=1, needed="QNr")
    assert board.pieces(chess.QUEEN, chess.WHITE)
    assert len(board.pieces(chess.KNIGHT, chess.WHITE)) == 1, "one is enough"
    assert board.pieces(chess.ROOK, chess.BLACK)


def test_mates_are_found_around_a_cornered_king() -> None:
    criteria = Criteria(2)
    free = chess.BB_SQUARES[chess.F7]
    found = compose_around([(CORNER, free)], criteria, attempts=20_000, seed=1)
    assert len(found) > 5
    assert found == compose_around([(CORNER, free)], criteria, attempts=20_000, seed=1)
    for position in found:
        assert verdict_on(position, criteria)[0] == "sound"
        assert has_no_promoted_piece(Diagram.parse(position)), "no promoted pieces"
        assert chess.Board(position).king(chess.BLACK) == chess.H8


def test_bad_sketches_and_keys_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        compose_around([("k3/4/4/4", 0)], Criteria(2), attempts=1, seed=1)
    with golden.raises(BadArgument):
        lengthened(["6rk/6pp/7N/8/8/8/8/K7 w - - 0 1"], Criteria(2), tries=1, seed=1, keys=[])
    with golden.raises(BadArgument):
        lengthened(["6rk/6pp/7N/8/8/8/8/K7 w - - 0 1"], Criteria(2), tries=1, seed=1, key_by="x")


def test_a_smothered_mate_in_one_becomes_one_in_two() -> None:
    found = lengthened(["2K5/8/8/7n/4N3/8/6pp/5Qbk w - - 0 1"], Criteria(2), tries=5_000, seed=1, most=6)
    assert found
    for end, position, key in found:
        assert end == 0
        assert find_mates(position, 2).keys == (key.uci(),)
        board = chess.Board(position)
        assert not board.is_capture(key)
        assert not board.gives_check(key)
        assert mate_lengths([position], 2)[0] == 2


def test_a_queen_sacrifice_is_added_before_a_mate() -> None:
    end = "6rk/6p1/6p1/8/8/8/2B1K3/2R5 w - - 0 1"
    found = lengthened([end], Criteria(2), tries=10_000, seed=1, most=6, key_by="Q", is_offer=True)
    assert found
    for _, position, key in found:
        board = chess.Board(position)
        assert board.piece_type_at(key.from_square) == chess.QUEEN
        board.push(key)
        assert any(move.to_square == key.to_square for move in board.legal_moves), "the queen can be captured"


def test_the_key_can_be_given() -> None:
    back = chess.Move.from_uci("d4d3")
    found = lengthened(["7B/8/7K/8/7k/3R2pp/8/8 w - - 0 1"], Criteria(2), tries=10_000, seed=1, keys=[back])
    assert {key for _, _, key in found} == {back}


def test_a_switchback_key_is_the_mating_move_reversed() -> None:
    mate = Puzzle("k7/8/1K6/8/8/8/8/7R w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("h1h8"),))
    assert random_search._switchback_key(mate) == chess.Move.from_uci("h8h1")
    promotion = Puzzle("k7/7P/1K6/8/8/8/8/8 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("h7h8q"),))
    assert random_search._switchback_key(promotion) is None


@pytest.mark.parametrize(("theme", "moves"), [("smothered mate", 2), ("pawn mate", 3), ("discovered mate", 2)])
def test_random_search_finds_a_theme(theme: str, moves: int) -> None:
    recipe = Recipe.parse(f"goal: mate in {moves}\nthemes: {theme}")
    found: list[tuple[str, chess.Move]] = []
    source = RandomSearch(recipe, seed=4)
    for number in range(6):
        found = found or list(source.turn(number))
    assert found, source.rejected
    for position, key in found:
        assert find_mates(position, moves).keys == (key.uci(),)
        assert sum(sign.islower() for sign in position.partition(" ")[0]) > 1, "no bare king"


def test_puzzles_of_random_search_fulfil_the_recipe() -> None:
    recipe = Recipe.parse("themes: pin mate")
    puzzles = list(composed(recipe, Order(1, seed=3)))
    assert len(puzzles) == 1
    for puzzle in puzzles:
        assert puzzle.themes[0] == "pin mate"
        assert objections(puzzle) == []
        assert verdict_on(puzzle.position, recipe.criteria) == ("sound", chess.Move.from_uci(puzzle.key))
    assert puzzles == list(composed(recipe, Order(1, seed=3)))


def test_user_rules_and_small_boards_are_left_to_clingo() -> None:
    fork = Theme.from_asp("tactic(S,T) :- key(S,T), at(1,black,king,K), attacks(1,T,K).")
    assert is_random_search_possible(Recipe(themes=(THEMES["smothered mate"],)))
    assert is_random_search_possible(Recipe())
    assert not is_random_search_possible(Recipe(themes=(fork,)))
    assert not is_random_search_possible(Recipe(board=(5, 5)))
