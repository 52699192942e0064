"""Test classes in the API: the pupils, shared weaknesses, a study for each, and deleting the class."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from goldens import Golden
from motif.report.folder import GROUP, STUDY
from motif.study.study import Study
from trained import FORKS, LEAKING
from web.served import Served

MATE = "1. f3 e5 2. g4 Qh4# 0-1"


def club(*pairs: tuple[str, str]) -> str:
    return "".join(
        f'[White "{white}"]\n[Black "{black}"]\n[Date "2026.01.{number:02}"]\n[Result "0-1"]\n\n{MATE}\n\n'
        for number, (white, black) in enumerate(pairs, start=1)
    )


@pytest.fixture(scope="module")
def group(served: Served) -> dict[str, Any]:
    games = club(*[("Anna", "Bert")] * 10, ("Carl", "Anna")) + "\n" * 70_000
    job = served.post("/api/classes", content=games, params={"title": "Thursday"}).json()
    assert job["kind"] == "class"
    over = served.finished(job["id"])
    assert over["state"] == "finished", over
    assert "with fewer than 10 games, and left out: 1" in over["notes"]
    answer: dict[str, Any] = served.get(f"/api/classes/{over['study']}").json()
    return answer


def test_everybody_with_games_enough_is_a_pupil_with_a_study_and_a_sheet(served: Served, group: dict[str, Any]) -> None:
    assert (group["title"], [(pupil["player"], pupil["games"]) for pupil in group["pupils"]]) == (
        "Thursday",
        [("Anna", 11), ("Bert", 10)],
    )
    anna = group["pupils"][0]
    summary = served.get(f"/api/studies/{anna['study']}/overview").json()["summary"]
    assert (summary["id"], summary["group"], summary["player"]) == (anna["study"], group["id"], "Anna")
    sheet = served.get(f"/api/studies/{anna['study']}/files/{anna['sheet']}")
    assert sheet.content.startswith(b"%PDF")
    assert served.get(f"/api/studies/{anna['study']}/games/1").json()["white"] == "Anna"
    assert {"id": group["id"], "title": "Thursday", "pupils": 2} in served.get("/api/classes").json()
    # The list of studies has the class, not each of its pupils.
    assert anna["study"] not in [each["id"] for each in served.get("/api/studies").json()]


def test_too_few_games_for_a_class_are_refused_with_a_hint_for_the_page(golden: Golden, served: Served) -> None:
    job = served.post("/api/classes", content=club(("Anna", "Bert"))).json()
    over = served.finished(job["id"])
    assert (over["state"], over["error"]) == ("failed", "no player has 10 games here")
    golden(over["hint"])


def test_what_two_pupils_lose_by_leads_to_both(served: Served) -> None:
    folder = served.server.settings.studies / "class-asked"
    for name in ("One", "Two"):
        (folder / f"study-{name}").mkdir(parents=True)
        pupil = replace(LEAKING.profile, player=name, work_on=(FORKS,))
        Study(pupil, LEAKING.games).save(folder / f"study-{name}" / STUDY)
    assert served.get("/api/classes/class-asked").status_code == 404, "no class without its page"
    (folder / GROUP).write_text("a page")
    answer = served.get("/api/classes/class-asked").json()
    names = ["class-asked~study-One", "class-asked~study-Two"]
    assert [pupil["study"] for pupil in answer["pupils"]] == names
    (shared,) = answer["shared"]
    assert (shared["title"], shared["cost"], shared["pupils"]) == ("You miss forks", 0.1, ["One", "Two"])
    assert served.client.delete("/api/classes/class-asked").status_code == 204
    assert served.get("/api/classes/class-asked").status_code == 404
    assert served.get("/api/studies/class-asked~study-One").status_code == 404


@pytest.mark.parametrize("name", ["..", "class-none", "~", "class-asked~..", "..~.."])
def test_no_name_becomes_a_path(served: Served, name: str) -> None:
    assert served.get(f"/api/classes/{name}").status_code in (404, 405)
    assert served.get(f"/api/studies/{name}/overview").status_code == 404
