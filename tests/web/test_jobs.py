"""Test long work: an upload becomes a study, watched, cancelled, killed and restarted; hostile files stay data."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from goldens import Golden
from motif.download.web import Account, Wanted
from motif.errors import BadGameFile, NothingFound
from motif.runtime.compressed import BLOCK, RAW, REPEATED, ZSTD, text_bytes
from motif.runtime.parallel import Progress
from motif.web.guard import check_upload
from motif.web.settings import Bounds
from motif.web.study import StudyOrder, make
from trained import STUDY
from web.served import GAMES, Served, serving


@pytest.fixture(scope="module")
def study(served: Served) -> str:
    job = served.post("/api/studies", content=GAMES, params={"player": "Anna"}).json()
    assert (job["kind"], job["title"]) == ("study", "Anna")
    *earlier, last = served.states(f"/api/jobs/{job['id']}/events")
    assert {state["state"] for state in earlier} <= {"waiting", "running"}
    assert last["state"] == "finished", last
    name: str = last["study"]
    return name


def test_a_study_is_what_the_command_would_write(served: Served, study: str) -> None:
    folder = served.server.settings.studies / study
    made = served.get(f"/api/studies/{study}")
    assert made.content == (folder / "study.json").read_bytes()
    assert made.json()["profile"]["player"] == "Anna"
    (summary,) = (each for each in served.get("/api/studies").json() if each["id"] == study)
    assert (summary["player"], summary["games"]) == ("Anna", 2)
    assert {"report.html", "annotated.pgn", "study.json"} <= set(summary["files"])


def test_a_game_is_the_one_of_the_study(served: Served, study: str) -> None:
    game = served.get(f"/api/studies/{study}/games/1").json()
    assert game == served.get(f"/api/studies/{study}").json()["games"][0]
    assert game["moves"][-1]["san"] == "Nf3#"
    fault = next(fault for fault in game["faults"] if fault["point"])
    assert fault["point"]["line"][0]["fen"]
    assert fault["fen"].split()[1] == "w"
    assert served.get(f"/api/studies/{study}/games/3").status_code == 404


def test_a_second_study_of_a_player_counts_only_new_games(served: Served, study: str) -> None:
    more = GAMES.replace("Carl", "Dora").replace("f3 e5 2. g4", "g4 e5 2. f3")
    job = served.finished(
        served.post("/api/studies", content=GAMES + "\n" + more, params={"player": "Anna"}).json()["id"]
    )
    assert job["study"] != study
    progress = served.get(f"/api/studies/{job['study']}").json()["profile"]["progress"]
    assert progress["new_games"] == 1  # The same game twice is one game.


def test_a_study_of_an_earlier_version_is_refused_with_what_to_do(served: Served, study: str) -> None:
    text = (served.server.settings.studies / study / "study.json").read_text()
    folder = served.server.settings.studies / "study-of-before"
    folder.mkdir(parents=True)
    (folder / "study.json").write_text(text.replace("motif study 4", "motif study 2"))
    answer = served.get("/api/studies/study-of-before")
    assert answer.status_code >= 400
    assert "earlier version" in answer.json()["error"]


def test_files_come_as_downloads(served: Served, study: str) -> None:
    report = served.get(f"/api/studies/{study}/files/report.html")
    assert report.headers["content-disposition"].startswith("attachment")
    for name in ("passwd", "..%2f..%2fdeck.sqlite", "deck.sqlite"):
        assert served.get(f"/api/studies/{study}/files/{name}").status_code == 404


@pytest.mark.parametrize("name", ["none", "..", "%2e%2e", "..%2fstudies"])
def test_no_path_comes_from_a_request(served: Served, name: str) -> None:
    assert served.get(f"/api/studies/{name}").status_code == 404
    assert served.get(f"/api/studies/{name}/games/1").status_code == 404


def test_a_finished_job_can_still_be_viewed_later(served: Served, study: str) -> None:
    (job,) = (each for each in served.get("/api/jobs").json() if each["study"] == study)
    assert served.get(f"/api/jobs/{job['id']}").json() == job
    assert list(served.states(f"/api/jobs/{job['id']}/events")) == [job]


def test_a_study_outlives_the_server(served: Served, study: str) -> None:
    with serving(replace(served.server.settings, port=0)) as another:
        assert study in [each["id"] for each in another.get("/api/studies").json()]
        # The jobs are the first one's, which still runs.
        assert another.get("/api/jobs").json() == []


def zstd(*blocks: tuple[int, int, bytes]) -> bytes:
    """A frame of Zstandard with blocks of a kind, a size and a content, of the kinds that need no compressor."""
    headers = [(kind << 1 | size << 3).to_bytes(3, "little") + content for kind, size, content in blocks]
    return ZSTD + b"\x00\x58" + b"".join(headers) + (1).to_bytes(3, "little")


def test_games_compressed_by_zstandard_are_studied(served: Served) -> None:
    content = zstd((RAW, len(GAMES), GAMES.encode()))
    made = served.finished(served.post("/api/studies", content=content, params={"player": "Carl"}).json()["id"])
    assert made["state"] == "finished", made


@pytest.mark.parametrize(
    "bomb",
    [gzip.compress(GAMES.encode() + b" \n" * (3 << 20)), zstd(*[(REPEATED, BLOCK, b" ")] * 40)],
    ids=["gzip", "zstd"],
)
def test_a_few_bytes_that_would_be_megabytes_of_text_are_refused(golden: Golden, tmp_path: Path, bomb: bytes) -> None:
    file = tmp_path / "bomb.pgn"
    file.write_bytes(bomb)
    assert file.stat().st_size < 20_000
    check_upload(file, Bounds())
    with golden.raises(BadGameFile):
        check_upload(file, Bounds(text_bytes=2 << 20))


def test_what_is_compressed_is_counted_as_text(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    twice = gzip.compress(b"x" * 1000) + gzip.compress(b"y" * 500)
    framed = zstd((RAW, 700, b"x" * 700), (REPEATED, 300, b"y"))
    for content, size in (
        (twice, 1500),
        (framed + framed, 2000),
        (b"plain", 5),
        (twice[:40], 1000),
        (framed[:60], 700),
    ):
        file.write_bytes(content)
        assert text_bytes(file, 10**6) == size


def test_a_player_in_other_letters_is_the_same_study(served: Served, study: str) -> None:
    job = served.post("/api/studies", content=GAMES, params={"player": " ANNA "}).json()
    assert served.finished(job["id"])["study"] == study


def test_a_study_is_given_a_name_and_taken_away(served: Served) -> None:
    made = "study-to-be-named"
    STUDY.save(served.server.settings.studies / made / "study.json")
    named = served.client.patch(f"/api/studies/{made}", json={"title": "Ben's club evening"}).json()
    assert (named["title"], named["player"]) == ("Ben's club evening", "Fool")
    assert served.client.patch(f"/api/studies/{made}", json={"title": " "}).json()["title"] == "Fool"
    assert served.client.delete(f"/api/studies/{made}").status_code == 204
    assert served.get(f"/api/studies/{made}").status_code == 404
    assert served.client.delete(f"/api/studies/{made}").status_code == 404
    assert not list(served.server.settings.studies.glob(f"*{made}*"))


def test_hostile_names_come_back_as_data(served: Served) -> None:
    evil = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'
    pgn = GAMES.replace("Anna", evil.replace('"', '\\"'))
    made = served.finished(served.post("/api/studies", content=pgn, params={"player": evil}).json()["id"])
    assert made["state"] == "finished", made
    answer = served.get(f"/api/studies/{made['study']}/games/1")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["white"] == evil
    report = served.get(f"/api/studies/{made['study']}/files/report.html").text
    assert "<script>alert" not in report
    assert "<img src=x" not in report


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"", 422, "no games"),
        (b"x" * (16 * 2**20 + 1), 413, "bytes"),
    ],
)
def test_what_is_no_upload_is_refused_at_once(served: Served, content: bytes, status: int, words: str) -> None:
    answer = served.post("/api/studies", content=content)
    assert answer.status_code == status
    assert words in answer.json()["error"]


@pytest.mark.parametrize(
    ("content", "player", "words"),
    [
        ("this is no game", None, "no game"),
        (GAMES, "Zoe", "no player is called 'Zoe'"),
        (b"\x1f\x8b\x08\x00", None, "the compressed data ends too early"),
        ('[White "A"]\n[Black "B"]\n\n' + "1. Nf3 Nf6 2. Ng1 Ng8 " * 600 + "*\n", None, "half-moves"),
    ],
)
def test_a_study_that_cannot_be_made_says_why(
    served: Served, content: str | bytes, player: str | None, words: str
) -> None:
    params = {} if player is None else {"player": player}
    failed = served.finished(served.post("/api/studies", content=content, params=params).json()["id"])
    assert failed["state"] == "failed"
    assert words in failed["error"]
    assert "/tmp" not in failed["error"] + failed["hint"]


def test_the_outline_goes_from_mistake_to_mistake(served: Served, study: str) -> None:
    games = served.get(f"/api/studies/{study}").json()["games"]
    outline = served.get(f"/api/studies/{study}/outline").json()["games"]
    plies, listed = ([[fault["ply"] for fault in game["faults"]] for game in each] for each in (games, outline))
    assert plies == listed


def test_games_come_by_a_name_on_a_site_after_the_user_agrees(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for wanted in (
        {"site": "lichess", "name": "Anna"},
        {"site": "lichess", "name": "Anna", "may_ask": False},
        {"site": "lichess", "name": "../etc", "may_ask": True},
        {"site": "elsewhere", "name": "Anna", "may_ask": True},
    ):
        assert served.post("/api/studies/account", json=wanted).status_code == 422, wanted
    # No server answers at this address, and the error says so; nothing was requested before.
    monkeypatch.setenv("LICHESS_URL", "http://127.0.0.1:9")
    job = served.post("/api/studies/account", json={"site": "lichess", "name": "Anna", "may_ask": True}).json()
    failed = served.finished(job["id"])
    assert failed["state"] == "failed"
    assert "cannot be reached" in failed["error"]
    assert list(served.server.settings.uploads.glob("*")) == []


def test_the_newest_games_of_an_account_are_shown_before_they_are_evaluated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def download(account: Account, wanted: Wanted, path: Path, *_: object) -> int:
        assert (str(account), wanted.newest) == ("lichess:Anna", 5)
        path.write_text(GAMES)
        return 2

    def evaluate(*_: object) -> None:
        raise NothingFound("the games would be evaluated now")

    monkeypatch.setattr("motif.download.sites.download", download)
    monkeypatch.setattr("motif.report.make.make_study", evaluate)
    reports: list[object] = []
    order = StudyOrder(tmp_path / "a.pgn", "Anna", 5, "search", tmp_path / "a", None, "lichess:Anna")
    with pytest.raises(NothingFound, match="evaluated now"):
        make(reports.append, order, Bounds())
    assert order.upload.read_text() == GAMES
    assert Progress(0, None, "asking lichess.org") in reports
    (found,) = (each for each in reports if isinstance(each, dict) and "newest" in each)
    assert found["title"] == "Anna"
    assert sorted(text.split("White ")[1][:6] for text in found["newest"]) == ['"Anna"', '"Carl"']
