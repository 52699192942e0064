"""Test the explanation as a value: its parts, its check, and that it is unchanged after JSON."""

from __future__ import annotations

import chess
import pytest
from pydantic import TypeAdapter

from motif.engines.game_review import Judgement
from motif.explain.answers import explanation_of_mistake, explanation_of_reason
from motif.explain.explanation import Explanation
from motif.explain.kinds import PointKind, PointSide
from motif.explain.mistakes import explain_mistake
from motif.explain.moves import best_explained
from motif.players.names import find_evaluator

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w - - 0 1"
THE_ROOK_IS_ELSEWHERE = "4k2r/5p2/8/3N4/8/8/5P2/4K3 w - - 0 1"
SCHOLAR = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def fork() -> Explanation:
    return explanation_of_reason(best_explained(chess.Board(FORK), find_evaluator("search")))


def scholar() -> Explanation:
    board = chess.Board(SCHOLAR)
    return explanation_of_mistake(explain_mistake(board, board.parse_san("d3"), find_evaluator("search")))


def test_a_fork_has_its_line_its_arrows_and_the_board_without_the_rook() -> None:
    value = fork()
    point = value.point
    assert point is not None
    assert (value.fen, point.side, point.kind, point.motif) == (FORK, PointSide.DOES, PointKind.WINS, "fork")
    assert [step.san for step in value.line] == ["Nc7+", "Kd7", "Nxa8"]
    assert value.line[0].fen == "r3k3/2N2p2/8/P7/8/8/5P2/4K3 b - - 1 1"
    assert sorted(map(str, value.arrows)) == ["Gd5c7", "Rc7a8", "Rc7e8"]
    assert point.check is not None
    assert (point.check.ply, point.check.squares) == (0, ("a8",))
    assert point.check.fen == "4k3/5p2/8/P2N4/8/8/5P2/4K3 w - - 0 1"
    assert point.check.result.startswith("Without the rook on a8, Nc7+ would win ")


def test_where_nothing_is_won_the_idea_is_the_point_and_there_is_no_other_board() -> None:
    found = best_explained(chess.Board(THE_ROOK_IS_ELSEWHERE), find_evaluator("search"))
    value = explanation_of_reason(found)
    assert (value.motif, value.checks) == ("active king", ())
    assert len(value.arrows) >= 1


def test_a_mistake_has_a_verdict_the_better_line_and_both_sides() -> None:
    mistake = scholar()
    assert mistake.better is not None
    assert (mistake.played.san, mistake.better.move.san) == ("d3", "Qxf7#")
    assert mistake.better.reason.startswith("Qxf7 is mate")
    assert mistake.verdict.judgement is Judgement.BLUNDER
    assert mistake.missed is not None
    assert mistake.allowed is not None
    assert mistake.missed.kind is PointKind.MISSED_MATE
    assert mistake.allowed.fen == mistake.played.fen
    assert (mistake.point, mistake.also) == (mistake.missed, mistake.allowed)
    assert mistake.verdict.before > 0.99 > mistake.verdict.after


def test_what_a_quiet_better_move_does_about_the_punishment_is_its_reason() -> None:
    # The rook attacks the bishop on c5 already.
    board = chess.Board("1k3rr1/ppp5/8/1Pb5/3p1p2/5B2/1P3RP1/2R3K1 b - - 0 30")
    mistake = explanation_of_mistake(explain_mistake(board, board.parse_san("Re8"), find_evaluator("search")))
    assert mistake.point is not None
    assert (mistake.point.side, mistake.point.kind) == (PointSide.ALLOWED, PointKind.IGNORED_THREAT)
    assert mistake.better is not None
    assert mistake.better.kind is PointKind.DEFENDS
    assert mistake.sentence.endswith(mistake.better.reason.removeprefix(f"{mistake.better.move.san} "))


@pytest.mark.parametrize("value", [fork(), scholar()])
def test_json_brings_it_back(value: Explanation) -> None:
    adapter: TypeAdapter[Explanation] = TypeAdapter(Explanation)
    assert adapter.validate_json(adapter.dump_json(value)) == value
