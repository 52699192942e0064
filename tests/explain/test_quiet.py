"""Test quiet moves: a threat met, a threat made, and the same moves without a threat."""

from __future__ import annotations

import re
from collections.abc import Sequence

import chess
import pytest
from chess.engine import Cp, Mate

from goldens import Golden
from motif.engines.evaluator import Evaluation, Evaluator, after
from motif.engines.limits import Limit
from motif.explain.answers import explanation_of_reason
from motif.explain.evasions import mated
from motif.explain.explanation import Explanation
from motif.explain.found import FoundReason
from motif.explain.found_mistake import FoundMistake
from motif.explain.gains import Gain
from motif.explain.kinds import PointKind
from motif.explain.mistakes import explain_mistake
from motif.explain.moves import _is_acquitted, explain, explain_move
from motif.explain.quiet import _checks
from motif.explain.quiet_move import QuietMove
from motif.explain.threats import _is_only_delayed, _threat_clause
from motif.motifs.motif import Line
from motif.players.names import find_evaluator
from stub_evaluators import MaterialEvaluator


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return find_evaluator("search")


def _explained(fen: str, san: str, evaluator: Evaluator) -> FoundReason:
    board = chess.Board(fen)
    return explain(board, board.parse_san(san), evaluator, Limit(depth=8))


def test_a_queen_leaves_the_pawn_that_attacks_it(golden: Golden, evaluator: Evaluator) -> None:
    explanation = _explained("r5k1/p4pp1/2pqr1b1/3p3p/N2Pn1Q1/1B5P/PPP3P1/3R1RK1 w - - 0 21", "Qf4", evaluator)
    assert explanation.purpose is not None
    assert explanation.purpose.kind is PointKind.DEFENDS
    golden(explanation.sentence)


def test_a_rook_guards_the_pawn_that_would_fall(evaluator: Evaluator) -> None:
    explanation = _explained("3r2k1/p4ppp/1p6/5P2/4pQ2/1P1q3P/PP4P1/4R2K b - - 0 28", "Re8", evaluator)
    assert explanation.sentence.startswith("Re8 defends the pawn on e4; otherwise Qxe4 wins a pawn")


def test_where_the_pawn_is_not_attacked_nothing_is_met(evaluator: Evaluator) -> None:
    explanation = _explained("3r2k1/p4ppp/1p6/5P2/4p3/1P1q3P/PP1Q2P1/4R2K b - - 0 28", "Re8", evaluator)
    assert explanation.purpose is None or explanation.purpose.kind is not PointKind.DEFENDS


def test_a_pawn_attacks_a_bishop(golden: Golden, evaluator: Evaluator) -> None:
    explanation = _explained("3r4/p6k/1p5p/3P1bp1/P1P1pp2/1P5P/3B1PPK/4R3 w - - 1 35", "g4", evaluator)
    assert explanation.purpose is not None
    assert explanation.purpose.kind is PointKind.THREATENS
    golden(explanation.sentence)
    value = explanation_of_reason(explanation)
    (check,) = value.checks
    assert check.fen.split()[1] == "w", "Black has passed"


def test_a_trade_before_the_capture_is_not_the_threat(evaluator: Evaluator) -> None:
    """From a rapid game: the search would take rooks first, and a player sees the pawn that takes the knight."""
    explanation = _explained("r5k1/1pp2pp1/1q1p1n2/1P2p2p/2P1P1P1/3P3P/r2B1P2/R1RQ2K1 w - - 0 1", "g5", evaluator)
    assert explanation.sentence == "g5 attacks the knight on f6."
    assert "Rxa2" not in explanation.sentence


def test_with_the_bishop_elsewhere_the_same_push_threatens_nothing(evaluator: Evaluator) -> None:
    explanation = _explained("3r4/p6k/1p4bp/3P2p1/P1P1pp2/1P5P/3B1PPK/4R3 w - - 1 35", "g4", evaluator)
    assert explanation.purpose is None or explanation.purpose.kind is not PointKind.THREATENS


def test_the_sentence_says_what_a_move_does_if_no_other_is_as_good(evaluator: Evaluator) -> None:
    explanation = _explained(chess.STARTING_FEN, "e4", evaluator)
    assert explanation.purpose is not None
    assert explanation.purpose.name == "centre"
    said = "e4 takes space in the centre and opens the diagonal of the bishop on f1."
    assert explanation.sentence == said


def test_where_another_move_is_as_good_and_there_is_no_more_to_say_it_is_named(
    golden: Golden, evaluator: Evaluator
) -> None:
    explanation = _explained("6k1/r5pp/4b3/p1r1pp2/2Pp4/3P1B2/R3RPPP/6K1 w - - 4 29", "Re1", evaluator)
    golden(explanation.sentence)


