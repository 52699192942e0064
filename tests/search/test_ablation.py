"""Terms of the evaluation switched off by name: what hangs on a term goes with it, and nothing else does."""

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
    """What must be left out for two boards to be judged alike."""
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
def test_with_nothing_left_out_the_same_nodes_are_visited(weights: TaperedWeights | Weights) -> None:
    boards, whole = random_positions(20, seed=28), evaluator(weights)
    same = whole.without(())
    assert same.evaluate(boards, Limit(depth=4)) == whole.evaluate(boards, Limit(depth=4))
    assert same.nodes_visited() == whole.nodes_visited() > 0
    assert weights.without(()) == weights


def lead(judge: SearchEvaluator, better: str, rival: str) -> int:
    """By how much a search prefers one move to another."""

    def value(san: str) -> int:
        board = chess.Board(ROOKS)
        board.push_san(san)
        (answer,) = judge.evaluate([board], Limit(depth=6))
        return -answer.centipawns

    return value(better) - value(rival)


@pytest.mark.parametrize("weights", [COARSE, FINE])
def test_a_rook_goes_to_the_open_file_for_the_files_sake_and_not_for_bishops_that_are_not_there(
    weights: TaperedWeights,
) -> None:
    judge = evaluator(weights)
    preference = lead(judge, "Rad1", "h3")
    assert preference > 5
    assert lead(judge.without(("rook files",)), "Rad1", "h3") <= preference / 2
    assert lead(judge.without(("bishop pair",)), "Rad1", "h3") == preference


def test_the_oracle_of_a_name_leaves_terms_out_and_remembers_what_each_judge_said() -> None:
    judge = find_evaluator("search,weights=fine")
    assert isinstance(judge, SupportsAblation)
    assert {"rook files", "outposts", "pawns: backward", "placement: knight"} <= set(judge.term_names)
    assert "outposts" not in evaluator(COARSE).term_names
    bare = judge.without(("rook files",))
    assert bare is judge.without(("rook files",))
    assert bare.name == "search without rook files"
    board, limit = chess.Board(ROOKS), Limit(depth=3)
    assert bare.evaluate([board], limit) == evaluator(FINE.without(["rook files"])).evaluate([board], limit)
    assert isinstance(bare, CachedEvaluator)
    assert isinstance(bare.evaluator, SupportsCacheKey)
    assert isinstance(judge, CachedEvaluator)
    assert isinstance(judge.evaluator, SupportsCacheKey)
    asked = [each.cache_key(board, limit, 1) for each in (judge.evaluator, bare.evaluator)]
    assert asked[0] != asked[1]


def test_a_term_that_nobody_knows_is_named_and_so_is_a_judge_without_terms(golden: Golden) -> None:
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


def test_evaluations_without_a_term_travel_to_other_processes() -> None:
    bare = FINE.without(["threats"]).evaluation()
    boards = Positions.from_boards(random_positions(50, seed=3))
    again = pickle.loads(pickle.dumps(bare))
    assert again.values(boards, boards.turns()).tolist() == bare.values(boards, boards.turns()).tolist()


def test_a_pass_can_be_searched_and_forgets_what_could_be_taken_in_passing() -> None:
    board = chess.Board("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    board.push(chess.Move.null())
    assert board.ep_square is None
    by_stack, by_fen = evaluator(FINE).evaluate([board, chess.Board(board.fen())], Limit(depth=5))
    assert by_stack == by_fen


@pytest.mark.parametrize(("rook", "wins"), [("d1", True), ("b1", False)])
def test_if_black_passes_the_rook_takes_the_queen_that_it_attacks(rook: str, wins: bool) -> None:
    board = chess.Board("4k3/8/8/8/3q4/8/8/4K3 b - - 0 1")
    board.set_piece_at(chess.parse_square(rook), chess.Piece(chess.ROOK, chess.WHITE))
    board.push(chess.Move.null())
    (answer,) = evaluator(FINE).evaluate([chess.Board(board.fen())], Limit(depth=5))
    assert (answer.centipawns > 400) == wins
    assert (answer.best == chess.Move.from_uci("d1d4")) == wins


def test_a_check_cannot_be_passed_over(golden: Golden) -> None:
    board = chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    board.push(chess.Move.null())
    with golden.raises(BadPosition):
        evaluator(COARSE).evaluate([board], Limit(depth=2))
