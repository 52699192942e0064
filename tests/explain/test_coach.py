"""Test the coach: what it says about moves and positions, with exact results where tables have them."""

from __future__ import annotations

from collections.abc import Iterator

import chess
import pytest

from goldens import Golden
from motif.advice import Advice, Reason
from motif.errors import BadPosition, IllegalMove
from motif.explain.coach import Coach, with_idea
from motif.players.coaches import find_coach
from walks import random_positions

KEY_SQUARES = "8/4k3/8/8/4K3/4P3/8/8 w - - 0 1"
PHILIDOR = "4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1"
FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"


@pytest.fixture(scope="module")
def coach() -> Iterator[Coach]:
    with find_coach() as found:
        yield found


def test_the_truth_of_the_tables_speaks_first(coach: Coach) -> None:
    answer = coach.explain(chess.Board(KEY_SQUARES), chess.Move.from_uci("e4d4"))
    assert answer.is_mistake
    assert answer.sentence.startswith("Kd4 throws the win away. Kd5 wins: ")
    assert answer.verdict.before > 0.95
    assert answer.verdict.after == 0.5


def test_a_move_that_keeps_the_win_is_explained_by_its_rule(coach: Coach) -> None:
    answer = coach.explain(chess.Board(KEY_SQUARES), chess.Move.from_uci("e4d5"))
    assert not answer.is_mistake
    assert "a key square of the pawn on e3" in answer.sentence


def test_where_no_rule_explains_the_tables_the_move_does(coach: Coach) -> None:
    board = chess.Board("1k6/8/6KP/4q3/8/8/8/8 b - - 30 88")
    assert coach.explain(board, board.parse_san("Qh8")).sentence.startswith("Qh8 keeps the win: it ")


def test_where_theory_speaks_nothing_empty_is_said_behind_it(coach: Coach) -> None:
    board = chess.Board("rn1qk2r/pbpp1p2/1p2p2p/6p1/1bPPn3/2N2NB1/PPQ1PPPP/R3KB1R w KQkq - 2 9")
    sentence = coach.explain(board, board.parse_san("e3")).sentence
    assert sentence.startswith("e3 is a book move. This is the Queen's Indian Defence")
    assert "master games" not in sentence, "fewer than 20 games reached this position"
    assert "wins nothing by force" not in sentence


def test_only_moves_that_keep_the_result_are_advised(coach: Coach) -> None:
    advised = {counsel.explanation.played.san for counsel in coach.advise(chess.Board(KEY_SQUARES))}
    assert advised == {"Kd5", "Ke5", "Kf5"}


def test_philidor_is_advised_by_its_rule_and_nothing_else(coach: Coach) -> None:
    (counsel,) = coach.advise(chess.Board(PHILIDOR))
    assert counsel.explanation.line[0].san == "Rb6"
    assert "Philidor" in counsel.explanation.sentence


def test_nothing_is_said_for_a_move_that_leaves_a_known_rule(coach: Coach) -> None:
    board = chess.Board(PHILIDOR)
    check = coach.explain(board, board.parse_san("Rd1+"))
    assert check.sentence.startswith("Rd1+ is not the known way. Rb6 holds the draw: ")
    assert coach.explain(board, board.parse_san("Rb6")).sentence.startswith("Rb6 holds the draw: in Philidor's defence")


def test_a_checked_cause_is_not_drowned_by_a_rule_of_endings(coach: Coach) -> None:
    answer = coach.explain(chess.Board(FORK), chess.Move.from_uci("d5c7"))
    assert not answer.is_mistake
    assert answer.motif == "fork"


def test_the_best_move_comes_first_and_what_is_clearly_worse_is_left_out(coach: Coach) -> None:
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    (counsel,) = coach.advise(board)
    assert counsel.explanation.line[0].san == "Qxf7#"


def test_who_agrees_is_named_and_only_who_does(coach: Coach) -> None:
    counsels = coach.advise(chess.Board())
    assert counsels[0].agree
    assert all(name.split(" (")[0] in ("openings", "tactics", "patterns") for name in counsels[0].agree)
    assert not coach.advise(chess.Board(PHILIDOR))[0].agree


def test_any_move_can_be_explained_as_a_mistake(coach: Coach) -> None:
    answer = coach.why_not(chess.Board(), chess.Move.from_uci("g2g4"))
    assert answer.played.san == "g4"
    assert answer.verdict.after < answer.verdict.before


def test_refusals(golden: Golden, coach: Coach) -> None:
    mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert coach.advise(mated) == []
    with golden.raises(BadPosition):
        coach.best(mated)
    with pytest.raises(IllegalMove, match="illegal move e2e5"):
        coach.explain(chess.Board(), chess.Move.from_uci("e2e5"))


def test_random_positions_are_advised_with_a_sentence_about_the_move(coach: Coach) -> None:
    for board in random_positions(40, seed=28)[::8]:
        for counsel in coach.advise(board, 2):
            assert board.is_legal(counsel.move)
            assert counsel.explanation.sentence.endswith(".")
            assert counsel.explanation.line[0].uci == counsel.move.uci()


def test_a_mate_far_away_gives_way_to_the_rule_and_one_at_hand_does_not(coach: Coach) -> None:
    far = chess.Board("k7/8/8/PK6/8/8/8/5B2 w - - 0 1")
    assert "it is the right bishop" in coach.explain(far, far.parse_san("Kb6")).sentence
    near = chess.Board("k7/P7/1K6/8/8/8/8/5B2 w - - 0 1")
    assert coach.explain(near, near.parse_san("Bg2+")).sentence.startswith("Bg2 is mate")


def test_a_typical_idea_is_the_rule_of_an_adviser_that_plays_the_same_quiet_move(coach: Coach) -> None:
    board = chess.Board("1r5r/p5p1/6kp/2b2n2/4P3/8/PPPP2PP/R1B2R1K b - - 0 21")
    value = coach.explain(board, board.parse_san("Nd4"))
    rule = "Move a knight to the centre, leaving nothing hanging."

    def advised(san: str) -> dict[str, list[Advice]]:
        return {"tactics": [Advice(board.parse_san(san), None, Reason("tactics", "", idea=rule))]}

    said = with_idea(value, advised("Nd4")).sentence
    assert said == f"{value.sentence} A typical idea: move a knight to the centre."
    assert with_idea(value, advised("Nd6")) == value


def test_a_move_that_loses_a_rook_is_not_praised_though_the_game_was_lost_before(coach: Coach) -> None:
    # The winning chance falls from 10 to 1 %, which is only an inaccuracy.
    board = chess.Board("6n1/1p1rk2p/3pp1p1/6P1/1B2P3/5N1P/P4PP1/1n1RK3 b - - 1 30")
    value = coach.explain(board, board.parse_san("Rc7"))
    assert value.verdict.lost < 0.10
    assert value.sentence.startswith("Rc7 walks into a fork: Bxd6+ forks the king on e7 and the rook on c7")
