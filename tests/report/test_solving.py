"""Test the exercises in report.html: the right moves, the texts, and a browser that solves one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from browsers import Visit
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle, Stipulation
from motif.report.folder import write_report
from motif.report.page import asked
from study.lessons import study, trap

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MATE = Puzzle(
    trap().boards()[13].fen(),
    Stipulation(Goal.MATE, 1),
    (Branch("d4f3"),),
    provenance=Provenance.of(Origin.MINED, game=1, ply=13, side="allowed"),
)
WIN = Puzzle(
    trap().boards()[8].fen(),
    Stipulation(Goal.WIN, 1),
    (Branch("c4f7"),),
    provenance=Provenance.of(Origin.MINED, game=1, ply=8, side="missed"),
)


def test_a_puzzle_of_a_mistake_has_the_explanation_of_the_study() -> None:
    (mate,) = asked(study(), [MATE])
    assert mate["task"] == "Black to move mates in 1."
    assert mate["right"] == ["d4f3"]
    assert mate["reason"] == "Nf3# is a smothered mate."
    assert mate["white"] is False, "the side to move sits below"
    assert mate["move"] == "game-1-ply-12"


def test_every_equally_good_move_is_right_and_the_move_of_the_game_has_its_own_reason() -> None:
    (win,) = asked(study(), [replace(WIN, solution=(Branch("c4f7"), Branch("d2d4")))])
    assert win["right"] == ["c4f7", "d2d4"]
    assert win["wrong"] == {"e5f7": trap().faults[0].sentence}
    assert win["reason"] == "Bxf7+ drives the king out and keeps the pawn."


def test_a_puzzle_from_elsewhere_is_not_asked() -> None:
    assert asked(study(), [replace(MATE, provenance=Provenance.of(Origin.MINED, game=7))]) == []


def test_a_browser_plays_wrong_then_right(browser: Browser, tmp_path: Path) -> None:
    write_report(study(), tmp_path / "study", [MATE])
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    visit = Visit(page)
    page.goto((tmp_path / "study" / "report.html").as_uri())
    page.locator("#solve > summary").click()
    solving = page.locator("#solve .solve")
    solving.locator(".status").get_by_text("Position 1 of 1.").wait_for()
    field = solving.locator("input")
    field.fill("Nc6")
    field.press("Enter")
    assert "Nc6 is not the move." in solving.locator(".reason").inner_text()
    field.fill("Nf3")
    field.press("Enter")
    said = solving.locator(".reason").inner_text()
    assert "Right: Nf3#." in said
    assert "smothered mate" in said
    page.get_by_role("link", name="See it in the game").click()
    page.wait_for_selector("#game-1 .board-column piece")
    assert page.locator("#game-1 .board-column + .side, #game-1 .status").first.is_visible()
    assert visit.complaints == []
    page.close()
