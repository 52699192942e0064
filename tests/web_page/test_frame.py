"""Test the page's frame: bookmarks, light and dark, boards that never jump, errors that are shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from trained import STUDY
from web.served import Served
from web_page.visits import REFUSED, Guest, Mouse

VIEWS = {
    "Analyse": "Analyse",
    "My games": "My games",
    "Train": "Train",
    "Play": "Play",
    "More": "More",
}
FURTHER = {"Compose": "Compose a puzzle", "Look up": "What Motif knows"}


def test_every_view_has_a_separate_link(guest: Guest) -> None:
    guest.open("#/know")
    page = guest.page
    for name, title in VIEWS.items():
        guest.follow(name)
        page.wait_for_selector(f"h1:text-is('{title}')")
        assert page.url.endswith(f"#/{name.lower().removeprefix('my ')}")
        expect(page).to_have_title(f"{title} · Motif")
        page.wait_for_selector(f"nav [aria-current=page]:text-is('{name}')")
        # The focus follows the link into the view.
        page.wait_for_selector("#main:focus")
    page.go_back()
    page.wait_for_selector("h1:text-is('Play')")
    for name, title in FURTHER.items():
        guest.open("#/more")
        guest.hand.press(page.locator(".cards a", has_text=name))
        page.wait_for_selector(f"h1:text-is('{title}')")
        page.wait_for_selector("nav [aria-current=page]:text-is('More')")


def test_the_keyboard_skips_to_the_view(reader: Guest) -> None:
    reader.open("#/play")
    reader.page.keyboard.press("Tab")
    reader.page.wait_for_selector("a:focus:text-is('Skip to the view')")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector("#main:focus")


def test_light_and_dark_follow_the_system_until_the_reader_chooses(reader: Guest) -> None:
    page = reader.page
    page.emulate_media(color_scheme="dark")
    reader.open("#/play")
    assert brightness(reader) < 200
    reader.hand.press(page.get_by_role("switch", name="Dark colours"))
    assert brightness(reader) > 600
    page.reload()
    page.wait_for_selector("h1")
    assert brightness(reader) > 600, "and that is kept"


def test_the_reader_chooses_the_colours_of_the_board(reader: Guest) -> None:
    dark = "getComputedStyle(document.documentElement).getPropertyValue('--dark')"
    reader.open("#/more")
    assert "#9db0a4" in reader.page.evaluate(dark)
    reader.page.get_by_label("Colours of the board").select_option("Brown")
    reader.page.reload()
    reader.page.wait_for_selector("h1")
    assert "#c39a76" in reader.page.evaluate(dark), "and they are kept"


def brightness(guest: Guest) -> int:
    colour = guest.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(map(int, re.findall(r"\d+", colour)))


def test_the_board_never_jumps(guest: Guest) -> None:
    guest.open("#/analyse?fen=r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1")
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
    reader.open("#/analyse?fen=r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1")
    page = reader.page
    page.set_viewport_size({"width": 390, "height": 500})
    reader.hand.move("d5c7")
    page.locator(".sentence").wait_for()
    page.keyboard.press("Home")
    page.wait_for_selector(".coach h2:text-is('White to move')")
    # The page scrolls, and the reader moves before the browser has reported it.
    page.evaluate("addEventListener('scroll', event => event.stopImmediatePropagation(), true)")
    page.evaluate("scrollBy(0, scrollY > 60 ? -60 : 60)")
    reader.hand.move("d5e3")
    page.wait_for_selector(".status:has-text('1. Ne3')")


def test_an_illegal_move_is_refused_with_a_reason(reader: Guest) -> None:
    reader.open("#/analyse")
    page = reader.page
    page.get_by_label("Your move").fill("Ke4")
    page.keyboard.press("Enter")
    reader.sees("Ke4 is not a legal move here.")
    page.wait_for_selector("input[aria-invalid]")
    page.get_by_label("Your move").fill("nf3")
    page.keyboard.press("Enter")
    page.wait_for_selector(".status:has-text('1. Nf3')")


def test_arrow_keys_step_through_what_was_played(reader: Guest) -> None:
    reader.open("#/analyse?moves=e2e4,e7e5,g1f3")
    page = reader.page
    page.wait_for_selector(".status:has-text('2. Nf3')")
    page.locator(".sentence").wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('1… e5')")
    reader.shows_pieces("white knight g1")
    page.keyboard.press("Home")
    page.wait_for_selector(".coach h2:text-is('White to move')")
    page.keyboard.press("End")
    page.wait_for_selector(".status:has-text('2. Nf3')")
    reader.shows_pieces("white knight f3")


def test_a_pawn_that_promotes_asks_for_what(guest: Guest) -> None:
    guest.open("#/analyse?fen=8/P6k/8/8/8/8/8/K7+w+-+-+0+1")
    guest.hand.move("a7a8n")
    guest.page.wait_for_selector(".status:has-text('a8=N')")
    guest.shows_pieces("white knight a8")


def test_a_promotion_is_left_with_escape(reader: Guest) -> None:
    reader.open("#/analyse?fen=8/P6k/8/8/8/8/8/K7+w+-+-+0+1")
    mouse = Mouse(reader.page)
    mouse.move("a7a8")
    reader.page.get_by_role("button", name="Queen").press("Escape")
    expect(reader.page.get_by_role("button", name="Queen")).to_be_hidden()
    reader.shows_pieces("white pawn a7")


def test_a_move_entered_in_advance_is_played_when_the_opponent_has_moved(reader: Guest) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Hold the first move back, let the next one through."""
        if held:
            route.continue_()
        held.append(route)

    page = reader.page
    reader.open("#/play")
    reader.hand.press(page.locator("summary", has_text="Other opponents"))
    reader.hand.choose(page.locator(".choice", has_text="Greedy"))
    reader.press("Begin")
    page.wait_for_selector(".status:has-text('Your move.')")
    page.route("**/move", hold)
    reader.hand.move("e2e4")
    page.wait_for_selector(".status:has-text('Greedy thinks.')")
    mouse = Mouse(page)
    mouse.click_square("g1")
    mouse.click_square("f3")
    page.locator("cg-board square.current-premove").first.wait_for(state="attached")
    held[0].continue_()
    reader.counts(".moves button", 4)
    reader.shows_pieces("white knight f3")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("#/nowhere", "This link leads nowhere."),
        ("#/study/none", "there is no such study"),
        ("#/study/%", "there is no such study"),
        ("#/play/none", "there is no such game"),
        ("#/compose/none", "there is no such job"),
        ("#/analyse?fen=rubbish", "not a position that can be analysed"),
    ],
)
def test_a_link_that_leads_nowhere_says_so(reader: Guest, place: str, words: str) -> None:
    reader.forgive(REFUSED)
    reader.page.goto(f"{reader.base}/{place}")
    reader.sees(re.compile(words, re.IGNORECASE))


