"""Test downloads from a site that refuses, asks for pauses, or breaks off in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from download.site_server import Behaviour, games, serving
from goldens import Golden
from motif.board.games import read_games
from motif.board.tags import Speed
from motif.download.sites import download, shelf_of
from motif.download.web import Account, KeptGames, Site, Unreachable, Wanted, Web
from motif.errors import BadArgument, BadFile, DownloadFailed, NothingFound

ALL = Wanted()
BOTH = pytest.mark.parametrize("site", list(Site))


class Clock:
    """Pauses are recorded, not waited for."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.messages: list[str] = []
        self.web = Web(self.pauses.append, self.messages.append, timeout=5)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Behaviour]:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("LICHESS_TOKEN", raising=False)
    behaviour = Behaviour(games(10))
    with serving(behaviour) as address:
        monkeypatch.setenv("LICHESS_URL", address)
        monkeypatch.setenv("CHESSCOM_URL", address)
        yield behaviour


def downloaded(tmp_path: Path, clock: Clock, wanted: Wanted = ALL, site: Site = Site.LICHESS) -> list[int]:
    """The numbers of the games that a study would read, in their order."""
    path = tmp_path / "wanted.pgn"
    count = download(Account(site, "Anna"), wanted, path, clock.web)
    numbers = [int(game.tags["Site"][-4:]) for game in read_games(path)]
    assert len(numbers) == count
    return numbers


@BOTH
def test_all_games_come_the_oldest_first(server: Behaviour, clock: Clock, tmp_path: Path, site: Site) -> None:
    assert downloaded(tmp_path, clock, site=site) == list(range(10))
    assert clock.pauses == []


def test_the_request_to_lichess_wants_evaluations_and_clocks_and_chess_alone(
    server: Behaviour, clock: Clock, tmp_path: Path
) -> None:
    downloaded(tmp_path, clock)
    (asked,) = server.queries()
    assert (asked["evals"], asked["clocks"], asked["opening"]) == ("true", "true", "true")
    assert asked["perfType"] == "ultraBullet,bullet,blitz,rapid,classical,correspondence"
    assert server.asked[0].startswith("/api/games/user/Anna?")
    assert server.headers[0]["Accept"] == "application/x-chess-pgn"
    assert "Authorization" not in server.headers[0]


