"""Test that a gain is shown with its line and named correctly, whether or not its cause is known."""

from __future__ import annotations

import chess
import pytest
from chess.engine import Cp

from goldens import Golden
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.explain.causes import edits_of
from motif.explain.checks import check_of
from motif.explain.gains import material_won, play_on
from motif.explain.mistakes import explain_mistake
from motif.explain.moves import best_explained, explain
from motif.players.names import find_evaluator


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return find_evaluator("search:8")


def test_a_mate_is_missed_in_a_position_that_is_won_anyway(evaluator: Evaluator) -> None:
    # Five pawns' worth ahead before and after, and still Rd8 would have been mate.
    board = chess.Board("6k1/ppp2ppp/8/8/8/8/1N3PPP/3R2K1 w - - 0 1")
    mistake = explain_mistake(board, board.parse_san("Nc4"), evaluator)
    assert mistake.chance_after > 0.87
    assert mistake.sentence.startswith("Nc4 misses Rd8, a back rank mate: the king is shut in by its own pawns.")


def test_with_a_hole_in_the_pawns_no_mate_is_missed(evaluator: Evaluator) -> None:
    board = chess.Board("6k1/pp3pp1/7p/8/8/8/1N3PPP/3R2K1 w - - 0 1")
    missed = explain_mistake(board, board.parse_san("Nc4"), evaluator).missed
    assert missed is None or not missed.gain.is_mate


