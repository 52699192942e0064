"""Test the study of a class: who improves, shared weaknesses, and links to each pupil's page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from goldens import Golden
from motif.errors import BadFile
from motif.report.folder import GROUP, group_page, pupils_folders, write_group, write_report
from motif.study.games import StudiedGame
from motif.study.group import Course, group_of
from motif.study.profile import Finding
from motif.study.study import Study
from study.lessons import FORKS, MISSED, PROFILE, study, trap


def games(*faults: bool) -> tuple[StudiedGame, ...]:
    """A game a month, in which the second mistake of the trap was made or not; the latest comes first."""
    made = []
    for month, is_fault in enumerate(faults, start=1):
        game = trap()
        moves = [replace(move, lost=0.3 if is_fault and ply % 2 == 0 else 0.0) for ply, move in enumerate(game.moves)]
        made.append(replace(game, number=month, date=f"2026.{month:02}.01", moves=tuple(moves)))
    return tuple(reversed(made))


def pupil(name: str, *faults: bool, work_on: tuple[Finding, ...] = ()) -> Study:
    return Study(replace(PROFILE, player=name, work_on=work_on), games(*faults))


def test_fewer_mistakes_than_before_are_better_and_more_are_worse() -> None:
    half = [True] * 6, [False] * 6
    group = group_of(
        [pupil("Anna", *half[0], *half[1]), pupil("Bert", *half[1], *half[0]), pupil("Carl", *[True, False] * 6)]
    )
    assert [each.course for each in group.pupils] == [Course.BETTER, Course.WORSE, Course.UNKNOWN]
    assert (group.pupils[0].before.hits, group.pupils[0].now.hits) == (42, 0)


def test_a_few_games_say_nothing_of_the_course() -> None:
    (anna,) = group_of([pupil("Anna", *[True] * 4, *[False] * 4)]).pupils
    assert anna.course is Course.UNKNOWN


def test_what_two_pupils_work_on_is_shared_and_what_one_does_is_not() -> None:
    group = group_of(
        [pupil("Anna", True, work_on=(FORKS, MISSED)), pupil("Bert", True, work_on=(replace(FORKS, cost=0.4),))]
    )
    (shared,) = group.shared
    assert (shared.title, shared.pupils) == ("You allow forks", ("Anna", "Bert"))
    assert round(shared.cost, 2) == 0.3


def test_the_page_links_every_pupil_and_runs_no_injected_text() -> None:
    evil = "<script>alert(1)</script>"
    group = group_of([pupil(evil, True, work_on=(FORKS,)), pupil("Bert", True, work_on=(FORKS,))])
    page = group_page(group, ["study-evil/report.html", "study-Bert/report.html"], "Club <b>")
    assert "<script" not in page
    assert "Club &lt;b&gt;" in page
    assert page.count('href="study-Bert/report.html"') == 2
    assert "No pupil's newer games differ" in page
    assert "default-src &#39;none&#39;" in page or "default-src 'none'" in page


def test_two_pupils_whose_names_leave_the_same_letters_have_two_folders(tmp_path: Path) -> None:
    folders = pupils_folders(tmp_path / "class", ["Anna", "anna!", "Bert"])
    assert len({path.name.casefold() for path in folders}) == 3
    assert folders[2].name == "study-Bert"


def test_a_folder_of_something_else_is_not_filled(golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with golden.raises(BadFile):
        pupils_folders(tmp_path, ["Anna"])
    with golden.raises(BadFile):
        pupils_folders(tmp_path / "notes.txt", ["Anna"])


def test_a_class_is_studied_again_in_its_folder(tmp_path: Path) -> None:
    folders = pupils_folders(tmp_path / "class", ["Anna"])
    write_report(study(), folders[0])
    write_group(group_of([study()]), tmp_path / "class", folders, "Club")
    assert sorted(path.name for path in (tmp_path / "class").iterdir()) == [GROUP, "study-Anna"]
    assert pupils_folders(tmp_path / "class", ["Anna"]) == folders
