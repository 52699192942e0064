"""The two pictures of a report, its first screen and a mistake: `python docs/pictures.py FOLDER game-8-ply-23`.

Needs playwright and chromium; the pictures in docs/images were taken of `motif study learner --engine search`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parent / "images"


def main(folder: str, mistake: str) -> None:
    """Open the report of a folder, and take its picture twice."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1240, "height": 800}, reduced_motion="reduce")
        page.goto((Path(folder).absolute() / "report.html").as_uri())
        page.screenshot(path=IMAGES / "report.png")
        page.set_viewport_size({"width": 1240, "height": 920})
        page.evaluate("where => { location.hash = where; }", mistake)
        page.locator(".check-boards").first.wait_for()
        # The frame around what has the focus is for those who use it.
        page.evaluate("document.activeElement.blur(); window.scrollBy(0, -8);")
        page.screenshot(path=IMAGES / "report-game.png")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
