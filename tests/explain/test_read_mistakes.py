"""Mistakes of rapid games whose explanations once read badly, each with an engine's two lines as given."""

from __future__ import annotations

import chess
import pytest
from chess.engine import Cp

from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.explain.answers import explanation_of_mistake
from motif.explain.deeds import deed_of
from motif.explain.gains import Gain, material_won
from motif.explain.mistakes import explain_mistake
from motif.motifs.motif import Line, Witness
from motif.players.names import find_evaluator

LIMIT = Limit(depth=6)


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return find_evaluator("search:6")


def sentence_of(evaluator: Evaluator, fen: str, played: str, best: tuple[int, str], reply: tuple[int, str]) -> str:
    """Explain a move, given the values and lines after the better move and after this one."""
    *lead, last = fen.split(" then ")
    board = chess.Board(lead[0] if lead else last)
    if lead:
        board.push_san(last)
    following = board.copy()
    following.push_san(played)
    known = (evaluation(board, *best), evaluation(following, *reply))
    return explanation_of_mistake(explain_mistake(board, board.parse_san(played), evaluator, LIMIT, known)).sentence


def evaluation(board: chess.Board, centipawns: int, line: str) -> Evaluation:
    """The value of a position for the side to move, with a line in the usual notation."""
    there, moves = board.copy(), []
    for san in line.split():
        moves.append(there.push_san(san))
    return Evaluation(Cp(centipawns), tuple(moves), depth=12)


def test_a_pawn_won_by_a_trade_is_just_a_pawn(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r4rk1/pppbqppp/2n5/3pN3/3P4/P7/1P2PPPP/R2QKB1R w KQ - 1 11",
        "e3",
        (10, "Nxd7 Qxd7 e3 Rae8 Bb5"),
        (180, "Nxe5 dxe5 Qxe5 Qc2 b6 Qc3 Qd6"),
    )
    assert sentence.startswith("e3 ignores the threat Nxe5, which wins a pawn, as e5 has too few defenders.")


def test_a_fork_that_wins_far_more_is_not_said_to_win_a_pawn(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r2qk2r/ppp2pp1/3p2bp/2b5/2P1nBP1/2N2N1P/PPP2P2/R2QR1K1 b kq - 1 13",
        "Qe7",
        (405, "Bxf2+ Kh2 Bxe1 Nxe4 O-O Qxe1 Re8 Nfd2"),
        (466, "Nxe4 Bxe4 Nd2 f5 gxf5 O-O Nxe4 Rxf5"),
    )
    assert sentence.endswith("Bxf2+, which forks the king on g1 and the rook on e1.")


def test_a_pinned_bishop_is_attacked(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "2rq1rk1/p2n1ppp/b3pn2/8/2BP1B2/P1Q2N1P/5PP1/2R2RK1 w - - 1 18",
        "Nd2",
        (-9, "Qb3 Bxc4 Rxc4 Nd5 Rxc8 Qxc8"),
        (329, "Nb6 Qb4 Nfd5 Qxf8+ Qxf8 Bxa6 Nxf4 Bxc8 Nxc8"),
    )
    assert "Nb6, which attacks the pinned bishop on c4." in sentence


def test_a_moved_knight_is_pinned(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "1r3rk1/p5bp/bq2ppp1/3p4/3P4/2BN1Q2/PP1K1PPP/4R2R w - - 0 19",
        "Nf4",
        (-81, "Nc5 Bc8 h4 e5 h5 Bh6+ Kd1 e4 Qe2 g5"),
        (288, "Bh6 Kd1 e5 Qxd5+ Rf7 Ne6 Bb7 Qc4 Rc8 Nc5"),
    )
    assert sentence.startswith("Nf4 allows Bh6, which pins the knight on f4 to the king.")


def test_a_pawn_after_a_trade_is_not_the_point_of_a_missed_fork(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r2qkb1r/1pp4p/p1np3n/4p1p1/2B1PpbP/2PP2P1/PP2NPQ1/RNB1K2R b KQkq - 2 11",
        "Bxe2",
        (119, "f3 Qh2 fxe2 hxg5 d5 exd5"),
        (193, "Kxe2 g4 gxf4 exf4 Bxf4 Ne5 Bxe5 dxe5 Be6"),
    )
    assert sentence.startswith("Bxe2 misses f3, which ")
    assert "the queen on g2" in sentence


