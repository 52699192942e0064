"""Test the view Analyse: a pasted game appears at once, its mistakes are explained, and every question has a button."""

from __future__ import annotations

import re
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import expect

from motif.web.analyses import Analyses
from web.served import Served
from web_page.visits import REFUSED, Guest, Mouse

GAME = """[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""
FOOLS_MATE = """[White "Carl"]
[Black "Anna"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""
TWO_GAMES = f"{GAME}\n{FOOLS_MATE}"
FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"


def paste(guest: Guest, text: str) -> None:
    guest.page.locator(".paste textarea").fill(text)
    guest.press("Analyse")


def test_a_pasted_game_is_marked_and_explained(guest: Guest) -> None:
    guest.open()
    page = guest.page
    paste(guest, GAME)
    page.wait_for_selector("h1:text-is('Anna – Bert')")
    guest.counts(".sheet button", 14)
    page.wait_for_selector(".sheet .blunder")
    guest.sees("Evaluated by")
    guest.shows(".graph .dot")
    guest.press("mistake ▶")
    page.wait_for_selector(".coach h2:text-matches('Blunder|Mistake')")
    page.wait_for_selector(".sheet button[aria-current]:text-matches('[?]')")
    # The reply plays itself on the board, and the game is one press away.
    page.locator(".coach .sentence").first.wait_for()
    guest.press("Show me")
    page.wait_for_selector(".strip .moves button[aria-current]")
    guest.check_access()
    guest.press("Back to the game")
    guest.counts(".strip .moves", 0)
    # The place can be bookmarked.
    mistake = page.locator(".coach .status").inner_text()
    page.reload()
    expect(page.locator(".coach .status")).to_have_text(mistake)
    assert page.url.count("ply=") == 1


def test_a_move_in_a_sentence_is_shown_on_the_board(reader: Guest) -> None:
    reader.open(f"#/analyse?fen={FORK.replace(' ', '+')}&moves=d5e3")
    page = reader.page
    page.wait_for_selector(".coach .sentence:has-text('Nc7')")
    page.locator(".coach .sentence button", has_text="Nc7").first.click()
    reader.shows_pieces("white knight c7")
    page.keyboard.press("Escape")
    reader.shows_pieces("white knight e3")


def test_any_other_move_is_a_variation_that_is_explained(guest: Guest) -> None:
    guest.open(f"#/analyse?fen={FORK.replace(' ', '+')}&moves=d5e3")
    page = guest.page
    page.wait_for_selector(".coach .asks")
    guest.press("Why not …?")
    guest.sees("rather have played than Ne3")
    guest.shows_pieces("white knight d5")
    guest.hand.move("d5c7")
    guest.sees(re.compile("Nc7.* forks the king on e8 and the rook on a8"))
    guest.counts(".sheet .variation button", 1)
    # The named cause can be taken away, and the move no longer works.
    guest.press("Test it")
    page.wait_for_selector(".strip b:text-is('Test')")
    guest.check_access()
    guest.press("Back to the position")
    guest.press("To the start")
    page.wait_for_selector(".coach h2:text-is('White to move')")


def test_the_best_move_of_a_pasted_position_is_said_before_any_is_played(guest: Guest) -> None:
    guest.open()
    paste(guest, FORK)
    guest.press("What is best here?")
    guest.page.wait_for_selector(".strip .moves button:has-text('Nc7')")
    guest.shows_pieces("white knight c7")


def test_arrows_and_circles_are_drawn_with_the_right_button(reader: Guest) -> None:
    reader.open("#/analyse?moves=e2e4")
    page = reader.page
    page.wait_for_selector(".coach .asks")
    mouse = Mouse(page)
    drawn = page.locator(".board-column .cg-shapes line").count()
    mouse.draw("g8", "f6")
    reader.counts(".board-column .cg-shapes line", drawn + 1)
    mouse.draw("e5", "e5")
    reader.counts(".board-column .cg-shapes circle", 1)
    # Drawing plays no move, and the same arrow drawn again is removed.
    reader.counts(".sheet button", 1)
    mouse.draw("g8", "f6")
    reader.counts(".board-column .cg-shapes line", drawn)


def test_keys_step_and_turn_the_board(reader: Guest) -> None:
    reader.open("#/analyse?moves=e2e4,e7e5,g1f3")
    page = reader.page
    reader.shows_pieces("white knight f3")
    page.keyboard.press("ArrowLeft")
    reader.shows_pieces("white knight g1", "black pawn e5")
    page.keyboard.press("Home")
    reader.shows_pieces("black pawn e7")
    page.keyboard.press("f")
    page.wait_for_selector(".board-column .orientation-black")
    page.keyboard.press("End")
    reader.shows_pieces("white knight f3")


def test_a_better_move_is_looked_for_in_place(guest: Guest) -> None:
    guest.open()
    page = guest.page
    paste(guest, FOOLS_MATE)
    page.wait_for_selector(".sheet .blunder")
    guest.hand.press(page.locator(".sheet button", has_text="g4"))
    guest.press("Find a better move")
    guest.sees("g4 was a blunder. Play a better move.")
    guest.shows_pieces("white pawn g2", "black queen d8")
    guest.hand.move("h2h3")
    guest.sees("Not this one.")
    guest.check_access()
    guest.press("Try again")
    # Every move that is as good as the best one is right.
    guest.hand.move("e2e4")
    guest.sees("Found it.")
    guest.press("Back to the game")
    page.wait_for_selector(".status:has-text('2. g4??')")


def test_the_moves_are_copied_as_annotated_pgn(guest: Guest) -> None:
    page = guest.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=guest.base)
    guest.open()
    paste(guest, FOOLS_MATE)
    page.wait_for_selector(".game-head :text-matches('Evaluated by')")
    guest.hand.press(page.locator("summary", has_text="Share"))
    guest.press("Copy PGN")
    guest.sees("PGN is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"2\. g4 \$4 \{ .*Qh4", copied)
    with page.expect_download() as saved:
        guest.press("Save PGN")
    assert Path(saved.value.path()).read_text() == copied


def test_the_board_is_saved_as_a_picture_with_the_sentence_below_it(reader: Guest) -> None:
    reader.open()
    paste(reader, FOOLS_MATE)
    reader.sees("Evaluated by")
    reader.hand.press(reader.page.locator(".sheet button", has_text="g4"))
    reader.sees("Blunder")
    reader.hand.press(reader.page.locator("summary", has_text="Share"))
    with reader.page.expect_download() as saved:
        reader.press("Save picture")
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    width, height = unpack(">II", picture[16:24])
    assert width == 640, "the board"
    assert height > 640, "and the words about it"


def test_one_game_of_several_is_chosen(reader: Guest) -> None:
    reader.open()
    paste(reader, TWO_GAMES)
    reader.sees("2 games. Choose one.")
    reader.press("Carl – Anna · 0-1")
    reader.page.wait_for_selector("h1:text-is('Carl – Anna')")
    reader.counts(".sheet button", 4)


def test_my_games_lists_what_was_added_and_analyses_it(guest: Guest, served: Served) -> None:
    for game in served.get("/api/analyses").json():
        served.server.part(Analyses).delete(game["id"])
    guest.open("#/games")
    page = guest.page
    guest.sees("No game yet")
    paste(guest, TWO_GAMES)
    guest.press("Add them to My games")
    guest.counts(".my-games li", 2)
    guest.check_access()
    page.wait_for_selector(".my-games li:has-text('not analysed yet')")
    guest.press("Analyse all")
    guest.sees("All games are analysed.")
    page.wait_for_selector(".my-games li:has-text('Carl – Anna'):has-text('1 mistake')")
    page.get_by_label("Order").select_option("Lowest accuracy first")
    expect(page.locator(".my-games li").first).to_contain_text("accuracy: White 25 %, Black 100 %")
    page.get_by_label("Search").fill("bert")
    guest.counts(".my-games li", 1)
    guest.hand.press(page.locator(".my-games a"))
    page.wait_for_selector("h1:text-is('Anna – Bert')")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "This position is not possible"),
        ("1. e4 e5 2. Ke3", "Ke3"),
        ("hello!", "cannot read .hello."),
        ("https://www.chess.com/game/live/1", "Press Share on its page, copy the PGN"),
        ("Anna_1990", "To study the games of Anna_1990, choose the site"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(reader: Guest, text: str, answer: str) -> None:
    reader.forgive(REFUSED)
    reader.open()
    paste(reader, text)
    reader.sees(re.compile(answer))


def test_the_board_is_large_and_the_card_is_in_sight(guest: Guest) -> None:
    page = guest.page
    is_phone = page.viewport_size is not None and page.viewport_size["width"] < 500
    guest.open("#/analyse?moves=e2e4,e7e5")
    page.wait_for_selector(".coach .asks")
    board = page.locator(".board-column .board").bounding_box()
    buttons, sentence = page.locator(".walk").bounding_box(), page.locator(".coach .sentence").bounding_box()
    assert board is not None
    assert buttons is not None
    assert sentence is not None
    assert board["width"] >= (365 if is_phone else 560)
    size = page.viewport_size
    assert size is not None
    assert buttons["y"] + buttons["height"] <= size["height"]
    assert sentence["y"] + sentence["height"] <= size["height"]