def test_a_decided_game_is_not_counted_in_pawns(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("1k1r4/pp6/8/8/3b4/1Q2B3/P5PP/1R4K1 w - - 2 25")
    sentence = explain_mistake(board, board.parse_san("Bxd4"), evaluator).sentence
    golden(sentence)


def test_what_could_be_taken_at_once_is_not_won_by_a_quiet_move_before_it(evaluator: Evaluator) -> None:
    # From a rapid game: the bishop on c6 hangs, and g6 only looks at it.
    board = chess.Board("2r4k/p1r2ppP/1pB1p3/3pP2b/P2P3b/8/2QB1P1P/4K1R1 b - - 2 25")
    late = explain(board, board.parse_san("g6"), evaluator)
    assert late.sentence.startswith("Rxc6 wins a bishop with or without g6.")
    assert explain(board, board.parse_san("Rxc6"), evaluator).sentence.startswith(
        "Rxc6 wins a bishop, as c6 has too few"
    )


def test_a_captured_queen_is_not_called_a_won_rook(evaluator: Evaluator) -> None:
    # Black wins some material back later in the line, so the queen is captured, and the net gain is a rook.
    board = chess.Board("4r1k1/p2q1pp1/1bpn3p/8/6N1/1P4QP/P1PP1PP1/3R2K1 w - - 3 28")
    sentence = explain(board, board.parse_san("Nf6+"), evaluator).sentence
    assert sentence.startswith("After Nf6+ Kh8, Nxd7 captures the queen on d7 and in the end wins a rook.")


def test_a_rook_for_a_knight_and_a_pawn_is_not_a_pawn_won_by_luck(evaluator: Evaluator) -> None:
    # From a rapid game: the line is long and wins the value of one pawn in all, but the rook on a8 is really lost.
    board = chess.Board("r2qkb1r/ppp2ppp/3p1n2/1N6/3QP3/8/PPP2PPP/R1B2RK1 b kq - 0 9")
    sentence = explain_mistake(board, board.parse_san("b6"), evaluator).sentence
    assert sentence.startswith("b6 allows e5, which attacks the knight on f6, winning a rook for a knight and a pawn.")


def test_a_gain_without_a_cause_is_shown_with_its_line(evaluator: Evaluator) -> None:
    board = chess.Board("3r2k1/4np2/6p1/pp1P4/2P5/5B2/P2BKP1P/8 w - - 0 29")
    mistake = explain_mistake(board, board.parse_san("Kd3"), evaluator)
    assert mistake.missed is not None
    assert mistake.missed.cause is None
    assert mistake.sentence == "Kd3 misses cxb5: after Nxd5, Bxa5 wins a pawn."
    assert mistake.reasons == (), "and no cause is claimed"


def test_a_longer_line_without_a_cause_is_not_shown_where_it_does_not_force(evaluator: Evaluator) -> None:
    # Bh4+ Kd2 Nf6 Bg2 Bxg4 wins a pawn, but Nf6 forces nothing.
    board = chess.Board("r1bqk1nr/ppp2ppp/2np1b2/8/1P2PPP1/P1P5/7P/RNBQKBNR b KQkq - 0 8")
    mistake = explain_mistake(board, board.parse_san("g6"), evaluator)
    assert mistake.missed is None
    assert mistake.sentence.startswith("g6 allows ")


def test_no_sentence_speaks_of_no_tactic(evaluator: Evaluator) -> None:
    mistake = explain_mistake(chess.Board(), chess.Move.from_uci("g1h3"), evaluator)
    assert "tactic" not in mistake.sentence
    assert mistake.sentence == "Nf3 is better than Nh3: it develops the knight and covers d4 and e5 in the centre."


def test_a_queen_won_by_a_chain_of_checks_is_seen_to_its_end(evaluator: Evaluator) -> None:
    # The line ends nine plies later, and in the middle of it a knight is missing.
    board = chess.Board("2rq1r2/1p1nkp2/p3pN2/8/1P3Q2/P6P/5PP1/3R1BK1 b - - 5 26")
    mistake = explain_mistake(board, board.parse_san("Rc7"), evaluator)
    assert mistake.allowed is not None
    assert mistake.allowed.gain.pawns >= 1
    assert "Nd5+" in mistake.sentence


def test_where_only_a_position_is_given_a_capture_may_only_take_back(evaluator: Evaluator) -> None:
    # White is a rook down, and the rook on c3 may have just taken one.
    fen = "r5k1/5ppp/8/8/8/2r5/1P3PPP/3R2K1 w - - 0 20"
    explanation = explain(chess.Board(fen), chess.Move.from_uci("b2c3"), evaluator)
    assert explanation.sentence.startswith("bxc3 captures the rook on c3 (or recaptures there), winning a rook.")


def test_with_a_move_in_between_it_takes_back_nothing(evaluator: Evaluator) -> None:
    # The clock of moves without a capture says that nothing was taken just before.
    explanation = explain(
        chess.Board("r5k1/5ppp/8/8/8/2r5/1P3PPP/3R2K1 w - - 3 20"), chess.Move.from_uci("b2c3"), evaluator
    )
    assert explanation.sentence == "bxc3 wins the undefended rook."


def test_a_perpetual_check_is_named_as_the_means(evaluator: Evaluator) -> None:
    board = chess.Board("k7/2Q5/1r6/8/8/8/8/K7 b - - 0 1")
    assert explain(board, board.parse_san("Rb1+"), evaluator).sentence.startswith(
        "Rb1+ saves the draw by perpetual check."
    )


def test_a_fork_that_saves_the_draw_is_named_as_both(evaluator: Evaluator) -> None:
    board = chess.Board("r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1")
    sentence = explain(board, board.parse_san("Nc7+"), evaluator).sentence
    assert sentence.startswith(
        "Nc7+ forks the king on e8 and the rook on a8, saving the draw because neither side can mate any more."
    )


def test_no_edit_removes_a_piece_that_moves_on_the_line(evaluator: Evaluator) -> None:
    board = chess.Board("2r4k/1P6/8/8/8/8/8/4K3 w - - 0 1")
    explanation = best_explained(board, evaluator)
    assert explanation.cause is not None
    assert explanation.cause.undone.square != chess.B7, "without the pawn nothing promotes, whatever the reason"
    for way in edits_of(explanation.line, explanation.cause.witness):
        piece = explanation.line.boards[way.ply].piece_at(way.square)
        movers = {move.from_square for move in explanation.line.moves[way.ply :: 2]}
        assert piece is None or piece.color != explanation.line.winner or way.square not in movers


def test_a_capture_whose_only_check_is_that_the_piece_is_gone_shows_that(evaluator: Evaluator) -> None:
    # A queen that a rook takes is won, defended or not: no defender could be added.
    board = chess.Board("3q1rk1/5ppp/8/8/8/8/PPP5/1K1RR3 w - - 4 20")
    explanation = explain(board, board.parse_san("Rxd8"), evaluator)
    assert explanation.cause is not None
    assert explanation.cause.is_plain
    check = check_of(explanation)
    assert check is not None
    assert (check.squares, check.result) == (("d8",), "Without the queen on d8, White would win nothing.")


def test_a_mistake_that_is_hardly_seen_is_looked_at_deeper(golden: Golden) -> None:
    # Eight plies see that another square was better for the king; nine see that the pawn on a4 falls.
    board = chess.Board("8/6pp/1kN2n2/pP6/P5P1/7P/5PK1/8 w - - 0 42")
    shallow = explain_mistake(board, board.parse_san("Kg3"), find_evaluator("search:8"))
    assert shallow.sides == (), "an oracle with a fixed depth cannot look deeper"
    deeper = explain_mistake(board, board.parse_san("Kg3"), find_evaluator("search"))
    golden(deeper.sentence)


def test_a_mate_at_the_end_of_a_line_that_was_played_on_is_not_forced(evaluator: Evaluator) -> None:
    # lichess.org/training/WNDMv: the bishop wins a rook; that Black then walks into mate is no part of it.
    board = chess.Board("3r2k1/pQ3ppp/3B4/q2p1p2/3P4/2P1PP2/P4P1P/n5K1 w - - 3 23")
    explanation = best_explained(board, evaluator)
    assert not explanation.gain.is_mate
    assert explanation.sentence.startswith("Bc7 forks the queen on a5 and the rook on d8, winning a rook for a pawn.")


def test_a_pawn_that_is_given_is_not_won_by_the_move(evaluator: Evaluator) -> None:
    # On the engine's line White gives the pawn on b4 to gain time; the knight's capture did not lose it.
    board = chess.Board("r1b1k2r/ppppqppp/2n2n2/2b1p1N1/2B1P3/2N5/PPPP1PPP/R1BQK2R w KQkq - 8 6")
    assert "wins a pawn" not in explain_mistake(board, board.parse_san("Nxf7"), evaluator).sentence
    # Nor is one missed that only falls because it comes to c4 by itself, undefended as it is there.
    board = chess.Board("r4rk1/1pp2ppp/p7/4n3/PP2nRb1/1BPqP3/1B4PP/RN2Q1K1 b - - 0 17")
    assert "Bxc4" not in explain_mistake(board, board.parse_san("Rfd8"), evaluator).sentence


def test_without_a_loss_at_once_the_sentence_says_what_the_better_move_does(evaluator: Evaluator) -> None:
    board = chess.Board("r1r3k1/n5p1/7p/3R1P2/p3P1P1/5N1P/5P2/1R4K1 b - - 0 30")
    sentence = explain_mistake(board, board.parse_san("Rc3"), evaluator).sentence
    assert sentence.startswith("a3 is better than Rc3: it pushes the passed pawn.")
    assert sentence.endswith(": it pushes the passed pawn.")


def test_what_was_right_a_little_later_comes_too_early(evaluator: Evaluator) -> None:
    board = chess.Board("1k2rb1r/p1p2ppp/Q1p2p2/8/3P3q/7P/P1PB1PP1/R4K1R w - - 2 19")
    sentence = explain_mistake(board, board.parse_san("Qxc6"), evaluator).sentence
    assert sentence.startswith("Qxc6 comes too early: after Rb1+ Bb4 Rxb4+ Ka8, Qxc6 is mate.")
    assert "too early" not in explain_mistake(board, board.parse_san("c3"), evaluator).sentence


def test_a_perpetual_check_is_shown_once_round(evaluator: Evaluator) -> None:
    board = chess.Board("8/6pk/4Q2p/r1qpP3/2p5/P7/6PP/2R4K b - - 0 34")
    sentence = explain_mistake(board, board.parse_san("Qxa3"), evaluator).sentence
    assert sentence == "Qxa3 allows Qf5+, which saves the draw by perpetual check."


def test_an_even_trade_is_not_greed_though_something_is_lost_later(evaluator: Evaluator) -> None:
    board = chess.Board("r3k2r/3b1pb1/1q4pp/p1pPB3/1p3P2/1P2P3/P1B3PP/R2Q1RK1 b kq - 0 19")
    assert "the pawn on f4 guards" not in explain_mistake(board, board.parse_san("Bxe5"), evaluator).sentence
    board = chess.Board("3rqrk1/p1p3pp/2p5/1p1nPp2/1P1Q4/7P/PB3PP1/3R1RK1 b - - 1 19")
    greedy = explain_mistake(board, board.parse_san("Nxb4"), evaluator).sentence
    assert greedy.startswith("Nxb4 captures a defended pawn: Qxb4 wins a knight for a pawn.")


def test_a_pawn_that_came_there_on_the_line_is_not_won(evaluator: Evaluator) -> None:
    # 11...b5 12. bxc5 Bxc5 13. d4: White gives it to open the centre.
    board = chess.Board("r1bq1rk1/1p2b1p1/p1n1pn1p/2pp4/1P6/P1NP1N2/2PBBPPP/R2Q1RK1 b - - 0 11")
    assert "misses b5" not in explain_mistake(board, board.parse_san("d4"), evaluator).sentence


def test_what_is_taken_back_after_a_check_is_not_won(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board("2r1k2r/3qnpp1/p1n1p1P1/8/1p1p4/3P1Q2/PPPB1PB1/2KR3R b k - 0 18")
    sentence = explain_mistake(board, board.parse_san("Rxh1"), evaluator).sentence
    golden(sentence)


def test_a_pawn_without_a_cause_must_fall_on_a_closer_look_as_well(golden: Golden, evaluator: Evaluator) -> None:
    # 38...Bc1 39. Kf3 Re1 40. a4 and it is saved; 40. Nc6 Bxa3 was not forced.
    saved = chess.Board("3N2k1/7p/p5p1/1p6/4rpP1/PP1Rb2P/6K1/8 b - - 6 38")
    assert "wins a pawn" not in explain_mistake(saved, saved.parse_san("Rd4"), evaluator).sentence
    falls = chess.Board("rqb2rk1/1p2bppp/p4n2/3Pp1N1/8/3BB3/PP3PPP/2RQ1RK1 w - - 7 15")
    sentence = explain_mistake(falls, falls.parse_san("Qf3"), evaluator).sentence
    golden(sentence)


def test_a_better_move_does_not_threaten_what_was_just_done(evaluator: Evaluator) -> None:
    board = chess.Board("rnb2rk1/p1p2ppp/1p2qn2/1Nb1N3/2P5/3P4/PP2BPPP/R1BQ1RK1 w - - 1 11")
    sentence = explain_mistake(board, board.parse_san("Nxc7"), evaluator).sentence
    assert "threatens Nxc7" not in sentence
    assert "Nxc7 allows Qxe5, which captures the knight on e5" in sentence
    assert "threatens Nxc7" in explain_mistake(board, board.parse_san("a3"), evaluator).sentence


def test_a_queen_won_is_not_a_knight_because_the_winner_trades_later(evaluator: Evaluator) -> None:
    # The engine simplifies: Ne3 Qxe3+ Kxe3 gives the queen back for the last knight.
    board = chess.Board("8/6pk/3p1p2/2pP3p/8/5KP1/2NQ3q/8 b - - 0 42")
    line = tuple(map(chess.Move.from_uci, ("h2d2", "c2e3", "d2e3", "f3e3", "h7g6", "e3f4")))
    won = play_on(board, Evaluation(Cp(600), line, depth=12), evaluator, Limit(depth=4))
    assert (material_won(won.line), len(won.line.moves)) == ("the queen", 1)
    # A score that says nothing is won claims nothing.
    level = play_on(board, Evaluation(Cp(0), line, depth=12), evaluator, Limit(depth=4))
    assert not level.gain.is_something
