"""Time the page Analyse in a real browser: paste a game, see moves, the first mark, all marks and a reason.

The server runs with the built-in search. Times are wall-clock seconds, the median of five games of about 40 moves
without evaluations (from MOTIF_DATA), so they mean something on an otherwise idle machine only. The first visit is
counted in bytes as the server compresses them. The headline is the goal for the whole game divided by its time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from gzip import compress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import chess.pgn
from harness import IS_SMALL, report, sized
from playwright.sync_api import sync_playwright

from motif.web.settings import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPERA = (
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 "
    "11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"
)
SCHOLAR = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
GAMES = sized(5, 1)
PLIES = range(76, 85)
GOALS_SECONDS = {
    "board and moves": 0.5,
    "first mark": 2.0,
    "whole game marked": 8.0,
    "reason of an analysed mistake": 0.3,
    "reason of any other move": 1.2,
}
FIRST_VISIT_GOAL_KB = 90
LEAST_TARGET_PX = 24
PATIENCE_MS = 300_000
SHIFTS = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries()
    .filter(each => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)))
    .observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done(0), 500))"""
SMALL_TARGETS = """least => [...document.querySelectorAll('button, a, input, select, textarea, summary, .check')]
    .filter(each => each.checkVisibility() && !each.matches('.unseen, .skip, .in-text, p a, .check input'))
    .map(each => each.getBoundingClientRect()).filter(box => Math.min(box.width, box.height) < least).length"""


def games() -> Iterator[str]:
    """Yield games without evaluations."""
    if IS_SMALL:
        yield SCHOLAR.replace(" 4. Qxf7# 1-0", "")
        return
    left = GAMES
    with (Path(os.environ["MOTIF_DATA"]) / "games" / "lichess_db_2025-05_first438.pgn").open() as file:
        while left and (game := chess.pgn.read_game(file)) is not None:
            if game.end().ply() in PLIES:
                left -= 1
                yield game.accept(chess.pgn.StringExporter(headers=False, comments=False, variations=False))


@contextmanager
def server() -> Iterator[str]:
    """Run `motif web` with a separate folder; yield its address."""
    with TemporaryDirectory() as folder:
        names = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "MOTIF_CACHE")
        environment = os.environ | dict.fromkeys(names, folder) | {"PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "motif", "web", "--port", "0", "--engine", "search"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
            try:
                assert running.stdout is not None
                found = re.search(r"http://\S+", running.stdout.readline())
                assert found is not None
                yield found[0]
            finally:
                running.terminate()


def visit(page: Page, base: str, text: str) -> dict[str, float]:
    """Paste a game and time what a reader waits for."""
    page.goto(base)
    page.wait_for_selector("main:not([aria-busy]) .paste")
    page.locator(".paste textarea").fill(text)
    begin = time.perf_counter()

    def seconds(selector: str) -> float:
        page.wait_for_selector(selector)
        return time.perf_counter() - begin

    page.get_by_role("button", name="Analyse", exact=True).click()
    times = {"board and moves": seconds(".sheet button")}
    times["first mark"] = seconds(".graph .chance[points*=' ']")
    times["whole game marked"] = seconds(".game-head :text-matches('Explaining the mistakes|Evaluated by')")
    page.wait_for_selector(".game-head :text-matches('Evaluated by')")
    begin = time.perf_counter()
    page.get_by_role("button", name="mistake ▶").click()
    times["reason of an analysed mistake"] = seconds(".coach .sentence:not(.thinking) ~ .asks")
    page.keyboard.press("Home")
    page.wait_for_selector(".coach h2:has-text('to move')")
    begin = time.perf_counter()
    page.keyboard.press("ArrowRight")
    times["reason of any other move"] = seconds(".coach .sentence:not(.thinking) ~ .asks")
    return times


def main() -> None:
    """Visit the page once for each game, and report the medians next to their goals."""
    files = [PAGE / "index.html", *(PAGE / "assets").iterdir()]
    first_visit = sum(len(compress(file.read_bytes())) for file in files) / 1000
    with server() as base, sync_playwright() as driver:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 720}, service_workers="block")
        page.set_default_timeout(PATIENCE_MS)
        # The workers load what they need with the first game.
        for warming in sized([OPERA], []):
            visit(page, base, warming)
            page.goto("about:blank")
        visits = [visit(page, base, text) for text in games()]
        shift = float(page.evaluate(SHIFTS))
        small = int(page.evaluate(SMALL_TARGETS, LEAST_TARGET_PX))
        browser.close()
    rows: list[dict[str, Any]] = [
        {"measure": f"{name}, seconds", "median": median(each[name] for each in visits), "goal": goal}
        for name, goal in GOALS_SECONDS.items()
    ]
    rows.append({"measure": "first visit, kB", "median": first_visit, "goal": FIRST_VISIT_GOAL_KB})
    rows.append({"measure": "layout shift", "median": shift, "goal": 0.05})
    rows.append({"measure": f"targets under {LEAST_TARGET_PX} px", "median": small, "goal": 0})
    whole = "whole game marked"
    report("page", GOALS_SECONDS[whole] / median(each[whole] for each in visits), rows)


if __name__ == "__main__":
    main()
