"""Test that every number of a study opens its positions, mistakes can be trained, and openings are a tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from explained import fault as mistake
from motif.report.folder import STUDY
from motif.study.profile import Example, Kind
from motif.study.study import Study
from trained import FOOLS_GAME, FORK, FORKS, LEAKING, MATE_POINT, MISSED_FORK, UNSOUND, shown
from web.served import Served


@pytest.fixture(scope="module")
def study(served: Served) -> str:
    folder = served.server.settings.studies / "study-fool"
    folder.mkdir(parents=True)
    LEAKING.save(folder / STUDY)
    return folder.name


def number(served: Served, study: str, about: str) -> dict[str, Any]:
    answer: dict[str, Any] = served.get(f"/api/studies/{study}/positions", params={"about": about}).json()
    return answer


def test_a_number_opens_the_boards_that_it_counts(served: Served, study: str) -> None:
    answer = number(served, study, "blunders")
    assert answer["title"] == "blunders"
    (part,) = answer["parts"]
    worst, second = part["cases"][:2]
    assert (worst["game"], worst["ply"], worst["move"], worst["glyph"]) == (2, 2, "2. g4", "??")
    assert worst["sentence"] == "g4 allows Qh4#."
    assert worst["last"] == "g2g4"
    assert second["game"] == 1


def test_what_was_missed_is_shown_before_the_move(served: Served, study: str) -> None:
    (part,) = number(served, study, "work:0")["parts"]
    assert [(case["fen"], case["sentence"]) for case in part["cases"]] == [(FORK, "Kd2 misses Nc7+.")]


def test_a_board_shows_the_side_that_is_counted_and_its_words_speak_of_that(served: Served) -> None:
    before = FOOLS_GAME.boards()[2].fen()
    missed = shown(before, "d2d4", "centre", "d4 takes the centre.")
    fault = mistake(FOOLS_GAME, 2, "g4 misses d4: the centre.", missed, MATE_POINT)
    place = (Example(FOOLS_GAME.number, 2),)
    findings = tuple(
        replace(FORKS, kind=kind, subject=str(kind), motif=None, examples=place)
        for kind in (Kind.MISSED, Kind.ALLOWED, Kind.CAUSE, Kind.PHASE)
    )
    study = Study(replace(LEAKING.profile, findings=findings), (replace(FOOLS_GAME, faults=(fault,)),))
    folder = served.server.settings.studies / "two-sided"
    folder.mkdir(parents=True)
    study.save(folder / STUDY)
    seen = [number(served, "two-sided", f"finding:{index}")["parts"][0]["cases"][0] for index in range(4)]
    assert [(case["is_before"], case["sentence"]) for case in seen] == [
        (True, "g4 misses d4: the centre."),
        (False, MATE_POINT.text),
        # A chance that was let go is looked at before it went, as the whole sentence says it.
        (True, "g4 misses d4: the centre."),
        (True, "g4 misses d4: the centre."),
    ]


@pytest.mark.parametrize("about", ["nonsense", "work:99", "finding:x", ""])
def test_what_no_study_counts_is_refused(served: Served, study: str, about: str) -> None:
    answer = served.get(f"/api/studies/{study}/positions", params={"about": about})
    assert answer.status_code == 404
    assert "no such" in answer.json()["error"]


def test_a_missed_fork_is_trained_at_once_and_only_once_in_the_deck(served: Served, study: str) -> None:
    asked = {"study": study, "game": MISSED_FORK.number, "ply": 0}
    first = served.post("/api/training/mistake", json=asked).json()
    again = served.post("/api/training/mistake", json=asked).json()
    assert first == again
    question = served.get("/api/training/next", params={"puzzle": first["puzzle"]}).json()["question"]
    assert question["fen"] == FORK
    right = served.post(f"/api/training/{first['puzzle']}/answer", json={"move": "Nc7+"}).json()
    assert right["verdict"] == "goes on"


def test_where_two_moves_win_either_is_right(served: Served, study: str) -> None:
    made = served.post("/api/training/mistake", json={"study": study, "game": UNSOUND.number, "ply": 0}).json()
    answer = served.post(f"/api/training/{made['puzzle']}/answer", json={"move": "Rxa8+"}).json()
    assert (answer["verdict"], answer["theme"]) == ("solved", "better move")


def test_a_good_move_is_no_mistake_to_train(served: Served, study: str) -> None:
    answer = served.post("/api/training/mistake", json={"study": study, "game": FOOLS_GAME.number, "ply": 1})
    assert answer.status_code == 404
    assert served.get("/api/training/next", params={"puzzle": 10_000}).status_code == 404


def test_openings_are_a_tree_of_the_players_games(served: Served, study: str) -> None:
    tree = served.get(f"/api/studies/{study}/tree", params={"moves": "f2f3,e7e5"}).json()
    assert [step["san"] for step in tree["line"]] == ["f3", "e5"]
    assert tree["games"] == 1
    (branch,) = tree["branches"]
    assert (branch["step"]["san"], branch["games"], branch["game"]) == ("g4", 1, FOOLS_GAME.number)
    assert branch["lost"] == 0.5
    assert tree["usual"] is None
    assert served.get(f"/api/studies/{study}/tree", params={"side": "black"}).json()["branches"] == []


def test_the_first_screen_comes_at_once_without_the_moves_of_all_games(served: Served, study: str) -> None:
    answer = served.get(f"/api/studies/{study}/overview").json()
    assert answer["summary"]["id"] == study
    assert answer["profile"]["work_on"][0]["subject"] == "fork"
    assert [[case["fen"] for case in some] for some in answer["examples"]] == [[FORK]]
    assert [(game["number"], game["faults"]) for game in answer["games"][:2]] == [
        (MISSED_FORK.number, [{"ply": 0, "motifs": ["fork"]}]),
        (FOOLS_GAME.number, [{"ply": 2, "motifs": ["mate in 1"]}]),
    ]
    assert answer["worst"] == []