def test_the_page_says_when_the_server_is_gone_and_goes_on_when_it_is_back(guest: Guest, served: Served) -> None:
    # With a game that was analysed before, the front page also has a list of links.
    served.post("/api/analyses", json={"text": "1. e4 e5 2. Nf3", "side": None})
    guest.forgive(REFUSED)
    guest.open("#/analyse")
    page = guest.page
    page.route("**/api/**", lambda route: route.abort())
    guest.hand.move("e2e4")
    page.wait_for_selector(".connection:has-text('Motif is not running; start it with `motif web`.')")
    # The move is made all the same: only its reason is missing, until Motif is back.
    guest.sees("Start it with `motif web`; this page then goes on by itself.")
    guest.shows_pieces("white pawn e4")
    guest.check_access()
    page.unroute("**/api/**")
    page.wait_for_selector(".connection:has-text('Motif is back')")
    page.wait_for_selector(".coach h2:text-matches('Good|Best')")


def test_what_takes_longer_says_that_it_comes(reader: Guest) -> None:
    held: list[Route] = []
    reader.open("#/more")
    reader.page.route("**/api/knowledge/**", lambda route: held.append(route))
    reader.hand.press(reader.page.locator(".cards a", has_text="Look up"))
    reader.sees("One moment")
    while held:
        held.pop().continue_()
    reader.page.unroute("**/api/knowledge/**")
    reader.page.wait_for_selector("h1:text-is('What Motif knows')")
    reader.shows(".piece h2:not(:empty)")


