"""Start the real server with the built page, and a browser without stored data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: pip install playwright")

from browsers import SIZES, launched_browser
from motif.web.settings import PAGE, Bounds
from web.served import Served, serving, settings_in
from web_page.visits import PATIENCE, Guest, Hand, Keyboard, Mouse

if TYPE_CHECKING:
    from playwright.sync_api import Browser


SECONDS = 900
"""A story waits for the page, however busy the machine is; this limit only ends one that hangs."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the stories of this folder their time."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(SECONDS))


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    if not (PAGE / "index.html").is_file():
        pytest.skip("the page is not built: npm ci && npm run build in web/")
    folder = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOTIF_CACHE", str(folder / "cache"))
        # The limit of an answer is not tested here, and a busy machine reaches it.
        with serving(replace(settings_in(folder), page=PAGE, bounds=Bounds(question_seconds=SECONDS))) as running:
            yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the tests of this folder; none of them needs an event loop."""
    with launched_browser() as launched:
        yield launched


@pytest.fixture(params=SIZES)
def guest(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Guest]:
    """A user of a wide screen, then one of a phone, by keyboard alone; axe looks at the page where a story ends."""
    for guest in visiting(browser, served, request.param, Keyboard):
        yield guest
        guest.check_access()


@pytest.fixture
def reader(browser: Browser, served: Served) -> Iterator[Guest]:
    """A user of a wide screen with a mouse, for tests of one thing."""
    yield from visiting(browser, served, "wide", Mouse)


def visiting(browser: Browser, served: Served, size: str, hand: type[Hand]) -> Iterator[Guest]:
    """A guest; afterwards the page must have no errors, no requests to other servers and no overflow."""
    width, height = SIZES[size]
    # What a service worker fetches no test can break off.
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", service_workers="block"
    )
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        guest = Guest(page, hand(page), str(served.client.base_url).rstrip("/"))
        yield guest
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the edge"
        guest.check_manners()
    finally:
        # A page that stayed open would go on asking while others are tested.
        context.close()