def test_an_uncovered_queen_is_named_though_a_knight_falls(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "rnb1kb1r/pppp1ppp/5nq1/8/3NP3/2NB4/PPP2PPP/R1BQK2R b KQkq - 2 6",
        "Ng4",
        (64, "Qxg2 Rf1 Bc5 Be3 Nc6 Ndb5 Bxe3 fxe3"),
        (509, "e5 Nxf2 Kxf2 f5 Be3"),
    )
    assert sentence.startswith("Ng4 allows e5, which uncovers an attack by the bishop on d3 on the queen on g6")


def test_a_recapture_that_was_left_out_is_named(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "4kb1r/2p2pp1/p2p1n1p/2p1p3/N2nP3/1PBP3P/P1P2PP1/R4RK1 w k - 0 15 then Bxd4",
        "Nh5",
        (-304, "exd4 Rab1 a5 Rbe1 Kd7"),
        (587, "Be3 Nf4 Bxf4 exf4 Rfe1 Be7 e5 Kd7"),
    )
    assert sentence == "Nh5 does not recapture on d4. Better is exd4, which recaptures the bishop on d4."


def test_a_far_mate_is_counted_and_not_retold() -> None:
    board = chess.Board("r1b4k/1p4pp/1p6/8/8/2Q5/1P4PP/4R1K1 w - - 0 1")
    line = Line.of(board, ["h2h3", "h7h6", "g2g3", "b6b5", "g3g4", "b5b4", "e1e8"])
    witness = Witness("mate threat", 6, chess.E8, (chess.H8,))
    assert deed_of(line, Gain(0, 4, 900), witness).sentence == "h3 mates in 4."


def test_a_move_is_named_once_where_it_begins_the_line(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r4rk1/pp3ppp/5q2/3pN3/8/2P5/PP2QPPP/R3K2R b KQ - 0 18",
        "Qxe5",
        (-5, "Rae8 O-O Rxe5 Qd2 Rfe8 Rae1 h5 Rxe5"),
        (597, "Qxe5 b5 O-O-O Rad8 Qxd5 Rb8 Rhe1"),
    )
    assert sentence.endswith("Better is Rae8: after O-O, Rxe5 wins a knight, as e5 has too few defenders.")


def test_a_capture_that_no_longer_works_is_answered(evaluator: Evaluator) -> None:
    # On h4 the knight would be undefended once the knight on f6 has gone; on f3 it is not attacked.
    sentence = sentence_of(
        evaluator,
        "r1b2rk1/1pp1qpp1/pbnp1n1p/4p3/1PB1P3/2PP1N1P/P4PPN/R1BQ1RK1 w - - 4 12",
        "Nh4",
        (15, "Bb3 Be6 a4"),
        (144, "Nxe4 dxe4 Qxh4 Nf3 Qh5"),
    )
    assert sentence.endswith("Better is Bb3, which answers Nxe4 with dxe4.")


def test_a_bishop_that_only_one_line_loses_is_not_said_to_be_lost(evaluator: Evaluator) -> None:
    # The bishop on a5 falls only where Black plays Kg7 and Rb8; the pawn on b5 falls at once.
    sentence = sentence_of(
        evaluator,
        "r1b1k1nr/pp2q2p/5pp1/b1p5/5N2/2P1B1P1/PP2BP1P/R2QK2R b KQkq - 1 19",
        "b5",
        (-331, "Bd7 Nd5 Qf8 Qb3"),
        (600, "Bxb5+ Kf8 Qa4 Kg7 Bc6 Rb8 Qxa5"),
    )
    assert sentence.startswith("b5 puts the pawn on an attacked square: Bxb5+ wins a pawn.")


def test_the_same_move_at_once_comes_in_time(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r4rk1/pQ1nqppp/8/2p4n/8/5N1P/PP3PPB/R4RK1 b - - 2 17",
        "h6",
        (-120, "Nhf6 Rad1 Rfe8 Rfe1"),
        (395, "Rad1 Nhf6 Bd6 Qe8 Bxf8 Nxf8"),
    )
    assert sentence.endswith("Better is Nhf6, which has to come before Rad1.")


