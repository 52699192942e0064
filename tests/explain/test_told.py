"""An explanation as a value: what it holds, where the board without the cause belongs, and that JSON brings it back."""

from __future__ import annotations

import chess
import pytest
from pydantic import TypeAdapter

from motif.explain.mistakes import explain_mistake
from motif.explain.moves import best_explained
from motif.explain.told import Told, ToldMistake, told
from motif.players.find import find_evaluator

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w - - 0 1"
THE_ROOK_IS_ELSEWHERE = "4k2r/5p2/8/3N4/8/8/5P2/4K3 w - - 0 1"
SCHOLAR = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def fork() -> Told:
    return told(best_explained(chess.Board(FORK), find_evaluator("search")))


def scholar() -> ToldMistake:
    return told(explain_mistake(chess.Board(SCHOLAR), chess.Move.from_uci("d2d3"), find_evaluator("search")))


def test_a_fork_is_told_with_its_line_its_arrows_and_the_board_without_the_rook() -> None:
    value = fork()
    assert (value.fen, value.motif) == (FORK, "fork")
    assert [step.san for step in value.line] == ["Nc7+", "Kd7", "Nxa8"]
    assert value.line[0].fen == "r3k3/2N2p2/8/P7/8/8/5P2/4K3 b - - 1 1"
    assert sorted(map(str, value.arrows)) == ["Gd5c7", "Rc7a8", "Rc7e8"]
    assert value.without is not None
    assert (value.without.ply, value.without.squares) == (0, ("a8",))
    assert value.without.fen == "4k3/5p2/8/P2N4/8/8/5P2/4K3 w - - 0 1"
    assert value.without.sentence.startswith("With nothing on a8, Nc7+ would gain ")


def test_where_nothing_is_won_the_idea_is_told_and_there_is_no_other_board() -> None:
    value = told(best_explained(chess.Board(THE_ROOK_IS_ELSEWHERE), find_evaluator("search")))
    assert (value.motif, value.without) == ("active king", None)
    assert len(value.arrows) >= 1


def test_a_mistake_has_the_better_line_and_both_sides() -> None:
    mistake = scholar()
    assert (mistake.played.san, mistake.better[0].san) == ("d3", "Qxf7#")
    assert mistake.missed is not None
    assert mistake.allowed is not None
    assert mistake.allowed.fen == mistake.played.fen
    assert mistake.reasons == (mistake.missed, mistake.allowed)
    assert mistake.chances[0] > 0.99 > mistake.chances[1]


@pytest.mark.parametrize("value", [fork(), scholar()])
def test_json_brings_it_back(value: Told | ToldMistake) -> None:
    either: TypeAdapter[Told | ToldMistake] = TypeAdapter(Told | ToldMistake)
    assert either.validate_json(either.dump_json(value)) == value