def test_a_knight_that_hangs_goes_away_though_the_opponent_might_take_it_later(
    golden: Golden, evaluator: Evaluator
) -> None:
    # After a pass Ng5 comes first and keeps axb4 in hand.
    explanation = _explained("5r2/p5k1/1p2p3/3p4/1n1P3P/P4N1R/1KP5/8 b - - 0 28", "Nc6", evaluator)
    golden(explanation.sentence)
    twin = _explained("5r2/p5k1/1p2p3/3p4/1n1P3P/5N1R/PKP5/8 b - - 0 28", "Nc6", evaluator)
    assert "danger" not in twin.sentence, "it is not attacked"


def test_a_rook_that_is_exchanged_in_reply_was_offered_and_threatens_nothing(
    golden: Golden, evaluator: Evaluator
) -> None:
    offered = _explained("5rk1/pp2b1pp/2n2p2/2p1p3/8/P1P1BN1P/1P3PP1/3R2K1 b - - 0 17", "Rd8", evaluator)
    golden(offered.sentence)
    threatened = _explained("5rk1/pp2b1pp/2n2p2/2p1p3/8/P1P1BN1P/1P3PP1/3N2K1 b - - 0 17", "Rd8", evaluator)
    assert threatened.sentence.startswith("Rd8 ")
    assert "trade" not in threatened.sentence


def test_a_rook_behind_a_rook_backs_it_up(evaluator: Evaluator) -> None:
    behind = _explained("1r6/5k1p/8/1B1r1p2/1R2p2P/8/5K2/6R1 w - - 2 43", "Rgb1", evaluator)
    assert behind.sentence.startswith("Rgb1 backs up the rook on b4, which defends the bishop on b5; otherwise Rdxb5")
    elsewhere = _explained("1r6/5k1p/8/1B1r1p2/1R2p2P/8/5K2/6R1 w - - 2 43", "Rc1", evaluator)
    assert "backs up" not in elsewhere.sentence


def test_a_queen_blocks_the_pawn_that_would_go_on(golden: Golden, evaluator: Evaluator) -> None:
    explanation = _explained("r2qkb1r/ppp2ppp/1nn1b3/4p3/8/2N1P1P1/PP1PNPBP/R1BQ1RK1 b kq - 5 8", "Qd3", evaluator)
    golden(explanation.sentence)
    assert explanation.purpose is not None
    assert explanation.purpose.kind is PointKind.PREVENTS


def test_next_to_the_pawn_the_queen_prevents_nothing(evaluator: Evaluator) -> None:
    explanation = _explained("r2qkb1r/ppp2ppp/1nn1b3/4p3/8/2N1P1P1/PP1PNPBP/R1BQ1RK1 b kq - 5 8", "Qd7", evaluator)
    assert "keeps the pawn" not in explanation.sentence


def test_the_only_legal_move_is_called_so(golden: Golden, evaluator: Evaluator) -> None:
    golden(_explained("k7/8/8/8/8/8/5r2/7K w - - 0 1", "Kg1", evaluator).sentence)


@pytest.mark.parametrize(
    ("fen", "san", "sentence"),
    [
        # A lost game: nothing is given away any more, and yet one move is mated at once and the other is not.
        (
            "3r1k1r/p3p2p/1p3b2/6p1/Q3PK2/3q2PB/5P1P/7R w - - 0 30",
            "Kf5",
            "Kf5 runs into mate: 30...Qf3+ 31. Ke6 Rd6#. Kg4 lasts longer.",
        ),
        (
            "3r1k1r/p3p2p/1p3b2/6p1/Q3PK2/3q2PB/5P1P/7R w - - 0 30",
            "Kg4",
            "Kg4 gets out of check; Kf5 allows mate in 2 (Qf3+), but Black is winning.",
        ),
        # Either way it is mate in one.
        (
            "6k1/p2Q2p1/1p5p/2P1p3/4q3/2P5/P1PK1r1P/R6R w - - 3 25",
            "Kd1",
            "Kd1 cannot stop mate: 25...Qxh1#.",
        ),
        (
            "k6r/8/8/8/8/8/5r2/7K w - - 0 1",
            "Kg1",
            "Kg1 is the only legal move, and mate follows: 1...Rc2 2. Kf1 Rh1#.",
        ),
    ],
)
def test_where_mate_follows_that_is_what_is_said(fen: str, san: str, sentence: str, evaluator: Evaluator) -> None:
    board = chess.Board(fen)
    assert explain_move(board, board.parse_san(san), evaluator).sentence == sentence


def _answer(board: chess.Board, san: str, evaluator: Evaluator) -> Explanation:
    found = explain_move(board, board.parse_san(san), evaluator)
    assert isinstance(found, FoundReason)
    return explanation_of_reason(found)