def test_a_recapture_by_the_wrong_pawn_is_said(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r3k2r/2q1p1pp/b1p2n2/1p4B1/pPnP4/P1N5/B1P2PPP/R2Q1RK1 w - - 0 16 then Bxf6",
        "gxf6",
        (90, "exf6 Qh5+ g6 Rae1+ Kf7"),
        (187, "Bxc4 bxc4 Qh5+ Kd8 d5"),
    )
    assert sentence.startswith("gxf6 captures with the wrong piece. Better is exf6")


def test_a_better_capture_names_what_it_takes(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "k5r1/2q2p2/2p2n2/1pBp1B1n/pR1P4/P3P1r1/2P1QRP1/6K1 w - - 3 33",
        "c3",
        (108, "Rxb5 Rxg2+ Rxg2 Ng3 Qf2 cxb5"),
        (30, "Qb7 Qc2 Qa6 Bd6 Rxe3"),
    )
    assert sentence.endswith("Better is Rxb5, which captures the pawn on b5 and guards b7.")


def test_a_king_is_not_out_of_danger(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "4r3/8/5p2/5k2/3K1P2/5R2/8/8 b - - 2 49",
        "Re4+",
        (246, "Kg4 Rf2 Kg3 Rf1 f5"),
        (0, "Kd3 Rxf4 Rh3 Kg4 Ke3 Kxh3 Kxf4 Kg2 Kg4 f5+ Kxf5"),
    )
    assert "the king on f5 out of danger" not in sentence
    assert "ignores the threat" not in sentence


def test_a_capture_by_the_wrong_piece_is_said(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r5kr/1bb2q1n/p1p4R/1pPp2pR/1P2p1P1/P2P1P1Q/N2BBK2/8 w - - 2 32",
        "Bxg5",
        (794, "Rxg5+ Kf8 Rf5 Qxf5"),
        (-560, "Nxg5 Rxg5+ Kf8 Rf5"),
    )
    assert sentence.startswith("Bxg5 captures with the wrong piece. Better is Rxg5+")


def test_a_king_out_of_check_uncovers_no_attack_that_was_there(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r1b2k2/pp1p2p1/4p2p/2p4Q/2P5/8/PqPB2PP/RN4K1 w - - 0 16",
        "Qxc5+",
        (306, "Qf3+ Kg8 Qc3 Qxc3 Nxc3"),
        (-60, "Kg8 Bc3 Qc1+ Kf2 Qxc2+"),
    )
    assert "uncovers" not in sentence


def test_a_threat_against_the_moved_pawn_was_not_there_before(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "6k1/4qpp1/p4n1B/1p1rnP2/4p3/PbP3QN/1P2B1PP/5RK1 b - - 0 26",
        "g6",
        (-81, "Qf8 Bg5 Ned7 Be3 Bc4"),
        (408, "Nf4 Rd3 Bxd3 exd3 Nxd3 Nxd3 fxg6"),
    )
    assert sentence.startswith("g6 walks into a pin: Nf4 attacks the pinned pawn on g6.")


def test_the_answer_to_a_check_was_no_threat(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "6k1/6p1/p6p/1p3p1r/4p3/P1P5/1P3PPq/3QRK2 w - - 0 28",
        "Qd8+",
        (-129, "Qd5+ Kh7 Rxe4 Qh1+ Ke2 Qxg2"),
        (476, "Kh7 Re3 Qh1+ Ke2 Qb1 Qd1 Qxb2+"),
    )
    assert "threat Kh7" not in sentence


def test_the_piece_won_is_the_one_that_is_not_traded() -> None:
    # The bishops are traded on g7; the knight on e4 is lost.
    board = chess.Board("r4rk1/pp2ppbp/2p2np1/2n2b2/5N2/1P2P1P1/PB2NPBP/2RR2K1 b - - 1 17")
    board.push_san("Nfe4")
    assert material_won(Line.of(board, ["b2g7", "g8g7", "f2f3", "e7e5", "f3e4"])) == "a knight"


