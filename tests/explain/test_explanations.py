"""Test what a move wins and why: true explanations, and positions without the reason."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import chess
import pytest
from chess.engine import Cp
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif.board.material import balance
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.errors import BadPosition, EngineFailed, IllegalMove
from motif.explain.checks import check_of
from motif.explain.clauses import CLAUSES
from motif.explain.found import FoundReason
from motif.explain.gains import at_stake
from motif.explain.mistakes import explain_mistake
from motif.explain.moves import best_explained, explain
from motif.motifs.catalogue import MOTIFS
from motif.players.names import find_evaluator
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings
from walks import random_positions

FORK = chess.Board("r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1")
CHECK_ONLY = chess.Board("4k3/r4p2/8/3N4/8/8/5P2/4K3 w - - 0 1")
WORDS = 25
SHALLOW = Limit(depth=3)
SEARCH = find_evaluator("search")


@pytest.fixture
def evaluator() -> Evaluator:
    return SEARCH


def test_a_fork_is_the_reason_and_the_line_proves_it(golden: Golden, evaluator: Evaluator) -> None:
    explanation = explain(FORK, chess.Move.from_uci("d5c7"), evaluator)
    assert explanation.cause is not None
    assert explanation.cause.witness.motif == "fork"
    golden(explanation.sentence)
    assert explanation.gain.pawns == 5


def test_without_the_rook_in_reach_the_same_check_wins_nothing(evaluator: Evaluator) -> None:
    explanation = explain(CHECK_ONLY, chess.Move.from_uci("d5f6"), evaluator)
    assert explanation.cause is None
    assert not explanation.gain.is_something
    assert "rook" not in explanation.sentence


def test_the_board_without_the_cause_is_the_position_without_the_rook(evaluator: Evaluator) -> None:
    cause = explain(FORK, chess.Move.from_uci("d5c7"), evaluator).cause
    assert cause is not None
    assert cause.undone.board.board_fen() == "4k3/5p2/8/P2N4/8/8/5P2/4K3"


def test_a_back_rank_mate_is_explained_by_the_pawns_in_the_way(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    explanation = explain(board, chess.Move.from_uci("d1d8"), evaluator)
    golden(explanation.sentence)


def test_with_a_hole_in_the_pawns_there_is_no_mate_to_explain(evaluator: Evaluator) -> None:
    board = chess.Board("6k1/5pp1/7p/8/8/8/8/K2R4 w - - 0 1")
    assert explain(board, chess.Move.from_uci("d1d8"), evaluator).gain.mate_in is None


def test_a_mistake_misses_and_allows(evaluator: Evaluator) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    mistake = explain_mistake(board, chess.Move.from_uci("g8f6"), evaluator)
    assert mistake.allowed is not None
    assert mistake.allowed.gain.mate_in == 1
    assert mistake.sentence.startswith("Nf6 ignores the threat Qxf7, mate: the bishop on c4 protects the queen.")


def test_of_two_moves_that_win_as_much_either_has_its_reason(evaluator: Evaluator) -> None:
    # The knight on b5 and the one on d5 fork alike.
    board = chess.Board("r3k3/5p2/8/1N1N4/8/8/5P2/4K3 w q - 0 1")
    for move in ("b5c7", "d5c7"):
        cause = explain(board, chess.Move.from_uci(move), evaluator).cause
        assert cause is not None
        assert cause.witness.motif == "fork"
    assert explain_mistake(board, chess.Move.from_uci("e1d1"), evaluator).missed is not None


def test_to_take_with_the_other_knight_misses_nothing(evaluator: Evaluator) -> None:
    board = chess.Board("r3k3/5p2/8/1N1N4/8/8/5P2/4K3 w q - 0 1")
    assert explain_mistake(board, chess.Move.from_uci("b5c7"), evaluator).reasons == ()


def test_a_good_move_is_no_mistake(evaluator: Evaluator) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    mistake = explain_mistake(board, chess.Move.from_uci("g7g6"), evaluator)
    assert mistake.reasons == ()


def test_a_game_that_is_decided_gets_no_reason(evaluator: Evaluator) -> None:
    board = chess.Board("4k3/8/8/8/8/8/QQQ5/K6n w - - 0 1")
    mistake = explain_mistake(board, chess.Move.from_uci("a2a3"), evaluator)
    assert mistake.reasons == ()


def test_an_illegal_move_is_refused(golden: Golden, evaluator: Evaluator) -> None:
    with golden.raises(IllegalMove):
        explain(FORK, chess.Move.from_uci("d5d6"), evaluator)


def test_a_finished_game_is_refused(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    with golden.raises(BadPosition):
        explain(board, chess.Move.from_uci("h8h7"), evaluator)


def test_two_white_kings_are_refused(evaluator: Evaluator) -> None:
    board = chess.Board("k7/8/8/8/8/8/8/KK6 w - - 0 1")
    with pytest.raises(BadPosition, match="cannot be"):
        explain(board, chess.Move.from_uci("a1a2"), evaluator)


class _Dying:
    name = "dying"

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        raise EngineFailed("the engine has died")


def test_an_oracle_that_dies_is_heard() -> None:
    with pytest.raises(EngineFailed, match="has died"):
        explain(FORK, chess.Move.from_uci("d5c7"), _Dying())


class _DyingLater:
    """Answers once, and dies at the question about the board without the cause."""

    name = "dying later"

    def __init__(self, evaluator: Evaluator) -> None:
        self._answers = iter([evaluator.evaluate])

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        for answer in self._answers:
            return answer(boards, limit)
        raise EngineFailed("the engine has died")


def test_an_oracle_that_dies_in_the_middle_is_heard(evaluator: Evaluator) -> None:
    with pytest.raises(EngineFailed, match="has died"):
        explain(FORK, chess.Move.from_uci("d5c7"), _DyingLater(evaluator))
    with pytest.raises(EngineFailed, match="has died"):
        explain_mistake(FORK, chess.Move.from_uci("d5b6"), _DyingLater(evaluator))


class _Boasting:
    """Sees a queen's worth in everything, and shows nothing for it."""

    name = "boasting"

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [Evaluation(Cp(-900)) for _ in boards]


