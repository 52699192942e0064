"""Start a real browser (Debian's chromium, by playwright) for tests, and record messages and requests of a page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
"""Of several the one without windows, which visits a page in half the time."""
SIZES = {"wide": (1280, 720), "narrow": (390, 844)}


@contextmanager
def launched_browser() -> Iterator[Browser]:
    """A browser, or a skipped test that says what is missing."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install playwright"
    )
    if CHROMIUM is None:
        pytest.skip("no browser is installed: apt install chromium")
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


class Visit:
    """A page in the browser, and everything it said and asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._forgiven: tuple[str, ...] = ()
        page.on("console", lambda message: self._complained(message.text))
        page.on("pageerror", lambda error: self._complained(str(error)))
        page.on("dialog", self._dialog)
        page.on("request", lambda request: self.requests.append(request.url))

    def forgive(self, beginning: str) -> None:
        """Take what begins so for no complaint, from now on: the browser may note it after the test has ended."""
        self._forgiven += (beginning,)

    def _complained(self, words: str) -> None:
        if not words.startswith(self._forgiven):
            self.complaints.append(words)

    def _dialog(self, dialog: Dialog) -> None:
        self._complained(dialog.message)
        # The page waits until the dialog is answered.
        dialog.dismiss()