def test_a_bishop_captured_for_nothing_is_named_though_a_knight_is_traded_for_a_bishop() -> None:
    board = chess.Board("4k3/8/2n5/3b4/B7/2N5/8/4K3 w - - 0 1")
    assert material_won(Line.of(board, ["c3d5", "e8d7", "a4c6", "d7c6"])) == "a bishop"


def test_both_moves_take_the_bishop_out_of_attack(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "1r6/3Bn1pk/p2N2pp/3Pp3/4Pr2/Pp6/6K1/1R4R1 w - - 5 47",
        "Ba4",
        (250, "Be6 Ng8 Rgf1 Rxf1 Kxf1 Nf6"),
        (0, "Nxd5 Rxb3 Rxb3 Bxb3 Ne3+ Kh2"),
    )
    assert sentence.endswith("it defends the pawn on d5.")


def test_only_the_better_move_takes_the_bishop_to_a_safe_square(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "rn1qkb1r/pp1bpppp/1np5/1B1P4/4P3/8/PP3PPP/RNBQK1NR w KQkq - 2 7",
        "Bc4",
        (39, "Be2 cxd5 exd5 e6 dxe6 Bb4+"),
        (376, "Nxc4 Nf3 e5 O-O f6 Nh4"),
    )
    assert sentence.endswith("Better is Be2, which gets the bishop out of attack.")


def test_a_trade_that_loses_nothing_is_no_punishment(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "rnb1kbnr/p1p1pppp/1p6/q7/8/2N5/PPPPQPPP/R1B1KBNR w KQkq - 0 5",
        "Qb5+",
        (200, "Nb5 Na6 Qc4 Bb7 Nxc7+"),
        (-33, "Qxb5 Bxb5+ c6 Be2 Nf6"),
    )
    assert "allows" not in sentence
    assert "Nb5" in sentence


def test_a_trade_of_rooks_is_avoided(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "6R1/1p6/pk6/5p2/8/5r1P/7K/8 w - - 4 34",
        "Rg3",
        (-349, "h4 Rc3 h5 a5 Kg2 a4"),
        (682, "Rxg3 Kxg3 Kc5 Kf4 Kd5 Ke3"),
    )
    assert sentence == "h4 is better than Rg3: it avoids the trade of rooks."


def test_a_recapture_that_works_only_after_the_better_move_is_its_reason(evaluator: Evaluator) -> None:
    # After Re8 the recapture on f5 allows Rxe8 mate; with the rook on d8 it does not.
    sentence = sentence_of(
        evaluator,
        "2b2rk1/3q1ppp/p7/5n2/3p4/B2Q4/P1P2PPP/R3R1K1 b - - 3 23",
        "Re8",
        (-285, "Rd8 Rab1 h6 c3 Bb7"),
        (575, "Qxf5 Qa4 Rxe8+ Qxe8"),
    )
    assert sentence.endswith("Better is Rd8, which answers Qxf5 with Qxf5.")


def test_a_pawn_move_blocked_by_the_own_bishop_is_not_stopped_by_another_piece(evaluator: Evaluator) -> None:
    # The bishop is on d5 until Bxf7, so d5 was never possible before.
    sentence = sentence_of(
        evaluator,
        "2kr1b1r/pp3pp1/2pp3p/3Bq3/4P1b1/1Q6/PP3PPP/R1B1R1K1 w - - 0 15",
        "Bxf7",
        (255, "Be3 Be6 Bxa7 Re8 f4"),
        (0, "d5 h3 Bf5 Bd2 dxe4"),
    )
    assert "stops d5" not in sentence


def test_the_queen_stays_out_of_reach(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "r2k1b1r/1p2np1p/p2p1p2/3Pp2b/N3P3/5N1P/Pq2BPP1/R2Q1RK1 b - - 1 15",
        "Qb4",
        (-223, "Qa3 Nb6 Rb8 Nd2 Bxe2"),
        (293, "Rb1 Qxe4 Rxb7 Nxd5"),
    )
    assert sentence.endswith("Better is Qa3, which keeps the queen out of reach of Rb1.")


def test_castling_takes_the_rook_out_of_danger(evaluator: Evaluator) -> None:
    sentence = sentence_of(
        evaluator,
        "1r3rk1/p3np1p/4p1p1/q2pP1PP/b1p2B1N/Q1n1PB2/P4P2/2R1K2R w K - 0 23",
        "Rxc3",
        (137, "O-O Nxa2 Qxa2 Nc6 Qa1"),
        (13, "Rb1+ Kd2 Rxh1 Bxh1 Nc6"),
    )
    assert sentence.endswith("it gets the rook on h1 out of danger.")


