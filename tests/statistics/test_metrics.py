"""Test coverage, divergence, regret and the four accuracies on positions small enough to work out by hand."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions, decode_move, encode_move
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.statistics.examples import Evidence, Reference
from motif.statistics.intervals import Estimate
from motif.statistics.metrics import (
    NO_ROW,
    Histogram,
    HitRate,
    Policy,
    PolicyMeter,
    as_csv,
    as_json,
    as_markdown,
    draw_histograms,
    write_table,
)
from motif.tactics.learning.measures import (
    engine,
    greedy_exchange,
    human_network,
    moves_of,
    one_ply_values,
    random_moves,
    simple_baselines,
)
from stub_evaluators import Crowd, MaterialEvaluator

# Kings in corners: three legal moves each, so that every sum can be checked by hand.
CORNERS = ("k7/8/8/8/8/8/8/7K w - - 0 1", "k7/8/8/8/8/8/8/7K b - - 0 1")
MOVES = (("h1g1", "h1g2", "h1h2"), ("a8a7", "a8b7", "a8b8"))
VALUES = {"h1g1": 10, "h1g2": 40, "h1h2": -20, "a8a7": 0, "a8b7": 200, "a8b8": 90}


def evidence(values: dict[str, int] | None = None, fens: tuple[str, ...] = CORNERS) -> Evidence:
    positions = Positions(fens)
    codes = positions.legal_moves().codes
    worth = values if values is not None else VALUES
    return Evidence(
        positions,
        _codes("h1g1", "a8b8"),
        np.array([0, 1]),
        (("Anna", "Ben"), ("Cleo", "Dan")),
        _codes("h1g2", "a8b7"),
        np.array([worth[decode_move(int(code)).uci()] for code in codes], np.int32),
        "engine, depth=1",
    )


def _codes(*moves: str) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    return np.array([encode_move(chess.Move.from_uci(move)) for move in moves], np.uint16)


def suggesting(*moves: str) -> Policy:
    legal = evidence().positions.legal_moves()
    mask = np.array([decode_move(int(code)).uci() in moves for code in legal.codes])
    return Policy.uniform(" ".join(moves), mask, legal.offsets)


def test_coverage_is_the_share_of_positions_with_a_suggestion() -> None:
    meter = PolicyMeter(evidence())
    assert meter.measure(suggesting("h1g1")).coverage.value == 0.5
    assert meter.measure(suggesting("h1g1", "a8a7")).coverage.value == 1
    assert meter.measure(suggesting()).coverage.value == 0


def test_divergence_counts_the_distance_from_the_played_move_where_the_tactic_applies() -> None:
    meter = PolicyMeter(evidence())
    assert _value(meter.measure(suggesting("h1g1")).divergence) == 0, "the played move itself"
    assert _value(meter.measure(suggesting("h1g2")).divergence) == 30
    assert _value(meter.measure(suggesting("h1g2", "h1h2")).divergence) == (30 + 30) / 2
    assert _value(meter.measure(suggesting("h1g2", "a8a7")).divergence) == (30 + 90) / 2


def test_regret_counts_what_the_best_move_had_more() -> None:
    meter = PolicyMeter(evidence())
    assert _value(meter.measure(suggesting("h1g2", "a8b7")).regret) == 0
    assert _value(meter.measure(suggesting("h1g1")).regret) == 30
    # A move that is better than the person's has divergence, but no regret.
    better = meter.measure(suggesting("a8b7"))
    assert (_value(better.divergence), _value(better.regret)) == (110, 0)


def test_the_four_accuracies_are_four_numbers() -> None:
    meter = PolicyMeter(evidence())
    scores = meter.measure(suggesting("h1g1", "h1g2", "h1h2", "a8b8"))
    accuracies = scores.accuracies[Reference.PLAYED]
    assert _value(accuracies[HitRate.ANY_HIT]) == 1
    assert _value(accuracies[HitRate.PER_SUGGESTION]) == 2 / 4
    assert _value(accuracies[HitRate.EXPECTED]) == pytest.approx((1 / 3 + 1) / 2)
    assert _value(accuracies[HitRate.FIRST_CHOICE]) in (0.5, 1.0)
    best = scores.accuracies[Reference.BEST]
    assert _value(best[HitRate.ANY_HIT]) == 0.5


def test_every_legal_move_scores_full_marks_where_any_hit_counts() -> None:
    scores = PolicyMeter(evidence()).measure(random_moves(evidence()))
    assert _value(scores.accuracies[Reference.BEST][HitRate.ANY_HIT]) == 1
    assert _value(scores.accuracies[Reference.BEST][HitRate.PER_SUGGESTION]) == pytest.approx(1 / 3)


def test_a_mate_is_worth_a_large_fixed_value() -> None:
    mates = VALUES | {"h1g2": 9_999, "h1h2": -9_998}
    meter = PolicyMeter(evidence(mates))
    assert _value(meter.measure(suggesting("h1g2")).divergence) == 1_490
    assert _value(meter.measure(suggesting("h1h2")).regret) == 3_000


def test_what_says_nothing_has_no_accuracy() -> None:
    scores = PolicyMeter(evidence()).measure(suggesting())
    assert scores.divergence is scores.regret is None
    assert set(scores.accuracies[Reference.PLAYED].values()) == {None}
    assert (suggesting().first == NO_ROW).all()


def test_without_an_engine_only_people_are_compared_with() -> None:
    bare = Evidence(evidence().positions, _codes("h1g1", "a8b8"), np.array([0, 1]), (("?", "?"), ("?", "?")))
    scores = PolicyMeter(bare).measure(suggesting("h1g1"))
    assert list(scores.accuracies) == [Reference.PLAYED]
    assert scores.divergence is None


def test_another_engine_gives_another_divergence() -> None:
    meter = PolicyMeter(evidence())
    tenfold = evidence().row_values() * 2
    assert _value(meter.divergence(suggesting("h1g2"), tenfold)) == 60


def test_an_interval_holds_the_value() -> None:
    fens = [CORNERS[0]] * 200
    played = np.tile(_codes("h1g1", "h1g2"), 100)
    many = Evidence(Positions(fens), played, np.arange(200), tuple(("?", "?") for _ in fens))
    legal = many.positions.legal_moves()
    mask = legal.codes == _codes("h1g1")[0]
    first = (
        PolicyMeter(many)
        .measure(Policy.uniform("g1", mask, legal.offsets))
        .accuracies[Reference.PLAYED][HitRate.EXPECTED]
    )
    assert first is not None
    assert first.low < first.value == 0.5 < first.high
    # The interval of a coin thrown 200 times: half plus or minus 1.96 * sqrt(1/4/200) = 0.07.
    assert first.high - first.low == pytest.approx(0.139, abs=0.02)


def test_positions_of_one_game_are_drawn_together() -> None:
    fens = [CORNERS[0]] * 200
    played = np.repeat(_codes("h1g1", "h1g2"), 100)
    legal = Positions(fens).legal_moves()
    policy = Policy.uniform("g1", legal.codes == _codes("h1g1")[0], legal.offsets)
    two_games = Evidence(Positions(fens), played, np.repeat([0, 1], 100), (("?", "?"),) * 2)
    found = PolicyMeter(two_games).measure(policy).accuracies[Reference.PLAYED][HitRate.EXPECTED]
    assert found is not None
    assert found.low < 0.1, "two games are two cases, however many positions they have"
    assert found.high > 0.9


def test_what_was_always_right_in_a_few_games_is_not_right_for_certain() -> None:
    fens = [CORNERS[0]] * 30
    legal = Positions(fens).legal_moves()
    policy = Policy.uniform("g1", legal.codes == _codes("h1g1")[0], legal.offsets)

    def right_in(games: int) -> tuple[float, float]:
        played = Evidence(
            Positions(fens), np.repeat(_codes("h1g1"), 30), np.arange(30) % games, tuple(("?", "?") for _ in fens)
        )
        found = PolicyMeter(played).measure(policy).accuracies[Reference.PLAYED][HitRate.PER_SUGGESTION]
        assert found is not None
        assert (found.value, found.high, found.count) == (1.0, 1.0, 30)
        return found.low, found.value

    assert right_in(30)[0] == pytest.approx(0.886, abs=0.001), "Wilson's interval of 30 of 30"
    assert right_in(3)[0] == pytest.approx(0.438, abs=0.001), "and of 3 of 3"


def test_no_position_measures_nothing(golden: Golden) -> None:
    empty = evidence().take(np.array([], np.int64))
    with golden.raises(BadArgument) as caught:
        PolicyMeter(empty)
    assert "a less strict filter" in caught.value.hint


def test_the_grabber_takes_what_hangs_and_the_others_do_as_they_are_called() -> None:
    hanging = Evidence(
        Positions(["4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1"]), _codes("e1e2"), np.array([0]), (("?", "?"),), _codes("d1d6")
    )
    legal = hanging.positions.legal_moves()
    greedy = greedy_exchange(hanging)
    assert decode_move(int(legal.codes[greedy.first[0]])).uci() == "d1d6"
    assert greedy.probabilities.sum() == 1
    assert [policy.name for policy in simple_baselines(hanging)] == [
        "random",
        "played move",
        "greedy exchange",
        "best move ()",
    ]
    assert moves_of("played", hanging, hanging.played).first[0] == rows_first(legal.codes, "e1e2")


def test_engines_and_networks_are_baselines_too() -> None:
    evaluated = evidence()
    engine_policy = engine("one ply", evaluated, MaterialEvaluator, Limit(depth=1))
    legal = evaluated.positions.legal_moves()
    assert [decode_move(int(legal.codes[row])).uci() for row in engine_policy.first] == ["h1g1", "a8a7"]
    people = human_network(evaluated, Crowd())
    assert people.name == "crowd"
    assert [decode_move(int(legal.codes[row])).uci() for row in people.first] == ["h1h2", "a8b8"]


def test_another_oracle_values_the_position_after_each_move() -> None:
    won = Evidence(Positions(["k7/8/8/8/8/8/6q1/7K w - - 0 1"]), _codes("h1g2"), np.array([0]), (("?", "?"),))
    assert one_ply_values(won, MaterialEvaluator()).tolist() == [0]
    assert one_ply_values(evidence(), MaterialEvaluator()).tolist() == [0] * 6


def rows_first(codes: np.ndarray[tuple[int], np.dtype[np.uint16]], move: str) -> int:
    return int(np.flatnonzero(codes == _codes(move)[0])[0])


def test_the_table_says_the_same_in_three_forms(golden: Golden, tmp_path: Path) -> None:
    meter = PolicyMeter(evidence())
    scores = [meter.measure(policy) for policy in (random_moves(evidence()), suggesting("h1g2"), suggesting())]
    markdown, rows, objects = as_markdown(scores), list(csv.DictReader(io.StringIO(as_csv(scores)))), as_json(scores)
    assert markdown.splitlines()[0].startswith("| | coverage | any hit, played | per suggestion, played |")
    assert "| h1g2 | 0.500 [0.055, 0.945] |" in markdown
    assert markdown.splitlines()[-1].endswith("| – | – |"), "nothing can be said of the silent one"
    assert float(rows[1]["regret"]) == json.loads(objects)[1]["regret"][0] == 0
    assert rows[2]["regret"] == ""
    assert json.loads(objects)[2]["regret"] is None
    for name, text in (("a.md", markdown), ("a.csv", as_csv(scores)), ("a.json", objects)):
        write_table(scores, tmp_path / name)
        assert (tmp_path / name).read_text() == text
    with golden.raises(BadArgument) as caught:
        write_table(scores, tmp_path / "a.xls")
    golden(caught.value.hint)


@pytest.mark.parametrize(
    ("name", "is_picture"),
    [("a.png", lambda content: content.startswith(b"\x89PNG")), ("a.svg", lambda content: b"<svg" in content)],
)
def test_histograms_are_pictures_and_the_same_every_time(
    golden: Golden, name: str, is_picture: Callable[[bytes], bool], tmp_path: Path
) -> None:
    histograms = [
        Histogram("coverage", "share of positions", [0.1, 0.3, 0.3], {"random": 1.0}, "tactics"),
        Histogram("divergence", "centipawns", [], {}, "tactics"),
        Histogram("accuracy", "share", [0.5], {"random": 0.1, "played move": 1.0}, "tactics"),
    ]
    draw_histograms(histograms, tmp_path / name)
    once = (tmp_path / name).read_bytes()
    draw_histograms(histograms, tmp_path / name)
    assert is_picture(once)
    assert (tmp_path / name).read_bytes() == once
    with golden.raises(BadArgument) as caught:
        draw_histograms(histograms, tmp_path / "a.txt")
    golden(caught.value.hint)


def test_a_number_has_its_interval() -> None:
    assert str(Estimate(0.25, 0.2, 0.3, 40)) == "0.250 [0.200, 0.300]"
    assert str(Estimate(285.4, 270.2, 300.6, 40)) == "285 [270, 301]"


def _value(estimate: Estimate | None) -> float:
    assert estimate is not None
    return estimate.value
