"""Test the report in a real browser: no errors, no requests, every board drawn, and moves by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from browsers import SIZES, Visit
from motif.report.folder import write_report
from study.lessons import study

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Theme = Literal["light", "dark"]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


class Reading(Visit):
    """A report in the browser."""

    def open(self, game: int) -> None:
        """Open a game; its board is drawn a moment after the click."""
        self.page.locator(f"#game-{game} > summary .who").click()
        self.page.wait_for_selector(f"#game-{game} .board-column piece")

    def pieces(self) -> dict[str, str]:
        """The pieces on the board of the open game by their squares."""
        words = self.page.locator("details[open] .board-column .surface").get_attribute("aria-label") or ""
        return {
            square: f"{side} {piece}".lower()
            for side, pieces in re.findall(r"(White|Black): ([^.]*)\.", words)
            for piece, square in re.findall(r"(\w+) ([a-h][1-8])", pieces)
        }

    def drawn(self) -> None:
        """Wait for what the board draws in the next frame, which a busy machine delays."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def corner(self, square: str) -> tuple[int, int]:
        """The column and row of the board, from the upper left, in which a piece is drawn."""
        self.drawn()
        places = self.page.locator("details[open] .board-column").evaluate(
            """column => {
                const board = column.querySelector('cg-board').getBoundingClientRect();
                const cells = far => Math.round(8 * far / board.width);
                return [...column.querySelectorAll('cg-board piece')].map(piece => {
                    const place = piece.getBoundingClientRect();
                    return [piece.cgKey, [cells(place.left - board.left), cells(place.top - board.top)]];
                });
            }"""
        )
        column, row = dict(places)[square]
        return column, row

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
    page.wait_for_selector("#game-2 .board-column piece")
    boards = page.locator(".board")
    assert boards.count() == 3 + 2 + 2 * 2, "the cards, the games, both checks of the first mistake"
    for index in range(boards.count()):
        board = boards.nth(index)
        assert board.locator("piece[class]").count() >= 3
        described = board if board.get_attribute("aria-label") else board.locator("[role=img]")
        assert re.search("White: .* Black: .*king", described.get_attribute("aria-label") or "")
    for box in filter(None, (boards.nth(index).bounding_box() for index in range(boards.count()))):
        assert box["width"] == pytest.approx(box["height"], abs=1)
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the edge"
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", light))) > 600) == (theme == "light")
    assert visit.complaints == []
    assert visit.requests == [report.as_uri()]
    page.close()


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not here: npm ci in web/")
@pytest.mark.parametrize(("size", "theme"), [("wide", "light"), ("narrow", "dark")])
def test_axe_finds_nothing_serious(browser: Browser, report: Path, size: str, theme: Theme) -> None:
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce")
    page.goto(report.as_uri())
    page.wait_for_selector(".with-script")
    page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    page.wait_for_selector("#game-2 .board-column piece")
    page.evaluate(AXE.read_text())
    found = [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary']}"
        for each in page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
    page.close()
    assert found == []


def test_arrow_keys_step_through_a_game(visit: Reading) -> None:
    page = visit.page
    visit.open(1)
    assert visit.status().startswith("5. Nxf7??"), "a game opens at its first mistake"
    page.keyboard.press("Home")
    assert visit.status().startswith("The start")
    assert len(visit.pieces()) == 32
    for said in ("1. e4", "1… e5", "2. Nf3"):
        page.keyboard.press("ArrowRight")
        assert visit.status().startswith(said)
    assert visit.pieces()["f3"] == "white knight"
    assert visit.corner("f3") == (5, 5), "White sits below"
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
    visit.open(1)
    page.get_by_role("button", name="Better").click()
    visit.drawn()
    assert page.locator(".board-column .cg-shapes line").count() == 2, "the move and the cause"
    for said in ("5. Bxf7+", "5… Ke7", "6. O-O"):
        page.keyboard.press("ArrowRight")
        assert visit.status() == f"Better {said}"
    pieces = visit.pieces()
    assert (pieces["g1"], pieces["f1"]) == ("white king", "white rook")
    assert "h1" not in pieces, "the corner is empty"
    page.keyboard.press("Escape")
    assert visit.status().startswith("5. Nxf7??")


def test_the_punishing_line_is_stepped_through_by_buttons(visit: Reading) -> None:
    page = visit.page
    visit.open(1)
    page.get_by_role("button", name="Punished by").click()
    assert page.locator(".board-column .cg-shapes circle, .board-column .cg-shapes ellipse").count() == 1, "the mark"
    page.get_by_role("button", name="One move on").click()
    assert visit.status() == "Punished by 5… Qxg2"
    page.get_by_role("button", name="To the end").click()
    assert visit.status() == "Punished by 6… Qxe4+"
    page.get_by_role("button", name="Back to the game").click()
    assert visit.status().startswith("5. Nxf7??")


def test_a_pawn_takes_in_passing_and_promotes_on_a_board_turned_round(visit: Reading) -> None:
    page = visit.page
    visit.open(2)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    pieces = visit.pieces()
    assert pieces["a3"] == "black pawn"
    assert len(pieces) == 3, "the white pawn is gone"
    assert visit.corner("a3") == (7, 2), "Black sits below"
    page.keyboard.press("End")
    assert visit.pieces()["a1"] == "black knight"
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Better").click()
    page.keyboard.press("ArrowRight")
    assert visit.pieces()["a1"] == "black queen"
    page.get_by_role("button", name="Turn the board").click()
    assert visit.corner("a1") == (0, 7)


def test_the_check_is_shown_next_to_the_board_as_it_was(visit: Reading) -> None:
    page = visit.page
    visit.open(1)
    checks = page.locator("#game-1 section", has_text="was checked")
    assert checks.count() == 2, "of what was allowed, the point, and of what was missed"
    assert "With nothing on f7" in checks.first.inner_text()
    assert [checks.first.locator(".board").nth(side).locator("piece").count() for side in (0, 1)] == [30, 29]
    page.keyboard.press("ArrowDown")
    assert checks.count() == 1, "only the chosen mistake shows its check"


def test_an_example_leads_to_its_moment(visit: Reading) -> None:
    page = visit.page
    page.locator(".first figcaption a").first.click()
    page.wait_for_selector("#game-1[open] .board-column piece")
    assert visit.status().startswith("5. Nxf7??")
    assert page.locator("a[data-move='game-1-ply-4']").count() == 0, "an opening of a single game is left out"


def test_games_are_chosen(visit: Reading) -> None:
    page = visit.page
    page.get_by_role("button", name="Lost").click()
    assert page.locator("details.game:visible").count() == 1
    page.get_by_role("button", name="With mistakes").click()
    assert page.locator("details.game:visible").count() == 2


def test_a_click_on_the_curve_goes_there(visit: Reading) -> None:
    page = visit.page
    visit.open(1)
    page.locator("#game-1 .board-column .curve").scroll_into_view_if_needed()
    box = page.locator("#game-1 .board-column .curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 5)
    assert visit.status().startswith("7… Nf3#")
    assert page.locator("#game-1").get_attribute("open") is not None, "the game stays open"


def test_without_a_script_the_page_still_says_everything(browser: Browser, report: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(report.as_uri())
    assert page.locator(".first .board").count() == 3
    assert page.get_by_role("button", name="Lost").count() == 0
    assert not page.get_by_text("Open a game to step through it").is_visible(), "nothing is promised"
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
    page.wait_for_selector("#game-1 .board-column piece")
    assert page.locator("h1").inner_text() == name
    assert visit.complaints == []
    assert len(visit.requests) == 1
    page.close()


def test_an_open_game_says_of_a_mistake_what_the_list_says(visit: Reading) -> None:
    listed = visit.page.locator("#game-1-ply-8").evaluate("item => item.lastChild.textContent")
    visit.open(1)
    assert listed == study().games[0].faults[0].sentence
    assert visit.page.locator("details[open] .reason .sentence").inner_text() == listed
