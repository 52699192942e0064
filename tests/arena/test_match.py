"""Test matches and ratings: the same games with any number of workers, and known strengths recovered."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import isclose
from pathlib import Path

import numpy as np
import pytest

from arena.partners import leaving_entrants, random_entrants, shares_of_strength
from goldens import Golden
from motif.arena.game import Conditions, EndReason, GameEnding, GameRecord, PairRecord
from motif.arena.match import Anchor, MatchSettings, MatchStanding, play_match, rate
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.errors import BadArgument, UnknownName
from motif.runtime.parallel import Workers
from motif.statistics.elo import Decision, Sprt, elo_of, expected_score

SHORT = Conditions(maximum_moves=8)
LADDER = (StartPosition("ladder", (), "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1"),)


def pgn(pairs: list[PairRecord]) -> str:
    return "".join(game.to_pgn() for pair in pairs for game in pair.games)


def test_the_same_seed_plays_the_same_match() -> None:
    first, second = random_entrants("ada", "bob")
    one, same, other = (
        list(play_match(first, second, MatchSettings(games=6, seed=seed, conditions=SHORT))) for seed in (1, 1, 2)
    )
    assert one == same
    assert pgn(one) != pgn(other)


def test_one_and_two_workers_play_the_same_match() -> None:
    first, second = random_entrants("ada", "bob")
    settings = MatchSettings(games=12, seed=1, conditions=SHORT)
    assert list(play_match(first, second, settings, Workers(2))) == list(play_match(first, second, settings))


def test_a_longer_match_begins_with_the_same_pairs() -> None:
    first, second = random_entrants("ada", "bob")
    short, long = (list(play_match(first, second, MatchSettings(n, 1, conditions=SHORT))) for n in (4, 8))
    assert long[: len(short)] == short


def test_pairs_share_their_start_and_follow_the_book() -> None:
    first, second = random_entrants("ada", "bob")
    pairs = list(play_match(first, second, MatchSettings(games=20, seed=1, conditions=SHORT)))
    assert [pair.number for pair in pairs] == list(range(1, 11))
    assert all(pair.games[0].start == pair.games[1].start for pair in pairs)
    assert len({pair.games[0].start for pair in pairs}) == 10


@pytest.mark.parametrize("games", [0, 7])
def test_a_match_has_an_even_number_of_games(games: int) -> None:
    with pytest.raises(BadArgument, match=f"a match cannot have {games} games"):
        MatchSettings(games)


def test_a_player_cannot_meet_itself_under_one_name(golden: Golden) -> None:
    ada, _ = random_entrants("ada", "bob")
    with golden.raises(BadArgument):
        play_match(ada, ada, MatchSettings(2))


@pytest.mark.parametrize("workers", [1, 2])
def test_the_sequential_test_stops_at_the_same_pair_with_any_workers(workers: int) -> None:
    first, second = random_entrants("ada", "bob")
    sprt = Sprt(-300, -100)
    settings = MatchSettings(games=400, seed=1, conditions=SHORT, sprt=sprt)
    pairs = list(play_match(first, second, settings, Workers(workers)))
    decisions = [sprt.state(MatchStanding.of(pairs[:count]).pairs).decision for count in range(len(pairs) + 1)]
    assert decisions[-1] is Decision.ACCEPT_H1
    assert set(decisions[:-1]) == {Decision.PLAY_ON}
    assert len(pairs) < 200


@pytest.mark.parametrize("workers", [1, 2])
def test_when_the_match_is_over_every_player_has_left(tmp_path: Path, workers: int) -> None:
    entrants = leaving_entrants(tmp_path)
    assert len(list(play_match(*entrants, MatchSettings(8, conditions=SHORT), Workers(workers)))) == 4
    assert not list(tmp_path.glob("alive-*"))
    # Built once for each side in each process, not once for each game.
    assert len(list(tmp_path.glob("closed-*"))) in {2 * used for used in range(1, workers + 1)}


@pytest.mark.parametrize("workers", [1, 2])
def test_when_the_match_is_broken_off_every_player_has_left(tmp_path: Path, workers: int) -> None:
    entrants = leaving_entrants(tmp_path)
    pairs = play_match(*entrants, MatchSettings(200, conditions=SHORT), Workers(workers))
    next(pairs)
    pairs.close()
    assert list(tmp_path.glob("closed-*"))
    assert not list(tmp_path.glob("alive-*"))


def test_a_player_in_two_matches_at_once_is_two_players(tmp_path: Path) -> None:
    entrants = leaving_entrants(tmp_path)
    one, two = (play_match(*entrants, MatchSettings(4, seed, conditions=SHORT)) for seed in (1, 2))
    next(one), next(two)
    assert len(list(tmp_path.glob("alive-*"))) == 4
    one.close()
    assert len(list(tmp_path.glob("alive-*"))) == 2
    two.close()
    assert not list(tmp_path.glob("alive-*"))


def test_the_book_of_the_settings_is_used() -> None:
    first, second = random_entrants("ada", "bob")
    (pair,) = play_match(first, second, MatchSettings(2, book=LADDER, conditions=SHORT))
    assert pair.games[0].start == LADDER[0]


RESULTS = {0: "0-1 1-0", 1: "0-1 1/2-1/2", 2: "1/2-1/2 1/2-1/2", 3: "1-0 1/2-1/2", 4: "1-0 0-1"}


def pair(first: str, second: str, half_points: int) -> PairRecord:
    one, two = (GameEnding(GameResult(text), EndReason.MOVE_CAP) for text in RESULTS[half_points].split())
    start = StartPosition("nothing yet")
    games = GameRecord("1.1", first, second, start, (), one), GameRecord("1.2", second, first, start, (), two)
    return PairRecord(1, games)


def simulated(strengths: dict[str, float], pairs: int, seed: int) -> list[PairRecord]:
    rng = np.random.default_rng(seed)
    return [
        pair(first, second, int(half_points))
        for first, second in combinations(strengths, 2)
        for half_points in rng.choice(5, size=pairs, p=shares_of_strength(strengths[first] - strengths[second]))
    ]


def test_half_points_of_the_helper_are_those_of_the_record() -> None:
    assert [pair("ada", "bob", half_points).half_points for half_points in range(5)] == [0, 1, 2, 3, 4]


def test_two_players_differ_by_the_elo_of_their_score_with_one_virtual_pair() -> None:
    # 10 pairs with 23 half points of 40; the virtual pair adds 2 of 4.
    pairs = [pair("ada", "bob", n) for n in (1, 1, 2, 2, 2, 2, 3, 3, 3, 4)]
    ada, bob = rate(pairs, Anchor("bob", 1500))
    assert isclose(ada.elo - bob.elo, elo_of(25 / 44), rel_tol=1e-6)
    assert (ada.name, ada.points, ada.games, bob.elo, bob.error) == ("ada", 11.5, 20, 1500, 0)


def test_two_players_have_the_error_of_their_match() -> None:
    pairs = simulated({"ada": 40, "bob": 0}, 500, seed=1)
    ada, _ = rate(pairs, Anchor("bob"))
    assert isclose(ada.error, MatchStanding.of(pairs).elo.error, rel_tol=0.02)


def test_known_strengths_are_found_again_within_their_errors() -> None:
    strengths = {"ada": 120.0, "bob": 40.0, "cy": 0.0, "dot": -160.0}
    ratings = rate(simulated(strengths, 400, seed=2), Anchor("cy", 0))
    assert [rating.name for rating in ratings] == list(strengths)
    for rating in ratings:
        assert abs(rating.elo - strengths[rating.name]) <= max(rating.error, 1e-9)


def test_errors_hold_the_truth_19_times_in_20() -> None:
    strengths = {"ada": 100.0, "bob": 0.0, "cy": -50.0}
    held = []
    for seed in range(100):
        ratings = {rating.name: rating for rating in rate(simulated(strengths, 60, seed), Anchor("bob"))}
        held += [abs(ratings[name].elo - strengths[name]) <= ratings[name].error for name in ("ada", "cy")]
    assert 0.92 < np.mean(held) < 0.975


def test_the_likeliest_ratings_expect_the_points_that_were_made() -> None:
    # The score equations of Bradley and Terry, virtual draws included: in a round robin each player has two.
    pairs = simulated({"ada": 200, "bob": 0, "cy": -90}, 30, seed=4)
    ratings = rate(pairs)
    for player in ratings:
        games = {other.name: 60 + 1 for other in ratings if other is not player}
        expected = sum(
            games[other.name] * expected_score(player.elo - other.elo) for other in ratings if other is not player
        )
        assert isclose(player.points + 1, expected, rel_tol=1e-6)


def test_without_an_anchor_the_mean_is_zero() -> None:
    ratings = rate(simulated({"ada": 200, "bob": 0, "cy": -90}, 30, seed=4))
    assert abs(sum(rating.elo for rating in ratings)) < 1e-6


def test_a_perfect_score_stays_finite_and_uncertain() -> None:
    ada, _ = rate([pair("ada", "bob", 4)] * 10, Anchor("bob"))
    assert isclose(ada.elo, elo_of(21 / 22), rel_tol=1e-6)
    assert ada.error > 200


def test_a_chain_of_opponents_adds_up() -> None:
    chain = [pair("ada", "bob", 3), pair("bob", "cy", 3), pair("cy", "dot", 3)] * 200
    ratings = rate(chain, Anchor("dot"))
    assert [round(rating.elo / elo_of(0.75), 1) for rating in ratings] == [3.0, 2.0, 1.0, 0.0]


def test_errors_grow_along_the_chain() -> None:
    chain = simulated({"ada": 0, "bob": 0}, 100, 1) + simulated({"bob": 0, "cy": 0}, 100, 2)
    errors = {rating.name: rating.error for rating in rate(chain, Anchor("ada"))}
    assert errors["ada"] == 0 < errors["bob"] < errors["cy"]


def test_two_islands_cannot_be_compared(golden: Golden) -> None:
    with golden.raises(BadArgument):
        rate([pair("ada", "bob", 2), pair("cy", "dot", 2)])


def test_an_anchor_that_did_not_play_is_unknown(golden: Golden) -> None:
    with golden.raises(UnknownName):
        rate([pair("ada", "bob", 2)], Anchor("zoe"))


def test_an_empty_pool_has_no_ratings() -> None:
    assert rate([]) == []


def test_a_rating_speaks() -> None:
    # Information 10 games / 4 and half a point squared of virtual spread: 1.96 * sqrt(0.5) / 2.5 * 400 / ln 10.
    ada, _ = rate([pair("ada", "bob", 2)] * 4, Anchor("bob", 1000))
    assert str(ada) == "ada 1000 ± 96 (4 / 8)"


def test_a_program_that_crashed_has_lost_its_game_and_shown_no_weakness() -> None:
    played = [pair("ada", "bob", 2)] * 5
    one, two = pair("ada", "bob", 0).games
    crashed = PairRecord(1, (replace(one, ending=GameEnding(one.result, EndReason.FAILURE, "ada: died")), two))
    assert not crashed.was_played
    assert rate([*played, crashed]) == rate(played)
    standing = MatchStanding.of([*played, crashed])
    assert (standing.points, standing.games) == (5, 12)
    assert standing.pairs == (0, 0, 5, 0, 0)
    # Its twin lost by playing.
    assert rate([*played, pair("ada", "bob", 0)])[0].name == "bob"