def test_a_gain_that_no_line_shows_is_not_claimed() -> None:
    explanation = explain(FORK, chess.Move.from_uci("d5c7"), _Boasting())
    assert not explanation.gain.is_something
    assert explanation.cause is None


def test_every_motif_that_can_be_a_cause_has_its_words() -> None:
    assert set(CLAUSES) <= set(MOTIFS)


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(min_value=0, max_value=90))
def test_an_explanation_never_fails_and_never_claims_what_its_line_does_not_show(random: Random, plies: int) -> None:
    board = chess.Board()
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(random.choice(list(board.legal_moves)))
    if board.is_game_over():
        return
    explanation = explain(board, random.choice(list(board.legal_moves)), SEARCH, SHALLOW)
    _claims_what_its_line_shows(explanation)


def _claims_what_its_line_shows(explanation: FoundReason) -> None:
    line, gain = explanation.line, explanation.gain
    if gain.is_mate:
        assert line.end.is_checkmate()
    elif gain.is_something:
        assert balance(line.end, line.winner) - balance(at_stake(line), line.winner) == gain.pawns
    words, _, _ = explanation.sentence.partition(": ")
    assert len(words.split()) <= WORDS
    assert explanation.sentence.endswith(".")


def test_what_is_taken_back_is_not_won(evaluator: Evaluator) -> None:
    board = chess.Board("3q1rk1/5ppp/8/8/8/8/PPP5/1K1RR3 w - - 4 20")
    explanation = explain(board, chess.Move.from_uci("d1d8"), evaluator)
    assert explanation.sentence == "Rxd8 wins the queen for a rook."


def test_a_piece_captured_without_recapture_is_won(evaluator: Evaluator) -> None:
    board = chess.Board("3q2k1/4rpp1/7p/8/8/8/PPP5/1K1R1R2 w - - 0 1")
    explanation = explain(board, chess.Move.from_uci("d1d8"), evaluator)
    assert explanation.sentence == "Rxd8+ wins the undefended queen."


def test_a_capture_that_costs_more_than_it_takes(evaluator: Evaluator) -> None:
    # lichess.org/73oeiyC8 and its like: a knight for a pawn, and the queens come off as well.
    board = chess.Board("r1bqkbnr/ppp1pppp/2n5/8/3P4/2N2N2/PP2PPPP/R1BQKB1R b KQkq - 2 5")
    mistake = explain_mistake(board, chess.Move.from_uci("c6d4"), evaluator)
    assert mistake.sentence.startswith("Nxd4 captures a defended pawn: Qxd4 wins a knight for a pawn.")


