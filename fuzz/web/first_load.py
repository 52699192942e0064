"""Measure a first visit to the page: how many bytes are sent, and when the page can be used.

    python fuzz/web/first_load.py --visits 9

The script starts a server on 127.0.0.1 and visits it with Debian's chromium, with an empty cache each time. "Sent" is
the number of bytes on the wire, compressed as the server sends them; "usable" is the time from the request until the
first view is complete and takes input. Build the page first (`make web-page`).
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import threading
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from motif.web.app import listen, make_app
from motif.web.settings import PAGE, Settings

VIEWS = {
    "study": "h1",
    "explain": "h1",
    "train": "h1",
    "play": "h1",
    "compose": "h1",
    "know": ".piece h2:not(:empty)",
}
"""The element that must be there before a view can be used; for Know, its first shelf."""

MEASURE = """() => {
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return [performance.now(), loaded.reduce((sum, each) => sum + each.transferSize, 0)];
}"""


def first_visit(browser: Browser, address: str, part: str = "h1") -> tuple[float, float]:
    """Return the milliseconds until the view can be used, and the bytes that were sent for it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(f"main:not([aria-busy]) {part}")
    milliseconds, sent = page.evaluate(MEASURE)
    context.close()
    return milliseconds, sent


def main() -> None:
    """Visit the page and print a line for each view."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=9)
    visits = parser.parse_args().visits
    if not (PAGE / "index.html").is_file():
        parser.error("the page is not built: make web-page")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        settings = Settings(port=0, data=Path(folder), deck=Path(folder) / "deck.sqlite", workers=1)
        taken = listen(settings)
        server = uvicorn.Server(uvicorn.Config(make_app(settings), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        base = f"http://127.0.0.1:{taken.getsockname()[1]}"
        # As for a user who has just started the server: the workers know their engine and the first shelf.
        first_visit(browser, f"{base}/#/know", VIEWS["know"])
        print(f"processes that waited for a core: {os.getloadavg()[0]:.1f}")
        print(f"{'view':<10}{'sent, kB':>10}{'usable after, ms: median':>28}{'least':>8}{'most':>8}{'n':>4}")
        for view, part in VIEWS.items():
            seen = [first_visit(browser, f"{base}/#/{view}", part) for _ in range(visits)]
            times = [milliseconds for milliseconds, _ in seen]
            sent = max(sent for _, sent in seen) / 1000
            print(
                f"{view:<10}{sent:>10.1f}{statistics.median(times):>28.0f}{min(times):>8.0f}{max(times):>8.0f}{visits:>4}"
            )
        browser.close()
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    main()
