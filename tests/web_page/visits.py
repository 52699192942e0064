"""Simulate users of the page: by mouse on the board, or by keyboard alone."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError, expect

from browsers import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Milliseconds. Patient, since a study is long work of low priority on a machine that may be busy.
PATIENCE = 150_000
expect.set_options(timeout=PATIENCE)

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

REFUSED = "Failed to load resource"
"""The note of the browser that the server refused a request; it sometimes comes a moment late."""


LEAST_TARGET_PX = 24
# A link in a sentence may be smaller; of a box with a label the label is pressed.
SMALL_TARGETS = """least => [...document.querySelectorAll('button, a, input, select, textarea, summary, .check')]
    .filter(each => each.checkVisibility() && !each.matches('.unseen, .skip, .in-text, p a, .check input'))
    .filter(each => Math.min(each.offsetWidth, each.offsetHeight) < least)
    .map(each => `${each.tagName} ${each.textContent} ${each.offsetWidth} x ${each.offsetHeight}`)"""


class Hand(ABC):
    """A way to press buttons and make moves."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, what: Locator) -> None:
        """Press a button or a link."""

    @abstractmethod
    def choose(self, label: Locator) -> None:
        """Choose one of several, by the label around its button."""

    def move(self, uci: str) -> None:
        """Make a move once the page waits for one: an earlier move would be lost."""
        self.page.locator(".move-field button[aria-disabled=false]").wait_for(state="attached")
        self.make_move(uci)

    @abstractmethod
    def make_move(self, uci: str) -> None:
        """Make a move that the page is waiting for."""

    @abstractmethod
    def give(self, file: Path) -> None:
        """Choose a file of games."""

    @abstractmethod
    def step_on(self) -> None:
        """Go one move on in what is shown."""


class Mouse(Hand):
    """Everything by mouse; a move is two clicks."""

    def press(self, what: Locator) -> None:
        what.click()

    def choose(self, label: Locator) -> None:
        label.click()

    def make_move(self, uci: str) -> None:
        self.click_square(uci[:2])
        self.page.locator(".board-column cg-board square.selected").wait_for()
        self.click_square(uci[2:4])
        # chessground reports a move by a timer of one millisecond; a later, longer timer fires after it.
        self.page.evaluate("new Promise(done => setTimeout(done, 2))")
        if uci[4:]:
            name = {"q": "Queen", "r": "Rook", "b": "Bishop", "n": "Knight"}[uci[4]]
            self.page.get_by_role("button", name=name).click()

    def click_square(self, square: str) -> None:
        """Click a square of the board."""
        board = self.page.locator(".board-column cg-board")
        size = board.evaluate("element => element.getBoundingClientRect().width") / 8
        file, rank = ord(square[0]) - ord("a"), 8 - int(square[1])
        if self.page.locator(".board-column .orientation-black").count():
            file, rank = 7 - file, 7 - rank
        board.click(position={"x": (file + 0.5) * size, "y": (rank + 0.5) * size})

    def draw(self, origin: str, target: str) -> None:
        """Draw an arrow with the right button, or a circle if both squares are the same."""
        board = self.page.locator(".board-column cg-board").bounding_box()
        assert board is not None
        for square, act in ((origin, self.page.mouse.down), (target, self.page.mouse.up)):
            file, rank = ord(square[0]) - ord("a"), 8 - int(square[1])
            size = board["width"] / 8
            self.page.mouse.move(board["x"] + (file + 0.5) * size, board["y"] + (rank + 0.5) * size)
            # chessground notes where the mouse is once a frame.
            self.page.evaluate("new Promise(requestAnimationFrame)")
            act(button="right")

    def give(self, file: Path) -> None:
        with self.page.expect_file_chooser() as chosen:
            self.page.get_by_text("Drop a PGN file here").click()
        chosen.value.set_files(file)

    def step_on(self) -> None:
        self.page.get_by_role("button", name="One move on").click()