@pytest.mark.parametrize(
    ("san", "mate"),
    [("Qf5", "Be3# is mate at once."), ("Rh7+", "Be3# is mate at once."), ("Be3#", None)],
)
def test_a_mate_that_was_there_is_named_where_the_move_wins_without_it(
    san: str, mate: str | None, evaluator: Evaluator
) -> None:
    board = chess.Board("r7/3R4/7k/2B4p/4Q3/1P6/3N3P/3K4 w - - 6 33")
    better = _answer(board, san, evaluator).better
    assert (better and better.reason) == mate


def test_a_pawn_is_taken_in_a_won_game_where_there_was_mate_in_three(evaluator: Evaluator) -> None:
    board = chess.Board("4q3/7k/6pp/8/2R5/p3P1P1/5P1P/Q5K1 w - - 0 50")
    better = _answer(board, "Qxa3", evaluator).better
    assert better is not None
    assert better.reason == "Rc7+ mates in 3."
    # With a pawn on c6 the rook has no way to the seventh rank.
    board = chess.Board("4q3/7k/2p3pp/8/2R5/p3P1P1/5P1P/Q5K1 w - - 0 50")
    assert "mates" not in _answer(board, "Qxa3", evaluator).sentence


def test_asked_about_a_bad_move_it_says_what_is_wrong(evaluator: Evaluator) -> None:
    board = chess.Board("8/p7/6k1/2R4p/1p1B2pP/3P4/PP3PPK/4q3 b - - 1 31")
    verdict = explain_move(board, board.parse_san("Qxf2"), evaluator)
    assert verdict.sentence.startswith("Qxf2 captures a defended pawn: Bxf2 wins the queen for a pawn.")


def test_asked_about_a_good_move_it_says_what_it_is_for(evaluator: Evaluator) -> None:
    board = chess.Board("r5k1/p4pp1/2pqr1b1/3p3p/N2Pn1Q1/1B5P/PPP3P1/3R1RK1 w - - 0 21")
    assert isinstance(explain_move(board, board.parse_san("Qf4"), evaluator), FoundReason)


def test_a_king_that_may_go_anywhere_gets_out_of_check(evaluator: Evaluator) -> None:
    board = chess.Board("5rk1/2Q2pp1/8/3b4/8/7P/1P4K1/8 w - - 1 37")
    assert explain(board, board.parse_san("Kf1"), evaluator).sentence.startswith("Kf1 gets out of check")


