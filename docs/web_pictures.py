"""The pictures of `motif web` in docs/images, each page wide and on a phone: `python docs/web_pictures.py`.

Needs playwright, chromium, Pillow and the built page. The server runs with a separate folder and the built-in search.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

IMAGES = Path(__file__).parent / "images"
SIZES = {"wide": (1280, 720), "phone": (390, 844)}
COLOURS = 64
"""Enough for a flat page, and a third of the bytes."""
PATIENCE_MS = 200_000
GAMES = """[White "Morphy"]
[Black "The Duke and the Count"]
[Date "1858.11.02"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[White "Anna"]
[Black "Bert"]
[Date "2026.01.05"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""


def take(page: Page, name: str, ready: str) -> None:
    """Take the picture of a place at both sizes, when something is there."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(ready)
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page.wait_for_timeout(500)
        file = IMAGES / f"web-{name}-{size}.png"
        page.screenshot(path=file)
        Image.open(file).convert("RGB").quantize(COLOURS).save(file, optimize=True)


def take_all(page: Page, base: str) -> None:
    """Go through the pages as a new user does."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{base}#/games")
    page.locator(".paste textarea").fill(GAMES)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.get_by_role("button", name="Add them to My games").click()
    page.get_by_role("button", name="Analyse all").click()
    page.get_by_text("All games are analysed.").wait_for()
    take(page, "games", ".my-games")
    page.locator(".my-games a", has_text="Morphy").click()
    page.locator(".sheet .mistake").click()
    take(page, "analyse", ".coach .asks")
    for name, ready in (("train", ".empty"), ("play", ".choices"), ("more", ".cards")):
        page.goto(f"{base}#/{name}")
        take(page, name, ready)


def main() -> None:
    """Run a separate server and take the pictures."""
    with TemporaryDirectory() as folder:
        names = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "MOTIF_CACHE")
        environment = os.environ | dict.fromkeys(names, folder) | {"PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "motif", "web", "--port", "0", "--engine", "search"]
        running = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert running.stdout is not None
            found = re.search(r"http://\S+", running.stdout.readline())
            assert found is not None
            with sync_playwright() as driver:
                path = shutil.which("chromium")
                browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
                page = browser.new_page(reduced_motion="reduce", service_workers="block")
                page.set_default_timeout(PATIENCE_MS)
                take_all(page, found[0].rstrip("/") + "/")
                browser.close()
        finally:
            running.terminate()
            running.wait()


if __name__ == "__main__":
    main()