def test_a_move_in_an_outdated_tab_shows_the_current_game(reader: Guest, served: Served) -> None:
    reader.forgive(REFUSED)
    game = served.post("/api/games", json={"player": "greedy", "seed": 1}).json()["id"]
    reader.open(f"#/play/{game}")
    served.post(f"/api/games/{game}/move", json={"move": "e4"})
    reader.hand.move("d2d4")
    reader.sees("this game has gone on in another window")
    reader.shows_pieces("white pawn e4", "white pawn d2")
    reader.counts(".moves button", 2)
    # A later visitor finds it among the games under way.
    reader.follow("Play")
    reader.hand.press(reader.page.locator(f"a[href$='/{game}']"))
    reader.shows_pieces("white pawn e4")


def test_the_reader_chooses_castling_rights_when_setting_up_a_position(reader: Guest) -> None:
    reader.open("#/analyse/setup?fen=4k3/8/8/8/8/8/8/R3K2R+w+KQ+-+0+1")
    fen = reader.page.get_by_label("FEN")
    expect(fen).to_have_value("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    reader.page.get_by_label("White long").uncheck()
    expect(fen).to_have_value("4k3/8/8/8/8/8/8/R3K2R w K - 0 1")
    expect(reader.page.get_by_label("Black short")).to_be_disabled()


def test_games_are_fetched_from_a_site_only_after_a_yes(reader: Guest) -> None:
    asked: list[Route] = []

    def refuse(route: Route) -> None:
        asked.append(route)
        route.abort()

    reader.forgive(REFUSED)
    reader.page.route("**/api/studies/account", refuse)
    reader.open("#/study")
    reader.page.get_by_text("Or give your name on").click()
    reader.page.get_by_label("Name", exact=True).fill("Anna")
    reader.press("Fetch the games")
    reader.sees("This asks lichess.org for the games of Anna.")
    assert asked == []
    with reader.page.expect_request("**/api/studies/account"):
        reader.press("Yes, ask lichess.org")


def test_from_game_to_game_and_mistake_to_mistake_goes_only_through_what_was_chosen(
    reader: Guest, served: Served
) -> None:
    folder = served.server.settings.studies / "chosen"
    folder.mkdir(parents=True)
    STUDY.save(folder / "study.json")
    page = reader.page
    reader.open("#/study/chosen")
    page.get_by_label("With the mistake").select_option("fork")
    page.get_by_label("Order").select_option("Newest first")
    reader.counts(".game-row", 2)
    page.locator(".game-row").first.click()
    reader.sees("Game 1 of the 2 games that you chose.")
    page.keyboard.press("ArrowDown")
    # The fool's mate is a mistake of a game between these two, and was not chosen.
    reader.sees("Game 2 of the 2 games that you chose.")
    expect(page).to_have_url(re.compile("/games/1\\?"))
    reader.counts("nav a:text-is('Next game')", 0)
    reader.press("◀ mistake")
    expect(page).to_have_url(re.compile("/games/3\\?"))
    reader.follow("Back to the study")
    reader.counts(".game-row", 2)
    reader.press("Lost")
    reader.sees("There are none.")
    # Who chose nothing goes through all of them.
    reader.open("#/study/chosen/games/1?ply=0")
    reader.press("mistake ▶")
    page.wait_for_selector(".status:has-text('2. g4')")
    reader.follow("Next game")
    expect(page).to_have_url(re.compile("/games/3\\?"))
