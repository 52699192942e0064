"""Test each view's main use: by mouse on a wide screen, and by keyboard on a narrow one."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest

from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.training.deck import Deck
from motif.training.exercise import Exercise, Source
from motif.web import study
from trained import FORK, FORK_POINT
from web.deeds import study_without_end
from web.served import Served
from web.test_classes import club
from web_page.visits import Guest, Mouse

GAMES = """[Event "Club evening"]
[Date "2026.01.05"]
[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[Event "Club evening"]
[Date "2026.01.12"]
[White "Carl"]
[Black "Anna"]
[Result "1-0"]

1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. Qxf7# 1-0
"""
FORKED = Exercise.of_puzzle(
    Source.MISSED,
    Puzzle(FORK, Stipulation(Goal.WIN, 2), Branch.along(FORK_POINT.moves), ("fork",)),
    "fork",
    FORK_POINT.text,
    "your game against Scholar: you played Kd2",
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.pgn"
    file.write_text(GAMES)
    return file


def test_study_from_a_file_to_a_reason(guest: Guest, games: Path, served: Served) -> None:
    def cards() -> int:
        return int(served.get("/api/training").json()["cards"])

    served.server.settings.deck.unlink(missing_ok=True)
    before = cards()
    guest.open("#/games")
    page = guest.page
    guest.follow("Study")
    page.wait_for_selector("h1:text-is('Study your games')")
    guest.hand.give(games)
    guest.sees("games.pgn")
    page.get_by_label("Player").fill("Anna")
    guest.press("Study these games")
    page.wait_for_selector("h1:text-is('Anna')")
    # Of few games the first screen shows the worst mistakes.
    page.wait_for_selector("h2:text-is('Your mistakes, the worst first')")
    # Two games are too few for statistics: no score, no accuracy, no tables.
    main = page.inner_text("main")
    assert "2 games. Evaluated by" in main
    assert not re.search(r"%|accuracy|scored|Details|Where your points go", main), main
    guest.check_access()
    guest.follow("All your mistakes")
    page.wait_for_selector("h1:text-is('Mistakes')")
    guest.shows(".positions .board piece")
    page.go_back()
    page.wait_for_selector("h1:text-is('Anna')")
    guest.press("Lost")
    guest.counts(".game-row", 2)
    page.get_by_label("Search games").fill("carl")
    guest.counts(".game-row", 1)
    guest.hand.press(page.locator(".game-row", has_text="against Carl"))
    page.wait_for_selector(".status:has-text('3… Nf6??')")
    guest.sees(re.compile("Nf6 (allows|ignores the threat) Qxf7"))
    guest.shows(".board-column .cg-shapes line, .board-column .cg-shapes ellipse")
    guest.check_access()
    guest.press("Show me")
    page.wait_for_selector(".strip:has-text('The reply'):has(button[aria-current]:text-is('Qxf7#'))")
    guest.shows_pieces("white queen f7")
    guest.press("Back to the game")
    # The place can be bookmarked: a reload shows the same mistake.
    page.reload()
    page.wait_for_selector(".status:has-text('3… Nf6??')")
    # One step further the mistake is trained.
    guest.follow("Train it")
    page.wait_for_selector("h1:text-is('Train this mistake')")
    # Opening the link has added nothing to the deck.
    assert cards() == before
    guest.press("Add it and begin")
    page.wait_for_selector("h1:text-matches('Find the best move for (White|Black)')")
    guest.sees(re.compile("From one of your games; you play your"))
    assert cards() == before + 1
    page.go_back()
    page.wait_for_selector(".status:has-text('3… Nf6??')")
    # Any other move of the game is explained by the study's engine.
    page.keyboard.press("Home")
    guest.hand.step_on()
    page.wait_for_selector(".status:has-text('1. e4')")
    page.wait_for_selector(".coach .asks")


def test_ask_the_advisers_about_a_position(guest: Guest) -> None:
    guest.open("#/analyse?fen=r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1")
    page = guest.page
    guest.hand.press(page.locator("summary", has_text="More about this position"))
    guest.press("Ask every adviser")
    page.locator(".advice li").first.wait_for()
    page.wait_for_selector(".advice-row:has-text('reasons')")
    guest.shows(".board-column .cg-shapes line")


@pytest.mark.parametrize("is_by_mouse", [True, False])
def test_set_up_a_position(reader: Guest, *, is_by_mouse: bool) -> None:
    mouse = Mouse(reader.page)
    reader.open()
    page = reader.page
    reader.follow("Set up a position")
    reader.press("Empty board")
    for piece, square in (("white king", "e1"), ("black king", "e8"), ("white rook", "a1")):
        if is_by_mouse:
            mouse.choose(page.locator(".piece-choice", has_text=piece))
            mouse.click_square(square)
    if not is_by_mouse:
        page.get_by_label("FEN").fill("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    reader.shows_only("white king e1", "black king e8", "white rook a1")
    reader.press("Analyse it")
    page.wait_for_selector(".coach h2:text-is('White to move')")
    reader.shows_only("white king e1", "black king e8", "white rook a1")


def test_train_by_hints_and_by_punishment(guest: Guest, served: Served) -> None:
    served.server.settings.deck.unlink(missing_ok=True)
    guest.open("#/train")
    guest.sees(re.compile("The deck is empty"))
    with Deck(served.server.settings.deck) as deck:
        deck.add(FORKED)
    page = guest.page
    page.reload()
    guest.follow("Begin")
    page.wait_for_selector(".status:has-text('to move.')")
    guest.press("Hint")
    guest.sees("Look at")
    guest.press("Another hint")
    guest.sees("Move the")
    right = FORK_POINT.line[0].uci
    wrong = next(move for move in ("e1d2", "e1e2", "e1d1", "e1f1") if move != right)
    guest.hand.move(wrong)
    guest.sees("is not it")
    guest.press("Try again")
    page.wait_for_selector(".status:has-text('Try again.')")
    for step in FORK_POINT.line[::2]:
        guest.hand.move(step.uci)
        page.wait_for_selector(".status:has-text('Right.'), .status:has-text('Go on.')")
    page.get_by_role("heading", name="Right").wait_for()
    guest.check_access()
    guest.sees(re.compile("This exercise comes back in"))
    guest.press("Next")
    guest.follow("To the deck")
    guest.sees(re.compile("Right answers: 0 of 1"))


def test_play_with_reasons_takeback_and_pgn(guest: Guest) -> None:
    guest.open("#/play")
    page = guest.page
    guest.hand.press(page.locator("summary", has_text="Other opponents"))
    guest.hand.choose(page.locator(".choice", has_text="Greedy"))
    page.get_by_label("Clock").select_option("30+0")
    guest.press("Begin")
    page.wait_for_selector(".clocks .runs:has-text('You')")
    page.wait_for_selector(".status:has-text('Your move.')")
    guest.hand.move("e2e4")
    guest.sees("Greedy played")
    guest.counts(".moves button", 2)
    guest.shows_pieces("white pawn e4")
    guest.press("Take back")
    page.locator(".moves button").first.wait_for(state="detached")
    guest.hand.move("d2d4")
    guest.sees("Greedy played")
    with page.expect_download() as saved:
        guest.follow("PGN")
    assert "1. d4" in Path(saved.value.path()).read_text()
    guest.press("Resign")
    guest.press("Yes, resign")
    page.wait_for_selector(".status:has-text('0-1, resignation')")
    guest.check_access()
    guest.press("Review this game")
    page.wait_for_selector("h1:has-text('greedy')")
    guest.shows_pieces("white pawn d2")
    guest.shows(".sheet button", 2)


def test_compose_and_play_it_through(guest: Guest, served: Served) -> None:
    guest.open("#/compose")
    page = guest.page
    page.get_by_label("Goal").select_option("Mate in 2")
    page.get_by_label("How many").fill("1")
    guest.press("Compose")
    guest.sees("1 puzzle.")
    with page.expect_download() as saved:
        guest.follow("Download as PDF")
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")
    guest.hand.press(page.locator(".puzzles a"))
    asks = ".status:has-text('to move.')"
    page.wait_for_selector(asks)
    job = page.url.split("/")[-2]
    puzzle = served.get(f"/api/jobs/{job}").json()["puzzles"][0]
    (branch,) = puzzle["solution"]
    board = chess.Board(puzzle["fen"])
    guest.hand.move(next(move.uci() for move in board.legal_moves if is_refuted(board, move, branch["move"]["uci"])))
    guest.sees(re.compile(r"does not do it: \S+ is the defence\."))
    page.wait_for_selector(asks)
    while True:
        guest.hand.move(branch["move"]["uci"])
        if not branch["answers"]:
            break
        page.wait_for_selector(".notice:has-text('is right')")
        branch = branch["answers"][0]["answers"][0]
        page.wait_for_selector(asks)
    page.wait_for_selector(".status:has-text('Solved.')")
    guest.sees("The solution")


def is_refuted(board: chess.Board, move: chess.Move, right: str) -> bool:
    """Whether a move is wrong and the game goes on after it: against stalemate there is no defence."""
    after = board.copy()
    after.push(move)
    return move.uci() != right and not after.is_game_over()


def test_leaf_through_what_is_known(guest: Guest) -> None:
    guest.open("#/know")
    page = guest.page
    for shelf in ("Patterns", "Cases", "Programs", "Motifs", "Rules"):
        guest.follow(shelf)
        page.wait_for_selector(f".shelves [aria-current]:text-is('{shelf}')")
        guest.shows(".piece h2:not(:empty)")
    page.locator(".piece .board piece").first.wait_for()
    guest.hand.press(page.get_by_role("link", name=re.compile("Analyse this board")).first)
    page.wait_for_selector("h1:text-is('Analyse')")
    page.locator(".sentence").wait_for()


def test_a_study_goes_on_through_a_reload_and_is_cancelled(
    reader: Guest, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However quick the machine is, this study runs until it is stopped.
    monkeypatch.setattr(study.WORK, "task", study_without_end)
    reader.open("#/study")
    page = reader.page
    reader.hand.give(games)
    reader.press("Study these games")
    page.locator("progress").wait_for()
    # What the file's evaluations show is read while the mistakes are still to be explained, and after a reload, too.
    looked = "First look, before the mistakes are explained: You err in the opening (proven)."
    reader.sees(looked)
    page.reload()
    page.locator("progress").wait_for()
    reader.sees(looked)
    # Meanwhile one of its games is looked at: its marks come at once.
    reader.press("Anna – Bert · 0-1")
    page.wait_for_selector(".sheet .blunder")
    page.go_back()
    reader.press("Cancel")
    reader.sees("Stopped.")
    reader.follow("Back to the studies")
    page.wait_for_selector("h1:text-is('Study your games')")
    reader.counts("h2:text-is('Being studied')", 0)


def test_games_come_by_name_and_one_is_looked_at_while_they_are_studied(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The study has games to look at and runs until it is stopped; it sends nothing to a site.
    monkeypatch.setattr(study.WORK, "task", study_without_end)
    guest.open("#/games")
    page = guest.page
    page.locator(".paste textarea").fill("Anna_1990")
    guest.press("Analyse")
    guest.follow("choose the site")
    guest.press("Fetch the games")
    guest.sees("This asks lichess.org for the games of Anna_1990.")
    guest.check_access()
    guest.press("Yes, ask lichess.org")
    page.locator("progress").wait_for()
    guest.check_access()
    guest.press("Anna – Bert · 0-1")
    page.wait_for_selector(".sheet .blunder")
    guest.shows(".graph .dot")
    page.go_back()
    guest.press("Cancel")
    guest.sees("Stopped.")


def test_a_coach_opens_each_pupil_and_gives_each_a_sheet(guest: Guest, tmp_path: Path) -> None:
    file, size = tmp_path / "thursday.pgn", guest.page.viewport_size
    pairs = [("Anna", "Bert"), ("Bert", "Anna")] * 5
    # A second visitor brings other games.
    file.write_text(club(*pairs).replace("2026.01", "2026.02" if size and size["width"] < 500 else "2026.03"))
    guest.open("#/study")
    page = guest.page
    guest.hand.give(file)
    guest.hand.choose(page.locator("label.check", has_text="as a class"))
    guest.press("Study these games")
    page.wait_for_selector("h1:text-is('thursday')")
    guest.sees("2 pupils, 20 games in all.")
    # Twenty games show nothing that several share; each pupil has a card.
    guest.counts(".cards > .card", 2)
    guest.counts("a:text-is('Sheet to print')", 2)
    with page.expect_download() as saved:
        guest.follow("Sheet to print")
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")
    guest.hand.press(page.locator(".cards").get_by_role("link", name="Bert").first)
    page.wait_for_selector("h1:text-is('Bert')")
    guest.follow("The class")
    page.wait_for_selector("h1:text-is('thursday')")
    guest.press("Delete")
    guest.press("Yes, delete this class and its studies")
    page.wait_for_selector("h1:text-is('Study your games')")
    guest.counts("h3:text-is('thursday')", 0)