def test_a_queen_that_wins_only_a_bishop_is_said_so() -> None:
    board = chess.Board("r4r2/pb3pkp/1p1qn1p1/2p1N1Q1/2Pp4/1P1P2N1/1P3PPP/R3R1K1 w - - 5 21")
    moves, walk = [], board.copy()
    for san in ("Nf5+", "Kg8", "Nxd6", "Nxg5", "Nxb7"):
        moves.append(walk.push_san(san))
    line = Line.of(board, moves)
    witness = Witness("hanging piece", 2, chess.D6, (chess.D6,))
    deed = deed_of(line, Gain(3, None, 300), witness)
    assert deed.sentence == "After Nf5+ Kg8, Nxd6 captures the queen on d6 and in the end wins a bishop."


def test_a_queen_that_is_won_is_said_to_be_won() -> None:
    board = chess.Board("r4r2/pb3pkp/1p1qn1p1/2p1N3/2Pp4/1P1P2N1/1P3PPP/R3R1K1 w - - 5 21")
    moves, walk = [], board.copy()
    for san in ("Nf5+", "Kg8", "Nxd6"):
        moves.append(walk.push_san(san))
    witness = Witness("hanging piece", 2, chess.D6, (chess.D6,))
    deed = deed_of(Line.of(board, moves), Gain(9, None, 900), witness)
    assert deed.sentence == "After Nf5+ Kg8, Nxd6 wins the undefended queen."


def test_an_underpromotion_is_said_with_what_it_wins() -> None:
    board = chess.Board("8/8/8/8/8/8/4kp2/6NK b - - 0 1")
    line = Line.of(board, [board.parse_san("fxg1=R+")])
    witness = Witness("underpromotion", 0, chess.G1, (chess.G1,))
    assert deed_of(line, Gain(7, None, 700), witness).sentence == "fxg1=R+ promotes to a rook and wins a knight."
    line = Line.of(board, [board.parse_san("fxg1=Q+")])
    assert deed_of(line, Gain(11, None, 1100), witness).sentence == "fxg1=Q+ makes a queen and wins a knight."


def test_a_mistake_that_only_misses_a_trade_is_answered(evaluator: Evaluator) -> None:
    fen = "r1r3k1/1n1q1pp1/1p1p1b1p/3Np3/1P2P3/5N2/P2Q1PPP/2R2RK1 b - - 3 24"
    best = (-230, "Rxc1 Rxc1 Bd8 Nxe5 Qa4")
    sentence = sentence_of(evaluator, fen, "Qb5", best, (460, "Nxf6+ gxf6 Qxh6 Rxc1 Rxc1"))
    assert sentence.startswith("Qb5 ")
    assert not sentence.startswith("Rxc1 is better")


def test_a_better_move_without_a_reason_is_only_named(evaluator: Evaluator) -> None:
    fen = "r4rk1/1b1qbpp1/pp1p1n1p/2p1p3/2P1P2P/P1P4N/1P1NQPP1/R1BR2K1 w - - 4 16"
    sentence = sentence_of(evaluator, fen, "g4", (-165, "f3 Nh5 Nf1 f5"), (430, "Nxg4 Nf1 Nf6 Kh2 Bxe4 Ne3 Bg6"))
    assert "keeps the" not in sentence
    assert "damage" not in sentence
    assert "Better is f3" in sentence


def test_a_trade_of_the_attacking_pawn_names_the_attacker(evaluator: Evaluator) -> None:
    fen = "rnb1qrk1/pppn2bp/4ppp1/3pP3/3P3B/3B1N2/PPP2PPP/RN1Q1RK1 w - - 2 10"
    sentence = sentence_of(evaluator, fen, "Nc3", (125, "exf6 Nxf6 Re1 c5"), (70, "fxe5 dxe5 Nxe5 Bg3 Nxd3 Qxd3 c6"))
    assert "trades off the attacker, the pawn on f6" in sentence
    assert "trades pawns" not in sentence
