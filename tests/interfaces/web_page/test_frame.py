"""The frame: links that can be bookmarked, light and dark, boards that never jump, troubles that are told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from interfaces.web_page.visits import REFUSED, Guest

VIEWS = {
    "Study": "Study your games",
    "Explain": "Explain a move",
    "Train": "Train",
    "Play": "Play",
    "Compose": "Compose a puzzle",
    "Know": "What Motif knows",
}


def test_every_view_has_a_link_of_its_own(guest: Guest) -> None:
    guest.open("#/know")
    page = guest.page
    for name, title in VIEWS.items():
        guest.follow(name)
        page.wait_for_selector(f"h1:text-is('{title}')")
        assert page.url.endswith(f"#/{name.lower()}")
        expect(page).to_have_title(f"{title} · Motif")
        page.wait_for_selector(f"nav [aria-current=page]:text-is('{name}')")
        # Who follows a link stands in the view.
        page.wait_for_selector("#main:focus")
    page.go_back()
    page.wait_for_selector("h1:text-is('Compose a puzzle')")


def test_the_keyboard_skips_to_the_view(reader: Guest) -> None:
    reader.open("#/play")
    reader.page.keyboard.press("Tab")
    reader.page.wait_for_selector("a:focus:text-is('Skip to the view')")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector("#main:focus")


def test_light_and_dark_are_the_systems_until_somebody_chooses(reader: Guest) -> None:
    page = reader.page
    page.emulate_media(color_scheme="dark")
    reader.open("#/play")
    assert brightness(reader) < 200
    reader.hand.press(page.get_by_role("switch", name="Dark colours"))
    assert brightness(reader) > 600
    page.reload()
    page.wait_for_selector("h1")
    assert brightness(reader) > 600, "and that is kept"


def brightness(guest: Guest) -> int:
    colour = guest.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(map(int, re.findall(r"\d+", colour)))


def test_the_board_never_jumps(guest: Guest) -> None:
    guest.open("#/explain?fen=r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1")
    board = guest.page.locator(".board-column .board")
    before = board.evaluate("element => [element.offsetLeft, element.offsetTop, element.offsetWidth]")
    guest.hand.move("d5c7")
    guest.page.locator(".sentence").wait_for()
    assert board.evaluate("element => [element.offsetLeft, element.offsetTop, element.offsetWidth]") == before
    left, top, width = before
    assert width > 300
    assert left >= 0
    assert top >= 0


def test_a_press_is_where_the_board_is_now(reader: Guest) -> None:
    reader.open("#/explain?fen=r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1")
    page = reader.page
    page.set_viewport_size({"width": 390, "height": 500})
    reader.hand.move("d5c7")
    page.locator(".sentence").wait_for()
    reader.press("Take back")
    page.wait_for_selector(".status:text-is('White to move.')")
    # The page scrolls, and somebody moves before the browser has told anybody so.
    page.evaluate("addEventListener('scroll', event => event.stopImmediatePropagation(), true)")
    page.evaluate("scrollBy(0, scrollY > 60 ? -60 : 60)")
    reader.hand.move("d5e3")
    page.wait_for_selector(".status:has-text('1. Ne3')")


def test_a_move_that_is_none_is_refused_in_words(reader: Guest) -> None:
    reader.open("#/explain")
    page = reader.page
    page.get_by_label("Your move").fill("Ke4")
    page.keyboard.press("Enter")
    reader.sees("Ke4 is not a legal move here.")
    page.wait_for_selector("input[aria-invalid]")
    page.get_by_label("Your move").fill("nf3")
    page.keyboard.press("Enter")
    page.wait_for_selector(".status:has-text('1. Nf3')")


def test_arrow_keys_step_through_what_was_played(reader: Guest) -> None:
    reader.open("#/explain?moves=e2e4,e7e5,g1f3")
    page = reader.page
    page.wait_for_selector(".status:has-text('2. Nf3')")
    page.locator(".sentence").wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('1… e5')")
    reader.stands("white knight g1")
    page.keyboard.press("Home")
    page.wait_for_selector(".status:text-is('White to move.')")
    page.keyboard.press("End")
    page.wait_for_selector(".status:has-text('2. Nf3')")
    reader.stands("white knight f3")


def test_a_pawn_that_promotes_asks_for_what(guest: Guest) -> None:
    guest.open("#/explain?fen=8/P6k/8/8/8/8/8/K7+w+-+-+0+1")
    guest.hand.move("a7a8n")
    guest.page.wait_for_selector(".status:has-text('a8=N')")
    guest.stands("white knight a8")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("#/nowhere", "This link leads nowhere."),
        ("#/study/none", "there is no such study"),
        ("#/play/none", "there is no such game"),
        ("#/compose/none", "there is no such job"),
        ("#/explain?fen=rubbish", "rubbish"),
    ],
)
def test_a_link_that_leads_nowhere_says_so(reader: Guest, place: str, words: str) -> None:
    reader.forgive(REFUSED)
    reader.page.goto(f"{reader.base}/{place}")
    reader.sees(re.compile(words, re.IGNORECASE))


def test_a_server_that_is_gone_is_told(reader: Guest) -> None:
    reader.forgive(REFUSED)
    reader.open("#/explain")
    reader.page.route("**/api/explain", lambda route: route.abort())
    reader.hand.move("e2e4")
    reader.sees("Motif does not answer.")


def test_a_move_whose_board_does_not_come_is_not_made(reader: Guest) -> None:
    reader.forgive(REFUSED)
    reader.open("#/explain")
    reader.page.route("**/api/position*", lambda route: route.abort())
    reader.hand.move("e2e4")
    reader.sees("Motif does not answer.")
    reader.stands("white pawn e2")
    reader.page.unroute("**/api/position*")
    reader.hand.move("e2e4")
    reader.page.wait_for_selector(".status:has-text('1. e4')")