class Keyboard(Hand):
    """Everything by keyboard: a pressed element must take the focus, and moves are typed."""

    def press(self, what: Locator) -> None:
        expect(what).to_be_enabled()
        what.focus()
        expect(what, "the keyboard can reach it").to_be_focused()
        what.press("Enter")

    def choose(self, label: Locator) -> None:
        label.locator("input").press("Space")

    def make_move(self, uci: str) -> None:
        field = self.page.get_by_label("Your move")
        field.fill(uci)
        field.press("Enter")

    def give(self, file: Path) -> None:
        with self.page.expect_file_chooser() as chosen:
            self.page.locator("input[type=file]").press("Enter")
        chosen.value.set_files(file)

    def step_on(self) -> None:
        self.page.keyboard.press("ArrowRight")


class Guest(Visit):
    """A user of the page."""

    def __init__(self, page: Page, hand: Hand, base: str) -> None:
        super().__init__(page)
        self.hand = hand
        self.base = base
        self.forgive("Service Worker registration blocked")

    def open(self, place: str = "") -> None:
        """Come to the page by a link, as a first visitor."""
        self.page.goto(f"{self.base}/{place}")
        self.page.wait_for_selector("main:not([aria-busy]) h1")

    def press(self, name: str, role: str = "button") -> None:
        """Press a button or a link by its name."""
        self.hand.press(self.page.get_by_role(role, name=name, exact=True).first)  # type: ignore[arg-type]

    def follow(self, name: str) -> None:
        """Follow a link by its name."""
        self.press(name, "link")

    def sees(self, words: str | re.Pattern[str]) -> None:
        """Wait until the page says something."""
        try:
            self.page.get_by_text(words).filter(visible=True).first.wait_for()
        except TimeoutError as error:
            error.add_note(f"the page says: {self.page.inner_text('main')}")
            raise

    def counts(self, selector: str, number: int) -> None:
        """Wait until the page shows that many."""
        expect(self.page.locator(selector)).to_have_count(number)

    def shows(self, selector: str, number: int = 1) -> None:
        """Wait until the page has at least that many; what is drawn on a board comes a frame after the words."""
        self.page.locator(selector).nth(number - 1).wait_for(state="attached")

    def shows_pieces(self, *pieces: str) -> None:
        """Wait until the description of the board names these pieces, each as "white king e1"."""
        for piece in pieces:
            side, where = piece.split(" ", 1)
            words = re.compile(rf"{side.title()}: [^.]*\b{where}\b")
            expect(self.board_label).to_have_attribute("aria-label", words)

    def shows_only(self, *pieces: str) -> None:
        """Wait until the board has these pieces and no others."""
        self.shows_pieces(*pieces)
        square, other = r"\b[a-h][1-8]\b", r"(?:(?!\b[a-h][1-8]\b).)*"
        as_many = re.compile(f"^{other}(?:{square}{other}){{{len(pieces)}}}$")
        expect(self.board_label).to_have_attribute("aria-label", as_many)

    @property
    def board_label(self) -> Locator:
        """The element whose label describes the board."""
        return self.page.locator(".board-column [role=img]").first

    def check_access(self) -> None:
        """Check what is on the page now with axe-core, if `npm ci` was run, and that every target is large enough."""
        if AXE.is_file():
            if not self.page.evaluate("'axe' in globalThis"):
                self.page.evaluate(AXE.read_text())
            found = self.page.evaluate("axe.run('main').then(found => found.violations)")
            assert found == [], found
        small = self.page.evaluate(SMALL_TARGETS, LEAST_TARGET_PX)
        assert small == [], small

    def check_manners(self) -> None:
        """Check that the page reported no errors and contacted only this server."""
        assert self.complaints == [], self.complaints
        strangers = [url for url in self.requests if not url.startswith((f"{self.base}/", "data:"))]
        assert strangers == []
