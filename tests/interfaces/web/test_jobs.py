"""Long work: an upload becomes a study, watched, cancelled, killed and begun again; hostile files stay data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from interfaces.web.served import GAMES, Served, serving

STUDY_BEFORE = Path(__file__).parents[2] / "study" / "fools_mate_format_1.json"


@pytest.fixture(scope="module")
def study(served: Served) -> str:
    job = served.post("/api/studies", content=GAMES, params={"player": "Anna"}).json()
    assert (job["kind"], job["title"]) == ("study", "Anna")
    events = list(served.events(job["id"]))
    assert [name for name, _ in events[:-1]] == ["progress"] * (len(events) - 1)
    assert events[-1][0] == "finished", events[-1]
    name: str = events[-1][1]["study"]
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
    fault = next(fault for fault in game["faults"] if fault["missed"] or fault["allowed"])
    assert (fault["allowed"] or fault["missed"])["line"][0]["fen"]
    assert fault["fen"].split()[1] == "w"
    assert served.get(f"/api/studies/{study}/games/3").status_code == 404


def test_more_games_of_a_player_are_asked_what_the_study_before_named(served: Served, study: str) -> None:
    more = GAMES.replace("Carl", "Dora").replace("f3 e5 2. g4", "g4 e5 2. f3")
    job = served.finished(
        served.post("/api/studies", content=GAMES + "\n" + more, params={"player": "Anna"}).json()["id"]
    )
    assert job["study"] != study
    progress = served.get(f"/api/studies/{job['study']}").json()["profile"]["progress"]
    assert progress["new_games"] == 1  # The same game twice is one game.


def test_a_study_of_the_format_before_is_shown_as_one_of_today(served: Served) -> None:
    folder = served.server.settings.studies / "study-of-before"
    folder.mkdir(parents=True)
    copy(STUDY_BEFORE, folder / "study.json")
    assert served.get("/api/studies/study-of-before").json()["format"] == "motif study 2"
    (fault,) = served.get("/api/studies/study-of-before/games/1").json()["faults"]
    assert fault["allowed"]["line"][0]["san"] == "Qh4#"


def test_files_come_as_downloads(served: Served, study: str) -> None:
    report = served.get(f"/api/studies/{study}/files/report.html")
    assert report.headers["content-disposition"].startswith("attachment")
    for name in ("passwd", "..%2f..%2fdeck.sqlite", "deck.sqlite"):
        assert served.get(f"/api/studies/{study}/files/{name}").status_code == 404


@pytest.mark.parametrize("name", ["none", "..", "%2e%2e", "..%2fstudies"])
def test_no_path_comes_from_a_request(served: Served, name: str) -> None:
    assert served.get(f"/api/studies/{name}").status_code == 404
    assert served.get(f"/api/studies/{name}/games/1").status_code == 404


def test_a_finished_job_is_still_there_for_whoever_comes_back(served: Served, study: str) -> None:
    (job,) = (each for each in served.get("/api/jobs").json() if each["study"] == study)
    assert served.get(f"/api/jobs/{job['id']}").json() == job
    assert [name for name, _ in served.events(job["id"])] == ["finished"]


def test_a_study_outlives_the_server(served: Served, study: str) -> None:
    with serving(replace(served.server.settings, port=0)) as another:
        assert study in [each["id"] for each in another.get("/api/studies").json()]
        assert another.get("/api/jobs").json() == []


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
        (b"\x1f\x8b\x08\x00", 422, "compressed"),
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
        (GAMES, "Zoe", "nobody called 'Zoe'"),
        ('[White "A"]\n[Black "B"]\n\n' + "1. Nf3 Nf6 2. Ng1 Ng8 " * 600 + "*\n", None, "half-moves"),
    ],
)
def test_a_study_that_cannot_be_made_says_why(served: Served, content: str, player: str | None, words: str) -> None:
    params = {} if player is None else {"player": player}
    failed = served.finished(served.post("/api/studies", content=content, params=params).json()["id"])
    assert failed["state"] == "failed"
    assert words in failed["error"]
    assert "/tmp" not in failed["error"] + failed["hint"]
