"""The pictures of `motif web` in docs/images, each page wide and on a phone: `python docs/web_pictures.py`.

Needs playwright, chromium, Pillow and the built page. The server runs with a separate folder and the built-in search.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from motif.puzzles.files import SHIPPED_PUZZLES
from motif.puzzles.puzzle import load_puzzles
from motif.training.deck import Deck
from motif.training.exercise import Exercise, Source

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parent / "images"
SIZES = {"wide": (1280, 720), "phone": (390, 844)}
COLOURS = 64
"""Enough for a flat page, and a third of the bytes."""
PATIENCE_MS = 200_000
GAMES = """[White "Dora Field"]
[Black "Ada Learner"]
[Date "2026.06.07"]
[Result "1-0"]

1. e4 e5 2. Nf3 f5 3. Ng5 g6 4. d3 c6 5. Nc3 Be7 6. Nf3 d6 7. h3 Be6 8. b3 d5 9. Nxe5 d4 10. Nxg6 hxg6 11. Ne2 c5 12.
c3 Rh5 13. Nf4 Qa5 14. Nxe6 Bd6 15. Ng7+ Kf7 16. Nxh5 gxh5 17. Qxh5+ Kg7 18. Qg5+ Kh7 19. Qxf5+ Kh8 20. Qh5+ 1-0

[White "Anna"]
[Black "Bert"]
[Date "2026.01.05"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""


def fill_deck(folder: Path) -> None:
    """Give the deck something to train."""
    (folder / "motif").mkdir()
    with Deck(folder / "motif" / "training.sqlite") as deck:
        for puzzle in islice(load_puzzles(SHIPPED_PUZZLES), 5):
            deck.add(Exercise.of_puzzle(Source.COMPOSED, puzzle, "mate", "The mate is forced.", "a composed puzzle"))


def analyse_games(page: Page, base: str) -> str:
    """Paste games as a new user does; return the address of a mistake."""
    page.goto(f"{base}#/games")
    page.locator(".paste textarea").fill(GAMES)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.get_by_role("button", name="Add them to My games").click()
    page.get_by_role("button", name="Analyse all").click()
    page.get_by_text("All games are analysed.").wait_for()
    page.locator(".my-games a", has_text="Dora Field").click()
    page.locator(".sheet .mistake, .sheet .blunder", has_text="Rh5").first.click()
    page.wait_for_selector(".coach .asks")
    return page.url


def take(page: Page, size: str, places: dict[str, tuple[str, str]]) -> None:
    """Take the picture of each place, when what makes it complete is there."""
    for name, (address, ready) in places.items():
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector(ready)
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page.wait_for_timeout(500)
        file = IMAGES / f"web-{name}-{size}.png"
        page.screenshot(path=file)
        Image.open(file).convert("RGB").quantize(COLOURS).save(file, optimize=True)


def take_all(browser: Browser, base: str) -> None:
    """Take the pictures of the five pages, wide and on a phone."""
    mistake = ""
    for size, (width, height) in SIZES.items():
        is_phone = size == "phone"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=is_phone,
            has_touch=is_phone,
            reduced_motion="reduce",
            service_workers="block",
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        mistake = mistake or analyse_games(page, base)
        places = {
            "analyse": (mistake, ".coach .asks"),
            "games": (f"{base}#/games", ".my-games li"),
            "train": (f"{base}#/train/question", ".board-column piece"),
            "play": (f"{base}#/play", ".choices"),
            "more": (f"{base}#/more", ".cards"),
        }
        take(page, size, places)
        context.close()


def main() -> None:
    """Run a separate server and take the pictures."""
    with TemporaryDirectory() as folder:
        fill_deck(Path(folder))
        names = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "MOTIF_CACHE")
        environment = os.environ | dict.fromkeys(names, folder) | {"PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "motif", "web", "--port", "0", "--engine", "search"]
        running = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert running.stdout is not None
            found = re.search(r"http://\S+", running.stdout.readline())
            assert found is not None
            with sync_playwright() as driver:
                path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
                browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
                take_all(browser, found[0].rstrip("/") + "/")
                browser.close()
        finally:
            running.terminate()
            running.wait()


if __name__ == "__main__":
    main()
