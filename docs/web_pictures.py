"""The two pictures of the page: `python docs/web_pictures.py http://127.0.0.1:8642 STUDY 2`, a study and its game.

Needs playwright, chromium and a running `motif web`; those in docs/images show games made up for the tests.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parent / "images"
FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1"


def main(address: str, study: str, game: str) -> None:
    """Open a game that was studied in light colours and an explained move in dark ones, and take their pictures."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for theme, place, waited, picture in (
            ("light", f"study/{study}/games/{game}", ".pair piece", "web-study.png"),
            ("dark", f"explain?fen={FORK}&moves=d5c7", ".sentence", "web-explain.png"),
        ):
            page = browser.new_page(viewport={"width": 1240, "height": 900}, reduced_motion="reduce")
            page.emulate_media(color_scheme="light" if theme == "light" else "dark")
            page.goto(f"{address}/#/{place}")
            page.wait_for_selector(waited)
            # The arrows are drawn a moment after the words.
            page.wait_for_timeout(500)
            page.screenshot(path=IMAGES / picture)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
