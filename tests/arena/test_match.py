"""Test matches: the same games with any number of workers, the same stop, and all players closed at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.partners import leaving_entrants, random_entrants
from goldens import Golden
from motif.arena.game import Conditions, PairRecord
from motif.arena.match import MatchSettings, MatchStanding, play_match
from motif.arena.start_positions import StartPosition
from motif.errors import BadArgument
from motif.runtime.parallel import Workers
from motif.statistics.elo import Decision, Sprt

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