def test_a_token_goes_to_lichess_and_to_no_other_site(
    golden: Golden, server: Behaviour, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LICHESS_TOKEN", "lip_secret\n")
    downloaded(tmp_path, clock)
    assert server.headers[-1]["Authorization"] == "Bearer lip_secret"
    downloaded(tmp_path, clock, site=Site.CHESSCOM)
    assert "Authorization" not in server.headers[-1]
    monkeypatch.setenv("LICHESS_TOKEN", "lip\nEvil: yes")
    with golden.raises(BadArgument):
        downloaded(tmp_path, clock)


def test_a_token_that_is_refused_is_named_and_not_shown(
    golden: Golden, server: Behaviour, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LICHESS_TOKEN", "lip_secret")
    server.faults = ["401"]
    with golden.raises(BadArgument) as refused:
        downloaded(tmp_path, clock)
    assert "lip_secret" not in f"{refused.value} {refused.value.hint}"


@BOTH
def test_the_newest_games_since_a_day_rated_and_of_a_speed(
    server: Behaviour, clock: Clock, tmp_path: Path, site: Site
) -> None:
    server.games[3] = replace(server.games[3], rated=False)
    server.games[5] = replace(server.games[5], perf="blitz")
    january = datetime(2024, 1, 7, tzinfo=UTC)
    assert downloaded(tmp_path, clock, Wanted(since=january), site) == list(range(2, 10))
    assert downloaded(tmp_path, clock, Wanted(rated=True), site) == [0, 1, 2, 4, 5, 6, 7, 8, 9]
    assert downloaded(tmp_path, clock, Wanted(speeds=(Speed.BLITZ,)), site) == [5]
    assert downloaded(tmp_path, clock, Wanted(january, (Speed.RAPID,), True, 4), site) == [6, 7, 8, 9]


def test_of_many_games_only_the_wanted_ones_leave_lichess(server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    server.games = games(200)
    assert downloaded(tmp_path, clock, Wanted(newest=5)) == list(range(195, 200))
    assert server.queries()[0]["max"] == "5"
    assert len(KeptGames(shelf_of(Account(Site.LICHESS, "anna")) / "all.pgn")) == 5


def test_of_many_months_only_the_wanted_ones_leave_chess_com(server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    server.games = games(100)
    assert downloaded(tmp_path, clock, Wanted(newest=5), Site.CHESSCOM) == list(range(95, 100))
    assert server.asked == ["/pub/player/anna/games/archives", "/pub/player/anna/games/2024/10"]


def test_the_next_study_fetches_only_what_is_newer(server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    downloaded(tmp_path, clock)
    server.games += games(12)[10:]
    assert downloaded(tmp_path, clock) == list(range(12))
    newer = server.queries()[1]
    last = games(10)[-1].when
    assert newer["since"] == str(round(1000 * (last - timedelta(days=1)).timestamp()))
    assert newer["sort"] == "dateAsc"


def test_the_next_study_asks_chess_com_for_the_last_month_alone(
    server: Behaviour, clock: Clock, tmp_path: Path
) -> None:
    server.games = games(15)
    downloaded(tmp_path, clock, site=Site.CHESSCOM)
    server.asked.clear()
    server.games = games(25)
    assert downloaded(tmp_path, clock, site=Site.CHESSCOM) == list(range(25))
    months = [path[-7:] for path in server.asked]
    assert months == ["rchives", "2024/03", "2024/02"], "January was over when it was fetched, and February was not"


def test_more_and_older_games_can_be_downloaded_later(server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    assert downloaded(tmp_path, clock, Wanted(newest=3)) == [7, 8, 9]
    assert downloaded(tmp_path, clock, Wanted(newest=6)) == [4, 5, 6, 7, 8, 9]
    assert server.queries()[-1]["max"] == "4", "three more, and one that began in the same second as the oldest"
    assert downloaded(tmp_path, clock) == list(range(10))


@BOTH
def test_a_limit_is_kept_as_long_as_the_site_asks(server: Behaviour, clock: Clock, tmp_path: Path, site: Site) -> None:
    server.faults = ["429", "429:120"]
    assert downloaded(tmp_path, clock, site=site) == list(range(10))
    assert clock.pauses == [60, 120]
    assert clock.messages[0].endswith("asks for a pause; going on in 60 seconds")


@pytest.mark.parametrize(
    ("faults", "complaint"),
    [(["429"] * 6, "still asks for a pause"), (["429:7200"], "asks for a pause of 120 minutes")],
)
def test_a_site_that_wants_no_more_is_left_alone(
    server: Behaviour, clock: Clock, tmp_path: Path, faults: list[str], complaint: str
) -> None:
    server.faults = faults
    with pytest.raises(DownloadFailed, match=complaint):
        downloaded(tmp_path, clock)
    assert sum(clock.pauses) <= 5 * 60


@pytest.mark.parametrize("fault", ["cut", "end"])
def test_a_cut_in_the_middle_of_a_game_goes_on_behind_the_last_whole_one(
    server: Behaviour, clock: Clock, tmp_path: Path, fault: str
) -> None:
    server.faults = [fault]
    assert downloaded(tmp_path, clock) == list(range(10))
    assert len(server.asked) == 2
    assert "until" in server.queries()[1], "what came is not asked for again"


def test_a_cut_among_the_newer_games_leaves_no_gap(server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    downloaded(tmp_path, clock)
    server.games = games(20)
    server.faults = ["cut"] * 4
    server.cut_after = 2
    assert downloaded(tmp_path, clock) == list(range(20))


def test_after_cuts_without_end_the_next_run_goes_on(
    golden: Golden, server: Behaviour, clock: Clock, tmp_path: Path
) -> None:
    server.cut_after = 0
    server.faults = ["cut"] * 4
    with golden.raises(DownloadFailed) as failed:
        downloaded(tmp_path, clock)
    golden(failed.value.hint)
    assert clock.pauses == [2, 4, 8]
    assert downloaded(tmp_path, clock) == list(range(10))


def test_a_month_that_breaks_off_is_downloaded_again(server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    server.faults = ["", "cut", "503"]
    assert downloaded(tmp_path, clock, site=Site.CHESSCOM) == list(range(10))


def test_a_power_cut_while_a_game_was_written_costs_that_game_alone(
    server: Behaviour, clock: Clock, tmp_path: Path
) -> None:
    downloaded(tmp_path, clock)
    kept = shelf_of(Account(Site.LICHESS, "Anna")) / "all.pgn"
    kept.write_bytes(kept.read_bytes()[:-60])
    assert len(KeptGames(kept)) == 9
    assert downloaded(tmp_path, clock) == list(range(10))
    assert kept.read_bytes().count(b"[Event ") == 10


@BOTH
def test_an_unknown_player_is_an_error(server: Behaviour, clock: Clock, tmp_path: Path, site: Site) -> None:
    with pytest.raises(NothingFound, match=f"{site.host} knows no player Nobody"):
        download(Account(site, "Nobody"), ALL, tmp_path / "x.pgn", clock.web)
    assert not shelf_of(Account(site, "Nobody")).exists()


@BOTH
def test_a_player_without_such_games_is_an_error(server: Behaviour, clock: Clock, tmp_path: Path, site: Site) -> None:
    with pytest.raises(NothingFound, match=f"Anna has no rated blitz games since 2024-01-01 on {site.host}"):
        downloaded(tmp_path, clock, Wanted(datetime(2024, 1, 1, tzinfo=UTC), (Speed.BLITZ,), True), site)


def test_a_speed_that_chess_com_does_not_have_is_refused_without_a_request(
    golden: Golden, server: Behaviour, clock: Clock, tmp_path: Path
) -> None:
    with golden.raises(BadArgument):
        downloaded(tmp_path, clock, Wanted(speeds=(Speed.CLASSICAL,)), Site.CHESSCOM)
    assert server.asked == []


def test_variants_of_chess_com_are_left_there(server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    server.games[4] = replace(server.games[4], rules="bughouse")
    assert 4 not in downloaded(tmp_path, clock, site=Site.CHESSCOM)


@BOTH
def test_a_page_to_log_in_to_a_network_is_no_game(
    golden: Golden, server: Behaviour, clock: Clock, tmp_path: Path, site: Site
) -> None:
    server.faults = ["html"] * 4
    with golden.raises(DownloadFailed):
        downloaded(tmp_path, clock, site=site)


@BOTH
def test_without_a_network_kept_games_are_used_with_a_message(
    golden: Golden, server: Behaviour, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Site
) -> None:
    downloaded(tmp_path, clock, site=site)
    for name in ("LICHESS_URL", "CHESSCOM_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    offline = Clock()
    assert downloaded(tmp_path, offline, site=site) == list(range(10))
    assert "cannot be reached" in offline.messages[0]
    assert "only the games that were downloaded before are studied" in offline.messages[0]
    with golden.raises(Unreachable):
        download(Account(site, "Bert"), ALL, tmp_path / "x.pgn", Clock().web)


def test_a_kept_month_that_is_damaged_is_named(golden: Golden, server: Behaviour, clock: Clock, tmp_path: Path) -> None:
    server.games = games(15)
    downloaded(tmp_path, clock, site=Site.CHESSCOM)
    (shelf_of(Account(Site.CHESSCOM, "Anna")) / "2024-01.json").write_text("{")
    with golden.raises(BadFile):
        downloaded(tmp_path, clock, site=Site.CHESSCOM)


@pytest.mark.parametrize("name", ["", "a", "../../etc", "anna/x", "anna?x=1", "Ännchen", "a b", "x" * 31, "a\n"])
def test_a_name_that_no_site_gives_goes_nowhere(golden: Golden, name: str) -> None:
    with golden.raises(BadArgument):
        Account.get(f"lichess:{name}")


@pytest.mark.parametrize("text", ["games.pgn", "C:\\games.pgn", "lichess.pgn", "-", "sample", "icc:anna"])
def test_what_names_no_site_is_a_file(text: str) -> None:
    assert Account.get(text) is None


def test_a_file_that_is_called_like_an_account_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Account.get("lichess:anna") == Account(Site.LICHESS, "anna")
    Path("lichess:anna").touch()
    assert Account.get("lichess:anna") is None


def test_an_address_that_is_none_is_refused(
    golden: Golden, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LICHESS_URL", "file:///etc")
    with golden.raises(BadArgument):
        downloaded(tmp_path, clock)