def test_an_even_exchange_wins_nothing(evaluator: Evaluator) -> None:
    board = chess.Board("r1bqkbnr/ppp1pppp/2n5/8/3N4/2N5/PP2PPPP/R1BQKB1R b KQkq - 2 5")
    board.push_san("Nxd4")
    assert not explain(board, board.parse_san("Qxd4"), evaluator).gain.is_something


def test_a_guard_that_left_is_the_reason(evaluator: Evaluator) -> None:
    board = chess.Board("rnbq1rk1/ppp1bppp/5n2/3p2B1/3P4/2N2N2/PPP1BPPP/R2QK2R b KQ - 6 7")
    mistake = explain_mistake(board, chess.Move.from_uci("f6g4"), evaluator)
    assert mistake.allowed is not None
    assert mistake.allowed.cause is not None
    assert mistake.allowed.cause.witness.motif == "overloaded defender"
    assert mistake.sentence.startswith("Ng4 leaves the pawn on d5 with too few defenders: Bxe7 wins a pawn.")


def test_a_guard_that_stays_gives_nothing_away(evaluator: Evaluator) -> None:
    board = chess.Board("rnbq1rk1/ppp1bppp/5n2/3p2B1/3P4/2N2N2/PPP1BPPP/R2QK2R b KQ - 6 7")
    assert explain_mistake(board, chess.Move.from_uci("c7c6"), evaluator).reasons == ()


def test_where_nothing_is_won_the_answer_is_shown(evaluator: Evaluator) -> None:
    mistake = explain_mistake(chess.Board(), chess.Move.from_uci("f2f3"), evaluator)
    assert mistake.sides == ()
    assert mistake.sentence.startswith(
        "Nf3 is better than f3: it develops the knight and covers d4 and e5 in the centre."
    )


def test_a_rook_that_must_not_be_taken_saves_a_draw(evaluator: Evaluator) -> None:
    # Capturing the rook stalemates the king in the corner, and so it checks for ever.
    board = chess.Board("k7/2Q5/1r6/8/8/8/8/K7 b - - 0 1")
    saved = explain(board, chess.Move.from_uci("b6b1"), evaluator)
    assert saved.gain.saves_draw
    assert saved.sentence.startswith("Rb1+ saves the draw by perpetual check.")


def test_a_king_with_a_way_out_is_not_saved(evaluator: Evaluator) -> None:
    board = chess.Board("8/k1Q5/1r6/8/8/8/8/K7 b - - 0 1")
    assert not explain(board, board.parse_san("Rb7"), evaluator).gain.saves_draw


def test_a_fork_of_king_and_queen_is_a_cause_because_of_the_king(evaluator: Evaluator) -> None:
    # With the queen taken off White is lost anyway, so that shows nothing; one step of the king does.
    explanation = best_explained(chess.Board("8/p4rk1/4p1p1/7p/3qP2P/R5P1/P3Q2K/8 b - - 4 37"), evaluator)
    assert explanation.sentence.startswith(
        "Rf2+ forks the king on h2 and the queen on e2, winning the queen for a rook."
    )
    check = check_of(explanation)
    assert check is not None
    assert check.result.startswith("With the king on h1, Rf2 would win ")


def test_a_check_before_a_recapture_is_explained_as_such(evaluator: Evaluator) -> None:
    board = chess.Board("2r2rk1/p3q2p/b3pbp1/3p4/2pN1P2/2P1R1N1/PP4PP/1R1Q2K1 w - - 0 19")
    board.push_san("Rxe6")
    sentence = best_explained(board, evaluator).sentence
    assert sentence.startswith("Bxd4+ comes first, with check, before the rook on e6 is recaptured, winning a rook.")


RANDOM_POSITIONS = 100
SMALL = SearchSettings(hash_megabytes=1)
"""A table is wiped for every question, which takes longer than to look one move ahead."""

MISTAKES_AMONG_THEM = 10
"""One in this many is explained as a mistake too, which takes longer."""


def test_a_hundred_random_positions_are_explained() -> None:
    random, forgetful, quick = Random(12), SearchEvaluator("search", SMALL), Limit(depth=1)
    explained = 0
    for board in random_positions(RANDOM_POSITIONS + 40, seed=12):
        if not board.is_game_over():
            move = random.choice(list(board.legal_moves))
            _claims_what_its_line_shows(explain(board, move, forgetful, quick))
            if explained % MISTAKES_AMONG_THEM == 0:
                for side in explain_mistake(board, move, forgetful, quick).reasons:
                    _claims_what_its_line_shows(side)
            explained += 1
    assert explained >= RANDOM_POSITIONS
