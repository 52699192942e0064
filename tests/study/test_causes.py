"""Test that every mistake has one cause, and the costs of causes add up to that of all mistakes."""

from __future__ import annotations

import pytest

from motif.board.games import read_games
from motif.explain.kinds import PointKind, PointSide
from motif.runtime.files import DATA
from motif.study.causes import KINDS, WORDS, Cause, cause_of, shares_of
from motif.study.engine import StudyEngine
from motif.study.games import StudiedGame
from motif.study.review import MISTAKE, review_game


@pytest.fixture(scope="module")
def games() -> list[StudiedGame]:
    """Three games of the learner who ships."""
    engine = StudyEngine()
    evaluator = engine.evaluator()
    own = list(read_games([str(DATA / "learner_games.pgn.gz")]))[:3]
    return [review_game(game, is_white=True, evaluator=evaluator, engine=engine) for game in own]


def test_every_kind_of_a_bad_move_belongs_to_one_cause() -> None:
    listed = [kind for kinds in KINDS.values() for kind in kinds]
    assert len(listed) == len(set(listed))
    good = {PointKind(name) for name in (
        "mates", "wins", "saves_draw", "threatens", "defends", "prevents", "prepares", "improves", "recaptures",
        "trades", "only_move", "alternative_fails", "choice", "mated", "unexplained",
    )}  # fmt: skip
    assert set(listed) | good == set(PointKind)
    assert set(WORDS) == set(Cause)


def test_the_causes_add_up_to_what_the_mistakes_cost(games: list[StudiedGame]) -> None:
    shares = shares_of(games)
    for players, costs in ((True, [each.cost for each in shares]), (False, [each.opponents for each in shares])):
        lost = [
            move.lost
            for game in games
            for ply, move in enumerate(game.moves)
            if game.is_players(ply) == players and move.lost >= MISTAKE
        ]
        assert lost
        assert sum(costs) == pytest.approx(sum(lost) / len(games), abs=1e-3)
        if players:
            assert sum(each.cases for each in shares) == len(lost)


def test_the_cause_is_what_the_explanation_says(games: list[StudiedGame]) -> None:
    faults = [fault for game in games for fault in game.faults]
    assert faults
    for fault in faults:
        if fault.is_explained and fault.point is not None:
            assert fault.cause is fault.point.kind
            if fault.point.side is PointSide.ALLOWED:
                assert cause_of(fault.cause) not in (Cause.CAPTURE, Cause.TACTIC)
    assert shares_of([]) == ()
