"""Test evaluations without some terms: what depends on a term goes with it, and nothing else does."""

from __future__ import annotations

import pickle

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif._core.search import Evaluation, tapered_features
from motif.engines.cache import CachedEvaluator
from motif.engines.evaluator import Evaluation as Answer
from motif.engines.evaluator import SupportsAblation, SupportsCacheKey
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadPosition
from motif.players.find import find_evaluator
from motif.search.evaluation import TaperedWeights, Weights, fine_weights, shipped_weights
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings
from walks import random_positions

COARSE, FINE = shipped_weights(), fine_weights()

ROOKS = "r4rk1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1 w - - 0 1"


def evaluator(weights: TaperedWeights | Weights) -> SearchEvaluator:
    return SearchEvaluator("search", SearchSettings(weights=weights))


def details_that_differ(boards: Positions) -> set[str]:
    """Return the terms that must be left out for two boards to have the same value."""
    (one, other), _ = tapered_features(boards)
    names = zip(Evaluation.features(), (one != other).tolist(), strict=True)
    differ = {name for name, is_other in names if is_other}
    return {" ".join(name.split()[:2]) if name.startswith("placement") else name for name in differ}


@pytest.mark.parametrize(
    ("term", "there", "twin", "weights"),
    [
        ("rook files", "4k3/p7/8/8/8/8/P1P5/3RK3 w - - 0 1", "4k3/p7/8/8/8/8/P2P4/3RK3 w - - 0 1", COARSE),
        ("rook files: open", "4k3/p7/8/8/8/8/P1P5/3RK3 w - - 0 1", "4k3/p7/8/8/8/8/P2P4/3RK3 w - - 0 1", FINE),
        ("bishop pair", "4k3/pp6/8/8/8/8/PP6/2B1KB2 w - - 0 1", "4k3/pp6/8/8/8/8/PP6/2N1KB2 w - - 0 1", COARSE),
        ("passed pawn", "4k3/p5pp/8/3P4/8/8/6PP/4K3 w - - 0 1", "4k3/2p3pp/8/3P4/8/8/6PP/4K3 w - - 0 1", COARSE),
        ("pawns: doubled", "4k3/pp6/8/8/8/1P6/1P6/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/1P6/4K3 w - - 0 1", COARSE),
        ("pawns: isolated", "4k3/ppp5/8/8/8/8/P1P5/4K3 w - - 0 1", "4k3/ppp5/8/8/8/8/PP6/4K3 w - - 0 1", FINE),
        ("pawns: backward", "4k3/8/8/2p1p3/4P3/3P4/8/4K3 w - - 0 1", "4k3/8/8/1p2p3/4P3/3P4/8/4K3 w - - 0 1", FINE),
        ("king safety: shelter", "4k3/ppp5/8/8/8/8/PPP5/1K6 w - - 0 1", "4k3/ppp5/8/8/8/8/PPP5/6K1 w - - 0 1", FINE),
        ("outposts", "4k3/p7/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", FINE),
        ("mobility: rook", "4k3/p7/8/3R4/8/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", COARSE),
        ("threats", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3n4/3P4/8/8/4K3 w - - 0 1", COARSE),
        ("placement: king", "8/8/4k3/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", COARSE),
    ],
)
def test_boards_that_differ_in_one_term_are_equal_without_it(
    term: str, there: str, twin: str, weights: TaperedWeights
) -> None:
    boards = Positions([there, twin])
    others = {name for name in details_that_differ(boards) if name != term and not name.startswith(f"{term}:")}

    def values(terms: set[str]) -> list[int]:
        return [int(value) for value in weights.without(terms).evaluation().values(boards, np.array([True, True]))]

    with_it, without_it = values(others), values(others | {term})
    assert with_it[0] != with_it[1]
    assert without_it[0] == without_it[1]


@pytest.mark.parametrize("weights", [COARSE, FINE, Weights.parse("handmade")])
def test_without_no_terms_the_search_visits_the_same_nodes(weights: TaperedWeights | Weights) -> None:
    boards, whole = random_positions(20, seed=28), evaluator(weights)
    same = whole.without(())
    assert same.evaluate(boards, Limit(depth=4)) == whole.evaluate(boards, Limit(depth=4))
    assert same.nodes_visited() == whole.nodes_visited() > 0
    assert weights.without(()) == weights


def lead(engine: SearchEvaluator, better: str, rival: str) -> int:
    """Return the centipawns by which a search prefers one move to another."""

    def value(san: str) -> int:
        board = chess.Board(ROOKS)
        board.push_san(san)
        (answer,) = engine.evaluate([board], Limit(depth=6))
        return -answer.centipawns

    return value(better) - value(rival)


@pytest.mark.parametrize("weights", [COARSE, FINE])
def test_a_rook_goes_to_the_open_file_because_of_the_file_term(weights: TaperedWeights) -> None:
    engine = evaluator(weights)
    preference = lead(engine, "Rad1", "h3")
    assert preference > 5
    assert lead(engine.without(("rook files",)), "Rad1", "h3") <= preference / 2
    assert lead(engine.without(("bishop pair",)), "Rad1", "h3") == preference


def test_an_evaluator_by_name_can_leave_terms_out_and_caches_each_variant() -> None:
    engine = find_evaluator("search,weights=fine")
    assert isinstance(engine, SupportsAblation)
    assert {"rook files", "outposts", "pawns: backward", "placement: knight"} <= set(engine.term_names)
    assert "outposts" not in evaluator(COARSE).term_names
    bare = engine.without(("rook files",))
    assert bare is engine.without(("rook files",))
    assert bare.name == "search without rook files"
    board, limit = chess.Board(ROOKS), Limit(depth=3)
    assert bare.evaluate([board], limit) == evaluator(FINE.without(["rook files"])).evaluate([board], limit)
    assert isinstance(bare, CachedEvaluator)
    assert isinstance(bare.evaluator, SupportsCacheKey)
    assert isinstance(engine, CachedEvaluator)
    assert isinstance(engine.evaluator, SupportsCacheKey)
    keys = [each.cache_key(board, limit, 1) for each in (engine.evaluator, bare.evaluator)]
    assert keys[0] != keys[1]


def test_an_unknown_term_and_an_evaluator_without_terms_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        COARSE.without(["rook file"])
    with golden.raises(BadArgument):
        Weights.parse("handmade").without(["rook files"])

    class Silent:
        name = "silent"

        def evaluate(self, boards: object, limit: Limit) -> list[Answer]:
            raise AssertionError

    assert CachedEvaluator(Silent()).term_names == ()
    with golden.raises(BadArgument):
        CachedEvaluator(Silent()).without(("material",))


def test_evaluations_without_a_term_can_be_pickled() -> None:
    bare = FINE.without(["threats"]).evaluation()
    boards = Positions.from_boards(random_positions(50, seed=3))
    again = pickle.loads(pickle.dumps(bare))
    assert again.values(boards, boards.turns()).tolist() == bare.values(boards, boards.turns()).tolist()


def test_a_null_move_can_be_searched_and_clears_en_passant() -> None:
    board = chess.Board("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    board.push(chess.Move.null())
    assert board.ep_square is None
    by_stack, by_fen = evaluator(FINE).evaluate([board, chess.Board(board.fen())], Limit(depth=5))
    assert by_stack == by_fen


@pytest.mark.parametrize(("rook", "wins"), [("d1", True), ("b1", False)])
def test_after_a_null_move_the_rook_takes_the_queen_it_attacks(rook: str, wins: bool) -> None:
    board = chess.Board("4k3/8/8/8/3q4/8/8/4K3 b - - 0 1")
    board.set_piece_at(chess.parse_square(rook), chess.Piece(chess.ROOK, chess.WHITE))
    board.push(chess.Move.null())
    (answer,) = evaluator(FINE).evaluate([chess.Board(board.fen())], Limit(depth=5))
    assert (answer.centipawns > 400) == wins
    assert (answer.best == chess.Move.from_uci("d1d4")) == wins


def test_a_null_move_in_check_is_refused(golden: Golden) -> None:
    board = chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    board.push(chess.Move.null())
    with golden.raises(BadPosition):
        evaluator(COARSE).evaluate([board], Limit(depth=2))
