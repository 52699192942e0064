"""Test that the page knows the rules of chess itself and requests only reasons."""

from __future__ import annotations

import re

from web_page.visits import Guest

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1"


def asked(guest: Guest) -> list[str]:
    """What the page asked the server for, except its own files, the name of the engine and the games of before."""
    asked = [url.removeprefix(guest.base) for url in guest.requests if "/api/" in url]
    return [path for path in asked if not path.startswith(("/api/engine", "/api/analyses"))]


def test_a_move_is_explained_by_one_request(reader: Guest) -> None:
    reader.open(f"#/analyse?fen={FORK}")
    for move, words in (("d5c7", "Nc7.* forks the king on e8 and the rook on a8"), ("d5e3", "Ne3 misses Nc7")):
        reader.page.wait_for_selector(".coach h2:text-is('White to move')")
        reader.requests.clear()
        reader.hand.move(move)
        reader.sees(re.compile(words))
        assert asked(reader) == ["/api/explain/events"]
        reader.page.keyboard.press("Home")


def test_a_bookmarked_line_costs_one_request_however_long_it_is(reader: Guest) -> None:
    reader.open("#/analyse?moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5c6,d7c6")
    reader.page.wait_for_selector(".status:has-text('4… dxc6')")
    reader.page.locator(".coach .asks").wait_for()
    assert asked(reader) == ["/api/explain/events"]


def test_a_bookmarked_line_with_an_illegal_move_ends_before_it(reader: Guest) -> None:
    reader.open("#/analyse?moves=e2e4,e7e5,e4e5,g1f3")
    reader.page.wait_for_selector(".status:has-text('1… e5')")
    reader.shows_pieces("white knight g1")
