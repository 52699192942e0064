"""Test that axe-core finds no problem in any view, light or dark, wide or narrow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pytest

from browsers import SIZES
from motif.report.folder import GROUP, STUDY
from motif.study.study import Study
from trained import FORKS, LEAKING
from web.served import Served
from web_page.visits import AXE, PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1"
GAMES = """[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


@pytest.fixture(scope="module")
def study(served: Served) -> str:
    job = served.post("/api/studies", params={"player": "Anna"}, content=GAMES).json()
    return str(served.finished(job["id"])["study"])


@pytest.fixture(scope="module")
def group(served: Served) -> str:
    """Two pupils who have the same to work on."""
    folder = served.server.settings.studies / "class-club"
    for name in ("Anna", "Bert"):
        pupil = folder / f"study-{name}"
        pupil.mkdir(parents=True)
        Study(replace(LEAKING.profile, player=name, work_on=(FORKS,)), LEAKING.games).save(pupil / STUDY)
    (folder / GROUP).touch()
    return folder.name


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not here: npm ci in web/")
@pytest.mark.parametrize(("size", "theme"), [("wide", "light"), ("narrow", "dark")])
def test_nothing_is_found(
    browser: Browser, served: Served, study: str, group: str, size: str, theme: Literal["light", "dark"]
) -> None:
    game = served.post("/api/games", json={"player": "greedy", "side": "white"}).json()["id"]
    analysis = served.post("/api/analyses", json={"text": GAMES}).json()["id"]
    places = {
        "analyse": ".paste",
        f"analyse/{analysis}?ply=2": ".coach h2",
        f"analyse?fen={FORK}&moves=d5c7": ".coach .asks",
        "more": ".cards",
        "games": ".my-games a",
        "study": ".drop",
        f"study/{study}": ".games",
        f"study/{study}/positions?about=blunders": ".positions .board piece",
        f"study/{study}/tree": ".tree a",
        f"study/{study}/games/1?kind=Lost": ".reason h2",
        f"train/question?study={study}&game=1&ply=2": ".empty",
        f"study/{group}": "table",
        f"study/{group}~study-Anna": ".claims",
        "analyse/setup": ".palette",
        "train": ".empty, .card",
        "play": ".choices",
        f"play/{game}": ".walk-buttons",
        "compose": ".about",
        "know/rules": ".piece",
    }
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=theme,
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(str(served.client.base_url))
    page.evaluate(AXE.read_text())
    found = []
    for place, part in places.items():
        page.goto(f"{served.client.base_url}#/{place}")
        page.wait_for_selector(f"main:not([aria-busy]) {part}")
        page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{place}: something hangs over the edge")
        result = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
        found += [
            f"{place}: {each['id']}: {node['html'][:160]} {node['failureSummary']}"
            for each in result["violations"]
            for node in each["nodes"]
        ]
    context.close()
    assert found == []
