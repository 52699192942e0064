"""A real browser opens the page: it complains of nothing, asks nobody, draws every board, and steps by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from browsers import SIZES, Visit
from motif.study.report import write_report
from study.lessons import study

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Theme = Literal["light", "dark"]


class Reading(Visit):
    """A report in the browser."""

    def men(self, board: str) -> dict[str, str]:
        """The men on a board by their corner, and their symbols."""
        drawn = self.page.locator(f"{board} use[x]").evaluate_all(
            "all => all.map(each => [each.getAttribute('x') + ' ' + each.getAttribute('y'), each.getAttribute('href')])"
        )
        return dict(drawn)

    def status(self) -> str:
        return self.page.locator("details[open] .status").inner_text()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "study"
    write_report(study(), folder)
    return folder / "report.html"


@pytest.fixture
def visit(browser: Browser, report: Path) -> Iterator[Reading]:
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    found = Reading(page)
    page.goto(report.as_uri())
    yield found
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_quiet_and_whole(browser: Browser, report: Path, size: str, theme: Theme) -> None:
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
    visit = Visit(page)
    page.goto(report.as_uri())
    page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    page.wait_for_selector("#game-2 .viewer .board")
    page.locator(".go").evaluate_all("all => all.forEach(each => each.click())")
    boards = page.locator("svg.board")
    assert boards.count() == 3 + 1 + 2 + 3 * 2, "the cards, the habit, the games, and each check's two"
    for index in range(boards.count()):
        board = boards.nth(index)
        assert board.locator("use[x]").count() >= 3
        assert re.match("White: .* Black: .*king", board.get_attribute("aria-label") or "")
    for box in filter(None, (boards.nth(index).bounding_box() for index in range(boards.count()))):
        assert box["width"] == pytest.approx(box["height"], abs=1)
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the edge"
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", light))) > 600) == (theme == "light")
    assert visit.complaints == []
    assert visit.requests == [report.as_uri()]
    page.close()


def test_arrow_keys_step_through_a_game(visit: Reading) -> None:
    page = visit.page
    page.locator("#game-1 > summary").click()
    assert visit.status().startswith("5. Nxf7??"), "a game opens at its first mistake"
    page.keyboard.press("Home")
    assert visit.status().startswith("The start")
    assert len(visit.men(".stage")) == 32
    for said in ("1. e4", "1… e5", "2. Nf3"):
        page.keyboard.press("ArrowRight")
        assert visit.status().startswith(said)
    assert visit.men(".stage")["225 225"] == "#wN", "the knight stands on f3"
    page.keyboard.press("ArrowLeft")
    assert visit.status().startswith("1… e5")
    page.keyboard.press("End")
    assert visit.status() == "7… Nf3# · your chance 0 % · −#0"
    page.keyboard.press("ArrowRight")
    assert visit.status().startswith("7… Nf3#"), "there is nothing behind the end"
    page.keyboard.press("ArrowUp")
    assert visit.status().startswith("7. Be2??")
    page.keyboard.press("ArrowUp")
    assert visit.status().startswith("5. Nxf7??")
    page.keyboard.press("ArrowDown")
    assert visit.status().startswith("7. Be2??")
    assert visit.complaints == []


def test_the_better_line_is_stepped_through_with_castling(visit: Reading) -> None:
    page = visit.page
    page.locator("#game-1 > summary").click()
    page.locator("#game-1-ply-8 .start", has_text="Better").click()
    assert page.locator(".stage line.arrow").count() == 2, "the move and the cause"
    for said in ("5. Bxf7+", "5… Ke7", "6. O-O"):
        page.keyboard.press("ArrowRight")
        assert visit.status() == f"Better {said}"
    men = visit.men(".stage")
    assert (men["270 315"], men["225 315"]) == ("#wK", "#wR")
    assert "315 315" not in men, "the corner is empty"
    page.keyboard.press("Escape")
    assert visit.status().startswith("5. Nxf7??")


def test_the_punishing_line_is_stepped_through_by_buttons(visit: Reading) -> None:
    page = visit.page
    page.locator("#game-1 > summary").click()
    page.locator("#game-1-ply-8 .start", has_text="Punished").click()
    assert page.locator(".stage .mark").count() == 1
    page.get_by_role("button", name="One move on").click()
    assert visit.status() == "Punished by 5… Qxg2"
    page.get_by_role("button", name="To the end").click()
    assert visit.status() == "Punished by 6… Qxe4+"
    page.get_by_role("button", name="Back to the game").click()
    assert visit.status().startswith("5. Nxf7??")


def test_a_pawn_takes_in_passing_and_promotes_on_a_board_turned_round(visit: Reading) -> None:
    page = visit.page
    page.locator("#game-2 > summary").click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    # Black sits below: a3 is in the third row from above, at the right edge.
    men = visit.men(".stage")
    assert men["315 90"] == "#bP"
    assert len(men) == 3, "the white pawn is gone"
    page.keyboard.press("End")
    assert visit.men(".stage")["315 0"] == "#bN"
    page.locator("#game-2-ply-5 .start").click()
    page.keyboard.press("ArrowRight")
    assert visit.men(".stage")["315 0"] == "#bQ"
    page.get_by_role("button", name="Turn the board").click()
    assert visit.men(".stage")["0 315"] == "#bQ"


def test_the_check_stands_beside_the_board_as_it_was(visit: Reading) -> None:
    page = visit.page
    page.locator("#game-1 > summary").click()
    shown = page.locator("#game-1-ply-8 .without:visible")
    shown.nth(1).wait_for()  # the viewer is drawn after the click
    assert shown.count() == 2
    assert "With nothing on f7" in shown.first.inner_text()
    assert [shown.first.locator("svg").nth(side).locator("use[x]").count() for side in (0, 1)] == [31, 30]
    assert page.locator("#game-1-ply-12 .without").first.is_hidden(), "only the chosen mistake shows its check"


def test_an_example_leads_to_its_moment(visit: Reading) -> None:
    page = visit.page
    page.locator(".work figcaption a").first.click()
    page.wait_for_selector("#game-1[open] .viewer .board")
    assert visit.status().startswith("5. Nxf7??")
    # An opening has no mistake to tell of, but its move is shown.
    page.locator("a[data-move='game-1-ply-4']").click()
    page.wait_for_function("document.querySelector('#game-1 .status').textContent.startsWith('3. Bc4')")


def test_games_are_chosen(visit: Reading) -> None:
    page = visit.page
    page.get_by_role("button", name="Lost").click()
    assert page.locator("details.game:visible").count() == 1
    page.get_by_role("button", name="With mistakes").click()
    assert page.locator("details.game:visible").count() == 2


def test_a_click_on_the_curve_goes_there(visit: Reading) -> None:
    page = visit.page
    page.locator("#game-1 > summary .who").click()
    box = page.locator("#game-1 .curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 5)
    assert visit.status().startswith("7… Nf3#")
    assert page.locator("#game-1").get_attribute("open") is not None, "the game stays open"


def test_without_a_script_the_page_still_says_everything(browser: Browser, report: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(report.as_uri())
    assert page.locator(".work svg.board").count() == 3
    assert page.get_by_role("button", name="Lost").count() == 0
    page.locator("#game-1 > summary .who").click()
    assert page.get_by_text("Be2 allows Nf3#: Nf3# is a smothered mate.").is_visible()
    page.close()


def test_a_name_that_is_a_script_runs_nothing(browser: Browser, tmp_path: Path) -> None:
    name = "</script><img src=http://127.0.0.1:9/x onerror=alert(1)><script>alert(2)</script>"
    write_report(study(white=name), tmp_path / "study")
    page = browser.new_page()
    visit = Visit(page)
    page.goto((tmp_path / "study" / "report.html").as_uri())
    page.locator("#game-1 > summary .who").click()
    page.wait_for_selector("#game-1 .viewer .board")
    assert page.locator("h1").inner_text() == name
    assert visit.complaints == []
    assert len(visit.requests) == 1
    page.close()
