"""Test that the page can be installed and opens while the server is away."""

from __future__ import annotations

import json
from gzip import compress
from pathlib import Path
from struct import unpack
from typing import TYPE_CHECKING

from motif.web.settings import PAGE
from web.served import Served
from web_page.visits import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser


MOST_SENT = 84_000
"""Bytes, as the server compresses them; 90 kB with what a view asks first."""

KEPT = """caches.open('motif-page').then(cache => cache.keys())
    .then(keys => keys.map(key => new URL(key.url).pathname))"""


def test_the_manifest_names_icons_of_their_sizes(served: Served) -> None:
    manifest = served.get("/manifest.json")
    assert manifest.headers["content-type"].startswith("application/json")
    for icon in manifest.json()["icons"]:
        assert served.get(icon["src"]).status_code == 200
        if icon["type"] == "image/png":
            # The header of a PNG file has its width and height after sixteen bytes.
            width, height = unpack(">II", (PAGE / Path(icon["src"]).name).read_bytes()[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    assert 'rel="manifest"' in (PAGE / "index.html").read_text()
    assert json.loads((PAGE / "manifest.json").read_text())["start_url"] == "/#/analyse"


def test_a_first_visit_takes_little() -> None:
    files = [PAGE / "index.html", *(PAGE / "assets").iterdir()]
    assert sum(len(compress(file.read_bytes())) for file in files) <= MOST_SENT


def test_the_files_are_kept_and_no_data(browser: Browser, served: Served) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{served.client.base_url}#/play")
        page.wait_for_selector("h1:text-is('Play')")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.goto(f"{served.client.base_url}#/know/motifs")
        page.wait_for_selector(".piece")
        kept = page.evaluate(KEPT)
        assert "/" in kept
        assert any(path.endswith(".js") for path in kept)
        assert not any(path.startswith("/api/") for path in kept)
        # Away from everything the page still opens, and says that Motif is not running.
        context.set_offline(True)
        page.reload()
        page.wait_for_selector(".connection:has-text('Motif is not running')")
        context.set_offline(False)
        page.wait_for_selector(".connection:has-text('Motif is back')")
        page.wait_for_selector(".piece")
    finally:
        context.close()