def test_a_king_in_check_goes_where_it_guards_what_another_way_loses(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("r3r1k1/p4pp1/7p/3p2n1/3Pp3/QP2PqP1/P1R1KP2/2R5 w - - 10 30")
    said = explain(board, board.parse_san("Kf1"), evaluator).sentence
    golden(said)
    board.set_piece_at(chess.H1, chess.Piece.from_symbol("N"))
    assert "Kd2 loses" not in explain(board, board.parse_san("Kf1"), evaluator).sentence


def test_a_king_in_check_does_not_go_where_it_is_mated(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("Q1b1r1k1/p4pp1/4p2p/8/5P2/2P1qNP1/P5P1/R3K2R w KQ - 1 20")
    said = explain(board, board.parse_san("Kd1"), evaluator).sentence
    golden(said)
    board.remove_piece_at(chess.C8)
    assert "Kf1 allows" not in explain(board, board.parse_san("Kd1"), evaluator).sentence


def test_a_king_in_check_is_not_brought_towards_the_centre(evaluator: Evaluator) -> None:
    board = chess.Board("2k1R3/B1pr2p1/pp3p1n/7p/8/2P4P/PP3PP1/6K1 b - - 3 24")
    assert explain(board, board.parse_san("Kb7"), evaluator).sentence.startswith("Kb7 attacks the bishop on a7")


def test_what_is_less_natural_than_the_move_is_no_rival(golden: Golden, evaluator: Evaluator) -> None:
    # A player looks at the capture that is there before e5.
    board = chess.Board("1r2rk2/2R1pp1p/3p2p1/1p1P4/P7/1P6/5PPP/4R1K1 b - - 0 25")
    sentence = explain(board, board.parse_san("bxa4"), evaluator).sentence
    golden(sentence)


def test_a_natural_move_is_a_worse_one_only_where_it_is_worse_than_this_one(evaluator: Evaluator) -> None:
    # Compared with Rd1, which is best, Re4 loses; compared with h5, which meets Ra2 no better, hardly anything.
    board = chess.Board("6k1/5ppp/1q2p3/pp6/6PP/P1P3Q1/1r3P2/4R1K1 w - - 0 38")
    assert "than the natural Re4" not in explain(board, board.parse_san("h5"), evaluator).sentence


def test_a_queen_is_not_traded_for_a_pawn_though_queens_come_off(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("r4rk1/4b1p1/7p/p1p2q2/4pP2/1PPnB2P/P2N2Q1/KR5R w - - 0 29")
    sentence = explain(board, board.parse_san("Qxe4"), evaluator).sentence
    golden(sentence)


def test_a_bishop_that_is_traded_pins_nothing(evaluator: Evaluator) -> None:
    board = chess.Board("r3kb1r/p1pbpppp/1pnq1n2/1B1p4/Q2P4/P1N1P3/1P3PPP/R1B1K1NR w KQkq - 4 10")
    sentence = explain(board, board.parse_san("Bxc6"), evaluator).sentence
    assert sentence.startswith("Bxc6 trades the bishop for the knight on c6")
    assert "pins" not in sentence


def test_a_piece_about_to_be_traded_may_attack_a_more_valuable_one(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("2r1k2r/2pqbp2/p2p3p/1p1PP1p1/4np2/PQ3N2/1PP1NPPP/3RR1K1 w k - 2 18")
    sentence = explain(board, board.parse_san("e6"), evaluator).sentence
    golden(sentence)
    # With the queen elsewhere it is only a trade.
    board.set_piece_at(chess.D8, board.remove_piece_at(chess.D7))
    assert "attacks the queen" not in explain(board, board.parse_san("e6"), evaluator).sentence


def test_a_capture_elsewhere_in_return_is_named(evaluator: Evaluator) -> None:
    board = chess.Board("r3k2r/p3bppp/2p1pn2/3p4/3P4/2P1BQ1P/Pq1N1PP1/R4RK1 b kq - 1 13")
    sentence = explain(board, board.parse_san("Qxc3"), evaluator).sentence
    assert sentence.startswith("Qxc3 takes the pawn on c3, and White gets the pawn on c6 with Rac1 and Rxc6.")


def test_a_piece_that_leaves_in_reply_is_driven_away(evaluator: Evaluator) -> None:
    board = chess.Board("r6r/ppp1bk1p/2pn1p2/6p1/3N2b1/3P4/PPPB1PPP/RN2R1K1 b - - 3 14")
    sentence = explain(board, board.parse_san("c5"), evaluator).sentence
    said = "c5 attacks the knight on d4 and gains space on the queenside."
    assert sentence == said


def test_the_sentence_says_what_a_move_does_if_nothing_matters_more(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("r1bq1rk1/pp2bppp/2n1p3/2pn3P/8/2NP1NP1/PP2PPB1/R1BQK2R b KQ - 0 9")
    explanation = explain(board, board.parse_san("h6"), evaluator)
    golden(explanation.sentence)


def test_a_piece_that_is_exchanged_at_once_attacks_nothing(golden: Golden, evaluator: Evaluator) -> None:
    # 19. Bf5 Bxf5 20. Qxf5: the rook on c8 is never taken.
    board = chess.Board("2r1r2k/pp3ppB/3q4/4n3/3p2b1/P7/1P3PPP/RQB2RK1 w - - 1 19")
    sentence = explain(board, board.parse_san("Bf5"), evaluator).sentence
    golden(sentence)


def test_a_king_that_defends_and_a_king_that_flees_are_distinguished(golden: Golden, evaluator: Evaluator) -> None:
    guards = _explained("8/8/8/ppk5/3rR1K1/P7/7P/8 w - - 1 39", "Kf5", evaluator)
    golden(guards.sentence)
    flees = _explained("6k1/5ppp/8/8/8/7q/r4P2/4R1K1 w - - 0 1", "Re8+", evaluator)
    assert "guards" not in flees.sentence


def test_a_hanging_pawn_goes_on_where_few_pieces_are_left(golden: Golden, evaluator: Evaluator) -> None:
    attacked = _explained("5B2/3k4/2p1p2p/4b1p1/2K1Pp2/1P3P1P/P7/8 b - - 4 34", "h5", evaluator)
    golden(attacked.sentence)
    not_attacked = _explained("8/3kB3/2p1p2p/4b1p1/2K1Pp2/1P3P1P/P7/8 b - - 4 34", "h5", evaluator)
    assert "danger" not in not_attacked.sentence


def test_a_quiet_move_forces_nothing_that_a_closer_look_does_not_see(golden: Golden, evaluator: Evaluator) -> None:
    # On the first line the rook on b5 takes on e5; it need not.
    board = chess.Board("3rk2r/2p1pp2/1p2b3/pR2b1p1/P1P1P2p/3B4/2P3PP/4BRK1 b k - 1 20")
    sentence = explain(board, board.parse_san("f6"), evaluator).sentence
    golden(sentence)


def test_castling_saves_no_pawn_on_the_other_wing(golden: Golden, evaluator: Evaluator) -> None:
    far = _explained("r3k2r/pp4pp/5n2/8/8/2P5/P1P2PPP/1RB1K2R b Kkq - 1 14", "O-O", evaluator)
    assert "danger" not in far.sentence
    near = _explained("r3k1nr/pp3p1p/1qn1p1p1/3p4/3b4/2N2B1P/PPPB1PP1/R2QK2R w KQkq - 2 13", "O-O", evaluator)
    golden(near.sentence)


def test_an_inaccuracy_that_drops_a_pawn_names_the_pawn(golden: Golden, evaluator: Evaluator) -> None:
    # From a rapid game: the bishop on d3 and the queen on c2 both look at h7.
    board = chess.Board("r1bq1rk1/pp3ppp/2n1p3/3n4/1b1P4/2NB1N2/PPQ2PPP/R1B2RK1 b - - 3 10")
    said = explain_move(board, board.parse_san("a6"), evaluator).sentence
    golden(said)
    assert "threat" not in explain_move(board, board.parse_san("Nf6"), evaluator).sentence


def test_of_an_inaccuracy_the_better_move_is_named_and_of_a_good_move_none(evaluator: Evaluator) -> None:
    # From a rapid game: a knight on f3 would attack the pawn on e5.
    board = chess.Board("r1b1k1nr/pp2qppp/2n5/1Bbpp3/8/4P1B1/PPP2PPP/RN1QK1NR w KQkq - 2 7")
    better = _answer(board, "h3", evaluator).better
    assert better is not None
    assert better.move.san == "Nf3"
    assert _answer(board, "Nf3", evaluator).better is None


def test_a_bishop_that_blocks_a_check_is_said_to_block_it(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("rn2k2r/1pp2ppp/p4n2/1b1Pp3/1b6/5N2/PPP2PPP/R2QKB1R w KQkq - 0 12")
    said = explain_move(board, board.parse_san("c3"), evaluator).sentence
    golden(said)


def test_a_king_that_leaves_a_check_drives_no_piece_away(golden: Golden, evaluator: Evaluator) -> None:
    # From a rapid game: the rook attacked the queen before the check as well.
    board = chess.Board("6k1/ppp3p1/4B1bp/8/q2r1Q2/8/1P4PP/5RK1 b - - 1 25")
    said = explain_move(board, board.parse_san("Kh7"), evaluator).sentence
    golden(said)


def test_a_pawn_at_the_end_of_a_long_line_is_not_won_by_the_capture_that_takes_back(evaluator: Evaluator) -> None:
    # From a rapid game: 15...Rxd7 only takes back, and that White leaves b2 four moves later is no merit of it.
    board = chess.Board("3r1rk1/p2b1ppp/2p1q3/2bpNb2/5P2/4P1BP/PPP1N1P1/R2Q1RK1 w - - 0 15")
    board.push_san("Nxd7")
    assert explain_move(board, board.parse_san("Rxd7"), evaluator).sentence.startswith("Rxd7 recaptures")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("e4 e5 Nf3 Nc6 d4 Nf6 dxe5 Nxe5", "Nxe5 recaptures the knight, which took only a pawn."),
        ("e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nxd4", "Qxd4 recaptures."),
    ],
)
def test_a_knight_that_took_only_a_pawn_is_not_merely_taken_back(moves: str, said: str, evaluator: Evaluator) -> None:
    # The first is from a rapid game; in the second knights are traded.
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    assert explain_move(board, board.parse_san(said.split()[0]), evaluator).sentence == said


def test_a_threat_of_a_piece_that_is_captured_at_once_is_no_reason(evaluator: Evaluator) -> None:
    # From a rapid game: after 15. b3 d5 the pawn is taken in passing; what it threatens loses nothing, and no idea of a
    # quiet move is worth three pawns.
    board = chess.Board("r2q1rk1/pb1p1pbp/npp3pn/4P3/P1B2BP1/2N2N1P/1PP2P2/R2Q1RK1 w - - 2 15")
    said = explain_move(board, board.parse_san("b3"), evaluator).sentence
    assert said == "b3 allows d5, which attacks the bishop on c4."


def test_a_threat_that_the_played_move_takes_away_as_well_is_not_what_it_missed(evaluator: Evaluator) -> None:
    # From a rapid game: cxb5 takes the knight that attacks the queen, and Bxa8 is what is wrong with it.
    board = chess.Board("rn2r1k1/5pp1/2p4p/1N5n/p2qB3/5PP1/PPQ2P2/2R2RK1 b - - 0 19")
    assert "out of danger" not in explain_mistake(board, board.parse_san("cxb5"), evaluator).sentence
    assert "Nxd4" in explain_mistake(board, board.parse_san("a3"), evaluator).sentence


def test_a_mate_that_the_played_move_stops_as_well_is_not_what_it_missed(evaluator: Evaluator) -> None:
    """Qxg7 can still be played after f6, which shuts the diagonal, and only loses the queen."""
    board = chess.Board("3q1rk1/1p2bpp1/p1r1P2p/2pp4/5PQ1/2B5/PPP3PP/4RRK1 b - - 2 24")
    assert "Qxg7" not in explain_mistake(board, board.parse_san("f6"), evaluator).sentence
    assert "Qxg7, mate" in explain_mistake(board, board.parse_san("b5"), evaluator).sentence


def test_what_comes_all_the_same_is_not_prevented(evaluator: Evaluator) -> None:
    """Black gives the pawn on e5 at once, or a move later: Stockfish does so, too."""
    explanation = _explained("2rq1rk1/pp1b1pb1/4p1p1/3p4/3P2QP/1PPB2R1/P4P2/RN4K1 w - - 4 21", "Qf4", evaluator)
    assert explanation.purpose is None or explanation.purpose.kind is not PointKind.PREVENTS


def test_a_rook_on_the_open_file_is_explained_by_the_file_not_by_its_room(golden: Golden, evaluator: Evaluator) -> None:
    explanation = _explained("2kr3r/1pp3b1/p2p3p/3P2p1/5p1P/2PR1P2/PP3BP1/2K4R b - - 1 23", "Rde8", evaluator)
    golden(explanation.sentence)


def test_a_quiet_reply_gives_way_to_the_capture_that_it_only_puts_off(golden: Golden, evaluator: Evaluator) -> None:
    """Black may play h6 first, and wins the rook on f1 for the bishop in either case."""
    fen = "r3q1k1/pp4pp/2p5/6Q1/n1P5/3B1P1b/P1P2P2/R4RK1 w - - 0 1"
    board = chess.Board(fen)
    golden(explain_mistake(board, board.parse_san("Kh2"), evaluator).sentence)
    # Without the bishop there is nothing to put off.
    without = chess.Board(fen.replace("3B1P1b", "3B1P2"))
    assert "f1" not in explain_mistake(without, without.parse_san("Kh2"), evaluator).sentence


def test_what_is_answered_by_the_threat_itself_has_not_met_it(evaluator: Evaluator) -> None:
    """White takes a bishop, and Black queens on f1 all the same."""
    explanation = _explained("r2qr1k1/1p3ppp/2n2n2/pB1p4/2PP2b1/PP2pP2/1B1N2PP/R2Q1RK1 w - - 0 16", "fxg4", evaluator)
    assert explanation.purpose is not None
    assert explanation.purpose.kind is not PointKind.DEFENDS
    assert explanation.sentence.startswith("fxg4 takes the bishop on g4")


def test_a_pawn_that_queens_at_once_needs_few_words(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("8/3P1pk1/2Bb2pp/3N4/2P5/6PP/5PK1/4q3 b - - 8 51")
    golden(explain_mistake(board, board.parse_san("Qe2"), evaluator).sentence)


def test_a_piece_does_not_defend_the_opponents_pawn(evaluator: Evaluator) -> None:
    """On the line of the threat a white bishop is taken on f5, which now has a black pawn."""
    explanation = _explained("r1b3k1/2q3b1/4p1rp/p2pPp2/2pP4/1PB1P2R/P1B3PP/R2Q2K1 w - - 1 22", "Qh5", evaluator)
    assert "guards the pawn on f5" not in explanation.sentence


def test_what_could_be_taken_at_once_is_not_threatened(evaluator: Evaluator) -> None:
    # From a rapid game: Nxf5 wins the pawn already, whether the bishop is on d2 or on c1.
    board = chess.Board("k3q3/p1r3p1/Pp1nr1Pp/2p1np2/4p2N/2P1P2B/1PKB3Q/3R1R2 w - - 4 34")
    assert "attacks the pawn on f5" not in explain_move(board, board.parse_san("Bc1"), evaluator).sentence
    # A knight that first has to come to h4 does threaten it.
    coming = chess.Board("6k1/6pp/8/5p2/8/5N2/5PPP/6K1 w - - 0 1")
    assert explain_move(coming, coming.parse_san("Nh4"), evaluator).sentence == "Nh4 attacks the pawn on f5."


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        # Two things that a player would name in one breath.
        (
            "r1bqr1k1/pppn1pb1/3p1npp/3Pp3/2P1P3/2N1BPP1/PP2N1BP/R2Q1RK1 w - - 0 12",
            "b4",
            "b4 stops Nc5 and gains space on the queenside.",
        ),
        # The pawn on a6 is named once, though the move also challenges it.
        (
            "1k1r3r/bpp2p2/p2p1q2/P2P2pp/1P1p4/3P1B2/2P2PPP/1R1QR1K1 w - - 0 19",
            "b5",
            "b5 attacks the pawn on a6 and sends the b-pawn at the king.",
        ),
        # In check open files do not matter.
        (
            "5rk1/p4ppp/4p3/8/QP1Pq1Pb/P4R1P/5P2/2B1K3 w - - 0 27",
            "Re3",
            "Re3 blocks the check and attacks the queen on e4.",
        ),
    ],
)
def test_a_second_idea_follows_the_first_where_it_says_more(
    fen: str, move: str, sentence: str, evaluator: Evaluator
) -> None:
    board = chess.Board(fen)
    assert explain_move(board, board.parse_san(move), evaluator).sentence == sentence


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        # Two pawns that will queen against a pawn: lost, whatever White does.
        (
            "8/8/8/8/3k4/5K1P/2p2PP1/8 w - - 0 52",
            "Kg3",
            "Kg3 changes little: Black is winning.",
        ),
        # Better, and nothing is decided.
        (
            "b4n2/p5rp/1p1Np2k/4Pp2/3R1P2/1B2K2P/PP6/8 w - - 7 39",
            "Kd2",
            "Kd2 is fine. Rd3 is as good.",
        ),
    ],
)
def test_where_the_game_is_decided_that_is_said(fen: str, move: str, sentence: str, evaluator: Evaluator) -> None:
    board = chess.Board(fen)
    assert explain_move(board, board.parse_san(move), evaluator).sentence == sentence


def test_a_move_that_a_deeper_look_finds_best_is_no_mistake() -> None:
    board = chess.Board("r5k1/pp3ppp/8/3q4/8/2N5/PPP2PPP/3R2K1 w - - 0 1")
    played, best = board.parse_san("Nxd5"), board.parse_san("Rxd5")
    good = FoundMistake(board, played, best, 0.9, 0.7, None, None)

    class Deeper:
        """Finds the move a mistake at depth 12, and the best one six plies deeper."""

        name = "deeper"

        def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
            assert limit.depth == 18
            values = [(900, (played,)), (-900, ())]
            return [Evaluation(Cp(value), line) for value, line in values]

    assert _is_acquitted(good, Deeper(), Limit(depth=12))


def test_a_king_out_of_check_defends_the_pawn_that_only_it_defends(evaluator: Evaluator) -> None:
    near = _explained("3r2k1/8/2R5/8/3PK3/8/8/4r3 w - - 0 1", "Kd3", evaluator)
    assert near.sentence.startswith("Kd3 gets out of check and defends the pawn on d4")
    away = _explained("3r2k1/8/2R5/8/3PK3/8/8/4r3 w - - 0 1", "Kf5", evaluator)
    assert "defends" not in away.sentence


def test_the_best_move_does_not_last_longer_than_itself() -> None:
    # The material evaluator sees no mate before the move, and names the move itself as the best one.
    lost = chess.Board("8/8/8/4k3/8/1Q6/1R6/R4K2 b - - 0 1")
    line = Line.of(lost, ["e5d4", "a1e1", "d4c5", "b2c2", "c5d4", "b3c4"])
    found = FoundReason(line, Gain(0, None, -900), (), None, "", Evaluation(Mate(-3), line.moves))
    purpose = mated(QuietMove(found, MaterialEvaluator(), Limit(depth=1)))
    assert purpose is not None
    assert purpose.sentence == "Kd4 cannot stop mate: 2. Re1 Kc5 3. Rc2+ Kd4 4. Qc4#."


def test_only_a_slider_supports_a_defender_from_behind(evaluator: Evaluator) -> None:
    # After castling the king is behind the pawn on f7, which defends the queen on e6.
    castled = _explained("rnb1k2r/ppp2ppp/3bqn2/8/3P1p2/2NB1N2/PPP2QPP/R1B2RK1 b kq - 8 10", "O-O", evaluator)
    assert "backs up" not in castled.sentence
    assert "Re1" in castled.sentence, "the pin on the e-file is the reason"


def test_a_king_is_not_said_to_stop_a_step_of_the_other(evaluator: Evaluator) -> None:
    assert "stops K" not in _explained("8/8/2k3pp/8/4K1P1/7P/8/8 w - - 4 53", "Ke5", evaluator).sentence


@pytest.mark.parametrize(
    ("fen", "centipawns", "line", "clause"),
    [
        ("8/3Q2pp/p4pk1/3b4/8/1P1q3P/P5PK/8 w - - 7 44", 0, "Qg4+ Kf7 Qd7+ Kf8 Qd8+ Kf7", "draws by perpetual check"),
        (
            "8/3Q2pp/p4pk1/3b4/8/1P1q3P/P5PK/8 w - - 7 44",
            -90,
            "Qg4+ Kf7 Qd7+ Kf8 Qd8+ Kf7",
            "gives check, and Qd7+ checks again",
        ),
        (
            "1k6/8/6KP/4q3/8/8/8/8 b - - 30 88",
            700,
            "Qe8+ Kf6 Qf8+ Ke6 Kc7",
            "drives the king away from the pawn on h6",
        ),
        ("3R4/7p/5kp1/8/4r1P1/6KP/8/8 w - - 3 42", 50, "Rd6+ Kf7 Rd1", "drives the king back to f7"),
    ],
)
def test_a_check_says_what_it_is_for(fen: str, centipawns: int, line: str, clause: str) -> None:
    claim = _checks(_played(fen, centipawns, line))
    assert claim is not None
    assert claim.clause == clause


def _played(fen: str, centipawns: int, line: str) -> QuietMove:
    """The first move of a line that wins nothing, with the value of the line."""
    board, moves = chess.Board(fen), []
    walk = board.copy()
    for san in line.split():
        moves.append(walk.push_san(san))
    evaluation = Evaluation(Cp(centipawns), tuple(moves))
    found = FoundReason(Line.of(board, moves), Gain(0, None, 0), (), None, "", evaluation)
    return QuietMove(found, MaterialEvaluator(), Limit(depth=1))


@pytest.mark.parametrize(
    ("fen", "line"),
    [
        ("3k4/3r4/1P6/8/P7/4Q3/7P/6K1 b - - 0 59", "Rg7+ Kh1 Rd7"),  # the king stays on its rank, next to h2
        ("1k6/8/6KP/4q1P1/8/8/8/8 b - - 30 88", "Qe8+ Kf6 Kc7"),  # the pawn on g5 still defends h6
    ],
)
def test_a_check_that_drives_the_king_from_nothing_is_not_explained_by_it(fen: str, line: str) -> None:
    claim = _checks(_played(fen, -300, line))
    assert claim is None or "drives the king away" not in claim.clause


def test_an_attack_on_a_rook_is_not_called_a_distant_mate(evaluator: Evaluator) -> None:
    board = chess.Board("6k1/6pp/4R3/pN2p1r1/P3P3/1n5K/1P5P/8 b - - 2 38")
    moves = [board.parse_san("Nc5")]
    threatened = after(board, moves[0])
    threatened.push(chess.Move.null())
    line = Line.of(threatened, [threatened.parse_san("Nxe6")])
    for mate_in, clause in ((7, "attacks the rook on e6"), (3, "threatens mate in 3 with Nxe6")):
        found = FoundReason(line, Gain(5, mate_in, 500), (), None, "", Evaluation(Cp(500), line.moves))
        played = FoundReason(Line.of(board, moves), Gain(0, None, 0), (), None, "", Evaluation(Cp(70), tuple(moves)))
        quiet = QuietMove(played, MaterialEvaluator(), Limit(depth=1))
        assert _threat_clause(quiet, found)[0] == clause


def test_a_check_after_which_the_threat_remains_does_not_stop_it() -> None:
    fen = "8/R5p1/2p3kp/2Bn4/1P2N3/2r2P1P/5PK1/8 b - - 6 30"
    threat = chess.Move.from_uci("e4c3")
    assert _is_only_delayed(_played(fen, -466, "Nf4+ Kg3 Ne2+"), threat)


def test_a_check_that_draws_the_attacker_away_stops_its_threat() -> None:
    fen, mate = "5rk1/1p4p1/p5P1/4q3/1P5Q/2p4P/5P2/7K b - - 0 39", chess.Move.from_uci("h4h7")
    assert not _is_only_delayed(_played(fen, -900, "Qe4+ Qxe4 Rf7"), mate)
    assert _is_only_delayed(_played(fen, 0, "Qe1+ Kg2 Qe4+"), mate)


def test_in_a_lost_position_a_choice_says_that_it_is_lost(evaluator: Evaluator) -> None:
    lost = _explained("r7/5k2/3R4/1p1p4/3p1pB1/8/2PK1PP1/8 b - - 3 35", "b4", evaluator).sentence
    assert "no worse" not in lost
    assert re.search(r"is as good as .*: White is much better in any case\.|White is winning", lost), lost


def test_in_a_level_position_a_choice_is_fine(evaluator: Evaluator) -> None:
    level = _explained("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "h3", evaluator).sentence
    assert "in any case" not in level


def test_a_move_is_better_because_of_the_reply_to_the_other(evaluator: Evaluator) -> None:
    found = _explained("3r4/2p3p1/1p5p/p2Pkp2/P1KR4/5PPP/8/8 w - - 0 38", "Rd2", evaluator)
    assert found.sentence == "Rd2 is better than Kc3, when Rxd5 takes the pawn on d5."


def test_a_knight_that_attacks_what_the_queen_would_take_is_said_to_attack_it(evaluator: Evaluator) -> None:
    fen = "2kr3r/1p6/pq2p2p/3p1pp1/3b3P/P2Q2P1/1P4PN/4RR1K w - - 2 23"
    assert _explained(fen, "Nf3", evaluator).sentence.startswith("Nf3 attacks the bishop on d4")


def test_a_trade_while_ahead_is_said_once(evaluator: Evaluator) -> None:
    fen = "r6r/1pp2k2/p1nb2q1/4p2N/3p2Q1/3P4/PPP2PPP/R1B2RK1 w - - 1 17"
    sentence = _explained(fen, "Qxg6+", evaluator).sentence
    assert sentence.count("trades queens") == 1
