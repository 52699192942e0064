"""Test that text from files never becomes markup, and only the page's own scripts may run."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.web.settings import PAGE
from web.served import Served
from web_page.visits import REFUSED, Guest

HOSTILE = "</script><img src=http://127.0.0.1:9/x onerror=alert(1)><svg onload=alert(2)>"
GAME = f"""[Event "{HOSTILE}"]
[Site "{HOSTILE}"]
[Date "2026.01.05"]
[White "Anna"]
[Black "{HOSTILE}"]
[Opening "{HOSTILE}"]
[Result "1-0"]

1. e4 {{ {HOSTILE} }} f6 2. d4 g5 {{ [%csl Ge4][%cal {HOSTILE}] }} 3. Qh5# {{ javascript:alert(3) }} 1-0
"""


def test_hostile_tags_and_comments_stay_text(reader: Guest, served: Served, tmp_path: Path) -> None:
    file = tmp_path / f"{HOSTILE.replace('/', '')}.pgn"
    file.write_text(GAME)
    page = reader.page
    reader.open("#/study")
    reader.hand.give(file)
    reader.sees("onerror=alert")
    page.get_by_label("Player").fill("Anna")
    reader.press("Study these games")
    page.wait_for_selector("h1:text-is('Anna')")
    page.locator(".game-row .opponent", has_text=f"against {HOSTILE}").wait_for()
    reader.hand.press(page.locator(".game-row"))
    page.wait_for_selector(".status")
    page.locator("h1", has_text=HOSTILE).wait_for()
    assert page.locator("img, svg[onload], script:not([src])").count() == 0


def test_a_link_with_markup_stays_text(reader: Guest) -> None:
    reader.forgive(REFUSED)
    reader.open(f"#/train/question?theme={HOSTILE}")
    reader.sees("Nothing to show here")
    assert reader.page.locator("main img").count() == 0


@pytest.mark.usefixtures("served")
def test_the_page_brings_no_script_within_its_markup() -> None:
    text = (PAGE / "index.html").read_text()
    assert text.count("<script") == text.count('<script type="module" crossorigin src="/assets/')
    assert "style=" not in text
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_policy_holds_for_styles_and_scripts(reader: Guest) -> None:
    """Were a script or style inline, the browser would complain; `check_manners` looks at the end of every visit."""
    reader.open("#/know")
    policy = reader.page.request.get(reader.base).headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert reader.page.locator("[style]:not(cg-container, cg-board *, .cg-shapes *)").count() == 0
