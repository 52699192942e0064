"""Test the card to share: a finding with a board, and later what became of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from motif.report.folder import write_report
from motif.report.moments import card_of
from motif.study.profile import Change, Counted, Example, Finding, FindingProgress, Kind, PlayerProgress
from motif.study.study import Study
from study.lessons import FORKS, study

ATTRACTIONS = replace(
    FORKS, kind=Kind.MISSED, subject="attraction", title="You miss attractions", motif="attraction",
    words="You missed 1 of 1 that were there. That costs much.", examples=(Example(1, 8),),
)  # fmt: skip


def with_finding(finding: Finding, progress: PlayerProgress | None = None) -> Study:
    made = study()
    return replace(made, profile=replace(made.profile, work_on=(finding,), progress=progress or PlayerProgress()))


def test_the_card_shows_the_board_of_the_first_thing_to_work_on() -> None:
    card = card_of(with_finding(ATTRACTIONS))
    assert card is not None
    assert (card.title, card.sentence) == ("You miss attractions", "You missed 1 of 1 that were there.")
    assert "Bxf7+" in card.words
    assert card.verdict == ""
    assert card.picture("png").startswith(b"\x89PNG")
    assert b"<svg" in card.picture("svg")[:200]


def test_a_later_card_says_what_became_of_it() -> None:
    counted = Counted((1,), (10,))
    followed = FindingProgress(
        Kind.MISSED, "attraction", "You miss attractions", "", counted, counted, None, Change.BETTER, 0.01, ""
    )
    card = card_of(with_finding(ATTRACTIONS, PlayerProgress(findings=(followed,))))
    assert card is not None
    assert card.verdict == "You miss attractions: better."


def test_a_finding_without_an_explained_mistake_has_no_card() -> None:
    assert card_of(with_finding(replace(ATTRACTIONS, examples=(Example(1, 0),)))) is None
    assert card_of(with_finding(replace(ATTRACTIONS, motif="pin"))) is None, "the board must show what the card says"


def test_the_report_links_the_card_next_to_it(tmp_path: Path) -> None:
    write_report(with_finding(ATTRACTIONS), tmp_path / "study")
    assert (tmp_path / "study" / "card.svg").exists()
    assert 'href="card.png"' in (tmp_path / "study" / "report.html").read_text()
    write_report(with_finding(replace(ATTRACTIONS, motif="pin")), tmp_path / "study")
    assert not (tmp_path / "study" / "card.svg").exists()
    assert "card.png" not in (tmp_path / "study" / "report.html").read_text()
